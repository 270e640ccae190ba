from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from catalint import Finding, Json
from catalint.testing import findings
from catalint_rules.schemas.enum_type_mismatch import EnumTypeMismatch
from catalint_rules.schemas.invalid_schema import InvalidSchema


def check(parameter: Json, **more: Any) -> list[Finding]:
    schema: Json = {"type": "object", "properties": {"size": parameter}, **more}
    return findings(EnumTypeMismatch, [{"name": "cut", "inputSchema": schema}])


@pytest.mark.parametrize(
    ("parameter", "words"),
    [
        ({"type": "string", "enum": [256, 512]}, "lists 256, 512, which its type, string, does not allow, so no value"),
        ({"type": "string", "enum": [256, 512]}, 'write "type": "integer"'),
        ({"type": "string", "enum": [0.5, 1]}, 'write "type": "number"'),
        ({"type": "string", "enum": [True, False]}, 'write "type": "boolean"'),
        ({"type": "string", "enum": ["a", 1]}, 'write "1" as a text, like the others'),
        ({"type": "string", "enum": ["a", None]}, 'write "type": ["string", "null"] if null is meant'),
        ({"type": "string", "nullable": True, "enum": ["a", None]}, "`nullable` is no keyword of JSON Schema"),
        ({"type": "integer", "enum": ["1", "2"]}, "write them without quotes (1, ...)"),
        ({"type": "integer", "enum": [1, 2.5]}, "lists 2.5, which its type, integer, does not allow"),
        ({"type": "number", "enum": ["low", "high"]}, 'write "type": "string", or other values'),
        ({"type": "boolean", "enum": ["true", "false"]}, "drop `enum`, a boolean has no other values"),
        ({"type": "array", "enum": ["a", "b"]}, "move `enum` into `items`"),
        ({"type": "object", "enum": ["a"]}, "which its type, object, does not allow"),
        ({"type": ["integer", "null"], "enum": ["a", None]}, 'lists "a", which its type, integer or null'),
        ({"anyOf": [{"type": "string", "enum": [1]}, {"type": "null"}]}, "lists 1, which its type, string"),
        ({"type": "string", "anyOf": [{"enum": [1]}, {"enum": ["a"]}]}, "lists 1, which its type, string"),
        (
            {"anyOf": [{"type": "string"}, {"type": "null"}], "enum": [1, None]},
            "lists 1, which its type, null or string",
        ),
        ({"$ref": "#/$defs/Text", "enum": [1]}, "lists 1, which its type, string"),
        ({"type": "string", "const": 5}, "is to be 5, which its type, string, does not allow"),
        ({"type": "string", "enum": [1, 2, 3, 4, 5]}, "lists 1, 2, 3 and 2 more"),
        ({"enum": []}, "`enum` of `size` is empty, so no value is allowed"),
        ({"type": "string", "enum": []}, "`enum` of `size` is empty, so no value is allowed"),
    ],
)
def test_fires(parameter: Json, words: str) -> None:
    (found,) = check(parameter, **{"$defs": {"Text": {"type": "string"}}})
    assert found.where.path[:3] == ("inputSchema", "properties", "size")
    assert found.where.path[-1] in ("enum", "const")
    assert words in found.message


@pytest.mark.parametrize(
    "parameter",
    [
        {"type": "string", "enum": ["a", ""]},
        {"type": ["string", "null"], "enum": ["a", None]},
        {"type": ["string", "integer"], "enum": ["a", 1]},
        {"type": "integer", "enum": [1.0, 2]},
        {"type": "number", "enum": [1, 2.5]},
        {"enum": ["a", 1, None, True, [], {}]},
        {"type": "array", "enum": [["a"], ["b"]]},
        {"type": "array", "items": {"enum": ["a"]}},
        {"type": "dict", "enum": ["a"]},
        {"type": "string", "enum": {"a": 1}},
        {"type": "string", "enum": None},
        {"type": "object", "properties": {"enum": {"type": "string"}, "const": {"type": "string"}}},
        {"$ref": "#/$defs/Nowhere", "enum": [1]},
        {"not": {"type": "string"}, "enum": ["a"]},
        {"type": "string", "const": "a"},
    ],
)
def test_silent(parameter: Json) -> None:
    assert check(parameter) == []


def test_an_empty_list_is_one_finding_in_draft_04() -> None:
    schema: Json = {
        "$schema": "http://json-schema.org/draft-04/schema#",
        "type": "object",
        "properties": {"size": {"enum": []}},
    }
    tools: list[Json] = [{"name": "cut", "inputSchema": schema}]
    assert len([*findings(EnumTypeMismatch, tools), *findings(InvalidSchema, tools)]) == 1


def test_work_grows_with_the_list(calls: Callable[[Callable[[], object]], int]) -> None:
    def values(count: int) -> Json:
        (found,) = check({"type": "string", "enum": list(range(count))})
        return found.data["values"]

    assert values(50_000) == 50_000
    assert calls(lambda: values(4_000)) < 8 * calls(lambda: values(1_000))
