"""How findable each tool is by meaning: short queries of its most sayable words, among words that it may lack.

A query has one or two of the tool's words and, on average, some that anyone might add. What those add to each tool's
score is taken as normally distributed, with the mean and the spread that words drawn by their frequency in the catalog
have. So for each rival there is a chance that it comes first, and the number of those before the tool is taken as
Poisson distributed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from catalint.search.bm25 import Bm25
from catalint.search.document import Document
from catalint.search.embedding import EmbeddingSearch
from catalint.search.estimate import WORDS, chance_with_rivals, combined, short_queries
from catalint.search.explanation import spellings
from catalint.search.findability import Findability, judge
from catalint.search.sayability import Sayable, sayable_terms

# Words of a query that the tool lacks. Of 0 to 8, 1 and 2 rank tools best on labelled searches.
STRANGE_WORDS = 2
# Tools whose queries are scored at once: of 10,000 tools, 30 MB.
_BLOCK = 64
# Slope at which a logistic function comes nearest to that of the normal distribution.
_NORMAL = 1.702

# Logistic function fitted by tests/eval/retrievers.py, the weight of the share set, as for BM25.
INTERCEPT = 0.18
SHARE_WEIGHT = 0.2
BASE_WEIGHT = 0.5


def judge_embeddings(index: Bm25, search: EmbeddingSearch) -> tuple[Findability, ...]:
    """Judge all tools of an index whose documents are those of the search, in the order of its documents."""
    if not len(index):
        return ()
    crowd = _Crowd(search)
    bases = judge(index)
    verdicts: list[Findability] = []
    for start in range(0, len(index), _BLOCK):
        block = index.documents[start : start + _BLOCK]
        words = [sayable_terms(index, document, WORDS) for document in block]
        queries = [list(short_queries(each)) for each in words]
        vectors = [_vectors(search, document, each) for document, each in zip(block, queries, strict=True)]
        for number, chances in enumerate(crowd.found(start, vectors)):
            base = bases[start + number]
            share = sum(weight * chance for (weight, _), chance in zip(queries[number], chances, strict=True))
            probability = combined(base.probability, share, INTERCEPT, SHARE_WEIGHT, BASE_WEIGHT)
            verdicts.append(Findability(base.tool, probability, share, base.score, words[number]))
    return tuple(verdicts)


def _vectors(
    search: EmbeddingSearch, document: Document, queries: Sequence[tuple[float, Sequence[Sayable]]]
) -> list[Any]:
    written = spellings(document)
    return [sum(search.vectors.word(written.get(word.term, word.term)) for word in query) for _, query in queries]


class _Crowd:
    """The rivals of a tool: for each, how likely words that are added to a query bring it to the front."""

    def __init__(self, search: EmbeddingSearch) -> None:
        import numpy as np

        frequencies: dict[str, int] = {}
        for counts in search.counts:
            for word in counts:
                frequencies[word] = frequencies.get(word, 0) + 1
        weights = np.array(list(frequencies.values()), np.float32)
        weights /= max(1.0, float(weights.sum()))
        vectors = np.array([search.vectors.word(word) for word in frequencies])
        self._rows = search.matrix
        mean = weights @ vectors if len(vectors) else np.zeros(self._rows.shape[1], np.float32)
        spread = (vectors.T * weights) @ vectors - np.outer(mean, mean) if len(vectors) else np.outer(mean, mean)
        self._shift = STRANGE_WORDS * (self._rows @ mean)
        self._spread = STRANGE_WORDS * spread
        self._own = ((self._rows @ self._spread) * self._rows).sum(axis=1)

    def found(self, start: int, queries: Sequence[Sequence[Any]]) -> Iterator[list[float]]:
        """The chances that each of a block of tools is among the first five, for each of its queries."""
        import numpy as np

        # two large products a block: many small ones cost more in the threads that share them than in themselves
        rows = self._rows[start : start + len(queries)]
        flat = [vector for each in queries for vector in each]
        scores = np.array(flat).reshape(len(flat), self._rows.shape[1]) @ self._rows.T + self._shift
        shared = (rows @ self._spread) @ self._rows.T
        first = 0
        for number, each in enumerate(queries):
            own = scores[first : first + len(each)]
            first += len(each)
            position = start + number
            # variance of the difference of two sums of the same words
            variance = self._own + self._own[position] - 2 * shared[number]
            chances = own[:, position : position + 1] - own
            chances *= _NORMAL / np.sqrt(np.maximum(variance, 1e-9))
            with np.errstate(over="ignore"):  # far ahead: 1 / infinity is the chance of being overtaken
                np.exp(chances, out=chances)
            chances += 1
            np.reciprocal(chances, out=chances)
            expected = chances.sum(axis=1) - chances[:, position]
            yield [chance_with_rivals(max(0.0, float(value))) for value in expected]
