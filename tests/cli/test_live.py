"""Live servers on the command line: what is started, how it is named, what is said where that fails."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Run = Callable[..., Result]
Dump = Callable[..., str]
SERVER = str(Path(__file__).parents[2] / "fixtures" / "servers" / "plain_stdio.py")
HARBOUR = ("--", sys.executable, SERVER)
TOOLS = ["find_free_berths", "reserve_berth", "cancel_reservation"]


def _configuration(**servers: Any) -> str:
    """Write a client's configuration; returns its name."""
    Path(".mcp.json").write_text(json.dumps({"mcpServers": servers}), encoding="utf-8")
    return ".mcp.json"


def _entry(*arguments: str, **more: Any) -> dict[str, Any]:
    return {"command": sys.executable, "args": [SERVER, *arguments], **more}


def _settings(text: str) -> None:
    Path("catalint.yaml").write_text(text.replace("PYTHON", sys.executable).replace("SERVER", SERVER), encoding="utf-8")


def _servers(result: Result) -> list[tuple[str, int]]:
    return [(each["server"], each["tools"]) for each in json.loads(result.stdout)["catalogs"]]


@pytest.mark.parametrize("mode", ["handshake", "stateless", "old", "logs"])
def test_command(run: Run, mode: str) -> None:
    result = run("check", "--format", "json", *HARBOUR, mode)
    assert result.exit_code == 0, result.stderr
    report = json.loads(result.stdout)
    assert _servers(result) == [("plain_stdio", 3)]
    assert report["catalogs"][0]["origin"].endswith(f"plain_stdio.py {mode}")


def test_every_command_reads_servers(run: Run) -> None:
    for command in (("tokens",), ("search", "free berths"), ("discover",), ("targets",)):
        result = run(*command, *HARBOUR)
        assert result.exit_code == 0, result.stderr
        assert "find_free_berths" in result.stdout


def test_beside_a_dump(run: Run, dump: Dump) -> None:
    result = run("check", dump(renew_card="Extend a reader's card by one year."), "--format", "json", *HARBOUR)
    assert _servers(result) == [("desk", 1), ("plain_stdio", 3)]


@pytest.mark.parametrize("last", ["berths.yaml", "git:berths.json", "-"])
def test_a_command_that_ends_like_an_input(run: Run, last: str) -> None:
    """The command stands where reports have a path, and is none."""
    result = run("check", "--format", "json", *HARBOUR, "handshake", last)
    assert result.exit_code == 0, result.stderr
    assert _servers(result) == [("plain_stdio", 3)]


def test_server_name(run: Run) -> None:
    result = run("check", "--server-name", "harbour", "--format", "json", *HARBOUR)
    assert _servers(result) == [("harbour", 3)]


def test_servers_of_one_name_are_told_apart(run: Run, dump: Dump) -> None:
    dump("plain_stdio.json", renew_card="Extend a reader's card by one year.")
    result = run("check", "plain_stdio.json", "--format", "json", *HARBOUR)
    assert [server for server, _ in _servers(result)] == ["plain_stdio", "plain_stdio#2"]


@pytest.mark.parametrize(
    ("mode", "kind", "said"),
    [
        ("exits", "could not start", "it exited with code 3 before it answered `initialize`"),
        ("crash", "protocol error", "7"),
        ("no-tools", "no tools", "--allow-empty if that is right"),
        ("empty", "no tools", "--allow-empty if that is right"),
        ("invalid-json", "protocol error", "JSON"),
    ],
)
def test_failure(run: Run, mode: str, kind: str, said: str) -> None:
    result = run("check", "--format", "json", *HARBOUR, mode)
    assert result.exit_code == 3
    unread = json.loads(result.stdout)["unread"]
    assert [(each["path"], each["kind"]) for each in unread] == [("plain_stdio", kind)]
    assert said in unread[0]["message"]
    assert f"plain_stdio: {kind}: " in result.stderr


@pytest.mark.parametrize("mode", ["no-tools", "empty"])
def test_a_server_without_tools(run: Run, mode: str) -> None:
    result = run("check", "--allow-empty", "--format", "json", *HARBOUR, mode)
    assert result.exit_code == 0
    assert _servers(result) == [("plain_stdio", 0)]


def test_what_a_server_wrote_is_shown_and_can_not_act(run: Run) -> None:
    script = "import sys; sys.stderr.write('\\x1b[2Jno key\\n'); sys.exit(3)"
    result = run("check", "--", sys.executable, "-c", script)
    assert result.exit_code == 3
    assert "| \\x1b[2Jno key" in result.stderr


def test_the_others_go_on(run: Run) -> None:
    file = _configuration(good=_entry(), bad=_entry("exits"))
    result = run("check", file, "--start", "--format", "json")
    assert result.exit_code == 3
    assert _servers(result) == [("good", 3)]
    assert [each["path"] for each in json.loads(result.stdout)["unread"]] == ["bad"]


def test_timeout(run: Run) -> None:
    result = run("check", "--timeout", "0.5", *HARBOUR, "silent")
    assert result.exit_code == 3
    assert "plain_stdio: timed out: " in result.stderr
    assert "(--timeout SECONDS gives it more)" in result.stderr


@pytest.mark.parametrize("mode", ["cursor-loop", "page-loop"])
def test_pages_that_repeat_are_one_finding(run: Run, mode: str) -> None:
    result = run("check", "--format", "json", *HARBOUR, mode)
    found = [each["rule"] for each in json.loads(result.stdout)["findings"]]
    assert found.count("pagination-loop") == 1
    assert "duplicate-name" not in found
    assert result.exit_code == 1


def test_twice(run: Run) -> None:
    assert run("check", "--twice", *HARBOUR).exit_code == 0
    script = (
        "import json, os, sys\n"
        "for line in sys.stdin:\n"
        "    m = json.loads(line)\n"
        "    tool = {'name': 'read_tide', 'description': f'Return the tide at gauge {os.getpid()}.', 'inputSchema': {'type': 'object'}}\n"
        "    r = {'protocolVersion': '2025-11-25', 'capabilities': {'tools': {}}, 'serverInfo': {'name': 'x', 'version': '1'}}\n"
        "    r = {'tools': [tool]} if m['method'] == 'tools/list' else r\n"
        "    print(json.dumps({'jsonrpc': '2.0', 'id': m['id'], 'result': r}), flush=True) if 'id' in m else None\n"
    )
    result = run(
        "check", "--twice", "--select", "unstable-list", "--format", "json", "--", sys.executable, "-c", script
    )
    (finding,) = json.loads(result.stdout)["findings"]
    assert finding["pointer"] == "/tools/0/description"


# Configurations start nothing by themselves.


def test_a_configuration_is_shown_and_not_started(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "log"
    file = _configuration(harbour=_entry("record", str(log), env={"KEY": "hunter2"}))
    result = run("check", file)
    assert result.exit_code == 3
    assert "harbour" in result.stdout
    assert "--start" in result.stderr
    assert not log.exists()
    assert "hunter2" not in result.output


def test_what_is_said_of_servers_that_are_not_started(run: Run) -> None:
    off = _entry(disabled=True)
    unset = _entry(env={"KEY": "${NO_SUCH_KEY}"})
    for servers, only, said in (
        (
            {"harbour": _entry(), "quay": _entry(), "off": off},
            (),
            "its 2 servers are started or asked with --start only",
        ),
        ({"harbour": _entry(), "quay": _entry()}, ("harbour",), "its server is started or asked with --start only"),
        ({"off": off}, (), "names no server that would be started"),
        ({"off": off, "quay": unset}, (), "names no server that would be started (quay: NO_SUCH_KEY is not set)"),
        ({}, (), "names no server"),
    ):
        file = _configuration(**servers)
        options = [option for name in only for option in ("--only", name)]
        for command in (("check",), ("tokens",), ("search", "berth"), ("dump", "-o", "dumps/")):
            result = run(*command, file, *options)
            assert result.exit_code == 3, result.output
            assert result.stderr.endswith(f"{said}\n"), result.stderr
        shown = run("check", file, *options).stdout
        assert [name for name in servers if f"  {name} " in shown] == list(only or servers)
        assert ("--start starts 1 command." in shown) == bool(only)


def test_a_configuration_with_start(run: Run) -> None:
    file = _configuration(harbour=_entry(), quay=_entry("paging"), off=_entry(disabled=True))
    result = run("check", file, "--start", "--format", "json")
    assert result.exit_code == 0, result.output
    assert [server for server, _ in _servers(result)] == ["harbour", "quay"]
    # both have the same tools: they are judged together
    assert "cross-server-collision" in {each["rule"] for each in json.loads(result.stdout)["findings"]}
    assert _servers(run("check", file, "--start", "--only", "quay", "--format", "json")) == [("quay", 3)]


def test_findings_of_a_started_server_are_at_its_entry(run: Run) -> None:
    file = _configuration(harbour=_entry(), quay=_entry())
    result = run("check", file, "--start", "--select", "cross-server-collision", "--format", "json")
    location = json.loads(result.stdout)["findings"][0]["location"]
    assert location["path"] == file


def test_only_for_a_server_that_is_not_there(run: Run) -> None:
    result = run("check", _configuration(harbour=_entry()), "--start", "--only", "harbor")
    assert result.exit_code == 2
    assert "--only: no configuration has a server 'harbor'; did you mean 'harbour'?" in result.stderr


@pytest.mark.parametrize("option", [("--start",), ("--only", "desk")])
def test_start_needs_a_configuration(run: Run, dump: Dump, option: tuple[str, ...]) -> None:
    result = run("check", dump(renew_card="Extend a reader's card."), *option)
    assert result.exit_code == 2
    assert "is for configurations, and no input is one" in result.stderr


# Servers of catalint.yaml.


def test_start_of_a_configuration_that_can_not_be_read(run: Run) -> None:
    """What is wrong with it is said, and not that it is none."""
    Path("broken.json").write_text('{"mcpServers": {', encoding="utf-8")
    Path("other.json").write_text('{"mcpServers": null}', encoding="utf-8")
    for name, said in (
        ("missing.json", "missing.json: no such file"),
        ("broken.json", "broken.json:1:17: ends in the middle of an object"),
        ("other.json", "other.json:1:1: no tool catalog"),
    ):
        for options in (("--start",), ("--start", "--only", "harbour"), ("--only", "harbour")):
            result = run("check", name, *options)
            assert (result.exit_code, said in result.stderr) == (3, True), result.stderr


def test_a_server_without_a_dump_is_not_started(run: Run) -> None:
    _settings("servers: {harbour: {command: [PYTHON, SERVER]}}\n")
    result = run("check")
    assert result.exit_code == 3
    assert "catalint.yaml:1:11: harbour is not listed, for that would start it: add --start" in result.stderr
    assert _servers(run("check", "--start", "--format", "json")) == [("harbour", 3)]


def test_variables(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    _settings("servers: {harbour: {command: [PYTHON, SERVER, '${MODE}'], env: {KEY: '${KEY:-none}'}}}\n")
    monkeypatch.delenv("MODE", raising=False)
    unset = run("check", "--start")
    assert unset.exit_code == 3
    assert "catalint.yaml:1:11: harbour was not listed: the variable MODE is not set" in unset.stderr
    monkeypatch.setenv("MODE", "paging")
    assert run("check", "--start").exit_code == 0


def test_stale_dump(run: Run) -> None:
    _settings("servers: {harbour: {dump: harbour.json, command: [PYTHON, SERVER]}}\n")
    missing = run("check", "--start")
    assert missing.exit_code == 3
    assert "harbour.json: no such file" in missing.stderr
    assert run("dump", "--start").exit_code == 0
    assert run("check", "--start").exit_code == 0
    saved = json.loads(Path("harbour.json").read_text(encoding="utf-8"))
    saved["tools"][1]["description"] = "Reserve a berth."
    del saved["tools"][2]
    Path("harbour.json").write_text(json.dumps(saved, indent=2), encoding="utf-8")
    stale = run("check", "--start", "--format", "json")
    assert stale.exit_code == 1
    (finding,) = [each for each in json.loads(stale.stdout)["findings"] if each["rule"] == "stale-dump"]
    assert finding["location"]["path"] == "harbour.json"
    assert finding["data"]["command"] == "catalint dump --start --only harbour"
    # without --start the dump is read as it is
    assert _servers(run("check", "--format", "json")) == [("harbour", 2)]
    assert run("dump", "--start", "--only", "harbour").exit_code == 0
    assert run("check", "--start").exit_code == 0


# Usage.


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("check", "--"), "nothing stands behind --"),
        (("check", "--", "tools.json"), "what stands behind -- is started: to read tools.json, leave -- out"),
        (("check", "tools.json", "--header", "Key: v"), "--header and --bearer-env are for a URL"),
        (("check", "http://127.0.0.1:1/x", "--header", "hunter2"), "a header is written 'Name: value'"),
        (("check", "http://127.0.0.1:1/x", "--bearer-env", "NO_SUCH_NAME"), "the variable 'NO_SUCH_NAME' is not set"),
        (("check", "http://127.0.0.1:1/x", "http://127.0.0.1:2/x", "--header", "K: v"), "would go to several hosts"),
        (("check", "--timeout", "0", "http://127.0.0.1:1/x"), "--timeout"),
        (("check", "--timeout", "nan", "http://127.0.0.1:1/x"), "nan is no number of seconds"),
    ],
)
def test_usage(run: Run, arguments: tuple[str, ...], said: str) -> None:
    Path("tools.json").write_text('{"tools": [{"name": "a", "inputSchema": {"type": "object"}}]}', encoding="utf-8")
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert said in result.stderr
    assert "hunter2" not in result.output


def test_address_that_is_none(run: Run) -> None:
    result = run("check", "http://[::1", "--header", "Key: hunter2")
    assert result.exit_code == 3
    assert "could not start: its address is no URL that can be read" in result.stderr


def test_address_where_nobody_listens(run: Run) -> None:
    result = run("check", "http://127.0.0.1:1/mcp?key=hunter2", "--header", "Key: hunter3")
    assert result.exit_code == 3
    assert "127.0.0.1: refused: " in result.stderr
    assert "hunter" not in result.output


# Dumps.


def test_dump_to_a_file(run: Run) -> None:
    result = run("dump", "-o", "out/harbour.json", *HARBOUR)
    assert result.exit_code == 0, result.stderr
    assert result.stdout == "wrote out/harbour.json (3 tools)\n"
    saved = json.loads(Path("out/harbour.json").read_text(encoding="utf-8"))
    assert [tool["name"] for tool in saved["tools"]] == TOOLS
    lock = json.loads(Path("out/harbour.json.lock").read_text(encoding="utf-8"))
    assert list(lock["tools"]) == TOOLS
    assert lock["source"].endswith("plain_stdio.py")
    assert lock["protocol"] == saved["protocolVersion"]
    before = Path("out/harbour.json.lock").read_bytes()
    os.utime("out/harbour.json", (0, 0))
    assert run("dump", "-o", "out/harbour.json", *HARBOUR).stdout == "out/harbour.json is up to date (3 tools)\n"
    assert Path("out/harbour.json").stat().st_mtime == 0
    assert Path("out/harbour.json.lock").read_bytes() == before
    # the lock is no catalog, and a folder with it is read without a remark
    checked = run("check", "out")
    assert (checked.exit_code, checked.stderr) == (0, "")


@pytest.mark.parametrize("text", ["", "<<<<<<< HEAD\n", "{}", '"tools"', "tools", "instructions"])
def test_a_broken_lock_is_written_anew(run: Run, text: str) -> None:
    assert run("dump", "-o", "harbour.json", *HARBOUR).exit_code == 0
    lock = Path("harbour.json.lock")
    sound = json.loads(lock.read_text(encoding="utf-8"))
    other = {"tools": {**sound["tools"], "reserve_berth": "sha256:0"}, "instructions": "sha256:0"}
    if text in other:
        text = json.dumps({**sound, text: other[text]})
    lock.write_text(text, encoding="utf-8")
    assert run("dump", "-o", "harbour.json", *HARBOUR).stdout == "wrote harbour.json (3 tools)\n"
    assert {**json.loads(lock.read_text(encoding="utf-8")), "listed": sound["listed"]} == sound
    assert "is up to date" in run("dump", "-o", "harbour.json", *HARBOUR).stdout


def test_dump_to_standard_output(run: Run) -> None:
    result = run("dump", *HARBOUR)
    assert [tool["name"] for tool in json.loads(result.stdout)["tools"]] == TOOLS
    assert list(Path().glob("*.json")) == []


def test_dump_of_several_servers_goes_to_a_folder(run: Run) -> None:
    file = _configuration(harbour=_entry(), quay=_entry("paging"))
    refused = run("dump", file, "--start")
    assert refused.exit_code == 2
    assert "2 servers can't go to standard output: name a folder (-o dumps/)" in refused.stderr
    one_file = run("dump", file, "--start", "-o", "all.json")
    assert "2 servers can't go to one file: name a folder (-o all.json/)" in one_file.stderr
    assert run("dump", file, "--start", "-o", "dumps/").exit_code == 0
    assert sorted(path.name for path in Path("dumps").glob("*.json")) == ["harbour.tools.json", "quay.tools.json"]
    # read back, the servers have their names
    assert _servers(run("check", "dumps", "--format", "json")) == [("harbour", 3), ("quay", 3)]


def test_dump_gives_each_server_a_file_of_its_own(run: Run) -> None:
    names = ["a/b", "a-b", "A-B", "../up", "..", "", ".hidden", "a\nb\x1b", "x" * 300, "C:\\temp\\x", "ß*?"]
    file = _configuration(**{name: _entry() for name in names})
    result = run("dump", file, "--start", "-o", "dumps/")
    assert result.exit_code == 0, result.output
    dumps = sorted(each.name for each in Path("dumps").iterdir() if each.suffix == ".json")
    assert dumps == sorted(
        f"{stem}.tools.json"
        for stem in (
            *("a-b", "a-b-2", "A-B-3", "up", "server", "server-2", "hidden", "a-b-4", "x" * 50, "C-temp-x", "ß"),
        )
    )
    assert sorted(Path().iterdir()) == [Path(".git"), Path(".mcp.json"), Path("dumps")]


@pytest.mark.parametrize("output", [".mcp.json", "./x/../.mcp.json", "link.json"])
def test_dump_goes_over_no_configuration(run: Run, output: str) -> None:
    file = _configuration(harbour=_entry())
    before = Path(file).read_bytes()
    Path("x").mkdir()
    Path("link.json").symlink_to(file)
    result = run("dump", file, "--start", "-o", output)
    assert result.exit_code == 2
    assert "a dump would overwrite .mcp.json" in result.stderr
    assert Path(file).read_bytes() == before
    _settings("servers: {harbour: {command: [PYTHON, SERVER]}}")
    result = run("dump", "--start", "-o", "catalint.yaml")
    assert (result.exit_code, "a dump would overwrite catalint.yaml" in result.stderr) == (2, True)


@pytest.mark.parametrize(
    ("output", "said"),
    [
        ("file/", "file: no folder can be made there: File exists"),
        ("file/deep/x.json", "file/deep: no folder can be made there: Not a directory"),
        ("", "-o names no file"),
        ("x" * 300, "can't be written: File name too long"),
    ],
)
def test_dump_where_nothing_can_be_written(run: Run, output: str, said: str) -> None:
    Path("file").touch()
    result = run("dump", "-o", output, *HARBOUR)
    assert result.exit_code == 2, result.output
    assert said in result.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="devices of Linux")
def test_dump_to_a_device(run: Run) -> None:
    """It is read by nobody, be it endless, and has no lock beside it."""
    assert run("dump", "-o", "/dev/null", *HARBOUR).exit_code == 0
    full = run("dump", "-o", "/dev/full", *HARBOUR)
    assert (full.exit_code, "/dev/full: can't be written: No space left" in full.stderr) == (2, True)
    command = [sys.executable, "-m", "catalint", "dump", "-o", "/dev/stdout", *HARBOUR]
    with Path("out").open("wb") as out:
        subprocess.run(command, stdout=out, check=True)
    assert json.loads(Path("out").read_text(encoding="utf-8").partition("\nwrote ")[0])["tools"]
    assert not [name for name in ("null.lock", "full.lock", "stdout.lock") if Path("/dev", name).exists()]


def test_dump_starts_nothing_that_it_can_not_write(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "log"
    file = _configuration(harbour=_entry("record", str(log)), quay=_entry("record", str(log)))
    for output in ((), ("-o", "all.json"), ("-o", "-")):
        result = run("dump", file, "--start", *output)
        assert result.exit_code == 2
        assert "2 servers can't go to" in result.stderr
    assert not log.exists()
    assert run("dump", file, "--start", "--only", "quay", "-o", "-").exit_code == 0
    assert log.exists()


def test_dump_leaves_out_servers_without_a_dump(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "log"
    _settings(
        f"servers:\n  harbour: {{command: [PYTHON, SERVER, record, '{log}']}}\n"
        "  quay: {dump: quay.json, command: [PYTHON, SERVER]}\n"
    )
    result = run("dump", "--start")
    assert (result.exit_code, result.stdout) == (0, "wrote quay.json (3 tools)\n")
    assert "without a dump in catalint.yaml, and so left out: harbour (`--only harbour` writes it" in result.stderr
    assert not log.exists()
    alone = run("dump", "--start", "--only", "harbour")
    assert [tool["name"] for tool in json.loads(alone.stdout)["tools"]] == TOOLS
    assert run("dump", "--start", "-o", "dumps/").exit_code == 0
    assert sorted(path.name for path in Path("dumps").glob("*.json")) == ["harbour.tools.json", "quay.tools.json"]


def test_dump_holds_no_secret(run: Run) -> None:
    run("dump", "-o", "a.json", *HARBOUR, "handshake", "--token", "hunter2")
    assert "hunter2" not in Path("a.json.lock").read_text(encoding="utf-8")


@pytest.mark.parametrize("place", ["client", "own"])
def test_the_value_of_a_variable_shows_nowhere(run: Run, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A value that stands in an argument without looking like a secret, and one that is said elsewhere to be one."""
    monkeypatch.setenv("KEEPER", "low-tide")
    if place == "client":
        name = _configuration(
            harbour=_entry("logs", "${KEEPER}", "as-ebb-key", env={"PART": "ebb-key"}), broken=_entry("no ${KEEPER}")
        )
        inputs = [name, "--start", "--no-config"]
    else:
        _settings(
            "servers:\n"
            "  harbour: {command: [PYTHON, SERVER, logs, '${KEEPER}', as-ebb-key], env: {PART: ebb-key}}\n"
            "  broken: {command: [PYTHON, SERVER, 'no ${KEEPER}']}\n"
        )
        inputs = ["--start"]
    told = ""
    for form in ("text", "json", "sarif", "markdown", "github", "gitlab", "junit"):
        result = run("check", *inputs, "--format", form)
        assert result.exit_code == 3
        told += result.output
    dumped = run("dump", *inputs, "-o", "dumps/")
    told += dumped.output + run("tokens", *inputs).output
    lock = Path("dumps/harbour.tools.json.lock").read_text(encoding="utf-8")
    assert "${KEEPER}" in json.loads(lock)["source"]
    assert "KeyError" in told  # of the one that is broken, with what it wrote
    assert not any(value in told + lock for value in ("low-tide", "ebb-key"))


def test_dump_starts_nothing_of_a_configuration_by_itself(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "log"
    _settings(f"servers: {{harbour: {{dump: a.json, command: [PYTHON, SERVER, record, '{log}']}}}}\n")
    result = run("dump")
    assert result.exit_code == 2
    assert "dump starts the servers of catalint.yaml: say so with --start" in result.stderr
    assert not log.exists()


def test_dump_of_a_server_that_fails_leaves_the_old_one(run: Run) -> None:
    Path("a.json").write_text("old", encoding="utf-8")
    result = run("dump", "-o", "a.json", *HARBOUR, "exits")
    assert result.exit_code == 3
    assert Path("a.json").read_text(encoding="utf-8") == "old"


def test_a_dump_is_not_dumped(run: Run, dump: Dump) -> None:
    result = run("dump", dump(renew_card="Extend a reader's card."))
    assert result.exit_code == 2
    assert "desk is a dump already" in result.stderr
