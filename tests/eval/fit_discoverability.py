"""Fit the numbers in `catalint.search.sayability` and `catalint.search.findability` to labelled searches.

Two logistic regressions, data sets weighted equally and so the tools of each: which of a tool's words do its labelled
searches have, and how many of its searches find it. Printed for all data sets together, and with each left out in turn
with the AUC on the one left out. The weight of the query figure is set, not fitted: likelihood gives it almost nothing
(0.04) for the sake of the calibration, though every data set is ranked better with more of it, until 0.3.

usage: python tests/eval/fit_discoverability.py DATASET...
"""

from __future__ import annotations

import argparse
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from discoverability import DataSet, auc, found, load

from catalint.model import Tool
from catalint.prose import first_sentence
from catalint.search.bm25 import Bm25
from catalint.search.document import ARGUMENT_DESCRIPTION, ARGUMENT_NAME, DESCRIPTION, NAME, Document
from catalint.search.findability import QUERY_WEIGHT, judge, query_figure, score_figure

# Values of the features, share of successes, weight of the row, and what is added to the sum whatever the coefficients.
Row: TypeAlias = tuple[Sequence[float], float, float, float]

WORD_FEATURES = (
    "intercept",
    "in name",
    "in first sentence",
    "in rest of description",
    "in argument name",
    "in argument description",
    "rarity",
    "repetition",
    "number",
    "opening",
    "shortness of first sentence",
)
TOOL_FEATURES = ("intercept", "score figure")


def word_rows(data: DataSet) -> list[Row]:
    """One row for each word of each labelled tool: the share of the tool's searches that have the word."""
    index = data.index()
    searches: dict[Tool, list[frozenset[str]]] = defaultdict(list)
    for search in data.searches:
        terms = frozenset(index.query_terms(search.query))
        for tool in search.relevant:
            searches[tool].append(terms)
    rows: list[Row] = []
    for tool, queries in searches.items():
        document = index.documents[index.position[tool]]
        for term, values in _word_features(index, document):
            rows.append((values, sum(term in query for query in queries) / len(queries), 1 / len(searches), 0.0))
    return rows


def _word_features(index: Bm25, document: Document) -> Iterator[tuple[str, Sequence[float]]]:
    counted = document.counted
    sentence = document.profile.count(first_sentence(document.tool.description)).terms
    opening = next(iter(sentence), "")
    for term, count in document.terms.items():
        yield (
            term,
            (
                1.0,
                float(term in counted[NAME].terms),
                float(term in sentence),
                float(term in counted[DESCRIPTION].terms and term not in sentence),
                float(term in counted[ARGUMENT_NAME].terms),
                float(term in counted[ARGUMENT_DESCRIPTION].terms),
                index.idf(term) / math.log1p(len(index)),
                math.log(count),
                float(term.isdecimal()),
                float(term == opening),
                1 / math.sqrt(1 + len(sentence)),
            ),
        )


def tool_rows(data: DataSet) -> list[Row]:
    """One row for each labelled tool: its two figures and the share of its searches that find it."""
    index = data.index()
    truth = found(index, data.searches)
    rows: list[Row] = []
    for verdict in judge(index):
        if verdict.tool in truth:
            values = (1.0, score_figure(verdict.score, len(index)))
            rows.append((values, truth[verdict.tool], 1 / len(truth), QUERY_WEIGHT * query_figure(verdict.share)))
    return rows


def fit(rows: Iterable[Row]) -> list[float]:
    """Coefficients of a logistic regression, by Newton's method."""
    listed = list(rows)
    size = len(listed[0][0])
    coefficients = [0.0] * size
    for _ in range(8):
        hessian = [[1e-6 * (row == column) for column in range(size)] for row in range(size)]
        gradient = [0.0] * size
        for values, share, weight, offset in listed:
            chance = 1 / (1 + math.exp(-_dot(coefficients, values) - offset))
            error, spread = weight * (share - chance), weight * chance * (1 - chance)
            filled = [(number, value) for number, value in enumerate(values) if value]
            for row, value in filled:
                gradient[row] += error * value
                for column, other in filled:
                    hessian[row][column] += spread * value * other
        step = _solve(hessian, gradient)
        coefficients = [old + change for old, change in zip(coefficients, step, strict=True)]
    return coefficients


def _dot(left: Sequence[float], right: Sequence[float]) -> float:
    return sum(first * second for first, second in zip(left, right, strict=True))


def _solve(matrix: Sequence[Sequence[float]], values: Sequence[float]) -> list[float]:
    """Solve a linear system by elimination with pivots."""
    size = len(values)
    rows = [[*row, value] for row, value in zip(matrix, values, strict=True)]
    for pivot in range(size):
        best = max(range(pivot, size), key=lambda row: abs(rows[row][pivot]))
        rows[pivot], rows[best] = rows[best], rows[pivot]
        for row in range(size):
            if row != pivot:
                factor = rows[row][pivot] / rows[pivot][pivot]
                rows[row] = [value - factor * other for value, other in zip(rows[row], rows[pivot], strict=True)]
    return [rows[number][size] / rows[number][number] for number in range(size)]


def _show(label: str, names: Sequence[str], rows: Iterable[Row], left_out: Sequence[Row] = ()) -> None:
    coefficients = fit(rows)
    text = ", ".join(f"{name} {value:.2f}" for name, value in zip(names, coefficients, strict=True))
    print(f"  {label}: {text}")
    if left_out:
        scores = [(_dot(coefficients, values) + offset, share) for values, share, _, offset in left_out]
        print(
            f"    AUC on {label.removeprefix('without ')}: {auc([(score, share >= 0.5) for score, share in scores]):.3f}"
        )


def main() -> None:
    """Print both sets of coefficients."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", type=Path, nargs="+")
    sets = [load(folder) for folder in parser.parse_args().dataset]
    for title, names, make in (("words", WORD_FEATURES, word_rows), ("tools", TOOL_FEATURES, tool_rows)):
        print(title)
        rows = {data.name: make(data) for data in sets}
        _show("all", names, (row for part in rows.values() for row in part))
        for name, left_out in rows.items():
            rest = [row for other, part in rows.items() if other != name for row in part]
            if rest:
                _show(f"without {name}", names, rest, left_out)


if __name__ == "__main__":
    main()
