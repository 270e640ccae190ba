"""Names without an object or a service in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Related, Severity, Tool, option
from catalint.expression import expression
from catalint.prose import first_sentence
from catalint.words import singular, split_identifier
from catalint_rules import words
from catalint_rules.analyses.clauses import opening_clause
from catalint_rules.analyses.collisions import collisions_for_targets
from catalint_rules.analyses.coverage import values_of
from catalint_rules.analyses.lexicon import LEXICON, Lexicon
from catalint_rules.analyses.services import join
from catalint_rules.wording import fit, names, quote

# Of the empty nouns these say at least which side of a thing is meant.
_PART = expression(r"[^\W_]+")
_STATES = frozenset(("status", "state", "health"))
# The only word for any thing that tells what a verb is done to from where: "an item of the vault".
_ITEM = "item"
_LONGEST = 2  # words of a thing in a name
# Things that are a measure of something else: "one directory level".
_MEASURES = frozenset("level kind type part way time step".split())
# Whether a server answers is asked by its operator, who knows which one he asks.
_HEALTH = frozenset(("health", "check", "get", "api", "server", "status"))


@dataclass(frozen=True)
class Options:
    """How many findings one catalog may have."""

    # three names are renamed one by one; from four on it is how the catalog names its tools
    fold_from: int = option(4, "Such names in one catalog from which on they are one finding.", minimum=2)


@dataclass(frozen=True, slots=True)
class _Lists:
    verbs: frozenset[str]
    nouns: frozenset[str]
    empty: frozenset[str]


class GenericName(CatalogRule[Options]):
    """Tools whose name could belong to any server: `search`, `run`, `fetch_data`."""

    meta = Meta(
        "generic-name",
        "Name has neither an object nor a service in it",
        Severity.NOTE,
        tags=("names", "selection"),
        evidence=(
            "https://www.anthropic.com/engineering/writing-tools-for-agents",
            "https://github.com/open-webui/mcpo/issues/242",
            "https://github.com/upstash/context7/issues/1419",
            "https://platform.openai.com/docs/mcp",
        ),
    )
    options_type = Options

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield a note for each such tool, one for many, and warnings if other servers' tools are loaded beside it."""
        lists = _Lists(
            words.vocabulary("generic_names", ctx),
            words.vocabulary("generic_objects", ctx),
            words.vocabulary("generic", ctx),
        )
        exempt = _connector_tools(catalog)
        generic = [
            (tool, found)
            for tool in catalog.visible
            if tool not in exempt and (found := split_identifier(tool.name)) and _is_generic(found, lists)
        ]
        # that a tool has its name in common with one of another server says more than that the name is generic
        collided = _collided(ctx) if generic else frozenset()
        servers = sum(1 for other in ctx.corpus.catalogs if other.visible)
        generic = [
            (tool, found)
            for tool, found in generic
            if tool not in collided and (servers > 1 or not ("health" in found and _HEALTH.issuperset(found)))
        ]
        if not generic:
            return
        lexicon = ctx.get(LEXICON)
        taken = {tool.name for tool in catalog.tools}
        proposed = {tool: _rename(tool, found, lists, lexicon) for tool, found in generic}
        better = {tool: "" if name in taken else name for tool, name in proposed.items()}
        if len(generic) >= self.options.fold_from:
            yield self._report_many(catalog, better, servers)
            return
        for tool, found in generic:
            yield self._report(tool, better[tool], servers, found, lists)

    def _report(self, tool: Tool, better: str, servers: int, found: Sequence[str], lists: _Lists) -> Finding:
        acts = any(word in lists.verbs for word in found)
        blank = [word for word in found if word not in lists.verbs]
        start = f"{quote(tool.name)} names neither what it works on nor whose it is"
        if acts and len(blank) == 1:
            start = f"{quote(tool.name)} says no more than “{blank[0]}” of what it works on, and not whose it is"
        cost = f"the name alone {_cost(servers, 'it')}"
        if better:
            action = f"Rename it, to {quote(better)} for instance."
        elif acts:
            action = "Add the noun for what it works on, or the service's name."
        else:
            action = "Add whose it is: the noun for the thing, or the service's name."
        said = first_sentence(tool.description)
        return self.finding(
            tool.at("name"),
            fit(f"{start}{' ({})' if said else ''}: {cost}", f"{start}: {cost}", action=action, text=said),
            severity=Severity.WARNING if servers > 1 else Severity.NOTE,
            data={"suggestion": better, "servers": servers},
        )

    def _report_many(self, catalog: Catalog, better: Mapping[Tool, str], servers: int) -> Finding:
        first, *others = better
        said = names([tool.name for tool in better], 4)
        start = (
            f"{len(better)} of {len(catalog.visible)} names say neither what they work on nor whose they are ({said})"
        )
        cost = f"a name alone {_cost(servers, 'its tool')}"
        renamed = min(filter(None, better.values()), key=lambda name: len(split_identifier(name)), default="")
        example = f", as in {quote(renamed)}" if renamed else ""
        return self.finding(
            first.at("name"),
            fit(f"{start}: {cost}", start, action=f"Add the nouns{example}, or the service's name."),
            severity=Severity.WARNING if servers > 1 else Severity.NOTE,
            related=tuple(Related(tool.at("name"), f"{quote(tool.name)} is generic, too") for tool in others),
            detail="\n".join(f"{tool.name}{f' -> {name}' if name else ''}" for tool, name in better.items()),
            key="catalog",
            data={"names": {tool.name: name for tool, name in better.items()}, "servers": servers},
        )


def _cost(servers: int, what: str) -> str:
    if servers == 1:
        return f"would not tell {what} from another server's tools"
    others = f"{servers - 1} other servers" if servers > 2 else "other server"
    return f"does not tell {what} from tools of the {others}"


def _is_generic(found: Sequence[str], lists: _Lists) -> bool:
    """True for a generic verb or noun alone, and for a generic verb before or behind generic nouns."""
    if len(found) == 1:
        return found[0] in lists.verbs or found[0] in lists.nouns
    nouns = sum(1 for word in found if word in lists.nouns)
    return nouns == len(found) or (nouns == len(found) - 1 and any(word in lists.verbs for word in found))


def _collided(ctx: Context) -> frozenset[Tool]:
    """The tools that cross-server-collision reports for their names."""
    found = collisions_for_targets(ctx) if len(ctx.corpus.catalogs) > 1 else ()
    return frozenset(tool for collision in found if collision.kind != "job" for tool in collision.tools)


def _connector_tools(catalog: Catalog) -> frozenset[Tool]:
    """`search` and `fetch` where ChatGPT's connectors dictate these names: one takes a query, the other an id."""
    by_name = {tool.name: tool for tool in catalog.tools}
    search, fetch = by_name.get("search"), by_name.get("fetch")
    if search is None or fetch is None or not (_takes(search, "query") and _takes(fetch, "id")):
        return frozenset()
    return frozenset((search, fetch))


def _takes(tool: Tool, name: str) -> bool:
    required = [parameter for parameter in tool.parameters if parameter.required] or list(tool.parameters)
    return len(required) == 1 and required[0].name == name


def _rename(tool: Tool, found: Sequence[str], lists: _Lists, lexicon: Lexicon) -> str:
    """The name with what its verb is done to in it, as the description says; empty unless that is one thing for sure.

    `delete` is `delete_item` by "Delete an item from the vault": the vault is where, not what.
    """
    clause = opening_clause(tool.description, lexicon, lists.empty)
    if clause is None or clause.about or clause.owned or not 0 < len(clause.thing) <= _LONGEST:
        return ""
    verb = next((word for word in found if word in lists.verbs and lexicon.verb(word) == clause.action), "")
    # a brand and the plural of an acronym stay whole: GitHub, URLs
    thing = [part for word in clause.thing for part in _PART.findall(word.lower())]
    if clause.plural and _takes_one(tool, thing):
        thing[-1] = singular(thing[-1])
    if not verb or verb in thing or thing[-1] in _MEASURES or _says_nothing(thing, lists) or _chooses(tool, thing[-1]):
        return ""
    return join(tool.name, (verb, *thing, *(word for word in found if word in _STATES and word not in thing)))


def _takes_one(tool: Tool, thing: Sequence[str]) -> bool:
    """True if a tool asks for one thing of which its text speaks in the plural: `url` for "Retrieves URLs"."""
    return any(split_identifier(parameter.name)[-1:] == [singular(thing[-1])] for parameter in tool.parameters)


def _chooses(tool: Tool, thing: str) -> bool:
    """True if a parameter chooses between this thing and others: `object: item | folder`."""
    one = singular(thing)
    return any(
        one in (singular(word) for word in split_identifier(value))
        for parameter in tool.parameters
        for value in values_of(parameter)
    )


def _says_nothing(thing: Sequence[str], lists: _Lists) -> bool:
    """True for "data" and "the status", not for "an item" and "a text value"."""
    last = singular(thing[-1])
    blank = last != _ITEM and (last in lists.empty or last in lists.verbs)
    return not all(word.isalpha() for word in thing) or last in lists.nouns or (blank and len(thing) == 1)
