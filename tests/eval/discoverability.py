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
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from catalint.context import Context
from catalint.model import Catalog, Corpus, Json, Tool, build_catalog
from catalint.search.bm25 import Bm25
from catalint.search.document import Document
from catalint.search.findability import Findability, judge
from catalint.search.retriever import TOP
from catalint.search.tokenization import ENGLISH, PLAIN, Profile
from catalint_rules.discoverability import RULES


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


def evaluate(data: DataSet) -> None:
    """Print the figures of one data set."""
    index = data.index()
    truth = found(index, data.searches)
    verdicts = judge(index)
    base = _share(value < 0.5 for value in truth.values())
    print(f"{data.name}: {len(data.catalog.tools)} tools, {len(data.searches)} searches, {len(truth)} labelled tools")
    print(f"  found (mean hit@{TOP}) {_share(truth.values()):.3f}, missed {base:.3f}")
    scores: dict[str, Callable[[int], float]] = {
        "probability": lambda position: verdicts[position].probability,
        "share of short queries": lambda position: verdicts[position].share,
        **baselines(index),
    }
    for profile in (ENGLISH, PLAIN):
        labels = truth if profile is ENGLISH else found(data.index(profile), data.searches)
        print(f"  AUC, searches tokenised as {profile.name!r}:")
        for name, score in scores.items():
            value = auc([(score(index.position[tool]), share >= 0.5) for tool, share in labels.items()])
            print(f"    {name:26} {value:.3f}")
    brier = _share((verdicts[index.position[tool]].probability - share) ** 2 for tool, share in truth.items())
    print(f"  Brier score {brier:.3f}, expected calibration error {_calibration(index, verdicts, truth):.3f}")
    ordered = sorted(range(len(index)), key=lambda position: verdicts[position].probability)
    for share in (0.05, 0.10, 0.20):
        worst = {index.documents[position].tool for position in ordered[: int(len(index) * share)]}
        missed = [truth[tool] < 0.5 for tool in truth if tool in worst]
        print(
            f"  worst {share:.0%}: {len(missed)} labelled, missed {_share(missed):.2f} ({_share(missed) / base:.1f} x)"
        )
    for rule in RULES:
        where = {finding.where.tool for finding in rule().run(Context(Corpus((data.catalog,))))}
        missed = [share < 0.5 for tool, share in truth.items() if tool.index in where]
        recall = sum(missed) / (base * len(truth))
        print(f"  {rule.meta.id}: {len(missed)} labelled, precision {_share(missed):.2f}, recall {recall:.2f}")


def _calibration(index: Bm25, verdicts: Sequence[Findability], truth: Mapping[Tool, float]) -> float:
    bins: dict[int, list[float]] = defaultdict(list)
    for tool, share in truth.items():
        probability = verdicts[index.position[tool]].probability
        bins[int(probability * 10)].append(probability - share)
    return sum(abs(sum(gaps)) for gaps in bins.values()) / len(truth)


def _schema(row: Mapping[str, Any]) -> Json:
    if row.get("inputSchema"):
        schema: Json = row["inputSchema"]
        return schema
    parameters = [*(row.get("required_parameters") or ()), *(row.get("optional_parameters") or ())]
    texts: dict[str, Json] = {
        parameter["name"]: {"description": parameter.get("description") or ""} for parameter in parameters
    }
    return {"type": "object", "properties": texts}


def _share(values: Iterable[float]) -> float:
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
