"""missing-output-shape: results that nobody can expect anything of."""

from typing import Any

import pytest

from catalint import Severity
from catalint.testing import findings
from catalint_rules.descriptions.missing_output_shape import MissingOutputShape, describes


def tool(name: str, description: str, output: Any = None) -> dict[str, Any]:
    entry = {"name": name, "description": description, "inputSchema": {"type": "object"}}
    return entry if output is None else entry | {"outputSchema": output}


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("search_wines", "Search wines by grape."),
        ("find_wines", "Searches for wines of a maker"),
        ("web_search", "Performs a web search with the cellar's engine"),
        ("check_stock", "Check the stock of a shelf."),
        ("evaluate", "Evaluate JavaScript in the page."),
        ("run_script", "Run a script of the cellar master."),
        ("perform_repair", "Attempt to automatically repair common problems"),
        ("validate_label", "Validates a label of a bottle."),
        ("get_health", "Get quick health status for monitoring"),
        ("get_metrics", "Get detailed performance metrics and analysis"),
        ("get_activity", "Fetch recent activity on the cellar"),
        ("get_wine_info", "Get detailed information about a wine in the cellar."),
    ],
)
def test_results_left_open(name: str, description: str) -> None:
    (found,) = findings(MissingOutputShape, [tool(name, description)])
    assert found.severity is Severity.NOTE
    assert 'add "Returns …" with the fields, or an outputSchema' in found.message
    assert len(found.message) <= 240


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("search_wines", "Search wines by grape. Returns name, maker and price of each."),
        ("search_wines", "Search wines by grape; each hit has a name and a price."),
        ("search_wines", "Search wines by grape, with name and price."),
        ("search_wines", "Search wines by grape. Response: a list of wines."),
        ("check_stock", "Check whether a shelf is full."),
        ("check_stock", "Check if a shelf is full."),
        ("analyze_cellar", "Analyze a cellar to identify shelves that are too warm."),
        ("analyze_notes", "Analyze notes and suggest a title."),
        ("get_stats", "Get statistics of a shelf (bottles, age, value)."),
        ("list_wines", "List the wines of a shelf."),
        ("get_wine", "Get a wine by its number."),
        ("get_temperature", "Get the temperature of a shelf."),
        ("create_label", "Create a label."),
        ("delete_label", "Delete a label for good."),
        ("open_door", "Open the door of the cellar."),
        ("suche", "Sucht nach Weinen und zeigt das Ergebnis der Suche."),
        # an answer to what is passed on is no secret
        ("run_sql", "Run a SQL statement on the cellar database."),
        ("call_cellar", "Execute named commands of the cellar master."),
        # restated-name reports it
        ("validate_label", "Validates a label."),
        ("run_sql", "[Cellar only] Execute an INSERT, UPDATE, or DELETE query on the database."),
        ("get_wine_info", "Get detailed information about a wine — grape, year, and maker."),
        ("search_books", "Search the cellar books for passages with page/line offsets."),
        ("run_tasting", "Run a tasting with detailed marks per judge and notes."),
        # what is read is named, whatever the name says
        ("wine_search", "Fetch the label of a wine from its address"),
        ("wine_data", "Quickly read structured wine search data."),
        ("search", "TODO"),
        ("search", ""),
    ],
)
def test_results_that_are_told(name: str, description: str) -> None:
    assert findings(MissingOutputShape, [tool(name, description)]) == []


@pytest.mark.parametrize(
    ("schema", "told"),
    [
        (None, False),
        ("text", False),
        ({"type": "object"}, False),
        ({"type": "object", "properties": {}}, False),
        ({"type": "object", "additionalProperties": True}, False),
        ({"type": "object", "properties": {"result": {}}}, False),
        ({"type": "object", "properties": {"result": {"type": "string"}}}, False),
        ({"type": "object", "properties": {"result": {"type": "object", "additionalProperties": True}}}, False),
        ({"type": "object", "properties": {"result": {"anyOf": [{"type": "string"}, {"type": "object"}]}}}, False),
        ({"type": "object", "properties": {"result": {"type": "array", "items": {"type": "object"}}}}, False),
        ({"type": "object", "properties": {"result": {"type": "integer"}}}, True),
        ({"type": "object", "properties": {"result": {"type": "string", "description": "Path of the file."}}}, True),
        ({"type": "object", "properties": {"result": {"$ref": "#/$defs/Wine"}}}, True),
        ({"type": "object", "properties": {"result": {"properties": {"name": {}}}}}, True),
        (
            {"type": "object", "properties": {"result": {"type": "array", "items": {"properties": {"name": {}}}}}},
            True,
        ),
        ({"type": "object", "properties": {"bottles": {"type": "integer"}}}, True),
        ({"type": "object", "properties": {"result": {}, "next": {}}}, True),
        ({"$ref": "#/$defs/Wine"}, True),
        ({"type": "array", "items": {"type": "object", "properties": {"name": {}}}}, True),
    ],
)
def test_output_schemas(schema: Any, told: bool) -> None:
    assert describes(schema) is told
    entry = tool("search_wines", "Search wines by grape.") | ({} if schema is None else {"outputSchema": schema})
    assert (findings(MissingOutputShape, [entry]) == []) is told


def test_all_tools_of_a_catalog_are_one_finding() -> None:
    tools = [
        tool(f"search_{what}", f"Search {what} by cellar and name.")
        for what in ("wines", "grapes", "makers", "shelves", "labels")
    ]
    (found,) = findings(MissingOutputShape, [*tools, tool("list_wines", "List the wines of a shelf.")])
    assert found.message.startswith("`search_wines`, `search_grapes` and 3 more do not say what comes back")
    assert len(found.related) == 4
    assert found.data["of"] == 6


def test_phrases_can_be_added() -> None:
    entry = [tool("search_wines", "Search wines by grape. Hands over bottles.")]
    assert findings(MissingOutputShape, entry)
    assert findings(MissingOutputShape, entry, words={"result_phrases": ("hands over",)}) == []


def test_the_rule_is_strict() -> None:
    assert MissingOutputShape.meta.profile == "strict"
