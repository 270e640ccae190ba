"""The tools of one harbour, written in each language: which line each part of them is on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from catalint.locate.definition import Definition

PROJECT = Path(__file__).parents[2] / "fixtures" / "projects" / "harbour"
LANGUAGES = ("python", "typescript", "go", "rust", "java", "csharp", "php", "kotlin")


def tool(name: str, description: str = "", **properties: str | None) -> dict[str, Any]:
    """A tool in the keys of MCP; a property is its description, None for one without."""
    schemas = {key: {"description": text} if text else {} for key, text in properties.items()}
    return {"name": name, "description": description, "inputSchema": {"type": "object", "properties": schemas}}


QUAY = ("inputSchema", "properties", "quay")
FREE = ("inputSchema", "properties", "free_only")
VESSEL = ("inputSchema", "properties", "vessel")

LIST = tool("list_berths", "List the berths of a quay.", quay="Letter of the quay.", free_only=None)
LIST_CAMEL = tool("list_berths", "List the berths of a quay.", quay="Letter of the quay.", freeOnly=None)
PILOT = tool("order_pilot", "Order a pilot. One is on board within two hours.", vessel="Name of the vessel.")
SHORT_PILOT = tool("order_pilot", "Order a pilot.", vessel="Name of the vessel.")
TIDE = tool("tide_table", "Tide times of a station for the next days.", station="Name of the station.", days=None)
NEWS = tool("harbour_news", "Notices to mariners of this week.", since="A date.")
RESERVE = tool(
    "harbour_reserve_berth", "Reserve a berth for a vessel and return the reservation's number.", reservation=None
)


Check = Callable[[str, list[Any], Mapping[str, Mapping[Any, str]]], None]


@pytest.fixture
def check(search: Callable[..., dict[str, Definition]], line: Callable[..., str]) -> Check:
    """Compare the lines that parts of tools lead to, by tool and by key or path, with what they should be."""

    def check(language: str, tools: list[Any], expected: Mapping[str, Mapping[Any, str]]) -> None:
        found = search(PROJECT / language, *tools)
        shown = {
            name: {path: line(found[name], *((path,) if isinstance(path, str) else path)) for path in paths}
            for name, paths in expected.items()
        }
        assert shown == expected

    return check


def test_python_functions(check: Check) -> None:
    reservation = ("inputSchema", "properties", "reservation")
    check(
        "python",
        [LIST, RESERVE, TIDE],
        {
            "list_berths": {
                "name": "server.py: async def list_berths(",
                "description": 'server.py: """List the berths of a quay.',
                "outputSchema": "server.py: async def list_berths(",
                QUAY: 'server.py: quay: Annotated[str, Field(description="Letter of the quay, A to F.")],',
                (
                    *FREE,
                    "default",
                ): 'server.py: free_only: bool = Field(default=True, description="Leave out berths that are taken."),',
            },
            "harbour_reserve_berth": {
                "name": 'server.py: name=f"{PREFIX}_reserve_berth",',
                "description": "server.py: description=\"Reserve a berth for a vessel and return the reservation's number"
                '.",',
                "annotations": "server.py: annotations=ToolAnnotations(",
                ("annotations", "title"): 'server.py: title="Reserve a berth",',
                reservation: 'server.py: def reserve(reservation: Reservation, note: str = "") -> str:',
                (
                    "inputSchema",
                    "$defs",
                    "Reservation",
                    "properties",
                    "arrives",
                    "description",
                ): 'models.py: description="Time of arrival, in UTC.",',
                (*reservation, "properties", "length_m"): "models.py: length_m: float",
            },
            "tide_table": {
                "description": "server.py: Tide times of a station for the next days.",
                (
                    "inputSchema",
                    "properties",
                    "station",
                    "description",
                ): "server.py: :param station: name of the station as the almanac has it",
            },
        },
    )


def test_python_calls_and_dictionaries(check: Check) -> None:
    closing = 'server.py: mcp.tool(name="close_lock", description="Close the sea lock.")(office.close_lock)'
    lock = ("inputSchema", "properties", "lock")
    check(
        "python",
        [
            tool("close_lock", "Close the sea lock.", lock=None),
            tool("open_lock", "Open lock.", lock=None, force=None),
            tool("request_tow", "Ask for a tug. It comes within the hour.", vessel="Name of the vessel.", tugs=None),
            tool("berth_prices", "Berth prices.", imo="Seven digits, without the letters IMO.", arrives=None),
            NEWS,
        ],
        {
            "close_lock": {
                "name": closing,
                "description": closing,
                lock: "office.py: def close_lock(lock: str) -> str:",
            },
            "open_lock": {
                "name": "office.py: def open_lock(lock: str, force: bool = False) -> str:",
                "description": 'office.py: """Open lock."""  # catalint: ignore[restated-name] the handbook tells the rest',
            },
            "request_tow": {
                "name": "server.py: name=ToolName.TOW,",
                "description": 'server.py: description="Ask for a tug. " "It comes within the hour.",',
                ("inputSchema", "properties", "tugs", "minimum"): 'server.py: "minimum": 1,',
                ("inputSchema", "required"): 'server.py: "required": ["vessel"],',
            },
            "berth_prices": {
                ("inputSchema", "properties", "imo", "description"): "models.py: imo: str = Field(description="
                '"Seven digits, without the letters IMO.")',
                ("inputSchema", "properties", "arrives"): "models.py: arrives: str = Field(",
            },
            "harbour_news": {"name": 'server.py: "name": "harbour_news",'},
        },
    )


def test_typescript(check: Check) -> None:
    reserve = tool("harbour_reserve_berth", RESERVE["description"], berth="Number of the berth.", nights=None)
    weather = tool(
        "harbour_weather",
        "Wind and sea at the harbour's mouth, for the next twelve hours.",
        hours="Hours ahead, up to 12.",
    )
    check(
        "typescript",
        [LIST, reserve, PILOT, weather, NEWS, tool("release_berth", reservation=None)],
        {
            "list_berths": {
                "name": 'server.ts: "list_berths",',
                "title": 'server.ts: title: "List berths",',
                "description": 'server.ts: description: "List the berths of a quay.",',
                FREE: "server.ts: free_only: z.boolean().default(true),",
                ("annotations", "readOnlyHint"): "server.ts: annotations: { readOnlyHint: true },",
            },
            "harbour_reserve_berth": {
                "name": "server.ts: `${PREFIX}_reserve_berth`,",
                ("inputSchema", "properties", "nights", "minimum"): "server.ts: nights: z.number().int().min(1),",
            },
            "order_pilot": {
                "name": "server.ts: name: ToolName.PILOT,",
                "description": 'server.ts: "Order a pilot. " +',
                (*VESSEL, "description"): 'schemas.ts: vessel: vessel.describe("The vessel to bring in."),',
                (*VESSEL, "properties", "flag"): "schemas.ts: flag: z.string().length(2).optional(),",
                ("inputSchema", "properties", "boards_at", "description"): "schemas.ts: .describe("
                '"Where the pilot boards: a buoy, or `quay`."),',
            },
            "harbour_weather": {
                "description": "schemas.ts: export const WEATHER_DESCRIPTION = \"Wind and sea at the harbour's mouth, for "
                'the next twelve hours.";',
                ("inputSchema", "properties", "hours"): 'server.ts: hours: { type: "integer", description: '
                '"Hours ahead, up to 12." },',
            },
            "harbour_news": {"description": "server.ts: Notices to mariners of this week."},
            "release_berth": {"name": 'server.ts: name = "release_berth";'},
        },
    )


def test_go(check: Check) -> None:
    station = ("inputSchema", "properties", "station")
    check(
        "go",
        [LIST, TIDE, SHORT_PILOT],
        {
            "list_berths": {
                "name": 'main.go: s.AddTool(mcp.NewTool("list_berths",',
                "description": 'main.go: mcp.WithDescription("List the berths of a quay."),',
                QUAY: 'main.go: mcp.WithString("quay",',
                (*QUAY, "description"): 'main.go: mcp.Description("Letter of the quay."),',
                "annotations": "main.go: mcp.WithReadOnlyHintAnnotation(true),",
            },
            "tide_table": {
                "name": "main.go: Name:        toolTide,",
                station: 'main.go: Station string `json:"station" jsonschema:"Name of the station."`',
                ("inputSchema", "properties", "days"): 'main.go: Days    int    `json:"days,omitempty"`',
            },
            "order_pilot": {
                (*VESSEL, "description"): 'main.go: "vessel": {Type: "string", Description: "Name of the vessel."},'
            },
        },
    )


def test_rust(check: Check) -> None:
    berths = tool("list_berths", "List the berths of a quay.", quay="Letter of the quay.", freeOnly="x")
    pilot = tool("order_pilot", "Order a pilot; one is on board within two hours.", vessel="Name of the vessel.")
    free = ("inputSchema", "properties", "freeOnly")
    check(
        "rust",
        [berths, pilot],
        {
            "list_berths": {
                "name": "harbour.rs: pub async fn list_berths(&self, Parameters(request): Parameters<BerthRequest>) -> "
                "String {",
                "description": 'harbour.rs: #[tool(description = "List the berths of a quay.")]',
                (*QUAY, "description"): "harbour.rs: /// Letter of the quay.",
                free: "harbour.rs: pub free_only: Option<bool>,",
                (*free, "description"): 'harbour.rs: #[schemars(description = "Leave out berths that are taken.")]',
            },
            "order_pilot": {
                "name": 'harbour.rs: #[tool(name = "order_pilot", annotations(read_only_hint = false))]',
                "description": "harbour.rs: /// Order a pilot; one is on board within two hours.",
                VESSEL: "harbour.rs: vessel: String,",
            },
        },
    )


def test_java(check: Check) -> None:
    tide = tool("tide_table", "Tide times of a station.")
    annotation = 'Harbour.java: @Tool(name = "list_berths", description = "List the berths of a quay.")'
    check(
        "java",
        [LIST_CAMEL, PILOT, tide],
        {
            "list_berths": {
                "name": annotation,
                "description": annotation,
                QUAY: 'Harbour.java: @ToolParam(description = "Letter of the quay.") String quay,',
            },
            "order_pilot": {
                "name": "Harbour.java: String order_pilot(String vessel) {",
                "description": "Harbour.java: Order a pilot.",
            },
            "tide_table": {"description": 'Harbour.java: .description("Tide times of a station.")'},
        },
    )


def test_csharp(check: Check) -> None:
    check(
        "csharp",
        [LIST_CAMEL, PILOT],
        {
            "list_berths": {
                "name": 'Harbour.cs: [McpServerTool(Name = "list_berths", Title = "List berths", ReadOnly = true)]',
                "description": 'Harbour.cs: [Description("List the berths of a quay.")]',
                (*QUAY, "description"): 'Harbour.cs: [Description("Letter of the quay.")] string quay,',
                ("inputSchema", "properties", "freeOnly"): "Harbour.cs: bool freeOnly = true)",
            },
            "order_pilot": {
                "name": "Harbour.cs: public Task<string> OrderPilotAsync(string vessel) => client.Order(vessel);"
            },
        },
    )


def test_php(check: Check) -> None:
    tide = tool("tide_table", "Tide times of a station.", station="Name of the station.")
    pilot = tool("order_pilot", "Order a pilot; it's on board within two hours.", vessel="Name of the vessel.")
    station = (
        "Harbour.php: 'properties' => ['station' => ['type' => 'string', 'description' => 'Name of the station.']],"
    )
    check(
        "php",
        [LIST_CAMEL, pilot, tide],
        {
            "list_berths": {
                "name": "Harbour.php: #[McpTool(name: 'list_berths')]",
                "description": "Harbour.php: * List the berths of a quay.",
                (*QUAY, "description"): "Harbour.php: * @param string $quay Letter of the quay.",
            },
            "order_pilot": {
                VESSEL: "Harbour.php: string $vessel,",
                "description": "Harbour.php: description: <<<'TEXT'",
            },
            "tide_table": {("inputSchema", "properties", "station"): station},
        },
    )


def test_kotlin(check: Check) -> None:
    check(
        "kotlin",
        [LIST_CAMEL, SHORT_PILOT],
        {
            "list_berths": {
                "name": 'Harbour.kt: name = "list_berths",',
                "description": "Harbour.kt: List the berths of a quay.",
            },
            "order_pilot": {"name": 'Harbour.kt: @Tool("order_pilot", "Order a pilot.")'},
        },
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tool_that_is_not_there_is_not_found(language: str, search: Callable[..., dict[str, Definition]]) -> None:
    assert search(PROJECT / language, tool("paint_buoy", "Paint a buoy in the colours of its side.", buoy=None)) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_places_are_on_one_line(language: str, search: Callable[..., dict[str, Definition]]) -> None:
    found = search(PROJECT / language, LIST, PILOT, TIDE, NEWS, RESERVE)
    places = [spot.place() for definition in found.values() for spot in definition.spots.values()]
    assert places
    assert all(place.span.start_line == place.span.end_line for place in places)
    assert all(place.span.start_column < place.span.end_column for place in places)
    assert {place.how for place in places} == {"code"}
