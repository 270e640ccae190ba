"""Which names explain themselves, and what counts as a description."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from catalint.testing import findings
from catalint_rules.parameters.undescribed_parameter import UndescribedParameter

STRING = {"type": "string"}
NUMBER = {"type": "number"}


def tool(
    name: str, required: tuple[str, ...] = (), text: str = "Serves the choir.", **properties: Any
) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "required": list(required)}
    return {"name": name, "description": text, "inputSchema": schema}


def flaws(made: dict[str, Any]) -> dict[str, str]:
    found = findings(UndescribedParameter, [made])
    assert len(found) < 2
    return dict(found[0].data["flaws"]) if found else {}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "schema", "flaw"),
    [
        ("data", STRING, "opaque"),
        ("input_params", {"type": "object"}, "opaque"),
        ("opts", {}, "opaque"),
        ("payload", {"type": ["object", "null"]}, "opaque"),
        ("q", STRING, "opaque"),
        ("k", {"type": "integer"}, "opaque"),
        ("arg2", STRING, "opaque"),
        ("p1", {"type": "boolean"}, "opaque"),
        ("flag", {"type": "boolean"}, "opaque"),
        ("Prefer", STRING, "opaque"),
        ("type", STRING, "values"),
        ("mode", {"anyOf": [STRING, {"type": "null"}]}, "values"),
        ("timeout", NUMBER, "unit"),
        ("request_timeout", {"type": "integer"}, "unit"),
        ("file_size", NUMBER, "unit"),
        ("upload", {"type": "object", "properties": {"ttl": NUMBER, "name": STRING}}, "unit"),
    ],
)
def test_names_that_do_not_explain_themselves(name: str, schema: Any, flaw: str) -> None:
    made = tool("update_choir", choir_name=STRING, **{name: schema})
    assert list(flaws(made).values()) == [flaw]


@pytest.mark.parametrize(
    ("name", "schema"),
    [
        ("start_time", STRING),
        ("user_data", STRING),
        ("title", STRING),
        ("raw", {"type": "boolean"}),
        ("duration_minutes", NUMBER),
        ("timeout_ms", NUMBER),
        ("timeout", STRING),
        ("page_size", NUMBER),
        ("type", {"enum": ["alto", "bass"]}),
        ("type", {**STRING, "default": "alto"}),
        ("data", {"type": "array", "items": NUMBER}),
        ("data", {"type": "object", "properties": {"voice": STRING}}),
        ("items", {"type": "array", "items": {"type": "object", "properties": {"voice": STRING}}}),
        ("data", {**STRING, "format": "date"}),
        ("data", {**STRING, "examples": ["alto"]}),
        ("data", {**STRING, "description": "Notes as MusicXML."}),
        ("data", {**STRING, "title": "Notes as MusicXML"}),
        ("data", {"anyOf": [{**STRING, "description": "Notes."}, {"type": "null"}]}),
        ("data", {"type": "array", "items": {"type": "object", "description": "One voice."}}),
        ("params", {"type": "object", "properties": {}, "additionalProperties": False}),
    ],
)
def test_names_that_do(name: str, schema: Any) -> None:
    assert flaws(tool("update_choir", **{name: schema})) == {}


def test_a_title_that_repeats_the_key_is_no_description() -> None:
    assert flaws(tool("update_choir", input_data={**STRING, "title": "Input Data"})) == {"input_data": "opaque"}


@pytest.mark.parametrize(
    "text",
    [
        "Update a choir.\n\nArgs:\n    data: notes as MusicXML",
        "Update a choir. `data` holds the notes.",
        "Update a choir. The data parameter holds the notes.",
        'Update a choir, e.g. update_choir(data="<score/>").',
    ],
)
def test_the_tools_text_explains(text: str) -> None:
    assert flaws(tool("update_choir", text=text, data=STRING)) == {}


@pytest.mark.parametrize(
    "text", ["Update the data of a choir.", "Update.\n\ncurl -X POST -d 'data: x' \\\n  -H 'data: y' \\"]
)
def test_the_tools_text_does_not_explain(text: str) -> None:
    assert flaws(tool("update_choir", text=text, data=STRING)) == {"data": "opaque"}


@pytest.mark.parametrize(
    ("made", "flaw"),
    [
        (tool("get_singer", ("id",), id=STRING), None),
        (tool("delete_singer", ("uuid",), uuid=STRING), None),
        (tool("list_choir_singers", ("id",), id=STRING), None),
        (tool("list_singers", ("id",), id=STRING), "whose"),
        (tool("get_singer", (), id=STRING), "whose"),
        (tool("create_singer", ("id",), id=STRING), "whose"),
        (tool("list_singers", ("id",), "Lists all singers by choir ID.", id=STRING), None),
        (tool("add_choir_singers", ("id",), "Adds singers to an existing choir.", id=STRING), None),
        # "checks" may be a verb, and "for a booth" says whose they are
        (tool("booth_checks", ("id",), "Lists past checks for a booth.", id=STRING), None),
        (tool("list_checks", ("id",), "Lists past checks for a booth.", id=STRING), "whose"),
        (tool("list_singers", ("id",), id=STRING, resource_type={"enum": ["choir", "hall"]}), None),
        (tool("list_songs", (), sha=STRING, page=NUMBER), "whose"),
        (tool("singers", (), id=STRING, action={"enum": ["list", "get", "create", "delete"]}), None),
    ],
)
def test_identifiers(made: dict[str, Any], flaw: str | None) -> None:
    assert list(flaws(made).values()) == ([flaw] if flaw else [])


def test_single_letters_in_formulas() -> None:
    assert flaws(tool("distance", x=NUMBER, y=NUMBER, label=STRING)) == {}
    assert flaws(tool("add", a=NUMBER, b=NUMBER)) == {}
    assert flaws(tool("log", x=NUMBER, base=NUMBER)) == {}
    assert flaws(tool("tap", x=NUMBER, label=STRING)) == {"x": "opaque"}


def test_values_that_the_text_lists() -> None:
    assert flaws(tool("sing", text="Sing with mode 'loud' or 'quiet'.", mode=STRING)) == {}
    assert flaws(tool("run_action", action=STRING)) == {}  # it takes any action
    assert flaws(tool("list_alerts", text="Alerts of a US state.", state=STRING)) == {}


def test_a_reference_to_a_described_definition() -> None:
    made = tool("update_choir", data={"$ref": "#/$defs/Notes"})
    made["inputSchema"]["$defs"] = {"Notes": {"type": "object", "description": "Notes as MusicXML."}}
    assert flaws(made) == {}


def test_one_finding_lists_all() -> None:
    made = tool("update_choir", data=STRING, opts=STRING, timeout=NUMBER, choir_name=STRING)
    (finding,) = findings(UndescribedParameter, [made])
    assert finding.message.startswith("3 of 4 parameters")
    assert "`timeout` (unit?)" in finding.message
    assert finding.data["undescribed"] == 4
    assert [related.where.path[-1] for related in finding.related] == ["opts", "timeout"]
    assert findings(UndescribedParameter, [made], {"min-parameters": 4}) == []


def test_long_lists_are_cut() -> None:
    many: dict[str, Any] = {f"param_{index}": STRING for index in range(60)}
    made = tool("update_choir", **many)
    (finding,) = findings(UndescribedParameter, [made])
    assert len(finding.message) <= 240
    assert "53 more; describe each, with its format, or rename it" in finding.message


def test_configured_words() -> None:
    made = tool("update_choir", glork=STRING)
    assert findings(UndescribedParameter, [made]) == []
    assert len(findings(UndescribedParameter, [made], words={"opaque_names": ("glork",)})) == 1


@pytest.mark.parametrize("piece", ["q ", "`", "id ", "a id ", "curl ", "\\\n", "q=", "'q "])
def test_work_is_linear(piece: str, calls: Callable[[Callable[[], object]], int]) -> None:
    def work(length: int) -> None:
        long = piece * (length // len(piece))
        findings(UndescribedParameter, [tool("update_choir", text=long, q=STRING, id=STRING, data=STRING)])

    work(1_000)  # expressions are compiled once
    assert calls(lambda: work(40_000)) < 6 * calls(lambda: work(10_000))


@pytest.mark.parametrize("schema", [None, True, [], 3, {"$ref": "#/properties/data"}, {"anyOf": 3, "items": []}])
def test_broken_schemas_pass(schema: Any) -> None:
    findings(UndescribedParameter, [tool("update_choir", data=schema)])


def test_deep_schemas_pass() -> None:
    deep: dict[str, Any] = {}
    inner = deep
    for _ in range(2000):
        inner["items"] = {"anyOf": [{}]}
        inner = inner["items"]["anyOf"][0]
    assert flaws(tool("update_choir", data=deep)) == {"data": "opaque"}


def test_open_sets_of_values_are_described_not_closed() -> None:
    (found,) = findings(UndescribedParameter, [tool("tune", type=STRING, organ=STRING)])
    assert found.message.endswith("or list them in an `enum` if there are no others")


def test_schemas_in_the_wrong_place_are_left_to_the_rule_for_them() -> None:
    assert findings(UndescribedParameter, [tool("tune", data={"type": "object", "pitch": {"type": "number"}})]) == []


def test_the_state_of_a_login_has_no_values() -> None:
    assert flaws(tool("start_login", ("state",), state=STRING, redirect_uri=STRING)) == {}
    assert flaws(tool("build_oauth_url", ("state",), state=STRING)) == {}
    assert flaws(tool("start_organ", ("state",), state=STRING)) == {"state": "values"}


@pytest.mark.parametrize(
    "description",
    [
        "Ledger of a voyage. open(text=title, target=port) enter(text=line) strike close",
        "Ledger of a voyage: open|enter|strike",
        "Create, rename or delete a ledger.",
        "Open/close a ledger",
    ],
)
def test_values_that_a_description_lists_in_passing(description: str) -> None:
    schema = {"type": "object", "properties": {"action": {"type": "string"}}, "required": ["action"]}
    tool: dict[str, Any] = {"name": "ship_ledger", "description": description, "inputSchema": schema}
    assert not findings(UndescribedParameter, [tool])
    tool["description"] = "The ledger of a voyage, its lines and totals (by port)."
    (found,) = findings(UndescribedParameter, [tool])
    assert found.data["flaws"] == {"action": "values"}


def test_the_method_that_a_text_speaks_of() -> None:
    properties = {"path": {"type": "string"}, "method": {"type": "string"}}
    tool: dict[str, Any] = {"name": "read_route_docs", "inputSchema": {"type": "object", "properties": properties}}
    assert not findings(UndescribedParameter, [tool | {"description": "Read the docs of a route, by method and path."}])
    assert findings(UndescribedParameter, [tool | {"description": "Read the docs of a route."}])


def test_a_moment_without_a_unit() -> None:
    assert flaws(tool("schedule_rehearsal", start=NUMBER, end=NUMBER)) == {"start": "unit", "end": "unit"}
    assert flaws(tool("list_calendar_entries", since=NUMBER, until=NUMBER)) == {"since": "unit", "until": "unit"}


@pytest.mark.parametrize(
    "made",
    [
        tool("read_range", start=NUMBER, end=NUMBER),  # places in a list
        tool("schedule_rehearsal", start=STRING, end=STRING),
        tool("schedule_rehearsal", start=NUMBER),
        tool("schedule_rehearsal", start_second=NUMBER, end_second=NUMBER),
    ],
)
def test_ends_of_what_is_no_time(made: dict[str, Any]) -> None:
    assert flaws(made) == {}
