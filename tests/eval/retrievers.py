"""Check each kind of search, and what is said of findability by it, against labelled searches, and print the figures.

Truth of a tool is the share of its labelled searches for which the kind itself has it among the first five, so each
kind is judged by its own hits. Data sets are those of discoverability.py. For the kind `namespace` each server of a data
set is a namespace, known by its name alone; a set of one server, or with fewer than two tools a server, is left out.

With --fit, the coefficients in catalint.search.{pattern,embedding,namespace}_estimate are fitted, and their AUC and
calibration error printed for each set with them fitted to the others.

usage: python tests/eval/retrievers.py [--fit] [--kind KIND]... DATASET...
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from discoverability import DataSet, auc, load
from regression import Row, fit, predict

from catalint.errors import UserError
from catalint.model import Catalog, Tool, build_catalog
from catalint.search import embedding_estimate, pattern_estimate
from catalint.search.estimate import log_odds
from catalint.search.findability import Findability, judge
from catalint.search.mount import Mount
from catalint.search.namespaces import NamespaceSearch
from catalint.search.retriever import TOP, Retriever
from catalint.search.retrievers import RETRIEVERS, Kind

# Weights of the share that are set and not fitted: likelihood gives it less than the ranking wants.
SET = {"regex": pattern_estimate.SHARE_WEIGHT, "embedding": embedding_estimate.SHARE_WEIGHT}


@dataclass(frozen=True, eq=False)
class Trial:
    """One kind of search on one data set.

    `found` and `loaded` are shares of each labelled tool's searches: those that find it, and those for which its
    namespace is loaded. Times are seconds of the processor.
    """

    kind: Kind
    name: str
    mount: Mount
    verdicts: Mapping[Tool, Findability]
    found: Mapping[Tool, float]
    loaded: Mapping[Tool, float]
    searches: int
    searching: float
    judging: float


def run(kind: Kind, data: DataSet, folder: Path) -> Trial | None:
    """Run the labelled searches of a data set; None if the kind can't be judged by it."""
    catalogs: Sequence[Catalog] = (data.catalog,)
    twins = {tool: tool for tool in data.catalog.tools}
    if kind.name == "namespace":
        by_server = _by_server(data, folder)
        if len(by_server) == 1 or len(by_server) > len(twins) / 2:
            return None
        catalogs = [build_catalog(server, [dict(tool.raw) for tool in tools]) for server, tools in by_server.items()]
        listed = (tool for tools in by_server.values() for tool in tools)
        twins = dict(zip(listed, (tool for catalog in catalogs for tool in catalog.tools), strict=True))
    mount = Mount(catalogs)
    start = time.process_time()
    retriever = kind.build(mount)
    found: dict[Tool, list[bool]] = defaultdict(list)
    loaded: dict[Tool, list[bool]] = defaultdict(list)
    for search in data.searches:
        first = {hit.tool for hit in retriever.find(search.query, TOP)}
        inside = _loaded(retriever, search.query)
        for tool in (twins[tool] for tool in search.relevant):
            found[tool].append(tool in first)
            loaded[tool].append(tool in inside)
    middle = time.process_time()
    verdicts = {verdict.tool: verdict for verdict in kind.judge(mount)}
    end = time.process_time()
    return Trial(
        kind,
        data.name,
        mount,
        verdicts,
        {tool: _mean(outcomes) for tool, outcomes in found.items()},
        {tool: _mean(outcomes) for tool, outcomes in loaded.items()},
        len(data.searches),
        middle - start,
        end - middle,
    )


def _by_server(data: DataSet, folder: Path) -> Mapping[str, list[Tool]]:
    grouped: dict[str, list[Tool]] = defaultdict(list)
    with (folder / "tools.jsonl").open(encoding="utf-8") as stream:
        for tool, line in zip(data.catalog.tools, stream, strict=True):
            grouped[json.loads(line)["server"]].append(tool)
    return grouped


def _loaded(retriever: Retriever, query: str) -> frozenset[Tool]:
    if not isinstance(retriever, NamespaceSearch):
        return frozenset()
    return frozenset(document.tool for namespace, _ in retriever.choose(query) for document in namespace.documents)


def report(trial: Trial) -> Iterator[str]:
    """The figures of a trial, and those of the scores that what is said of findability has to beat."""
    truth = trial.found
    index = trial.mount.index()
    base = {verdict.tool: verdict.probability for verdict in judge(index)}
    scores: dict[str, Callable[[Tool], float]] = {
        "probability": lambda tool: trial.verdicts[tool].probability,
        "share of short queries": lambda tool: trial.verdicts[tool].share,
        "probability by bm25": lambda tool: base[tool],
        "length of the text": lambda tool: float(index.documents[index.position[tool]].length),
    }
    yield f"{trial.kind.name} on {trial.name}: {len(index)} tools, {trial.searches} searches, {len(truth)} labelled tools"
    yield f"  found (mean hit@{TOP}) {_mean(truth.values()):.3f}, missed {_mean(v < 0.5 for v in truth.values()):.3f}"
    for name, score in scores.items():
        yield f"  AUC {name:24} {auc([(score(tool), share >= 0.5) for tool, share in truth.items()]):.3f}"
    pairs = [(trial.verdicts[tool].probability, share) for tool, share in truth.items()]
    brier = _mean((probability - share) ** 2 for probability, share in pairs)
    yield f"  Brier score {brier:.3f}, expected calibration error {calibration_error(pairs):.3f}"
    yield f"  {trial.searching:.1f} s to search, {trial.judging:.1f} s to judge"


def rows(trial: Trial) -> list[Row]:
    """One row for each labelled tool, to fit what the kind's probability is made of."""
    base = {verdict.tool: verdict.probability for verdict in judge(trial.mount.index())}
    made: list[Row] = []
    for tool, share in (trial.loaded if trial.kind.name == "namespace" else trial.found).items():
        own = log_odds(trial.verdicts[tool].share)
        if trial.kind.name == "namespace":
            made.append(((1.0, own), share, 1 / len(trial.loaded), 0.0))
        else:
            odds = math.log(base[tool] / (1 - base[tool]))
            made.append(((1.0, odds), share, 1 / len(trial.found), SET[trial.kind.name] * own))
    return made


def fitted(trials: Sequence[Trial]) -> Iterator[str]:
    """Coefficients for all sets together, and figures for each with those of the others."""
    parts = {trial.name: rows(trial) for trial in trials}
    coefficients = fit(row for part in parts.values() for row in part)
    yield f"{trials[0].kind.name}: {', '.join(f'{value:.2f}' for value in coefficients)}"
    for name, left_out in parts.items():
        rest = [row for other, part in parts.items() if other != name for row in part]
        if rest:
            own = fit(rest)
            pairs = [(predict(own, row), row[1]) for row in left_out]
            area = auc([(chance, share >= 0.5) for chance, share in pairs])
            yield f"  fitted without {name}: AUC {area:.3f}, expected calibration error {calibration_error(pairs):.3f}"


def calibration_error(pairs: Iterable[tuple[float, float]]) -> float:
    """Mean distance of probability and truth, in ten bins of the probability; pairs of probability and share."""
    bins: dict[int, list[float]] = defaultdict(list)
    for probability, share in pairs:
        bins[int(probability * 10)].append(probability - share)
    return sum(abs(sum(gaps)) for gaps in bins.values()) / max(1, sum(map(len, bins.values())))


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed) if listed else float("nan")


def main() -> None:
    """Print the figures of all kinds on all data sets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", type=Path, nargs="+")
    parser.add_argument("--kind", choices=list(RETRIEVERS), action="append")
    parser.add_argument("--fit", action="store_true")
    options = parser.parse_args()
    sets = [(load(folder), folder) for folder in options.dataset]
    for name in options.kind or RETRIEVERS:
        try:
            trials = [trial for data, folder in sets if (trial := run(RETRIEVERS[name], data, folder))]
        except UserError as error:
            print(f"{name}: {error}")
            continue
        for trial in trials:
            print(*report(trial), sep="\n", flush=True)
        if options.fit and trials and (name in SET or name == "namespace"):
            print(*fitted(trials), sep="\n", flush=True)


if __name__ == "__main__":
    main()
