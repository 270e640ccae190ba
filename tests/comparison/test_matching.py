from __future__ import annotations

from typing import Any

import pytest

from catalint.comparison.assignment import assign
from catalint.comparison.matching import match
from catalint.comparison.renaming import find_renames
from catalint.comparison.similarity import action, alike_names, alike_texts
from catalint.model import Json, Tool, build_catalog


def tool(name: str, description: str, *parameters: str, **annotations: bool) -> dict[str, Any]:
    properties = {parameter: {"type": "string"} for parameter in parameters}
    schema = {"type": "object", "properties": properties}
    return {"name": name, "description": description, "inputSchema": schema, "annotations": annotations}


def tools(*entries: dict[str, Any]) -> tuple[Tool, ...]:
    return build_catalog("s", list(entries)).tools


def renamed(old: tuple[Tool, ...], new: tuple[Tool, ...]) -> dict[str, str]:
    return {was.name: now.name for was, now in match(old, new).renamed}


FIND = tool("find_crew", "Find members who want to sail along on a day, by experience.", "day", "experience")
BOOK = tool("book_boat", "Book a boat for some hours of one day and return the booking number.", "boat", "day")
DELETE = tool("delete_note", "Delete a note of the logbook by its number.", "note_id")


class TestRenamed:
    def test_another_style_of_the_name(self) -> None:
        other = tool("findCrew", "Find members who want to sail along on a day.", "day", "experience")
        assert renamed(tools(FIND, BOOK), tools(other, BOOK)) == {"find_crew": "findCrew"}

    def test_a_prefix_for_all(self) -> None:
        entries = (FIND, BOOK, DELETE)
        new = [{**entry, "name": f"club_{entry['name']}"} for entry in entries]
        assert renamed(tools(*entries), tools(*new)) == {entry["name"]: f"club_{entry['name']}" for entry in entries}

    def test_another_verb_that_means_the_same(self) -> None:
        assert renamed(tools(DELETE, BOOK), tools({**DELETE, "name": "remove_note"}, BOOK)) == {
            "delete_note": "remove_note"
        }


class TestNotRenamed:
    def test_a_tool_that_does_something_else(self) -> None:
        create = tool("create_note", "Create a note of the logbook by its number.", "note_id")
        assert renamed(tools(DELETE, BOOK), tools(create, BOOK)) == {}

    def test_a_tool_about_another_thing(self) -> None:
        team = tool("get_team", "Return a team by its number.", "id")
        user = tool("get_user", "Return a user by its number.", "id")
        others = [tool(f"get_{each}", f"Return a {each} by its number.", "id") for each in ("boat", "berth", "crane")]
        assert renamed(tools(user, *others), tools(team, *others)) == {}

    def test_a_tool_that_promises_something_else(self) -> None:
        reads = tool("note_text", "The note of the logbook by its number.", "note_id", readOnlyHint=True)
        writes = tool("note_body", "The note of the logbook by its number.", "note_id", readOnlyHint=False)
        assert renamed(tools(reads, BOOK), tools(writes, BOOK)) == {}
        assert renamed(tools(reads, BOOK), tools({**writes, "annotations": {}}, BOOK)) == {"note_text": "note_body"}

    def test_a_tool_that_became_two(self) -> None:
        one = tool("crew_by_day", "Find members who want to sail along on a day.", "day", "experience")
        two = tool("crew_by_skill", "Find members who want to sail along, by experience.", "day", "experience")
        assert renamed(tools(FIND, BOOK), tools(one, two, BOOK)) == {}

    def test_two_tools_that_became_one(self) -> None:
        one = tool("crew_by_day", "Find members who want to sail along on a day.", "day", "experience")
        two = tool("crew_by_skill", "Find members who want to sail along, by experience.", "day", "experience")
        assert renamed(tools(one, two, BOOK), tools(FIND, BOOK)) == {}

    def test_tools_without_texts(self) -> None:
        assert renamed(tools(tool("a", "")), tools(tool("b", ""))) == {}


def test_tools_of_one_name_are_told_apart_by_their_order() -> None:
    old, new = tools(FIND, BOOK, FIND), tools(BOOK, FIND)
    found = match(old, new)
    assert [(was.index, now.index) for was, now in found.same] == [(0, 1), (1, 0)]
    assert [each.index for each in found.removed] == [2]


@pytest.mark.parametrize(
    ("order", "moved"),
    [("abcde", ""), ("bcdea", "a"), ("eabcd", "e"), ("acbde", "b"), ("xaybcdez", ""), ("edcba", "edcb"), ("ab", "")],
)
def test_the_fewest_tools_moved(order: str, moved: str) -> None:
    old = tools(*(tool(name, "") for name in "abcde"))
    new = tools(*(tool(name, "") for name in order))
    found = match(old, new).moved
    assert len(found) == len(moved)
    assert {each.name for each in found} <= set("abcde")


def test_many_renamed_tools_are_matched_in_time() -> None:
    old = tools(*(tool(f"get_item_{n}", f"Return item number{n} of shelf{n % 40}.", f"p{n % 7}") for n in range(300)))
    new = tools(*(tool(f"fetch_item_{n}", f"Return item number{n} of shelf{n % 40}.", f"p{n % 7}") for n in range(300)))
    found = renamed(old, new)
    assert len(found) > 250
    assert all(was.split("_")[2] == now.split("_")[2] for was, now in found.items())


class TestAssignment:
    def test_takes_the_best_whole_and_not_the_best_pair(self) -> None:
        scores = {("a", 1): 0.9, ("a", 2): 0.8, ("b", 1): 0.85, ("b", 2): 0.1}
        assert assign(scores, 0.5, 0.0) == {"a": 2, "b": 1}

    def test_leaves_out_what_is_too_little_alike(self) -> None:
        assert assign({("a", 1): 0.4}, 0.5, 0.1) == {}

    def test_leaves_open_what_could_be_two(self) -> None:
        assert assign({("a", 1): 0.9, ("a", 2): 0.85}, 0.5, 0.1) == {}
        assert assign({("a", 1): 0.9, ("a", 2): 0.7}, 0.5, 0.1) == {"a": 1}


class TestParameters:
    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("berthId", "berth_id"),
            ("folderpath", "folder_path"),
            ("colour", "color"),
            ("maxDepth", "maxDiscoveryDepth"),
        ],
    )
    def test_are_the_same_by_name(self, old: str, new: str) -> None:
        text: Json = {"type": "string", "description": "How deep to look, from the first page on."}
        assert find_renames({old: text}, {new: text}) == {old: new}

    def test_are_the_same_by_what_is_said_of_them(self) -> None:
        old: dict[str, Json] = {"comment": {"type": "string", "description": "Text of the comment in Markdown."}}
        new: dict[str, Json] = {
            "body": {"type": "string", "description": "Text of the comment in Markdown."},
            "urgent": {"type": "boolean"},
        }
        assert find_renames(old, new) == {"comment": "body"}

    def test_are_others_where_the_type_differs_or_nothing_is_said(self) -> None:
        assert find_renames({"berthId": {"type": "string"}}, {"berth_id": {"type": "array"}}) == {}
        assert find_renames({"from": {"type": "string"}}, {"body": {"type": "string"}}) == {}
        assert find_renames({"from": True}, {"body": False}) == {}


def test_likeness() -> None:
    assert alike_names("listOpenOrders", "list_open_orders") == 1.0
    assert alike_names("get_user", "list_teams") == 0.0
    assert alike_texts("Return the tide.", "Return the tide.") == pytest.approx(1.0)
    assert alike_texts("", "Return") == 0.0
    assert action("deleteNote") == action("remove_note") != action("create_note")
    assert action("note", "Deletes a note.") == action("delete_note")
    assert action("note", "A note.") is None
