"""The report as workflow commands, which GitHub Actions shows as annotations of a commit.

What commands look like is in https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands; how
values are escaped follows the toolkit (packages/core/src/command.ts) and the runner that undoes it
(src/Runner.Common/ActionCommand.cs): `%`, carriage returns and line feeds everywhere, `:` and `,` in properties too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from catalint.finding import Severity
from catalint.output import RunInfo
from catalint.output.order import by_severity
from catalint.output.repository import Repository
from catalint.output.summary import counts, outcome, position, size, trouble
from catalint.output.terminal import brief, escape
from catalint.report import Report, Result, Unread

# GitHub shows so many annotations of each kind that one step makes, and drops the others without a word:
# https://docs.github.com/en/rest/checks/runs and https://github.com/orgs/community/discussions/26680
SHOWN = 10
# The Checks API takes titles of 255 characters at most.
_LONGEST_TITLE = 255
_LONGEST_MESSAGE = 2000

_KINDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def write(report: Report, run: RunInfo) -> str:
    """Write a report as at most ten commands of each kind, the most severe first, and a last line that sums up.

    What could not be read and rules that crashed come first, as errors. Where anything is left out, the last notice
    says how much. Suppressed results are left out.
    """
    repository = Repository(run.directory, run.root, run.blob)
    commands = list(_commands(report, repository))
    seen: Counter[Severity] = Counter()
    shown, left_out = [], Counter[Severity]()
    for command in commands:
        seen[command.severity] += 1
        (left_out.update((command.severity,)) if seen[command.severity] > SHOWN else shown.append(command))
    if left_out:
        notices = [command for command in shown if command.severity is Severity.NOTE]
        if len(notices) == SHOWN:
            shown.remove(notices[-1])
            left_out[Severity.NOTE] += 1
        text = f"{counts(left_out)} more: GitHub shows {SHOWN} annotations of a kind for a step"
        shown.append(_Command(Severity.NOTE, text, title="catalint"))
    lines = [command.line() for command in shown]
    suppressed = f" ({len(report.suppressed):,} suppressed)" if report.suppressed else ""
    return "\n".join([*lines, f"{size(report)}: {outcome(report)}{suppressed}"]) + "\n"


@dataclass(frozen=True, slots=True)
class _Command:
    """An annotation; `where` are the properties that tell its file and lines."""

    severity: Severity
    message: str
    title: str
    where: dict[str, str | int] = field(default_factory=dict)

    def line(self) -> str:
        properties = {**self.where, "title": brief(self.title, _LONGEST_TITLE)}
        written = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
        return f"::{_KINDS[self.severity]} {written}::{_data(brief(self.message, _LONGEST_MESSAGE))}"


def _commands(report: Report, repository: Repository) -> Iterator[_Command]:
    if not (report.catalogs or report.unread or report.failures):
        yield _Command(Severity.WARNING, "no catalog was checked", title="catalint")
    for failure in report.failures:
        yield _Command(Severity.ERROR, f"{failure.rule} crashed: {failure.error}", title="catalint: a rule crashed")
    for unread in report.unread:
        yield _unread(unread, repository)
    for result in by_severity(report.active):
        yield _finding(result, repository)


def _unread(unread: Unread, repository: Repository) -> _Command:
    title, name = "catalint: input not read", "" if unread.kind else _file(unread.path, repository)
    where: dict[str, str | int] = {"file": name, "line": unread.line or 1} if name else {}
    if name and unread.line and unread.column:
        where["col"] = unread.column
    return _Command(Severity.ERROR, f"{unread.path}: {trouble(unread)}", title, where)


def _finding(result: Result, repository: Repository) -> _Command:
    finding, place = result.finding, result.place
    owner = f"{finding.where.server}/{result.tool}" if result.tool else finding.where.server
    title = f"{finding.rule}: {owner}" if owner else finding.rule
    name = _file(place.path, repository) if place else ""
    if not place or not name:
        return _Command(result.severity, f"{finding.message} ({position(result)})", title)
    where: dict[str, str | int] = {"file": name, "line": place.span.start_line, "endLine": place.span.end_line}
    # the runner takes columns of a single line only
    if place.span.start_line == place.span.end_line:
        where |= {"col": place.utf16_columns[0], "endColumn": place.utf16_columns[1]}
    return _Command(result.severity, finding.message, title, where)


def _file(path: str, repository: Repository) -> str:
    """The name of a file, empty where there is none or one that can't be shown as it is."""
    name = repository.name(path) or ""
    return name if escape(name) == name else ""


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
