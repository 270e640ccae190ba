from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from catalint import tokenizer

Run = Callable[..., Result]

PILOT: dict[str, Any] = {
    "name": "order_pilot",
    "description": "Order a pilot for one ship. The pilot boards at the outer buoy.",
    "inputSchema": {
        "type": "object",
        "properties": {
            "ship": {"type": "string", "description": "IMO number of the ship."},
            "at": {
                "type": "string",
                "format": "date-time",
                "description": "When the ship reaches the buoy, local time.",
            },
        },
        "required": ["ship", "at"],
    },
    "annotations": {"title": "Order a pilot", "readOnlyHint": False},
}
TIDE: dict[str, Any] = {
    "name": "get_tide",
    "description": "Return high and low water of one day.",
    "inputSchema": {"type": "object", "properties": {"day": {"type": "string"}}},
}
PANEL: dict[str, Any] = {
    "name": "redraw_panel",
    "description": "Redraw the panel.",
    "inputSchema": {"type": "object"},
    "_meta": {"ui": {"visibility": ["app"]}},
}


@pytest.fixture
def harbour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    return write("harbour.json", TIDE, PANEL, PILOT)


def write(file: str, *tools: dict[str, Any]) -> str:
    Path(file).write_text(json.dumps({"tools": tools}), encoding="utf-8")
    return file


def definition(tool: dict[str, Any]) -> str:
    seen = {"name": tool["name"], "description": tool["description"], "input_schema": tool["inputSchema"]}
    return json.dumps(seen, separators=(",", ":"))


def names(output: str) -> list[str]:
    """The first words of the rows of the first table."""
    rows = output.split("\n\n")[1].splitlines()
    return [row.split("  ")[1] if row.startswith("    ") else row.split()[0] for row in rows[1:]]


def test_text(run: Run, harbour: str) -> None:
    result = run("tokens", harbour)
    assert result.exit_code == 0
    assert result.stderr == ""
    sizes = {tool["name"]: tokenizer.counter().count(definition(tool)) for tool in (PILOT, TIDE, PANEL)}
    total = sizes["order_pilot"] + sizes["get_tide"]
    first = result.stdout.splitlines()[0]
    assert first.startswith("harbour")
    assert f"2 tools, {total} tokens, {total / 200_000:.1%} of a 200k window" in first
    for name in ("order_pilot", "get_tide"):
        assert f"{sizes[name]}   {sizes[name] / total:.1%}" in result.stdout
    assert "one-line index" in result.stdout
    assert "no gain from so few: a search tool (about 500)" in result.stdout
    assert f"Left out: 1 tool ({sizes['redraw_panel']} tokens) that only apps call: redraw_panel." in result.stdout
    assert "Not in these numbers: " in result.stdout


@pytest.mark.parametrize(
    ("arguments", "rows"),
    [
        ((), ["order_pilot", "get_tide", "total"]),
        (("--sort", "name"), ["get_tide", "order_pilot", "total"]),
        (("--sort", "list"), ["get_tide", "order_pilot", "total"]),
        (("--top", "1"), ["order_pilot", "1", "total"]),
    ],
)
def test_order_and_top(run: Run, harbour: str, arguments: tuple[str, ...], rows: list[str]) -> None:
    shown = names(run("tokens", harbour, *arguments).stdout)
    assert shown[: len(rows)] == rows


def test_parameters(run: Run, harbour: str) -> None:
    output = run("tokens", harbour, "--params", "--sort", "list").stdout
    order = [output.index(name) for name in ("get_tide", "    day ", "order_pilot", "    ship ", "    at ")]
    assert order == sorted(order)
    largest = run("tokens", harbour, "--params").stdout
    assert largest.index("    at ") < largest.index("    ship ")


def test_json(run: Run, harbour: str) -> None:
    result = run("tokens", harbour, "--format", "json", "--window", "10k")
    assert result.exit_code == 0
    value = json.loads(result.stdout)
    assert (value["version"], value["encoding"], value["window"]) == (1, "o200k_base", 10_000)
    assert value["tool"]["name"] == "catalint"
    (catalog,) = value["catalogs"]
    tools = {tool["name"]: tool for tool in catalog["tools"]}
    assert list(tools) == ["get_tide", "redraw_panel", "order_pilot"]
    assert [tool["visible"] for tool in tools.values()] == [True, False, True]
    for raw in (PILOT, TIDE, PANEL):
        tool = tools[raw["name"]]
        parts = tool["parts"]
        assert tool["tokens"] == tokenizer.counter().count(definition(raw))
        assert list(parts["parameters"]) == list(raw["inputSchema"].get("properties", {}))
        assert (
            parts["name"] + parts["description"] + sum(parts["parameters"].values()) + parts["rest"] == tool["tokens"]
        )
        whole = tokenizer.counter().count(json.dumps(raw, separators=(",", ":")))
        assert tool["wire"] == whole - tool["tokens"]
    seen = tools["get_tide"]["tokens"] + tools["order_pilot"]["tokens"]
    assert (catalog["count"], catalog["tokens"], sum(catalog["parts"].values())) == (2, seen, seen)
    assert catalog["share"] == round(seen / 10_000, 6)
    assert catalog["wire"] == tools["order_pilot"]["wire"]
    assert 0 < catalog["index"] < seen
    assert catalog["deferred"] == seen
    assert value["total"] == {key: catalog[key] for key in value["total"]}
    assert value["unread"] == []


def test_several_catalogs(run: Run, harbour: str) -> None:
    other = write("tides.json", TIDE)
    value = json.loads(run("tokens", harbour, other, "--format", "json").stdout)
    assert value["total"]["count"] == 3
    assert value["total"]["tokens"] == sum(catalog["tokens"] for catalog in value["catalogs"])
    output = run("tokens", harbour, other).stdout
    assert f"all 2 catalogs: 3 tools, {value['total']['tokens']} tokens" in output
    assert output.index("  harbour ") < output.index("  tides ")


def test_an_input_that_can_not_be_read_does_not_stop_the_others(run: Run, harbour: str) -> None:
    for form in ("text", "json"):
        result = run("tokens", "missing.json", harbour, "--format", form)
        assert result.exit_code == 3
        assert "get_tide" in result.stdout
        assert "missing.json" in result.stderr
        assert len(result.stderr.splitlines()) == 1
    assert json.loads(result.stdout)["unread"][0]["path"] == "missing.json"


def test_standard_input(run: Run) -> None:
    result = run("tokens", "-", "--server-name", "piped", input=json.dumps({"tools": [TIDE]}))
    assert result.exit_code == 0
    assert result.stdout.startswith("piped")


def test_servers_and_encoding_of_the_configuration(run: Run, harbour: str) -> None:
    text = f"servers: {{docks: {{dump: {harbour}}}}}\nencoding: o200k_harmony\n"
    Path("catalint.yaml").write_text(text, encoding="utf-8")
    value = json.loads(run("tokens", "--format", "json").stdout)
    assert value["encoding"] == "o200k_harmony"
    assert [catalog["server"] for catalog in value["catalogs"]] == ["docks"]
    assert json.loads(run("tokens", harbour, "--no-config", "--format", "json").stdout)["encoding"] == "o200k_base"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "nothing to read"),
        (("{file}", "--encoding", "cl100k"), "unknown encoding 'cl100k'; did you mean 'cl100k_base'?"),
        (("{file}", "--encoding", "cl100k_base"), "not installed"),
        (("{file}", "--window", "0"), "write 200000, 200k or 1M"),
        (("{file}", "--window", "many"), "write 200000, 200k or 1M"),
        (("{file}", "--top", "0"), "--top"),
        (("{file}", "--sort", "size"), "--sort"),
    ],
)
def test_wrong_usage(
    run: Run, harbour: str, arguments: tuple[str, ...], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(Path("empty").absolute()))
    result = run("tokens", *(argument.format(file=harbour) for argument in arguments))
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert result.stdout == ""


@pytest.mark.parametrize("window", ["1M", "1m", "1000k", "1_000_000", "1000000"])
def test_windows(run: Run, harbour: str, window: str) -> None:
    assert json.loads(run("tokens", harbour, "--format", "json", "--window", window).stdout)["window"] == 1_000_000


def test_colours(run: Run, harbour: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[" not in run("tokens", harbour).stdout
    assert "\x1b[" in run("tokens", harbour, "--color", "always", color=True).stdout
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in run("tokens", harbour, color=True).stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in run("tokens", harbour, color=True).stdout


def test_a_place_for_ascii_only(harbour: str, tmp_path: Path) -> None:
    environment = {"PYTHONIOENCODING": "ascii", "PATH": "", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "catalint", "tokens", harbour]
    output = subprocess.run(command, capture_output=True, cwd=tmp_path, env=environment, check=True).stdout
    assert output.isascii()
    assert b"# description  = parameters  - other" in output
    assert b"\\u" not in output


def test_an_empty_catalog(run: Run) -> None:
    file = write("empty.json")
    assert run("tokens", file).exit_code == 3
    result = run("tokens", file, "--allow-empty")
    assert result.exit_code == 0
    assert "0 tools, 0 tokens" in result.stdout
