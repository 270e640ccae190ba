"""Walking schemas and resolving references."""

from __future__ import annotations

from typing import Any

import pytest

from catalint import schema

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "properties": {"type": "string"},
        "list": {"items": [{"type": "integer"}, True], "additionalItems": False},
        "either": {"anyOf": [{"const": 1}, {"not": {"enum": ["items"]}}]},
    },
    "dependencies": {"a": ["b"], "c": {"minProperties": 1}},
    "patternProperties": {"^x": {}},
    "required": ["properties"],
    "default": {"properties": {"no": "schema"}},
    "$defs": {"Node": {"$anchor": "node", "properties": {"a/b~c": {"type": "null"}}}},
}


def test_walk_yields_what_stands_where_a_schema_belongs() -> None:
    assert ["/".join(map(str, node.path)) for node in schema.walk(SCHEMA)] == [
        "",
        "properties/properties",
        "properties/list",
        "properties/list/items/0",
        "properties/list/items/1",
        "properties/list/additionalItems",
        "properties/either",
        "properties/either/anyOf/0",
        "properties/either/anyOf/1",
        "properties/either/anyOf/1/not",
        "dependencies/c",
        "patternProperties/^x",
        "$defs/Node",
        "$defs/Node/properties/a/b~c",
    ]
    assert max(node.depth for node in schema.walk(SCHEMA)) == 3


def test_walk_survives_wrong_types_and_depth() -> None:
    assert [node.schema for node in schema.walk({"properties": [1], "items": "x", "anyOf": {}})][1:] == ["x"]
    deep: Any = {}
    for _ in range(50_000):
        deep = {"not": deep}
    assert sum(1 for _ in schema.walk(deep)) == 50_001
    for _ in range(50_000):  # taken apart by hand: the interpreter frees nested objects recursively
        deep = deep.pop("not", {})


@pytest.mark.parametrize(
    ("reference", "path"),
    [
        ("#", ()),
        ("#/$defs/Node", ("$defs", "Node")),
        ("#node", ("$defs", "Node")),
        ("#/$defs/Node/properties/a~1b~0c", ("$defs", "Node", "properties", "a/b~c")),
        ("#/$defs/Node/properties/a~1b~0c".replace("$", "%24"), ("$defs", "Node", "properties", "a/b~c")),
        ("#/properties/list/items/0", ("properties", "list", "items", 0)),
        ("#/properties/list/items/9", None),
        ("#/$defs/Other", None),
        ("#other", None),
        ("other.json#/x", None),
    ],
)
def test_resolve(reference: str, path: tuple[object, ...] | None) -> None:
    found = schema.resolve(SCHEMA, reference)
    assert (found and found[1]) == path


def test_types_of() -> None:
    assert schema.types_of({"type": ["string", "null", 4]}) == {"string", "null"}
    assert schema.types_of({"type": "string"}) == {"string"}
    assert schema.types_of({}) == schema.types_of(True) == schema.types_of({"type": 3}) == frozenset()


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ((), ""),
        (("type",), ""),
        (("properties", "filter"), "filter"),
        (("properties", "filter", "properties", "op", "type"), "filter.op"),
        (("properties", "properties", "properties", "type"), "properties.type"),
        (("properties", "tags", "items", "minLength"), "tags[]"),
        (("properties", "pair", "prefixItems", 1), "pair[]"),
        (("properties", "filter", "anyOf", 0, "properties", "op"), "filter.op"),
        (("then", "properties", "op"), "op"),
        (("properties", "labels", "additionalProperties", "type"), "labels.*"),
        (("properties", "labels", "patternProperties", "^x", "type"), "labels.*"),
        (("$defs", "Point", "properties", "x"), "$defs/Point.x"),
        (("definitions", "Point"), "definitions/Point"),
        (("dependentSchemas", "a", "properties", "b"), "b"),
        (("properties", "filter", "required", 0), "filter"),
        (("properties",), ""),
        (("$defs",), ""),
    ],
)
def test_spell(path: tuple[str | int, ...], name: str) -> None:
    assert schema.spell(path) == name


def test_follow() -> None:
    value: Any = {"a": [{"b": 1}], "0": 2}
    assert schema.follow(value, ()) == value
    assert schema.follow(value, ("a", 0, "b")) == 1
    assert schema.follow(value, ("a", 1)) is None
    assert schema.follow(value, ("a", "0")) is None
    assert schema.follow(value, (0,)) is None
    assert schema.follow(value, ("a", 0, "b", "c")) is None
