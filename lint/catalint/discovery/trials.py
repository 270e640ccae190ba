"""Searches for a tool by its own words, phrased in the ways that people and models phrase them, with what comes first.

By enough of its own words nearly every tool is found, so these searches predict nothing by themselves. They show where
a tool stands and what stands before it, and anyone can repeat them with `catalint search`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from catalint.model import Tool
from catalint.queries import drafting
from catalint.search.bm25 import Bm25
from catalint.search.document import ARGUMENT_DESCRIPTION, DESCRIPTION, Document
from catalint.search.explanation import spellings
from catalint.search.findability import Findability
from catalint.search.retriever import TOP, Hit, Retriever
from catalint.search.tokenization import Word
from catalint.words import split_identifier

# The ways of asking, from many words to few.
STYLES: Mapping[str, str] = {
    "sentence": "what the tool does, as its first sentence says it",
    "name": "the words of the tool's name",
    "three words": "the three words of the tool that a search for it most likely has",
    "two words": "the two words of the tool that a search for it most likely has",
    "one word": "the word of the tool that a search for it most likely has",
}

# A hit with this share of a tool's score is close to it: the words of the asker's own are mostly worth more than that.
_CLOSE = 0.8
# A brand is in two parts at most, and a first part that is not capitalised has two letters at most.
_BRAND = 2
# Of a rank beyond this, what comes right behind is of no interest.
_LISTED = 20


@dataclass(frozen=True, slots=True)
class Phrasing:
    """A search for a tool in one of the `STYLES`."""

    style: str
    query: str


@dataclass(frozen=True, slots=True)
class Trial:
    """What a search brought: the tool's rank, 1-based, 0 if it is no hit, and the hits around it.

    `ahead` has at most `TOP` hits: those before the tool, all of the first if it is no hit. `close` has at most `TOP`
    hits that come right behind it, with nearly its score: a further word of the query may put them before it.
    """

    phrasing: Phrasing
    rank: int
    ahead: tuple[Hit, ...]
    close: tuple[Hit, ...] = ()

    @property
    def missed(self) -> bool:
        """True if the tool is not among the first `TOP`."""
        return not 0 < self.rank <= TOP


def phrasings(document: Document, verdict: Findability) -> tuple[Phrasing, ...]:
    """The searches for a tool, each query once, in the order of `STYLES`."""
    words = list(dict.fromkeys(likely_words(document, verdict).values()))
    tool = document.tool
    queries = {
        "sentence": drafting.query(tool) if tool.description else "",
        "name": " ".join(split_identifier(tool.name)),
        "three words": " ".join(words[:3]),
        "two words": " ".join(words[:2]),
        "one word": " ".join(words[:1]),
    }
    found: dict[str, str] = {}
    for style in STYLES:
        if queries[style]:
            found.setdefault(queries[style].lower(), style)
    return tuple(Phrasing(style, queries[style]) for style in found.values())


def likely_words(document: Document, verdict: Findability) -> Mapping[str, str]:
    """The terms of a tool that a search for it most likely has, each as people type it."""
    spelled = spell(document)
    added = of_client(document)
    return {word.term: spelled.get(word.term, word.term) for word in verdict.words if word.term not in added}


def of_client(document: Document) -> frozenset[str]:
    """The terms that a client puts into a tool's name and that are of neither tool nor server, such as `mcp`."""
    if not document.name:
        return frozenset()
    tool = document.tool
    own = Document(tool, document.profile)
    known = own.terms.keys() | document.profile.count(tool.server).terms.keys()
    return frozenset(document.terms.keys() - known)


def spell(document: Document) -> Mapping[str, str]:
    """Each term of a tool as a word that people type: `arXiv` and not `ar`, but `parcel` of `getParcel`."""
    spelled = dict(spellings(document))
    for field in (DESCRIPTION, ARGUMENT_DESCRIPTION):
        for text in document.texts[field]:
            for word in document.profile.words(text):
                # GitHub and arXiv are words, userId and listOpenOrders are identifiers
                if word.joined and _is_brand(word):
                    spelled.update(dict.fromkeys(word.terms, word.text))
    return spelled


def _is_brand(word: Word) -> bool:
    return 0 < len(word.parts) <= _BRAND and (word.text[0].isupper() or len(word.parts[0]) <= _BRAND)


def attempt(retriever: Retriever, size: int, tool: Tool, phrasing: Phrasing) -> Trial:
    """Search for a tool; `size` is the number of tools that the search is over."""
    if not isinstance(retriever, Bm25):
        return _trial(tool, phrasing, retriever.find(phrasing.query, size))
    # the rank by counting what scores more: a catalog of thousands has too many hits to write them all down
    position = retriever.position[tool]
    terms = list(retriever.query_terms(phrasing.query))
    if position not in retriever.scores(terms):
        return Trial(phrasing, 0, retriever.search(phrasing.query))
    rank = retriever.rank(position, terms)
    if rank > _LISTED:
        return Trial(phrasing, rank, retriever.search(phrasing.query))
    return _trial(tool, phrasing, retriever.search(phrasing.query, rank + TOP))


def _trial(tool: Tool, phrasing: Phrasing, hits: tuple[Hit, ...]) -> Trial:
    rank = next((rank for rank, hit in enumerate(hits, start=1) if hit.tool is tool), 0)
    if not rank:
        return Trial(phrasing, 0, hits[:TOP])
    least = hits[rank - 1].score * _CLOSE
    close = tuple(hit for hit in hits[rank : rank + TOP] if hit.score >= least)
    return Trial(phrasing, rank, hits[: min(TOP, rank - 1)], close)


def best(trials: Sequence[Trial]) -> Trial | None:
    """The trial with the best rank; of equal ones the last, which has the fewest words."""
    return min(reversed(trials), key=_order, default=None)


def worst(trials: Sequence[Trial]) -> Trial | None:
    """The trial with the worst rank; of equal ones the last, which has the fewest words."""
    return max(reversed(trials), key=_order, default=None)


def _order(trial: Trial) -> float:
    return trial.rank or float("inf")


def winners(trials: Sequence[Trial]) -> Iterator[Hit]:
    """The hits before the tool in the trials that miss it, worst trial first, each tool once."""
    seen: set[Tool] = set()
    for trial in sorted((trial for trial in trials if trial.missed), key=_order, reverse=True):
        for hit in trial.ahead:
            if hit.tool not in seen:
                seen.add(hit.tool)
                yield hit
