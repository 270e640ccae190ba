from __future__ import annotations

from typing import Any

import pytest

from catalint import Finding, Severity
from catalint.testing import findings
from catalint_rules.protocol.leftover_execution import LeftoverExecution


def tool(name: str, support: Any) -> dict[str, Any]:
    execution = {} if support is None else {"execution": {"taskSupport": support}}
    return {"name": name, "description": "Render a film.", "inputSchema": {"type": "object"}, **execution}


def check(*tools: dict[str, Any], targets: tuple[str, ...] = ("mcp",), **fields: Any) -> list[Finding]:
    return findings(LeftoverExecution, {"example": {"tools": list(tools), **fields}}, targets=targets)


def test_all_tools_are_one_finding() -> None:
    (finding,) = check(tool("a", None), tool("b", "required"), tool("c", "optional"), tool("d", "optional"))
    assert finding.severity is Severity.NOTE
    assert finding.where.pointer == "/tools/1/execution"
    assert [related.where.tool for related in finding.related] == [2, 3]
    assert finding.data == {"count": 3}
    assert "2 more tools state" in finding.message


def test_the_default_counts_only_where_the_revision_is_sure() -> None:
    assert check(tool("a", "forbidden")) == []
    assert len(check(tool("a", "forbidden"), targets=("mcp-2026-07-28",))) == 1
    assert len(check(tool("a", "forbidden"), ttlMs=5)) == 1
    (finding,) = check(tool("a", "forbidden"), tool("b", "required"))
    assert finding.data == {"count": 1}


@pytest.mark.parametrize("targets", [("mcp-2025-11-25",), ("mcp-2025-11-25", "mcp-2026-07-28"), ("openai",)])
def test_silent_where_the_field_is_needed_or_no_revision_is_asked_for(targets: tuple[str, ...]) -> None:
    assert check(tool("a", "required"), targets=targets) == []


def test_a_session_of_the_older_revision_needs_it() -> None:
    assert check(tool("a", "required"), protocolVersion="2025-11-25") == []


@pytest.mark.parametrize("execution", [None, [], "task", {}, {"taskSupport": 5}, {"mode": "fast"}])
def test_other_shapes_say_nothing(execution: Any) -> None:
    assert check({**tool("a", None), "execution": execution}, targets=("mcp-2026-07-28",)) == []
