"""`assert_catalog` as the author of a server uses it: on objects of version 2 of the official SDK, and on plain data."""

from __future__ import annotations

import asyncio
import contextvars
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import types
from mcp.server import MCPServer, Server

from catalint.errors import ConfigError, InputError
from catalint.finding import Severity
from catalint.live import ServerError
from catalint.testing import assert_catalog

ROOT = Path(__file__).parents[1]
TIDES = "Read when the next high and low tide come at a harbour, with their heights in metres."
GOOD = {
    "name": "read_tide",
    "description": TIDES,
    "inputSchema": {
        "type": "object",
        "properties": {"harbour": {"type": "string", "description": "UN/LOCODE of the harbour, such as `DEHAM`."}},
        "required": ["harbour"],
    },
}


def harbour() -> MCPServer[Any]:
    server: MCPServer[Any] = MCPServer("harbour")

    @server.tool()
    def book_berth(ship: str, until: str) -> str:
        return f"{ship} {until}"

    @server.tool()
    def read_tide(harbour: str) -> str:
        """Read when the next high and low tide come at a harbour, with their heights in metres."""
        return harbour

    return server


def read_wind(harbour: str) -> str:
    return harbour


def message(server: object, *arguments: Any, **options: Any) -> str:
    with pytest.raises(AssertionError) as raised:
        assert_catalog(server, *arguments, **options)
    return str(raised.value)


def test_a_good_catalog_gives_its_report() -> None:
    report = assert_catalog([GOOD], server_name="pilot")
    assert [(each.server, each.tools) for each in report.catalogs] == [("pilot", 1)]
    assert report.count(Severity.WARNING) == 0


def test_findings_are_the_message() -> None:
    first, empty, *lines = message(harbour(), "error").splitlines()
    assert first == "1 error in the catalog of harbour (2 tools), with fail_on='error'"
    assert empty == ""
    [line] = [line for line in lines if line.startswith("error[")]
    assert line.startswith(f"error[missing-description] book_berth ({Path(__file__).relative_to(Path.cwd())}:")
    assert not [line for line in lines if line.startswith(("warning[", "note["))]
    assert lines[-1].startswith("`catalint explain RULE`")


def test_the_line_is_that_of_the_function() -> None:
    line = next(line for line in message(harbour()).splitlines() if "missing-description" in line)
    number = int(line.partition(f"{Path(__file__).name}:")[2].partition(":")[0])
    source = Path(__file__).read_text(encoding="utf-8").splitlines()
    assert "def book_berth(" in "".join(source[number - 1 : number + 1])


def test_comments_in_the_code_count() -> None:
    server: MCPServer[Any] = MCPServer("harbour")

    @server.tool()
    def sail(ship: str) -> str:  # catalint: ignore[missing-description] it is a demonstration
        return ship

    report = assert_catalog(server, "error")
    [result] = [each for each in report.suppressed if each.finding.rule == "missing-description"]
    assert "it is a demonstration" in result.suppressed


def test_fail_on() -> None:
    lowered = {"missing-description": "note"}
    assert "1 note in the catalog of harbour" in message(harbour(), "note", rules=lowered)
    assert assert_catalog(harbour(), rules=lowered).count(Severity.NOTE) == 1
    assert assert_catalog(harbour(), "never").count(Severity.ERROR) == 1
    assert message(harbour(), Severity.ERROR) == message(harbour(), "error")
    with pytest.raises(ConfigError, match="'fatal' is neither note, warning, error nor never"):
        assert_catalog(harbour(), "fatal")


def test_options_choose_the_rules() -> None:
    def found(**options: Any) -> set[str]:
        return {result.finding.rule for result in assert_catalog(harbour(), "never", **options).results}

    assert found(select=["missing-description"]) == {"missing-description"}
    assert "missing-description" not in found(ignore=["missing-*"])
    assert "missing-description" not in found(rules={"missing-description": "off"})
    report = assert_catalog(harbour(), "error", rules={"missing-description": "note"})
    assert [str(each.severity) for each in report.results if each.finding.rule == "missing-description"] == ["note"]
    with pytest.raises(ConfigError, match="did you mean 'missing-description'"):
        assert_catalog(harbour(), select=["missing-descriptions"])
    with pytest.raises(ConfigError, match="unknown target 'mpc'"):
        assert_catalog(harbour(), targets=["mpc"])


def test_a_configuration_counts_only_where_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "catalint.yaml"
    file.write_text("select: [missing-description]\nrules:\n  missing-description: warning\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert "error[missing-description]" in message(harbour())
    assert assert_catalog(harbour(), "error", config=file).count(Severity.WARNING) == 1
    off = assert_catalog(harbour(), config=str(file), rules={"missing-description": "off"})
    assert off.results == ()


def test_inside_a_running_loop() -> None:
    """As in a test that is a coroutine, and with what the test has set."""
    language = contextvars.ContextVar("language", default="unset")

    @asynccontextmanager
    async def lifespan(server: MCPServer[Any]) -> AsyncIterator[None]:
        server.add_tool(read_wind, name=f"read_{language.get()}", description=TIDES)
        yield

    async def test() -> list[str]:
        language.set("frisian")
        report = assert_catalog(MCPServer("harbour", lifespan=lifespan), "never")
        return [name for each in report.catalogs for name in [str(each.tools)]]

    assert asyncio.run(test()) == ["1"]


async def make_later() -> MCPServer[Any]:
    return harbour()


@pytest.mark.parametrize("make", [harbour, make_later])
def test_what_makes_a_server_is_called(make: object) -> None:
    assert "missing-description" in message(make)


def test_plain_data() -> None:
    assert message([{**GOOD, "description": ""}]).startswith("1 error in the catalog of server (1 tool)")
    assert assert_catalog({"tools": [GOOD], "nextCursor": None}, "error").catalogs[0].tools == 1
    assert assert_catalog({"jsonrpc": "2.0", "id": 1, "result": {"tools": [GOOD]}}, "error").catalogs[0].tools == 1
    listed = asyncio.run(harbour().list_tools())
    assert "missing-description" in message(listed)
    assert "missing-description" in message(types.ListToolsResult(tools=listed))


def test_a_dump(tmp_path: Path) -> None:
    file = tmp_path / "tides.json"
    file.write_text(json.dumps([{**GOOD, "description": ""}], indent=1), encoding="utf-8")
    assert f"error[missing-description] read_tide ({file}:" in message(file)
    assert "in the catalog of tides (1 tool)" in message(str(file))
    with pytest.raises(InputError, match="no such file"):
        assert_catalog(tmp_path / "nothing.json")
    with pytest.raises(InputError, match="no tools in it"):
        assert_catalog([])
    assert assert_catalog([], allow_empty=True).results == ()


def test_what_can_not_be_listed() -> None:
    with pytest.raises(ServerError, match=r"could not start: the given int is an object of `builtins.int`; accepted"):
        assert_catalog(7)

    def broken() -> object:
        raise KeyError("PORT")

    with pytest.raises(ServerError, match="the given function raised KeyError: 'PORT'") as raised:
        assert_catalog(broken)
    assert isinstance(raised.value.__cause__, KeyError)

    with pytest.raises(TypeError, match="datetime is neither JSON nor a tool"):
        assert_catalog([__import__("datetime").datetime.now(tz=None)])


def test_a_server_that_blocks() -> None:
    async def blocking(_: Any, __: Any) -> types.ListToolsResult:
        await asyncio.sleep(600)
        raise AssertionError

    with pytest.raises(ServerError, match=r"timed out: no answer to `tools/list` within 0\.3 s"):
        assert_catalog(Server("blocking", on_list_tools=blocking), seconds=0.3)


def test_a_lifespan_that_fails_is_a_note() -> None:
    @asynccontextmanager
    async def lifespan(_: object) -> AsyncIterator[None]:
        raise ConnectionError("no database")
        yield

    server: MCPServer[Any] = MCPServer("harbour", lifespan=lifespan)
    server.add_tool(read_wind, description="")
    first = next(line for line in message(server).splitlines() if line.startswith("note: "))
    assert first.startswith("note: harbour: listed without the server's lifespan, which raised ConnectionError: no")


def test_the_message_is_bounded_and_plain() -> None:
    tools = [{**GOOD, "name": f"read_tide_\x1b[31m{number}", "description": "\x1b]0;x"} for number in range(400)]
    text = message(tools, "note")
    assert len(text) < 20_000
    assert "\x1b" not in text
    assert " more: " in text
    shown = [line.partition("]")[0] for line in text.splitlines() if line.startswith(("error[", "warning[", "note["))]
    assert max(shown.count(rule) for rule in shown) <= 5
    assert [line.partition("[")[0] for line in shown] == sorted(
        (line.partition("[")[0] for line in shown), key=["error", "warning", "note"].index
    )


def test_in_a_suite(tmp_path: Path) -> None:
    """The failure is short: none of our own lines, and the findings as they are."""
    (tmp_path / "test_tools.py").write_text(
        "from catalint.testing import assert_catalog\n\n"
        "def test_tools():\n    assert_catalog([{'name': 'read', 'inputSchema': {'type': 'object'}}])\n",
        encoding="utf-8",
    )
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_tools.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    assert "E       AssertionError: 2 errors in the catalog of server (1 tool)" in run.stdout
    assert "E       error[missing-description] read: " in run.stdout
    assert "asserting.py" not in run.stdout.partition("short test summary")[0].replace(
        "lint/catalint/asserting.py:", ""
    )


def test_importing_it_is_light() -> None:
    code = "import sys, catalint.testing; print(*sorted(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"asyncio", "jsonschema", "numpy", "ruamel", "mcp", "psutil", "ssl", "catalint.live", "catalint.cli"}
    assert heavy.isdisjoint(run.stdout.split())
