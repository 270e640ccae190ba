"""Names that a client makes equal are found; who reports a pair is settled between three rules."""

from __future__ import annotations

from typing import Any

import pytest

from catalint.testing import findings
from catalint_rules.names.colliding_name import CollidingName
from catalint_rules.names.duplicate_name import DuplicateName
from catalint_rules.names.near_duplicate_name import NearDuplicateName

LOAD = "Load a chart of the harbour into the plotter."
TIDE = "Compute the height of the tide at a pier."


def tool(name: str, description: str = "", **fields: Any) -> dict[str, Any]:
    return {"name": name, "description": description, "inputSchema": {"type": "object"}, **fields}


@pytest.mark.parametrize(
    ("names", "difference"),
    [
        ("getTide gettide", "case"),
        ("get_tide GET_TIDE", "case"),
        ("get-tide get_tide", "separators"),
        ("get.tide get-tide", "separators"),
        ("get.tide get_tide", "punctuation"),
        ("get/tide get:tide", "punctuation"),
        ("Get-Tide get_tide", "case and separators"),
        ("潮汐表 航路图", "punctuation"),
    ],
)
def test_names_that_become_equal(names: str, difference: str) -> None:
    first, second = names.split()
    (finding,) = findings(CollidingName, [tool(first, LOAD), tool("list_piers", "List piers."), tool(second, TIDE)])
    assert finding.data["difference"] == difference
    assert finding.where.pointer == "/tools/0/name"
    assert [related.where.pointer for related in finding.related] == ["/tools/2/name"]


@pytest.mark.parametrize(
    "names",
    [
        "getTide get_tide",  # words split at a capital are no separator to a client
        "get_tide get__tide",
        "bin.load bin/save",
        "get_tide get_tides",
        "tide",
        "get_tide2 get_tide3",
    ],
)
def test_names_that_stay_apart(names: str) -> None:
    texts = (LOAD, TIDE)
    assert findings(CollidingName, [tool(name, text) for name, text in zip(names.split(), texts, strict=False)]) == []


def test_a_group_is_one_finding() -> None:
    rows = [tool("read.log", LOAD), tool("read_log", TIDE), tool("read-log", "Ring the bell.")]
    (finding,) = findings(CollidingName, rows)
    assert finding.data["tools"] == ["read.log", "read_log", "read-log"]
    assert finding.key == "read_log"


def test_equal_names_are_no_collision() -> None:
    rows = [tool("get_tide", LOAD), tool("get_tide", TIDE)]
    assert findings(CollidingName, rows) == []
    assert len(findings(DuplicateName, rows)) == 1


def test_equal_names_count_once_beside_another_spelling() -> None:
    (finding,) = findings(CollidingName, [tool("get_tide", LOAD), tool("get_tide", LOAD), tool("get-tide", TIDE)])
    assert finding.data["tools"] == ["get_tide", "get-tide"]


@pytest.mark.parametrize(
    ("texts", "reporter"),
    [((LOAD, TIDE), CollidingName), ((TIDE, TIDE), NearDuplicateName), (("", ""), NearDuplicateName)],
)
def test_one_rule_reports_a_pair(texts: tuple[str, str], reporter: type[Any]) -> None:
    schema = {"type": "object", "properties": {"pier": {"type": "string"}}, "required": ["pier"]}
    rows = [tool(name, text, inputSchema=schema) for name, text in zip(("get_tide", "get-tide"), texts, strict=True)]
    reporting = [rule for rule in (CollidingName, NearDuplicateName) if findings(rule, rows)]
    assert reporting == [reporter]


def test_an_alias_that_collides_is_to_be_dropped() -> None:
    rows = [tool("get_tide", TIDE), tool("get-tide", "Deprecated: use get_tide instead.")]
    (finding,) = findings(CollidingName, rows)
    assert "Drop `get-tide`" in finding.message
    assert findings(NearDuplicateName, rows) == []


def test_the_new_names_say_what_differs() -> None:
    rows = [
        tool("getReport", "Return a stored report as HTML."),
        tool("getreport", "Return the build report of a pipeline run as plain text."),
    ]
    (finding,) = findings(CollidingName, rows)
    assert finding.data["renames"] == {"getReport": "getStoredReport", "getreport": "getBuildReport"}


def test_texts_of_another_language_give_no_new_name() -> None:
    rows = [
        tool("get.report", "Liefert den gespeicherten Bericht und die Anlagen für den Nutzer."),
        tool("get_report", "Liefert die Ausgabe der letzten Prüfung für das Projekt."),
    ]
    (finding,) = findings(CollidingName, rows)
    assert finding.message.endswith("Rename all but one.")


def test_tools_of_a_user_interface_collide_too() -> None:
    hidden = {"_meta": {"ui": {"visibility": ["app"]}}}
    assert len(findings(CollidingName, [tool("get.tide", TIDE), tool("get_tide", LOAD, **hidden)])) == 1
