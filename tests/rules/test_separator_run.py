"""Runs of separators are one note a catalog, at the first name that has one."""

from __future__ import annotations

from typing import Any

import pytest

from catalint import Severity
from catalint.testing import findings
from catalint_rules.namespaces.separator_run import SeparatorRun


def tools(names: str) -> list[dict[str, Any]]:
    return [{"name": name, "description": "", "inputSchema": {"type": "object"}} for name in names.split()]


@pytest.mark.parametrize(
    ("name", "run", "better"),
    [
        ("shop--rag-browser", "--", "shop-rag-browser"),
        ("pools__by_chain", "__", "pools_by_chain"),
        ("pools___by_chain", "__", "pools_by_chain"),
        ("__node_version", "__", "node_version"),
        ("version--", "--", "version"),
        ("TwilioApi--CreateCall", "--", "TwilioApi-CreateCall"),
    ],
)
def test_a_run_is_found_wherever_it_stands(name: str, run: str, better: str) -> None:
    (finding,) = findings(SeparatorRun, tools(name))
    assert finding.severity is Severity.NOTE
    assert finding.where.pointer == "/tools/0/name"
    assert finding.data["runs"] == [run]
    assert f"`{run}` in it" in finding.message
    assert finding.message.endswith(f"Rename it to `{better}`.")


@pytest.mark.parametrize("name", ["fetch-page-text", "fetch_page-text", "a-_b", "a..b", "a//b", "fetch", "a_-_b"])
def test_single_separators_are_fine(name: str) -> None:
    assert findings(SeparatorRun, tools(name)) == []


def test_all_names_are_one_finding() -> None:
    (finding,) = findings(SeparatorRun, tools("list_pools pools__by_chain fees--by_pool tvl__now"))
    assert finding.where.tool == 1
    assert [related.where.tool for related in finding.related] == [2, 3]
    assert finding.data["runs"] == ["__", "--"]
    assert "`pools__by_chain` and 2 more names have `__` or `--` in them" in finding.message


@pytest.mark.parametrize("names", ["pools__now pools_now", "____"])
def test_no_name_is_proposed_that_is_taken_or_empty(names: str) -> None:
    (finding,) = findings(SeparatorRun, tools(names))
    assert finding.message.endswith("Use single separators.")


@pytest.mark.parametrize(
    ("name", "cost"),
    [
        ("__node_version", "Grok's CLI dropped a whole server"),
        ("___node", "Grok's CLI dropped a whole server"),
        ("loans___check", "which Camunda puts between server and tool"),
        ("pools__by_chain", "as Dyad does, looks for a tool `by_chain`"),
        ("pools__by__chain", "looks for a tool `chain`"),
        ("shop--rag-browser", "`mcp--server--tool` in Zoo Code"),
    ],
)
def test_the_message_says_what_a_client_does(name: str, cost: str) -> None:
    (finding,) = findings(SeparatorRun, tools(name))
    assert cost in finding.message
    assert len(finding.message) <= 240


def test_a_run_that_all_names_have_is_a_scheme() -> None:
    names = "Api--Get Api--List Api--Create"
    assert len(findings(SeparatorRun, tools(names))) == 1
    assert findings(SeparatorRun, tools(f"{names} Api--Delete")) == []
    assert len(findings(SeparatorRun, tools(f"{names} Api--Delete ping"))) == 1
