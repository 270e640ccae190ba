"""The rule changing-text."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from catalint import Catalog, CatalogRule, Context, Finding, Location, Meta, NoOptions, Path, Related, Severity, Tool
from catalint.analyses.schemas import SCHEMAS, ToolSchema
from catalint.analyses.tokens import TOKENS
from catalint.schema import spell
from catalint_rules.stability.changes import Change, Kind, find_changes, is_computed_moment
from catalint_rules.wording import cite

_LONGEST_MESSAGE = 240
_LONGEST_QUOTE = 60
_LONGEST_NAME = 40
_LISTED = 50

_WHEN: Mapping[Kind, str] = {
    "moment": "each time",
    "count": "as data come and go",
    "process": "on each start",
    "id": "on each start",
    "port": "on each start",
    "home": "on each machine",
}
_REMEDIES: Mapping[Kind, str] = {
    "moment": "Return it with the result instead.",
    "count": "Return it with the result instead.",
    "process": "Return it with the result instead.",
    "id": "Leave it out, or let a tool return it.",
    "port": "Leave the port out, or let a tool return it.",
    "home": "Write `~` or name the setting that it comes from.",
}


@dataclass(frozen=True, eq=False)
class _Text:
    """A text that changes: what it is, where it stands, its tool (None: the server) and what changes in it."""

    owner: str
    where: Location
    tool: Tool | None
    changes: Sequence[Change]
    is_computed: bool = False

    @property
    def shape(self) -> str:
        """The same for texts that change for one reason: their first change without its digits."""
        return re.sub(r"\d+", "0", self.changes[0].text)


class ChangingText(CatalogRule[NoOptions]):
    """A text holds what will differ the next time that the tools are listed, though nothing changed."""

    meta = Meta(
        "changing-text",
        "Text differs from one listing to the next",
        Severity.NOTE,
        tags=("stability", "cost"),
        evidence=(
            "https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-use-with-prompt-caching",
            "https://github.com/nikolai-vysotskyi/trace-mcp/pull/1016",
            "https://github.com/anthropics/claude-agent-sdk-typescript/issues/89",
        ),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Report texts that change, those that change for one reason together."""
        alike: defaultdict[tuple[bool, str], list[_Text]] = defaultdict(list)
        for text in _find(catalog, ctx):
            alike[text.is_computed, "" if text.is_computed else text.shape].append(text)
        for texts in alike.values():
            yield self._report(catalog, texts, ctx)

    def _report(self, catalog: Catalog, texts: Sequence[_Text], ctx: Context) -> Finding:
        first, *others = texts
        tokens = ctx.get(TOKENS)
        behind = [tool for tool in catalog.visible if first.tool is None or tool.index >= first.tool.index]
        lost = sum(tokens[tool].total for tool in behind)
        listed = [(text, change) for text in texts for change in dict.fromkeys(text.changes)][:_LISTED]
        return self.finding(
            first.where,
            _message(first, len(others), lost),
            related=tuple(Related(text.where, _quote(text.changes[0].text)) for text in others),
            detail="\n".join(f"{text.owner}: {_quote(change.text)}" for text, change in listed),
            key=first.changes[0].kind,
            data={
                "changes": [{"kind": change.kind, "text": change.text} for text in texts for change in text.changes],
                "tokens": lost,
                "tools": len(behind),
            },
        )


def _find(catalog: Catalog, ctx: Context) -> Iterator[_Text]:
    """The texts of a catalog that change: descriptions, defaults, and the instructions of the server."""
    changes = tuple(find_changes(catalog.instructions, ctx))
    if changes:
        yield _Text("the instructions", catalog.at("instructions"), None, changes)
    defaults = list(_defaults(catalog, ctx))
    days = {default[:10] for *_, default in defaults if is_computed_moment(default)}
    schemas = ctx.get(SCHEMAS)
    for tool in catalog.visible:
        name = f"`{_cut(tool.name, _LONGEST_NAME)}`"
        changes = tuple(find_changes(tool.description, ctx))
        if changes:
            yield _Text(f"the description of {name}", tool.at("description"), tool, changes)
        for schema in schemas[tool]:
            for node in schema.nodes if schema.key == "inputSchema" else ():
                text = node.schema.get("description") if isinstance(node.schema, dict) else None
                changes = tuple(find_changes(text, ctx)) if isinstance(text, str) else ()
                if changes:
                    owner = f"the description of `{_cut(spell(node.path), _LONGEST_NAME)}` of {name}"
                    yield _Text(owner, schema.at(*node.path, "description"), tool, changes)
    for schema, path, default in defaults:
        # a day alone may be a beginning of time; it is a computed one if moments were computed on it
        computed = is_computed_moment(default) or default in days
        changes = (Change("moment", default),) if computed else tuple(find_changes(default, ctx))
        if changes:
            owner = f"the default of `{_cut(spell(path), _LONGEST_NAME)}` of `{_cut(schema.tool.name, _LONGEST_NAME)}`"
            yield _Text(owner, schema.at(*path, "default"), schema.tool, changes, is_computed=computed)


def _defaults(catalog: Catalog, ctx: Context) -> Iterator[tuple[ToolSchema, Path, str]]:
    """The defaults that are texts, with the schema and the path of the part that has them."""
    schemas = ctx.get(SCHEMAS)
    for tool in catalog.visible:
        for schema in schemas[tool]:
            for node in schema.nodes if schema.key == "inputSchema" else ():
                default = node.schema.get("default") if isinstance(node.schema, dict) else None
                if isinstance(default, str):
                    yield schema, node.path, default


def _message(first: _Text, others: int, lost: int) -> str:
    change, owner = first.changes[0], f"{first.owner[0].upper()}{first.owner[1:]}"
    more = f" (so do {others:,} more texts)" if others > 1 else " (so does 1 more text)" if others else ""
    scope = f"from there on ({lost:,} tokens of tools)" if lost else "from there on"
    if first.is_computed:
        said, when = f"{owner} is {_quote(change.text)}", ", computed when the tools were listed"
        remedy = "Leave it out and say in words what it is."
    else:
        says = "says" if first.tool else "say"
        said, when = f"{owner} {says} {_quote(change.text)}", f", which differs {_WHEN[change.kind]}"
        remedy = _REMEDIES[change.kind]
    cost = (
        f"no two machines share a prompt cache {scope}" if change.kind == "home" else f"prompt caches are void {scope}"
    )
    texts = (
        f"{said}{more}{when}: {cost}. {remedy}",
        f"{said}{when}: {cost}. {remedy}",
        f"{said}{when}: {cost}.",
        f"{said}{when}.",
    )
    return next(text for text in texts if len(text) <= _LONGEST_MESSAGE)


def _quote(text: str) -> str:
    return cite(_cut(" ".join(text.split()), _LONGEST_QUOTE))


def _cut(text: str, most: int) -> str:
    shown = text if text.isprintable() else text.encode("unicode_escape").decode()
    return shown if len(shown) <= most else f"{shown[: most - 3].rstrip()}..."
