from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from catalint import Finding, Json
from catalint.testing import findings
from catalint_rules.schemas.invalid_default import InvalidDefault

OBJECT: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "string"}}}


def check(parameter: Json, description: str = "Print labels.", /, **more: Any) -> list[Finding]:
    schema: Json = {"type": "object", "properties": {"copies": parameter}, **more}
    return findings(InvalidDefault, [{"name": "print_labels", "description": description, "inputSchema": schema}])


@pytest.mark.parametrize(
    ("parameter", "fault", "words"),
    [
        ({"type": "integer", "default": "10"}, "type", 'is "10", a string, but its type is integer'),
        ({"type": "integer", "default": 1.5}, "type", "is 1.5, a number, but its type is integer"),
        ({"type": "integer", "default": True}, "type", "is true, a boolean, but its type is integer"),
        ({"type": "string", "default": 1000}, "type", 'write "type": "integer" if that is what the tool takes'),
        ({"type": "string", "default": [1, 2]}, "type", 'write "type": "array" if that is what the tool takes'),
        ({"type": "boolean", "default": "false"}, "type", "write false without quotes"),
        ({"type": "number", "default": "0.5"}, "type", "write 0.5 without quotes"),
        ({"type": "integer", "default": "None"}, "type", "drop it, without a default nothing is sent"),
        ({"type": "array", "default": "all"}, "type", 'write ["all"]'),
        ({"type": "array", "default": "a, b"}, "type", 'write ["a", "b"]'),
        ({"type": ["integer", "null"], "default": "1"}, "type", "its type is integer or null"),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}], "default": "1"}, "type", "its type is integer or null"),
        (
            {"anyOf": [{"type": "integer", "maximum": 5}, {"type": "null"}], "default": 9},
            "bound",
            "is more than `maximum` (5)",
        ),
        ({"anyOf": [{"enum": ["a"]}, {"enum": ["b"]}], "default": "c"}, "choice", "fits none of the alternatives"),
        ({"enum": ["a", "b"], "default": "c"}, "enum", 'is none of the values in `enum` ("a", "b")'),
        ({"enum": ["a", "b"], "default": ""}, "enum", "is none of the values"),
        ({"enum": [1, 0], "default": True}, "enum", "is none of the values"),
        ({"const": "a", "default": "b"}, "const", 'is not "a", the only value allowed'),
        ({"type": "integer", "minimum": 1, "default": 0}, "bound", "is less than `minimum` (1)"),
        ({"type": "number", "exclusiveMinimum": 0, "default": 0}, "bound", "is not more than `exclusiveMinimum` (0)"),
        ({"type": "number", "exclusiveMaximum": 1, "default": 1.0}, "bound", "is not less than"),
        ({"type": "integer", "multipleOf": 5, "default": 12}, "bound", "is no multiple of 5"),
        ({"type": "string", "minLength": 1, "default": ""}, "length", "is 0 characters long (`minLength` is 1)"),
        ({"type": "string", "maxLength": 3, "default": "long"}, "length", "is 4 characters long"),
        ({"type": "array", "minItems": 1, "default": []}, "length", "is 0 items long"),
        ({"type": "array", "items": {"type": "string"}, "default": ["a", 1]}, "type", "holds 1, which is a number"),
        ({**OBJECT, "default": {"a": "x", "b": "y"}}, "type", 'holds "x", which is a string'),
        ({"$ref": "#/$defs/Count", "default": 12}, "bound", "is more than `maximum` (10)"),
        ({"allOf": [{"$ref": "#/$defs/Count"}], "default": "many"}, "type", "its type is integer"),
    ],
)
def test_defaults_that_do_not_fit(parameter: Json, fault: str, words: str) -> None:
    (found,) = check(parameter, **{"$defs": {"Count": {"type": "integer", "maximum": 10}}})
    assert found.where.path == ("inputSchema", "properties", "copies", "default")
    assert found.data["fault"] == fault
    assert words in found.message


@pytest.mark.parametrize(
    "parameter",
    [
        {"type": "integer", "default": None},
        {"type": "string", "enum": ["a"], "default": None},
        {"type": "integer", "default": 3.0},
        {"type": "number", "default": 3},
        {"type": "number", "minimum": 0.1, "multipleOf": 0.1, "default": 0.3},
        {"type": "dict", "default": {}},
        {"enum": [1.0, 2], "default": 1},
        {"enum": [], "default": "a"},
        {"type": "string", "pattern": "^[a-z]+$", "default": "A1"},
        {"type": "string", "format": "date", "default": "today"},
        {"type": "integer", "minimum": "1", "default": 0},
        {"type": "integer", "maximum": 10**400, "minimum": float("-inf"), "default": 10**399},
        {"type": "number", "maximum": float("nan"), "default": 1e300},
        {"oneOf": [{"type": "string"}, {"type": "integer"}], "default": 5},
        {"not": {"type": "string"}, "default": "a"},
        {"$ref": "#/$defs/Nowhere", "default": "a"},
        {"$ref": "#/$defs/Ring", "default": "a"},
        {"type": "array", "prefixItems": [{"type": "integer"}], "items": {"type": "string"}, "default": [1, "a"]},
        {**OBJECT, "required": ["a"], "default": {}},
        {**OBJECT, "additionalProperties": False, "default": {"c": 1}},
        {**OBJECT, "default": {"a": None}},
        {"type": "string", "examples": ["a", "b"]},
        {"type": "string", "examples": "a"},
        {"type": "integer", "enum": ["1", "2"], "default": "1"},
        {"type": "array", "enum": ["a", "b"], "default": []},
        {"properties": {"default": {"type": "integer"}}, "type": "object"},
    ],
)
def test_defaults_that_fit(parameter: Json) -> None:
    assert check(parameter, **{"$defs": {"Ring": {"$ref": "#/$defs/Ring"}}}) == []


def test_deeper_and_in_the_output_schema() -> None:
    wrong: Json = {"type": "object", "properties": {"size": {"items": {"type": "integer", "default": "a"}}}}
    found = findings(InvalidDefault, [{"name": "a", "inputSchema": wrong, "outputSchema": wrong}])
    assert [finding.where.path for finding in found] == [
        (key, "properties", "size", "items", "default") for key in ("inputSchema", "outputSchema")
    ]


class TestExamples:
    def test_one_finding_for_each_schema(self) -> None:
        (found,) = check({"type": "integer", "examples": [1, "2", "3"]})
        assert found.where.path[-2:] == ("examples", 1)
        assert "(2 of 3 are at fault)" in found.message
        assert found.data == {"fault": "type", "examples": 3, "wrong": 2}

    def test_items_in_place_of_lists(self) -> None:
        (found,) = check({"type": "array", "items": {"type": "string"}, "examples": ["a", "b"]})
        assert "put the items into one list" in found.message

    def test_the_keyword_of_openapi(self) -> None:
        (found,) = check({"type": "integer", "example": "five"})
        assert found.where.path[-1] == "example"

    def test_null_is_fine(self) -> None:
        assert check({"type": "integer", "examples": [None, 1], "example": None}) == []


class TestTexts:
    @pytest.mark.parametrize(
        ("parameter", "words"),
        [
            ({"type": "integer", "default": 20, "description": "Copies (default: 10)."}, 'says "default: 10"'),
            ({"type": "integer", "default": 20, "description": "Copies. Defaults to 10"}, 'says "Defaults to 10"'),
            (
                {"type": "boolean", "default": True, "description": "Cut them. Default is false."},
                "has the default true",
            ),
            (
                {"enum": ["a4", "a5"], "default": "a4", "description": "`a4`, or `a5` (default)."},
                'says "`a5` (default)"',
            ),
            (
                {"type": "array", "default": ["front"], "description": "Sides. Defaults to all sides."},
                'says "Defaults to all sides", but its schema has the default ["front"]',
            ),
        ],
    )
    def test_contradictions(self, parameter: Json, words: str) -> None:
        (found,) = check(parameter)
        assert found.where.path == ("inputSchema", "properties", "copies", "default")
        assert found.data["fault"] == "text"
        assert words in found.message

    def test_the_text_of_the_tool(self) -> None:
        text = "Print labels.\n\nArgs:\n    copies: How many to print. Defaults to 1.\n"
        (found,) = check({"type": "integer", "default": 2}, text)
        assert 'The text on `copies` says "Defaults to 1"' in found.message
        assert check({"type": "integer", "default": 1}, text) == []

    @pytest.mark.parametrize(
        "parameter",
        [
            {"type": "integer", "default": 10, "description": "Copies (default: 10)."},
            {"type": "integer", "default": 600, "description": "Seconds. Default: 10 minutes."},
            {"type": "integer", "default": 50, "description": "Rows (default 50). Pages to fetch (default 5)."},
            {"type": "string", "default": "", "description": "Printer. Defaults to 'office'."},
            {"type": "array", "default": ["all"], "description": "Defaults to all."},
            {"type": "array", "default": [], "description": "Defaults to all."},
            {
                "type": "array",
                "items": {"enum": ["front", "back"]},
                "default": ["front", "back"],
                "description": "Sides. Defaults to all.",
            },
            {"type": "object", "default": {"a": 1}, "description": "Defaults to 5."},
            {"type": "integer", "description": "Copies (default: 10)."},
            {"type": "integer", "default": None, "description": "Copies (default: 10)."},
        ],
    )
    def test_silent(self, parameter: Json) -> None:
        assert check(parameter) == []

    def test_one_default_is_one_finding(self) -> None:
        (found,) = check({"type": "integer", "default": "20", "description": "Copies (default: 10)."})
        assert found.data["fault"] == "type"


def fanning_out(levels: int) -> list[Finding]:
    """Findings on a default whose schema refers to its last definition in 2 to the `levels` ways."""
    definitions: dict[str, Any] = {
        f"L{level}": {"anyOf": [{"$ref": f"#/$defs/L{level + 1}"}, {"$ref": f"#/$defs/L{level + 1}"}]}
        for level in range(levels)
    }
    last = {f"L{levels}": {"type": "integer"}}
    return check({"$ref": "#/$defs/L0", "default": "a"}, **{"$defs": {**definitions, **last}})


def test_definitions_that_fan_out_are_given_up(calls: Callable[[Callable[[], object]], int]) -> None:
    assert fanning_out(40) == []
    assert calls(lambda: fanning_out(40)) < 4 * calls(lambda: fanning_out(20))


def said(text: str, default: Json, kind: str = "integer", **more: Any) -> list[str]:
    return [found.message for found in check({"type": kind, "default": default, "description": text, **more})]


@pytest.mark.parametrize(
    ("text", "default", "kind", "words"),
    [
        ('Paper. Values range ["a4", "a5"].', "a6", "string", "Values range ['a4', 'a5']"),
        ("Paper. Must be one of ['a4', 'a5']", "letter", "string", "Must be one of ['a4', 'a5']"),
        ("Copies. Values range [1, 9], with 1 being usual.", 12, "integer", "Values range [1, 9]"),
        ("Dots. Allowed values: [150, 300, 600]", 200, "integer", "Allowed values: [150, 300, 600]"),
        ("Copies of each label (max: 3)", 10, "integer", "max: 3"),
        ("Copies of each label (maximum 1,000).", 1500, "integer", "maximum 1,000"),
        ("Copies of each label (min: 5)", 1, "integer", "min: 5"),
    ],
)
def test_a_default_that_the_text_does_not_allow(text: str, default: Json, kind: str, words: str) -> None:
    (message,) = said(text, default, kind)
    assert f'The default of `copies` is {json.dumps(default)}, but its text says "{words}"' in message


@pytest.mark.parametrize(
    ("text", "default", "kind"),
    [
        ('Paper. Values range ["a4", "a5"].', "A4", "string"),
        ('Paper. Values range ["a4", "a5"].', "", "string"),
        ('Paper, such as ["a4", "a5"].', "a6", "string"),
        ('Paper. Values range ["a4", ...].', "a6", "string"),
        ("Copies. Values range [1, 9].", 5, "integer"),
        ("Dots. Allowed values: [150, 300, 600]", 300, "integer"),
        ("Copies of each label (max: 3)", 3, "integer"),
        ("Copies of each label (max: 3 for guests)", 10, "integer"),
        ("Copies of each label, of which max: 3 are shown", 10, "integer"),
        ("Whether to print. Values range [True, False]", True, "boolean"),
    ],
)
def test_a_default_that_the_text_allows(text: str, default: Json, kind: str) -> None:
    assert said(text, default, kind) == []


def timed(name: str, default: Json, text: str = "", about: str = "Print labels.", **more: Any) -> list[str]:
    properties = {name: {"type": "number", "default": default, "description": text}, **more}
    tool: Any = {
        "name": "print_labels",
        "description": about,
        "inputSchema": {"type": "object", "properties": properties},
    }
    return [found.message for found in findings(InvalidDefault, [tool])]


def test_another_length_of_time() -> None:
    (message,) = timed("wait_seconds", 300, "Time to wait. Defaults to 600 seconds (10 minutes).")
    assert 'The text on `wait_seconds` says "Defaults to 600 seconds", but its schema has the default 300' in message
    assert timed("waitMs", 300, "Time to wait (default: 5 minutes)")
    (message,) = timed("span", 7200, "Number of seconds to look back", "Count labels (defaults to last 5 minutes).")
    assert 'The description says "defaults to last 5 minutes", but the schema of `span` has the default 7200' in message


@pytest.mark.parametrize(
    ("name", "default", "text", "about"),
    [
        ("wait_seconds", 600, "Time to wait. Defaults to 10 minutes.", ""),
        ("wait_ms", 1500, "Time to wait (default: 1.5 seconds)", ""),
        ("wait", 300, "Time to wait. Defaults to 10 minutes.", ""),  # in a unit that nothing tells
        ("wait_seconds", 600, "Defaults to 10 minutes, defaults to 1 hour for guests.", ""),
        ("wait_seconds", 300, "Time to wait.", "Print labels. Retries for 10 minutes."),
    ],
)
def test_the_same_length_of_time_or_none(name: str, default: Json, text: str, about: str) -> None:
    assert timed(name, default, text, about) == []


def test_a_length_in_the_description_is_of_the_only_parameter() -> None:
    about = "Count labels (defaults to last 5 minutes)."
    assert timed("span", 7200, "Number of seconds to look back", about, shelf={"type": "string"}) == []
