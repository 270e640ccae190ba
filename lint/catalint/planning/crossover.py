"""From how many tools, turns or calls on a way of loading costs less than another: found by bisection."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

# Between neighbours of the grid a difference that changes its sign twice goes unseen; each is 8 % above the last.
_STEP = 1.08
_EXACT = 1e-6
# What is left of sums of broken numbers that are equal; dollars.
_NOTHING = -1e-12


@dataclass(frozen=True)
class Crossover:
    """Where a difference of costs changes its sign between `low` and `high`, in order.

    `pays_first` is whether the way pays at `low`. Each of `points` is exact to a millionth.
    """

    low: float
    high: float
    points: Sequence[float]
    pays_first: bool

    @property
    def intervals(self) -> Sequence[tuple[float, float]]:
        """From where to where it pays; the ends of the range stand for all that lies beyond."""
        edges = [self.low, *self.points, self.high]
        start = 0 if self.pays_first else 1
        return [(edges[index], edges[index + 1]) for index in range(start, len(edges) - 1, 2)]

    @property
    def never(self) -> bool:
        """Whether it pays nowhere in the range."""
        return not self.points and not self.pays_first

    @property
    def always(self) -> bool:
        """Whether it pays everywhere in the range."""
        return not self.points and self.pays_first


def find_crossover(difference: Callable[[float], float], low: float, high: float) -> Crossover:
    """Find where a difference (a way minus the other) becomes negative or stops being so. Below 0 the way pays."""
    points: list[float] = []
    left = low
    before = difference(left) < _NOTHING
    pays_first = before
    while left < high:
        right = min(high, max(left * _STEP, left + 0.5))
        after = difference(right) < _NOTHING
        if after != before:
            points.append(_bisect(difference, left, right, rising=before))
        left, before = right, after
    return Crossover(low, high, tuple(points), pays_first)


def _bisect(difference: Callable[[float], float], low: float, high: float, *, rising: bool) -> float:
    while high - low > _EXACT * max(1.0, high):
        middle = (low + high) / 2
        if (difference(middle) < _NOTHING) == rising:
            low = middle
        else:
            high = middle
    return high
