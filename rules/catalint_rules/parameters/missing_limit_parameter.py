"""Lists and searches whose result a caller can't keep small: the rule `missing-limit-parameter`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Parameter, Related, Severity, Tool
from catalint.explanations import explain, target
from catalint.expression import expression
from catalint.rule import NoOptions
from catalint.schema import allowed_types, walk
from catalint.words import singular, split_identifier
from catalint_rules import words
from catalint_rules.analyses.names import NAMES, Name
from catalint_rules.wording import fit, names

_READ = 1500
_LISTING = frozenset(("list", "enumerate", "find"))
# Words of a name by which a search is for one thing, or does something to what it finds.
_SINGLE = frozenset("and by detail details element id index indexing replace".split())
# Words of a name that say how much to return, or from where on; beside the exact names of the list `paging_parameters`.
_BOUNDING = frozenset(
    """
    limit max maximum count size page pages pagination offset skip cursor top first last head tail results per since
    until after before from to start end date time range days hours period window depth token
    """.split()
)
# Words of a required parameter that narrows; others say where to look.
_FILTERING = frozenset("criteria filter filters glob pattern query selector".split())
# What is open, connected or kept on one machine is never much.
_LOCAL = expression(
    r"\b(?:currently|connected|running|open files|initiali[sz]ed|current directory|on (?:the|this) device)\b",
    re.IGNORECASE,
)
# A search by what identifies a thing finds one thing.
_IDENTIFYING = expression(r"\b(?:codes?|id|ids|identifiers?|numbers?|uuid|abbreviations?)\b", re.IGNORECASE)
# A text that says so promises a result of bounded size.
_BOUNDED = expression(
    r"\b(?:top|first|last|latest|at most|up to|maximum of|max(?:imum)?|limited to|closest|nearest|best)\b|\bpaginat|"
    r"\bmost (?:relevant|recent|popular|similar)\b|\bone (?:page|match|result)\b|\b(?:a|the) single\b|\bsummary\b",
    re.IGNORECASE,
)


class MissingLimitParameter(CatalogRule[NoOptions]):
    """Finds tools that list or search and take neither a limit nor a page nor a filter."""

    meta = Meta(
        "missing-limit-parameter",
        "List or search tool takes no limit",
        Severity.NOTE,
        profile="strict",
        precision="medium",
        tags=("parameters", "tokens"),
        evidence=(
            "https://www.anthropic.com/engineering/writing-tools-for-agents",
            "https://github.com/okta/okta-mcp-server/issues/9",
            "https://github.com/rollbar/rollbar-mcp-server/issues/42",
        ),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield one finding that lists all such tools of a catalog."""
        parsed = ctx.get(NAMES)[catalog.server].names
        many = words.vocabulary("many_things", ctx)
        paging = words.vocabulary("paging_parameters", ctx)
        asking = [tool for tool in catalog.visible if _asks_for_many(parsed[tool], many)]
        open_ended = [tool for tool in asking if not _is_bounded(tool, parsed[tool], paging)]
        if open_ended:
            yield self._report(open_ended, len(asking))

    def _report(self, tools: Sequence[Tool], total: int) -> Finding:
        shown = [tool.name for tool in tools]
        of = f"{len(tools)} of {total} list and search tools take" if total > 1 else f"`{shown[0]}` takes"
        these = " ({})" if total > 1 else ""
        cost = "a long result fills the context or is cut by the client; add a `limit` with a small default"
        lines = [f"{of} no limit or page{these.format(names(shown, most))}: {cost}" for most in (5, 3, 2, 1)]
        return self.finding(
            tools[0].at("name"),
            fit(*lines),
            related=tuple(Related(tool.at("name"), "no limit") for tool in tools[1:]),
            detail="\n".join(shown),
            key=" ".join(sorted(shown)),
            data={"tools": list(shown), "listing": total},
        )


def _asks_for_many(name: Name, many: frozenset[str]) -> bool:
    """Whether a tool searches, or lists things of which there may be any number."""
    things = [word for word in name.words if word != name.verb]
    if not _SINGLE.isdisjoint(things):
        return False
    if name.verb == "search":
        return True
    lists = name.verb in _LISTING or (name.action == "get" and "all" in things)
    return lists and bool(things) and singular(things[-1]) in many


def _is_bounded(tool: Tool, name: Name, paging: frozenset[str]) -> bool:
    for node in walk(tool.input_schema):
        properties = node.schema.get("properties") if isinstance(node.schema, dict) else None
        for key in properties if isinstance(properties, dict) else ():
            found = split_identifier(key)
            if "".join(found) in paging or not _BOUNDING.isdisjoint(found):
                return True
    if _BOUNDED.search(tool.description, 0, _READ):
        return True
    if name.verb == "search":
        return _finds_one(tool) or _is_batch(tool)
    if _LOCAL.search(tool.description, 0, _READ):
        return True
    # what narrows a list is a filter; what every call must give says where to look
    return any(map(_narrows, tool.parameters))


def _finds_one(tool: Tool) -> bool:
    """Whether all that a search must be given identifies one thing: `find_company` by its number."""
    required = [parameter for parameter in tool.parameters if parameter.required]
    return bool(required) and all(
        _IDENTIFYING.search(f"{' '.join(split_identifier(parameter.name))} {explain(parameter)}"[:_READ])
        for parameter in required
    )


def _is_batch(tool: Tool) -> bool:
    """Whether the searches, with their limits, are objects of a list."""
    for parameter in tool.parameters:
        schema = target(parameter.schema, tool.input_schema)
        items = schema.get("items") if isinstance(schema, dict) else None
        if parameter.required and isinstance(items, dict) and "object" in allowed_types(items):
            return True
    return False


def _narrows(parameter: Parameter) -> bool:
    if parameter.required:
        return not _FILTERING.isdisjoint(split_identifier(parameter.name))
    kinds = allowed_types(target(parameter.schema, parameter.tool.input_schema)) - {"null"}
    return kinds != {"boolean"}
