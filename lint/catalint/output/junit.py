"""The report as JUnit XML, which GitLab, Jenkins, Azure and most others show as test results.

There is no one specification. Written is what all readers share: https://github.com/testmoapp/junitxml describes it,
https://github.com/jenkinsci/xunit-plugin/blob/master/src/main/resources/org/jenkinsci/plugins/xunit/types/model/xsd/junit-10.xsd
is Jenkins' schema, https://docs.gitlab.com/ci/testing/unit_test_reports/ says what GitLab takes of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from catalint.finding import Severity
from catalint.output import RunInfo
from catalint.output.markup import character_data
from catalint.output.order import by_severity
from catalint.output.repository import Repository
from catalint.output.summary import counts_of, position, trouble
from catalint.output.terminal import brief
from catalint.report import CatalogSummary, Report, Result, Unread

_WHOLE = "(whole catalog)"
_LONGEST_NAME = 256

# How GitLab and Jenkins find files to show with a test in what it printed.
_ATTACHMENT = re.compile(r"\[(?=\[ATTACHMENT)", re.IGNORECASE)


def write(report: Report, run: RunInfo) -> str:
    """Write a report as test results: a suite for each catalog, in it one test for each tool and one for the catalog.

    Errors and warnings of a tool fail its test, notes are its output. Readers show one failure of a test, so all
    findings of a tool are in one. Inputs that could not be read and rules that crashed are tests with an error, in a
    suite of their own. Suppressed results are left out. There are no times: they would differ between equal runs.
    """
    suites = list(_suites(report, Repository(run.directory, run.root)))
    totals = {"tests": 0, "failures": 0, "errors": 0}
    for suite in suites:
        for key in totals:
            totals[key] += suite.totals[key]
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<testsuites{_attributes(name='catalint', **totals, time=0)}>"]
    for suite in suites:
        lines += suite.lines()
    return "\n".join([*lines, "</testsuites>"]) + "\n"


@dataclass(frozen=True)
class _Case:
    """One test: `outcome` is the name of the element that says how it ended, empty for one that passed."""

    suite: str
    name: str
    file: str = ""
    outcome: str = ""
    kind: str = ""
    message: str = ""
    text: tuple[str, ...] = ()
    printed: tuple[str, ...] = ()

    def lines(self) -> Iterator[str]:
        attributes = _attributes(
            classname=self.suite, name=self.name, **{"file": self.file} if self.file else {}, time=0
        )
        if not (self.outcome or self.printed):
            yield f"    <testcase{attributes}/>"
            return
        yield f"    <testcase{attributes}>"
        if self.outcome:
            kind = {"type": self.kind} if self.kind else {}
            start = f"      <{self.outcome}{_attributes(message=self.message, **kind)}"
            yield f"{start}>{_content(self.text)}</{self.outcome}>" if self.text else f"{start}/>"
        if self.printed:
            yield f"      <system-out>{_content(self.printed)}</system-out>"
        yield "    </testcase>"


@dataclass(frozen=True)
class _Suite:
    name: str
    cases: tuple[_Case, ...]
    properties: dict[str, str | int] = field(default_factory=dict)

    @property
    def totals(self) -> dict[str, int]:
        outcomes = [case.outcome for case in self.cases]
        return {
            "tests": len(outcomes),
            "failures": outcomes.count("failure"),
            "errors": outcomes.count("error"),
            "skipped": outcomes.count("skipped"),
        }

    def lines(self) -> Iterator[str]:
        yield f"  <testsuite{_attributes(name=self.name, **self.totals, time=0)}>"
        if self.properties:
            yield "    <properties>"
            for name, value in self.properties.items():
                yield f"      <property{_attributes(name=name, value=value)}/>"
            yield "    </properties>"
        for case in self.cases:
            yield from case.lines()
        yield "  </testsuite>"


def _suites(report: Report, repository: Repository) -> Iterator[_Suite]:
    if cases := tuple(_troubles(report, repository)):
        yield _Suite("catalint", cases)
    by_server: dict[str, list[Result]] = {}
    for result in by_severity(report.active):
        by_server.setdefault(result.finding.where.server, []).append(result)
    known = {catalog.server: catalog for catalog in report.catalogs}
    for server in (*known, *(server for server in by_server if server not in known)):
        catalog = known.get(server)
        suite = _Suite(server or "catalog", tuple(_cases(server, catalog, by_server.get(server, ()), repository)))
        if catalog:
            suite.properties.update(origin=catalog.origin, tools=catalog.tools, tokens=catalog.tokens)
        yield suite


def _troubles(report: Report, repository: Repository) -> Iterator[_Case]:
    for unread in report.unread:
        yield _unread(unread, repository)
    for failure in report.failures:
        text = (failure.error,)
        yield _Case("catalint", f"rule {failure.rule}", "", "error", "crash", f"crashed: {failure.error}", text)
    if not (report.catalogs or report.unread or report.failures):
        yield _Case("catalint", "catalogs", outcome="skipped", message="no catalog was checked")


def _unread(unread: Unread, repository: Repository) -> _Case:
    line = f":{unread.line}:{unread.column}" if unread.line else ""
    text = (f"{unread.path}{line}: {trouble(unread)}", *unread.detail)
    file = "" if unread.kind else repository.name(unread.path) or ""
    return _Case("catalint", f"read {unread.path}", file, "error", "unread", f"not read: {trouble(unread)}", text)


def _cases(
    server: str, catalog: CatalogSummary | None, results: Iterable[Result], repository: Repository
) -> Iterator[_Case]:
    """The tests of a catalog: itself, the tools in their order, then entries of the list that are no tools."""
    names: dict[int | None, str] = {None: _WHOLE, **dict(catalog.listed if catalog else ())}
    found: dict[int | None, list[Result]] = {key: [] for key in names}
    for result in results:
        index = result.finding.where.tool
        found.setdefault(index, []).append(result)
        names.setdefault(index, result.tool or f"entry {(index or 0) + 1} of the list")
    taken: set[str] = set()
    for index, about in found.items():
        name = brief(names[index], _LONGEST_NAME)
        # readers take two tests of one name for one
        while name in taken:
            name = f"{name} (entry {(index or 0) + 1})"
        taken.add(name)
        yield _judged(server or "catalog", name, about, repository)


def _judged(server: str, name: str, results: list[Result], repository: Repository) -> _Case:
    bad = [result for result in results if result.severity > Severity.NOTE]
    printed = tuple(_line(result) for result in results if result.severity is Severity.NOTE)
    places = (repository.name(result.place.path) for result in results if result.place)
    file = next((place for place in places if place), "")
    if not bad:
        return _Case(server, name, file, printed=printed)
    message = bad[0].finding.message if len(bad) == 1 else f"{counts_of(bad)}; first: {bad[0].finding.message}"
    return _Case(server, name, file, "failure", str(bad[0].severity), message, tuple(map(_line, bad)), printed)


def _line(result: Result) -> str:
    return f"{position(result)}: {result.severity}[{result.finding.rule}] {result.finding.message}"


def _attributes(**values: str | int) -> str:
    return "".join(f' {key}="{_safe(str(value))}"' for key, value in values.items())


def _content(lines: Iterable[str]) -> str:
    return "\n".join(map(_safe, lines))


def _safe(text: str) -> str:
    """Text for XML in which nothing names a file to attach."""
    return character_data(_ATTACHMENT.sub("[ ", text))
