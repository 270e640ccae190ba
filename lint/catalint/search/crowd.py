"""The rivals of a tool: how many others a search brings up before it.

A search has some of the tool's most sayable words and further ones that it lacks. These give each other tool a random
bonus, whose distribution is computed exactly from the catalog; scores are counted in bins.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, pairwise

from catalint.search.bm25 import Bm25
from catalint.search.sayability import Sayable

# Words of a tool that searches are made of: with 4 the figures tell less, with 6 not more.
WORDS = 5
# Words of a search that the tool lacks and that the catalog has, on average, in the labelled searches.
STRANGE_WORDS = 5
# How often a tool that shares a word with a search is given one more word of its own by it.
TOPICAL = 0.4
# With so many rivals expected, the chance of rank five or better is below 2e-5.
HOPELESS = 20.0

_BINS = 160
# The largest weight of a word takes half of the bins, so no search scores more than this.
_MOST = WORDS * _BINS // 2
# Tools of one text ask for the same words one after the other; what is kept for more would take memory for nothing.
_KEPT = 8


@lru_cache(maxsize=WORDS + 1)
def subsets(count: int) -> tuple[tuple[int, ...], ...]:
    """The places of the words that searches have which some of so many words make, by the number of their words."""
    return tuple(chosen for size in range(1, count + 1) for chosen in combinations(range(count), size))


class Crowd:
    """The rivals of a tool: how many others come before it when a search has further words that it lacks."""

    def __init__(self, index: Bm25, words: Sequence[Sequence[Sayable]]) -> None:
        self.index = index
        weights = (weight for term in index.vocabulary for weight in index.weights(term).values())
        # scores are counted in bins; the largest weight of a word takes half of them
        self._step = (max(weights, default=1.0) or 1.0) * 2 / _BINS
        bonus = self._bonus()
        self._strange = _overtaking(bonus)
        self._topical = _overtaking(_convolve(self._own_word(words), bonus))
        self._words: dict[str, _Word] = {}
        self._pairs: dict[tuple[str, str], _Pair] = {}
        self._alike: dict[tuple[str, ...], Mapping[tuple[int | None, ...], int]] = {}

    def rivals(self, position: int, terms: Sequence[str]) -> list[float]:
        """Expected number of tools before the one at a position, for each search that some of its terms make.

        The searches are in the order of their size, and then of the terms. Where one word alone leaves no hope, those
        that have two of the words are not looked at.
        """
        words = [self._word(term) for term in terms]
        own = [word.column[position] for word in words]
        pairs = {pair: self._pair(*(terms[number] for number in pair)) for pair in combinations(range(len(terms)), 2)}
        several = _Several(self._rows(tuple(terms), pairs.values()), tuple(own))
        others = len(self.index) - 1
        strange, topical = self._strange, self._topical
        found: list[float] = []
        for chosen in subsets(len(terms)):
            at = _MOST + sum([own[number] for number in chosen])
            nothing = strange[at]
            # first as if no tool had two of the words, the tool itself left out
            alone = [self._with(words[number], at) - topical[at - own[number]] for number in chosen]
            expected = others * nothing + sum(alone)
            for number in chosen:
                expected -= (len(words[number].column) - 1) * nothing
            if len(chosen) > 1 and max(alone) < HOPELESS:
                # then as if none had three of them
                for pair in combinations(chosen, 2):
                    left, right = own[pair[0]], own[pair[1]]
                    itself = topical[at - left - right] - topical[at - left] - topical[at - right] + nothing
                    expected += self._with_both(pairs[pair], at) - itself
                for number, tools, sums in several.among(chosen) if len(chosen) > 2 else ():
                    expected += tools * (number - 1 - number * (number - 1) / 2) * nothing
                    expected += sum([times * topical[at - weight] for weight, times in sums])
            found.append(max(0.0, expected))
        return found

    def _rows(self, terms: tuple[str, ...], pairs: Iterable[_Pair]) -> Mapping[tuple[int | None, ...], int]:
        """What some terms give the tools that have three of them or more, in bins, each with the number of tools."""
        rows = self._alike.get(terms)
        if rows is None:
            seen: set[int] = set()
            found: set[int] = set()
            for pair in pairs:
                found |= seen & pair.rivals
                seen |= pair.rivals
            columns = [self._word(term).column for term in terms]
            if len(self._alike) >= _KEPT:
                self._alike.clear()
            rows = self._alike[terms] = Counter(zip(*(map(column.get, found) for column in columns), strict=True))
        return rows

    def _pair(self, first: str, second: str) -> _Pair:
        """The tools that have both of two terms."""
        key = (first, second) if first < second else (second, first)
        pair = self._pairs.get(key)
        if pair is None:
            left, right = self._words[first].column, self._words[second].column
            rivals = left.keys() & right.keys()
            cells = Counter([(left[rival], right[rival]) for rival in rivals])
            pair = self._pairs[key] = _Pair(rivals, [(one, two, count) for (one, two), count in sorted(cells.items())])
        return pair

    def _word(self, term: str) -> _Word:
        """The tools that have a term."""
        word = self._words.get(term)
        if word is None:
            step = self._step
            column = {rival: int(weight / step + 0.5) for rival, weight in self.index.weights(term).items()}
            word = self._words[term] = _Word(column, sorted(Counter(column.values()).items(), reverse=True))
        return word

    def _with(self, word: _Word, at: int) -> float:
        """Expected number of tools that have a word and come before a score; a tool counts as a rival of itself."""
        expected = word.before.get(at)
        if expected is None:
            topical = self._topical
            expected = word.before[at] = sum([count * topical[at - weight] for weight, count in word.cells])
        return expected

    def _with_both(self, pair: _Pair, at: int) -> float:
        """What the tools with both words change in the expected number that comes before a score."""
        change = pair.changes.get(at)
        if change is None:
            topical = self._topical
            change = pair.changes[at] = len(pair.rivals) * self._strange[at] + sum(
                [
                    count * (topical[at - one - two] - topical[at - one] - topical[at - two])
                    for one, two, count in pair.cells
                ]
            )
        return change

    def _bonus(self) -> list[float]:
        """Distribution of what the strange words of a search give a tool, by bin: words drawn by their frequency."""
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
        return summed

    def _own_word(self, words: Sequence[Sequence[Sayable]]) -> list[float]:
        """Distribution of what a word of its own gives a tool now and then, by bin."""
        one = [0.0] * _BINS
        counts: Counter[int] = Counter()
        for position, each in enumerate(words):
            for word in each:
                counts[min(_BINS - 1, int(self.index.weights(word.term)[position] / self._step + 0.5))] += 1
        total = counts.total()
        for number, count in counts.items():
            one[number] = TOPICAL * count / total
        one[0] += 1 - sum(one)
        return one


@dataclass(frozen=True, eq=False, slots=True)
class _Word:
    """What a word gives each tool that has it, in bins; and what it gives with the number of tools.

    `before` are sums over the tools that were asked for before, by the place of a score.
    """

    column: Mapping[int, int]
    cells: Sequence[tuple[int, int]]
    before: dict[int, float] = field(default_factory=dict)


@dataclass(frozen=True, eq=False, slots=True)
class _Pair:
    """The tools that have both of two words, and what these give them in bins: one, the other, number of tools.

    `changes` are sums over the tools that were asked for before, by the place of a score.
    """

    rivals: AbstractSet[int]
    cells: Sequence[tuple[int, int, int]]
    changes: dict[int, float] = field(default_factory=dict)


class _Several:
    """The tools that have three of some words or more, without one tool: what the words give them, in bins."""

    def __init__(self, rows: Mapping[tuple[int | None, ...], int], own: tuple[int, ...]) -> None:
        # tools with the same of the words stand together, those to which they give the same as one row with a number
        self._rows: dict[tuple[int, ...], list[tuple[Sequence[int], int]]] = {}
        for weights, number_of in rows.items():
            times = number_of - (weights == own)  # the tool has all of its words
            if times:
                having = tuple([number for number, weight in enumerate(weights) if weight is not None])
                row = [weight for weight in weights if weight is not None]
                self._rows.setdefault(having, []).append((row, times))
        self._sums: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[int, Sequence[tuple[int, int]]]] = {}

    def among(self, chosen: tuple[int, ...]) -> Iterator[tuple[int, int, Sequence[tuple[int, int]]]]:
        """Of the tools with three or more of the chosen words, for each choice of words that some have.

        The number of words, that of the tools, and sums of weights, each with how often it counts to make up for what
        was counted of each word alone and of each two of them: the sum of all once, that of two once less, each alone
        as often as there are words but two.
        """
        for having, rows in self._rows.items():
            places = _places(having, chosen)
            if len(places) < 3:
                continue
            sums = self._sums.get((having, places))
            if sums is None:
                counts: defaultdict[int, int] = defaultdict(int)
                for row, times in rows:
                    part = [row[place] for place in places]
                    counts[sum(part)] += times
                    for left, right in combinations(part, 2):
                        counts[left + right] -= times
                    for weight in part:
                        counts[weight] += times * (len(places) - 2)
                sums = self._sums[having, places] = (sum(times for _, times in rows), list(counts.items()))
            yield len(places), *sums


@lru_cache(maxsize=1024)
def _places(having: tuple[int, ...], chosen: tuple[int, ...]) -> tuple[int, ...]:
    """Where some words that a tool has are among those chosen."""
    return tuple([place for place, number in enumerate(having) if number in chosen])


def _overtaking(bonus: Sequence[float]) -> list[float]:
    """Probability that a bonus makes up a gap, by bin of the gap, from -_MOST to _MOST."""
    tail = [0.0] * (_BINS + 1)
    for number in range(_BINS - 1, -1, -1):
        tail[number] = tail[number + 1] + bonus[number]
    # a rival that is level in the end comes first in half of the cases
    level = [(left + right) / 2 for left, right in pairwise(tail)]
    return [1.0] * _MOST + level + [0.0] * (_MOST + 1 - len(level))


def _convolve(first: Sequence[float], second: Sequence[float]) -> list[float]:
    """Distribution of the sum of two independent amounts; what exceeds the last bin stays in it."""
    out = [0.0] * _BINS
    for left, chance in enumerate(first):
        if chance >= 1e-9:
            out[left:] = [total + chance * other for total, other in zip(out[left:], second, strict=False)]
            out[-1] += chance * sum(second[_BINS - left :])
    return out
