"""How findable each tool is by meaning: short queries of its most sayable words, among words that it may lack.

A query has one or two of the tool's words and, on average, some that anyone might add. What those add to each tool's
score is taken as normally distributed, with the mean and the spread that words drawn by their frequency in the catalog
have. So for each rival there is a chance that it comes first, and the number of those before the tool is taken as
Poisson distributed.
"""

from __future__ import annotations

from typing import Any

from catalint.search.bm25 import Bm25
from catalint.search.embedding import EmbeddingSearch
from catalint.search.estimate import WORDS, chance_with_rivals, combined, short_queries
from catalint.search.explanation import spellings
from catalint.search.findability import Findability, judge
from catalint.search.sayability import sayable_terms

# Words of a query that the tool lacks. Of 0 to 8, 1 and 2 rank tools best on labelled searches.
STRANGE_WORDS = 2
# Slope at which a logistic function comes nearest to that of the normal distribution.
_NORMAL = 1.702

# Logistic function fitted by tests/eval/retrievers.py, the weight of the share set, as for BM25.
INTERCEPT = 0.09
SHARE_WEIGHT = 0.2
BASE_WEIGHT = 0.61


def judge_embeddings(index: Bm25, search: EmbeddingSearch) -> tuple[Findability, ...]:
    """Judge all tools of an index whose documents are those of the search, in the order of its documents."""
    if not len(index):
        return ()
    crowd = _Crowd(search)
    verdicts = []
    for position, (document, base) in enumerate(zip(index.documents, judge(index), strict=True)):
        words = sayable_terms(index, document, WORDS)
        written = spellings(document)
        queries = list(short_queries(words))
        vectors = [
            sum(search.vectors.word(written.get(word.term, word.term)) for word in query) for _, query in queries
        ]
        chances = crowd.found(position, vectors)
        share = sum(weight * chance for (weight, _), chance in zip(queries, chances, strict=True))
        probability = combined(base.probability, share, INTERCEPT, SHARE_WEIGHT, BASE_WEIGHT)
        verdicts.append(Findability(document.tool, probability, share, base.score, words))
    return tuple(verdicts)


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

    def found(self, position: int, queries: list[Any]) -> list[float]:
        """The chance that a tool is among the first five, for each query."""
        import numpy as np

        if not queries:
            return []
        row = self._rows[position]
        scores = np.array(queries) @ self._rows.T + self._shift
        # variance of the difference of two sums of the same words
        variance = self._own + self._own[position] - 2 * (self._rows @ (self._spread @ row))
        gaps = (scores[:, position : position + 1] - scores) / np.sqrt(np.maximum(variance, 1e-9))
        before = 1 / (1 + np.exp(np.minimum(_NORMAL * gaps, 80)))
        expected = before.sum(axis=1) - before[:, position]
        return [chance_with_rivals(max(0.0, float(value))) for value in expected]
