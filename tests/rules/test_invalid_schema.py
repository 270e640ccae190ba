from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalint import Context, Finding, Json
from catalint.testing import findings
from catalint_rules.schemas.invalid_input_schema import InvalidInputSchema
from catalint_rules.schemas.invalid_schema import InvalidSchema
from catalint_rules.schemas.wording import correct

DRAFT_4 = "http://json-schema.org/draft-04/schema#"
DRAFT_7 = "http://json-schema.org/draft-07/schema#"


def check(schema: Json, **more: Json) -> list[Finding]:
    return findings(InvalidSchema, [{"name": "drill", "description": "Drill a hole.", "inputSchema": schema, **more}])


def one(schema: Json) -> Finding:
    """The one finding about the schema of a parameter called `bit`."""
    (found,) = check({"type": "object", "properties": {"bit": schema}})
    return found


@pytest.mark.parametrize(
    ("name", "fix"),
    [
        ("float", 'write "number"'),
        ("int", 'write "integer"'),
        ("Int64", 'write "integer"'),
        ("bool", 'write "boolean"'),
        ("String", 'write "string"'),
        ("dict", 'write "object"'),
        ("None", 'write "null"'),
        ("date", 'write "string" with "format": "date"'),
        ("datetime", 'write "string" with "format": "date-time"'),
        ("any", "leave `type` out to allow any value"),
        ("list[str]", 'write "array" with "items": {"type": "string"}'),
        ("List[Any]", 'write "array"'),
        ("Array<number>", 'write "array" with "items": {"type": "number"}'),
        ("string[]", 'write "array" with "items": {"type": "string"}'),
        ("Dict[str, Any]", 'write "object"'),
        ("Optional[int]", 'write ["integer", "null"]'),
        ("string | null", 'write ["string", "null"]'),
        ("int or str", 'write ["integer", "string"]'),
        ("strng", 'write "string"'),
        ("obejct", 'write "object"'),
        ("intger", 'write "integer"'),
        ("stream", ""),
        ("gizmo", ""),
        ("y", ""),
        ("", ""),
    ],
)
def test_names_of_other_languages_are_translated(name: str, fix: str, context: Context) -> None:
    assert correct(name, context) == fix
    message = one({"type": name}).message
    assert (fix or "use string, number, integer, boolean, object, array or null") in message


@pytest.fixture
def context() -> Context:
    from catalint.testing import corpus

    return Context(corpus([]))


def test_the_configuration_adds_names() -> None:
    tool: Json = {"name": "drill", "inputSchema": {"type": "object", "properties": {"bit": {"type": "gizmo"}}}}
    (found,) = findings(InvalidSchema, [tool], words={"type_names": ("object gizmo",)})
    assert 'write "object"' in found.message


@pytest.mark.parametrize(
    ("schema", "path", "words"),
    [
        ({"type": None}, "/type", "leave `type` out"),
        ({"type": {"type": "string"}}, "/type", "move its keywords up"),
        ({"type": ["string", "flot"]}, "/type/1", 'write "number"'),
        ({"type": []}, "/type", "empty list"),
        ({"type": ["null", "null"]}, "/type", 'twice ("null")'),
        ({"required": True}, "/required", 'add "bit" to the list `required` of the input schema'),
        ({"required": False}, "/required", "drop it"),
        ({"required": "name"}, "/required", 'write ["name"]'),
        ({"required": ["a", 5]}, "/required/1", "holds 5 where a text belongs"),
        ({"required": ["a", "a"]}, "/required", 'twice ("a")'),
        ({"items": {"required": True}}, "/items/required", "`bit[]` has"),
        ("string", "", 'write {"type": "string"}'),
        ("int", "", 'write {"type": "integer"}'),
        ("The bit to use", "", '{"type": "string", "description": "..."}'),
        (None, "", "drop it, or write an object"),
        (["string"], "", '`bit` is ["string"] where a schema belongs'),
        ({"items": "string"}, "/items", '`items` of `bit` is "string"'),
        ({"additionalProperties": "string"}, "/additionalProperties", "`additionalProperties` of `bit`"),
        ({"anyOf": ["string"]}, "/anyOf/0", "`anyOf` of `bit` holds"),
        ({"anyOf": []}, "/anyOf", "is an empty list"),
        ({"items": [{"type": "number"}, {"type": "number"}]}, "/items", '"minItems": 2 and "maxItems": 2'),
        ({"items": [{"type": "number"}, {"type": "string"}]}, "/items", "rename it to `prefixItems`"),
        ({"items": [{"type": "number"}]}, "/items", "take the schema out of the list"),
        ({"items": []}, "/items", "drop it"),
        (
            {"minimum": 3, "exclusiveMinimum": True},
            "/exclusiveMinimum",
            'write "exclusiveMinimum": 3 and drop `minimum`',
        ),
        ({"maximum": 3, "exclusiveMaximum": False}, "/exclusiveMaximum", "drop it"),
        ({"exclusiveMinimum": True}, "/exclusiveMinimum", "write the bound itself"),
        ({"minLength": "5"}, "/minLength", "write 5 without quotes"),
        ({"minLength": "five"}, "/minLength", "where a whole number belongs"),
        ({"minLength": 1.5}, "/minLength", "is 1.5 where a whole number belongs"),
        ({"minLength": -1}, "/minLength", "has to be 0 or more"),
        ({"multipleOf": 0}, "/multipleOf", "has to be more than 0"),
        ({"deprecated": "True"}, "/deprecated", "write true without quotes"),
        ({"description": None}, "/description", "where a text belongs: drop it"),
        ({"enum": "a"}, "/enum", 'write ["a"]'),
        ({"enum": {"a": 1}}, "/enum", "where a list belongs"),
        ({"examples": 5}, "/examples", "write [5]"),
        ({"properties": []}, "/properties", "write {}"),
        ({"properties": ["a"]}, "/properties", "map names to schemas"),
        ({"properties": {"properties": 3}}, "/properties/properties", "`bit.properties` is 3"),
        ({"minimum": float("nan")}, "/minimum", "is NaN where a number belongs"),
        ({"$anchor": "a b"}, "/$anchor", "is not allowed"),
    ],
)
def test_what_is_said(schema: Json, path: str, words: str) -> None:
    found = one(schema)
    assert found.where.pointer == f"/tools/0/inputSchema/properties/bit{path}"
    assert words in found.message
    assert found.message.endswith("Strict clients refuse the whole list for it.")


def test_the_bound_that_stands_alone_in_draft_4() -> None:
    schema: Json = {"$schema": DRAFT_4, "type": "object", "properties": {"bit": {"exclusiveMinimum": True}}}
    (found,) = check(schema)
    assert "stands without `minimum`, which draft-04 wants beside it" in found.message


def test_an_unknown_dialect_is_named() -> None:
    schema: Json = {
        "$schema": "http://json-schema.org/draft-03/schema#",
        "type": "object",
        "properties": {"bit": {"type": "float"}},
    }
    (found,) = check(schema)
    assert "(judged as 2020-12: its `$schema` is no dialect that clients know)" in found.message


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"type": {"type": "string"}, "required": {"type": "boolean"}}},
        {"type": "object", "properties": {"a": True, "b": {}, "c": {"not": {}}}},
        {"type": "object", "properties": {"a": {"enum": [], "const": None, "default": "x", "examples": []}}},
        {"type": "object", "properties": {"a": {"pattern": "("}}},
        {"type": "object", "properties": {"a": {"minLength": 2.0}}},
        {"$schema": DRAFT_7, "type": "object", "properties": {"a": {"items": [True]}}},
        {"$schema": DRAFT_4, "type": "object", "properties": {"a": {"maximum": 1, "exclusiveMaximum": False}}},
        {"type": "object", "definitions": {"A": {}}, "dependencies": {"a": ["b"]}},
    ],
)
def test_silent(schema: Json) -> None:
    assert check(schema, outputSchema=schema) == []


class TestOutputSchema:
    @pytest.mark.parametrize("schema", [None, [], "string", 5])
    def test_it_has_to_be_a_schema(self, schema: Json) -> None:
        (found,) = check({"type": "object"}, outputSchema=schema)
        assert found.where.pointer == "/tools/0/outputSchema"
        assert found.message.startswith("The output schema is ")

    @pytest.mark.parametrize("schema", [True, {"type": "array"}, {"type": "string"}])
    def test_its_root_may_be_anything(self, schema: Json) -> None:
        assert check({"type": "object"}, outputSchema=schema) == []

    def test_it_is_named_in_the_message(self) -> None:
        (found,) = check({"type": "object"}, outputSchema={"properties": {"depth": {"type": "float"}}})
        assert found.message.startswith("`depth` of the output schema has the type")


class TestOneCauseOneFinding:
    @pytest.mark.parametrize(
        "schema", [None, [], "x", True, {"type": "dict"}, {"type": None}, {"type": ["object", "nul"]}]
    )
    def test_the_root_of_the_input_schema_is_left_to_its_own_rule(self, schema: Json) -> None:
        assert check(schema) == []
        assert len(findings(InvalidInputSchema, [{"name": "drill", "inputSchema": schema}])) == 1

    def test_a_missing_input_schema_too(self) -> None:
        assert findings(InvalidSchema, [{"name": "drill"}]) == []

    @pytest.mark.parametrize(
        "properties",
        [
            {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
            {"type": "object", "properties": {"a": {"type": "string"}}},
            {"type": "string", "description": "Bit to use."},
            {"type": "object", "properties": {"type": {"type": "string"}, "items": []}, "$schema": "x"},
            {"a": {"type": "string"}, "required": ["a"]},
        ],
    )
    def test_a_schema_one_level_too_deep_is_left_to_its_own_rule(self, properties: Json) -> None:
        assert check({"type": "object", "properties": properties}) == []

    def test_what_else_is_wrong_there_is_not(self) -> None:
        properties: Json = {"a": {"type": "dict"}, "b": "string", "required": ["a"]}
        found = check({"type": "object", "properties": properties})
        assert [finding.where.path[2:] for finding in found] == [("a", "type"), ("b",)]

    def test_a_parameter_called_type_is_no_such_schema(self) -> None:
        (found,) = check({"type": "object", "properties": {"type": "string", "size": {"type": "integer"}}})
        assert found.where.pointer == "/tools/0/inputSchema/properties/type"

    def test_two_faults_are_two(self) -> None:
        found = check(
            {"type": "object", "properties": {"a": {"type": "dict", "minLength": "5"}, "b": {"type": "dict"}}}
        )
        assert [finding.where.path[2:] for finding in found] == [("a", "minLength"), ("a", "type"), ("b", "type")]

    def test_each_tool_has_its_own(self) -> None:
        schema: Json = {"type": "object", "properties": {"a": {"type": "dict"}}}
        tools: list[Json] = [{"name": f"drill_{number}", "inputSchema": schema} for number in range(3)]
        assert [finding.where.tool for finding in findings(InvalidSchema, tools)] == [0, 1, 2]


JSON: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=300),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(
            st.sampled_from(
                "type properties items required enum anyOf minLength exclusiveMinimum $schema $defs".split()
            )
            | st.text(max_size=300),
            inner,
            max_size=5,
        )
    ),
    max_leaves=25,
)


@settings(max_examples=200)
@given(JSON, JSON)
def test_any_schema_gets_short_messages_at_places_that_exist(schema: Json, output: Json) -> None:
    tool: Json = {"name": "n" * 200, "inputSchema": schema, "outputSchema": output}
    for rule in (InvalidSchema, InvalidInputSchema):
        for found in findings(rule, [tool]):
            assert 0 < len(found.message) <= 240
            assert found.message.splitlines() == [found.message]
            value: Any = tool
            for step in found.where.path:
                value = value[step]


def test_names_with_line_breaks_stay_in_one_line() -> None:
    (found,) = check({"type": "object", "properties": {"a\nb\u2028c\ud800": {"type": "float"}}})
    assert found.message.startswith(r"`a\u000ab\u2028c\ud800` has the type")


def test_a_catalog_needs_no_jsonschema() -> None:
    code = (
        "import sys; from catalint.testing import findings; from catalint_rules.schemas import RULES;"
        "t = [{'name': 'a', 'inputSchema': {'type': 'object', 'properties': {'b': {'type': 'dict'}}}}];"
        "found = [f for rule in RULES for f in findings(rule, t)]; assert len(found) == 1;"
        "print(sorted({'jsonschema', 'rapidfuzz', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
