from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest
from syrupy.assertion import SnapshotAssertion

from catalint.finding import Finding, Severity
from catalint.location import Location, Place, Span
from catalint.output import RunInfo, junit
from catalint.report import CatalogSummary, Report, Result, Unread


def report(*about: tuple[int | None, str, Severity], listed: tuple[str, ...] = ("berth_ship", "list_tides")) -> Report:
    place = Place("dumps/harbour.json", Span(4, 2, 4, 7), (2, 7))
    results = tuple(
        Result(Finding("some-rule", message, Location("harbour", tool), severity), severity, "", f"{position}", place)
        for position, (tool, message, severity) in enumerate(about)
    )
    return Report(results, catalogs=(CatalogSummary("harbour", "h.json", 2, 10, tuple(enumerate(listed))),))


def cases(given: Report, run: RunInfo) -> dict[str, ET.Element]:
    root = ET.fromstring(junit.write(given, run))  # noqa: S314 - the document is ours
    return {case.attrib["name"]: case for case in root.iter("testcase")}


@pytest.mark.parametrize("name", ["rich", "clean", "troubled", "hostile"])
def test_results(name: str, run: RunInfo, xml_file: SnapshotAssertion, request: pytest.FixtureRequest) -> None:
    assert junit.write(request.getfixturevalue(name), run) == xml_file


def test_each_tool_is_a_test_and_the_catalog_too(run: RunInfo) -> None:
    found = cases(report(), run)
    assert list(found) == ["(whole catalog)", "berth_ship", "list_tides"]
    assert all(len(case) == 0 for case in found.values())


def test_errors_and_warnings_fail_notes_are_printed(run: RunInfo) -> None:
    about = [
        (0, "one", Severity.NOTE),
        (0, "two", Severity.WARNING),
        (0, "three", Severity.ERROR),
        (1, "four", Severity.NOTE),
    ]
    found = cases(report(*about), run)
    failure, printed = found["berth_ship"]
    assert (failure.tag, failure.attrib) == (
        "failure",
        {"message": "1 error, 1 warning; first: three", "type": "error"},
    )
    assert (failure.text or "").splitlines() == [
        "dumps/harbour.json:4:2: error[some-rule] three",
        "dumps/harbour.json:4:2: warning[some-rule] two",
    ]
    assert (printed.tag, printed.text) == ("system-out", "dumps/harbour.json:4:2: note[some-rule] one")
    assert [child.tag for child in found["list_tides"]] == ["system-out"]
    assert found["berth_ship"].attrib["file"] == "dumps/harbour.json"


def test_tests_of_one_name_are_told_apart(run: RunInfo) -> None:
    given = report((1, "x", Severity.ERROR), listed=("a", "a", "(whole catalog)", "a (entry 2)"))
    found = cases(given, run)
    assert list(found) == ["(whole catalog)", "a", "a (entry 2)", "(whole catalog) (entry 3)", "a (entry 2) (entry 4)"]
    assert found["a (entry 2)"].find("failure") is not None


def test_an_entry_that_is_no_tool_is_a_test(run: RunInfo) -> None:
    found = cases(report((7, "no object", Severity.ERROR), (None, "too many", Severity.WARNING)), run)
    assert found["entry 8 of the list"].find("failure") is not None
    assert found["(whole catalog)"].find("failure") is not None


def test_a_server_that_was_not_listed_is_an_error_with_what_it_said(run: RunInfo) -> None:
    given = Report(unread=(Unread("harbour", "it ended", kind="could not start", detail=("no module", "bye")),))
    (error,) = cases(given, run)["read harbour"]
    assert error.attrib == {"message": "not read: could not start: it ended", "type": "unread"}
    assert error.text == "harbour: could not start: it ended\nno module\nbye"


def test_a_run_over_nothing_is_no_passed_test(run: RunInfo) -> None:
    (case,) = cases(Report(), run).values()
    (skipped,) = case
    assert (skipped.tag, skipped.attrib) == ("skipped", {"message": "no catalog was checked"})
