"""Check what catalint says of findability against labelled searches, and print the figures.

A data set is a folder with `tools.jsonl` (`server`, `name`, `description`, `inputSchema`; StableToolBench's
`required_parameters` and `optional_parameters` are read too) and `queries.jsonl` (`query`, `relevant`: a list of
`server` and `name`). Truth of a tool: the share of its labelled searches that have it among the first five. A tool is
missed if that is below one half. AUC: how often the score of a tool that is found is above that of one that is missed.

usage: python tests/eval/discoverability.py DATASET...
"""

from __future__ import annotations

import argparse
import json
import math
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from catalint.context import Context
from catalint.model import Catalog, Corpus, Json, Tool, build_catalog
from catalint.search.bm25 import Bm25
from catalint.search.document import Document
from catalint.search.findability import FIGURES, Findability, judge
from catalint.search.retriever import TOP
from catalint.search.tokenization import ENGLISH, PLAIN, Profile
from catalint_rules.discoverability import RULES

# Small catalogs made of a large one, and the numbers of their tools.
_SAMPLES = 24
_SIZES = (20, 40, 60)


@dataclass(frozen=True, eq=False)
class Search:
    """A labelled search: what was typed and the tools that answer it."""

    query: str
    relevant: tuple[Tool, ...]


@dataclass(frozen=True, eq=False)
class DataSet:
    """A catalog with labelled searches. All tools stand in one catalog, whatever their server."""

    name: str
    catalog: Catalog
    searches: tuple[Search, ...]

    def index(self, profile: Profile = ENGLISH) -> Bm25:
        """The tools in a new index."""
        return Bm25((Document(tool, profile) for tool in self.catalog.tools), profile)


def load(folder: Path) -> DataSet:
    """Read a data set."""
    rows = _lines(folder / "tools.jsonl")
    catalog = build_catalog(
        folder.name,
        [{"name": row["name"], "description": row["description"] or "", "inputSchema": _schema(row)} for row in rows],
    )
    known = {(rows[tool.index]["server"], tool.name): tool for tool in catalog.tools}
    searches = []
    for row in _lines(folder / "queries.jsonl"):
        labels = [(label["server"], label["name"]) for label in row["relevant"]]
        relevant = tuple(known[label] for label in labels if label in known)
        if relevant:
            searches.append(Search(row["query"], relevant))
    return DataSet(folder.name, catalog, tuple(searches))


def found(index: Bm25, searches: Iterable[Search]) -> dict[Tool, float]:
    """Of each labelled tool: the share of its searches that have it among the first five."""
    outcomes: dict[Tool, list[bool]] = defaultdict(list)
    for search in searches:
        first = {hit.tool for hit in index.search(search.query, TOP)}
        for tool in search.relevant:
            outcomes[tool].append(tool in first)
    return {tool: sum(hits) / len(hits) for tool, hits in outcomes.items()}


def auc(scores: Sequence[tuple[float, bool]]) -> float:
    """Chance that a tool that is found has a higher score than one that is missed; ties count one half."""
    ordered = sorted(scores)
    positives = sum(1 for _, good in ordered if good)
    negatives = len(ordered) - positives
    if not positives or not negatives:
        return float("nan")
    ranks = 0.0
    start = 0
    while start < len(ordered):
        end = start
        while end < len(ordered) and ordered[end][0] == ordered[start][0]:
            end += 1
        ranks += (start + end + 1) / 2 * sum(1 for _, good in ordered[start:end] if good)
        start = end
    return (ranks - positives * (positives + 1) / 2) / (positives * negatives)


def baselines(index: Bm25) -> Mapping[str, Callable[[int], float]]:
    """The naive scores that a predictor has to beat, by name; each takes a tool's position in the index."""

    def by_query(text: Callable[[Tool], str]) -> Callable[[int], float]:
        def score(position: int) -> float:
            totals = index.scores(index.query_terms(text(index.documents[position].tool)))
            own = totals.get(position, 0.0)
            return -float(sum(1 for total in totals.values() if total > own))

        return score

    return {
        "own description as query": by_query(lambda tool: tool.description),
        "name words as query": by_query(lambda tool: tool.name),
        "length of the text": lambda position: float(index.documents[position].length),
    }


@dataclass(frozen=True)
class Report:
    """How well a score tells tools that are found from tools that are missed.

    `worst` is the share that is missed of the labelled tools among the worst tenth of the catalog; `precision` and
    `recall` are those of the warning (a probability below one half, among the worst tenth), `warned` their number.
    """

    auc: float
    spearman: float
    brier: float
    calibration: float
    base: float
    worst: float
    precision: float
    recall: float
    warned: int

    def __str__(self) -> str:
        return (
            f"AUC {self.auc:.3f}, Spearman {self.spearman:.2f}, Brier {self.brier:.3f}, ECE {self.calibration:.3f}; "
            f"worst tenth missed {self.worst:.2f} (all {self.base:.2f}, {self.worst / self.base:.1f} x); "
            f"warning: {self.warned}, precision {self.precision:.2f}, recall {self.recall:.2f}"
        )


def measure(judged: Iterable[tuple[Bm25, Sequence[Findability], Mapping[Tool, float]]]) -> Report:
    """The figures of the predictor for the labelled tools of some indexes, each with its verdicts and its truth."""
    pairs: list[tuple[float, float]] = []
    worst: list[tuple[float, float]] = []
    for index, verdicts, truth in judged:
        ordered = sorted(verdicts, key=lambda verdict: (verdict.probability, verdict.tool.name, verdict.tool.index))
        pairs += [(verdict.probability, truth[verdict.tool]) for verdict in ordered if verdict.tool in truth]
        tenth = ordered[: len(index) // 10]
        worst += [(verdict.probability, truth[verdict.tool]) for verdict in tenth if verdict.tool in truth]
    missed = sum(share < 0.5 for _, share in pairs)
    warned = [share for chance, share in worst if chance < 0.5]
    hits = sum(share < 0.5 for share in warned)
    return Report(
        auc([(chance, share >= 0.5) for chance, share in pairs]),
        spearman(pairs),
        mean((chance - share) ** 2 for chance, share in pairs),
        calibration(pairs),
        missed / len(pairs),
        mean(share < 0.5 for _, share in worst),
        hits / len(warned) if warned else float("nan"),
        hits / missed if missed else float("nan"),
        len(warned),
    )


def neighbourhoods(data: DataSet) -> Iterator[DataSet]:
    """Small catalogs from a large one: for 24 tools, evenly spaced, those that are most like them in words.

    They have 20, 40 and 60 tools in turn. Searches keep the answers that are in the catalog.
    """
    index = data.index()
    for number in range(_SAMPLES):
        seed = index.documents[number * len(index) // _SAMPLES]
        scores = index.scores(seed.terms)
        near = sorted(scores, key=lambda position: (-scores[position], position))[: _SIZES[number % len(_SIZES)]]
        kept = [index.documents[position].tool for position in near]
        small = build_catalog(f"{data.name}-{number}", [dict(tool.raw) for tool in kept])
        twins = dict(zip(kept, small.tools, strict=True))
        searches = (
            Search(search.query, tuple(twins[tool] for tool in search.relevant if tool in twins))
            for search in data.searches
        )
        yield DataSet(small.server, small, tuple(search for search in searches if search.relevant))


def spearman(pairs: Sequence[tuple[float, float]]) -> float:
    """Correlation of the ranks of both members of the pairs; equal values share the mean of their ranks."""
    left, right = (_ranks([pair[side] for pair in pairs]) for side in (0, 1))
    middle = (len(pairs) + 1) / 2
    both = sum((first - middle) * (second - middle) for first, second in zip(left, right, strict=True))
    spread = math.prod(sum((rank - middle) ** 2 for rank in ranks) for ranks in (left, right))
    return both / math.sqrt(spread) if spread else float("nan")


def _ranks(values: Sequence[float]) -> list[float]:
    ordered = sorted(values)
    return [(bisect_left(ordered, value) + bisect_right(ordered, value) + 1) / 2 for value in values]


def calibration(pairs: Sequence[tuple[float, float]]) -> float:
    """Expected calibration error: mean distance of probability and truth, in ten bins of the probability."""
    bins: dict[int, list[float]] = defaultdict(list)
    for probability, share in pairs:
        bins[int(probability * 10)].append(probability - share)
    return sum(abs(sum(gaps)) for gaps in bins.values()) / len(pairs)


def evaluate(data: DataSet) -> None:
    """Print the figures of one data set."""
    indexes = {profile: data.index(profile) for profile in (ENGLISH, PLAIN)}
    truths = {profile: found(index, data.searches) for profile, index in indexes.items()}
    judged = {profile: judge(index) for profile, index in indexes.items()}
    truth = truths[ENGLISH]
    print(f"{data.name}: {len(data.catalog.tools)} tools, {len(data.searches)} searches, {len(truth)} labelled tools")
    for profile, index in indexes.items():
        shares = truths[profile]
        verdicts = judged[profile]
        print(f"  words as {profile.name!r}: found (mean hit@{TOP}) {mean(shares.values()):.3f}")
        print(f"    probability: {measure([(index, verdicts, shares)])}")
        scores: dict[str, Callable[[int], float]] = {
            name: lambda position, name=name, verdicts=verdicts: getattr(verdicts[position], name)  # type: ignore[misc]
            for name in FIGURES
        }
        for name, score in (scores | dict(baselines(index))).items():
            value = auc([(score(index.position[tool]), share >= 0.5) for tool, share in shares.items()])
            print(f"    {name:26} AUC {value:.3f}")
    robust = {verdict.tool for verdict in judged[ENGLISH] if verdict.probability < 0.5} & {
        verdict.tool for verdict in judged[PLAIN] if verdict.probability < 0.5
    }
    _print_flagged("below one half with both ways of taking words", robust, truth)
    for rule in RULES:
        where = {finding.where.tool for finding in rule().run(Context(Corpus((data.catalog,))))}
        _print_flagged(rule.meta.id, {tool for tool in data.catalog.tools if tool.index in where}, truth)


def _print_flagged(name: str, tools: Collection[Tool], truth: Mapping[Tool, float]) -> None:
    missed = [share < 0.5 for tool, share in truth.items() if tool in tools]
    recall = sum(missed) / max(1, sum(share < 0.5 for share in truth.values()))
    print(f"  {name}: {len(missed)} labelled, precision {mean(missed):.2f}, recall {recall:.2f}")


def _schema(row: Mapping[str, Any]) -> Json:
    if row.get("inputSchema"):
        schema: Json = row["inputSchema"]
        return schema
    parameters = [*(row.get("required_parameters") or ()), *(row.get("optional_parameters") or ())]
    texts: dict[str, Json] = {
        parameter["name"]: {"description": parameter.get("description") or ""} for parameter in parameters
    }
    return {"type": "object", "properties": texts}


def mean(values: Iterable[float]) -> float:
    """The mean, not a number if there are none."""
    listed = list(values)
    return sum(listed) / len(listed) if listed else float("nan")


def _lines(file: Path) -> list[dict[str, Any]]:
    with file.open(encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def main() -> None:
    """Print the figures of all data sets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", type=Path, nargs="+")
    for folder in parser.parse_args().dataset:
        evaluate(load(folder))


if __name__ == "__main__":
    main()
