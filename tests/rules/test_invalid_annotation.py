from __future__ import annotations

from typing import Any

import pytest

from catalint import Finding, Json
from catalint.testing import findings
from catalint_rules.protocol.invalid_annotation import InvalidAnnotation


def check(annotations: Json, targets: tuple[str, ...] = ("mcp",), **fields: Any) -> list[Finding]:
    tool = {"name": "sort_bookmarks", "inputSchema": {"type": "object"}, "annotations": annotations, **fields}
    return findings(InvalidAnnotation, [tool], targets=targets)


@pytest.mark.parametrize(
    ("value", "fix"),
    [
        ("true", "`readOnlyHint`: true"),
        ("False", "`readOnlyHint`: false"),
        ("no", "`readOnlyHint`: false"),
        (1, "`readOnlyHint`: true"),
        (0, "`readOnlyHint`: false"),
        ("maybe", "write true or false"),
        (0.5, "write true or false"),
        ({}, "write true or false"),
        (None, "drop `readOnlyHint`"),
    ],
)
def test_a_hint_is_true_or_false(value: Json, fix: str) -> None:
    (finding,) = check({"readOnlyHint": value})
    assert finding.where.pointer == "/tools/0/annotations/readOnlyHint"
    assert fix in finding.message
    assert len(finding.message) <= 240


@pytest.mark.parametrize(
    ("value", "fix"),
    [
        (["idempotent"], '{"idempotentHint": true}'),
        (["read-only", "open_world"], '{"readOnlyHint": true, "openWorldHint": true}'),
        ("destructiveHint", '{"destructiveHint": true}'),
        ([], '{"readOnlyHint": true}'),
        (5, '{"readOnlyHint": true}'),
        (None, "drop the key"),
    ],
)
def test_annotations_are_an_object(value: Json, fix: str) -> None:
    (finding,) = check(value)
    assert finding.where.pointer == "/tools/0/annotations"
    assert fix in finding.message


def test_several_faults_of_a_tool_are_one_finding() -> None:
    (finding,) = check({"readOnlyHint": "x" * 200, "title": 5, "openWorldHint": []})
    assert finding.where.pointer == "/tools/0/annotations"
    assert finding.data == {"fields": ["annotations/title", "annotations/readOnlyHint", "annotations/openWorldHint"]}
    assert len(finding.message) <= 240


def test_a_hint_beside_the_annotations() -> None:
    (finding,) = check({}, destructiveHint=True)
    assert finding.where.pointer == "/tools/0/destructiveHint"


def test_unknown_keys_and_missing_ones_are_fine() -> None:
    assert check({}) == []
    assert (
        check({"title": "", "readOnlyHint": False, "readOnly": "yes", "streamingHint": 5, "audience": ["user"]}) == []
    )


def test_nulls_of_a_library_that_writes_out_its_model_are_no_fault_of_the_server() -> None:
    whole: Json = {
        "title": None,
        "readOnlyHint": True,
        "destructiveHint": None,
        "idempotentHint": None,
        "openWorldHint": None,
    }
    assert check(whole) == []
    assert check(None, title=None, outputSchema=None) == []
    assert len(check({"title": "Sort", "destructiveHint": None})) == 1


def test_only_the_first_revision_knows_no_annotations() -> None:
    assert check([], ("mcp-2024-11-05",)) == []
    for targets in ((), ("mcp-2025-03-26",), ("mcp-2024-11-05", "mcp"), ("openai",)):
        assert len(check([], targets)) == 1


def test_a_schema_in_the_annotations_is_misplaced_and_no_more() -> None:
    schema: Json = {"type": "object", "properties": {"folder": {"type": "string"}}, "title": 5}
    assert check(schema) == []
    assert check({"inputSchema": schema, "readOnlyHint": "true"}) == []
    assert len(check({"audience": ["user"], "readOnlyHint": "true"})) == 1
