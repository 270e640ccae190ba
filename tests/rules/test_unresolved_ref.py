from __future__ import annotations

from typing import Any

import pytest

from catalint import Finding, Json
from catalint.testing import findings
from catalint_rules.schemas.external_ref import ExternalRef
from catalint_rules.schemas.invalid_schema import InvalidSchema
from catalint_rules.schemas.unresolved_ref import UnresolvedRef


def root(**keywords: Any) -> Json:
    return {"type": "object", **keywords}


def check(schema: Json, rule: Any = UnresolvedRef, **more: Json) -> list[Finding]:
    return findings(rule, [{"name": "sail", "inputSchema": schema, **more}])


def referring(text: Json, **keywords: Any) -> Json:
    return root(properties={"port": {"$ref": text}}, **keywords)


@pytest.mark.parametrize(
    ("text", "more", "hint"),
    [
        ("#/$defs/Port", {}, "leads nowhere"),
        ("#/$defs/Port", {"$defs": {"Ports": {}}}, 'write "#/$defs/Ports" if that is meant'),
        ("#/$defs/port", {"$defs": {"Port": {}}}, 'write "#/$defs/Port" if that is meant'),
        ("#/definitions/Port", {"$defs": {"Port": {}}}, 'write "#/$defs/Port", where that definition stands'),
        ("#/$defs/Port", {"definitions": {"Port": {}}}, 'write "#/definitions/Port", where that definition stands'),
        ("$defs/Port", {"$defs": {"Port": {}}}, "no address inside the schema; "),
        ("Port", {"$defs": {"Port": {}}}, 'write "#/$defs/Port"'),
        ("port.json", {}, "a document that a client does not have"),
        ("#sea", {"$defs": {"Port": {"$anchor": "port"}}}, "nothing in the schema has that `$anchor`"),
        ("#/components/schemas/Port", {}, "a part of an API description"),
        ("#/components/schemas/Port", {"$defs": {"Port": {}}}, 'write "#/$defs/Port"'),
        ("#/$defs/sea/Port", {"$defs": {"sea/Port": {}}}, 'write "#/$defs/sea~1Port"'),
        ("#/properties/port/description", {"description": "Sail"}, "leads nowhere"),
        ("#/description", {"description": "Sail"}, "where a string stands and no schema"),
        ("#/required", {"required": ["port"]}, "where a list stands and no schema"),
    ],
)
def test_hints(text: str, more: dict[str, Any], hint: str) -> None:
    (found,) = check(referring(text, **more))
    assert found.where.path == ("inputSchema", "properties", "port", "$ref")
    assert f'`port` refers to "{text}"' in found.message
    assert hint in found.message


@pytest.mark.parametrize("keyword", ["$ref", "$dynamicRef"])
def test_definitions_inside_a_property(keyword: str) -> None:
    inner: Json = root(properties={"port": {keyword: "#/$defs/Port"}}, **{"$defs": {"Port": {"type": "string"}}})
    (found,) = check(root(properties={"route": inner}))
    assert "the definition stands at properties/route/$defs/Port" in found.message
    (deeper,) = check(root(properties={"plan": {"type": "array", "items": inner}}))
    assert "properties/plan/items/$defs/Port" in deeper.message


def test_the_other_schema_of_the_tool() -> None:
    definitions: Json = {"Port": {"type": "string"}}
    (found,) = check(root(**{"$defs": definitions}), outputSchema=referring("#/$defs/Port"))
    assert found.where.path[0] == "outputSchema"
    assert "`port` of the output schema" in found.message
    assert "only the input schema has" in found.message


def test_equal_references_are_one_finding() -> None:
    schema = root(properties={name: {"$ref": "#/$defs/Port"} for name in "abc"}, allOf=[{"$ref": "#/$defs/Quay"}])
    port, quay = check(schema)[::-1] if "Quay" in check(schema)[0].message else check(schema)
    assert [related.where.path[2] for related in port.related] == ["b", "c"]
    assert port.data == {"reference": "#/$defs/Port", "uses": 3}
    assert quay.related == ()


@pytest.mark.parametrize(
    "schema",
    [
        referring("#"),
        referring("#/properties/port"),
        referring("#port", **{"$defs": {"Port": {"$anchor": "port"}}}),
        referring("#port", **{"$defs": {"Port": {"$dynamicAnchor": "port"}}}),
        referring("#/$defs/Port", **{"$defs": {"Port": True}}),
        referring("#/components/schemas/Port", components={"schemas": {"Port": {"type": "string"}}}),
        referring("port.json", **{"$defs": {"Port": {"$id": "port.json"}}}),
        referring("https://example.org/port.json"),
        referring(5),
        root(properties={"$ref": {"type": "string"}, "default": {"default": {"$ref": "#/nowhere"}}}),
    ],
)
def test_silent(schema: Json) -> None:
    assert check(schema, outputSchema=schema) == []


def test_what_is_no_text_is_left_to_invalid_schema() -> None:
    assert len(check(referring(5), rule=InvalidSchema)) == 1


class TestExternal:
    @pytest.mark.parametrize(
        "text",
        ["https://example.org/port.json", "http://example.org/a#/$defs/B", "file:///srv/port.json", "urn:example:port"],
    )
    def test_an_address_outside(self, text: str) -> None:
        (found,) = check(referring(text), rule=ExternalRef)
        assert found.where.path == ("inputSchema", "properties", "port", "$ref")
        assert text in found.message
        assert check(referring(text)) == []

    def test_equal_addresses_are_one_finding(self) -> None:
        schema = root(properties={name: {"$ref": "https://example.org/port.json"} for name in "abc"})
        (found,) = check(schema, rule=ExternalRef)
        assert found.data["uses"] == 3
        assert len(found.related) == 2

    def test_relative_to_an_address_of_the_schema(self) -> None:
        schema = referring("port.json", **{"$id": "https://example.org/sail.json"})
        (found,) = check(schema, rule=ExternalRef)
        assert "https://example.org/port.json" in found.message
        assert check(schema) == []

    @pytest.mark.parametrize(
        "schema",
        [
            referring("#/$defs/Port", **{"$defs": {"Port": {}}}),
            referring("https://example.org/port.json", **{"$defs": {"P": {"$id": "https://example.org/port.json"}}}),
            root(**{"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://example.org/a"}),
            referring("port.json"),
        ],
    )
    def test_silent(self, schema: Json) -> None:
        assert check(schema, rule=ExternalRef, outputSchema=schema) == []
