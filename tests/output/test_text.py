from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable

import pytest
from syrupy.assertion import SnapshotAssertion

from catalint.finding import Finding, Related, Severity
from catalint.location import Location, Place, Span
from catalint.output import RunInfo, text
from catalint.report import CatalogSummary, Report, Result

COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def many(count: int, severity: Callable[[int], Severity] = lambda _: Severity.WARNING) -> Report:
    """One rule that fires `count` times on tools of one catalog."""
    results = []
    for index in range(count):
        finding = Finding("vague-description", f"number {index}", Location("harbour", index), severity(index))
        span = Span(index + 1, 1, index + 1, 5)
        results.append(
            Result(finding, finding.severity, f"tool_{index}", f"{index:032}", Place("h.json", span, (1, 5)))
        )
    return Report(results=tuple(results), catalogs=(CatalogSummary("harbour", "h.json", count, 10),))


def test_in_a_pipe(rich: Report, run: RunInfo, text_file: SnapshotAssertion) -> None:
    assert text.write(rich, run) == text_file


def test_on_a_terminal(rich: Report, run: RunInfo, text_file: SnapshotAssertion) -> None:
    assert text.write(rich, dataclasses.replace(run, color=True, width=80)) == text_file


def test_verbose(rich: Report, run: RunInfo, text_file: SnapshotAssertion) -> None:
    assert text.write(rich, dataclasses.replace(run, verbose=True, width=100)) == text_file


def test_nothing_found(clean: Report, run: RunInfo) -> None:
    assert text.write(clean, run) == "24 tools, 3,105 tokens: nothing found\n"


def test_what_went_wrong(troubled: Report, run: RunInfo, text_file: SnapshotAssertion) -> None:
    assert text.write(troubled, dataclasses.replace(run, verbose=True)) == text_file


def test_hostile_text(hostile: Report, run: RunInfo, text_file: SnapshotAssertion) -> None:
    assert text.write(hostile, dataclasses.replace(run, verbose=True)) == text_file


@pytest.mark.parametrize("width", [None, 60])
@pytest.mark.parametrize("verbose", [False, True])
@pytest.mark.parametrize("color", [False, True])
def test_nothing_that_a_terminal_obeys_gets_through(
    hostile: Report, run: RunInfo, width: int | None, verbose: bool, color: bool
) -> None:
    output = text.write(hostile, dataclasses.replace(run, width=width, verbose=verbose, color=color))
    assert set(COLOUR.findall(output)) <= (
        {"\x1b[1m", "\x1b[1;31m", "\x1b[33m", "\x1b[36m", "\x1b[2m", "\x1b[0m"} if color else set()
    )
    bare = COLOUR.sub("", output)
    assert all(char == "\n" or char.isprintable() for char in bare)
    output.encode("utf-8")


def test_colour_changes_nothing_else(rich: Report, run: RunInfo) -> None:
    colored = text.write(rich, dataclasses.replace(run, color=True))
    assert COLOUR.sub("", colored) == text.write(rich, run)


def test_lines_of_a_terminal_are_short(rich: Report, run: RunInfo) -> None:
    lines = text.write(rich, dataclasses.replace(run, width=72, verbose=True)).splitlines()
    assert [line for line in lines if len(line) > 72] == []


def test_five_findings_of_a_rule_are_shown(run: RunInfo) -> None:
    output = text.write(many(5), run)
    assert output.count("warning[vague-description]") == 5
    assert "times" not in output


def test_six_are_folded_into_a_count_and_five_places(run: RunInfo) -> None:
    output = text.write(many(6), run)
    assert output.count("[vague-description]") == 1
    assert "warning[vague-description] 6 times: Description without a specific action" in output
    assert "first: number 0" in output
    assert "at h.json:1:1 tool_0, 2:1 tool_1, 3:1 tool_2, 4:1 tool_3, 5:1 tool_4, and 1 more (--verbose)" in output


def test_the_worst_of_a_folded_rule_come_first(run: RunInfo) -> None:
    output = text.write(many(1200, lambda index: Severity.ERROR if index == 1100 else Severity.NOTE), run)
    assert (
        "error[vague-description] 1,200 times: Description without a specific action (1 error, 1,199 notes)" in output
    )
    assert "first: number 1100" in output
    assert "at h.json:1101:1 tool_1100, 1:1 tool_0," in output
    assert "and 1,195 more" in output


def test_verbose_unfolds(run: RunInfo) -> None:
    output = text.write(many(6), dataclasses.replace(run, verbose=True))
    assert output.count("warning[vague-description]") == 6


def test_folding_is_by_catalog(run: RunInfo) -> None:
    one, other = many(3), many(3)
    moved = tuple(
        dataclasses.replace(
            result,
            finding=dataclasses.replace(result.finding, where=dataclasses.replace(result.finding.where, server="yard")),
        )
        for result in other.results
    )
    assert "times" not in text.write(dataclasses.replace(one, results=(*one.results, *moved)), run)


def test_a_rule_that_nobody_described_can_fold() -> None:
    output = text.write(many(6), RunInfo("0.1.0"))
    assert "warning[vague-description] 6 times\n" in output


def test_the_order_of_results_does_not_matter(rich: Report, run: RunInfo) -> None:
    backwards = dataclasses.replace(rich, results=rich.results[::-1])
    assert text.write(backwards, run) == text.write(rich, run)


def test_the_last_line_sums_up(run: RunInfo) -> None:
    last = text.write(many(1, lambda _: Severity.ERROR), run).splitlines()[-1]
    assert last == "1 tool, 10 tokens: 1 error"


def test_what_is_not_severe_enough_is_counted(rich: Report, clean: Report, run: RunInfo) -> None:
    mixed = many(2, lambda index: (Severity.ERROR, Severity.NOTE)[index])
    assert text.write(mixed.from_severity(Severity.NOTE), run) == text.write(mixed, run)
    assert text.write(mixed.from_severity(Severity.WARNING), run).endswith(": 1 error (1 less severe)\n")
    notes = many(2, lambda _: Severity.NOTE).from_severity(Severity.ERROR)
    assert text.write(notes, run) == "2 tools, 10 tokens: nothing shown (2 less severe)\n"
    # a catalog with such findings is not said to have none
    errors = rich.from_severity(Severity.ERROR)
    hidden = [catalog.server for catalog in rich.catalogs if catalog.server in errors.hidden]
    assert hidden
    for line in text.write(errors, run).splitlines():
        assert not (line.startswith("nothing found in") and set(hidden) & set(line.split(" in ")[1].split(", ")))
    assert text.write(clean.from_severity(Severity.ERROR), run) == text.write(clean, run)


@pytest.mark.parametrize(("count", "said"), [(5, ""), (6, "and 1 more place"), (7, "and 2 more places")])
def test_further_places_are_counted(run: RunInfo, count: int, said: str) -> None:
    related = tuple(Related(Location("harbour", index), "reads the same") for index in range(1, count + 1))
    finding = Finding("vague-description", "Says nothing.", Location("harbour", 0), Severity.WARNING, related)
    places = tuple((f"tool_{index}", None) for index in range(1, count + 1))
    report = Report((Result(finding, finding.severity, "tool_0", "0" * 32, None, places),))
    lines = [line.strip() for line in text.write(report, run).splitlines()]
    assert [line for line in lines if line.startswith("see ")] == [
        f"see harbour#/tools/{index} tool_{index}: reads the same" for index in range(1, 6)
    ]
    assert [line for line in lines if line.startswith("and ")] == [said] * bool(said)


def test_places_in_other_servers_are_named_by_them(run: RunInfo) -> None:
    related = (Related(Location("quay"), "9 tools"), Related(Location("lock", 3), "`open` reads the same"))
    finding = Finding("too-many-tools", "Too many.", Location("harbour"), Severity.WARNING, related)
    entry = Place(".mcp.json", Span(3, 5, 3, 9), (5, 9), "config")
    report = Report((Result(finding, finding.severity, "", "0" * 32, entry, (("", entry), ("open", entry))),))
    lines = [line.strip() for line in text.write(report, run).splitlines()]
    assert "see .mcp.json:3:5 quay: 9 tools" in lines
    assert "see .mcp.json:3:5 (/tools/3) lock/open: reads the same" in lines


def test_explain_is_named_once(rich: Report, clean: Report, run: RunInfo) -> None:
    assert text.write(rich, run).count("catalint explain RULE") == 1
    assert "catalint explain" not in text.write(clean, run)


def test_a_name_of_any_length_leaves_the_place_readable(run: RunInfo) -> None:
    where = Location("harbour", 0, ("inputSchema", "properties", "berth_" * 10_000))
    finding = Finding("vague-description", "A short message.", where, Severity.WARNING)
    place = Place("h.json", Span(1, 900, 1, 905), (900, 905))
    written = text.write(Report(results=(Result(finding, finding.severity, "dock", "0", place),)), run)
    assert "h.json:1:900 (/tools/0/inputSchema/properties/berth_" in written
    assert max(map(len, written.split("\n"))) < 500
