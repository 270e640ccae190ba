"""Runs rules over a corpus. Pure: no files, no output, nothing kept between runs."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from catalint.context import Context
from catalint.finding import Finding, Severity
from catalint.location import Location, Path
from catalint.report import Failure, Report, Result, fingerprint
from catalint.rule import Rule


def run(ctx: Context, rules: Iterable[Rule[Any]], severities: Mapping[str, Severity] | None = None) -> Report:
    """Run the rules and return their findings in a fixed order; a rule that crashes is listed and the others go on.

    `severities` replace the rules' own, by rule id.
    """
    findings: list[Finding] = []
    failures: list[Failure] = []
    seconds: dict[str, float] = {}
    yielding: dict[str, tuple[str, ...]] = {}
    for rule in rules:
        if rule.meta.yields_to:
            yielding[rule.meta.id] = rule.meta.yields_to
        start = time.perf_counter()
        try:
            findings.extend(rule.run(ctx))
        except Exception as error:  # noqa: BLE001 - the one guard around code of rules, ours and others'
            import traceback

            line = " ".join(str(error).split())
            failures.append(Failure(rule.meta.id, f"{type(error).__name__}: {line}", traceback.format_exc()))
        seconds[rule.meta.id] = time.perf_counter() - start
    results = tuple(_results(ctx, _without_doubles(findings, yielding), severities or {}))
    return Report(
        results=results,
        failures=tuple(failures),
        notes=tuple(ctx.remarks),
        encoding=ctx.encoding,
        seconds={**ctx.seconds, **seconds},
    )


def _without_doubles(findings: list[Finding], yielding: Mapping[str, tuple[str, ...]]) -> list[Finding]:
    """The findings without those that give way to another one at the same place."""
    if not yielding:
        return findings
    first = {name for names in yielding.values() for name in names}
    taken: dict[tuple[str, int | None, Path], set[str]] = {}
    for finding in findings:
        if finding.rule in first:
            taken.setdefault(_place(finding), set()).add(finding.rule)
    if not taken:
        return findings
    return [
        finding
        for finding in findings
        if taken.get(_place(finding), frozenset()).isdisjoint(yielding.get(finding.rule, ()))
    ]


def _place(finding: Finding) -> tuple[str, int | None, Path]:
    return finding.where.server, finding.where.tool, finding.where.path


def _results(ctx: Context, findings: list[Finding], severities: Mapping[str, Severity]) -> Iterable[Result]:
    names = {(tool.server, tool.index): tool.name for tool in ctx.corpus.tools}
    order = {catalog.server: position for position, catalog in enumerate(ctx.corpus.catalogs)}
    seen: Counter[str] = Counter()
    for finding in sorted(findings, key=lambda finding: _sort_key(finding, order)):
        tool = _tool_name(names, finding.where)
        identity = fingerprint(finding, tool)
        occurrence = seen[identity]
        seen[identity] += 1
        yield Result(
            finding,
            severity=severities.get(finding.rule, finding.severity),
            tool=tool,
            fingerprint=fingerprint(finding, tool, occurrence),
            related=tuple((_tool_name(names, related.where), None) for related in finding.related),
        )


def _tool_name(names: Mapping[tuple[str, int], str], where: Location) -> str:
    return "" if where.tool is None else names.get((where.server, where.tool), "")


def _sort_key(finding: Finding, order: Mapping[str, int]) -> tuple[object, ...]:
    where = finding.where
    index = -1 if where.tool is None else where.tool
    return (order.get(where.server, len(order)), index, where.pointer, finding.rule, finding.key, finding.message)
