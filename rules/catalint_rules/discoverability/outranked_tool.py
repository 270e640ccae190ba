"""outranked-tool: a sibling wins every search for what the tool does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Related, Severity, Tool, option
from catalint.analyses.search import SEARCH
from catalint.prose import first_sentence
from catalint.search.bm25 import Bm25
from catalint.search.document import NAME, Document
from catalint.search.tokenization import PLAIN
from catalint_rules.analyses.lexicon import LEXICON, Lexicon
from catalint_rules.analyses.misses import Limits, is_missed
from catalint_rules.descriptions.language import is_english
from catalint_rules.wording import fit, quote


@dataclass(frozen=True)
class Options:
    """How far a sibling has to be ahead."""

    # Below a tenth the order hangs on details of a tokeniser or on one more word in a text.
    min_lead: float = option(1.1, "Least lead of the sibling: its score divided by the tool's.", minimum=1)


@dataclass(frozen=True, eq=False, slots=True)
class Ahead:
    """A sibling that comes first for each of the words of a tool's purpose; `words` are spelled as the tool does.

    `score` and `own` are the scores of the sibling and of the tool; `lead` is their quotient, under the profile of
    tokenisation that gives more.
    """

    sibling: Tool
    words: tuple[str, ...]
    score: float
    own: float
    lead: float


class OutrankedTool(CatalogRule[Options]):
    """Tools that no search by their purpose can bring up first."""

    meta = Meta(
        id="outranked-tool",
        summary="A sibling comes first in every search for the tool's purpose",
        severity=Severity.WARNING,
        precision="medium",
        tags=("discoverability",),
        evidence=(
            "https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool",
            "https://www.anthropic.com/engineering/writing-tools-for-agents",
        ),
    )
    options_type = Options

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Compare each tool, word by word of its purpose, with the siblings that have all of them."""
        index = ctx.get(SEARCH).within(catalog)
        lexicon = ctx.get(LEXICON)
        for tool in catalog.visible:
            words = _purpose(index.documents[index.position[tool]], lexicon)
            sibling = _find_sibling(index, tool, words)
            if sibling is None or _is_twin(index, tool, sibling) or not is_english(tool.description, ctx):
                continue
            ahead = _compare(index, ctx.get(SEARCH).within(catalog, PLAIN), tool, sibling, words)
            # a tool that is missed altogether has a finding that says more
            if ahead.lead >= self.options.min_lead and not is_missed(tool, catalog, ctx, Limits()):
                yield self._report(tool, ahead, index)

    def _report(self, tool: Tool, ahead: Ahead, index: Bm25) -> Finding:
        sibling = ahead.sibling
        query = " ".join(ahead.words)
        own, other = (index.documents[index.position[each]].length for each in (tool, sibling))
        ends = (
            f"brings up {quote(sibling.name)} first in a BM25 tool search ({ahead.score:.2f} against {ahead.own:.2f})"
        )
        always = ", whichever of the words are used" if len(ahead.words) > 1 else ""
        if own > other:
            cause = f"Its {own} words dilute them (there: {other})"
        else:
            cause = f"There they are repeated ({other} words against {own})"
        action = f"open with what {quote(sibling.name)} does not do"
        named = f"{quote(query)}, the purpose of {quote(tool.name)}, {ends}"
        unnamed = f"{quote(query)}, its own purpose, {ends}"
        message = fit(
            f"{named}{always}. {cause}: {action}",
            f"{named}{always}: {action}",
            f"{named}: {action}",
            f"{unnamed}: {action}",
            f"{unnamed}. {cause}",
            unnamed,
        )
        return self.finding(
            tool.at("description") if tool.description else tool.at("name"),
            message,
            related=(Related(sibling.at("name"), f"comes before it for {quote(query)}"),),
            key=sibling.name,
            data={
                "query": query,
                "ahead": sibling.name,
                "score": round(ahead.own, 3),
                "score_ahead": round(ahead.score, 3),
                "lead": round(ahead.lead, 3),
            },
        )


def _purpose(document: Document, lexicon: Lexicon) -> Mapping[str, str]:
    """The terms of a tool's first sentence and name, each as it is written there.

    A verb of reading that only opens the name (`get_`, `lookup_`) is left out: searches for reading tools are worded in
    many other ways.
    """
    words = dict(_spelled(document, first_sentence(document.tool.description)))
    if not words:
        return {}
    for number, (term, part) in enumerate(_spelled(document, document.tool.name)):
        if not part.isdecimal() and not (number == 0 and lexicon.verb(part) == "get"):
            words.setdefault(term, part)
    return words


def _spelled(document: Document, text: str) -> Iterator[tuple[str, str]]:
    for word in document.profile.words(text):
        yield from zip(word.terms, word.parts, strict=True)


def _is_twin(index: Bm25, tool: Tool, sibling: Tool) -> bool:
    """True for tools of one description or with the same words in their names: other rules report those."""
    names = [frozenset(index.documents[index.position[each]].counted[NAME].terms) for each in (tool, sibling)]
    return tool.description == sibling.description or names[0] == names[1]


def _find_sibling(index: Bm25, tool: Tool, terms: Iterable[str]) -> Tool | None:
    """The sibling with the highest score of those in which each of the terms weighs more than in the tool."""
    position = index.position[tool]
    by_rarity = sorted(terms, key=lambda term: (index.frequency(term), term))
    if not by_rarity:
        return None
    rivals = [rival for rival in index.weights(by_rarity[0]) if rival != position]
    for term in by_rarity:
        weights = index.weights(term)
        own = weights[position]
        rivals = [rival for rival in rivals if weights.get(rival, 0.0) > own]
    if not rivals:
        return None
    scores = index.scores(by_rarity)
    return index.documents[max(rivals, key=lambda rival: (scores[rival], -rival))].tool


def _compare(index: Bm25, plain: Bm25, tool: Tool, sibling: Tool, words: Mapping[str, str]) -> Ahead:
    """How far a sibling is ahead; no lead if it is behind under the plain profile: no verdict may hang on stems."""
    score, own = (_score(index, each, words) for each in (sibling, tool))
    plain_score, plain_own = (_score(plain, each, words.values()) for each in (sibling, tool))
    leads = (score / own, plain_score / plain_own if plain_own else 0.0)
    return Ahead(sibling, tuple(words.values()), score, own, max(leads) if min(leads) > 1 else 0.0)


def _score(index: Bm25, tool: Tool, terms: Iterable[str]) -> float:
    position = index.position[tool]
    return sum(index.weights(term).get(position, 0.0) for term in terms)
