"""Names of files, servers, tools and settings that try to draw on the terminal, in every command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import Result

from catalint import cli

Run = Callable[..., Result]

EVIL = "x\x1b[31m\x1b]0;y\x07\u202egpj\u200b\x9b2J\n::error::z\r##[error]w"
# what a file may be called: no slash, no NUL
FILE = f"{EVIL}.json"


def tool(name: str) -> dict[str, Any]:
    day = {"type": "string", "description": f"Day {EVIL}", "enum": [EVIL, "b"], "default": EVIL}
    return {
        "name": name,
        "title": EVIL,
        "description": f"List the {EVIL} of a day.",
        "inputSchema": {"type": "object", "properties": {"day": day, EVIL: {}}, "required": [EVIL]},
    }


def catalog(*names: str) -> dict[str, Any]:
    return {
        "tools": [tool(name) for name in names],
        "serverInfo": {"name": EVIL, "version": EVIL},
        "instructions": EVIL,
    }


@pytest.fixture
def hostile(run: Run, tmp_path: Path) -> Run:
    """The command line in a folder in which all names are hostile; without `--no-config` so is the configuration."""
    names = [EVIL, "list_lamps", f"list_{EVIL}", "get_lamp", "set_lamp", "delete_lamp"]
    (tmp_path / FILE).write_text(json.dumps(catalog(*names)))
    (tmp_path / f"old {FILE}").write_text(json.dumps(catalog("list_lamps", f"find_{EVIL}")))
    (tmp_path / f"servers {FILE}").write_text(
        json.dumps({f"one {EVIL}": catalog(*names), EVIL: catalog(EVIL, "get_lamp")})
    )
    (tmp_path / f"broken {FILE}").write_text('{"tools": [{"name": "' + json.dumps(EVIL)[1:-1] + '"')
    (tmp_path / f"error {FILE}").write_text(
        json.dumps({"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": EVIL}})
    )
    (tmp_path / f"client {FILE}").write_text(
        json.dumps({"mcpServers": {EVIL: {"command": EVIL, "args": [EVIL], "env": {EVIL: EVIL}}}})
    )
    (tmp_path / "queries.yaml").write_text(
        json.dumps({"queries": [{"query": EVIL, "tools": ["list_lamps"]}, {"query": "x", "tools": [EVIL]}]})
    )
    (tmp_path / f"folder {EVIL}").mkdir()
    (tmp_path / f"folder {EVIL}" / FILE).write_text("[]")
    settings = {
        "servers": {EVIL: {"dump": FILE, "command": EVIL}},
        "targets": ["mcp"],
        "overrides": [{"tools": [EVIL], "rules": {"vague-description": "off"}}],
        "ignore": [{"rule": "opaque-name", "tools": [EVIL], "reason": EVIL}],
        "baseline": f"{EVIL}.baseline",
    }
    (tmp_path / "catalint.yaml").write_text(json.dumps(settings))
    return run


def raw(text: str) -> Iterator[str]:
    """What a terminal would obey or nobody could see, and lines that a CI runner would obey."""
    yield from (char for char in text if char != "\n" and unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp"))
    yield from (line for line in text.split("\n") if line.lstrip().startswith("::") or "##[" in line)


BEFORE = ("check", "tokens", "discover", "plan", "targets", "baseline")
COMMANDS: tuple[tuple[str, ...], ...] = (
    *(
        (command, file, "--no-config")
        for command in BEFORE
        for file in (
            FILE,
            f"servers {FILE}",
            f"broken {FILE}",
            f"error {FILE}",
            f"client {FILE}",
            f"folder {EVIL}",
            EVIL,
        )
    ),
    *((command,) for command in (*BEFORE, "dump", "diff")),
    *((command, "--start") for command in ("check", "dump")),
    ("check", FILE, f"servers {FILE}", "--strict", "-v", "--target", "all"),
    ("check", FILE, "--format", "markdown"),
    ("check", FILE, "-o", f"none {EVIL}/out.txt"),
    ("check", FILE, "--baseline", EVIL),
    ("check", FILE, "--again", f"old {FILE}"),
    ("check", FILE, "--code", EVIL),
    ("check", FILE, "--server-name", EVIL, "--plugin", EVIL, "--client", "claude-code"),
    ("check", "--", EVIL),
    ("check", f"http://127.0.0.1:1/{EVIL}"),
    ("check", f"py:{EVIL}:{EVIL}"),
    ("check", f"git:{EVIL}:{EVIL}"),
    ("check", f"client {FILE}", "--only", EVIL),
    ("dump", f"client {FILE}", "--start", "-o", f"none {EVIL}/"),
    ("diff", f"old {FILE}", FILE, "--no-config"),
    ("diff", f"old {FILE}", FILE, "--no-config", "--format", "markdown"),
    ("diff", f"old {FILE}", f"broken {FILE}", "--no-config"),
    ("search", f"lamp {EVIL}", FILE, "--no-config"),
    ("search", "--regex", f"({EVIL}", FILE, "--no-config"),
    ("search", EVIL),
    ("discover", FILE, "--no-config", "--tool", "*"),
    ("discover", FILE, "--no-config", "--tool", EVIL),
    ("discover", FILE, "--no-config", "--queries", "queries.yaml"),
    ("discover", FILE, "--no-config", "--format", "markdown"),
    ("discover", FILE, "--no-config", "--write-queries", f"none {EVIL}/q.yaml"),
    ("plan", FILE, "--no-config", "--usage", f"broken {FILE}"),
    ("plan", FILE, "--no-config", "--prices", f"broken {FILE}"),
    ("plan", FILE, "--no-config", "--keep", EVIL, "--subset", EVIL),
    ("plan", FILE, "--no-config", "--chart", f"none {EVIL}/c.svg"),
    ("plan", FILE, "--no-config", "--format", "markdown"),
    ("rules",),
    ("explain", "vague-description"),
    ("explain", EVIL),
    ("init",),
    ("init", EVIL),
    (EVIL,),
    (f"--{EVIL}",),
    *((command, f"--{EVIL}") for command in sorted(cli.COMMANDS)),
    *(
        ("check", option, EVIL)
        for option in (
            "--select",
            "--ignore",
            "--target",
            "--encoding",
            "--client",
            "--format",
            "--fail-on",
            "--root",
            "--config",
            "--timeout",
            "--header",
            "--bearer-env",
            "--color",
        )
    ),
)


@pytest.mark.parametrize(
    "arguments", COMMANDS, ids=lambda arguments: ascii(" ".join(arguments).replace(EVIL, "EVIL"))[1:60]
)
def test_nothing_raw_reaches_the_terminal(hostile: Run, arguments: tuple[str, ...]) -> None:
    result = hostile(*arguments)
    assert result.exit_code in (0, 1, 2, 3), result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert list(raw(result.stdout)) == []
    assert list(raw(result.stderr)) == []


def test_every_command_is_among_them() -> None:
    assert {arguments[0] for arguments in COMMANDS} >= cli.COMMANDS.keys()


@pytest.mark.parametrize(
    "settings",
    [
        {EVIL: 1},
        {"rules": {EVIL: "off"}},
        {"rules": {"vague-description": EVIL}},
        {"rules": {"oversized-tool": {EVIL: 1}}},
        {"targets": [EVIL]},
        {"servers": {EVIL: {EVIL: EVIL}}},
        {"servers": {EVIL: {"dump": EVIL}}},
        {"require-packs": [EVIL]},
        {"encoding": EVIL},
        {"fail-on": EVIL},
        {"words": {EVIL: [EVIL]}},
    ],
    ids=lambda settings: ascii(settings).replace(ascii(EVIL)[1:-1], "EVIL")[:50],
)
def test_nor_does_a_configuration(hostile: Run, tmp_path: Path, settings: dict[str, Any]) -> None:
    (tmp_path / "catalint.yaml").write_text(json.dumps(settings))
    for command in ("check", "rules"):
        result = hostile(command)
        assert result.exit_code in (0, 2, 3)
        assert list(raw(result.stdout + result.stderr)) == []


def test_usage_errors_of_click_are_disarmed_whatever_its_version(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before 8.4, click repeats an unknown option as it is."""

    def parse(*_: Any) -> Any:
        raise click.UsageError(f"No such option: {EVIL}")

    monkeypatch.setattr(click.Command, "parse_args", parse)
    assert "No such option: x\\x1b[31m" in run("rules").stderr
    assert list(raw(run("rules").stderr)) == []
    monkeypatch.setattr(cli.Commands, "parse_args", parse)
    assert list(raw(run("rules").stderr)) == []


@pytest.mark.usefixtures("hostile")
def test_a_real_terminal_gets_nothing_raw_either(tmp_path: Path) -> None:
    """Through a pseudo-terminal: with colours and wrapped lines, and other code for both."""
    pty = pytest.importorskip("pty")
    outer, inner = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}
    environment.pop("NO_COLOR", None)
    command = [sys.executable, "-m", "catalint", "check", FILE, f"broken {FILE}", "--no-config", "-v"]
    process = subprocess.Popen(command, cwd=tmp_path, stdin=inner, stdout=inner, stderr=inner, env=environment)
    os.close(inner)
    seen = b""
    while True:
        try:
            part = os.read(outer, 65_536)
        except OSError:  # nobody has the other end any more
            break
        if not part:
            break
        seen += part
    process.wait()
    os.close(outer)
    text = seen.decode().replace("\r\n", "\n")
    assert "\x1b[1m" in text
    styles = ("0", "1", "1;31", "33", "36", "2")
    for style in styles:
        text = text.replace(f"\x1b[{style}m", "")
    assert list(raw(text)) == []
