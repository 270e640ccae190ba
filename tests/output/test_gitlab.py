from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from catalint.finding import Finding, Severity
from catalint.location import Location, Place, Span
from catalint.output import RunInfo, gitlab
from catalint.report import CatalogSummary, Failure, Report, Result, Unread


def issues(given: Report, run: RunInfo) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(gitlab.write(given, run))
    return found


def report(origin: str, place: Place | None) -> Report:
    finding = Finding("some-rule", "Say more.", Location("harbour", 0), Severity.WARNING)
    result = Result(finding, finding.severity, "berth_ship", "0" * 32, place)
    return Report((result,), catalogs=(CatalogSummary("harbour", origin, 1, 10),))


@pytest.mark.parametrize("name", ["rich", "troubled", "hostile"])
def test_issues(name: str, run: RunInfo, json_file: SnapshotAssertion, request: pytest.FixtureRequest) -> None:
    assert gitlab.write(request.getfixturevalue(name), run) == json_file


def test_nothing_found(clean: Report, run: RunInfo) -> None:
    assert gitlab.write(clean, run) == "[]\n"


@pytest.mark.parametrize(
    ("origin", "path"),
    [("dumps/harbour.json", "dumps/harbour.json"), ("https://harbour.example/mcp", "harbour"), ("node ./x", "harbour")],
)
def test_what_stands_in_no_file_is_put_on_that_of_its_catalog(origin: str, path: str, tmp_path: Path) -> None:
    (tmp_path / "dumps").mkdir()
    (tmp_path / "dumps" / "harbour.json").touch()
    run = RunInfo("0.1.0", directory=tmp_path, root=tmp_path)
    (issue,) = issues(report(origin, None), run)
    assert issue["location"] == {"path": path, "lines": {"begin": 1}}


def test_a_place_outside_of_the_repository_is_none(run: RunInfo) -> None:
    (issue,) = issues(report("x", Place("/etc/harbour.json", Span(4, 2, 4, 7), (2, 7))), run)
    assert issue["location"]["path"] == "harbour"


def test_what_stops_the_run_is_a_blocker(run: RunInfo) -> None:
    given = Report(
        failures=(Failure("x", "E: y"),), unread=(Unread("harbour", "m", kind="timed out"), Unread("-", "n"))
    )
    found = issues(given, run)
    assert {issue["severity"] for issue in found} == {"blocker"}
    assert [(issue["location"]["path"], issue["description"]) for issue in found] == [
        ("harbour", "not read: timed out: m"),
        ("-", "not read: n"),
        ("catalint", "x crashed: E: y"),
    ]
    assert len({issue["fingerprint"] for issue in found}) == 3


@pytest.mark.parametrize(("path", "shown"), [("/etc/x.json", "etc/x.json"), ("../../x.json", "x.json"), ("/", "stdin")])
def test_no_path_leads_out_of_the_repository(path: str, shown: str, run: RunInfo) -> None:
    (issue,) = issues(Report(unread=(Unread(path, "no such file"),)), run)
    assert issue["location"]["path"] == shown
