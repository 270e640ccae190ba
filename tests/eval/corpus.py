"""Print what rules find in a folder of `tools/list` dumps, to be read as the authors of those servers would.

usage: python tests/eval/corpus.py FOLDER [--rule ID ...] [--counts] [--most N]
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections import Counter
from pathlib import Path

from catalint import Severity, engine, pack
from catalint.context import Context
from catalint.model import Corpus, build_catalog
from catalint.report import Report
from catalint.testing import show


def lint(file: Path, wanted: frozenset[str], *, strict: bool) -> tuple[Report, int]:
    """Run the built-in rules over one dump; returns the report and the number of its tools."""
    catalog = build_catalog(file.stem, json.loads(file.read_bytes())["tools"])
    chosen = [
        rule()
        for rule in pack.load()[0].rules
        if (rule.meta.id in wanted if wanted else strict or rule.meta.profile == "default")
    ]
    return engine.run(Context(Corpus((catalog,)), targets=("mcp", "anthropic", "openai")), chosen), len(catalog.tools)


def main() -> None:
    """Print the findings, or their counts per rule, and the findings per tool of each server."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rule", action="append", default=[], help="only this rule (repeatable)")
    parser.add_argument("--counts", action="store_true", help="counts only")
    parser.add_argument("--strict", action="store_true", help="strict rules too")
    parser.add_argument("--most", type=int, default=1_000_000, help="findings shown per rule and server")
    options = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    servers: Counter[str] = Counter()
    density: list[float] = []
    for file in sorted(options.folder.glob("*.json")):
        report, tools = lint(file, frozenset(options.rule), strict=options.strict)
        for failure in report.failures:
            print(f"CRASH {file.stem}: {failure.rule}: {failure.error}\n{failure.traceback}")
        shown: Counter[str] = Counter()
        for result in report.results:
            rule = result.finding.rule
            counts[rule, str(result.severity)] += 1
            shown[rule] += 1
            if not options.counts and shown[rule] <= options.most:
                print(f"{file.stem} [{result.tool}] {show(result)}")
        servers.update(set(shown))
        loud = sum(1 for result in report.results if result.severity >= Severity.WARNING)
        density.append(loud / tools if tools else 0.0)
    print("\nfindings per rule and severity, and servers with any:")
    for (rule, severity), count in sorted(counts.items()):
        print(f"  {rule:28} {severity:8} {count:6} {servers[rule]:5}")
    print(f"errors and warnings a tool: median {statistics.median(density):.2f}, mean {statistics.mean(density):.2f}")


if __name__ == "__main__":
    main()
