"""Names without an object or a service in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Severity, Tool
from catalint.prose import first_sentence
from catalint.rule import NoOptions
from catalint.words import STOP_WORDS, singular, split_identifier
from catalint_rules import words
from catalint_rules.analyses.collisions import collisions_for_targets
from catalint_rules.analyses.lexicon import LEXICON, Lexicon
from catalint_rules.analyses.services import join, service_word
from catalint_rules.wording import fit, quote

_TOKEN = re.compile(r"[A-Za-z][\w'-]*|[^\sA-Za-z]")
# Of the empty nouns these say at least which side of a thing is meant.
_STATES = frozenset(("status", "state", "health"))
_CLAUSE = frozenset("if whether that which who how what when where".split())
_QUOTED = 60


@dataclass(frozen=True, slots=True)
class _Lists:
    verbs: frozenset[str]
    nouns: frozenset[str]
    empty: frozenset[str]


class GenericName(CatalogRule[NoOptions]):
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

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield a note for each such tool, a warning if other servers' tools are loaded beside it."""
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
        generic = [(tool, found) for tool, found in generic if tool not in collided]
        if not generic:
            return
        servers = sum(1 for other in ctx.corpus.catalogs if other.visible)
        service = service_word(catalog, ctx)
        for tool, found in generic:
            named = service and service not in found
            better = join(tool.name, (service, *found)) if named else _with_object(tool, found, lists, ctx.get(LEXICON))
            yield self._report(tool, better, servers)

    def _report(self, tool: Tool, better: str, servers: int) -> Finding:
        says = first_sentence(tool.description)
        says = f" (“{says if len(says) <= _QUOTED else says[: _QUOTED - 1].rstrip() + '…'}”)" if says else ""
        start = f"{quote(tool.name)} names neither what it works on nor whose it is"
        if servers > 1:
            cost = f"beside {servers - 1} other server{'s' if servers > 2 else ''} a model can't place it"
        else:
            cost = "beside another server's tools a model can't place it"
        action = (
            f"Rename it, to {quote(better)} for instance." if better else "Put its object or service into the name."
        )
        return self.finding(
            tool.at("name"),
            fit(f"{start}{says}: {cost}. {action}", f"{start}: {cost}. {action}"),
            severity=Severity.WARNING if servers > 1 else Severity.NOTE,
            data={"suggestion": better, "servers": servers},
        )


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


def _with_object(tool: Tool, found: Sequence[str], lists: _Lists, lexicon: Lexicon) -> str:
    """The name with the first thing in it that the description is about; empty if no such thing is found."""
    verb = next((word for word in found if word in lists.verbs), "")
    thing = _object(tool, lists, lexicon)
    states = [word for word in found if word in _STATES]
    return join(tool.name, (verb, thing, *states)) if verb and thing and verb != thing else ""


def _object(tool: Tool, lists: _Lists, lexicon: Lexicon) -> str:
    """The first thing that the description is about: the last word of the first noun phrase behind its verb."""
    tokens = [token.lower() for token in _TOKEN.findall(first_sentence(tool.description))]
    if not tokens or not lexicon.verb(tokens[0]):
        return ""
    phrase: list[str] = []
    for token in (*tokens[1:], "."):
        if token in _CLAUSE:
            return ""
        if token.isalpha() and token not in STOP_WORDS:
            phrase.append(token)
            continue
        if phrase and not {phrase[-1], singular(phrase[-1])} & (lists.empty | lists.nouns | lists.verbs):
            return "" if phrase[-1].endswith(("ing", "ed", "ly")) else phrase[-1]
        phrase = []
    return ""
