"""What says enough about a type, what is free on purpose, and which type the message proposes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from catalint.testing import findings
from catalint_rules.parameters.untyped_parameter import UntypedParameter


def tool(properties: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"name": "seat", "description": "Assign seats.", "inputSchema": {"properties": properties, **more}}


@pytest.mark.parametrize(
    ("schema", "guess"),
    [
        ({}, ""),
        ({"title": "Rows"}, ""),
        ({"description": "Rows."}, ""),
        ({"default": 7}, "integer"),
        ({"default": 0.5}, "number"),
        ({"default": False}, "boolean"),
        ({"default": "front"}, "string"),
        ({"default": None, "description": "Whether to lock."}, "boolean"),
        ({"examples": [["a"]]}, "array"),
        ({"format": "date"}, "string"),
        ({"minimum": 1}, "number"),
        ({"description": "List of rows."}, "array"),
        ({"description": "The plan as a JSON object."}, "object"),
        ({"description": "Maximum number of rows to fill"}, "integer"),
        ({"description": "Row number or string such as A"}, "number or string"),
        ({"description": "JSON object or array of seats"}, "object or array"),
    ],
)
def test_untyped(schema: Any, guess: str) -> None:
    (found,) = findings(UntypedParameter, [tool({"rows": schema})])
    assert found.data["parameters"] == {"rows": guess}
    assert all(word in found.message for word in guess.split(" or "))


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string"},
        {"type": ["string", "null"]},
        {"$ref": "#/$defs/Row"},
        {"enum": ["a", 1]},
        {"const": 2},
        {"anyOf": [{"type": "string"}, {}]},
        {"oneOf": []},
        {"allOf": [{"$ref": "#/$defs/Row"}]},
        {"properties": {"a": {"type": "string"}}},
        {"items": {"type": "string"}},
        {"additionalProperties": {"type": "string"}},
        {"description": "Any JSON value."},
        {"description": "Value of any type."},
        {"description": "任意の値"},
        {"first": {"type": "string"}, "second": {"type": "string"}},
        True,
        False,
        None,
    ],
)
def test_said_enough_or_free_on_purpose(schema: Any) -> None:
    assert findings(UntypedParameter, [tool({"rows": schema})]) == []


@pytest.mark.parametrize("name", ["value", "newValue", "compare_value", "default-value", "values"])
def test_values_of_other_things_are_free(name: str) -> None:
    assert findings(UntypedParameter, [tool({name: {"description": "What to store."}})]) == []


def test_nested_ones_count_where_they_matter() -> None:
    plan = {
        "type": "object",
        "properties": {"needed": {}, "told": {"description": "List of rows."}, "spare": {}, "noted": {"title": "N"}},
        "required": ["needed"],
    }
    (found,) = findings(UntypedParameter, [tool({"plan": plan, "all": {"items": plan}})])
    assert found.data["parameters"] == {
        "plan.needed": "",
        "plan.told": "array",
        "all[].needed": "",
        "all[].told": "array",
    }


@pytest.mark.parametrize(("depth", "count"), [(1, 0), (2, 0), (3, 1)])
def test_depth(depth: int, count: int) -> None:
    deep: dict[str, Any] = {"type": "object", "properties": {"c": {}}, "required": ["c"]}
    for name in ("b", "a"):
        deep = {"type": "object", "properties": {name: deep}, "required": [name]}
    assert len(findings(UntypedParameter, [tool(deep["properties"])], {"max-depth": depth})) == count


def test_one_finding_a_tool_and_the_places() -> None:
    (found,) = findings(UntypedParameter, [tool({"rows": {}, "column": {"type": "string"}, "seat": {"default": 3}})])
    assert found.where.path == ("inputSchema", "properties", "rows")
    assert found.where.part == "key"
    assert [related.where.path[-1] for related in found.related] == ["seat"]
    assert "`seat` (integer?)" in found.message


def test_docstring_tells_the_type() -> None:
    described = {**tool({"rows": {}}), "description": "Seat.\n\nArgs:\n    rows: List of rows."}
    (found,) = findings(UntypedParameter, [described])
    assert '"type": "array"' in found.message


def test_many_fit_into_one_line() -> None:
    (found,) = findings(UntypedParameter, [tool({f"a_long_name_of_a_parameter_{index}": {} for index in range(40)})])
    assert len(found.message) <= 240
    assert "more" in found.message


@pytest.mark.parametrize("schema", [None, [], "x", {"properties": [1]}, {"properties": {"a": {"properties": 3}}}])
def test_broken_schemas_pass(schema: Any) -> None:
    assert findings(UntypedParameter, [{"name": "seat", "inputSchema": schema}]) == []


@pytest.mark.parametrize("piece", ["string or ", "any ", "list of ", "a number of "])
def test_work_is_linear(piece: str, calls: Callable[[Callable[[], object]], int]) -> None:
    def work(length: int) -> None:
        findings(UntypedParameter, [tool({"rows": {"description": piece * (length // len(piece))}})])

    work(1_000)  # expressions are compiled once
    assert calls(lambda: work(40_000)) < 6 * calls(lambda: work(10_000))


def test_misplaced_schemas_are_left_to_the_rule_for_them() -> None:
    stray = {"where": {"type": "string"}, "description": "Place."}
    assert findings(UntypedParameter, [tool({"place": stray})]) == []
    assert findings(UntypedParameter, [tool({"type": "object", "required": ["a"], "properties": {"a": {}}})]) == []


@pytest.mark.parametrize(
    ("text", "guess"),
    [
        ("Value to compare with. Must be a string.", "string"),
        ("Must always be an array", "array"),
        ("Value (string, number, boolean, or object for a seat)", "string, number, boolean or object"),
        ("A string, an integer or a list", "string, integer or array"),
        ("string | number | boolean", "string, number or boolean"),
    ],
)
def test_a_value_of_fixed_types_is_not_free(text: str, guess: str) -> None:
    (found,) = findings(UntypedParameter, [tool({"seat_value": {"description": text}})])
    assert found.data["parameters"] == {"seat_value": guess}
    assert ("`anyOf` with each" in found.message) == ("," in guess)


@pytest.mark.parametrize(
    "text",
    [
        "Value to set.",
        "Value, a string or a number.",
        "Must be a string or a number.",
        "Must be a list of seats.",
        "Any value: string, number or boolean.",
        "Must be unique.",
    ],
)
def test_a_value_of_which_a_text_says_less_is(text: str) -> None:
    assert findings(UntypedParameter, [tool({"seat_value": {"description": text}})]) == []


def test_the_value_of_a_filter_is_a_string_where_its_text_says_so() -> None:
    item = {"type": "object", "properties": {"value": {"description": "Compared with. Must be a string."}}}
    (found,) = findings(UntypedParameter, [tool({"filters": {"type": "array", "items": item}})])
    assert found.message.startswith("`filters[].value` has no type")
    assert found.message.endswith('add `"type": "string"`')
