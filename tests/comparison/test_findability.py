"""Catalogs of a harbour office: many tools that say much the same, so that a word more or less decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from catalint.comparison.catalogs import compare
from catalint.comparison.findability import Shift
from catalint.model import Catalog, build_catalog
from catalint.search.findability import HALF
from catalint.search.retriever import TOP

PLACES = ("berth", "crane", "pilot", "tug", "customs", "quay", "lock", "buoy")
DEEDS = {
    "list": "List {}s of the harbour with their state and times.",
    "get": "Return one {} of the harbour with its state and times.",
    "update": "Update the state of a {} of the harbour.",
    "book": "Book a {} of the harbour for a ship.",
    "cancel": "Cancel the order of a {} of the harbour.",
}


def tool(name: str, description: str) -> dict[str, Any]:
    return {"name": name, "description": description, "inputSchema": {"type": "object", "properties": {}}}


def harbour(
    changes: Mapping[str, str] | None = None, more: Sequence[dict[str, Any]] = (), without: Sequence[str] = ()
) -> Catalog:
    texts = {f"{deed}_{place}": text.format(place) for place in PLACES for deed, text in DEEDS.items()}
    texts["get_tide"] = "Return high and low water at the tide gauge."
    texts |= changes or {}
    tools = [tool(name, text) for name, text in texts.items() if name not in without]
    return build_catalog("harbour", [*tools, *more])


def shifts(new: Catalog, old: Catalog | None = None) -> tuple[Shift, ...]:
    (change,) = compare([old or harbour()], [new]).catalogs
    return change.shifts


KINDS = """table alarm curve history forecast report chart station record level gauge map feed log note week month year
hour minute north south east west""".split()
TIDES = [
    tool(f"tide_{kind}", f"Return high and low water at the tide gauge: the {kind} of the tide.") for kind in KINDS
]
STONES = [tool(f"tide_{kind}", f"Return stones, sand and gravel that the dredger lifts: the {kind}.") for kind in KINDS]


class TestItsOwnText:
    old = harbour({"get_harbour": "Return high and low water at the tide gauge."}, STONES, without=["get_tide"])
    new = harbour({"get_harbour": "Return the state and times of the harbour."}, STONES, without=["get_tide"])

    def test_is_the_cause_with_the_words_that_went(self) -> None:
        (shift,) = shifts(self.new, self.old)
        assert shift.lost
        assert shift.new.name == "get_harbour"
        assert shift.before >= HALF > shift.after
        assert shift.cause.kind == "text"
        assert {"tide", "gauge", "water"} & set(shift.cause.words)

    def test_is_proved_by_putting_it_back(self) -> None:
        (shift,) = shifts(self.new, self.old)
        assert shift.cause.after is not None
        assert shift.cause.after >= HALF
        assert shift.proof is not None
        assert 0 < shift.proof.before <= TOP < (shift.proof.after or 99)
        assert shift.proof.undone is not None
        assert 0 < shift.proof.undone <= TOP

    def test_brings_a_tool_up_the_other_way_round(self) -> None:
        (shift,) = shifts(self.old, self.new)
        assert not shift.lost
        assert shift.cause.kind == "text"
        assert {"tide", "gauge", "water"} & set(shift.cause.words)
        assert shift.cause.after is not None
        assert shift.cause.after < HALF


class TestNewTools:
    def test_are_the_cause_together_where_one_is_not_enough(self) -> None:
        (shift,) = shifts(harbour(more=TIDES))
        assert shift.new.name == "get_tide"
        assert shift.cause.kind == "added"
        assert {other.name for other in shift.cause.tools} == {each["name"] for each in TIDES}
        assert shift.cause.after is not None
        assert shift.cause.after == pytest.approx(shift.before)


class TestNewTextsOfOthers:
    def test_are_the_cause(self) -> None:
        found = {shift.new.name: shift for shift in shifts(harbour(more=TIDES), harbour(more=STONES))}
        shift = found["get_tide"]
        assert shift.lost
        assert shift.cause.kind == "changed"
        assert {other.name for other in shift.cause.tools} <= {each["name"] for each in TIDES}
        assert shift.cause.after is not None
        assert shift.cause.after >= HALF


def test_a_renamed_tool_is_the_same_tool() -> None:
    old = harbour({"get_low_water": "Return high and low water at the tide gauge."}, without=["get_tide"])
    new = harbour({"fetch_low_water": "Return high and low water at the tide gauge."}, TIDES, without=["get_tide"])
    (change,) = compare([old], [new]).catalogs
    assert [(was.name, now.name) for was, now in change.matched.renamed] == [("get_low_water", "fetch_low_water")]
    assert {shift.old.name for shift in change.shifts} <= {tool.name for tool in old.tools}


def test_what_hardly_changed_is_not_lost() -> None:
    assert shifts(harbour({"list_berth": "List all berths of the harbour with their state and times."})) == ()


def test_a_catalog_of_a_few_tools_is_not_searched() -> None:
    few = build_catalog("harbour", [tool(f"get_{place}", f"Return one {place}.") for place in PLACES])
    silent = build_catalog("harbour", [tool(f"get_{place}", "Return it.") for place in PLACES])
    assert shifts(silent, few) == ()
