"""Where references lead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from catalint import Json, Path
from catalint.analyses.references import REFERENCES, Reference, find_references
from catalint.analyses.schemas import SCHEMAS
from catalint.context import Context
from catalint.schema import walk
from catalint.testing import corpus


def references(schema: Json) -> tuple[Reference, ...]:
    return find_references(schema, tuple(walk(schema)))


def target(reference: str, **schema: Any) -> Path | None:
    """What a reference at the property `a` leads to, in a schema with these keywords besides."""
    properties = {"a": {"$ref": reference}, **schema.pop("properties", {})}
    (found,) = references({"properties": properties, **schema})
    return found.target


@pytest.mark.parametrize(
    ("reference", "path"),
    [
        ("#", ()),
        ("", ()),
        ("#/$defs/Node", ("$defs", "Node")),
        ("#/$defs/a~1b~0c", ("$defs", "a/b~c")),
        ("#/$defs/with%20space", ("$defs", "with space")),
        ("#/$defs/Node/anyOf/0", ("$defs", "Node", "anyOf", 0)),
        ("#node", ("$defs", "Anchored")),
        ("#dynamic", ("$defs", "Dynamic")),
        ("#old", ("$defs", "Old")),
        ("part.json", ("$defs", "Part")),
        ("part.json#/$defs/Inner", ("$defs", "Part", "$defs", "Inner")),
        ("https://example.org/whole.json", ("$defs", "Whole")),
        ("#/$defs/Nowhere", None),
        ("#nowhere", None),
        ("#/$defs/Node/anyOf/1", None),
        ("#/$defs/Node/anyOf/" + "9" * 5000, None),
        ("$defs/Node", None),
        ("other.json", None),
    ],
)
def test_targets(reference: str, path: Path | None) -> None:
    definitions: dict[str, Any] = {
        "Node": {"anyOf": [{"type": "string"}]},
        "a/b~c": {},
        "with space": {},
        "Anchored": {"$anchor": "node"},
        "Dynamic": {"$dynamicAnchor": "dynamic"},
        "Old": {"$id": "#old"},
        "Part": {"$id": "part.json", "$defs": {"Inner": {}}},
        "Whole": {"$id": "https://example.org/whole.json"},
    }
    assert target(reference, **{"$defs": definitions}) == path


@pytest.mark.parametrize(
    ("reference", "address"),
    [
        ("https://example.org/a.json#/$defs/B", "https://example.org/a.json#/$defs/B"),
        ("//example.org/a.json", "//example.org/a.json"),
        ("file:///etc/passwd", "file:///etc/passwd"),
        ("urn:example:a", "urn:example:a"),
        ("a.json", ""),
        ("#/nowhere", ""),
    ],
)
def test_addresses_outside(reference: str, address: str) -> None:
    (found,) = references({"properties": {"a": {"$ref": reference}}})
    assert (found.target, found.address) == (None, address)


def test_addresses_are_relative_to_the_nearest_part_that_has_one() -> None:
    (found,) = references({"$id": "https://example.org/tools/a.json", "properties": {"a": {"$ref": "../b.json#c"}}})
    assert found.address == "https://example.org/b.json#c"
    inner: Json = {"$id": "inner.json", "properties": {"b": {"$ref": "#/$defs/B"}}, "$defs": {"B": {}}}
    (found,) = references({"properties": {"a": inner}})
    assert found.target == ("properties", "a", "$defs", "B")


def test_a_fragment_may_count_from_the_root_as_well() -> None:
    inner: Json = {"$id": "inner.json", "properties": {"b": {"$ref": "#/$defs/B"}}}
    (found,) = references({"properties": {"a": inner}, "$defs": {"B": {}}})
    assert found.target == ("$defs", "B")


def test_names_are_no_keywords() -> None:
    schema: Json = {
        "properties": {"$ref": {"type": "string"}, "$id": {"type": "string"}, "a": {"default": {"$ref": "#/x"}}},
        "required": ["$ref"],
    }
    assert references(schema) == ()


def test_all_three_keywords_and_wrong_values() -> None:
    schema: Json = {
        "properties": {"a": {"$dynamicRef": "#n"}, "b": {"$recursiveRef": "#"}, "c": {"$ref": 1}, "d": {"$ref": None}},
        "$defs": {"N": {"$dynamicAnchor": "n"}},
    }
    found = references(schema)
    assert [(item.keyword, item.target) for item in found] == [("$dynamicRef", ("$defs", "N")), ("$recursiveRef", ())]


def test_parts_that_only_a_reference_leads_to_are_read_too() -> None:
    schema: Json = {
        "properties": {"a": {"$ref": "#/components/schemas/A"}},
        "components": {"schemas": {"A": {"$ref": "#/components/schemas/B"}, "B": {"$ref": "#/components/schemas/C"}}},
    }
    assert [found.target for found in references(schema)] == [
        ("components", "schemas", "A"),
        ("components", "schemas", "B"),
        None,
    ]


def test_both_schemas_of_a_tool_are_there() -> None:
    part: Json = {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {}}}
    context = Context(corpus([{"name": "a", "inputSchema": part, "outputSchema": part}, {"name": "b"}]))
    assert [schema.key for schema in context.get(REFERENCES)] == ["inputSchema", "outputSchema"]
    assert [len(schemas) for schemas in context.get(SCHEMAS).values()] == [2, 0]


def hidden_parts(count: int) -> tuple[Reference, ...]:
    """The references of a schema that leads to parts of itself which no keyword of schemas holds."""
    chain: dict[str, Any] = {"type": "string"}
    for number in range(count):
        chain = {"part": chain, "properties": {"x": {"$ref": "#/hidden" + "/part" * (count - number)}}}
    return references({"properties": {"a": {"$ref": "#/hidden"}}, "hidden": chain})


def test_hidden_parts_are_read_once_each(calls: Callable[[Callable[[], object]], int]) -> None:
    assert len(hidden_parts(150)) > 100
    # the references themselves are as long as they are many
    assert calls(lambda: hidden_parts(120)) < 12 * calls(lambda: hidden_parts(40))
