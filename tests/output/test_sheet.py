from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from catalint.context import Context
from catalint.model import Catalog, Corpus, build_catalog
from catalint.output import bill, sheet
from catalint.output.encode import encode
from catalint.output.sheet import View, window_name
from catalint.output.terminal import columns
from catalint.report import Unread

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
# What a server may try: colours, a link, a window title, line feeds, a reversed reading, a wide and an endless name.
HOSTILE = [
    "\x1b[2J\x1b[31mred",
    "\x1b]8;;https://example.org\x07click\x1b]8;;\x07",
    "\x1b]0;title\x07\r\n::error::forged",
    "two\nlines\ttab",
    "\u202egnp.exe\u2066",
    "\ud800 half",
    "名前" * 30,
    "endless_" * 40,
    "",
]


def tool(name: str, description: str = "Do one thing.", **properties: Any) -> dict[str, Any]:
    return {"name": name, "description": description, "inputSchema": {"type": "object", "properties": properties}}


def text(kind: str, words: int) -> dict[str, Any]:
    return {"type": kind, "description": " ".join(["word"] * words)}


QUARRY = [
    tool("blast_face", "Blast one face of the quarry after the siren. " * 3, face=text("string", 4)),
    tool("weigh_lorry", "Weigh a lorry on the bridge.", plate=text("string", 9), load=text("number", 30), tare=True),
    tool("list_stones", "List the stones in stock. Sorted by size, then by colour."),
    {**tool("redraw_map", "Redraw the map."), "_meta": {"ui": {"visibility": ["app"]}}},
]
FERRY = [
    {**tool("cast_off", "Cast off.", wait=text("integer", 3)), "title": "Cast off", "annotations": {"a": "b" * 40}}
]


def make(**catalogs: list[dict[str, Any]]) -> bill.Bill:
    made = tuple(
        replace(build_catalog(server, list(tools)), origin=f"{server}.json") for server, tools in catalogs.items()
    )
    return bill.Bill(made, Context(Corpus(made)), 200_000)


@pytest.fixture
def quarry() -> bill.Bill:
    return make(quarry=QUARRY)


def test_one_catalog(quarry: bill.Bill, text_file: SnapshotAssertion) -> None:
    assert sheet.write(quarry, View()) == text_file


def test_several_catalogs(text_file: SnapshotAssertion) -> None:
    assert sheet.write(make(quarry=QUARRY, ferry=FERRY, bare=[]), View(order="name")) == text_file


def test_on_a_terminal(quarry: bill.Bill, text_file: SnapshotAssertion) -> None:
    assert sheet.write(quarry, View(parameters=True, color=True, width=72)) == text_file


def test_without_block_characters(quarry: bill.Bill, text_file: SnapshotAssertion) -> None:
    assert sheet.write(quarry, View(top=1, width=140, blocks=False)) == text_file


def test_for_programs(json_file: SnapshotAssertion) -> None:
    unread = [Unread("gone.json", "no such file"), Unread("bad.json", "no JSON", 3, 7)]
    assert encode(bill.to_json(make(quarry=QUARRY, ferry=FERRY), "9.9", unread)) == json_file


@pytest.mark.parametrize("width", [10, 48, 60, 72, 88, 100, 140, 250])
@pytest.mark.parametrize("color", [False, True])
def test_lines_fit_the_terminal(width: int, color: bool) -> None:
    hostile = [tool(name or "unnamed", name, **{name: text("string", 9)}) for name in HOSTILE]
    output = sheet.write(make(quarry=QUARRY, hostile=hostile), View(parameters=True, color=color, width=width))
    lines = COLOUR.sub("", output).splitlines()
    # a name is cut at a third of the width, but a heading is not
    assert all(columns(line) <= max(width, 48) for line in lines if line.startswith("  "))


@pytest.mark.parametrize("view", [View(), View(parameters=True, color=True, width=80), View(order="name", top=2)])
def test_nothing_that_a_terminal_obeys_gets_through(view: View) -> None:
    hostile = [tool(name or "unnamed", name, **{name: text("string", 2)}) for name in HOSTILE]
    hidden = [{**raw, "_meta": {"ui": {"visibility": ["app"]}}} for raw in hostile]
    servers = {name or "unnamed": [*hostile, *hidden] for name in HOSTILE}
    output = COLOUR.sub("", sheet.write(make(**servers), view))
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]", output)
    assert "::error::" not in [line[:9] for line in output.splitlines()]
    output.encode()


def bars(output: str) -> list[str]:
    return re.findall(r"[█▓░]{2,}", output)


def test_bars_are_as_long_as_their_share() -> None:
    words = {"small": 50, "half": 250, "large": 500}
    made = make(quarry=[tool(name, " ".join(["stone"] * count)) for name, count in words.items()])
    large, half, small = bars(sheet.write(made, View()))
    assert len(large) > 20
    assert abs(len(half) - len(large) * (250 + 20) / (500 + 20)) <= 1
    assert abs(len(small) - len(large) * (50 + 20) / (500 + 20)) <= 1
    assert large.count("█") > 0.9 * len(large)
    assert list(large) == sorted(large, key="█▓░".index)


def test_a_catalog_that_no_model_sees() -> None:
    hidden = make(quarry=[QUARRY[-1]])
    output = sheet.write(hidden, View())
    assert output.startswith("quarry (quarry.json): 0 tools, 0 tokens that a model sees\n")
    assert "Left out: 1 tool " in output
    assert "one-line index" not in output


def test_instructions_are_counted_beside_the_tools(quarry: bill.Bill) -> None:
    (catalog,) = quarry.catalogs
    told = replace(catalog, envelope={"instructions": "Sound the siren before each blast, and wait a minute."})
    made = bill.Bill((told,), Context(Corpus((told,))), 200_000)
    program = bill.to_json(made, "9.9")
    assert program["total"]["instructions"] == program["catalogs"][0]["instructions"] == 13
    assert program["total"]["tokens"] == quarry.sum(catalog.visible).total
    assert "Beside these numbers: 13 tokens of server instructions" in sheet.write(made, View())
    assert "instructions" not in sheet.write(quarry, View())


def test_rows_add_up(quarry: bill.Bill) -> None:
    catalog: Catalog = quarry.catalogs[0]
    rows = [line.split() for line in sheet.write(quarry, View(width=120)).split("\n\n")[1].splitlines()[1:-1]]
    numbers = [[int(word.replace(",", "")) for word in row if re.fullmatch(r"[\d,]+", word)] for row in rows]
    *tools, total = numbers
    assert [sum(column) for column in zip(*tools, strict=True)] == total
    assert total[0] == sum(total[1:]) == quarry.sum(catalog.visible).total


@pytest.mark.parametrize(
    ("window", "name"), [(200_000, "200k"), (1_000_000, "1M"), (1_500_000, "1,500k"), (4_097, "4,097-token")]
)
def test_windows_have_their_usual_names(window: int, name: str) -> None:
    assert window_name(window) == name
