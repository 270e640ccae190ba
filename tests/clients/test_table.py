"""The table of what would be started, for people and for programs."""

from __future__ import annotations

import json

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from catalint.clients import read
from catalint.output.configurations import to_json, write
from catalint.output.encode import encode

from .conftest import ENVIRONMENT, FILES, ROOT


class TextFile(SingleFileSnapshotExtension):
    """A snapshot as a text of its own."""

    file_extension = "txt"
    _write_mode = WriteMode.TEXT


@pytest.mark.parametrize("path", [pytest.param(path, id="_".join(path.split("/")[2:])) for path in FILES])
def test_tables(path: str, snapshot: SnapshotAssertion) -> None:
    found = read(path, (ROOT / path).read_bytes(), ENVIRONMENT)
    assert write(found, color=False, width=80) == snapshot(extension_class=TextFile)


def test_json(snapshot: SnapshotAssertion) -> None:
    path = "fixtures/clients/claude-code/.mcp.json"
    found = read(path, (ROOT / path).read_bytes(), ENVIRONMENT)
    assert encode(to_json(found)) == snapshot(extension_class=TextFile)


def test_colours() -> None:
    data = json.dumps({"mcpServers": {"a": {"command": "x"}, "b": {"command": "y", "disabled": True}, "c": {}}})
    plain, colored = (write(read("mcp.json", data.encode(), {}), color=color, width=None) for color in (False, True))
    assert "\x1b" not in plain
    assert "\x1b[1mmcp.json\x1b[0m: 3 servers" in colored
    assert "\x1b[33m" in colored


def test_nothing_that_a_terminal_obeys_gets_there() -> None:
    evil = "\x1b]0;title\x07\r\n\u202e"
    data = json.dumps({"mcpServers": {evil: {"command": evil, "args": [evil]}, "b": {"command": "${" + "A}"}}})
    found = read(f"{evil}mcp.json", data.encode(), {})
    text = write(found, color=False, width=80)
    assert not set(text) & {"\x1b", "\x07", "\r", "\u202e"}
    assert encode(to_json(found)).isascii()


def test_long_lines_go_on_below() -> None:
    data = json.dumps({"mcpServers": {"a": {"command": "serve", "args": [f"--part-{n}" for n in range(12)]}}})
    lines = write(read("mcp.json", data.encode(), {}), color=False, width=60).splitlines()
    assert all(len(line) <= 60 for line in lines)
    assert lines[3].startswith(" " * 12)


def test_a_file_without_servers() -> None:
    text = write(read(".mcp.json", b'{"mcpServers": {}}', {}), color=False, width=None)
    assert text == ".mcp.json: 0 servers of Claude Code\nIt names no server.\n"
