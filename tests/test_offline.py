"""What reading a dump never does, looked at from outside: in a fresh process whose every step Python reports.

https://docs.python.org/3/library/audit_events.html lists what is reported, modules of the standard library and compiled
ones that open connections or start processes through them included.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
CATALOG = ROOT / "fixtures" / "catalogs" / "parcel-depot.json"
REFERENCES = (
    "http://127.0.0.1:9/schema.json",
    "https://schemas.example/tool.json#/x",
    "file:///etc/passwd",
    "//evil.example/x",
    "other.json",
    "https://json-schema.org/draft/2020-12/schema",
)

# Runs the command line and prints, behind everything else, what was opened, started and written.
WATCHING = """
import json, os, sys
NETWORK = ("socket.", "urllib.", "http.client.", "ftplib.", "smtplib.", "imaplib.", "poplib.", "telnetlib.")
PROCESSES = ("subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.system", "os.startfile", "pty.", "webbrowser.")
CHANGES = ("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.chmod", "os.chown", "os.link", "os.symlink", "os.truncate", "shutil.", "tempfile.")
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
seen, read = [], set()
def look(event, arguments):
    if event.startswith(NETWORK + PROCESSES + CHANGES):
        seen.append(f"{event} {arguments!r:.100}")
    elif event == "open":
        path, mode, flags = arguments
        writes = bool(set(mode) & set("wax+")) if isinstance(mode, str) else bool((flags or 0) & WRITES)
        if writes and "__pycache__" not in str(path):
            seen.append(f"open {path!r} to write")
        read.add(str(path))
sys.addaudithook(look)
from catalint.cli import main
try:
    main(json.loads(sys.argv[1]), prog_name="catalint")
except SystemExit as end:
    code = end.code
sys.stdout.flush()
print("\\n" + json.dumps({"code": code, "seen": seen, "read": sorted(read)}))
"""

COMMANDS = (
    ("check",),
    ("check", "-f", "sarif"),
    ("check", "--strict", "--target", "all", "-v"),
    ("tokens",),
    ("search", "send a parcel"),
    ("discover",),
    ("plan",),
    ("targets", "--target", "all"),
)


def watch(*arguments: str, folder: Path, stdin: str = "") -> dict[str, Any]:
    run = subprocess.run(
        [sys.executable, "-c", WATCHING, json.dumps(arguments)],
        cwd=folder,
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    assert run.returncode == 0, run.stderr
    found: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return found


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_dump_is_read_and_nothing_else_is_done(command: tuple[str, ...], tmp_path: Path) -> None:
    found = watch(*command, str(CATALOG), folder=tmp_path)
    assert found["code"] in (0, 1)
    assert found["seen"] == []
    assert str(CATALOG) in found["read"]


def test_nor_for_one_from_standard_input(tmp_path: Path) -> None:
    assert watch("check", "-", folder=tmp_path, stdin=CATALOG.read_text(encoding="utf-8"))["seen"] == []


def test_references_are_not_followed(tmp_path: Path) -> None:
    """Neither to the network nor to files, though the rules look at what they say."""
    properties = {f"p{number}": {"$ref": reference} for number, reference in enumerate(REFERENCES)}
    schemas = [
        {"type": "object", "properties": properties, "$schema": REFERENCES[0], "$id": REFERENCES[1]},
        {"$ref": REFERENCES[0]},
        {"type": "object", "properties": {"a": {"$dynamicRef": REFERENCES[2]}, "b": {"$recursiveRef": REFERENCES[3]}}},
    ]
    tools = [
        {"name": f"list_lamps_{number}", "description": "List lamps.", "inputSchema": schema, "outputSchema": schema}
        for number, schema in enumerate(schemas)
    ]
    (tmp_path / "tools.json").write_text(json.dumps({"tools": tools}))
    (tmp_path / "other.json").write_text("{}")
    for command in (("check", "--strict", "--target", "all"), ("targets",), ("plan",), ("diff", "tools.json")):
        found = watch(*command, "tools.json", folder=tmp_path)
        assert found["seen"] == [], command
        assert not {"/etc/passwd", "other.json", str(tmp_path / "other.json")} & set(found["read"]), command


def test_what_a_file_names_is_not_started(tmp_path: Path) -> None:
    """Neither a client's configuration nor our own starts or asks anything, unless --start is given."""
    starts = [sys.executable, "-c", "open('started', 'w')"]
    local = {"command": starts[0], "args": starts[1:], "env": {"KEY": "x"}}
    servers = {"local": local, "remote": {"url": "http://127.0.0.1:9/mcp"}}
    (tmp_path / ".mcp.json").write_text(json.dumps({"mcpServers": servers}))
    launches: dict[str, dict[str, Any]] = {
        "local": {"command": starts},
        "remote": {"url": "http://127.0.0.1:9/mcp"},
        "object": {"python": "json:tool"},
    }
    for name in launches:
        (tmp_path / f"{name}.json").write_bytes(CATALOG.read_bytes())
    ours = {name: {**launch, "dump": f"{name}.json"} for name, launch in launches.items()}
    (tmp_path / "catalint.yaml").write_text(json.dumps({"servers": ours}))
    for arguments in (("check", ".mcp.json"), ("check",), ("tokens",), ("plan",), ("rules",)):
        found = watch(*arguments, folder=tmp_path)
        # a configuration of a client is none of ours: without --start it is shown, and says why nothing was checked
        assert found["code"] in ((3,) if ".mcp.json" in arguments else (0, 1)), arguments
        assert found["seen"] == [], arguments
    assert not (tmp_path / "started").exists()


def test_yaml_constructs_nothing(tmp_path: Path) -> None:
    (tmp_path / "tools.yaml").write_text("tools:\n- !!python/object/apply:os.system ['touch started']\n")
    found = watch("check", "tools.yaml", folder=tmp_path)
    assert (found["code"], found["seen"]) == (3, [])
    assert not (tmp_path / "started").exists()


def test_the_watch_sees_what_is_done(tmp_path: Path) -> None:
    """A test that would not see anything would hold whatever happens."""
    live = watch("check", "--", sys.executable, "-c", "", folder=tmp_path)
    assert any(event.startswith("subprocess.Popen") for event in live["seen"])
    asked = watch("check", "http://127.0.0.1:9/mcp", folder=tmp_path)
    assert any(event.startswith("socket.connect") for event in asked["seen"])
    written = watch("check", str(CATALOG), "-o", "report.txt", folder=tmp_path)
    assert any(event.startswith("os.rename") for event in written["seen"])
