from __future__ import annotations

import pytest

from catalint import Json
from catalint.testing import findings
from catalint_rules.schemas.invalid_input_schema import InvalidInputSchema


def check(**tool: Json) -> tuple[str, str]:
    (found,) = findings(InvalidInputSchema, [{"name": "drill", **tool}])
    return found.where.pointer, found.message


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        (None, "is null"),
        ([], "is []"),
        ([{"name": "bit"}], "is a list,"),
        ("", "is a string,"),
        ("bit: string", "is a string,"),
        ('{"type": "object"}', "is a string that holds JSON"),
        (" {not json}", "is a string,"),
        ("{" * 100_000, "is a string,"),
        (0, "is 0"),
        (True, "is true"),
    ],
)
def test_what_is_no_object(schema: Json, words: str) -> None:
    pointer, message = check(inputSchema=schema)
    assert pointer == "/tools/0/inputSchema"
    assert f"`inputSchema` of `drill` {words}" in message


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({}, "is empty"),
        ({"$schema": "https://json-schema.org/draft/2020-12/schema"}, "only names its dialect"),
        ({"properties": {}}, "has properties but no type"),
        ({"anyOf": []}, "has `anyOf` but no type"),
        ({"$ref": "#/$defs/Drill", "$defs": {}}, "has `$ref` but no type"),
        ({"additionalProperties": False}, "has no type at its root"),
    ],
)
def test_what_has_no_type(schema: Json, words: str) -> None:
    pointer, message = check(inputSchema=schema)
    assert pointer == "/tools/0/inputSchema"
    assert words in message


@pytest.mark.parametrize("kind", ["string", "array", "dict", "Object", ["object"], ["object", "null"], None, 1, {}])
def test_what_has_another_type(kind: Json) -> None:
    pointer, message = check(inputSchema={"type": kind, "properties": {}})
    assert pointer == "/tools/0/inputSchema/type"
    assert 'write "object"' in message


@pytest.mark.parametrize(
    ("tool", "fix"),
    [
        ({}, 'add {"type": "object", "properties": {}}'),
        ({"parameters": {"type": "object"}}, "rename its `parameters`"),
        ({"input_schema": {"type": "object"}}, "rename its `input_schema`"),
        ({"parameters": []}, 'add {"type": "object", "properties": {}}'),
    ],
)
def test_what_is_missing(tool: dict[str, Json], fix: str) -> None:
    pointer, message = check(**tool)
    assert pointer == "/tools/0/name"
    assert "has no `inputSchema`" in message
    assert fix in message


@pytest.mark.parametrize("schema", [{"type": "object"}, {"type": "object", "oneOf": [{"required": ["x"]}]}])
def test_silent(schema: Json) -> None:
    assert findings(InvalidInputSchema, [{"name": "drill", "inputSchema": schema}]) == []


def test_tools_of_a_user_interface_are_looked_at_too() -> None:
    tool: Json = {"name": "drill", "_meta": {"ui": {"visibility": ["app"]}}}
    assert len(findings(InvalidInputSchema, [tool])) == 1
