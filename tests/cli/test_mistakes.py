"""Inputs that are no files: what is said shows how to write what was meant."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
SERVER = str(Path(__file__).parents[2] / "fixtures" / "servers" / "plain_stdio.py")


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        (
            ("python3", "server.py"),
            "python3: no such file or folder (a command stands behind --: `-- python3 server.py`)",
        ),
        (
            ("server.py",),
            "begins with 'import mcp' (name the server in it `py:server.py`, or start it with `-- python server.py`)",
        ),
        (("index.mjs",), "(start the server with `-- node index.mjs`)"),
        (
            ("localhost:8000/mcp",),
            "no such file or folder (a URL begins with http:// or https://: `http://localhost:8000/mcp`)",
        ),
        (("10.0.0.7:8000",), "`http://10.0.0.7:8000`)"),
        (("depot.server:mcp",), "(a server object in Python is named `py:depot.server:mcp`)"),
    ],
)
def test_what_was_meant(run: Run, monkeypatch: pytest.MonkeyPatch, inputs: tuple[str, ...], said: str) -> None:
    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}" if name == "python3" else None)
    Path("server.py").write_text("import mcp\n", encoding="utf-8")
    Path("index.mjs").write_text("import 'mcp'\n", encoding="utf-8")
    result = run("check", *inputs)
    assert result.exit_code == 3
    assert said in result.stderr


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        (("ws://keeper:low-tide@harbour.example/mcp",), "ws://harbour.example/mcp: no such file or folder (a server"),
        (("python3", "KEY=low-tide", "server.py"), "(a command stands behind --: `-- python3 KEY=••• server.py`)"),
        (("python3", "KEY=low-tide", "server.py"), "KEY=•••: no such file or folder"),
        (("desk.json", "--again", "https://keeper:low-tide@harbour.example/"), "https://harbour.example/: no such"),
        (("https://harbour.example/", "--bearer-env", "low-tide-4711"), "the variable is not set"),
        (("https://harbour.example/", "--bearer-env", "ghp_low_tide"), "the variable is not set"),
        (("https://harbour.example/", "--bearer-env", "HARBOUR_TOKEN"), "the variable 'HARBOUR_TOKEN' is not set"),
    ],
)
def test_secrets_in_what_is_no_input(
    run: Run, dump: Callable[..., str], monkeypatch: pytest.MonkeyPatch, inputs: tuple[str, ...], said: str
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}" if name == "python3" else None)
    dump(renew_card="Extend a reader's card by one year.")
    result = run("check", *inputs)
    assert result.exit_code in (2, 3)
    assert said in result.stderr
    assert "tide" not in result.output


def test_a_configuration_in_a_folder(run: Run) -> None:
    Path("app/.vscode").mkdir(parents=True)
    Path("app/.vscode/mcp.json").write_text('{"servers": {"desk": {"command": "desk-mcp"}}}', encoding="utf-8")
    for folder, shown in (("app", "app/.vscode/mcp.json"), ("app/.vscode", "app/.vscode/mcp.json")):
        result = run("check", folder)
        assert result.exit_code == 3
        said = f"(the configuration of a client is read if it is named itself: {shown})\n"
        assert result.stderr.endswith(said), result.stderr


def test_nothing_is_guessed(run: Run) -> None:
    Path("notes.txt").write_text("tools", encoding="utf-8")
    Path("broken.json").write_text("{", encoding="utf-8")
    names = ("x" * 5000, "missing.json", "notes.txt", "broken.json", "a:1", "C:\\dumps\\a.json", "a\0b.json")
    result = run("check", *names)
    assert result.exit_code == 3
    lines = result.stderr.splitlines()
    assert len(lines) == len(names)
    assert not [line for line in lines if "--" in line or "http" in line or "py:" in line], lines


def test_nothing_named(run: Run) -> None:
    assert "or name servers in catalint.yaml (`catalint init` writes one)" in run("check").stderr
    dump = run("dump")
    assert dump.exit_code == 2
    assert "nothing to list: start a server (`catalint dump -- COMMAND`), name its URL" in dump.stderr
    assert "tools.json" not in dump.stderr
    Path("catalint.yaml").write_text("fail-on: error\n", encoding="utf-8")
    for command in ("check", "dump"):
        assert run(command).stderr.endswith("or name servers in catalint.yaml\n")


def test_a_dump_that_is_not_written_yet(run: Run) -> None:
    command = json.dumps([sys.executable, SERVER])
    Path("catalint.yaml").write_text(
        f"servers:\n  the desk: {{dump: desk.json, command: {command}}}\n  old: {{dump: old.json}}\n", encoding="utf-8"
    )
    result = run("check")
    assert result.exit_code == 3
    desk, old = result.stderr.splitlines()
    assert desk.endswith("(named at catalint.yaml:2:3): `catalint dump --start --only 'the desk'` writes it")
    assert old.endswith("old.json: no such file or folder (named at catalint.yaml:3:3)")
    assert run("dump", "--start", "--only", "the desk").exit_code == 0
    assert run("check", "--only", "the desk").exit_code == 0
