"""Compare findings with what reviewers of real servers would raise, rule by rule.

usage: python tests/eval/gold.py GOLD_FILE CATALOG_FOLDER [--rule ID] [--show]

A line of the file is `{"server", "rule", "tools": [...], "verdict": "yes" | "borderline", "why"}`; no tools = the whole
catalog. A finding counts for every tool that it is about (related ones too). On a `yes` tool it is right, on a
`borderline` tool it is neither, elsewhere it is wrong. Recall counts the `yes` rows of which at least one tool was found.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from catalint import Severity, engine, pack
from catalint.context import Context
from catalint.model import Corpus, Json, build_catalog
from catalint.report import Result

Row = Mapping[str, Json]


def tools_of(result: Result) -> frozenset[str]:
    """The names of all tools that a finding is about; empty for a whole catalog."""
    return frozenset(name for name in (result.tool, *(name for name, _ in result.related)) if name)


def row_tools(row: Row) -> frozenset[str]:
    """The tools of a row."""
    tools = row["tools"]
    return frozenset(str(tool) for tool in tools) if isinstance(tools, list) else frozenset()


def results_of(file: Path) -> list[Result]:
    """Run all rules, the strict ones too, over one dump."""
    corpus = Corpus((build_catalog(file.stem, json.loads(file.read_bytes())["tools"]),))
    rules = [rule() for rule in pack.load()[0].rules]
    return list(engine.run(Context(corpus, targets=("mcp", "anthropic", "openai")), rules).results)


def judge(result: Result, rows: list[Row]) -> str:
    """Say whether reviewers agree with a finding: yes, borderline or no."""
    named = tools_of(result)
    verdicts = {str(row["verdict"]) for row in rows if row_tools(row) & named or not (row_tools(row) and named)}
    return "yes" if "yes" in verdicts else "borderline" if verdicts else "no"


def main() -> None:
    """Print, per rule, right, borderline and wrong findings, precision and recall."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("gold", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rule", default="")
    parser.add_argument("--show", action="store_true", help="print wrong findings and missed rows")
    options = parser.parse_args()
    rows: defaultdict[tuple[str, str], list[Row]] = defaultdict(list)
    judged: set[str] = set()
    for line in options.gold.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        rows[row["server"], row["rule"]].append(row)
        judged.add(row["rule"])
    table: defaultdict[str, dict[str, int]] = defaultdict(
        lambda: {"yes": 0, "borderline": 0, "no": 0, "found": 0, "wanted": 0}
    )
    for server in sorted({server for server, _ in rows}):
        results = results_of(options.folder / f"{server}.json")
        for result in results:
            rule = result.finding.rule
            if rule not in judged or (options.rule and rule != options.rule):
                continue
            verdict = judge(result, rows[server, rule])
            table[rule][verdict] += 1
            if options.show and verdict == "no":
                loud = "" if result.severity >= Severity.WARNING else " (note)"
                print(f"WRONG{loud} {server} [{result.tool}] {rule}: {result.finding.message}")
        for (where, rule), wanted in list(rows.items()):
            if where != server or (options.rule and rule != options.rule):
                continue
            named = frozenset[str]().union(*(tools_of(r) for r in results if r.finding.rule == rule), frozenset())
            whole = any(r.finding.rule == rule and not r.tool for r in results)
            for row in wanted:
                if row["verdict"] != "yes":
                    continue
                table[rule]["wanted"] += 1
                if row_tools(row) & named or whole or (not row_tools(row) and named):
                    table[rule]["found"] += 1
                elif options.show:
                    print(f"MISSED {server} {sorted(row_tools(row))} {rule}: {row['why']}")
    print(f"{'rule':26} {'right':>6} {'border':>6} {'wrong':>6} {'precision':>9} {'recall':>9}")
    for rule, counts in sorted(table.items()):
        sure = counts["yes"] + counts["no"]
        precision = f"{counts['yes'] / sure:.2f}" if sure else "-"
        recall = f"{counts['found']}/{counts['wanted']}"
        print(f"{rule:26} {counts['yes']:6} {counts['borderline']:6} {counts['no']:6} {precision:>9} {recall:>9}")


if __name__ == "__main__":
    main()
