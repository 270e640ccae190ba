"""Logistic regression on shares, with an offset, by Newton's method: no more than the scripts here need."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TypeAlias

# Values of the features, share of successes, weight of the row, and what is added to the sum whatever the coefficients.
Row: TypeAlias = tuple[Sequence[float], float, float, float]

_ROUNDS = 12


def predict(coefficients: Sequence[float], row: Row) -> float:
    """The probability that some coefficients give a row."""
    values, _, _, offset = row
    exponent = offset + sum(weight * value for weight, value in zip(coefficients, values, strict=True))
    return 1 / (1 + math.exp(-exponent))


def fit(rows: Iterable[Row]) -> list[float]:
    """Coefficients that make the shares likeliest, one for each feature."""
    listed = list(rows)
    size = len(listed[0][0])
    coefficients = [0.0] * size
    for _ in range(_ROUNDS):
        # the ridge keeps a feature that never varies from making the system singular
        hessian = [[1e-6 * (row == column) for column in range(size)] for row in range(size)]
        gradient = [0.0] * size
        for row in listed:
            values, share, weight, _ = row
            chance = predict(coefficients, row)
            for number, value in enumerate(values):
                gradient[number] += weight * (share - chance) * value
                for other, second in enumerate(values):
                    hessian[number][other] += weight * chance * (1 - chance) * value * second
        coefficients = [old + step for old, step in zip(coefficients, _solve(hessian, gradient), strict=True)]
    return coefficients


def _solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve a linear system by elimination with pivots."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for pivot in range(len(rows)):
        best = max(range(pivot, len(rows)), key=lambda number: abs(rows[number][pivot]))
        rows[pivot], rows[best] = rows[best], rows[pivot]
        for number in range(len(rows)):
            if number != pivot:
                factor = rows[number][pivot] / rows[pivot][pivot]
                rows[number] = [value - factor * other for value, other in zip(rows[number], rows[pivot], strict=True)]
    return [row[-1] / row[number] for number, row in enumerate(rows)]
