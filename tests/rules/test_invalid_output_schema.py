from __future__ import annotations

from typing import Any

import pytest

from catalint import Finding, Json
from catalint.testing import findings
from catalint_rules.protocol.invalid_output_schema import InvalidOutputSchema

OLD = ("mcp-2025-06-18",)


def check(schema: Json, targets: tuple[str, ...] = OLD, **fields: Any) -> list[Finding]:
    tool: Any = {"name": "list_issues", "inputSchema": {"type": "object"}, "outputSchema": schema}
    return findings(InvalidOutputSchema, {"example": {"tools": [tool], **fields}}, targets=targets)


@pytest.mark.parametrize(
    ("schema", "pointer"),
    [
        ({"type": "array", "items": {"type": "string"}}, "/type"),
        ({"type": "string"}, "/type"),
        ({"type": ["object", "null"]}, "/type"),
        ({"type": ["object"]}, "/type"),
        ({}, ""),
        ({"$ref": "#/$defs/A", "$defs": {"A": {"type": "object"}}}, ""),
        ({"anyOf": [{"type": "object"}]}, ""),
        ({"properties": {"a": {}}}, ""),
        (True, ""),
    ],
)
def test_what_is_no_object_is_refused_up_to_2025_11_25(schema: Json, pointer: str) -> None:
    for targets in (OLD, ("mcp-2025-11-25",), ("mcp-2025-06-18", "mcp-2026-07-28")):
        (finding,) = check(schema, targets)
        assert finding.where.pointer == f"/tools/0/outputSchema{pointer}"
        assert len(finding.message) <= 240


@pytest.mark.parametrize("targets", [(), ("mcp",), ("mcp-2026-07-28",), ("mcp-2025-03-26",), ("openai",)])
def test_other_revisions_take_any_schema_or_know_none(targets: tuple[str, ...]) -> None:
    assert check({"type": "array"}, targets) == []
    assert check({"anyOf": [{"type": "object"}]}, targets) == []


def test_objects_are_fine() -> None:
    assert check({"type": "object"}) == []
    assert check({"type": "object", "properties": {"a": {"type": "array"}}, "$schema": "x"}) == []


@pytest.mark.parametrize("schema", [None, "object", [], {"type": "dict"}, {"type": None}, {"type": []}, {"type": [5]}])
def test_what_is_no_schema_is_left_to_invalid_schema(schema: Json) -> None:
    assert check(schema) == []


def test_true_is_no_schema_object_in_any_revision() -> None:
    assert len(check(True, ("mcp",))) == 1
    assert len(check(False, ("mcp-2026-07-28",))) == 1


def test_a_message_without_the_fields_of_the_newest_revision_is_older() -> None:
    tool = {"name": "list_issues", "inputSchema": {"type": "object"}, "outputSchema": {"type": "array"}}
    message: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "result": {"tools": [tool]}}
    assert len(findings(InvalidOutputSchema, {"example": message}, targets=("mcp",))) == 1
    assert check({"type": "array"}, ("mcp",), protocolVersion="2025-06-18") != []
