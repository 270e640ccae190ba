from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from catalint.finding import Finding, Severity
from catalint.location import Location, Place, Span
from catalint.output import RunInfo, github
from catalint.report import CatalogSummary, Failure, Report, Result, Unread

CATALOGS = (CatalogSummary("harbour", "dumps/harbour.json", 1, 10),)


def report(*severities: Severity, place: Place | None = None, **more: Any) -> Report:
    """A report with one finding of each severity given."""
    return Report(
        results=tuple(
            Result(
                Finding("vague-description", f"number {index}", Location("harbour", index), severity),
                severity,
                f"tool_{index}",
                f"{index:032}",
                place,
            )
            for index, severity in enumerate(severities)
        ),
        catalogs=CATALOGS,
        **more,
    )


def kinds(output: str) -> Counter[str]:
    return Counter(line.split()[0].strip(":") for line in output.splitlines() if line.startswith("::"))


@pytest.mark.parametrize("name", ["rich", "troubled", "hostile"])
def test_annotations(name: str, run: RunInfo, text_file: SnapshotAssertion, request: pytest.FixtureRequest) -> None:
    assert github.write(request.getfixturevalue(name), run) == text_file


def test_nothing_found_is_one_line(clean: Report, run: RunInfo) -> None:
    assert github.write(clean, run) == "24 tools, 3,105 tokens: nothing found\n"


def test_ten_of_a_kind_are_shown(run: RunInfo) -> None:
    output = github.write(report(*[Severity.WARNING] * 10, *[Severity.NOTE] * 10), run)
    assert kinds(output) == {"warning": 10, "notice": 10}
    assert "more" not in output


def test_the_last_notice_says_what_is_left_out(run: RunInfo) -> None:
    output = github.write(report(*[Severity.WARNING] * 13, *[Severity.NOTE] * 10), run)
    assert kinds(output) == {"warning": 10, "notice": 10}
    assert "::3 warnings, 1 note more: GitHub shows 10 annotations of a kind for a step\n" in output
    assert output.endswith("13 warnings, 10 notes\n")


def test_the_worst_come_first(run: RunInfo) -> None:
    output = github.write(report(Severity.NOTE, Severity.WARNING, Severity.ERROR), run)
    assert [line.split()[0] for line in output.splitlines()[:3]] == ["::error", "::warning", "::notice"]


def test_what_stops_the_run_pushes_findings_out(run: RunInfo) -> None:
    given = report(
        *[Severity.ERROR] * 9, failures=(Failure("x", "E: y"),), unread=(Unread("harbour", "m", kind="timed out"),)
    )
    first, second, *_ = github.write(given, run).splitlines()
    assert first == "::error title=catalint%3A a rule crashed::x crashed: E: y"
    assert second == "::error title=catalint%3A input not read::harbour: timed out: m"
    assert "1 error more" in github.write(given, run)


def test_columns_are_of_one_line_and_in_utf16(run: RunInfo, runner: Callable[[str], Any]) -> None:
    one = Place("dumps/harbour.json", Span(4, 2, 4, 7), (3, 9))
    several = dataclasses.replace(one, span=Span(4, 2, 6, 7))
    annotation = runner(github.write(report(Severity.ERROR, place=one), run).splitlines()[0])
    where = {"file": "dumps/harbour.json", "line": "4", "endLine": "4", "col": "3", "endColumn": "9"}
    assert annotation.properties == {**where, "title": "vague-description: harbour/tool_0"}
    annotation = runner(github.write(report(Severity.ERROR, place=several), run).splitlines()[0])
    where = {"file": "dumps/harbour.json", "line": "4", "endLine": "6"}
    assert annotation.properties == {**where, "title": "vague-description: harbour/tool_0"}


@pytest.mark.parametrize("path", ["/etc/harbour.json", "../harbour.json", "-", "dumps/har\u202ebour.json"])
def test_a_file_that_cannot_be_named_is_told_in_the_message(path: str, run: RunInfo) -> None:
    line = github.write(report(Severity.ERROR, place=Place(path, Span(4, 2, 4, 7), (2, 7))), run).splitlines()[0]
    assert "file=" not in line
    assert "bour.json:4:2)" in line or "(-:4:2)" in line


def test_files_are_named_from_the_root(tmp_path: Path) -> None:
    folder = tmp_path / "yard" / "dumps"
    folder.mkdir(parents=True)
    place = Place("harbour.json", Span(4, 2, 4, 7), (2, 7))
    run = RunInfo("0.1.0", directory=folder, root=tmp_path / "yard")
    assert "file=dumps/harbour.json," in github.write(report(Severity.ERROR, place=place), run)
