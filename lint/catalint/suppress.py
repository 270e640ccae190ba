"""Takes findings out that somebody has accepted: marks them, drops nothing, and reports ignores that are of no use."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import Any

from catalint.finding import Severity
from catalint.ignores import Ignore
from catalint.model import Corpus
from catalint.report import Report, Result, fingerprint
from catalint.rule import IgnoreRule, Rule


def apply(
    report: Report,
    ignores: Iterable[Ignore],
    corpus: Corpus,
    rules: Iterable[Rule[Any]],
    severities: Mapping[str, Severity] | None = None,
    *,
    today: dt.date | None = None,
) -> Report:
    """Mark the results that an ignore means as suppressed, with its reason; the first one that means a result counts.

    An ignore that has ended counts no more. What meant nothing is reported by the run's `IgnoreRule`s, unless its rule
    did not run or its server is not there. `today` is the day to judge `until` by; `severities` replace those of rules.
    """
    ignores, rules = tuple(ignores), tuple(rules)
    if not ignores:
        return report
    day = today or dt.datetime.now(tz=dt.UTC).date()
    mutual = frozenset(rule.meta.id for rule in rules if rule.meta.mutual)
    alive = [ignore for ignore in ignores if not ignore.expired(day)]
    used: set[Ignore] = set()
    results: list[Result] = []
    for result in report.results:
        meant = [ignore for ignore in alive if ignore.covers(result, mutual=result.finding.rule in mutual)]
        used.update(meant)
        if meant and not result.suppressed:
            results.append(replace(result, suppressed=_cause(meant[0])))
        else:
            results.append(result)
    ran = [rule.meta.id for rule in rules if not isinstance(rule, IgnoreRule)]
    idle = [ignore for ignore in ignores if ignore not in used and _judged(ignore, ran, corpus)]
    results.extend(_unused(idle, rules, corpus, severities or {}, day))
    return replace(report, results=tuple(results))


def _judged(ignore: Ignore, ran: Iterable[str], corpus: Corpus) -> bool:
    return any(fnmatchcase(rule, ignore.rule) for rule in ran) and ignore.concerns(corpus)


def _unused(
    idle: Iterable[Ignore],
    rules: Iterable[Rule[Any]],
    corpus: Corpus,
    severities: Mapping[str, Severity],
    day: dt.date,
) -> Iterable[Result]:
    names = {(tool.server, tool.index): tool.name for tool in corpus.tools}
    reporters = [rule for rule in rules if isinstance(rule, IgnoreRule)]
    for ignore in idle:
        for rule in reporters:
            for finding in rule.check_unused(ignore, expired=ignore.expired(day)):
                where = finding.where
                tool = "" if where.tool is None else names.get((where.server, where.tool), "")
                severity = severities.get(finding.rule, finding.severity)
                yield Result(finding, severity, tool, fingerprint(finding, tool), ignore.place)


def _cause(ignore: Ignore) -> str:
    return f"{ignore.reason} ({ignore.origin})" if ignore.reason else ignore.origin
