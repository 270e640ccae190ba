"""Why a tool is hard to find, shown with searches that anyone can repeat, and what would change that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from catalint.model import Tool
from catalint.prose import first_sentence
from catalint.search.bm25 import Bm25
from catalint.search.document import ARGUMENT_NAME, DESCRIPTION, NAME, Document
from catalint.search.findability import Findability
from catalint.search.retriever import TOP


@dataclass(frozen=True, slots=True)
class Trial:
    """A query made of a tool's own terms: the tool's rank in it (1-based), and the first of those that come before."""

    terms: tuple[str, ...]
    rank: int
    ahead: tuple[Tool, ...]

    @property
    def missed(self) -> bool:
        """True if the query does not bring the tool up. A query without terms says nothing, so it misses nothing."""
        return self.rank > TOP


@dataclass(frozen=True, slots=True)
class OwnTrials:
    """Searches for a tool by its own words: those of its name as people say it, and its two and three most sayable."""

    name: Trial
    two: Trial
    three: Trial


def own_trials(index: Bm25, verdict: Findability, name: Sequence[str]) -> OwnTrials:
    """Search for a tool by its own words; `name` are the terms of its name."""
    terms = [word.term for word in verdict.words]
    return OwnTrials(*(try_terms(index, verdict.tool, query) for query in (name, terms[:2], terms[:3])))


def spoken_names(index: Bm25, is_verb: Callable[[str], bool]) -> Mapping[Tool, Mapping[str, str]]:
    """The terms of each tool's name that a person would say, as they are spelled: without numbers and the namespace.

    The namespace is what more than half of the names begin with (`jira_`), since nobody says it who has these tools;
    but what is done is said, even if all tools do it (`get_`).
    """
    names = [tuple(_spelled(document, document.tool.name).items()) for document in index.documents]
    beginnings = Counter(name[:length] for name in names for length in range(1, len(name)))
    spoken: dict[Tool, Mapping[str, str]] = {}
    for document, name in zip(index.documents, names, strict=True):
        start = 0
        while start + 1 < len(name) and 2 * beginnings[name[: start + 1]] > len(names) and not is_verb(name[start][1]):
            start += 1
        spoken[document.tool] = {term: part for term, part in name[start:] if not term.isdecimal()}
    return spoken


def _spelled(document: Document, text: str) -> Mapping[str, str]:
    """The terms of a text in its order, each as it is first written, in lower case."""
    found: dict[str, str] = {}
    for word in document.profile.words(text):
        for term, part in zip(word.terms, word.parts, strict=True):
            found.setdefault(term, part)
    return found


def try_terms(index: Bm25, tool: Tool, terms: Sequence[str]) -> Trial:
    """Search for a tool by some terms."""
    position = index.position[tool]
    totals = index.scores(terms)
    own = totals.pop(position, 0.0)
    before = [(rival, total) for rival, total in totals.items() if total > own or (total == own and rival < position)]
    before.sort(key=lambda item: (-item[1], item[0]))
    ahead = tuple(index.documents[rival].tool for rival, _ in before[:TOP])
    return Trial(tuple(terms), 1 + len(before), ahead)


def is_missed(index: Bm25, tool: Tool, terms: Iterable[str]) -> bool:
    """Whether a search for some terms does not bring a tool up: what `try_terms` says, had faster."""
    return index.count_before(index.position[tool], terms, TOP) >= TOP


def rank_if_short(index: Bm25, tool: Tool, terms: Iterable[str], last: int, least: int = 0) -> int:
    """The rank that a tool would have if its text were its name, its first sentence and the names of its arguments.

    With fewer than `least` words it has as many more as it lacks, none of them one of `terms`. Of this and the
    functions below, a rank behind `last` is that of the next place.
    """
    position = index.position[tool]
    document = index.documents[position]
    sentence = document.profile.count(first_sentence(tool.description))
    kept = (document.counted[NAME], sentence, document.counted[ARGUMENT_NAME])
    length = max(least, sum(counted.length for counted in kept))
    wanted = tuple(terms)
    own = sum(index.weight_if(term, sum(counted.terms.get(term, 0) for counted in kept), length) for term in wanted)
    return 1 + index.count_before(position, wanted, last, own)


def rank_if_said(index: Bm25, tool: Tool, terms: Iterable[str], last: int) -> tuple[int, tuple[str, ...]]:
    """The rank that a tool would have if its description had those of some terms that it lacks, and these terms.

    The rank of the tool as it is, and none, if it has them all.
    """
    said = index.documents[index.position[tool]].counted[DESCRIPTION].terms
    wanted = tuple(terms)
    lacking = tuple(term for term in wanted if term not in said)
    return rank_if_repeated(index, tool, wanted, lacking, last), lacking


def rank_if_repeated(index: Bm25, tool: Tool, terms: Iterable[str], repeated: Collection[str], last: int) -> int:
    """The rank for some terms that a tool would have if its text said those of them that are `repeated` once more."""
    position = index.position[tool]
    document = index.documents[position]
    wanted = tuple(terms)
    length = document.length + len(repeated)
    own = sum(index.weight_if(term, document.terms.get(term, 0) + (term in repeated), length) for term in wanted)
    return 1 + index.count_before(position, wanted, last, own if repeated else None)


def spellings(document: Document) -> Mapping[str, str]:
    """Each term of a tool as it is first written, in lower case: in its name, else further down."""
    return _spelled(document, "\n".join(text for texts in document.texts.values() for text in texts))
