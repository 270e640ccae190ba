from __future__ import annotations

from typing import Any

import pytest

from catalint import Finding, Json
from catalint.testing import findings
from catalint_rules.schemas.dead_keyword import DeadKeyword


def check(parameter: Json, **more: Any) -> list[Finding]:
    schema: Json = {"type": "object", "properties": {"dough": parameter}, **more}
    return findings(DeadKeyword, [{"name": "bake", "inputSchema": schema}])


@pytest.mark.parametrize(
    ("parameter", "dead", "words"),
    [
        ({"type": "integer", "minLength": 1}, ["minLength"], "write `minimum` if that is meant, or drop it"),
        ({"type": "integer", "minLength": 1, "minimum": 0}, ["minLength"], "ignore it: drop it"),
        (
            {"type": "array", "minLength": 1, "maxLength": 3},
            ["minLength", "maxLength"],
            "write `minItems` and `maxItems`",
        ),
        ({"type": "string", "maxItems": 3}, ["maxItems"], "write `maxLength`"),
        ({"type": "object", "maxItems": 3}, ["maxItems"], "write `maxProperties`"),
        ({"type": "string", "minimum": 1}, ["minimum"], 'write "type": "number" if numbers are meant'),
        ({"type": "number", "pattern": "^a$"}, ["pattern"], 'write "type": "string" if a text is meant'),
        ({"type": "array", "pattern": "^a$"}, ["pattern"], "move it into `items`"),
        ({"type": "array", "properties": {"a": {}}}, ["properties"], "move it into `items`"),
        ({"type": "object", "items": {"type": "string"}}, ["items"], 'write "type": "array" if a list is meant'),
        (
            {"type": "object", "items": {"properties": {"a": {}}, "required": ["a"]}},
            ["items"],
            "lift `properties` and `required` out of `items`, or write",
        ),
        (
            {"type": "string", "items": {"type": "string", "enum": ["rye", "spelt"]}},
            ["items"],
            'lift `enum` out of `items`, or write "type": "array" if a list is meant',
        ),
        ({"type": "string", "items": {"enum": ["rye"]}}, ["items"], "lift `enum` out of `items`"),
        (
            {"type": ["string", "null"], "items": {"pattern": "^r", "maxLength": 9}},
            ["items"],
            "lift `maxLength` and `pat",
        ),
        ({"type": "integer", "items": {"type": "integer", "minimum": 1}}, ["items"], "lift `minimum` out of `items`"),
        ({"type": "boolean", "items": {"const": True}}, ["items"], "lift `const` out of `items`"),
        # what is inside is no value of this type, or stands outside already: nothing to save
        (
            {"type": "string", "items": {"enum": [1, 2]}},
            ["items"],
            'write "type": "array" if a list is meant, or drop it',
        ),
        ({"type": "string", "items": {"type": "integer", "minimum": 1}}, ["items"], "if a list is meant, or drop it"),
        ({"type": "string", "enum": ["a"], "items": {"enum": ["b"]}}, ["items"], "if a list is meant, or drop it"),
        ({"type": "string", "items": {"type": "string"}}, ["items"], "if a list is meant, or drop it"),
        (
            {"type": "string", "properties": {"a": {}}, "required": ["a"], "additionalProperties": False},
            ["properties", "required", "additionalProperties"],
            'write "type": "object" if an object is meant, or drop them',
        ),
        (
            {"type": "boolean", "uniqueItems": True, "minLength": 1},
            ["uniqueItems", "minLength"],
            "lists and texts say nothing",
        ),
        ({"type": ["string", "null"], "minimum": 1}, ["minimum"], "is of type null or string"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}], "minItems": 1}, ["minItems"], "is of type null or string"),
        ({"anyOf": [{"type": "string", "minimum": 1}, {"type": "null"}]}, ["minimum"], "is of type string"),
        ({"type": "string", "oneOf": [{"minimum": 1}, {"maxLength": 1}]}, ["minimum"], "is of type string"),
        ({"$ref": "#/$defs/Text", "minimum": 1}, ["minimum"], "is of type string"),
        ({"enum": ["a", "b"], "maximum": 1}, ["maximum"], "is of type string"),
        (
            {"type": "array", "items": {"type": "integer", "maxLength": 1}},
            ["maxLength"],
            "`dough[]` is of type integer",
        ),
    ],
)
def test_fires(parameter: Json, dead: list[str], words: str) -> None:
    (found,) = check(parameter, **{"$defs": {"Text": {"type": "string"}}})
    assert found.data["keywords"] == dead
    assert found.where.path[-1] == dead[0]
    assert found.where.part == "key"
    assert [related.where.path[-1] for related in found.related] == dead[1:]
    assert words in found.message


@pytest.mark.parametrize(
    "parameter",
    [
        {"type": ["integer", "string"], "minimum": 1, "pattern": "^[0-9]+[smh]$"},
        {"type": "integer", "minimum": 1, "multipleOf": 2},
        {"type": "number", "exclusiveMinimum": 0},
        {"type": "string", "format": "int64", "title": "Dough", "nullable": True},
        {"minimum": 1, "minLength": 1, "minItems": 1},
        {"anyOf": [{"type": "integer"}, {"type": "string"}], "minimum": 1, "minLength": 1},
        {"anyOf": [{"type": "string"}, {}], "minimum": 1},
        {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/Nowhere"}], "minimum": 1},
        {"type": "string", "properties": {}, "required": [], "items": {}, "minItems": 0, "uniqueItems": False},
        {"type": "string", "required": True},
        {"type": "integer", "minLength": "1", "pattern": None},
        {"type": "dict", "minLength": 1},
        {"type": "object", "properties": {"items": {"type": "string"}, "minimum": {"type": "integer"}}},
        {"type": "object", "not": {"required": ["a"]}, "if": {"properties": {"a": {"const": 1}}}},
        {"type": "string", "enum": [1], "minimum": 1},
        {"type": "string", "not": {"minimum": 1}},
        {"type": "string", "default": {"minimum": 1}},
    ],
)
def test_silent(parameter: Json) -> None:
    assert check(parameter) == []


def test_the_root_and_the_output_schema() -> None:
    schema: Json = {"type": "object", "properties": {}, "minLength": 1}
    found = findings(
        DeadKeyword, [{"name": "bake", "inputSchema": schema, "outputSchema": {"type": "array", "minimum": 1}}]
    )
    assert [finding.where.path for finding in found] == [("inputSchema", "minLength"), ("outputSchema", "minimum")]
    assert found[0].message.startswith("The input schema is of type object")


def test_google_refuses_properties_of_what_is_no_object() -> None:
    (found,) = check({"type": "string", "properties": {"a": {}}})
    assert "Google's API refuses the list" in found.message
    (found,) = check({"type": "string", "minimum": 1})
    assert "Google" not in found.message
