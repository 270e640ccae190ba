"""What `load` makes of inputs: which files, under which names, what is said of those that are none."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from catalint import sources
from catalint.location import Location
from catalint.model import Page
from catalint.sources import Loaded
from catalint.sources.inputs import MAX_BYTES

TOOL: dict[str, Any] = {
    "name": "track_parcel",
    "description": "Return where a parcel is.",
    "inputSchema": {"type": "object", "properties": {"parcel": {"type": "string"}}, "required": ["parcel"]},
}
CATALOG = {"tools": [TOOL]}
ACCEPTED = (
    'accepted are a tools/list answer, {"tools": [...]}, a list of tools, a map of servers or of tools, '
    "and the tools of an Anthropic, OpenAI or Gemini request"
)
Write = Callable[[Mapping[str, Any]], None]


def named(name: str) -> dict[str, Any]:
    return {**TOOL, "name": name}


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write files below an empty working directory: bytes and texts as they are, other values as JSON."""
    monkeypatch.chdir(tmp_path)

    def write(files: Mapping[str, Any]) -> None:
        for name, content in files.items():
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            text = content if isinstance(content, str | bytes) else json.dumps(content)
            file.write_bytes(text if isinstance(text, bytes) else text.encode())

    return write


def lines(loaded: Loaded) -> list[str]:
    """What could not be read, as the command line says it."""
    return [
        f"{unread.path}{f':{unread.line}:{unread.column}' if unread.line else ''}: {unread.message}"
        for unread in loaded.unread
    ]


def servers(loaded: Loaded) -> list[str]:
    return [catalog.server for catalog in loaded.corpus.catalogs]


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("", ": empty"),
        (" \n\n", ": holds nothing but white space"),
        ("\ufeff", ": empty"),
        ('{"tools": [\n  {"name": "a",\n', ":2:16: ends in the middle of an object (opened at 2:3)"),
        ('{"tools": [{"name": "track', ":1:27: ends in the middle of a string (opened at 1:21)"),
        ('{"tools": [{"name": "a"},]}', ":1:25: a trailing comma before ]: JSON allows none"),
        ("{'tools': []}", ":1:2: ' where JSON takes only double quotes"),
        ('{"tools": [] // none\n}', ":1:14: a comment: JSON has none"),
        ('{"tools": []}}', ":1:14: expected nothing behind the JSON value, found '}'"),
        ("Usage: server [options]\n", ":1:1: no JSON object or list, begins with 'Usage: server [options]'"),
        ("\x1b[31mTraceback\x1b[0m\n", r":1:1: no JSON object or list, begins with '\x1b[31mTraceback\x1b[0m'"),
        ("42", ":1:1: no JSON object or list, begins with '42'"),
        (b"\x00\x01\x02\x03", ": binary data, not a text"),
        (b"\x1f\x8b\x08\x00aaaa", ": no text but gzip data: unpack it first"),
        (
            b'{"tools": "\xff"}',
            ":1:12: not valid UTF-8: the byte 0xFF (a file in Latin-1 or Windows-1252? save it as UTF-8)",
        ),
        ("[" * 10_000 + "]" * 10_000, f":1:1: no tool catalog but a list of 1 list ({ACCEPTED})"),
        ("[" * 10_000, ":1:10001: ends in the middle of a list (opened at 1:10000)"),
        (
            {"name": "x", "version": "1", "scripts": {}, "type": "module"},
            f":1:1: no tool catalog but an object with the keys 'name', 'version', 'scripts' and 1 more ({ACCEPTED})",
        ),
        ({}, f":1:1: no tool catalog but an empty object ({ACCEPTED})"),
        ([1, 2, "a"], f":1:1: no tool catalog but a list of 3 values ({ACCEPTED})"),
        (["a"], f":1:1: no tool catalog but a list of 1 string ({ACCEPTED})"),
        ({"tools": None}, ":1:11: `tools` is null, not a list of tools"),
        ({"tools": "all"}, ":1:11: `tools` is the string 'all', not a list of tools"),
        ({"tools": {"a": 1}}, ":1:11: `tools` is an object with the key 'a', not a list of tools"),
        ({"tools": []}, ":1:11: no tools in it (--allow-empty if that is right)"),
        ([], ":1:1: no tools in it (--allow-empty if that is right)"),
        ({"tools": {}}, ":1:11: no tools in it (--allow-empty if that is right)"),
        (
            [{"type": "web_search_20250305", "name": "web_search"}],
            ":1:1: no tools in it (--allow-empty if that is right)",
        ),
        (TOOL, ":1:1: a single tool: put it into a list"),
        (
            {"openapi": "3.1.0", "tags": [{"name": "pet", "description": "Pets."}], "paths": {}},
            f":1:1: no tool catalog but an object with the keys 'openapi', 'tags', 'paths' ({ACCEPTED})",
        ),
        (
            {"people": [{"name": "Ann", "description": "Boss"}], "shed": {"tools": ["saw"]}},
            f":1:1: no tool catalog but an object with the keys 'people', 'shed' ({ACCEPTED})",
        ),
        ({"mcpServers": {"a": {"command": "npx"}}}, ":1:1: a client configuration: it names servers, not their tools"),
        (
            {"jsonrpc": "2.0", "id": 1, "method": "tools/list"},
            f":1:1: no tool catalog but the JSON-RPC message 'tools/list' ({ACCEPTED})",
        ),
        (
            {"jsonrpc": "2.0", "id": 1, "result": {"prompts": []}},
            f":1:1: no tool catalog but the answer to another request, an object with the key 'prompts' ({ACCEPTED})",
        ),
        ({"jsonrpc": "2.0", "id": 1, "result": {"tools": 3}}, ":1:49: `tools` is the number 3, not a list of tools"),
        (
            {"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not found"}},
            ":1:1: the server answered with an error: 'Method not found' (code -32601)",
        ),
        ({"error": "no\nway\x1b[2J"}, r":1:1: the server answered with an error: 'no\nway\x1b[2J'"),
        (
            '{"jsonrpc": "2.0", "id": 0, "result": {}}\n{"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "gone"}}',
            ":2:1: the server answered with an error: 'gone' (code 1)",
        ),
        (
            '{"a": 1}\n{"b": 2}',
            f":1:1: 2 JSON values and no tool list among them, the first is an object with the key 'a' ({ACCEPTED})",
        ),
        (
            '{"jsonrpc": "2.0", "result": {"tools": []}}\n{"jsonrpc": "2.0", "res',
            ":2:24: ends in the middle of a string (opened at 2:20)",
        ),
    ],
)
def test_what_can_not_be_read_is_said_in_one_line(content: Any, line: str, write: Write) -> None:
    write({"dump.json": content, "good.json": CATALOG})
    loaded = sources.load(["dump.json", "good.json"])
    assert lines(loaded) == [f"dump.json{line}"]
    assert lines(loaded)[0].isprintable()
    assert servers(loaded) == ["good"]


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("tools:\n  - name: a\n    description: b: c\n", ":3:19: not valid YAML: mapping values are not allowed here"),
        ("tools: !secret x\n", ":1:8: the tag '!secret' is not read"),
        ("tools: [a, *b]\n", ":1:12: the alias 'b' has no anchor"),
        ("a: &a [1]\ntools:\n", ":2:1: `tools` is null, not a list of tools"),
        ("just a text\n", f":1:1: no tool catalog but the string 'just a text' ({ACCEPTED})"),
        ("# nothing\n", ": holds nothing but comments"),
        ("tools: [\n" + "  [" * 1200, ":2:1500: nested deeper than 500 levels"),
    ],
)
def test_what_can_not_be_read_of_yaml_is_said_in_one_line(content: str, line: str, write: Write) -> None:
    write({"dump.yaml": content})
    assert lines(sources.load(["dump.yaml"])) == [f"dump.yaml{line}"]


def test_inputs_that_are_no_files(write: Write, tmp_path: Path) -> None:
    write(
        {
            "empty/notes.txt": "x",
            "none/package.json": {"name": "x"},
            "none/tsconfig.json": {"strict": True},
            "one/a.json": {},
        }
    )
    (tmp_path / "link.json").symlink_to("nowhere.json")
    inputs = ["gone.json", "", "dumps/*.json", "empty", "none", "one", "link.json", "x" * 5000, "a\0b"]
    assert lines(sources.load(inputs)) == [
        "gone.json: no such file or folder",
        ": no such file or folder",
        "dumps/*.json: no file matches this pattern",
        "empty: a folder without files *.json, *.jsonl, *.ndjson, *.yaml, *.yml",
        "none: none of its 2 files is a tool catalog (none/package.json and none/tsconfig.json)",
        "one: its file is no tool catalog (one/a.json)",
        "link.json: a symbolic link that leads nowhere",
        "x" * 5000 + ": no such file or folder",
        "a\0b: no such file or folder",
    ]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(write: Write, tmp_path: Path) -> None:
    write({"dump.json": CATALOG})
    (tmp_path / "dump.json").chmod(0)
    assert lines(sources.load(["dump.json"])) == ["dump.json: may not be read: permission denied"]


def test_a_file_larger_than_the_limit(write: Write, tmp_path: Path) -> None:
    write({"dumps/good.json": CATALOG})
    with (tmp_path / "dumps/huge.json").open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    assert lines(sources.load(["dumps/huge.json"])) == ["dumps/huge.json: larger than the 64 MB that are read"]
    loaded = sources.load(["dumps"])
    assert (servers(loaded), lines(loaded)) == (["good"], [])
    assert loaded.notes == ("dumps/huge.json: no tool catalog, left out",)


def test_more_tools_than_are_judged(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MAX_TOOLS", 3)
    write(
        {
            "few.json": {"tools": [named(name) for name in "abc"]},
            "many.json": {"tools": [named(name) for name in "abcd"]},
            "servers.json": {"one": {"tools": [named("a"), named("b")]}, "two": {"tools": [named("c"), named("d")]}},
        }
    )
    loaded = sources.load(["few.json", "many.json", "servers.json"])
    assert servers(loaded) == ["few"]
    assert lines(loaded) == [
        f"{name}.json: lists 4 tools, more than the 3 that are read" for name in ("many", "servers")
    ]


def test_folders_are_searched_and_what_is_no_catalog_is_left_out(write: Write) -> None:
    write({
        "a.json": {"tools": [named("a")]},
        "sub/b.yaml": "tools:\n- {name: b, inputSchema: {type: object}}\n",
        "sub/c.jsonl": json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"tools": [named("c")]}}),
        "sub/d.JSON": [named("d")],
        "sub/readme.md": "x",
        "package.json": {"name": "x", "tools": {"hammer": {"version": "1"}}},
        "people.json": [{"name": "Ann", "description": "Boss"}],
        "list.json": {"tools": ["hammer", "saw"], "place": "shed"},
        "broken.json": "{",
        "values.yaml": "a: b: c",
        ".hidden.json": {"tools": [named("h")]},
        ".cache/e.json": {"tools": [named("e")]},
        "node_modules/x/f.json": {"tools": [named("f")]},
        ".venv/g.json": {"tools": [named("g")]},
    })  # fmt: skip
    loaded = sources.load(["."])
    assert servers(loaded) == ["a", "b", "c", "d"]
    assert [catalog.origin for catalog in loaded.corpus.catalogs] == [
        "a.json",
        "sub/b.yaml",
        "sub/c.jsonl",
        "sub/d.JSON",
    ]
    assert lines(loaded) == []
    assert loaded.notes == (
        ".: 5 files are no tool catalogs and were left out (broken.json, list.json, package.json and 2 more)",
    )


@pytest.mark.parametrize("hook", [True, False])
def test_where_any_file_may_come_what_is_meant_as_a_catalog_and_broken_is_unread(hook: bool, write: Write) -> None:
    files = {
        "dumps/cut.json": json.dumps(CATALOG)[:-5],
        "dumps/empty.json": {"tools": []},
        "dumps/error.json": {"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "gone"}},
        "dumps/other.json": {"compilerOptions": {}},
        "dumps/utf16.json": json.dumps(CATALOG)[:-5].encode("utf-16"),
        "dumps/void.json": "",
        "dumps/yaml.yaml": "tools:\n- name: a: b\n",
    }
    write(files)
    loaded = sources.load(list(files) if hook else ["dumps"], hook=hook)
    assert [line.split(": ")[0] for line in lines(loaded)] == [
        "dumps/cut.json:1:182",
        "dumps/empty.json:1:11",
        "dumps/error.json:1:1",
        "dumps/utf16.json:1:182",
        "dumps/yaml.yaml:2:10",
    ]
    where = "" if hook else "dumps: "
    assert loaded.notes == (
        f"{where}2 files are no tool catalogs and were left out (dumps/other.json and dumps/void.json)",
    )


def test_a_hook_skips_a_single_file_with_a_note(write: Write) -> None:
    write({"package.json": {"name": "x"}})
    loaded = sources.load(["package.json"], hook=True)
    assert (servers(loaded), lines(loaded)) == ([], [])
    assert loaded.notes == ("package.json: no tool catalog, left out",)


def test_globs_are_expanded_where_the_shell_did_not(write: Write) -> None:
    write({
        "dumps/b.json": [named("b")],
        "dumps/a.json": [named("a")],
        "dumps/deep/er/c.json": [named("c")],
        "dumps/notes.md": "x",
        "dumps/node_modules/d.json": [named("d")],
        "dumps/[1].json": [named("one")],
    })  # fmt: skip
    assert servers(sources.load(["dumps/*"])) == ["[1]", "a", "b"]
    assert servers(sources.load(["dumps/**/*.json"])) == ["[1]", "a", "b", "c"]
    assert servers(sources.load(["dumps/node_modules/*.json"])) == ["d"]
    assert servers(sources.load(["dumps/[1].json"])) == ["[1]"]
    assert servers(sources.load(["dumps/b.json", "dumps/*.json"])) == ["b", "[1]", "a"]


def test_a_file_is_read_once_and_in_the_order_given(write: Write, tmp_path: Path) -> None:
    write({"b.json": [named("b")], "a.json": [named("a")]})
    (tmp_path / "c.json").symlink_to("a.json")
    assert servers(sources.load(["b.json", "a.json", "./b.json", str(tmp_path / "a.json"), "c.json", "."])) == [
        "b",
        "a",
    ]


def test_standard_input_is_read_in_any_shape(write: Write) -> None:
    write({"tools.json": CATALOG})
    yaml = "# dump\n---\ntools:\n  - name: track_parcel\n"
    for text in (
        json.dumps(CATALOG),
        f"[info] ready\n{json.dumps(CATALOG, indent=1)}",
        yaml,
        "- name: a\n  description: b",
    ):
        loaded = sources.load(["-", "tools.json", "-"], stdin=io.BytesIO(text.encode()))
        assert (servers(loaded), lines(loaded)) == (["stdin", "tools"], [])
        assert loaded.corpus.catalogs[0].origin == "stdin"
    log = sources.load(["-"], stdin=io.BytesIO(b"Listening: yes\n" + json.dumps(CATALOG).encode()))
    assert log.notes == ("stdin: a line that is no JSON was left out (line 1: 'Listening: yes')",)
    assert lines(sources.load(["-"], stdin=io.BytesIO(b""))) == ["stdin: empty"]


def test_servers_go_by_the_name_given_if_there_is_one(write: Write) -> None:
    write({"a.json": CATALOG, "b.json": CATALOG})
    assert servers(sources.load(["a.json"], server_name="parcels")) == ["parcels"]
    loaded = sources.load(["a.json", "b.json"], server_name="parcels")
    assert servers(loaded) == ["a", "b"]
    assert loaded.notes == ("the server name 'parcels' is not used: there are 2 catalogs",)


def test_equal_names_are_told_apart_by_as_much_as_it_takes(write: Write) -> None:
    write({
        "a/tools.json": CATALOG,
        "b/tools.json": CATALOG,
        "x/b/tools.json": CATALOG,
        "c/other.json": CATALOG,
        "c/other.yaml": "tools: [{name: a, inputSchema: {}}]",
        "both.json": {"tools": {"tools": CATALOG, "git": CATALOG}},
    })  # fmt: skip
    inputs = ["a/tools.json", "b/tools.json", "x/b/tools.json", "c/other.json", "c/other.yaml", "both.json"]
    names = servers(sources.load(inputs))
    assert names[0] == "a/tools"
    assert names[1].endswith("/b/tools")
    assert names[2] == "x/b/tools"
    assert names[3].endswith("/c/other")
    assert names[4] == f"{names[3]}#2"
    assert names[5:] == ["both/tools", "git"]
    assert len(set(names)) == len(names)


def test_what_dump_adds_to_a_name_is_no_part_of_it(write: Write) -> None:
    write({"dumps/quay.tools.json": CATALOG, "dumps/.tools.json": CATALOG, "tools.json": CATALOG})
    loaded = sources.load(["dumps/quay.tools.json", "dumps/.tools.json", "tools.json"])
    assert servers(loaded) == ["quay", ".tools", "tools"]


def test_a_file_that_is_called_something_keeps_that_name(write: Write, tmp_path: Path) -> None:
    write({"a/tools.json": CATALOG, "b/quay.json": CATALOG, "both.json": {"quay": CATALOG, "lock": CATALOG}})
    called = {os.path.realpath(tmp_path / name): "quay" for name in ("a/tools.json", "both.json")}
    loaded = sources.load(["a/tools.json", "b/quay.json"], called=called)
    assert servers(loaded) == ["quay", "b/quay"]
    assert servers(sources.load(["both.json"], called=called)) == ["quay", "lock"]
    assert servers(sources.load(["a/tools.json"], called=called, server_name="port")) == ["port"]


def test_a_map_of_servers_gives_several_catalogs(write: Write) -> None:
    write({
        "all.json": {
            "generated": "2026-01-31",
            "git": {"tools": [named("log")], "instructions": "Be kind."},
            "shell": [named("run")],
            "mail": {"error": {"code": -32000, "message": "no password"}},
            "maps": {"tools": []},
            "news": None,
        }
    })  # fmt: skip
    loaded = sources.load(["all.json"])
    assert servers(loaded) == ["git", "shell"]
    assert loaded.corpus.catalogs[0].envelope == {"instructions": "Be kind."}
    assert [line.partition(": ")[2] for line in lines(loaded)] == [
        "the server answered with an error: 'no password' (code -32000)",
        f"no tool catalog but null ({ACCEPTED})",
        "no tools of the server 'maps' in it (--allow-empty if that is right)",
    ]
    assert loaded.notes == ("all.json: 'generated' is no tool list, left out",)


def test_an_empty_catalog_is_fine_where_it_is_allowed(write: Write) -> None:
    write({"a.json": {"tools": []}, "b.json": []})
    loaded = sources.load(["a.json", "b.json"], allow_empty=True)
    assert [(catalog.server, catalog.tools) for catalog in loaded.corpus.catalogs] == [("a", ()), ("b", ())]
    assert loaded.unread == ()


def test_broken_entries_are_no_empty_catalog(write: Write) -> None:
    write({"a.json": {"tools": [None, TOOL, {"description": "x"}]}, "b.json": {"tools": ["a"]}})
    first, second = sources.load(["a.json", "b.json"]).corpus.catalogs
    assert [(entry.index, entry.kind) for entry in first.broken] == [(0, "no-object"), (2, "no-name")]
    assert [(tool.index, tool.name) for tool in first.tools] == [(1, "track_parcel")]
    assert (second.tools, len(second.broken)) == ((), 1)


def test_a_tool_nested_too_deep_is_a_broken_entry_and_the_others_are_read(write: Write) -> None:
    deep = json.dumps(named("deep")).replace('"string"', "[" * 10_000 + "]" * 10_000)
    write({"a.json": f'{{"tools": [{deep}, {json.dumps(TOOL)}]}}'})
    (catalog,) = sources.load(["a.json"]).corpus.catalogs
    (broken,) = catalog.broken
    assert (broken.index, broken.kind, broken.name) == (0, "too-deep", "deep")
    assert broken.path == ("inputSchema", "properties", "parcel", "type")
    assert [tool.name for tool in catalog.tools] == ["track_parcel"]


@pytest.mark.parametrize("write_tool", [json.dumps, lambda tool: json.dumps({"type": "function", "function": tool})])
def test_provider_tools_keep_their_index_and_are_not_checked(write_tool: Callable[[Any], str], write: Write) -> None:
    function = {"name": "a", "description": "b", "parameters": {"type": "object"}}
    entries = ['{"type": "web_search_2025_08_26"}', '{"type": "mcp", "server_url": "x"}', '{"google_search": {}}']
    write({"a.json": f"[{entries[0]}, {write_tool(function)}, {entries[1]}, {entries[2]}, {entries[0]}]"})
    loaded = sources.load(["a.json"])
    (catalog,) = loaded.corpus.catalogs
    assert [(tool.index, tool.name) for tool in catalog.tools] == [(1, "a")]
    assert loaded.notes == (
        "a.json: a provider's own tools are not checked (2 × web_search_2025_08_26, mcp, google_search)",
    )


def test_a_function_without_parameters_has_an_empty_schema(write: Write) -> None:
    write({"a.json": [{"type": "function", "name": "ping"}, {"type": "function", "function": {"name": "pong"}}]})
    (catalog,) = sources.load(["a.json"]).corpus.catalogs
    assert [tool.input_schema for tool in catalog.tools] == [{"type": "object", "properties": {}}] * 2
    # in the keys of MCP nothing is made up
    write({"b.json": [{"name": "ping", "description": "Answer."}]})
    assert sources.load(["b.json"]).corpus.catalogs[0].tools[0].input_schema is None


def test_unknown_fields_are_kept_and_what_moved_is_not_doubled(write: Write) -> None:
    tool = {"type": "function", "function": {"name": "a", "parameters": {}, "strict": True}, "cache": 1}
    write({"a.json": [tool, {**TOOL, "parameters": 1, "x-team": ["b"]}]})
    (catalog,) = sources.load(["a.json"]).corpus.catalogs
    assert catalog.tools[0].raw == {"name": "a", "inputSchema": {}, "strict": True, "cache": 1}
    assert catalog.tools[1].raw == {**TOOL, "parameters": 1, "x-team": ["b"]}


def test_namespaces_are_kept_beside_the_names(write: Write) -> None:
    spaces = [
        {"type": "namespace", "name": name, "description": text, "tools": [{"type": "function", "name": "list"}]}
        for name, text in (("crm", "Leads and deals."), ("hr", None))
    ]
    write({"a.json": [*spaces, {"type": "function", "name": "list"}]})
    (catalog,) = sources.load(["a.json"]).corpus.catalogs
    assert [(tool.index, tool.namespace, tool.name) for tool in catalog.tools] == [
        (0, "crm", "list"),
        (1, "hr", "list"),
        (2, "", "list"),
    ]
    assert catalog.namespaces == {"crm": "Leads and deals.", "hr": ""}


def test_gemini_types_are_lowered_in_schemas_only(write: Write) -> None:
    schema = {
        "type": "OBJECT",
        "properties": {
            "type": {"type": "STRING", "enum": ["OBJECT", "STRING"]},
            "default": {"type": "ARRAY", "items": {"type": "INTEGER"}},
        },
        "default": {"type": "OBJECT"},
    }
    write({"a.json": {"function_declarations": [{"name": "a", "parameters": schema, "response": {"type": "STRING"}}]}})
    (catalog,) = sources.load(["a.json"]).corpus.catalogs
    assert catalog.tools[0].input_schema == {
        "type": "object",
        "properties": {
            "type": {"type": "string", "enum": ["OBJECT", "STRING"]},
            "default": {"type": "array", "items": {"type": "integer"}},
        },
        "default": {"type": "OBJECT"},
    }
    assert catalog.tools[0].output_schema == {"type": "string"}


def test_pages_are_joined_and_those_that_repeat_left_out(write: Write) -> None:
    pages = [
        {"tools": [named("a"), named("b")], "nextCursor": "1"},
        {"tools": [named("c")], "nextCursor": "2"},
        {"tools": [named("a"), named("b")], "nextCursor": "1"},
        {"tools": [named("d")], "nextCursor": "9", "ttlMs": 5},
    ]
    messages = [{"jsonrpc": "2.0", "id": number, "result": page} for number, page in enumerate(pages)]
    write({"session.jsonl": "\n".join(map(json.dumps, messages))})
    (catalog,) = sources.load(["session.jsonl"]).corpus.catalogs
    assert [(tool.index, tool.name) for tool in catalog.tools] == [(0, "a"), (1, "b"), (2, "c"), (3, "d")]
    assert catalog.pages == (Page(0, 2, "1"), Page(2, 1, "2"), Page(3, 0, "1", repeats=0), Page(3, 1, "9"))
    assert (catalog.envelope, catalog.envelope_kind) == ({"nextCursor": "9", "ttlMs": 5}, "result")
    assert catalog.source is not None
    place = catalog.source.place(catalog.at("nextCursor"))
    assert place is not None
    assert place.span.start_line == 4


def test_tools_listed_again_replace_the_first_listing(write: Write) -> None:
    listings = [[named("a"), named("b")], [named("a"), named("c")]]
    write({"s.jsonl": "\n".join(json.dumps({"jsonrpc": "2.0", "result": {"tools": tools}}) for tools in listings)})
    loaded = sources.load(["s.jsonl"])
    assert [tool.name for tool in loaded.corpus.tools] == ["a", "c"]
    assert loaded.notes == ("s.jsonl: the tools are listed 2 times, the last counts",)
    # without a cursor between them, pages of new tools go on with the list
    write({"p.jsonl": "\n".join(json.dumps({"tools": [named(name)]}) for name in "abc")})
    assert [tool.name for tool in sources.load(["p.jsonl"]).corpus.tools] == ["a", "b", "c"]


def test_the_envelope_says_what_stood_around_the_list(write: Write) -> None:
    write({
        "a.json": {**CATALOG, "nextCursor": "x"},
        "b.json": [TOOL],
        "c.json": {"jsonrpc": "2.0", "id": 1, "result": {**CATALOG, "ttlMs": 1}},
        "d.json": {"result": {**CATALOG, "ttlMs": 1}},
        "e.jsonl": '{"jsonrpc": "2.0", "result": {"protocolVersion": "2025-11-25", "serverInfo": {}, "instructions": "Hi."}}\n'
        + json.dumps({"jsonrpc": "2.0", "result": CATALOG}),
    })  # fmt: skip
    catalogs = sources.load(["a.json", "b.json", "c.json", "d.json", "e.jsonl"]).corpus.catalogs
    assert [(catalog.envelope, catalog.envelope_kind) for catalog in catalogs] == [
        ({"nextCursor": "x"}, "bare"),
        ({}, "bare"),
        ({"ttlMs": 1}, "result"),
        ({"ttlMs": 1}, "bare"),
        ({"protocolVersion": "2025-11-25", "serverInfo": {}, "instructions": "Hi."}, "result"),
    ]


HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "instructions": "Weigh first."}
DISCOVERED = {"supportedVersions": ["2026-07-28"], "capabilities": {}, "instructions": "Weigh first."}


@pytest.mark.parametrize(
    "values",
    [
        [{"jsonrpc": "2.0", "id": 1, "result": HELLO}, {"jsonrpc": "2.0", "id": 2, "result": CATALOG}],
        [{"jsonrpc": "2.0", "id": 1, "result": DISCOVERED}, {"jsonrpc": "2.0", "id": 2, "result": CATALOG}],
        [[{"jsonrpc": "2.0", "id": 1, "result": HELLO}, {"jsonrpc": "2.0", "id": 2, "result": CATALOG}]],
        [HELLO, CATALOG],
        [{"initialize": HELLO, **CATALOG}],
        [{"discover": {"jsonrpc": "2.0", "id": 1, "result": DISCOVERED}, **CATALOG}],
        [{"instructions": "Weigh first.", **CATALOG}],
    ],
)
def test_what_a_server_says_of_itself_is_kept(values: list[Any], write: Write) -> None:
    request = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2024-11-05"}}
    write({"s.jsonl": "\n".join(json.dumps(value) for value in (request, *values))})
    (catalog,) = sources.load(["s.jsonl"]).corpus.catalogs
    assert catalog.envelope["instructions"] == "Weigh first."
    assert catalog.envelope.get("protocolVersion") != "2024-11-05"
    assert catalog.source is not None
    place = catalog.source.place(catalog.at("instructions"))
    assert place is not None
    assert place.span.start_line == 2
    assert json.dumps(values[0])[place.span.start_column - 1 : place.span.end_column - 1] == '"Weigh first."'


def test_lines_and_values_that_are_no_part_of_the_list_are_noted(write: Write) -> None:
    log = '{"level": "info"}\n[2026-01-31 10:00] ready\n[1] started\n{}\nbye\n'
    write({"session.log": log.replace("{}", json.dumps(CATALOG, indent=1))})
    loaded = sources.load(["session.log"])
    assert [tool.name for tool in loaded.corpus.tools] == ["track_parcel"]
    assert loaded.notes == (
        "session.log: 3 lines that are no JSON were left out (line 2: '[2026-01-31 10:00] ready')",
        "session.log: a JSON value that is no tool list was left out",
    )


def test_utf_16_is_noted(write: Write) -> None:
    write({"a.json": json.dumps(CATALOG).encode("utf-16")})
    assert sources.load(["a.json"]).notes == ("a.json: read as UTF-16",)


@pytest.mark.parametrize("shape", ["mcp", "anthropic", "chat", "map", "yaml"])
def test_flaws_of_the_text_are_told_in_the_keys_of_mcp(shape: str, write: Write) -> None:
    schema = '{"type": "object",\n "properties": {"p": {"default": NaN, "type": "string",\n "type": "number"}}}'
    texts = {
        "mcp": f'{{"tools": [{{"name": "a", "inputSchema": {schema}}}], "nextCursor": "\\ud800"}}',
        "anthropic": f'{{"tools": [{{"name": "a", "input_schema": {schema}}}], "nextCursor": "\\ud800"}}',
        "chat": f'{{"tools": [{{"function": {{"name": "a", "parameters": {schema}}}}}], "nextCursor": "\\ud800"}}',
        "map": f'{{"tools": {{"a": {{"inputSchema": {schema}}}}}, "nextCursor": "\\ud800"}}',
        "yaml": f'tools:\n- name: a\n  inputSchema: {schema.replace("NaN", ".nan")}\nnextCursor: "\\ud800"\n',
    }
    write({"a.yaml" if shape == "yaml" else "a.json": texts[shape]})
    (catalog,) = sources.load(["a.yaml" if shape == "yaml" else "a.json"]).corpus.catalogs
    parameter = ("inputSchema", "properties", "p")
    first = 3 if shape == "yaml" else 1
    assert [(flaw.kind, flaw.where, flaw.lines) for flaw in catalog.flaws] == [
        ("not-a-number", Location("a", 0, (*parameter, "default")), (first + 1,)),
        ("duplicate-key", Location("a", 0, (*parameter, "type"), "key"), (first + 1, first + 2)),
        ("lone-surrogate", Location("a", None, ("nextCursor",)), (first + 2 + (shape == "yaml"),)),
    ]
    assert catalog.source is not None
    place = catalog.source.place(catalog.flaws[1].where)
    assert place is not None
    assert (place.span.start_line, place.span.start_column) == (first + 2, 2)


def test_an_emoji_written_as_two_escapes_is_no_flaw(write: Write) -> None:
    write(
        {
            "a.json": json.dumps({"tools": [{**TOOL, "title": "Parcel 😀"}]}),
            "b.json": r'[{"name": "a\\ud800", "inputSchema": {}}]',
        }
    )
    first, second = sources.load(["a.json", "b.json"]).corpus.catalogs
    assert (first.flaws, first.tools[0].title) == ((), "Parcel 😀")
    assert (second.flaws, second.tools[0].name) == ((), r"a\ud800")
