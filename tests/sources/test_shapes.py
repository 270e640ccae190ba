"""All shapes of one catalog are one catalog: the same tools, the same findings, each value at its own place."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

import catalint_rules
from catalint import Catalog, Context, Corpus, Json, engine, sources
from catalint.location import Location, Place

TOOLS: list[dict[str, Any]] = [
    {
        "name": "list_berths",
        "description": "List the berths of a pier with their depth and the ship that lies there.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "pier": {"type": "string", "description": "Code of the pier, such as P4."},
                "free": {"type": "boolean", "description": "Only berths without a ship."},
            },
            "required": ["pier"],
        },
    },
    {
        "name": "get_berths",
        "description": "",
        "inputSchema": {
            "type": "object",
            "properties": {"pier": {"type": "string"}, "mode": {"type": "string", "enum": ["list", "book", "cancel"]}},
            "required": ["pier", "quay"],
        },
    },
    {
        "name": "order_pilot",
        "description": "Gets data.",
        "inputSchema": {"type": "object", "properties": {"ship": {"type": "strin", "description": "IMO number."}}},
    },
    {
        "name": "list_berths",
        "description": "List the berths of a pier, whatever it is that lies there: “日本丸” 😀 too.",
        "inputSchema": {"type": "object", "properties": {"grid": {"type": "array", "items": {"type": "number"}}}},
    },
]


def renamed(tool: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {key if name == "inputSchema" else name: value for name, value in tool.items()}


def upper_types(schema: Any) -> Any:
    """The spelling of Gemini's own schemas, for the types that it has."""
    if isinstance(schema, dict):
        names = {"object", "string", "boolean", "array", "number"}
        return {
            key: value.upper() if key == "type" and value in names else upper_types(value)
            for key, value in schema.items()
        }
    return [upper_types(item) for item in schema] if isinstance(schema, list) else schema


def unique(tools: list[dict[str, Any]]) -> dict[str, Any]:
    return {tool["name"]: {key: value for key, value in tool.items() if key != "name"} for tool in tools}


DECLARATIONS = [{**tool, "inputSchema": upper_types(tool["inputSchema"])} for tool in TOOLS]
FUNCTIONS = [{"type": "function", **renamed(tool, "parameters")} for tool in TOOLS]

SHAPES: dict[str, Any] = {
    "object": {"tools": TOOLS},
    "list": TOOLS,
    "response": {"jsonrpc": "2.0", "id": 7, "result": {"tools": TOOLS}},
    "inspector": {"result": {"tools": TOOLS}},
    "responses in a list": [{"jsonrpc": "2.0", "id": 1, "result": {}}, {"jsonrpc": "2.0", "result": {"tools": TOOLS}}],
    "pages in a list": [{"tools": TOOLS[:1], "nextCursor": "1"}, {"tools": TOOLS[1:]}],
    "server map": {"harbour": {"tools": TOOLS}},
    "server map of lists": {"harbour": TOOLS},
    "server map of responses": {"harbour": {"jsonrpc": "2.0", "id": 1, "result": {"tools": TOOLS}}},
    "servers": {"servers": {"harbour": {"tools": TOOLS, "version": "1.2"}}},
    "named servers": [{"name": "harbour", "tools": TOOLS}],
    "anthropic": [renamed(tool, "input_schema") for tool in TOOLS],
    "anthropic request": {
        "model": "claude",
        "tools": [{"type": "custom", **renamed(tool, "input_schema")} for tool in TOOLS],
    },
    "openai chat": [{"type": "function", "function": renamed(tool, "parameters")} for tool in TOOLS],
    "openai responses": {"model": "gpt", "tools": FUNCTIONS},
    "openai namespace": [{"type": "namespace", "name": "harbour", "tools": FUNCTIONS}],
    "openai functions": {"functions": [renamed(tool, "parameters") for tool in TOOLS]},
    "gemini": {"tools": [{"function_declarations": [renamed(tool, "parameters") for tool in DECLARATIONS]}]},
    "gemini rest": [{"functionDeclarations": [renamed(tool, "parametersJsonSchema") for tool in TOOLS]}],
    "gemini tools": [{"functionDeclarations": [renamed(tool, "parameters")]} for tool in DECLARATIONS],
    "gemini alone": {"function_declarations": [renamed(tool, "parameters") for tool in DECLARATIONS]},
}
MAPS: dict[str, Any] = {
    "object": {"tools": TOOLS[:3]},
    "tool map": unique(TOOLS[:3]),
    "tool map of anthropic": {name: renamed(tool, "input_schema") for name, tool in unique(TOOLS[:3]).items()},
    "tools as a map": {"tools": unique(TOOLS[:3])},
    "tools with names as a map": {"tools": {tool["name"]: tool for tool in TOOLS[:3]}},
}
Writer = Callable[[Any], bytes]


def as_yaml(value: Any) -> bytes:
    stream = io.StringIO()
    YAML(typ="safe", pure=True).dump(json.loads(json.dumps(value)), stream)
    return stream.getvalue().encode()


WRITERS: dict[str, tuple[str, Writer]] = {
    "indented": ("json", lambda value: json.dumps(value, indent=2).encode()),
    "compact": ("json", lambda value: json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()),
    "utf-16": ("json", lambda value: json.dumps(value, ensure_ascii=False, indent="\t").encode("utf-16")),
    "marked, with carriage returns": (
        "json",
        lambda value: b"\xef\xbb\xbf" + json.dumps(value, indent=1).replace("\n", "\r\n").encode() + b"\r\n\r\n",
    ),
    "yaml": ("yaml", as_yaml),
}
LINES: dict[str, str] = {
    "messages": "\n".join(
        json.dumps(message)
        for message in (
            {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {}},
            {"jsonrpc": "2.0", "id": 0, "result": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}}},
            {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "ready"}},
            {"jsonrpc": "2.0", "id": 3, "error": {"code": -32601, "message": "Method not found"}},
            {"jsonrpc": "2.0", "id": 1, "result": {"tools": TOOLS[:2], "nextCursor": "2"}},
            {"jsonrpc": "2.0", "id": 2, "result": {"tools": TOOLS[2:]}},
        )
    ),
    "pages": "\n\n".join(
        json.dumps({"tools": [tool], **({"nextCursor": str(number)} if number < len(TOOLS) else {})}, indent=1)
        for number, tool in enumerate(TOOLS, 1)
    ),
    "tools": "\n".join(json.dumps(tool, ensure_ascii=False) for tool in TOOLS),
    "after log lines": "[info] 4 tools\n2026-01-31 ready\n{}\n[main] listening\n".replace(
        "{}", json.dumps({"tools": TOOLS}, indent=2)
    ),
}


def load(folder: Path, text: bytes, suffix: str = "json") -> Catalog:
    file = folder / f"dump.{suffix}"
    file.write_bytes(text)
    loaded = sources.load([str(file)], server_name="harbour")
    assert loaded.unread == ()
    (catalog,) = loaded.corpus.catalogs
    return catalog


def symbolic_findings(catalog: Catalog) -> str:
    """All findings of all rules, written out without anything that depends on the file."""
    rules = [rule() for rule in catalint_rules.pack.rules]
    report = engine.run(Context(Corpus((catalog,)), targets=("mcp", "anthropic", "openai")), rules)
    assert report.failures == ()
    return "\n".join(
        f"{result.severity} {result.tool} {result.fingerprint} {result.finding!r}" for result in report.results
    )


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> str:
    found = symbolic_findings(load(tmp_path_factory.mktemp("plain"), json.dumps({"tools": TOOLS}).encode()))
    assert found.count("\n") >= 3
    return found


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("shape", SHAPES)
def test_all_shapes_are_the_same_catalog(shape: str, writer: str, tmp_path: Path) -> None:
    suffix, write = WRITERS[writer]
    catalog = load(tmp_path, write(SHAPES[shape]), suffix)
    assert [(tool.index, dict(tool.raw)) for tool in catalog.tools] == list(enumerate(TOOLS))
    assert [list(tool.raw) for tool in catalog.tools] == [list(tool) for tool in TOOLS] or suffix == "yaml"
    _assert_places(catalog, tmp_path)


@pytest.mark.parametrize("shape", SHAPES)
def test_all_shapes_have_the_same_findings(shape: str, tmp_path: Path, expected: str) -> None:
    assert symbolic_findings(load(tmp_path, json.dumps(SHAPES[shape], indent=1).encode())) == expected


@pytest.mark.parametrize("lines", LINES)
def test_streams_have_the_same_findings(lines: str, tmp_path: Path, expected: str) -> None:
    catalog = load(tmp_path, LINES[lines].encode(), "jsonl")
    assert symbolic_findings(catalog) == expected
    _assert_places(catalog, tmp_path)


def test_yaml_has_the_same_findings(tmp_path: Path, expected: str) -> None:
    assert symbolic_findings(load(tmp_path, json.dumps({"tools": TOOLS}, indent=1).encode(), "yaml")) == expected
    plain = tmp_path / "plain.yaml"
    stream = io.StringIO()
    yaml = YAML(typ="rt", pure=True)  # keeps the order of keys, which the safe writer sorts
    yaml.dump({"tools": TOOLS}, stream)
    plain.write_text(stream.getvalue(), encoding="utf-8")
    assert symbolic_findings(load(tmp_path, plain.read_bytes(), "yaml")) == expected


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("shape", MAPS)
def test_maps_by_name_are_the_same_catalog(shape: str, writer: str, tmp_path: Path) -> None:
    suffix, write = WRITERS[writer]
    catalog = load(tmp_path, write(MAPS[shape]), suffix)
    by_name = {tool["name"]: tool for tool in TOOLS[:3]}
    assert {tool.name: dict(tool.raw) for tool in catalog.tools} == by_name
    assert [tool.name for tool in catalog.tools] == list(by_name) or suffix == "yaml"
    _assert_places(catalog, tmp_path)


def _assert_places(catalog: Catalog, folder: Path) -> None:
    """Each name, description and schema is found where it stands."""
    for tool in catalog.tools:
        description = str(tool.raw["description"])
        for where in (tool.at(), tool.at("name"), tool.at("title")):
            assert _read(catalog, where, folder) == tool.name
        assert _read(catalog, tool.at("description"), folder) in (description, "description")
        schemas = {"inputSchema", "input_schema", "parameters", "parametersJsonSchema"}
        assert _read(catalog, tool.at("inputSchema", part="key"), folder) in schemas
        for parameter in tool.parameters:
            name = _read(catalog, parameter.at(part="key"), folder)
            assert name == parameter.name


def _read(catalog: Catalog, where: Location, folder: Path) -> Json:
    assert catalog.source is not None
    place = catalog.source.place(where)
    assert place is not None
    assert Path(place.path).parent == folder
    text = slice_of(place)
    return json.loads(text) if text.startswith('"') else text.strip("'")


def slice_of(place: Place) -> str:
    """What stands at a place, by its lines and columns; checked against the columns in UTF-16."""
    data = Path(place.path).read_bytes()
    content = data.decode("utf-16" if data[:2] == b"\xff\xfe" else "utf-8-sig")
    assert place.span.start_line == place.span.end_line
    line = content.split("\n")[place.span.start_line - 1]
    text = line[place.span.start_column - 1 : place.span.end_column - 1]
    start, end = place.utf16_columns
    assert line.encode("utf-16-le")[2 * start - 2 : 2 * end - 2].decode("utf-16-le") == text
    return text
