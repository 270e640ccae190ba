"""Names of generic verbs and nouns alone are generic; one word with a meaning is enough."""

from __future__ import annotations

from typing import Any

import pytest

from catalint import Severity
from catalint.testing import findings
from catalint_rules.names.generic_name import GenericName


def tool(name: str, description: str = "", **properties: str) -> dict[str, Any]:
    schema = {
        "type": "object",
        "properties": {key: {"type": kind} for key, kind in properties.items()},
        "required": list(properties),
    }
    return {"name": name, "description": description, "inputSchema": schema}


@pytest.mark.parametrize(
    "name",
    [
        "search", "Search", "run", "get", "query", "execute", "fetch_data", "getData", "get-info", "find", "ls", "grep",
        "process", "handle_request", "api_call", "get_status", "data", "info", "health_check", "ListAll",
    ],
)  # fmt: skip
def test_generic(name: str) -> None:
    (finding,) = findings(GenericName, [tool(name)])
    assert finding.severity is Severity.NOTE
    assert finding.where.pointer == "/tools/0/name"


@pytest.mark.parametrize(
    "name",
    [
        "search_orders", "run_sql", "get_user", "execute_query", "geocode", "summarize", "translate", "ping",
        "list_tasks", "github_search", "screenshot", "get_current_time", "list_records", "create_item", "工具", "--", "think",
    ],
)  # fmt: skip
def test_specific(name: str) -> None:
    assert findings(GenericName, [tool(name)]) == []


def test_other_servers_make_it_a_warning() -> None:
    catalogs = {"depot": [tool("query", "Run SQL on the depot.")], "desk": [tool("list_tickets")], "empty": []}
    (finding,) = findings(GenericName, catalogs)
    assert finding.severity is Severity.WARNING
    assert finding.where.server == "depot"
    assert "beside 1 other server" in finding.message


@pytest.mark.parametrize(
    ("server", "name", "description", "better"),
    [
        ("warehouse", "query", "Run a statement on the sales warehouse.", "warehouse_query"),
        ("mcp-server-trello", "getStatus", "Return the state of Trello.", "trelloGetStatus"),
        ("acme", "search", "Search the recipes of a book.", "search_recipes"),
        ("tools", "find", "Find files by their name.", "find_files"),
        ("acme", "list", "", ""),
        ("acme", "search", "Results of a search.", ""),
    ],
)
def test_a_better_name(server: str, name: str, description: str, better: str) -> None:
    (finding,) = findings(GenericName, {server: [tool(name, description)]})
    assert finding.data["suggestion"] == better
    assert better in finding.message


def test_the_contract_of_connectors() -> None:
    search, fetch = tool("search", query="string"), tool("fetch", id="string")
    assert findings(GenericName, [search, fetch]) == []
    assert len(findings(GenericName, [search, tool("fetch", url="string")])) == 2
    assert len(findings(GenericName, [tool("search", query="string", site="string"), fetch])) == 2
    assert len(findings(GenericName, [search])) == 1
    assert [f.where.tool for f in findings(GenericName, [search, fetch, tool("run")])] == [2]


def test_tools_of_an_app_interface_do_not_count() -> None:
    assert findings(GenericName, [{**tool("run"), "_meta": {"ui": {"visibility": ["app"]}}}]) == []


def test_words_can_be_added() -> None:
    assert len(findings(GenericName, [tool("frobnicate")], words={"generic_names": ("frobnicate",)})) == 1


def test_long_texts_stay_on_the_line() -> None:
    (finding,) = findings(GenericName, {"s" * 19: [tool("search", "s" * 19 + " word" * 100)]})
    assert len(finding.message) <= 240
