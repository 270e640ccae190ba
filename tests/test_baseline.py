"""Baselines: what is known again, what is new, and what is gone."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint import Corpus, Finding, Location, Related, Severity
from catalint.baseline import Accepted, Baseline, accept, apply, describe_gone, find_gone, merge, read, shrink, write
from catalint.errors import InputError
from catalint.location import Path
from catalint.model import build_catalog
from catalint.report import Report, Result, fingerprint

NAMES = ("tide", "wind", "swell", "fog")
CORPUS = Corpus((build_catalog("sea", [{"name": name} for name in NAMES]),))


def _result(
    *tools: str, rule: str = "vague", path: Path = ("description",), key: str = "", message: str = "x"
) -> Result:
    wheres = [Location("sea", NAMES.index(tool), path) for tool in tools]
    related = tuple(Related(where, "too") for where in wheres[1:])
    finding = Finding(rule, message, wheres[0], Severity.WARNING, related, key=key)
    names = tuple((tool, None) for tool in tools[1:])
    return Result(finding, Severity.WARNING, tools[0], fingerprint(finding, tools[0]), related=names)


def _baseline(*results: Result) -> Baseline:
    return Baseline("b.json", accept(results))


def _new(baseline: Baseline, *results: Result) -> list[str]:
    return [result.tool for result in apply(Report(results), baseline).active]


def test_accepted_findings_are_suppressed_with_the_reason() -> None:
    report = apply(Report((_result("tide"), _result("wind"))), _baseline(_result("tide")))
    assert [(result.tool, result.suppressed) for result in report.results] == [
        ("tide", "accepted in b.json"),
        ("wind", ""),
    ]


def test_what_is_ignored_already_keeps_its_reason() -> None:
    result = replace(_result("tide"), suppressed="because")
    assert apply(Report((result,)), _baseline(result)).results[0].suppressed == "because"


@pytest.mark.parametrize(
    ("now", "new"),
    [
        (_result("tide", message="in other words"), False),
        (_result("tide", rule="other"), True),
        (_result("tide", key="other"), True),
        (_result("tide", path=("title",)), True),
        (_result("wind"), True),
    ],
)
def test_known_again(now: Result, new: bool) -> None:
    assert bool(_new(_baseline(_result("tide")), now)) is new


def test_items_of_lists_move() -> None:
    first = _result("tide", path=("inputSchema", "required", 0), key="day")
    later = _result("tide", path=("inputSchema", "required", 3), key="day")
    assert not _new(_baseline(first), later)


@pytest.mark.parametrize(
    ("now", "new"),
    [
        (("tide", "wind", "swell"), False),
        (("tide", "wind"), False),  # one is mended
        (("wind", "swell"), False),  # the one that it was reported at is mended
        (("swell",), False),
        (("tide", "wind", "swell", "fog"), True),
        (("fog",), True),
        (("wind", "fog"), True),
    ],
)
def test_folded_findings_go_by_their_members(now: tuple[str, ...], new: bool) -> None:
    baseline = _baseline(_result("tide", "wind", "swell", key="series"))
    assert bool(_new(baseline, _result(*now, key="series"))) is new


def test_a_single_finding_that_comes_to_be_about_more_is_new() -> None:
    assert _new(_baseline(_result("tide", key="series")), _result("tide", "wind", key="series"))


def test_gone() -> None:
    baseline = _baseline(_result("tide"), _result("wind"), _result("swell", rule="other"))
    report = Report((_result("wind"),))
    assert [entry.tool for entry in find_gone(report, baseline, {"vague", "other"}, CORPUS)] == ["swell", "tide"]
    # what did not run, or was not read, tells nothing
    assert [entry.tool for entry in find_gone(report, baseline, {"vague"}, CORPUS)] == ["tide"]
    assert not find_gone(report, baseline, {"vague"}, Corpus(()))


def test_what_an_ignore_takes_out_is_not_gone() -> None:
    report = Report((replace(_result("tide"), suppressed="because"),))
    assert not find_gone(report, _baseline(_result("tide")), {"vague"}, CORPUS)


def test_shrinking_takes_out_what_is_gone_and_members_that_are_mended() -> None:
    baseline = _baseline(_result("tide", "wind", "swell", key="series"), _result("fog"))
    report = Report((_result("wind", "swell", key="series"), _result("tide", rule="new")))
    gone = find_gone(report, baseline, {"vague"}, CORPUS)
    entries = shrink(baseline, gone, report)
    assert entries == accept([_result("wind", "swell", key="series")])
    # and it never grows
    assert not _new(Baseline("b.json", entries), _result("wind", "swell", key="series"))
    assert _new(Baseline("b.json", entries), _result("tide", "wind", "swell", key="series"))


def test_shrinking_keeps_what_was_not_judged() -> None:
    baseline = _baseline(_result("tide"), _result("wind", rule="other"))
    assert shrink(baseline, (), Report()) == baseline.entries


def test_merge() -> None:
    entries = accept([_result("tide"), _result("wind")])
    assert merge(entries, accept([_result("wind"), _result("fog")])) == accept(
        [_result("tide"), _result("wind"), _result("fog")]
    )


def test_one_line_on_what_is_gone() -> None:
    entries = accept([_result(name) for name in NAMES])
    assert describe_gone((), "b.json") == ""
    assert describe_gone(entries[:1], "b.json") == (
        "b.json: 1 accepted finding is gone (vague of fog); `catalint baseline` takes it out"
    )
    assert describe_gone(entries, "b.json") == (
        "b.json: 4 accepted findings are gone (vague of fog, vague of swell, vague of tide and 1 more); "
        "`catalint baseline` takes them out"
    )


def test_file() -> None:
    entries = accept([_result("tide", "wind"), _result("fog")])
    text = write(entries)
    assert read("b.json", text).entries == entries
    # a line for each, in an order that does not depend on that of the run
    assert text == write(accept([_result("fog"), _result("tide", "wind")]))
    assert [line.count('"rule"') for line in text.splitlines()] == [0, 0, 0, 1, 1, 0, 0]
    assert json.loads(write(())) == {"version": 1, "findings": []}


@given(st.lists(st.builds(Accepted, st.text(), st.text(), st.text(), st.text(), st.frozensets(st.text()))))
def test_any_file_comes_back(entries: list[Accepted]) -> None:
    assert read("b.json", write(entries)).entries == tuple(entries)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "b.json:1:2: is no baseline: Expecting property name enclosed in double quotes"),
        ("[]", "b.json: is no baseline of version 1: `catalint baseline` writes one"),
        ('{"version": 2, "findings": []}', "b.json: is no baseline of version 1: `catalint baseline` writes one"),
        ('{"version": 1}', "b.json: is no baseline: it has no list of findings: `catalint baseline` writes one"),
        (
            '{"version": 1, "findings": [7]}',
            "b.json: is no baseline: entry 1 of its findings has a field that is missing or no text",
        ),
        ("[" * 100_000, "b.json: is no baseline: its JSON can't be read"),
    ],
)
def test_what_is_no_baseline(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        read("b.json", text)
    assert str(error.value) == message
