from __future__ import annotations

from typing import Any

import pytest

from catalint import Finding, Json
from catalint.testing import findings
from catalint_rules.schemas.boolean_subschema import BooleanSubschema
from catalint_rules.schemas.invalid_input_schema import InvalidInputSchema
from catalint_rules.schemas.misplaced_schema import MisplacedSchema
from catalint_rules.schemas.undefined_required import UndefinedRequired

TEXT: Json = {"type": "string", "description": "Bit to use."}


def check(schema: Json, **more: Json) -> list[Finding]:
    return findings(MisplacedSchema, [{"name": "drill", "inputSchema": schema, **more}])


def root(**keywords: Any) -> Json:
    return {"type": "object", **keywords}


@pytest.mark.parametrize(
    ("properties", "names"),
    [
        ({"type": "object", "properties": {"bit": TEXT}}, ["type", "properties"]),
        ({"type": "object", "properties": {}}, ["type", "properties"]),
        (
            {"$schema": "x", "type": "object", "properties": {"bit": TEXT}, "required": ["bit"]},
            ["$schema", "type", "properties", "required"],
        ),
        ({"type": "string", "description": "Bit to use."}, ["type", "description"]),
        ({"type": "string", "enum": ["a", "b"]}, ["type", "enum"]),
        ({"properties": {"bit": TEXT}}, ["properties"]),
        ({"bit": TEXT, "required": ["bit"]}, ["required"]),
        ({"bit": TEXT, "additionalProperties": False}, ["additionalProperties"]),
        ({"bit": TEXT, "type": "object", "required": ["bit"]}, ["type", "required"]),
    ],
)
class TestAmongProperties:
    def test_at_the_root(self, properties: Json, names: list[str]) -> None:
        (found,) = check(root(properties=properties))
        assert found.where.pointer == "/tools/0/inputSchema/properties"
        assert found.data["names"] == names

    def test_deeper(self, properties: Json, names: list[str]) -> None:
        (found,) = check(root(properties={"list": {"type": "array", "items": root(properties=properties)}}))
        assert found.where.path == ("inputSchema", "properties", "list", "items", "properties")
        assert found.data["names"] == names

    def test_in_the_output_schema(self, properties: Json, names: list[str]) -> None:
        (found,) = check(root(), outputSchema=root(properties=properties))
        assert found.where.path == ("outputSchema", "properties")
        assert "output schema" in found.message


@pytest.mark.parametrize(
    "properties",
    [
        {"type": TEXT, "description": TEXT, "required": {"type": "boolean"}, "properties": {"type": "object"}},
        {"type": "string"},
        {"type": "string", "size": "integer"},
        {"title": "string", "description": "string"},
        {"title": "string", "type": "string"},
        {"required": True},
        {"enum": TEXT, "items": {"type": "array"}},
        {"properties": {"type": "object", "description": "Settings.", "properties": {"depth": TEXT}}},
        [],
        None,
    ],
)
def test_names_like_keywords_are_fine(properties: Json) -> None:
    assert check(root(properties=properties)) == []


@pytest.mark.parametrize(
    ("schema", "names"),
    [
        (root(bit=TEXT), ["bit"]),
        (root(properties={}, bit=TEXT, depth={"type": ["integer", "null"]}), ["bit", "depth"]),
        (root(properties={"bit": TEXT}, depth={"anyOf": [{"type": "integer"}, {"type": "null"}]}), ["depth"]),
        (root(jsonSchema=root(properties={"bit": TEXT})), ["jsonSchema"]),
    ],
)
def test_parameters_outside_of_properties(schema: Json, names: list[str]) -> None:
    (found,) = check(schema)
    assert found.where.path == ("inputSchema", names[0])
    assert found.where.part == "key"
    assert found.data["names"] == names
    assert [related.where.path[-1] for related in found.related] == names[1:]
    (deeper,) = check(root(properties={"inner": schema}))
    assert deeper.data["names"] == names


def test_an_object_that_is_all_names() -> None:
    (found,) = check(root(properties={"data": {"description": "Drill.", "bit": TEXT, "depth": {"type": "integer"}}}))
    assert found.message.startswith("`bit`, `depth` stand in `data` itself, which has no `properties`")
    assert 'write "type": "object" and move them into `properties`' in found.message


@pytest.mark.parametrize(
    "schema",
    [
        root(**{"x-order": {"type": "string"}}, properties={"bit": TEXT}),
        root(**{"$comment": {"type": "string"}}, properties={"bit": TEXT}),
        root(properties={"bit": {"type": "string", "unit": {"type": "string"}}}),
        root(properties={"bit": {"example": {"type": "string"}, "xml": {"name": "bit"}}}),
        root(properties={"bit": {"type": "object", "example": {"type": "string"}, "ui": {"order": 1}}}),
        root(properties={"data": {"anyOf": [TEXT], "bit": TEXT}}),
    ],
)
def test_other_keywords_are_fine(schema: Json) -> None:
    assert check(schema) == []


@pytest.mark.parametrize(
    ("annotations", "held"),
    [
        (root(properties={"bit": TEXT}), "a JSON Schema"),
        ({"title": "Drill", "inputSchema": root(properties={"bit": TEXT})}, "a JSON Schema (`inputSchema`)"),
        ({"bit": TEXT, "depth": {"type": "number"}}, "the schemas of `bit`, `depth`"),
        ({"bit": {"_def": {"typeName": "ZodString"}}}, "the schema of `bit`"),
        ({"_def": {"typeName": "ZodObject"}, "~standard": {"vendor": "zod"}}, "the object of a schema library"),
    ],
)
def test_annotations_that_hold_a_schema(annotations: Json, held: str) -> None:
    (found,) = check(root(properties={}), annotations=annotations)
    assert found.where.path == ("annotations",)
    assert held in found.message
    assert "names no parameter" in found.message
    (other,) = check(root(properties={"bit": TEXT}), annotations=annotations)
    assert "names no parameter" not in other.message


@pytest.mark.parametrize(
    "annotations",
    [
        {"title": "Drill", "readOnlyHint": True},
        {"readOnlyHint": "true", "audience": ["user"]},
        {"priority": {"value": 1}, "type": "tool"},
        [],
        None,
        "object",
    ],
)
def test_other_annotations_are_fine(annotations: Json) -> None:
    assert check(root(properties={"bit": TEXT}), annotations=annotations) == []


def test_one_cause_is_one_finding() -> None:
    nested = root(
        required=["bit"], properties={"type": "object", "properties": {"bit": TEXT}, "additionalProperties": False}
    )
    tools: list[Json] = [{"name": "drill", "inputSchema": nested}]
    assert len(findings(MisplacedSchema, tools)) == 1
    assert findings(UndefinedRequired, tools) == []
    assert findings(BooleanSubschema, tools) == []


def test_a_root_without_a_type_is_left_to_its_own_rule() -> None:
    assert check({"bit": TEXT}) == []
    assert len(findings(InvalidInputSchema, [{"name": "drill", "inputSchema": {"bit": TEXT}}])) == 1
    (found,) = check(root(), outputSchema={"bit": TEXT})
    assert found.where.path == ("outputSchema", "bit")
