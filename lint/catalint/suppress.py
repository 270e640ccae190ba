"""Takes findings out that somebody has accepted: marks them, drops nothing, and reports ignores that are of no use."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from catalint.finding import Severity
from catalint.ignores import Ignore, subjects
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
    find = _Ignores(alive, corpus)
    used: set[Ignore] = set()
    results: list[Result] = []
    for result in report.results:
        joint = result.finding.rule in mutual
        meant = [ignore for ignore in find.of(result, mutual=joint) if ignore.covers(result, mutual=joint)]
        used.update(meant)
        if meant and not result.suppressed:
            results.append(replace(result, suppressed=_cause(meant[0])))
        else:
            results.append(result)
    ran = {rule.meta.id for rule in rules if not isinstance(rule, IgnoreRule)}
    idle = [ignore for ignore in ignores if ignore not in used and _judged(ignore, ran, corpus)]
    results.extend(_unused(idle, rules, corpus, severities or {}, day))
    return replace(report, results=tuple(results))


class _Ignores:
    """The ignores of a run, those that tools carry by the name of the tool: there may be thousands of them."""

    def __init__(self, ignores: Iterable[Ignore], corpus: Corpus) -> None:
        names = {(tool.server, tool.index): tool.name for tool in corpus.tools}
        self._general: list[Ignore] = []
        self._carried: dict[tuple[str, str | None], list[Ignore]] = {}
        for ignore in ignores:
            where = ignore.where
            if where.tool is None:
                self._general.append(ignore)
            else:
                self._carried.setdefault((where.server, names.get((where.server, where.tool))), []).append(ignore)

    def of(self, result: Result, *, mutual: bool) -> Iterator[Ignore]:
        """Those that can mean a result, in their order."""
        yield from self._general
        if not self._carried:
            return
        found = Counter(subjects(result, mutual=mutual))
        for subject, times in found.items():
            # one tool's ignore does not take out what is also about two others: see `takes_out`
            if found.total() - times < 2:
                yield from self._carried.get(subject, ())


def _judged(ignore: Ignore, ran: Collection[str], corpus: Corpus) -> bool:
    return (ignore.rule in ran or any(map(ignore.means, ran))) and ignore.concerns(corpus)


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
