from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from catalint import Finding, testing
from catalint.context import Context
from catalint.sources import load
from catalint_rules.schemas.duplicate_json_key import DuplicateJsonKey

TOOL = '"name": "open_locker", "inputSchema": {"type": "object"}'


Check: TypeAlias = Callable[..., list[Finding]]


@pytest.fixture
def check(tmp_path: Path) -> Check:
    def run(text: str, name: str = "lockers.json") -> list[Finding]:
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        return list(DuplicateJsonKey().run(Context(load([str(file)]).corpus)))

    return run


def test_in_a_tool(check: Check) -> None:
    (found,) = check(f'{{"tools": [{{"description": "Open it.",\n{TOOL},\n"description": "Open a locker."}}]}}')
    assert found.where.path == ("description",)
    assert found.where.part == "key"
    assert found.message == (
        '`description` stands twice in the tool `open_locker`, lines 1 and 3; the last one wins ("Open a locker."); '
        "some readers take the first or refuse the file: leave one."
    )
    assert found.data == {"key": "description", "lines": [1, 3]}


def test_on_one_line(check: Check) -> None:
    (found,) = check(f'{{"tools": [{{{TOOL}, "description": "a", "description": "b", "description": "c"}}]}}')
    assert 'stands three times in the tool `open_locker`, line 1; the last one wins ("c")' in found.message


def test_each_object_and_key(check: Check) -> None:
    properties = (
        '{"hall": {"type": "string", "type": "integer"}, "floor": {"type": "integer"}, "hall": {"a": 1, "a": 2}}'
    )
    found = check(
        '[{"name": "a", "inputSchema": {"type": "object", "properties": PROPERTIES}}]'.replace("PROPERTIES", properties)
    )
    # what was read first is lost, and what was odd in it
    assert [finding.where.path[2:] for finding in found] == [("hall",), ("hall", "a")]
    assert "`inputSchema/properties` of the tool `a`" in found[0].message


def test_around_the_list(check: Check) -> None:
    (found,) = check(f'{{"nextCursor": "a", "tools": [{{{TOOL}}}], "nextCursor": "b"}}')
    assert found.where.tool is None
    assert 'twice in the object around the list, line 1; the last one wins ("b")' in found.message


def test_in_an_entry_that_is_no_tool(check: Check) -> None:
    found = check(f'[{{"title": "a", "title": "b"}}, {{{TOOL}}}]')
    assert ["entry 0 of the list" in finding.message for finding in found] == [True]


def test_in_yaml(check: Check) -> None:
    (found,) = check(
        "tools:\n  - name: a\n    title: b\n    inputSchema: {type: object}\n    title: c\n", "lockers.yaml"
    )
    assert "lines 3 and 5" in found.message


@pytest.mark.parametrize(
    "text",
    [
        f"[{{{TOOL}}}]",
        f'[{{{TOOL}, "description": "a", "Description": "b"}}]',
        f'[{{{TOOL}, "x": NaN, "y": 1e999}}]',
    ],
)
def test_silent(check: Check, text: str) -> None:
    assert check(text) == []


def test_examples_of_pages_may_have_one() -> None:
    page = '# x\n\n```json bad\n{"a": [{"name": "b",\n "title": "c", "title": "d"}]}\n```\n'
    (example,) = testing.examples(page)
    (flaw,) = example.flaws
    assert (flaw.where.server, flaw.where.tool, flaw.where.path, flaw.lines) == ("a", 0, ("title",), (2, 2))
    assert len(testing.findings(DuplicateJsonKey, example.corpus)) == 1
