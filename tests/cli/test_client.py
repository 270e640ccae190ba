"""`--client`, and clients' configurations: catalogs are judged and searched as that client has them."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Run = Callable[..., Result]

SERVER = """
import json, sys
tools = [{"name": name, "description": "Book a berth.", "inputSchema": {"type": "object"}} for name in sys.argv[1:]]
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    if message["method"] == "initialize":
        result = {
            "protocolVersion": message["params"]["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "desk", "version": "1"},
        }
    elif message["method"] == "tools/list":
        result = {"tools": tools}
    else:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "error": {"code": -32601, "message": "no"}}), flush=True)
        continue
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
"""


def dump(path: Path, *names: str) -> None:
    tools = [{"name": name, "description": "Book a berth.", "inputSchema": {"type": "object"}} for name in names]
    path.write_text(json.dumps({"tools": tools}), encoding="utf-8")


@pytest.fixture
def dumps(tmp_path: Path) -> tuple[str, str]:
    dump(tmp_path / "harbour.json", "crane_book", "list_berths")
    dump(tmp_path / "harbour_crane.json", "book")
    return "harbour.json", "harbour_crane.json"


def rules(result: Result, *names: str) -> list[str]:
    return [each["rule"] for each in json.loads(result.stdout)["findings"] if each["rule"] in names]


def test_check_adds_the_target_and_names_each_server(run: Run, dumps: tuple[str, str]) -> None:
    for client, found in (("gemini-cli", ["client-name-collision"]), ("claude-code", [])):
        result = run("check", *dumps, "--client", client, "--format", "json", "--exit-zero")
        assert result.exit_code == 0
        assert rules(result, "client-name-collision") == found
    plain = run("check", *dumps, "--target", "gemini-cli", "--format", "json", "--exit-zero")
    assert rules(plain, "client-name-collision") == []


def test_targets_judge_by_the_client(run: Run, dumps: tuple[str, str]) -> None:
    result = run("targets", *dumps, "--target", "mcp", "--client", "gemini-cli", "--format", "json")
    catalogs = json.loads(result.stdout)["catalogs"]
    verdicts = {tool["tool"]: tool["verdicts"]["gemini-cli"]["verdict"] for each in catalogs for tool in each["tools"]}
    assert verdicts == {"crane_book": "drops-tool", "list_berths": "accepted", "book": "drops-tool"}


@pytest.mark.parametrize("arguments", [("--client", "claude-code"), ("--prefix", "claude-code")])
def test_search_sees_the_names_of_the_client(run: Run, dumps: tuple[str, str], arguments: tuple[str, str]) -> None:
    result = run("search", "crane", *dumps, *arguments, "--format", "json")
    assert {hit["shown_as"] for hit in json.loads(result.stdout)["hits"]} == {
        "mcp__harbour_crane__book",
        "mcp__harbour__crane_book",
    }


def test_discover_sees_them_too(run: Run, dumps: tuple[str, str]) -> None:
    result = run("discover", *dumps, "--client", "opencode", "--format", "json")
    assert json.loads(result.stdout)["naming"] == "opencode"
    assert '"mcp__harbour__list_berths"' in result.stdout


def test_a_client_whose_names_are_not_known(run: Run, dumps: tuple[str, str]) -> None:
    result = run("search", "crane", *dumps, "--client", "cursor", "--format", "json")
    assert result.exit_code == 0
    assert "note: how Cursor names tools is not known: each is searched by its own name" in result.stderr
    assert [hit["shown_as"] for hit in json.loads(result.stdout)["hits"]] == ["crane_book"]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("--client", "claude-cod"), "no client 'claude-cod'; did you mean 'claude-code'?"),
        (("--client", "anthropic"), "--client: anthropic is no client but of the kind api: use --target anthropic"),
    ],
)
@pytest.mark.parametrize("command", [("check",), ("targets",), ("search", "crane"), ("discover",)])
def test_what_is_no_client(
    run: Run, dumps: tuple[str, str], command: tuple[str, ...], arguments: tuple[str, str], error: str
) -> None:
    result = run(*command, *dumps, *arguments)
    assert result.exit_code == 2
    assert error in result.stderr


def test_a_prefix_and_a_client(run: Run, dumps: tuple[str, str]) -> None:
    result = run("search", "crane", *dumps, "--client", "claude-code", "--prefix", "x_")
    assert result.exit_code == 2
    assert "--prefix and --client exclude each other" in result.stderr


@pytest.fixture
def configuration(tmp_path: Path) -> Callable[..., str]:
    """Write a client's configuration whose servers list the tools of these names."""
    script = tmp_path / "desk.py"
    script.write_text(SERVER, encoding="utf-8")

    def write(path: str, servers: dict[str, dict[str, Any]]) -> str:
        entries = {
            name: {"command": sys.executable, "args": [str(script), *value.pop("names")], **value}
            for name, value in servers.items()
        }
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({"mcpServers": entries}), encoding="utf-8")
        return path

    return write


def test_a_configuration_says_which_client_it_is(run: Run, configuration: Callable[..., str]) -> None:
    servers = {
        "harbour": {"names": ["crane_book"]},
        "harbour_crane": {"names": ["book", "sell"], "excludeTools": ["sell"]},
    }
    path = configuration(".gemini/settings.json", servers)
    shown = run("check", path)
    assert shown.exit_code == 3
    assert "Nothing was started or asked: --start starts 2 commands." in shown.stdout
    result = run("check", path, "--start", "--format", "json", "--exit-zero")
    assert result.exit_code == 0, result.stderr
    assert rules(result, "client-name-collision") == ["client-name-collision"]
    assert {each["server"]: each["tools"] for each in json.loads(result.stdout)["catalogs"]} == {
        "harbour": 1,
        "harbour_crane": 1,
    }
    found = run("search", "crane", path, "--start", "--format", "json")
    assert [hit["shown_as"] for hit in json.loads(found.stdout)["hits"]] == [
        "mcp_harbour_crane_book",
        "mcp_harbour_crane_book",
    ]
    found = run("discover", path, "--start", "--format", "json")
    assert json.loads(found.stdout)["naming"] == "gemini-cli"
    # what the command line says goes before
    found = run("search", "crane", path, "--start", "--prefix", "none", "--format", "json")
    assert [hit["shown_as"] for hit in json.loads(found.stdout)["hits"]] == ["crane_book"]


def test_a_client_without_a_target(run: Run, configuration: Callable[..., str]) -> None:
    path = configuration("cline_mcp_settings.json", {"harbour": {"names": ["crane_book"]}})
    found = run("discover", path, "--start", "--format", "json")
    assert found.exit_code == 0
    assert json.loads(found.stdout)["naming"] == ""
