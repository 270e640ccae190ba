"""BM25 as Anthropic's tool search has it: names, descriptions, argument names and argument descriptions, top five.

score(tool, query) = sum over the distinct terms t of the query of

    ln(1 + (N - df + 0.5) / (df + 0.5)) * tf * (k1 + 1) / (tf + k1 * (1 - b + b * length / mean length))

with N tools, df of them with t, tf occurrences in all four fields together, and lengths in words. k1 = 1.5 and b = 0.75
are the usual values; between 1.2 and 3, and 0.75 and 1, they hardly change which tools are found. What the hosted
search does beyond the fields and the number of results is not published: its tokenisation may differ from ours.
"""

from __future__ import annotations

import heapq
import math
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from catalint.model import Tool
from catalint.search.document import FIELDS, Document
from catalint.search.retriever import TOP, Hit, Match, tie_break
from catalint.search.tokenization import ENGLISH, Profile

K1 = 1.5
B = 0.75

# More than the sums of a few weights can be off, and less than the weights of documents differ by.
_ROUNDING = 1e-9


class Bm25:
    """An inverted index over documents. Implements `Retriever`.

    Nothing in it changes once it is built but `effort`, the number of documents that `count_before` has looked at: who
    asks for each of thousands of documents can stop before that takes minutes.
    """

    def __init__(
        self, documents: Iterable[Document], profile: Profile = ENGLISH, *, k1: float = K1, b: float = B
    ) -> None:
        # the order of ties is the order of the index, so that a position can stand for the whole tie-break
        self.documents: Sequence[Document] = sorted(documents, key=lambda document: tie_break(document.tool))
        self.profile = profile
        self.effort = 0
        self._k1 = k1
        self._b = b
        self._weights: dict[str, Mapping[int, float]] = {}
        self._rarities: dict[str, float] = {}
        self._ranked: dict[str, tuple[Sequence[float], Sequence[int]]] = {}
        self._heaviest: dict[str, Sequence[tuple[float, int]]] = {}
        postings: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        for position, document in enumerate(self.documents):
            joined = document.joined
            for term, count in document.terms.items():
                postings[term].append((position, count + joined.get(term, 0) if joined else count))
            for term, count in joined.items():
                if term not in document.terms:
                    postings[term].append((position, count))
        self._postings: Mapping[str, Sequence[tuple[int, int]]] = dict(postings)

    def __len__(self) -> int:
        return len(self.documents)

    @cached_property
    def position(self) -> Mapping[Tool, int]:
        """Where each tool stands in `documents`."""
        return {document.tool: position for position, document in enumerate(self.documents)}

    @cached_property
    def mean_length(self) -> float:
        """Mean number of words of a document."""
        return sum(document.length for document in self.documents) / max(1, len(self.documents))

    @cached_property
    def _penalties(self) -> Sequence[float]:
        return [self._penalty(document.length) for document in self.documents]

    def _penalty(self, length: float) -> float:
        """What stands beside tf below the line: k1 * (1 - b + b * length / mean length)."""
        return self._k1 * (1 - self._b + self._b * length / (self.mean_length or 1.0))

    @property
    def vocabulary(self) -> Iterable[str]:
        """All terms of the index."""
        return self._postings

    def frequency(self, term: str) -> int:
        """Number of tools that have a term."""
        return len(self._postings.get(term, ()))

    def idf(self, term: str) -> float:
        """Weight of a term by its rarity: ln(1 + (N - df + 0.5) / (df + 0.5))."""
        rarity = self._rarities.get(term)
        if rarity is None:
            frequency = self.frequency(term)
            rarity = math.log1p((len(self.documents) - frequency + 0.5) / (frequency + 0.5))
            self._rarities[term] = rarity
        return rarity

    def weights(self, term: str) -> Mapping[int, float]:
        """What a term gives each document that has it, by the document's position."""
        found = self._weights.get(term)
        if found is None:
            scale = self.idf(term) * (self._k1 + 1)
            penalties = self._penalties
            found = {
                position: scale * count / (count + penalties[position])
                for position, count in self._postings.get(term, ())
            }
            self._weights[term] = found
        return found

    def heavier(self, term: str, position: int) -> Sequence[int]:
        """The positions of the documents in which a term weighs more than in one that has it, the heaviest last."""
        ranked = self._ranked.get(term)
        if ranked is None:
            pairs = sorted((weight, place) for place, weight in self.weights(term).items())
            ranked = self._ranked[term] = [weight for weight, _ in pairs], [place for _, place in pairs]
        ordered, places = ranked
        return places[bisect_right(ordered, self.weights(term)[position]) :]

    def scores(self, terms: Iterable[str]) -> dict[int, float]:
        """The scores of all documents that have any of the distinct terms, by position."""
        totals: dict[int, float] = {}
        for term in dict.fromkeys(terms):
            for position, weight in self.weights(term).items():
                totals[position] = totals.get(position, 0.0) + weight
        return totals

    def weight_if(self, term: str, count: int, length: int) -> float:
        """What a term would give a document that had it `count` times among `length` words."""
        return self.idf(term) * (self._k1 + 1) * count / (count + self._penalty(length)) if count else 0.0

    def rank(self, position: int, terms: Iterable[str], own: float | None = None) -> int:
        """Rank of a document for a query of terms, 1-based; `own` replaces its score."""
        totals = self.scores(terms)
        score = totals.pop(position, 0.0) if own is None else own
        totals.pop(position, None)
        return 1 + sum(1 for rival, total in totals.items() if total > score or (total == score and rival < position))

    def count_before(self, position: int, terms: Iterable[str], most: int, own: float | None = None) -> int:
        """How many documents come before one for a query of terms, counted up to `most`; `own` replaces its score.

        As `rank` has it, but looks only at documents that can come before it, the likeliest first, and at no more than
        it has to: where half of a large catalog has a word, `rank` takes a thousand times as long.
        """
        wanted = tuple(dict.fromkeys(terms))
        columns = [self.weights(term) for term in wanted]
        score = _total(columns, position) if own is None else own
        # by rarity: a document without the rare words has to make up for them with what the others give at most
        order = sorted(range(len(columns)), key=lambda number: len(columns[number]))
        heaviest = [self._by_weight(term) for term in wanted]
        rest = sum(pairs[0][0] for pairs in heaviest if pairs) + _ROUNDING
        before = 0
        for step, number in enumerate(order):
            passed = [columns[each] for each in order[:step]]
            if rest < score:
                break
            pairs = heaviest[number]
            rest -= pairs[0][0] if pairs else 0.0
            for weight, rival in pairs:
                self.effort += 1
                if weight + rest < score:
                    break
                for column in passed:
                    if rival in column:  # looked at, or too light
                        break
                else:
                    total = 0.0
                    for column in columns:
                        total += column.get(rival, 0.0)
                    if total > score or (total == score and rival < position):
                        before += rival != position
                        if before >= most:
                            return before
        return before

    def _by_weight(self, term: str) -> Sequence[tuple[float, int]]:
        """What a term gives each document that has it, the most first, and of equals in the order of documents."""
        pairs = self._heaviest.get(term)
        if pairs is None:
            pairs = [(weight, position) for position, weight in self.weights(term).items()]
            pairs.sort(key=lambda pair: (-pair[0], pair[1]))
            self._heaviest[term] = pairs
        return pairs

    def query_terms(self, query: str) -> Mapping[str, str]:
        """The distinct terms of a query, each with the word that it came from.

        A word that is split (GitHub) is looked up as a whole where any tool has it so, else by its parts.
        """
        words: dict[str, str] = {}
        for word in self.profile.words(query):
            whole = word.joined if word.joined in self._postings else ""
            for term in (whole,) if whole else word.terms:
                words.setdefault(term, word.text)
        return words

    def search(self, query: str, limit: int = TOP) -> tuple[Hit, ...]:
        """Return the best tools, at most `limit`."""
        words = self.query_terms(query)
        totals = self.scores(words)
        best = heapq.nsmallest(limit, totals.items(), key=lambda item: (-item[1], item[0]))
        return tuple(self._hit(position, score, words) for position, score in best)

    def find(self, task: str, limit: int = TOP) -> tuple[Hit, ...]:
        """Search for the words of a task."""
        return self.search(task, limit)

    def missing(self, query: str) -> tuple[str, ...]:
        """The words of a query that no tool has, in their order; stop words are not counted."""
        words = self.profile.words(query)
        known = {word.text for word in words if any(term in self._postings for term in (*word.terms, word.joined))}
        return tuple(dict.fromkeys(word.text for word in words if word.text not in known))

    def _hit(self, position: int, score: float, words: Mapping[str, str]) -> Hit:
        document = self.documents[position]
        shares: dict[str, tuple[float, frozenset[str]]] = {}
        for term, word in words.items():
            weight = self.weights(term).get(position)
            if weight is not None:
                share, fields = shares.get(word, (0.0, frozenset()))
                shares[word] = (share + weight, fields | frozenset(document.fields_with(term)))
        matches = [
            Match(word, share, tuple(field for field in FIELDS if field in fields))
            for word, (share, fields) in shares.items()
        ]
        matches.sort(key=lambda match: (-match.score, match.word))
        return Hit(document.tool, score, tuple(matches))


def _total(columns: Iterable[Mapping[int, float]], position: int) -> float:
    """The score of a document, added up just as `Bm25.scores` does, so that equal documents are level."""
    total = 0.0
    for column in columns:
        total += column.get(position, 0.0)
    return total
