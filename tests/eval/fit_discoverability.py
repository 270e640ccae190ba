"""Fit the numbers of the predictor to labelled searches, and say how well it does on those that it was not fitted to.

Three things are fitted: the table of words (which are known, and which are said more often than written), the weights
that make a word of a tool sayable, and the slope and intercept of the probability. For each data set all three are
fitted once more to the others alone, table and all, and the figures printed are those on the one left out. The parts of
the four figures in the probability are set (`PARTS`), not fitted.

Data sets count equally, and so do the labelled tools of each. The table takes what is said from the searches of the data
sets and what is written from `--texts`, a folder with the tools of many MCP servers (`tools.jsonl`: `server`, `name`,
`description`, `inputSchema`); servers with the same tools count once. A word is known if two servers have it, or two
tools or two searches of one data set. While weights are fitted, no data set counts for its own words.

usage: python tests/eval/fit_discoverability.py --texts FOLDER [--write] DATASET...
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from discoverability import DataSet, Report, found, load, measure, neighbourhoods

from catalint.model import Tool, build_catalog
from catalint.search import vocabulary
from catalint.search.bm25 import Bm25
from catalint.search.document import Document
from catalint.search.findability import FIGURES, MANY, figures, judge
from catalint.search.model import Model
from catalint.search.sayability import FEATURES, features
from catalint.search.vocabulary import Vocabulary, lift_of, write_vocabulary

# Values of the features, share of successes, weight of the row, and what is added to the sum whatever the coefficients.
Row: TypeAlias = tuple[Sequence[float], float, float, float]
# Of each tool: logarithm of the number of tools, figures, share of its searches that find it.
Table: TypeAlias = list[tuple[float, list[float], float]]
# The choice that the searches for one tool make among its words: values of each word, and how often it is said.
Choice: TypeAlias = tuple[Sequence[Sequence[float]], Sequence[float]]

# Parts of the figures, each in units of its standard deviation. Likelihood would give nearly all to one or two of them,
# to others in each collection; around these the ranking of all collections hardly changes.
PARTS = {"share": 1.0, "rank": 0.5, "score": 0.3, "lift": 0.2}


@dataclass(frozen=True)
class Writing:
    """What the texts of servers are made of: how many servers, and how many of them have each word."""

    servers: int
    words: Mapping[str, int]


@dataclass(frozen=True, eq=False)
class Sample:
    """A data set with what is counted of it."""

    data: DataSet

    @cached_property
    def index(self) -> Bm25:
        """The tools in an index."""
        return self.data.index()

    @cached_property
    def truth(self) -> Mapping[Tool, float]:
        """Share of the searches of each labelled tool that find it."""
        return found(self.index, self.data.searches)

    @cached_property
    def neighbourhoods(self) -> Sequence[Sample]:
        """Small catalogs of tools that are about the same, as a server has them, with their searches."""
        return [Sample(part) for part in neighbourhoods(self.data)]

    @cached_property
    def searches(self) -> Mapping[Tool, Sequence[frozenset[str]]]:
        """The terms of the searches for each labelled tool."""
        index = self.index
        searches: dict[Tool, list[frozenset[str]]] = defaultdict(list)
        for search in self.data.searches:
            terms = frozenset(index.query_terms(search.query))
            for tool in search.relevant:
                searches[tool].append(terms)
        return searches

    @cached_property
    def said(self) -> Mapping[str, float]:
        """Share of the searches with each word, the labelled tools counting equally."""
        shares: dict[str, float] = defaultdict(float)
        for searches in self.searches.values():
            for terms in searches:
                for term in sorted(terms):
                    shares[term] += 1 / len(searches) / len(self.searches)
        return shares

    @cached_property
    def known(self) -> frozenset[str]:
        """The words that two tools have, or two searches."""
        index = self.index
        counts: Counter[str] = Counter()
        for search in self.data.searches:
            counts.update(index.query_terms(search.query).keys())
        return frozenset(
            {term for term, count in counts.items() if count > 1}
            | {term for term in index.vocabulary if index.frequency(term) > 1}
        )

    def choices(self, words: Vocabulary) -> list[Choice]:
        """What is said of each labelled tool, by a vocabulary."""
        index = self.index
        model = Model(words, (), 0.0, 0.0, ())
        made: list[Choice] = []
        for tool, searches in self.searches.items():
            values = features(index, index.documents[index.position[tool]], model)
            shares = [sum(term in search for search in searches) / len(searches) for term in values]
            if sum(shares):
                made.append((tuple(values.values()), shares))
        return made


def read_writing(folder: Path) -> Writing:
    """Count the words of many servers."""
    servers: dict[str, list[dict[str, object]]] = defaultdict(list)
    with (folder / "tools.jsonl").open(encoding="utf-8") as stream:
        for line in stream:
            row = json.loads(line)
            entry = {"name": row["name"], "description": row["description"] or "", "inputSchema": row["inputSchema"]}
            servers[row["server"]].append(entry)
    counts: Counter[str] = Counter()
    seen: set[frozenset[str]] = set()
    for name, entries in servers.items():
        tools = build_catalog(name, entries).tools  # type: ignore[arg-type]
        names = frozenset(tool.name for tool in tools)
        if names not in seen:
            seen.add(names)
            counts.update({term for tool in tools for term in Document(tool).terms})
    return Writing(len(seen), counts)


def make_vocabulary(samples: Sequence[Sample], writing: Writing) -> Vocabulary:
    """The table that some data sets and the texts of servers give."""
    known = {term for term, count in writing.words.items() if count > 1}.union(*(sample.known for sample in samples))
    lifts = {}
    for term in known:
        if term.isalpha():
            said = sum(sample.said.get(term, 0.0) for sample in samples) / max(1, len(samples))
            lifts[term] = lift_of(said, writing.words.get(term, 0) / writing.servers)
    return Vocabulary(lifts)


def make_model(samples: Sequence[Sample], writing: Writing) -> Model:
    """Fit everything to some data sets."""
    words = make_vocabulary(samples, writing)
    # by the words of the others alone, as it will be for catalogs that are not among these
    foreign = [make_vocabulary([other for other in samples if other is not each], writing) for each in samples]
    choices = [sample.choices(own) for sample, own in zip(samples, foreign, strict=True)]
    model = Model(words, fit_choice(choices), 0.0, 0.0, (0.0,) * len(FIGURES))
    whole: list[Table] = []
    parts: list[Table] = []
    for sample, own in zip(samples, foreign, strict=True):
        guess = replace(model, vocabulary=own)
        whole.append(_tabulate([sample], guess))
        parts.append(_tabulate(sample.neighbourhoods, guess))
    columns = [[[values[number] for _, values, _ in table] for table in whole] for number in range(len(FIGURES))]
    spreads = [statistics.mean(statistics.pstdev(column) for column in each) for each in columns]
    slopes = [part / spread for part, spread in zip(PARTS.values(), spreads, strict=True)]
    rows = [
        ((1.0, size, _dot(slopes, values)), share, 1 / len(table), 0.0)
        for table in (*whole, *parts)
        for size, values, share in table
    ]
    intercept, size, slope = fit(rows)
    return replace(model, intercept=intercept, size=size, figures=tuple(slope * each for each in slopes))


def _tabulate(samples: Iterable[Sample], model: Model) -> Table:
    """Of the labelled tools: logarithm of the number of tools, figures from the mean of the catalog, share found."""
    table: Table = []
    for sample in samples:
        index = sample.index
        found = [(verdict.tool, figures(verdict, len(index))) for verdict in judge(index, model)]
        means = [statistics.mean(values) for values in zip(*(values for _, values in found), strict=True)]
        size = math.log(min(MANY, len(index)))
        table += [
            (size, [value - mean for value, mean in zip(values, means, strict=True)], sample.truth[tool])
            for tool, values in found
            if tool in sample.truth
        ]
    return table


def fit_choice(sets: Sequence[Sequence[Choice]]) -> Sequence[float]:
    """Weights of a choice among the words of a tool (a conditional logit), by Newton's method; sets count equally."""
    size = len(FEATURES)
    weights = [0.0] * size
    for _ in range(6):
        hessian = [[1e-3 * (row == column) for column in range(size)] for row in range(size)]
        gradient = [-1e-3 * weight for weight in weights]
        for choices in sets:
            scale = 1 / sum(sum(shares) for _, shares in choices) / len(sets)
            for values, shares in choices:
                _add_choice((values, shares), weights, scale, gradient, hessian)
        weights = [old + change for old, change in zip(weights, _solve(hessian, gradient), strict=True)]
    return tuple(weights)


def _add_choice(
    choice: Choice, weights: Sequence[float], scale: float, gradient: list[float], hessian: list[list[float]]
) -> None:
    values, shares = choice
    exponents = [_dot(weights, each) for each in values]
    top = max(exponents)
    odds = [math.exp(exponent - top) for exponent in exponents]
    whole = sum(odds)
    total = scale * sum(shares)
    mean = [0.0] * len(weights)
    for each, odd, share in zip(values, odds, shares, strict=True):
        chance = odd / whole
        filled = [(number, value) for number, value in enumerate(each) if value]
        for row, value in filled:
            gradient[row] += (scale * share - total * chance) * value
            mean[row] += chance * value
            for column, other in filled:
                hessian[row][column] += total * chance * value * other
    for row, left in enumerate(mean):
        for column, right in enumerate(mean):
            hessian[row][column] -= total * left * right


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
    return sum(map(float.__mul__, left, right))


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


def write(model: Model, samples: Sequence[Sample], writing: Writing) -> None:
    """Write the files that catalint comes with."""
    folder = Path(vocabulary.__file__).parent
    data = {
        "words": dict(zip(FEATURES, (round(weight, 2) for weight in model.words), strict=True)),
        "intercept": round(model.intercept, 3),
        "size": round(model.size, 3),
        "figures": dict(zip(FIGURES, (round(weight, 3) for weight in model.figures), strict=True)),
    }
    (folder / "findability.json").write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    names = ", ".join(sample.data.name for sample in samples)
    comment = (
        f"Made by tests/eval/fit_discoverability.py from searches ({names}) and the texts of {writing.servers} servers.\n"
        f"ln((share of searches + {vocabulary.FLOOR}) / (share of servers + {vocabulary.FLOOR})), then the stems with it"
    )
    (folder / "vocabulary.txt").write_text(write_vocabulary(model.vocabulary, comment), encoding="utf-8")


def main() -> None:
    """Fit, print and, if asked, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", type=Path, nargs="+")
    parser.add_argument("--texts", type=Path, required=True)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    writing = read_writing(options.texts)
    samples = [Sample(load(folder)) for folder in options.dataset]
    areas = []
    for left_out in samples:
        model = make_model([sample for sample in samples if sample is not left_out], writing)
        print(f"fitted without {left_out.data.name}: {_show(model)}")
        report = _measure([left_out], model)
        areas.append(report.auc)
        print(f"  on {left_out.data.name}: {report}", flush=True)
        print(f"  on {len(left_out.neighbourhoods)} small catalogs of it: {_measure(left_out.neighbourhoods, model)}")
    print(f"mean AUC on the one left out: {statistics.mean(areas):.3f}")
    model = make_model(samples, writing)
    print(f"fitted to all: {_show(model)}")
    if options.write:
        write(model, samples, writing)


def _measure(samples: Sequence[Sample], model: Model) -> Report:
    return measure([(sample.index, judge(sample.index, model), sample.truth) for sample in samples])


def _show(model: Model) -> str:
    words = ", ".join(f"{name} {weight:.2f}" for name, weight in zip(FEATURES, model.words, strict=True))
    parts = ", ".join(f"{name} {weight:.3f}" for name, weight in zip(FIGURES, model.figures, strict=True))
    return (
        f"{len(model.vocabulary.lifts)} words; {words}; intercept {model.intercept:.2f}, size {model.size:.2f}, {parts}"
    )


if __name__ == "__main__":
    main()
