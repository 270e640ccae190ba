"""stale-dump: what counts as a difference, and what the finding says of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from catalint import Corpus, Finding
from catalint.model import build_catalog
from catalint.testing import findings
from catalint_rules.stability.stale_dump import StaleDump


def _tool(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "description": f"Do {name}.", "inputSchema": {"type": "object"}, **more}


def _find(saved: list[Any], live: list[Any], said: str = "", says: str = "") -> list[Finding]:
    before = replace(build_catalog("depot", saved), envelope={"instructions": said} if said else {})
    after = replace(build_catalog("depot", live), envelope={"instructions": says} if says else {}, saved=before)
    return findings(StaleDump, Corpus((after,)))


def _said(found: list[Finding]) -> str:
    start, end = "The dump is not what the server lists now: ", ". Refresh it: `catalint dump --start --only depot`"
    message = found[0].message
    assert message.startswith(start)
    assert message.endswith(end)
    return message.removeprefix(start).removesuffix(end)


def test_the_same() -> None:
    assert not _find([_tool("a"), _tool("b")], [_tool("a"), dict(reversed(_tool("b").items()))])


def test_without_a_dump() -> None:
    assert not findings(StaleDump, [_tool("a")])


@pytest.mark.parametrize(
    ("live", "said"),
    [
        ([_tool("a"), _tool("b"), _tool("c")], "`c` is new"),
        ([_tool("b")], "`a` is gone"),
        ([_tool("b"), _tool("a")], "the order of the tools differs"),
        ([_tool("a", description="x"), _tool("b")], "`a` differs in its description"),
        ([_tool("a", inputSchema={}, annotations={}), _tool("b")], "`a` differs in its input schema and annotations"),
        ([_tool("a", vendor=1), _tool("b")], "`a` differs in its `vendor`"),
        ([_tool("a", title="A"), _tool("b", title="B")], "`a` and `b` differ"),
        ([_tool("a"), _tool("b"), _tool("b")], "`b` differs in its number of entries"),
        ([_tool("c"), _tool("b")], "`c` is new; `a` is gone"),
        ([_tool("a"), 7, _tool("b")], "the entries that are no tools differ"),
    ],
)
def test_difference(live: list[Any], said: str) -> None:
    assert _said(_find([_tool("a"), _tool("b")], live)) == said


def test_numbers_and_booleans_are_not_equal() -> None:
    before, after = _tool("a", inputSchema={"default": 1}), _tool("a", inputSchema={"default": True})
    assert _said(_find([before], [after])) == "`a` differs in its input schema"


def test_many_differences_stay_one_line() -> None:
    names = [f"a_rather_long_name_of_a_tool_{number:02}" for number in range(30)]
    found = _find([_tool(name) for name in names], [_tool(name, title="x") for name in names] + [_tool("c" * 90)])
    assert len(found) == 1
    assert len(found[0].message) <= 240
    assert _said(found) == "1 new, 30 changed"
    assert found[0].detail.count("\n") == 30
    assert found[0].data["command"] == "catalint dump --start --only depot"


def test_instructions() -> None:
    assert _said(_find([_tool("a")], [_tool("a")], "x", "y")) == "the instructions of the server differ"
    # a dump of another tool holds the tools alone
    assert not _find([_tool("a")], [_tool("a")], says="y")


def test_a_name_that_a_shell_would_split_is_quoted() -> None:
    before = build_catalog("my depot", [_tool("a")])
    found = findings(StaleDump, Corpus((replace(build_catalog("my depot", [_tool("b")]), saved=before),)))
    assert found[0].message.endswith("Refresh it: `catalint dump --start --only 'my depot'`")
