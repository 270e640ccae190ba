from __future__ import annotations

import dataclasses
import re

import pytest
from markdown_it import MarkdownIt
from syrupy.assertion import SnapshotAssertion

from catalint.finding import Finding, Severity
from catalint.location import Location, Place, Span
from catalint.output import RuleInfo, RunInfo, markdown
from catalint.report import CatalogSummary, Report, Result, Unread
from catalint.rule import Meta

PARSER = MarkdownIt("commonmark").enable("table")


def many(count: int, *, rules: int = 1, severity: Severity = Severity.WARNING, message: str = "Say more.") -> Report:
    """A report of one catalog with findings of some rules in turn, each on a tool of its own."""
    results = []
    for index in range(count):
        finding = Finding(f"rule-{index % rules}", message, Location("harbour", index), severity)
        place = Place("dumps/harbour.json", Span(index + 1, 1, index + 1, 5), (1, 5))
        results.append(Result(finding, severity, f"tool_{index}", f"{index:032}", place))
    return Report(tuple(results), catalogs=(CatalogSummary("harbour", "dumps/harbour.json", count, 10),))


@pytest.mark.parametrize("name", ["rich", "clean", "troubled", "hostile"])
def test_summary(name: str, run: RunInfo, markdown_file: SnapshotAssertion, request: pytest.FixtureRequest) -> None:
    assert markdown.write(request.getfixturevalue(name), run) == markdown_file


def test_links_lead_to_the_pages_of_the_forge(rich: Report, run: RunInfo) -> None:
    output = markdown.write(rich, dataclasses.replace(run, blob="https://forge.example/dock/yard/-/blob/0a1b"))
    assert "[`dumps/harbour.json:4`](https://forge.example/dock/yard/-/blob/0a1b/dumps/harbour.json#L4)" in output
    assert "[`dumps/harbour.json:4`](dumps/harbour.json#L4)" in markdown.write(rich, run)


def test_a_file_outside_of_the_repository_is_no_link(run: RunInfo) -> None:
    given = many(1)
    place = Place("/etc/harbour.json", Span(4, 2, 4, 7), (2, 7))
    output = markdown.write(
        dataclasses.replace(given, results=(dataclasses.replace(given.results[0], place=place),)), run
    )
    assert "(`/etc/harbour.json:4`)" in output


def test_the_page_of_a_rule_is_linked_if_its_address_is_one(run: RunInfo) -> None:
    for address, linked in (
        ("https://docs.example/a_b.md?x=1", True),
        ("javascript:alert(1)", False),
        ("https://x) [y](z", False),
    ):
        info = RuleInfo(Meta("rule-0", "x", Severity.WARNING), "family", "pack", address, str)
        output = markdown.write(many(1), dataclasses.replace(run, rules={"rule-0": info}))
        links = [child for token in PARSER.parse(output) for child in token.children or () if child.type == "link_open"]
        assert (links[0].attrs["href"] == address) is linked
        assert ("[`rule-0`]" in output) is linked


@pytest.mark.parametrize(("count", "folds"), [(5, 0), (6, 1)])
def test_more_than_five_of_a_rule_are_folded(count: int, folds: int, run: RunInfo) -> None:
    output = markdown.write(many(count), run)
    assert output.count("<details>") == folds
    assert output.count("Say more.") == count


def test_a_fold_holds_twenty_and_counts_the_rest(run: RunInfo) -> None:
    output = markdown.write(many(33), run)
    assert output.count("Say more.") == 20
    assert "<summary>33 warnings of one rule: <code>rule-0</code></summary>" in output
    assert "- and 13 more\n" in output
    assert "did not fit" not in output


def test_notes_are_folded_away_together(run: RunInfo) -> None:
    output = markdown.write(many(3, severity=Severity.NOTE), run)
    assert output.index("<summary>3 notes</summary>") < output.index("Say more.")


def test_what_does_not_fit_is_counted_and_is_the_least_severe(run: RunInfo) -> None:
    notes, errors = many(900, rules=450, severity=Severity.NOTE), many(40, rules=40, severity=Severity.ERROR)
    both = dataclasses.replace(notes, results=(*notes.results, *errors.results))
    output = markdown.write(both, run)
    assert len(output) < markdown.MOST_CHARACTERS
    assert output.count("**error**") == 40
    shown = output.count("**note**")
    assert 200 < shown < 900
    assert f"\n{900 - shown} findings more did not fit in here; the other formats have all.\n" in output


def test_hundreds_of_catalogs_have_a_table_of_the_worst(run: RunInfo) -> None:
    given = many(1)
    others = tuple(CatalogSummary(f"s{index:03}", "x.json", 1, 10) for index in range(120))
    output = markdown.write(dataclasses.replace(given, catalogs=(*others, *given.catalogs)), run)
    rows = re.findall(r"^\| (.+?) \|", output, re.MULTILINE)
    assert rows[2] == "`harbour`"
    assert rows[-1] == "and 91 more catalogs"
    assert len(rows) == 33


def test_the_last_lines_of_a_server_that_failed_are_shown(run: RunInfo) -> None:
    detail = ("first", "one", "ModuleNotFoundError: no `x`", "\x1b[2J@team", "")
    given = Report(unread=(Unread("harbour", "it ended", kind="could not start", detail=detail),))
    output = markdown.write(given, run)
    wrote = "`one`, ``ModuleNotFoundError: no `x` ``, `\\x1b[2J@team`"
    line = f"- **not read** `harbour`: could not start: it ended; it wrote {wrote}\n"
    assert line.replace("``Mod", "`` Mod") in output
