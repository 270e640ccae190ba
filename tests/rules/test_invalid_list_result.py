from __future__ import annotations

from typing import Any

import pytest

from catalint import Finding, Severity
from catalint.testing import findings
from catalint_rules.protocol.invalid_list_result import InvalidListResult

TOOL = {"name": "list_tides", "inputSchema": {"type": "object"}}
ALL: dict[str, Any] = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
NEW = ("mcp-2026-07-28",)


def check(fields: dict[str, Any], *, message: bool = True, targets: tuple[str, ...] = ("mcp",)) -> list[Finding]:
    answer = {"tools": [TOOL], **fields}
    listing: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "result": answer} if message else answer
    return findings(InvalidListResult, {"example": listing}, targets=targets)


def test_a_complete_result_is_fine_everywhere() -> None:
    for targets in ((), ("mcp",), NEW, ("mcp-2025-11-25",), ("openai",)):
        assert check(ALL, targets=targets) == []
        assert check({**ALL, "ttlMs": 60000.0, "cacheScope": "public", "nextCursor": "x"}, targets=targets) == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("resultType", "incomplete"),
        ("resultType", None),
        ("resultType", ["complete"]),
        ("ttlMs", -1),
        ("ttlMs", 1.5),
        ("ttlMs", "60000"),
        ("ttlMs", True),
        ("ttlMs", None),
        ("ttlMs", float("inf")),
        ("ttlMs", float("nan")),
        ("cacheScope", "shared"),
        ("cacheScope", "Public"),
        ("cacheScope", {"public": True}),
    ],
)
def test_each_wrong_value_is_a_finding_at_its_place(field: str, value: Any) -> None:
    (finding,) = check({**ALL, field: value})
    assert finding.severity is Severity.ERROR
    assert finding.where.pointer == f"/{field}"
    assert f"`{field}`" in finding.message
    assert len(finding.message) <= 240


def test_two_wrong_values_are_two_findings_and_missing_ones_are_one() -> None:
    assert len(check({**ALL, "ttlMs": -1, "cacheScope": 5})) == 2
    (missing,) = check({"resultType": "complete"})
    assert missing.data == {"missing": ["ttlMs", "cacheScope"]}
    assert len(missing.message) <= 240
    assert len(check({"ttlMs": -1})) == 2


def test_a_message_without_any_field_is_of_an_older_server_unless_the_run_names_the_revision() -> None:
    assert check({}) == []
    assert check({}, targets=("mcp", "anthropic", "openai")) == []
    assert check({}, targets=("mcp-2025-11-25",)) == []
    (finding,) = check({}, targets=NEW)
    assert finding.data == {"missing": ["resultType", "ttlMs", "cacheScope"]}
    assert "--target mcp-2025-11-25" in finding.message
    assert len(finding.message) <= 240


def test_a_list_without_its_message_lacks_nothing_but_may_be_wrong() -> None:
    assert check({}, message=False, targets=NEW) == []
    assert check({"ttlMs": 5}, message=False, targets=NEW) == []
    (finding,) = check({"ttlMs": -5}, message=False)
    assert finding.where.pointer == "/ttlMs"
    assert check({"ttlMs": -5}, message=False, targets=("mcp-2025-11-25",)) == []


def test_a_session_of_an_older_revision_may_hold_anything() -> None:
    assert check({"protocolVersion": "2025-06-18", "ttlMs": -5}) == []
