from __future__ import annotations

from typing import Any

import pytest

from catalint import Finding, Json
from catalint.testing import findings
from catalint_rules.schemas.boolean_subschema import BooleanSubschema

TEXT: Json = {"type": "string"}


def root(**keywords: Any) -> Json:
    return {"type": "object", **keywords}


def check(schema: Json, **more: Json) -> list[Finding]:
    return findings(BooleanSubschema, [{"name": "send", "inputSchema": schema, **more}])


@pytest.mark.parametrize(
    ("schema", "path"),
    [
        (root(properties={"payload": True}), ("properties", "payload")),
        (root(properties={"payload": False}), ("properties", "payload")),
        (root(properties={"properties": True}), ("properties", "properties")),
        (root(properties={"items": True}), ("properties", "items")),
        (root(properties={"a": root(properties={"b": True})}), ("properties", "a", "properties", "b")),
        (root(properties={"a": {"type": "array", "items": True}}), ("properties", "a", "items")),
        (root(properties={"a": {"prefixItems": [TEXT, True]}}), ("properties", "a", "prefixItems", 1)),
        (root(properties={"a": {"anyOf": [TEXT, True]}}), ("properties", "a", "anyOf", 1)),
        (root(patternProperties={"^x": True}), ("patternProperties", "^x")),
        (root(**{"$defs": {"Any": True}}), ("$defs", "Any")),
    ],
)
def test_fires(schema: Json, path: tuple[str | int, ...]) -> None:
    (found,) = check(schema)
    assert found.where.path == ("inputSchema", *path)
    (other,) = check(root(), outputSchema=schema)
    assert other.where.path == ("outputSchema", *path)


@pytest.mark.parametrize(
    "schema",
    [
        root(additionalProperties=False, unevaluatedProperties=False, properties={"a": TEXT}),
        root(properties={"properties": root(additionalProperties=False), "items": {"additionalProperties": True}}),
        root(
            properties={"a": {"prefixItems": [TEXT], "items": False}, "b": {"items": [TEXT], "additionalItems": False}}
        ),
        root(properties={"a": {"default": True, "enum": [True, False], "const": True}}),
        root(properties={"a": {}}),
        root(**{"$schema": "http://json-schema.org/draft-04/schema#"}, properties={"payload": True}),
        root(properties={"type": "object", "properties": {"a": TEXT}, "additionalProperties": False}),
    ],
)
def test_silent(schema: Json) -> None:
    assert check(schema, outputSchema=schema) == []


def test_one_finding_for_each_schema() -> None:
    (found,) = check(root(properties={"a": True, "b": False, "c": True, "d": {"items": True}}))
    assert found.message.startswith("The schema of `a` is only true, and so for `b`, `c` and 1 more; ")
    assert [related.where.path[2] for related in found.related] == ["b", "c", "d"]
    assert found.data == {"places": 4}


def test_what_to_write() -> None:
    assert "describe the value, or write {}" in check(root(properties={"a": True}))[0].message
    assert 'write {"not": {}}' in check(root(properties={"a": False}))[0].message
