"""The formats that forges and their runners act on, with any text at all in every place where others write text."""

from __future__ import annotations

import dataclasses
import json
import os.path
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from catalint.finding import Finding, Related, Severity
from catalint.location import Location, Place, Span
from catalint.output import WRITERS, RunInfo, github, gitlab, junit, markdown
from catalint.output.terminal import escape
from catalint.report import CatalogSummary, Failure, Report, Result, Unread

RUN = RunInfo("0.1.0", directory=Path("/srv/checkout"), root=Path("/srv/checkout"))
PARSER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])

MARKS = (
    "::error::x ::stop-commands::x ::add-mask::x ##[error] ##[add-mask]x ##vso[task.complete] %0A %0D %25 %3A , = : \r \n \r\n"
    " \x85 \u2028 \x0b | || ` ``` ~~~ ** * _ [x](y) ![ <b> </details> <details> <!-- --> &lt; & ]]> <![CDATA[ <?x \\ # - + 1."
    " > @all #1 :x: https://evil.example www.evil.example \x00 \x1b[2J \ud800 \ufffe \uffff \u202e [[ATTACHMENT|/etc/x]] $ {{x}} ''"
).split(" ")
ANY = st.one_of(
    st.text(alphabet=st.characters(codec=None), max_size=60),
    st.lists(st.sampled_from([*MARKS, "a", " ", "\n"]), max_size=8).map("".join),
)
# names of files come from a file system, which has neither of these; and they are inside the repository
PATHS = ANY.map(lambda text: "dumps/" + re.sub(r"[\x00\ud800-\udfff]|\.\.", "", text) + ".json")


def report(texts: list[str], path: str) -> Report:
    """A report with a text in each place: more than fits on GitHub, and a rule that is folded."""
    server, tool, other, message, rule, origin, error, unread, note, kind = texts
    where = Place(path, Span(3, 5, 3, 9), (5, 9))
    results = []
    for index in range(24):
        severity = (Severity.ERROR, Severity.WARNING, Severity.NOTE)[index % 3]
        finding = Finding(
            f"a{rule}" if index < 21 else f"b{rule}",
            message,
            Location(server, index % 8 if index < 22 else None, ("description",)),
            severity,
            related=(Related(Location(other, 0), message),) if index < 3 else (),
        )
        name = tool if index % 8 and index < 22 else ""
        related = ((other, where),) if index < 3 else ()
        results.append(Result(finding, severity, name, f"{index:032}", None if index % 5 == 0 else where, related))
    return Report(
        results=tuple(results),
        failures=(Failure(rule, error, error),),
        unread=(Unread(path, unread, 7, 2), Unread(f"y{unread}", error, kind=kind, detail=(note, error))),
        catalogs=(CatalogSummary(server, origin, 8, 100, tuple((index, tool) for index in range(8))),),
        notes=(note,),
        encoding="o200k_base",
    )


REPORTS = st.builds(report, st.lists(ANY, min_size=10, max_size=10), PATHS)
TAME = report(["x"] * 10, "dumps/x.json")
any_report = pytest.mark.parametrize("name", ["github", "gitlab", "junit", "markdown"])


# GitHub: the runner obeys annotations alone


def lines_of_log(output: str) -> list[str]:
    """Lines as the runner reads them; .NET ends them at line feeds and carriage returns."""
    return re.split("\r\n|\r|\n", output.removesuffix("\n"))


@given(REPORTS)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_runner_sees_annotations_alone(runner: Callable[[str], Any], given_report: Report) -> None:
    output = github.write(given_report, RUN)
    *lines, last = lines_of_log(output)
    commands = [runner(line) for line in lines]
    assert len(commands) == len(lines_of_log(github.write(TAME, RUN))) - 1
    assert runner(last) is None
    kinds = Counter(command.name for command in commands)
    assert set(kinds) <= {"error", "warning", "notice"}
    assert max(kinds.values()) <= github.SHOWN
    for command in commands:
        assert set(command.properties) <= {"file", "line", "endLine", "col", "endColumn", "title"}
    first = given_report.failures[0]
    assert escape(f"{first.rule} crashed: {first.error}").strip() == commands[0].data.strip()
    output.encode()


@given(ANY, ANY, ANY, PATHS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_the_runner_reads_is_what_was_meant(
    runner: Callable[[str], Any], message: str, server: str, tool: str, path: str
) -> None:
    finding = Finding("some-rule", message, Location(server, 0), Severity.WARNING)
    place = Place(path, Span(3, 5, 3, 9), (5, 9))
    given_report = Report((Result(finding, finding.severity, tool, "0", place),), catalogs=TAME.catalogs)
    annotation = runner(lines_of_log(github.write(given_report, RUN))[0])
    owner = f"{server}/{tool}" if tool else server
    # blanks at the end of the properties, where the title stands, are cut off by the runner
    assert annotation.properties["title"].rstrip() == escape(f"some-rule: {owner}" if owner else "some-rule").rstrip()
    shown = escape(path) == path
    assert annotation.properties.get("file") == (os.path.normpath(path) if shown else None)
    assert annotation.data == escape(message if shown else f"{message} ({path}:3:5)")


@given(REPORTS, st.booleans())
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.parametrize("name", ["text", "json", "sarif", "gitlab", "junit", "markdown"])
def test_no_other_format_is_obeyed(
    name: str, runner: Callable[[str], Any], given_report: Report, verbose: bool
) -> None:
    output = WRITERS[name](given_report, dataclasses.replace(RUN, verbose=verbose))
    assert [line for line in lines_of_log(output) if runner(line)] == []
    assert "##vso[" not in output


# Markdown: whatever the texts are, the document has the same parts


def skeleton(text: str) -> list[tuple[str, str]]:
    """Types of blocks with their HTML, and of what is inside them except for plain text and code."""
    found = []
    for token in PARSER.parse(text):
        found.append((token.type, token.content if token.type == "html_block" else ""))
        inline = [child for child in token.children or () if child.type not in ("text", "code_inline")]
        found += [(child.type, re.sub("#.*", "", str(child.attrs.get("href", "")))) for child in inline]
    return found


@given(st.lists(ANY.map(lambda text: f"x{text}"), min_size=10, max_size=10))
@settings(max_examples=60)
def test_any_text_leaves_the_document_as_it_is(texts: list[str]) -> None:
    output = markdown.write(report(texts, "dumps/x.json"), RUN)
    rule = re.sub(r"[^\w/.-]", "?", escape(f"a{texts[4]}"), flags=re.ASCII)
    parts = [(kind, html.replace(f"<code>{rule}</code>", "<code>ax</code>")) for kind, html in skeleton(output)]
    assert parts == skeleton(markdown.write(TAME, RUN))
    output.encode()


@given(REPORTS)
@settings(max_examples=60)
def test_links_lead_to_files_of_the_repository_alone(given_report: Report) -> None:
    run = dataclasses.replace(RUN, blob="https://forge.example/dock/yard/blob/0a1b")
    for token in PARSER.parse(markdown.write(given_report, run)):
        for child in token.children or ():
            assert child.type in {"text", "code_inline", "strong_open", "strong_close", "link_open", "link_close"}
            if child.type == "link_open":
                assert str(child.attrs["href"]).startswith("https://forge.example/dock/yard/blob/0a1b/")


@given(ANY, st.integers(1, 400), st.integers(1, 300))
@example("` ", 300, 300)
@example("`", 300, 3)
@example("@ ", 300, 300)
@example("|", 300, 30)
@example("\U000e0041", 300, 30)
@settings(max_examples=20)
def test_a_document_has_room_in_a_comment_and_counts_what_it_leaves_out(text: str, count: int, tools: int) -> None:
    results = []
    for index in range(count):
        finding = Finding(f"rule-{index % 70}", text * 40, Location(f"s{index % 3}", index % tools), Severity.WARNING)
        results.append(Result(finding, finding.severity, f"t{index % tools}{text * 9}", f"{index:032}"))
    catalogs = tuple(CatalogSummary(f"s{index}{text * 9}", "o", 1, 1) for index in range(count))
    troubles = tuple(Unread(f"{index}{text * 99}", text * 400, detail=(text * 99,) * 9) for index in range(count))
    notes = tuple(text * 400 for _ in range(count))
    output = markdown.write(Report(tuple(results), (), troubles, catalogs, notes), RUN)
    assert len(output) <= markdown.MOST_CHARACTERS
    listed = len(re.findall(r"^- \*\*warning\*\*", output, re.MULTILINE))
    folded = sum(
        int(number)
        for number in re.findall(
            r"^- and (\d+) more\n\n</details>\n\n(?!<details>\n<summary>\d+ rem)", output, re.MULTILINE
        )
    )
    left_out = sum(int(number) for number in re.findall(r"^(\d+) findings? more did not fit", output, re.MULTILINE))
    assert listed + folded + left_out == count


# JUnit: XML of the usual shape

CHILDREN = {
    "testsuites": {"testsuite"},
    "testsuite": {"properties", "testcase", "system-out", "system-err"},
    "properties": {"property"},
    "testcase": {"skipped", "error", "failure", "system-out", "system-err"},
}
REQUIRED = {
    "testsuites": set(),
    "testsuite": {"name", "tests"},
    "property": {"name", "value"},
    "testcase": {"name", "classname"},
}
ALLOWED = {
    "testsuites": {"name", "time", "tests", "failures", "errors", "disabled"},
    "testsuite": {
        "name",
        "tests",
        "failures",
        "errors",
        "skipped",
        "time",
        "timestamp",
        "hostname",
        "id",
        "package",
        "file",
    },
    "property": {"name", "value"},
    "testcase": {"name", "classname", "time", "assertions", "status", "file"},
    "failure": {"type", "message"},
    "error": {"type", "message"},
    "skipped": {"type", "message"},
}


def check_shape(element: ET.Element) -> None:
    """Elements, attributes and their order as readers of JUnit XML take them, and sums that are right."""
    tag = element.tag
    assert {child.tag for child in element} <= CHILDREN.get(tag, set())
    assert REQUIRED.get(tag, set()) <= set(element.attrib) <= ALLOWED.get(tag, set())
    if tag == "testsuite":
        tags = [child.tag for child in element]
        assert tags.index("testcase") == tags.count("properties")
        cases = element.findall("testcase")
        assert int(element.attrib["tests"]) == len(cases) > 0
        for key, name in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(element.attrib[key]) == sum(1 for case in cases if case.find(name) is not None)
        # readers know a test by these two
        names = [(case.attrib["classname"], case.attrib["name"]) for case in cases]
        assert len(set(names)) == len(names)
        assert all(case.attrib["classname"] for case in cases)
    if tag == "testcase":
        assert sum(1 for child in element if child.tag in ("skipped", "error", "failure")) <= 1
    for child in element:
        check_shape(child)


def parse(output: str) -> ET.Element:
    return ET.fromstring(output.encode())  # noqa: S314 - the document is ours


@given(REPORTS)
def test_any_text_is_valid_junit(given_report: Report) -> None:
    root = parse(junit.write(given_report, RUN))
    check_shape(root)
    suites = root.findall("testsuite")
    assert int(root.attrib["tests"]) == sum(int(suite.attrib["tests"]) for suite in suites)
    assert [suite.attrib["errors"] for suite in suites] == ["3", "0"]
    texts = "\n".join(root.itertext())
    assert "[[attachment" not in texts.lower()
    # not the first thing in its line, so that two colons mean nothing
    message = escape(f"x{given_report.results[0].finding.message}")[1:]
    message = re.sub("[\ufffe\uffff]", lambda match: f"\\u{ord(match[0]):04x}", message)
    assert re.sub(r"\[(?=\[ATTACHMENT)", "[ ", message, flags=re.IGNORECASE).strip() in texts


# GitLab: issues that its widget takes

ISSUES = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "minLength": 1},
            "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "minLength": 1, "pattern": "^(?![./]*/)"},
                    "lines": {"type": "object", "properties": {"begin": {"type": "integer", "minimum": 1}}},
                },
            },
        },
    },
}


@given(REPORTS)
def test_any_text_is_a_code_quality_report(given_report: Report) -> None:
    output = gitlab.write(given_report, RUN)
    issues = json.loads(output)
    assert output.isascii()
    assert [error.message for error in jsonschema.Draft202012Validator(ISSUES).iter_errors(issues)] == []
    assert len(issues) == len(given_report.results) + 3
    assert len({issue["fingerprint"] for issue in issues}) == len(issues)


@any_report
def test_the_order_of_results_does_not_matter(name: str, rich: Report, run: RunInfo) -> None:
    backwards = dataclasses.replace(rich, results=rich.results[::-1])
    assert WRITERS[name](backwards, run) == WRITERS[name](rich, run)


@pytest.mark.parametrize("name", ["text", "github", "gitlab", "junit", "markdown"])
@pytest.mark.parametrize("given_report", [Report(), Report(notes=("skipped x.json",))])
def test_a_run_over_nothing_does_not_look_clean(name: str, given_report: Report) -> None:
    assert "no catalog was checked" in WRITERS[name](given_report, RUN)


@pytest.mark.parametrize("name", ["github", "gitlab", "junit", "markdown", "json", "sarif"])
def test_what_went_wrong_is_in_every_format(name: str, troubled: Report, run: RunInfo) -> None:
    output = WRITERS[name](troubled, run)
    for text in ("cut.json", "ends inside a string", "picture.png", "vague-description", "division by zero"):
        assert text in output


@any_report
def test_width_and_colour_change_nothing(name: str, rich: Report, run: RunInfo) -> None:
    other = dataclasses.replace(run, color=True, width=40, verbose=True)
    assert WRITERS[name](rich, other) == WRITERS[name](rich, run)
