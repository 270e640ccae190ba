"""The probability that a search for what a tool does has the tool among its first five.

The naive test, searching for a tool by its own description, finds nearly every tool, however vague: it does not tell
found from missed (AUC 0.50 to 0.57 on labelled searches). People say two or so of a tool's words, and five or so that
it lacks. So this takes the five words of a tool that are said most likely, goes through all searches that some of them
make, and asks for each how many other tools would come before it, once such further words have given each of them a
random bonus; and one that shares a word, being about the same, now and then a word of its own as well. The
distribution of the bonus is computed exactly from the catalog, not sampled: the same catalog gives the same figures,
and editing one tool hardly moves the others.

Four figures (`figures`) go into a logistic function, taken from the mean of the catalog: collections differ in how
their searches are worded far more than in how many of them succeed. What the probability is for the mean depends on the
number of tools alone. The parts that the figures have are set, the same for all collections, since fitted ones suit the
collections that they saw. How well it does: tests/eval/discoverability.py, docs/discoverability.md.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from catalint.model import Tool
from catalint.search.bm25 import Bm25
from catalint.search.crowd import HOPELESS, WORDS, Crowd, subsets
from catalint.search.model import Model, standard_model
from catalint.search.retriever import TOP
from catalint.search.sayability import Sayable, sayable_terms

# Words of a tool that a labelled search has, on average, of its most sayable; none is said in nearly every search.
SAID = 2.0
SURELY = 0.9

# Among more tools a search misses no more of them: it is made of words that are rarer, too.
MANY = 250

# The mean of a catalog is that of so many of its tools, evenly spread over their names: of three catalogs of 1,083 to
# 2,000 tools it was off by 0.05 at most, which moves a probability by 0.01.
_SAMPLE = 500

# With fewer tools the predictor says little, and a search is hardly needed: most clients load all definitions.
FEW = 30
# Below this a tool is likely to be missed: more searches for it fail than succeed.
HALF = 0.5

FIGURES = ("share", "rank", "score", "lift")


@dataclass(frozen=True, slots=True)
class Findability:
    """What is known of one tool. `probability` is that of being among the first five.

    `share` is the share of searches with some of its most sayable words, `words`, that find it; `score` is what all of
    them together score; `rank` is the mean of 1 / rank over searches with two of them; `lift` says how much more often
    people say these words than authors write them, as a logarithm.
    """

    tool: Tool
    probability: float
    share: float
    score: float
    words: tuple[Sayable, ...]
    rank: float = 0.0
    lift: float = 0.0


class Judge:
    """Judges tools of an index, each when it is asked for, since nobody asks for all of a large catalog in a lint."""

    def __init__(self, index: Bm25, model: Model | None = None) -> None:
        self._index = index
        self._model = model or standard_model()
        self._words = [sayable_terms(index, document, WORDS, self._model) for document in index.documents]
        self._crowd = Crowd(index, self._words)
        self._found: dict[int, Findability] = {}

    def judge(self, position: int) -> Findability:
        """Judge the tool at a position."""
        found, model = self._figure_out(position), self._model
        level = model.intercept + model.size * math.log(min(MANY, len(self._index)))
        return replace(found, probability=_logistic(level + self._sum(found) - self._mean))

    @cached_property
    def _mean(self) -> float:
        """The mean of the figures of the catalog."""
        step = math.ceil(len(self._index) / _SAMPLE)
        sums = [self._sum(self._figure_out(position)) for position in range(0, len(self._index), step)]
        return sum(sums) / len(sums)

    def _sum(self, found: Findability) -> float:
        pairs = zip(self._model.figures, figures(found, len(self._index)), strict=True)
        return sum(weight * figure for weight, figure in pairs)

    def _figure_out(self, position: int) -> Findability:
        """All that is known of a tool but the probability."""
        found = self._found.get(position)
        if found is None:
            index, words, vocabulary = self._index, self._words[position], self._model.vocabulary
            share, rank = _search(self._crowd, position, words)
            score = sum(index.weights(word.term)[position] for word in words)
            lift = sum(part * vocabulary.lift(word.term) for part, word in zip(_parts(words), words, strict=True))
            found = Findability(index.documents[position].tool, 0.0, share, score, words, rank, lift)
            self._found[position] = found
        return found


def judge(index: Bm25, model: Model | None = None) -> tuple[Findability, ...]:
    """Judge all tools of an index, in the order of its documents."""
    judging = Judge(index, model)
    return tuple(map(judging.judge, range(len(index))))


def figures(verdict: Findability, tools: int) -> tuple[float, float, float, float]:
    """The figures of a tool among so many as the logistic function takes them, in the order of `FIGURES`."""
    score = score_figure(verdict.score, tools)
    return query_figure(verdict.share), query_figure(verdict.rank), score, verdict.lift


def query_figure(share: float) -> float:
    """The log-odds of a share, in units of one in forty: no share is so small or large that the figure runs away."""
    return math.log((40 * share + 1) / (40 * (1 - share) + 1))


def score_figure(score: float, tools: int) -> float:
    """A score, made comparable between catalogs of different sizes: the rarest words weigh about ln(N)."""
    return score / math.log(max(tools, 2))


def _logistic(exponent: float) -> float:
    return 1 / (1 + math.exp(-exponent))


def _parts(words: Sequence[Sayable]) -> list[float]:
    """How the words that are said share out among a tool's words; the parts add up to 1."""
    top = max((word.log_odds for word in words), default=0.0)
    odds = [math.exp(word.log_odds - top) for word in words]
    return [odd / sum(odds) for odd in odds]


def _search(crowd: Crowd, position: int, words: Sequence[Sayable]) -> tuple[float, float]:
    """Share of the searches that find a tool, and the mean of 1 / rank over those with two of its words.

    Each word is said or not, whatever the others; a search with none of them finds nothing. Of two words each pair has
    the weight of its odds; a tool with one word is searched by that.
    """
    if not words:
        return 0.0, 0.0
    parts = _parts(words)
    said = [min(SURELY, SAID * part) for part in parts]
    silent = math.prod(1 - chance for chance in said)
    ratios = [chance / (1 - chance) for chance in said]
    rivals = crowd.rivals(position, [word.term for word in words])
    share = rank = total = 0.0
    for chosen, expected in zip(subsets(len(words)), rivals, strict=True):
        if expected < HOPELESS:
            weight = silent
            for number in chosen:
                weight *= ratios[number]
            share += weight * _among_first(expected)
        if len(chosen) == min(2, len(words)):
            weight = math.prod(parts[number] for number in chosen)
            total += weight
            rank += weight * (-math.expm1(-expected) / expected if expected > 1e-9 else 1.0)
    return min(share, 1.0), rank / total


def _among_first(expected: float) -> float:
    """Chance of being among the first five where that many are expected before: their number is taken as Poisson's."""
    chance = total = math.exp(-expected)
    for count in range(1, TOP):
        chance *= expected / count
        total += chance
    return min(total, 1.0)
