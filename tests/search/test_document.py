from __future__ import annotations

from typing import Any

from catalint.model import Json, build_catalog
from catalint.search.document import (
    ARGUMENT_DESCRIPTION,
    ARGUMENT_NAME,
    DESCRIPTION,
    NAME,
    Document,
    walk_arguments,
)
from catalint.search.tokenization import PLAIN


def document(**entry: Json) -> Document:
    (tool,) = build_catalog("s", [{"name": "moor_boat", **entry}]).tools
    return Document(tool)


def nested(depth: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string", "description": f"text {depth}"}
    for level in range(depth, 0, -1):
        schema = {"type": "object", "description": f"text {level - 1}", "properties": {f"level{level}": schema}}
    return schema


def test_the_four_fields() -> None:
    found = document(
        description="Moor a boat at a berth.",
        title="Harbour master",
        inputSchema={
            "type": "object",
            "description": "Not about an argument.",
            "properties": {"berth": {"type": "string", "description": "Number of the berth."}, "days": {}},
        },
    )
    assert found.texts == {
        NAME: ("moor_boat",),
        DESCRIPTION: ("Moor a boat at a berth.",),
        ARGUMENT_NAME: ("berth", "days"),
        ARGUMENT_DESCRIPTION: ("Number of the berth.",),
    }
    assert found.terms == {"moor": 2, "boat": 2, "berth": 3, "day": 1, "number": 1}
    assert found.length == 9
    assert found.fields_with("berth") == (DESCRIPTION, ARGUMENT_NAME, ARGUMENT_DESCRIPTION)
    assert found.fields_with("harbour") == ()


def test_a_twin_lends_its_texts_to_another_profile() -> None:
    found = document(description="Moor boats at a berth.", inputSchema={"properties": {"berthNumber": {}}})
    plain = Document(found.tool, PLAIN, found)
    assert plain.texts is found.texts
    assert plain.terms == Document(found.tool, PLAIN).terms == {
        "moor_boat": 1, "moor": 1, "boats": 1, "at": 1, "a": 1, "berth": 1, "berthnumber": 1,
    }  # fmt: skip


def test_arguments_are_read_to_depth_three() -> None:
    pairs = list(walk_arguments(nested(5)))
    assert pairs == [("level1", "text 1"), ("level2", "text 2"), ("level3", "text 3")]


def test_items_and_branches_belong_to_their_argument() -> None:
    schema: Json = {
        "properties": {
            "crew": {
                "description": "Who is on board.",
                "type": "array",
                "items": {"description": "A person.", "properties": {"rank": {"description": "Rank on board."}}},
            },
            "cargo": {"anyOf": [{"description": "Weight in tons."}, {"type": "null"}]},
        }
    }
    assert list(walk_arguments(schema)) == [
        ("crew", "Who is on board."),
        ("", "A person."),
        ("rank", "Rank on board."),
        ("cargo", ""),
        ("", "Weight in tons."),
        ("", ""),
    ]


def test_local_references_are_followed_once() -> None:
    schema: Json = {
        "properties": {"from": {"$ref": "#/$defs/Port"}, "to": {"$ref": "#/$defs/Port"}, "via": {"$ref": "#/$defs/No"}},
        "$defs": {"Port": {"description": "A port.", "properties": {"code": {}, "next": {"$ref": "#/$defs/Port"}}}},
    }
    named = [name for name, _ in walk_arguments(schema) if name]
    assert named == ["from", "code", "next", "to", "via"]


def test_network_references_and_odd_schemas_are_left_alone() -> None:
    odd: list[Json] = [None, True, [], "text", {"properties": []}, {"properties": {"a": None, "b": [1]}}]
    assert [list(walk_arguments(schema)) for schema in odd] == [[], [], [], [], [], [("a", ""), ("b", "")]]
    assert list(walk_arguments({"properties": {"a": {"$ref": "https://example.com/a.json"}}})) == [("a", "")]


def test_a_schema_that_multiplies_by_references_is_read_in_bounded_time() -> None:
    definitions: dict[str, Json] = {
        f"d{level}": {"anyOf": [{"$ref": f"#/$defs/d{level + 1}"}] * 10} for level in range(300)
    }
    schema: Json = {"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": definitions}
    assert sum(1 for _ in walk_arguments(schema)) < 30_000
