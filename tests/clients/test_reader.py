"""Each client's file is read as the client reads it."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint.clients import Configuration, Entry, looks_like, read
from catalint.errors import InputError
from catalint.live.launch import Command, Endpoint, Server

from .conftest import ENVIRONMENT, FILES, FOLDER, ROOT

Fixture = Callable[[str], dict[str, Entry]]
CLIENTS = {
    "claude-code/.mcp.json": "claude-code",
    "claude-code/.claude.json": "claude-code",
    "claude-desktop/claude_desktop_config.json": "claude-desktop",
    "cursor/.cursor/mcp.json": "cursor",
    "windsurf/mcp_config.json": "windsurf",
    "vscode/.vscode/mcp.json": "vscode",
    "vscode/.vscode/settings.json": "vscode",
    "gemini-cli/.gemini/settings.json": "gemini-cli",
    "codex/.codex/config.toml": "codex",
    "zed/settings.json": "zed",
    "opencode/opencode.json": "opencode",
    "cline/cline_mcp_settings.json": "cline",
    "roo/.roo/mcp.json": "roo",
    "copilot-cli/mcp-config.json": "copilot-cli",
    "lmstudio/.lmstudio/mcp.json": "lmstudio",
    "kiro/.kiro/settings/mcp.json": "kiro",
    "amazon-q/.amazonq/mcp.json": "amazon-q",
    "continue/.continue/config.yaml": "continue",
}


def load(value: Any, path: str = "mcp.json", environment: dict[str, str] | None = None) -> dict[str, Entry]:
    text = value if isinstance(value, str) else json.dumps(value)
    return {entry.name: entry for entry in read(path, text.encode(), environment or {}).entries}


def one(value: dict[str, Any], path: str = "mcp.json", environment: dict[str, str] | None = None) -> Entry:
    (entry,) = load({"mcpServers": {"desk": value}}, path, environment).values()
    return entry


def command(entry: Entry) -> Command:
    assert entry.server is not None
    assert isinstance(entry.server.launch, Command)
    return entry.server.launch


def endpoint(entry: Entry) -> Endpoint:
    assert entry.server is not None
    assert isinstance(entry.server.launch, Endpoint)
    return entry.server.launch


@pytest.mark.parametrize("name", CLIENTS)
def test_clients_are_told_by_their_files(name: str) -> None:
    path = f"fixtures/clients/{name}"
    data = (ROOT / path).read_bytes()
    assert looks_like(path, data)
    assert read(path, data, {}).client == CLIENTS[name]


def test_every_fixture_has_a_client() -> None:
    assert {f"fixtures/clients/{name}" for name in CLIENTS} == set(FILES)


def test_claude_code(fixture: Fixture) -> None:
    entries = fixture("claude-code/.mcp.json")
    parcels = command(entries["parcels"])
    assert parcels.arguments == (
        *("npx", "-y", "@harbour/parcels-mcp", "--depot", "north", "--api-key"),
        "parcels-key-of-the-environment",
    )
    assert parcels.environment == {"PARCELS_REGION": "eu-north", "PARCELS_SECRET": "pa55-for-parcels"}
    assert parcels.folder == str(FOLDER / "claude-code")
    assert entries["parcels"].server == Server(
        "parcels",
        parcels,
        "fixtures/clients/claude-code/.mcp.json:3:5",
        "npx -y @harbour/parcels-mcp --depot ${DEPOT:-•••} --api-key ${PARCELS_KEY}",
        ("north", "parcels-key-of-the-environment"),
    )
    assert entries["tides"].server is None
    assert entries["tides"].problem == "TIDES_TOKEN is not set"
    assert entries["tides"].needs == ("TIDES_TOKEN",)
    assert endpoint(entries["berths"]) == Endpoint("https://harbour:b3rth-pass@berths.example.net/sse", {}, "sse")
    # a plugin's file is in the plugin's own folder
    assert command(entries["ledger"]).arguments[0] == str(FOLDER / "claude-code" / "bin" / "ledger")


def test_servers_of_other_projects_are_left_out(
    fixture: Fixture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    entries = fixture("claude-code/.claude.json")
    assert entries["notes"].starts
    assert (entries["cranes"].disabled, entries["cranes"].problem) == (True, "belongs to another project")
    inside = tmp_path / "deep"
    inside.mkdir()
    monkeypatch.chdir(inside)
    projects = {
        str(tmp_path): {"mcpServers": {"cranes": {"command": "cranes"}, "notes": {"command": "own-notes"}}},
        "/elsewhere": {"mcpServers": {"notes": {"command": "other"}}, "disabledMcpServers": []},
    }
    found = read(
        ".claude.json", json.dumps({"mcpServers": {"notes": {"command": "n"}}, "projects": projects}).encode(), {}
    )
    assert [(server.name, server.launch) for server in found.servers] == [
        ("cranes", Command(("cranes",))),
        ("notes", Command(("own-notes",))),
    ]
    assert [entry.problem for entry in found.entries] == [
        "the project has a server of this name",
        "",
        "",
        "belongs to another project",
    ]


def test_cursor_and_its_file_of_variables(fixture: Fixture) -> None:
    entries = fixture("cursor/.cursor/mcp.json")
    moorings = command(entries["moorings"])
    assert moorings.arguments == (str(FOLDER / "cursor/tools/moorings"), "--home", "/home/keeper")
    assert moorings.environment == {"MOORINGS_KEY": "m00r-1234"}
    assert endpoint(entries["pilots"]).headers == {"X-Harbour-Key": "pilots-key-of-the-environment"}


def test_a_file_of_variables_that_is_not_there() -> None:
    entry = one({"command": "desk", "envFile": "${workspaceFolder}/none.env"}, ".cursor/mcp.json")
    assert entry.server is None
    assert entry.problem == "its `envFile` can't be read"


def test_windsurf(fixture: Fixture) -> None:
    entries = fixture("windsurf/mcp_config.json")
    assert entries["lighthouse"].problem == "LIGHT_TOKEN is not set"
    assert not entries["lighthouse"].tools_kept("switch_off_light")
    assert entries["lighthouse"].tools_kept("turn_light")
    assert entries["buoys"].disabled


def test_vscode(fixture: Fixture) -> None:
    entries = fixture("vscode/.vscode/mcp.json")
    assert entries["customs"].server is None
    assert entries["customs"].needs == ("input:customs-key",)
    assert entries["customs"].problem == "the input customs-key is asked for by the client only"
    assert endpoint(entries["quays"]) == Endpoint("https://quays.example.net/mcp", {}, "streamable-http")
    assert command(fixture("vscode/.vscode/settings.json")["charts"]).arguments == (
        *("charts-mcp", "--folder"),
        str(FOLDER / "vscode"),
    )
    dotted = load({"mcp.servers": {"charts": {"command": "charts", "env": {"A": 1, "B": None}}}}, "User/settings.json")
    assert command(dotted["charts"]).environment == {"A": "1"}


def test_gemini_cli(fixture: Fixture) -> None:
    entries = fixture("gemini-cli/.gemini/settings.json")
    ferries = command(entries["ferries"])
    assert ferries.arguments == ("python", "-m", "ferries", "--line", "line-7")
    assert ferries.environment == {"FERRY_TOKEN": "ferry-token-of-the-environment"}
    assert Path(ferries.folder) == FOLDER / "gemini-cli" / "servers"
    assert [entries["ferries"].tools_kept(name) for name in ("find_sailing", "book_cabin", "cancel")] == [
        True,
        False,
        False,
    ]
    assert endpoint(entries["timetable"]).transport == "streamable-http"
    assert endpoint(entries["announcements"]).transport == "auto"
    assert (entries["museum"].disabled, entries["museum"].problem) == (True, "")


def test_codex(fixture: Fixture) -> None:
    entries = fixture("codex/.codex/config.toml")
    assert command(entries["freight"]).environment == {"FREIGHT_HOME": "/srv/freight", "FREIGHT_KEY": "fr8-key-7781"}
    assert entries["freight"].tools_kept("quote_freight")
    assert not entries["freight"].tools_kept("cancel_freight")
    assert endpoint(entries["cold-store"]).headers == {
        "X-Store": "cold-store-4",
        "X-Shift": "night-shift",
        "Authorization": "Bearer cold-token-of-the-environment",
    }
    assert entries["cold-store"].place == (12, 1)
    assert entries["scales"].disabled


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ('command = "a"\nurl = "https://a.example"', "has both `command` and `url`, which Codex refuses"),
        (
            'url = "https://a.example"\nbearer_token = "t0ken"',
            "`bearer_token` is refused by Codex: name a variable with `bearer_token_env_var`",
        ),
        ('url = "https://a.example"\nbearer_token_env_var = "A_TOKEN"', "A_TOKEN is not set"),
        ('command = "a"\nargs = "b"', "`args` is a string, not a list of strings"),
        ("enabled = true", "has neither `command` nor `url`"),
    ],
)
def test_what_codex_refuses(lines: str, problem: str) -> None:
    (entry,) = load(f"[mcp_servers.a]\n{lines}\n", "config.toml").values()
    assert (entry.server, entry.problem) == (None, problem)


def test_zed(fixture: Fixture) -> None:
    entries = fixture("zed/settings.json")
    assert command(entries["knots"]).arguments == ("knots-mcp", "--all")
    assert command(entries["splices"]).arguments == ("splices", "serve")
    assert entries["flags"].problem == "comes with an extension of Zed, which knows its command"
    assert endpoint(entries["signals"]).url == "https://signals.example.net/mcp"


def test_opencode(fixture: Fixture) -> None:
    entries = fixture("opencode/opencode.json")
    winches = command(entries["winches"])
    assert winches.arguments == ("bun", "x", "winches-mcp", "--token", "winch-token-of-the-environment")
    assert winches.environment == {"WINCH_MODE": "quiet-mode"}
    assert entries["tugs"].problem == "takes a value from another file, which is not read here"
    assert entries["docks"].disabled
    newer = load({"mcp": {"servers": {"tugs": {"type": "local", "command": ["t"], "disabled": True}}}}, "opencode.json")
    assert newer["tugs"].disabled


def test_other_clients(fixture: Fixture) -> None:
    assert [entry.starts for entry in fixture("cline/cline_mcp_settings.json").values()] == [True, False]
    sails = fixture("roo/.roo/mcp.json")["sails"]
    assert (sails.problem, sails.tools_kept("cut_sail")) == ("SAILS_KEY is not set", False)
    hulls = fixture("copilot-cli/mcp-config.json")
    assert command(hulls["hulls"]).arguments == ("hulls-mcp", "--yard", "east-yard")
    assert [hulls["hulls"].tools_kept(name) for name in ("survey_hull", "sink")] == [True, False]
    assert hulls["paint"].tools_kept.keeps_all
    assert endpoint(fixture("lmstudio/.lmstudio/mcp.json")["charter"]).headers == {
        "Authorization": "Bearer ch4rter-key"
    }
    assert not fixture("kiro/.kiro/settings/mcp.json")["locks"].tools_kept("open_gate")
    assert command(fixture("amazon-q/.amazonq/mcp.json")["canals"]).arguments == ("canals-mcp", "--basin", "west")
    gauges = fixture("continue/.continue/config.yaml")
    assert gauges["gauges"].problem == "takes a value from the client's secrets, which are not known here"
    assert endpoint(gauges["levels"]).headers == {"X-Key": "lev3ls-77"}


@pytest.mark.parametrize(
    ("value", "problem", "place"),
    [
        ({}, "has neither `command` nor `url`", (3, 5)),
        ({"comand": "a"}, "has neither `command` nor `url`; is `command` meant by 'comand'?", (3, 5)),
        ({"URL": "https://a.example"}, "has neither `command` nor `url`; is `url` meant by 'URL'?", (3, 5)),
        ({"comment": "a", "uri": "b"}, "has neither `command` nor `url`", (3, 5)),
        ({"command": 7}, "`command` is a number, not a string", (4, 7)),
        ({"command": []}, "has neither `command` nor `url`", (3, 5)),
        ({"url": ["https://a.example"]}, "`url` is a list, not a string", (4, 7)),
        ({"url": "ftp://a.example"}, "`url` is no http or https URL", (3, 5)),
        ({"command": "a", "args": "b"}, "`args` is a string, not a list of strings", (5, 7)),
        ({"command": "a", "args": ["b", 80]}, "`args` holds a number, not only strings", (7, 9)),
        ({"command": "a", "env": ["b"]}, "`env` is a list, not an object of strings", (5, 7)),
        ({"command": "a", "env": {"B": True}}, "`env` holds a boolean, not only strings", (6, 9)),
        ({"command": "a", "cwd": 1}, "`cwd` is a number, not a string", (5, 7)),
        ({"url": "https://a.example", "headers": {"B": 1}}, "`headers` holds a number, not only strings", (6, 9)),
        ({"command": "a", "disabledTools": "b"}, "`disabledTools` is a string, not a list of strings", (5, 7)),
        (
            {"type": "ws", "url": "wss://a.example"},
            "its `type` is not one that can be listed here (stdio, http, sse)",
            (3, 5),
        ),
        (
            {"type": "http", "url": "https://a.example", "headersHelper": "sign"},
            "its headers come from a command (`headersHelper`), which is not run here",
            (3, 5),
        ),
    ],
)
def test_what_cannot_be_started(value: Any, problem: str, place: tuple[int, int]) -> None:
    (entry,) = load(json.dumps({"mcpServers": {"desk": value}}, indent=2), "claude/.mcp.json").values()
    assert (entry.server, entry.problem, entry.place) == (None, problem, place)


def test_an_entry_that_is_no_object() -> None:
    entries = load({"mcpServers": {"desk": {"command": "a"}, "odd": "b"}})
    assert entries["desk"].starts
    assert entries["odd"].problem == "a string, expected an object"


def test_which_way_a_server_is_reached_where_both_are_given() -> None:
    both = {"command": "a", "url": "https://a.example"}
    assert one(both).transport == "stdio"
    assert one({**both, "type": "http"}).transport == "http"
    assert one(both, ".gemini/settings.json").transport == "http"


def test_servers_of_the_users_own_folder_start_anywhere(tmp_path: Path) -> None:
    entry = one({"command": "a"}, str(tmp_path / ".cursor" / "mcp.json"), {"HOME": str(tmp_path)})
    assert command(entry).folder == ""


def test_one_name_twice_in_a_list() -> None:
    text = "mcpServers:\n- {name: a, command: one}\n- {name: a, command: two}\n"
    found = read(".continue/config.yaml", text.encode(), {})
    assert [entry.problem for entry in found.entries] == ["", "another server has this name"]
    assert len(found.servers) == 1


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("tools.json", {"tools": [{"name": "a", "inputSchema": {"type": "object"}}]}),
        ("tools.json", {"mcpServers": {"a": {"tools": [{"name": "b", "inputSchema": {}}]}}}),
        ("tools.json", {"servers": {"a": [{"name": "b", "inputSchema": {}}]}}),
        ("tools.json", {"servers": {"a": {"url": "https://a.example", "tools": [{"name": "b"}]}}}),
        ("tools.json", {"a": {"command": "b"}}),
        ("package.json", {"name": "a", "mcpServers": {"a": {"command": "b"}}}),
        ("package.json", {"name": "a", "mcp": {"servers": {"a": {"command": "b"}}}}),
        ("docker.json", {"servers": {"a": {"image": "b"}}}),
        ("openapi.json", {"openapi": "3.1.0", "servers": [{"url": "https://a.example"}]}),
        ("settings.json", {"mcp": {"enabled": True}}),
        ("catalint.yaml", "servers:\n  a: {dump: b.json}\n"),
        ("pyproject.toml", '[project]\nname = "mcp_servers"\n'),
        ("words.json", ["mcpServers"]),
    ],
)
def test_what_is_no_configuration(path: str, value: Any) -> None:
    data = (value if isinstance(value, str) else json.dumps(value)).encode()
    assert not looks_like(path, data)
    if path != "package.json":  # one that is named as a configuration is read
        with pytest.raises(InputError, match="names no MCP servers"):
            read(path, data, {})


@pytest.mark.parametrize(
    ("path", "text", "error"),
    [
        ("a/.mcp.json", '{"mcpServers": {\n  "a": {"command": }\n}}', "a/.mcp.json:2:20: expected a value"),
        ("a/.mcp.json", '{"mcpServers": {} // none\n}', "(Claude Code reads plain JSON)"),
        ("a/.vscode/mcp.json", '{"servers": {/* open', "a/.vscode/mcp.json:1:14: "),
        ("a/config.toml", "[mcp_servers.a]\ncommand = x", "a/config.toml:2:11: not valid TOML: "),
        ("a/config.toml", "[mcp_servers.a", "a/config.toml:1:15: not valid TOML: "),
        (".continue/config.yaml", "mcpServers: [a", ".continue/config.yaml:1:15: not valid YAML"),
        ("a/.mcp.json", "", "a/.mcp.json: empty"),
        ("a/.mcp.json", '{"mcpServers": {}} x', "a/.mcp.json:1:20: expected nothing behind the JSON value"),
    ],
)
def test_broken_files_name_the_place(path: str, text: str, error: str) -> None:
    with pytest.raises(InputError) as caught:
        read(path, text.encode(), {})
    assert error in str(caught.value)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (".mcp.json", '{"mcpServers": {"a": {"env": {"KEY": low-tide"}}}}'),
        (".mcp.json", '{"mcpServers": {"a": {"env": {"KEY" low-tide"}}}}'),
        (".mcp.json", '{"mcpServers": {"a": {"env": {low-tide": "KEY"}}}}'),
        (".mcp.json", '{"mcpServers": {"a": {"args": ["--token" low-tide"]}}}'),
        (".mcp.json", '{"mcpServers": {"a": {"args": [4711-low-tide]}}}'),
        (".mcp.json", '{"mcpServers": {"a": {"args": "" low-tide}}}'),
        ("mcp.yaml", "mcpServers:\n  a:\n    env:\n      KEY: !low-tide\n"),
        ("mcp.yaml", "mcpServers:\n  a:\n    env:\n      KEY: *low-tide\n"),
        ("mcp.yaml", "mcpServers:\n  a:\n    env:\n      KEY: !!int low-tide\n"),
        ("mcp.yaml", "mcpServers:\n  a:\n    env:\n      KEY: !low-tide [4711]\n"),
    ],
)
def test_broken_files_do_not_show_what_is_in_them(path: str, text: str) -> None:
    """A quote that is missing stands beside a secret as well as beside anything else."""
    with pytest.raises(InputError, match=rf"{path}:\d+:\d+: .*…") as raised:
        read(path, text.encode(), {})
    assert "tide" not in str(raised.value)


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ("env = {A = 2026-05-27}", "`env` holds a date or time, not only strings"),
        ("args = [07:32:00]", "`args` holds a date or time, not only strings"),
        ("cwd = 2026-05-27T07:32:00Z", "`cwd` is a date or time, not a string"),
    ],
)
def test_dates_of_toml(lines: str, problem: str) -> None:
    (entry,) = read("config.toml", f'[mcp_servers.a]\ncommand = "a"\n{lines}\n'.encode(), {}).entries
    assert entry.problem == problem


def test_tables_of_toml_with_quotes_in_their_names() -> None:
    entries = read(
        "config.toml", b'[mcp_servers.a]\ncommand = "a"\n[mcp_servers."b\\"\\u0063"]\ncommand = 3\n', {}
    ).entries
    assert [(entry.name, entry.place) for entry in entries] == [("a", (1, 1)), ('b"c', (3, 1))]


def test_broken_files_are_still_meant() -> None:
    assert looks_like("a/.vscode/mcp.json", b'{"servers": {')
    assert looks_like("a/servers.json", b'{"mcpServers": {')
    assert not looks_like("a/servers.json", b'{"servers": {')


def test_comments_and_commas_at_the_end() -> None:
    text = """// a, b
{
  "mcpServers": { /* {"x": 1}, */
    "desk": {"command": "a//b", "args": ["/*", ",]", "c",], }, // }
  },
}
"""
    (entry,) = load(text, ".cursor/mcp.json").values()
    assert command(entry).arguments == ("a//b", "/*", ",]", "c")
    assert entry.place == (4, 5)


def test_utf_16() -> None:
    data = json.dumps({"mcpServers": {"desk": {"command": "a"}}}).encode("utf-16")
    assert looks_like("mcp.json", data)
    assert read("mcp.json", data, {}).entries[0].starts


PATHS = st.sampled_from([*CLIENTS, "mcp.json", "a.yaml", "a.toml"])
KEYS = st.sampled_from(
    "command args env url httpUrl type headers disabled enabled envFile cwd tools includeTools mcpServers servers mcp".split()
)
VALUES = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.text(max_size=8), st.sampled_from(["${A}", "${env:B}", "$C"])
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.one_of(KEYS, st.text(max_size=5)), inner)),
    max_leaves=20,
)


@given(PATHS, VALUES)
def test_any_value_is_read_or_refused(path: str, value: Any) -> None:
    for holder in ({"mcpServers": value}, {"servers": value}, {"mcp": value}, value):
        _read_or_refuse(path, json.dumps(holder).encode())


@given(PATHS, st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(path: str, data: bytes) -> None:
    _read_or_refuse(path, data)
    _read_or_refuse(path, b'{"mcpServers": {"a": {"command": ' + data)


def _read_or_refuse(path: str, data: bytes) -> None:
    found: Configuration | None = None
    with contextlib.suppress(InputError):
        found = read(path, data, ENVIRONMENT)
    meant = looks_like(path, data)
    if found is not None:
        assert meant
        assert all(entry.server is not None or entry.problem or entry.disabled for entry in found.entries)
        assert all("\n" not in entry.problem for entry in found.entries)


def test_more_servers_than_anybody_has() -> None:
    servers = {f"s{number}": {"command": "a"} for number in range(1_001)}
    with pytest.raises(InputError) as error:
        load({"mcpServers": servers}, ".mcp.json")
    assert str(error.value) == ".mcp.json:1:1: names 1,001 servers, more than the 1,000 that are read"
    del servers["s0"]
    assert len(load({"mcpServers": servers}, ".mcp.json")) == 1_000


def test_a_server_that_its_file_has_twice() -> None:
    text = """{
  "mcpServers": {
    "tides": {"command": "a", "env": {"A": "1", "A": "2"}},
    "gates": {"command": "b"},
    "tides": {"command": "c"}
  },
  "other": 1, "other": 2
}"""
    found = read("mcp.json", text.encode(), {})
    assert found.remarks == ("tides stands there 2 times: clients take line 5, not line 3",)
    assert [entry.shown for entry in found.entries] == ["c", "b"]
    both = '{"mcpServers": {"a": {"command": "a"}},\n"mcpServers": {},\n"mcpServers": {"b": {"command": "b"}}}'
    remarks = ("mcpServers stands there 3 times: clients take line 3, not lines 1 and 2",)
    assert read("mcp.json", both.encode(), {}).remarks == remarks
