"""How findable each tool is by regular expressions, from patterns that a model would write for it.

For the short queries of a tool's most sayable words the pattern is written as for a task (`(?i)mail.*send|send.*mail`,
`(?i)invoice`) and the tool's place among the matches is counted. Where several tools match in equally good fields, each
of them may come first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from catalint.search.bm25 import Bm25
from catalint.search.document import Document
from catalint.search.estimate import WORDS, chance_among_level, combined, short_queries
from catalint.search.explanation import spellings
from catalint.search.findability import Findability, judge
from catalint.search.pattern import PatternSearch, words_of
from catalint.search.sayability import sayable_terms

# Logistic function fitted by tests/eval/retrievers.py, the weight of the share set, as for BM25.
INTERCEPT = -1.49
SHARE_WEIGHT = 0.2
BASE_WEIGHT = 0.64


def judge_patterns(index: Bm25, search: PatternSearch) -> tuple[Findability, ...]:
    """Judge all tools of an index whose documents are those of the search, in the order of its documents."""
    rankings = _Rankings(search)
    verdicts = []
    for position, (document, base) in enumerate(zip(index.documents, judge(index), strict=True)):
        words = sayable_terms(index, document, WORDS)
        written = _written(document)
        share = 0.0
        for weight, query in short_queries(words):
            share += weight * rankings.chance(position, [written[word.term] for word in query if word.term in written])
        probability = combined(base.probability, share, INTERCEPT, SHARE_WEIGHT, BASE_WEIGHT)
        verdicts.append(Findability(document.tool, probability, share, base.score, words))
    return tuple(verdicts)


def _written(document: Document) -> Mapping[str, str]:
    """Each term of a tool as a pattern would have it."""
    pairs = ((term, words_of(text)) for term, text in spellings(document).items())
    return {term: words[0] for term, words in pairs if words}


class _Rankings:
    """How many tools match a pattern, and how well: those of single words are asked for by many tools."""

    def __init__(self, search: PatternSearch) -> None:
        self._search = search
        self._single: dict[str, tuple[Mapping[int, int], Mapping[int, int]]] = {}

    def chance(self, position: int, words: Sequence[str]) -> float:
        """Chance that the pattern of some words has the tool at a position among its first matches."""
        if not words:
            return 0.0
        scores, counts = self._of(words)
        own = scores.get(position)
        if own is None:
            return 0.0
        before = sum(count for score, count in counts.items() if score > own)
        return chance_among_level(before, counts[own])

    def _of(self, words: Sequence[str]) -> tuple[Mapping[int, int], Mapping[int, int]]:
        """The scores by position, and the number of tools by score."""
        if len(words) == 1 and words[0] in self._single:
            return self._single[words[0]]
        scores = self._search.scores(words)
        found = scores, Counter(scores.values())
        if len(words) == 1:
            self._single[words[0]] = found
        return found
