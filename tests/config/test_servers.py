"""Entries of `servers`: what a server may be said to be, and what of it may show."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from catalint import config
from catalint.errors import ConfigError


def _load(tmp_path: Path, text: str) -> config.Config:
    file = tmp_path / "catalint.yaml"
    file.write_text(text, encoding="utf-8")
    document = config.read(file)
    return config.load(document, config.packs(document), config.Flags())


def test_entry(tmp_path: Path) -> None:
    found = _load(
        tmp_path,
        """\
servers:
  billing:
    dump: build/billing.json
    command: python -m billing --mode 'read only'
    env: {PORT: 8080, DEBUG: true, KEY: "${BILLING_KEY}"}
    cwd: server
    code: ["server/**/*.py"]
  search: {url: "https://search.example/mcp", headers: {Authorization: "Bearer ${TOKEN}"}}
  depot: {python: "py:depot.server:mcp"}
""",
    ).servers
    billing = found["billing"]
    folder = os.path.relpath(tmp_path)
    assert billing.dump == str(Path(folder, "build", "billing.json"))
    assert billing.command == ("python", "-m", "billing", "--mode", "read only")
    assert billing.env == {"PORT": "8080", "DEBUG": "true", "KEY": "${BILLING_KEY}"}
    assert billing.cwd == str(Path(folder, "server"))
    assert (billing.code, billing.folder) == (("server/**/*.py",), folder)
    assert billing.place.span.start_line == 2
    assert billing.place.start == f"{os.path.relpath(tmp_path / 'catalint.yaml')}:2:3"
    assert found["search"].headers == {"Authorization": "Bearer ${TOKEN}"}
    assert found["depot"].python == "depot.server:mcp"
    assert all(server.is_live for server in found.values())


def test_command_as_a_list(tmp_path: Path) -> None:
    found = _load(tmp_path, "servers: {a: {command: [node, server.js, --port, 80]}}").servers["a"]
    assert found.command == ("node", "server.js", "--port", "80")


def test_dump_alone_is_not_live(tmp_path: Path) -> None:
    assert not _load(tmp_path, "servers: {a: {dump: a.json}}").servers["a"].is_live


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ("{}", "1:11: 'a' has no 'dump', and no 'command', 'url' or 'python' to list it"),
        ("{code: [x.py]}", "1:11: 'a' has no 'dump', and no 'command', 'url' or 'python' to list it"),
        ("{command: x, url: y}", "1:27: 'url' and 'command' exclude each other"),
        ("{url: x, env: {A: b}}", "1:23: 'env' is for a server with a 'command'"),
        ("{command: x, headers: {A: b}}", "1:27: 'headers' is for a server with a 'url'"),
        ('{command: "x \'y"}', "1:24: 'command' is no command line (No closing quotation)"),
        ("{command: ' '}", "1:24: 'command' is empty"),
        ("{dump: catalint.yaml}", "1:21: 'dump' is this file itself"),
        ("{dump: a.json}, b: {dump: ./c/../a.json}", "1:40: 'dump' is that of 'a', too: each server needs its own"),
    ],
)
def test_problem(tmp_path: Path, entry: str, problem: str) -> None:
    with pytest.raises(ConfigError) as error:
        _load(tmp_path, f"servers: {{a: {entry}}}")
    assert str(error.value) == f"{os.path.relpath(tmp_path / 'catalint.yaml')}:{problem}"


def test_secrets_do_not_show(tmp_path: Path) -> None:
    found = _load(tmp_path, "servers: {a: {command: x, env: {KEY: hunter2}}, b: {url: x, headers: {Key: hunter2}}}")
    assert "hunter2" not in repr(found.servers)


@pytest.mark.parametrize(
    ("servers", "problem"),
    [
        ('"https://me:hunter2@b"', "1:10: 'servers' takes a mapping, not a string"),
        ('{a: "https://me:hunter2@b"}', "1:14: 'a' takes a mapping, not a string"),
        ("{a: {command: x, env: hunter2}}", "1:32: 'env' takes a mapping, not a string"),
    ],
)
def test_values_of_wrong_types_do_not_show(tmp_path: Path, servers: str, problem: str) -> None:
    with pytest.raises(ConfigError, match=problem) as error:
        _load(tmp_path, f"servers: {servers}")
    assert "hunter2" not in str(error.value)
