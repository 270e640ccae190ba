"""Fit the mean reciprocal rank that goes with a probability of being found: what `catalint discover` expects as MRR.

For each labelled tool of each data set (see discoverability.py): the predicted probability p that a search has it among
the first five, and the mean reciprocal rank that its labelled searches give it (0 beyond the first 100 hits). Fitted is
mrr = p * (level + rise * p), least squares, each data set of the same weight; catalint.discovery.survey has the result.

usage: python tests/eval/fit_reciprocal_rank.py DATASET...
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path

from discoverability import DataSet, load

from catalint.discovery.survey import reciprocal_rank
from catalint.model import Tool
from catalint.search.findability import judge

_DEPTH = 100
# Searches of one set that are run, evenly spread over the file: MetaTool has 21,000.
_MOST = 4_000

Pair = tuple[float, float]


def pairs(data: DataSet) -> list[Pair]:
    """Of each labelled tool: its probability, and its mean reciprocal rank."""
    index = data.index()
    chances = {verdict.tool: verdict.probability for verdict in judge(index)}
    gains: dict[Tool, list[float]] = defaultdict(list)
    step = max(1, len(data.searches) // _MOST)
    for search in data.searches[::step]:
        ranks = {hit.tool: rank for rank, hit in enumerate(index.search(search.query, _DEPTH), start=1)}
        for tool in search.relevant:
            gains[tool].append(1 / ranks[tool] if tool in ranks else 0.0)
    return [(chances[tool], sum(found) / len(found)) for tool, found in gains.items()]


def fit(sets: list[list[Pair]]) -> Pair:
    """Level and rise by the normal equations of y = level * p + rise * p * p."""
    squares = cubes = fourths = left = right = 0.0
    for found in sets:
        weight = 1 / len(found)
        for chance, gain in found:
            squares += weight * chance**2
            cubes += weight * chance**3
            fourths += weight * chance**4
            left += weight * chance * gain
            right += weight * chance**2 * gain
    determinant = squares * fourths - cubes**2
    return (left * fourths - right * cubes) / determinant, (right * squares - left * cubes) / determinant


def main() -> None:
    """Print the fit, and what the shipped numbers expect of each set beside what is true."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("datasets", nargs="+", type=Path, metavar="DATASET")
    sets = {folder.name: pairs(load(folder)) for folder in parser.parse_args().datasets}
    level, rise = fit(list(sets.values()))
    print(f"level {level:.2f}, rise {rise:.2f}")
    for name, found in sets.items():
        expected = sum(reciprocal_rank(chance) for chance, _ in found) / len(found)
        true = sum(gain for _, gain in found) / len(found)
        print(f"{name}: expected MRR {expected:.3f}, true {true:.3f}")


if __name__ == "__main__":
    main()
