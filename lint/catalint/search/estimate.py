"""What the estimates for the searches other than BM25 share: the queries they try, and how figures become chances."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations

from catalint.search.retriever import TOP
from catalint.search.sayability import Sayable

# Words of a tool that queries are made of, as for BM25.
WORDS = 5
# Half of the queries have one word of the tool, half have two.
_SINGLE = 0.5
# With so many rivals expected, the chance of rank five or better is below 2e-5.
_HOPELESS = 20.0


def short_queries(words: Sequence[Sayable]) -> Iterator[tuple[float, tuple[Sayable, ...]]]:
    """Yield the queries of one or two words that a tool's words make, each with its weight; the weights add up to 1.

    Words are drawn by their odds without replacement; of one word only, there is one query.
    """
    odds = [math.exp(word.log_odds) for word in words]
    total = sum(odds)
    if len(words) == 1:
        yield 1.0, (words[0],)
        return
    for word, odd in zip(words, odds, strict=True):
        yield _SINGLE * odd / total, (word,)
    for (first, left), (second, right) in combinations(zip(words, odds, strict=True), 2):
        # this word first and then the other, or the other way round
        weight = left * right / total * (1 / (total - left) + 1 / (total - right))
        yield (1 - _SINGLE) * weight, (first, second)


def chance_with_rivals(expected: float, top: int = TOP) -> float:
    """Chance of being among the first `top`, where that many others are expected before: Poisson distributed."""
    if expected >= _HOPELESS:
        return 0.0
    term = math.exp(-expected)
    total = term
    for count in range(1, top):
        term *= expected / count
        total += term
    return min(total, 1.0)


def chance_among_level(before: int, level: int, top: int = TOP) -> float:
    """Chance of being among the first `top` for one of `level` that are equal, behind `before` others."""
    return min(1.0, max(0, top - before) / level)


def log_odds(share: float) -> float:
    """The log-odds of a share, in units of one in forty: no share is so small or large that the figure runs away."""
    return math.log((40 * share + 1) / (40 * (1 - share) + 1))


def logistic(exponent: float) -> float:
    """The chance of given log-odds."""
    return 1 / (1 + math.exp(-exponent))


def odds_of(probability: float) -> float:
    """The log-odds of a probability, bounded at one in a thousand."""
    bounded = min(max(probability, 1e-3), 1 - 1e-3)
    return math.log(bounded / (1 - bounded))


def combined(probability: float, share: float, intercept: float, weight: float, base: float = 1.0) -> float:
    """Correct the probability that BM25 finds a tool by the share of queries with which another search does.

    `intercept`, `weight` and `base` are the coefficients of a logistic function: 1, log-odds of the share, log-odds of
    the probability.
    """
    return logistic(intercept + weight * log_odds(share) + base * odds_of(probability))
