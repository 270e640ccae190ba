"""Pairs things with each other so that the pairs are as alike as can be, and says nothing where that is open."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeVar

A = TypeVar("A", bound=Hashable)
B = TypeVar("B", bound=Hashable)

# In a larger group the best pair is taken first, then the next one: the best whole costs the cube of the size.
_EXACT = 80


def assign(scores: Mapping[tuple[A, B], float], least: float, margin: float) -> Mapping[A, B]:
    """The pairs with the largest sum of scores, of those with a score of `least` or more.

    A pair is left out where one of the two is within `margin` as like something that is left without a partner: then
    one thing became two, or two became one, or nobody can tell.
    """
    good = {pair: score for pair, score in scores.items() if score >= least}
    pairs: dict[A, B] = {}
    for group in _groups(good):
        pairs |= _best(group) if len({a for a, _ in group}) <= _EXACT else _greedy(group)
    taken = set(pairs.values())
    free = {pair: score for pair, score in good.items() if (pair[0] in pairs) is not (pair[1] in taken)}
    doubtful = {
        one
        for one, other in pairs.items()
        if any(
            (first == one or second == other) and score > good[one, other] - margin
            for (first, second), score in free.items()
        )
    }
    return {one: other for one, other in pairs.items() if one not in doubtful}


def _groups(scores: Mapping[tuple[A, B], float]) -> list[dict[tuple[A, B], float]]:
    """The scores of things that hang together, directly or not."""
    group_of: dict[tuple[bool, Hashable], int] = {}
    groups: dict[int, dict[tuple[A, B], float]] = {}
    for number, (pair, score) in enumerate(scores.items()):
        ends = ((False, pair[0]), (True, pair[1]))
        joined = {group_of[end] for end in ends if end in group_of}
        merged = {pair: score}
        for other in sorted(joined):
            merged |= groups.pop(other)
        groups[number] = merged
        group_of |= {end: number for a, b in merged for end in ((False, a), (True, b))}
    return list(groups.values())


def _greedy(scores: Mapping[tuple[A, B], float]) -> dict[A, B]:
    pairs: dict[A, B] = {}
    taken: set[B] = set()
    for (one, other), _ in sorted(scores.items(), key=lambda item: -item[1]):
        if one not in pairs and other not in taken:
            pairs[one] = other
            taken.add(other)
    return pairs


def _best(scores: Mapping[tuple[A, B], float]) -> dict[A, B]:
    """The pairs with the largest sum, by the Hungarian method (Kuhn 1955) with potentials."""
    rows, columns = list(dict.fromkeys(a for a, _ in scores)), list(dict.fromkeys(b for _, b in scores))
    size = max(len(rows), len(columns))
    costs = [[0.0] * (size + 1) for _ in range(size + 1)]
    for (a, b), score in scores.items():
        costs[rows.index(a) + 1][columns.index(b) + 1] = -score
    row_bonus, column_bonus = [0.0] * (size + 1), [0.0] * (size + 1)
    matched = [0] * (size + 1)  # column -> row
    for row in range(1, size + 1):
        way = [0] * (size + 1)
        slack = [float("inf")] * (size + 1)
        done = [False] * (size + 1)
        matched[0], column = row, 0
        while matched[column]:
            done[column] = True
            current, delta, following = matched[column], float("inf"), 0
            for other in range(1, size + 1):
                if not done[other]:
                    reduced = costs[current][other] - row_bonus[current] - column_bonus[other]
                    if reduced < slack[other]:
                        slack[other], way[other] = reduced, column
                    if slack[other] < delta:
                        delta, following = slack[other], other
            for other in range(size + 1):
                if done[other]:
                    row_bonus[matched[other]] += delta
                    column_bonus[other] -= delta
                else:
                    slack[other] -= delta
            column = following
        while column:
            matched[column], column = matched[way[column]], way[column]
    found = {row: column for column, row in enumerate(matched) if column}
    return {
        a: columns[found[number] - 1]
        for number, a in enumerate(rows, start=1)
        if found[number] <= len(columns) and (a, columns[found[number] - 1]) in scores
    }
