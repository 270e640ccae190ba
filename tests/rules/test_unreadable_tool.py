from __future__ import annotations

from typing import Any

import pytest

from catalint import Context, Corpus, Json, Location, engine
from catalint.model import BrokenEntry, Catalog, Tool
from catalint.testing import corpus, findings
from catalint_rules.housekeeping.unreadable_tool import UnreadableTool

GOOD: dict[str, Json] = {
    "name": "track_parcel",
    "description": "Return where a parcel is.",
    "inputSchema": {"type": "object"},
}


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (None, "null"),
        (False, "false"),
        (7, "the number 7"),
        ("track_parcel", "the string 'track_parcel'"),
        ("", "an empty string"),
        ([], "an empty list"),
        ([GOOD, GOOD], "a list of 2 objects"),
        ({}, "an empty object, without a name"),
        ({"name": None}, "a tool whose name is null, not a string"),
        ({"name": ["track"]}, "a tool whose name is a list of 1 string, not a string"),
    ],
)
def test_the_message_says_what_stands_there(entry: Any, said: str) -> None:
    (finding,) = findings(UnreadableTool, [GOOD, entry, GOOD])
    assert f"An entry of the list is {said}" in finding.message
    assert finding.where.tool == 1


def test_each_broken_entry_is_a_finding_of_its_own_and_keeps_its_fingerprint_when_others_go() -> None:
    both = engine.run(Context(_corpus(None, GOOD, {"name": 3})), [UnreadableTool()])
    one = engine.run(Context(_corpus(GOOD, {"name": 3})), [UnreadableTool()])
    assert len({result.fingerprint for result in both.results}) == 2
    assert one.results[0].fingerprint in {result.fingerprint for result in both.results}


def test_hostile_keys_and_texts_keep_the_message_to_one_bounded_line() -> None:
    hostile = "\x1b[31m" + "\n" * 300 + "\u202e" + "x" * 5000
    entries: list[Json] = [hostile, {hostile + str(number): 1 for number in range(9)}, {"name": {hostile: 1}}]
    for entry in entries:
        (finding,) = findings(UnreadableTool, [entry])
        assert finding.message.isprintable()
        assert len(finding.message) <= 240


def test_a_tool_that_is_nested_too_deep_is_named_with_the_place() -> None:
    where = ("inputSchema", "properties", "matrix", "default")
    broken = BrokenEntry(0, "too-deep", "a tool nested deeper than 200 levels", where, "set_matrix\n" * 40)
    catalog = Catalog("s", (Tool("s", 1, "track_parcel", GOOD),), (broken,))
    (finding,) = UnreadableTool().run(Context(Corpus((catalog,))))
    assert finding.message.startswith("`set_matrix\\nset_matrix")
    assert "nested deeper than 200 levels" in finding.message
    assert finding.message.isprintable()
    assert finding.where == Location("s", 0, where)


def _corpus(*entries: Any) -> Corpus:
    return corpus(list(entries))


def test_a_list_of_no_tools_is_not_told_entry_by_entry() -> None:
    entries: list[Json] = [GOOD, *range(250), GOOD]
    found = findings(UnreadableTool, entries)
    assert [finding.where.tool for finding in found] == list(range(1, 102))
    assert found[-1].message.startswith("150 more entries of the list are no tools either")
    assert len(findings(UnreadableTool, entries[:101])) == 100
