"""Which types a schema lets through."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from catalint import Json, Path
from catalint.analyses.schemas import SCHEMAS
from catalint.context import Context
from catalint.testing import corpus
from catalint_rules.analyses.kinds import ANY, Kinds, kind_of


def kinds(schema: Json, **more: Any) -> Kinds:
    """The kinds of a schema that is the property `a`."""
    root: Json = {"type": "object", "properties": {"a": schema}, **more}
    context = Context(corpus([{"name": "tool", "inputSchema": root}]))
    (schemas,) = context.get(SCHEMAS).values()
    return Kinds(schemas[0])


def at(schema: Json, *path: str | int, **more: Any) -> set[str]:
    where: Path = ("properties", "a", *path)
    return set(kinds(schema, **more).at(where))


NUMBER = {"number", "integer"}


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({}, ANY),
        (True, ANY),
        ({"type": "string"}, {"string"}),
        ({"type": "number"}, NUMBER),
        ({"type": "integer"}, {"integer"}),
        ({"type": ["string", "null"]}, {"string", "null"}),
        ({"type": "dict"}, ANY),
        ({"type": []}, ANY),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, {"string", "null"}),
        ({"anyOf": [{"type": "string"}, {"description": "anything"}]}, ANY),
        ({"oneOf": [{"type": "array"}, {"$ref": "#/$defs/Text"}]}, {"array", "string"}),
        ({"allOf": [{"$ref": "#/$defs/Text"}, {"description": "x"}]}, {"string"}),
        ({"$ref": "#/$defs/Text"}, {"string"}),
        ({"$ref": "#/$defs/Nowhere"}, ANY),
        ({"$ref": "#/$defs/Ring"}, ANY),
        ({"enum": ["a", 1, None]}, {"string", "integer", "null"}),
        ({"const": 1.5}, NUMBER),
        ({"type": "string", "enum": [1]}, set()),
        ({"not": {"type": "string"}}, ANY),
    ],
)
def test_possible(schema: Json, expected: set[str]) -> None:
    definitions: Json = {"Text": {"type": "string"}, "Ring": {"$ref": "#/$defs/Ring"}}
    assert at(schema, **{"$defs": definitions}) == set(expected)


def test_what_surrounds_a_branch_counts() -> None:
    assert at({"type": "string", "anyOf": [{"minLength": 1}]}, "anyOf", 0) == {"string"}
    assert at({"type": ["string", "integer"], "then": {"type": "string"}, "if": {}}, "then") == {"string"}
    assert at({"type": "object", "properties": {"then": {"minLength": 1}}}, "properties", "then") == set(ANY)
    assert at({"type": "array", "items": {}}, "items") == set(ANY)
    assert at({"type": "string", "not": {"minimum": 1}}, "not") == set(ANY)


def test_values_can_be_left_out() -> None:
    assert kinds({"enum": [1]}).at(("properties", "a"), values=False) == ANY


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (None, "null"),
        (True, "boolean"),
        (1, "integer"),
        (1.0, "integer"),
        (1.5, "number"),
        (float("nan"), "number"),
        (float("inf"), "number"),
        ("a", "string"),
        ([], "array"),
        ({}, "object"),
    ],
)
def test_kind_of(value: Json, kind: str) -> None:
    assert kind_of(value) == kind


def fanning_out(levels: int) -> set[str]:
    """The kinds of a schema whose definitions refer to the next one twice, so to the last in 2 to the `levels` ways."""
    definitions: dict[str, Any] = {
        f"L{level}": {"anyOf": [{"$ref": f"#/$defs/L{level + 1}"}, {"$ref": f"#/$defs/L{level + 1}"}]}
        for level in range(levels)
    }
    return at({"$ref": "#/$defs/L0"}, **{"$defs": {**definitions, f"L{levels}": {"type": "string"}}})


def test_definitions_that_fan_out_are_read_once_each(calls: Callable[[Callable[[], object]], int]) -> None:
    assert calls(lambda: fanning_out(16)) < 4 * calls(lambda: fanning_out(8))
    assert fanning_out(30) >= {"string"}
