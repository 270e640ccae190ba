"""The probability that a search for what a tool does has the tool among its first five.

The naive test, searching for a tool by its own description, finds nearly every tool, however vague: it does not tell
found from missed (AUC 0.50 to 0.57 on labelled searches). People say one or two of a tool's words, and five or so that
it lacks. So this asks, for each short query of the tool's most sayable words, how many other tools would come before
it once such further words have given each of them a random bonus. The distribution of the bonus is computed exactly
from the catalog (the sum of the weights of five words drawn by their frequency), not sampled: the same catalog gives
the same figures, and editing one tool hardly moves the others.

A second figure, the score that its sayable words give a tool, corrects the first where rivals are equal. Both go into a
logistic function that was fitted to labelled searches (tests/eval/discoverability.py prints how well it does).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from catalint.model import Tool
from catalint.search.bm25 import Bm25
from catalint.search.retriever import TOP
from catalint.search.sayability import Sayable, sayable_terms

# Words of a tool that a query is made of: with 3 to 6 of them the figures are the same within 0.01 AUC.
WORDS = 5
# Words of a query that the tool lacks, on average, in the labelled searches.
STRANGE_WORDS = 5
# Half of the queries have one word of the tool, half have two.
SINGLE = 0.5

# Logistic function of the two figures, fitted by tests/eval/fit_discoverability.py (the query weight is set there).
INTERCEPT = -1.42
QUERY_WEIGHT = 0.2
SCORE_WEIGHT = 0.53

_BINS = 160
# With so many rivals expected, the chance of rank five or better is below 2e-5.
_HOPELESS = 20.0


@dataclass(frozen=True, slots=True)
class Findability:
    """What is known of one tool. `probability` is that of being among the first five.

    `share` is the share of short queries from its most sayable words, `words`, that find it; `score` is what all of
    them together score.
    """

    tool: Tool
    probability: float
    share: float
    score: float
    words: tuple[Sayable, ...]


def judge(index: Bm25) -> tuple[Findability, ...]:
    """Judge all tools of an index, in the order of its documents."""
    crowd = Crowd(index)
    return tuple(_judge(crowd, position) for position in range(len(index)))


def _judge(crowd: Crowd, position: int) -> Findability:
    index = crowd.index
    document = index.documents[position]
    words = sayable_terms(index, document, WORDS)
    share = _share(crowd, position, words)
    score = sum(index.weights(word.term)[position] for word in words)
    exponent = INTERCEPT + QUERY_WEIGHT * query_figure(share) + SCORE_WEIGHT * score_figure(score, len(index))
    return Findability(document.tool, 1 / (1 + math.exp(-exponent)), share, score, words)


def query_figure(share: float) -> float:
    """The log-odds of a share, in units of one in forty: no share is so small or large that the figure runs away."""
    return math.log((40 * share + 1) / (40 * (1 - share) + 1))


def score_figure(score: float, tools: int) -> float:
    """A score, made comparable between catalogs of different sizes: the rarest words weigh about ln(N)."""
    return score / math.log(max(tools, 2))


def _share(crowd: Crowd, position: int, words: Sequence[Sayable]) -> float:
    """Share of the queries of one or two words that find the tool, each weighted by how likely it is said."""
    if not words:
        return 0.0
    odds = [math.exp(word.log_odds) for word in words]
    total = sum(odds)
    if len(words) == 1:
        return crowd.found(position, words[0].term)
    share = 0.0
    for number, word in enumerate(words):
        share += SINGLE * odds[number] / total * crowd.found(position, word.term)
        for other in range(number):
            # drawn without replacement: this word first and then the other, or the other way round
            pair = odds[number] * odds[other] / total * (1 / (total - odds[number]) + 1 / (total - odds[other]))
            share += (1 - SINGLE) * pair * crowd.found(position, word.term, words[other].term)
    return share


class Crowd:
    """The rivals of a tool: how many other tools come before it when a query has further words that it lacks."""

    def __init__(self, index: Bm25) -> None:
        self.index = index
        weights = (weight for term in index.vocabulary for weight in index.weights(term).values())
        # scores are counted in bins, from 0 to twice the largest weight of a word: no query here has more words
        self._step = (max(weights, default=1.0) or 1.0) * 2 / _BINS
        self._chances = self._overtaking()
        self._profiles: dict[str, Sequence[tuple[int, int]]] = {}

    def found(self, position: int, term: str, other: str = "") -> float:
        """Probability that the tool at a position is among the first five for a query with one or two of its terms.

        The number of rivals before it is taken as Poisson distributed.
        """
        rivals = self.rivals(position, term, other)
        if rivals >= _HOPELESS:
            return 0.0
        chance = math.exp(-rivals)
        total = chance
        for count in range(1, TOP):
            chance *= rivals / count
            total += chance
        return min(total, 1.0)

    def rivals(self, position: int, term: str, other: str = "") -> float:
        """Expected number of tools before the one at a position, for a query with one or two of its terms."""
        index = self.index
        if other and index.frequency(other) > index.frequency(term):
            term, other = other, term
        many = index.weights(term)
        few: Mapping[int, float] = index.weights(other) if other else {}
        own = many[position] + few.get(position, 0.0)
        chances, middle = self._chances, _BINS + 0.5
        scale = 1 / self._step
        itself = chances[_BINS]
        # those with the commoner word, then those with the rarer one, which may be the same
        expected = self._with(term, own) - itself
        if expected >= _HOPELESS:
            return expected
        both = 0
        lead = own * scale + middle
        for rival, weight in few.items():
            shared = many.get(rival)
            if shared is None:
                expected += chances[int(lead - weight * scale)]
            else:
                both += 1
                expected += chances[int(lead - (weight + shared) * scale)] - chances[int(lead - shared * scale)]
        strangers = len(index) - len(many) - len(few) + both
        return max(0.0, expected + chances[int(lead)] * strangers)

    def _with(self, term: str, own: float) -> float:
        """Expected number of tools that have a term and come before a score; a tool counts as a rival of itself."""
        profile = self._profiles.get(term)
        if profile is None:
            bins = Counter(
                min(_BINS - 1, int(weight / self._step + 0.5)) for weight in self.index.weights(term).values()
            )
            profile = self._profiles[term] = sorted(bins.items(), reverse=True)
        chances = self._chances
        level = int(own / self._step + 0.5) + _BINS
        expected = 0.0
        for number, count in profile:
            expected += count * chances[level - number]
        return expected

    def _overtaking(self) -> Sequence[float]:
        """Probability that further words of the query make up a gap, by bin of the gap, from -_BINS to 2 * _BINS."""
        tail = self._bonus()
        # a rival that is level in the end comes first in half of the cases
        level = [(left + right) / 2 for left, right in pairwise(tail)]
        return [1.0] * _BINS + level + [0.0] * (2 * _BINS + 1 - len(level))

    def _bonus(self) -> Sequence[float]:
        """Probability that further words of a query give a tool at least the score of a bin, by bin."""
        index = self.index
        total = sum(index.frequency(term) for term in index.vocabulary)
        one = [0.0] * _BINS
        for term in index.vocabulary:
            weights = index.weights(term)
            chance = len(weights) / total / len(index)
            for weight in weights.values():
                one[min(_BINS - 1, int(weight / self._step + 0.5))] += chance
        one[0] += max(0.0, 1.0 - sum(one))
        summed = one
        for _ in range(STRANGE_WORDS - 1):
            summed = _convolve(one, summed)
        tail = [0.0] * (_BINS + 1)
        for number in range(_BINS - 1, -1, -1):
            tail[number] = tail[number + 1] + summed[number]
        return tail


def _convolve(first: Sequence[float], second: Sequence[float]) -> list[float]:
    """Distribution of the sum of two independent amounts; what exceeds the last bin stays in it."""
    out = [0.0] * _BINS
    for left, chance in enumerate(first):
        if chance < 1e-9:
            continue
        for right, other in enumerate(second):
            out[min(_BINS - 1, left + right)] += chance * other
    return out
