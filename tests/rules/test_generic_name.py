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
        "process", "handle_request", "api_call", "get_status", "data", "info", "ListAll",
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
    assert "does not tell it from tools of the other server." in finding.message


@pytest.mark.parametrize(
    ("server", "name", "description", "better"),
    [
        ("acme", "search", "Search the recipes of a book.", "search_recipes"),
        ("tools", "find", "Find files by their name.", "find_files"),
        ("vault", "delete", "Delete an item from your vault", "delete_item"),
        ("web", "fetch", "Fetches URLs and returns their text", ""),
        ("web", "fetch", "Fetches URLs from the Internet", "fetch_urls"),
        ("web", "fetch", "Fetch a GitHub page.", "fetch_github_page"),
        ("web", "get", "Get the Node.js version.", "get_node_js_version"),
        ("vault", "move", "Move (share) a vault item to a team", "move_vault_item"),
        ("vault", "confirm", "Confirm an invited team member.", "confirm_team_member"),
        ("vault", "getData", "Get the Redis value.", "getRedisValue"),
        ("vault", "getData", "Get the Redis text value.", ""),
        ("shell", "ls", "List one directory level.", ""),
        ("vault", "get-status", "Get the crane status.", ""),
        ("vault", "check_status", "Check the crane of a harbor.", "check_crane_status"),
        ("acme", "list", "", ""),
        ("acme", "search", "Results of a search.", ""),
        # where and by what something is done, one of several things, what any thing is, another verb
        ("warehouse", "query", "Run a statement on the sales warehouse.", ""),
        ("warehouse", "connect", "Connect to a warehouse.", ""),
        ("warehouse", "control", "Start/stop/restart app, database, or service", ""),
        ("warehouse", "generate", "Generate a password or passphrase.", ""),
        ("warehouse", "publish", "Execute the AWS `publish` operation.", ""),
        ("warehouse", "fetch", "Fetch data from the warehouse.", ""),
        ("warehouse", "get", "Get details about a shelf.", ""),
        ("mcp-server-trello", "getStatus", "Return the state of Trello.", ""),
        ("acme", "delete", "Delete a very large and rusty iron sea container", ""),
    ],
)
def test_a_better_name(server: str, name: str, description: str, better: str) -> None:
    (finding,) = findings(GenericName, {server: [tool(name, description)]})
    assert finding.data["suggestion"] == better
    if better:
        assert finding.message.endswith(f"Rename it, to `{better}` for instance.")
    else:
        assert finding.message.endswith("Add the noun for what it works on, or the service's name.")


def test_a_name_that_is_taken_is_not_proposed() -> None:
    tools = [tool("delete", "Delete an item from your vault"), tool("delete_item", "Delete an item from the list.")]
    (finding,) = findings(GenericName, tools)
    assert finding.data["suggestion"] == ""


def test_one_thing_is_taken_in_the_singular() -> None:
    (finding,) = findings(GenericName, [tool("fetch", "Fetches URLs from the Internet", url="string")])
    assert finding.data["suggestion"] == "fetch_url"


def test_what_a_parameter_chooses_is_not_the_only_thing() -> None:
    rows = tool("delete", "Delete an item from your vault", object="string")
    rows["inputSchema"]["properties"]["object"]["enum"] = ["item", "folder"]
    (finding,) = findings(GenericName, [rows])
    assert finding.data["suggestion"] == ""


@pytest.mark.parametrize("name", ["health_check", "get_health", "get_api_health", "health"])
def test_the_health_of_a_server_matters_beside_others_only(name: str) -> None:
    assert findings(GenericName, [tool(name)]) == []
    assert len(findings(GenericName, {"depot": [tool(name)], "desk": [tool("list_tickets")]})) == 1


def test_many_names_are_one_finding() -> None:
    rows = [
        tool("lock", "Lock the vault."),
        tool("sync", "Sync the vault."),
        tool("list"),
        tool("get"),
        tool("add_pier"),
    ]
    (finding,) = findings(GenericName, rows)
    assert finding.message == (
        "4 of 5 names say neither what they work on nor whose they are (`lock`, `sync`, `list` and `get`): a name alone "
        "would not tell its tool from another server's tools. Add the nouns, as in `lock_vault`, or the service's name."
    )
    assert [related.where.tool for related in finding.related] == [1, 2, 3]
    assert finding.severity is Severity.NOTE
    assert len(findings(GenericName, rows[:3])) == 3
    assert len(findings(GenericName, rows, {"fold-from": 5})) == 4
    (finding,) = findings(GenericName, {"safe": rows, "pier": [tool("add_pier")]})
    assert finding.severity is Severity.WARNING


def test_a_noun_alone_lacks_its_owner() -> None:
    (finding,) = findings(GenericName, [tool("status", "Check the status of the harbor.")])
    assert finding.message.endswith("Add whose it is: the noun for the thing, or the service's name.")


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


def test_a_noun_beside_the_verb_is_named() -> None:
    (found,) = findings(GenericName, [tool("submit_input", "Answer the question that a paused job asks.")])
    assert found.message.startswith("`submit_input` says no more than “input” of what it works on, and not whose it is")
    (found,) = findings(GenericName, [tool("submit")])
    assert found.message.startswith("`submit` names neither what it works on nor whose it is")
