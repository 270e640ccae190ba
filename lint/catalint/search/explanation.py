"""Why a tool is hard to find, shown with searches that anyone can repeat, and what would change that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from catalint.model import Tool
from catalint.prose import first_sentence
from catalint.search.bm25 import Bm25
from catalint.search.document import ARGUMENT_NAME, NAME, Document
from catalint.search.findability import Findability
from catalint.search.retriever import TOP

# A word in more tools than this does not set a tool apart.
_COMMON = 0.2
# Words tried for each tool.
_TRIED = 8


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
    """Searches for a tool by its own words: those of its name (numbers apart), and its two and three most sayable."""

    name: Trial
    two: Trial
    three: Trial

    @property
    def missed(self) -> bool:
        """True if the name does not bring the tool up, and its most sayable words, two or three of them, do not either.

        Of the tools with a probability below one half that are among the worst tenth of their catalog, those of which
        this is true under both profiles of tokenisation were missed by 77 % (StableToolBench), 70 % (the same, each
        category a catalog) and 77 % (BFCL) of their labelled searches; of all tools 37, 23 and 25 % are.
        """
        return self.name.missed and (self.two.missed or self.three.missed)


def own_trials(index: Bm25, verdict: Findability) -> OwnTrials:
    """Search for a tool by its own words."""
    document = index.documents[index.position[verdict.tool]]
    name = [term for term in document.counted[NAME].terms if not term.isdecimal()]
    terms = [word.term for word in verdict.words]
    name_trial, two, three = (try_terms(index, verdict.tool, query) for query in (name, terms[:2], terms[:3]))
    return OwnTrials(name_trial, two, three)


def try_terms(index: Bm25, tool: Tool, terms: Sequence[str]) -> Trial:
    """Search for a tool by some terms."""
    position = index.position[tool]
    totals = index.scores(terms)
    own = totals.pop(position, 0.0)
    before = [(rival, total) for rival, total in totals.items() if total > own or (total == own and rival < position)]
    before.sort(key=lambda item: (-item[1], item[0]))
    ahead = tuple(index.documents[rival].tool for rival, _ in before[:TOP])
    return Trial(tuple(terms), 1 + len(before), ahead)


def rank_if_short(index: Bm25, tool: Tool, terms: Iterable[str]) -> int:
    """The rank that a tool would have if its text were its name, its first sentence and the names of its arguments."""
    position = index.position[tool]
    document = index.documents[position]
    sentence = document.profile.count(first_sentence(tool.description))
    kept = (document.counted[NAME], sentence, document.counted[ARGUMENT_NAME])
    length = sum(counted.length for counted in kept)
    wanted = tuple(terms)
    own = sum(index.weight_if(term, sum(counted.terms.get(term, 0) for counted in kept), length) for term in wanted)
    return index.rank(position, wanted, own)


def lifting_word(index: Bm25, tool: Tool, terms: Sequence[str], telling: Callable[[str], bool]) -> str:
    """The tool's own term that brings it up best when a query has it too; empty if none brings it among the first five.

    Only terms that `telling` accepts and that few other tools have are tried; those that the query, the name or the
    first sentence have already are left out. Equal ranks: the term that the tool says more often, then the alphabet.
    """
    position = index.position[tool]
    document = index.documents[position]
    said = {*terms, *document.counted[NAME].terms, *document.profile.count(first_sentence(tool.description)).terms}
    candidates = [
        term
        for term in document.terms
        if term not in said and index.frequency(term) <= _COMMON * len(index) and term.isalpha() and telling(term)
    ]
    # the strongest few are enough: a weaker word can't bring the tool up further
    candidates.sort(key=lambda term: (-index.weights(term)[position], term))
    ranked = [(index.rank(position, (*terms, term)), -document.terms[term], term) for term in candidates[:_TRIED]]
    best = min(ranked, default=None)
    return best[2] if best and best[0] <= TOP else ""


def spellings(document: Document) -> Mapping[str, str]:
    """Each term of a tool as it is first written, in lower case: in its name, else further down."""
    found: dict[str, str] = {}
    for texts in document.texts.values():
        for text in texts:
            for word in document.profile.words(text):
                for term, part in zip(word.terms, word.parts, strict=True):
                    found.setdefault(term, part)
    return found
