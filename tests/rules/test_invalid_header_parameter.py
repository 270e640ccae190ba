from __future__ import annotations

from typing import Any

import pytest

from catalint import Finding, Json, Severity
from catalint.testing import findings
from catalint_rules.protocol.invalid_header_parameter import InvalidHeaderParameter


def check(properties: Json, targets: tuple[str, ...] = ("mcp",), **keywords: Json) -> list[Finding]:
    schema = {"type": "object", "properties": properties, **keywords}
    return findings(InvalidHeaderParameter, [{"name": "read_meter", "inputSchema": schema}], targets=targets)


def header(kind: Json = "string", name: Json = "Region", **more: Json) -> dict[str, Json]:
    return {"type": kind, "x-mcp-header": name, **more}


@pytest.mark.parametrize("name", ["Region", "x", "X-Old-Meter", "a.b_c~d", "!#$%&'*+-.^_`|~0"])
def test_tokens_are_names(name: str) -> None:
    assert check({"region": header(name=name)}) == []


@pytest.mark.parametrize(
    "name", ["", " ", "Old Meter", "Straße", "a:b", "a/b", "a\r\nb", "(x)", '"q"', 5, None, True, ["a"]]
)
def test_what_is_no_token_is_an_error(name: Json) -> None:
    (finding,) = check({"old_meter": header(name=name)})
    assert finding.severity is Severity.ERROR
    assert finding.where.pointer == "/tools/0/inputSchema/properties/old_meter/x-mcp-header"
    assert len(finding.message) <= 240
    assert finding.message.isprintable()


@pytest.mark.parametrize("kind", ["string", "integer", "boolean", ["string", "null"], ["integer", "string"]])
def test_primitive_types_are_allowed(kind: Json) -> None:
    assert check({"a": header(kind)}) == []


@pytest.mark.parametrize("kind", ["number", "object", "array", "null", ["string", "number"], ["integer", "array"]])
def test_other_types_are_not(kind: Json) -> None:
    (finding,) = check({"a": header(kind)})
    assert "is of type" in finding.message


def test_a_type_may_be_said_by_values_or_elsewhere() -> None:
    assert check({"a": {"enum": ["x", "y"], "x-mcp-header": "A"}, "b": {"const": 5, "x-mcp-header": "B"}}) == []
    assert check({"a": {"$ref": "#/$defs/A", "x-mcp-header": "A"}, "b": {"anyOf": [], "x-mcp-header": "B"}}) == []
    (number,) = check({"a": {"enum": [0.5, 1], "x-mcp-header": "A"}})
    assert "number" in number.message
    (untyped,) = check({"a": {"description": "Anything.", "x-mcp-header": "A"}})
    assert 'add "type": "string"' in untyped.message


def test_case_makes_no_difference_between_headers() -> None:
    (finding,) = check({"house": header(name="Place"), "street": header(name="pLACE")})
    assert finding.where.pointer == "/tools/0/inputSchema/properties/street/x-mcp-header"
    assert "`house`" in finding.message
    assert '"Street"' in finding.message


def test_only_properties_may_lead_to_it() -> None:
    inner: Json = header()
    assert check({"place": {"type": "object", "properties": {"region": inner}}}) == []
    places: list[tuple[Any, Any]] = [
        ({"a": {"type": "array", "items": inner}}, {}),
        ({"a": {"anyOf": [inner]}}, {}),
        ({"a": {"type": "array", "items": {"type": "object", "properties": {"b": inner}}}}, {}),
        ({"a": {"type": "object", "additionalProperties": inner}}, {}),
        ({}, {"$defs": {"A": inner}}),
        ({}, {"allOf": [{"properties": {"a": inner}}]}),
        ({}, {"if": {"properties": {"a": inner}}}),
        ({}, {"patternProperties": {"^a": inner}}),
        ({}, {"x-mcp-header": "Root"}),
    ]
    for properties, keywords in places:
        (finding,) = check(properties, **keywords)
        assert "can't go into a header" in finding.message
        assert len(finding.message) <= 240


def test_a_property_of_that_name_is_a_property() -> None:
    assert check({"x-mcp-header": {"type": "number"}}) == []


@pytest.mark.parametrize(
    "name",
    ["password", "apiKey", "smtp_password", "access-token", "token", "userEmail", "cardNumber", "SSN", "botToken"],
)
def test_a_secret_in_a_header_is_a_warning(name: str) -> None:
    (finding,) = check({name: header()})
    assert finding.severity is Severity.WARNING
    assert "Mcp-Param-Region" in finding.message


@pytest.mark.parametrize(
    "name", ["pageToken", "next_token", "tokens", "max_tokens", "key", "region", "emails_sent", "tokenizer"]
)
def test_look_alikes_of_secrets(name: str) -> None:
    assert check({name: header()}) == []


def test_formats_tell_secrets_too() -> None:
    assert len(check({"word": header(format="password")})) == 1
    assert len(check({"word": header(writeOnly=True)})) == 1


def test_a_fault_goes_before_the_advice_on_secrets() -> None:
    (finding,) = check({"password": header("number")})
    assert finding.severity is Severity.ERROR


@pytest.mark.parametrize(("targets", "count"), [((), 1), (("mcp",), 1), (("mcp-2025-11-25",), 0), (("openai",), 0)])
def test_only_the_newest_revision_knows_headers(targets: tuple[str, ...], count: int) -> None:
    assert len(check({"a": header("number")}, targets)) == count


def test_schemas_of_other_shapes() -> None:
    schemas: list[Any] = [None, [], "x", {"properties": [5]}, {}]
    tools: list[Any] = [{"name": "a", "inputSchema": schema} for schema in schemas]
    assert findings(InvalidHeaderParameter, tools) == []
