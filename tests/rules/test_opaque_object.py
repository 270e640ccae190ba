"""Which objects are opaque main inputs, which keys a text lists, and what lets an object go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from catalint.testing import findings
from catalint_rules.analyses.opacity import listed_keys
from catalint_rules.parameters.opaque_object import OpaqueObject
from catalint_rules.parameters.undescribed_parameter import UndescribedParameter

OPEN = {"type": "object", "description": "Settings of the machine."}


def tool(properties: dict[str, Any], required: list[str] | None = None, **more: Any) -> dict[str, Any]:
    needed = list(properties) if required is None else required
    schema = {"type": "object", "properties": properties, "required": needed}
    return {"name": "start_machine", "description": "Start a machine below the stage.", "inputSchema": schema, **more}


def with_text(text: str, name: str = "machine_setup", **more: Any) -> dict[str, Any]:
    return tool({"code": {"type": "string"}, name: {"type": "object", "description": text, **more}})


@pytest.mark.parametrize(
    "schema",
    [
        OPEN,
        {"type": "object"},
        {**OPEN, "additionalProperties": True},
        {**OPEN, "additionalProperties": {}},
        {**OPEN, "properties": {}},
        {"type": ["object", "null"]},
        {"anyOf": [OPEN, {"type": "null"}]},
        {"$ref": "#/$defs/Open"},
        {"type": "array", "items": OPEN},
    ],
)
def test_opaque(schema: Any) -> None:
    given = tool({"setup": schema})
    given["inputSchema"]["$defs"] = {"Open": OPEN}
    (found,) = findings(OpaqueObject, [given])
    assert found.where.path == ("inputSchema", "properties", "setup")


@pytest.mark.parametrize(
    "schema",
    [
        {**OPEN, "properties": {"speed": {"type": "number"}}},
        {**OPEN, "additionalProperties": {"type": "string"}},
        {**OPEN, "additionalProperties": False},
        {**OPEN, "patternProperties": {"^x-": {}}},
        {"anyOf": [OPEN, {"type": "string"}]},
        {"type": ["object", "string"]},
        {"type": "array", "items": {"type": "array", "items": OPEN}},
        {"$ref": "#/$defs/Missing"},
        {},
        True,
        None,
        # keys beside `properties`: misplaced-schema says so
        {"type": "object", "rows": {"type": "integer"}},
    ],
)
def test_not_opaque(schema: Any) -> None:
    assert findings(OpaqueObject, [tool({"setup": schema})]) == []


def test_nested_in_what_must_be_given() -> None:
    wrapped = {"type": "object", "properties": {"setup": OPEN, "spare": OPEN}, "required": ["setup"]}
    (found,) = findings(OpaqueObject, [tool({"request": wrapped})])
    assert found.data["parameters"] == ["request.setup"]
    assert found.where.path[-1] == "setup"


def test_optional_ones_are_settings() -> None:
    assert findings(OpaqueObject, [tool({"code": {"type": "string"}, "data": OPEN}, ["code"])]) == []


@pytest.mark.parametrize(
    ("selector", "name"), [("tool_name", "arguments"), ("command", "params"), ("api_operation", "api_params")]
)
def test_arguments_of_another_tool_count_though_optional(selector: str, name: str) -> None:
    given = tool({selector: {"type": "string"}, name: {"type": "object"}}, [selector])
    (found,) = findings(OpaqueObject, [given])
    assert f"whatever `{selector}` wants" in found.message


def test_a_tool_that_returns_the_shape_is_enough() -> None:
    run = tool({"tool_name": {"type": "string"}, "arguments": {"type": "object", "description": "Arguments."}})
    other: dict[str, Any] = {
        "name": "describe_command",
        "description": "Return a schema.",
        "inputSchema": {"type": "object"},
    }
    told = {**run, "description": "Run a command that describe_command returns."}
    assert findings(OpaqueObject, [run, other])
    assert findings(OpaqueObject, [told, other]) == []
    setup = with_text("Settings, as describe_command returns them.")
    assert findings(OpaqueObject, [setup, other]) == []


@pytest.mark.parametrize(
    "text",
    [
        "Headers as key-value pairs.",
        "Speed, keyed by machine.",
        "Mapping of lamps to colours.",
        "Query with the operators `and`, `or`.",
        "Conditions, see https://stage.example/conditions",
        "Vega-Lite specification: MachineView spec",
        "DMX512 definition",
        'For example {"speed": 3}',
        "Shape depends on the machine.",
        "Machine-specific settings.",
        "Any JSON object.",
        "Custom settings.",
        "Einstellungen der Maschine und der Bühne, die für den Abend gelten.",
    ],
)
def test_free_on_purpose_or_told(text: str) -> None:
    assert findings(OpaqueObject, [with_text(text)]) == []


@pytest.mark.parametrize("name", ["headers", "labels", "metadata", "environment_variables", "document"])
def test_names_of_maps(name: str) -> None:
    assert findings(OpaqueObject, [with_text("What to send along.", name)]) == []


def test_keys_are_known_but_not_in_the_schema() -> None:
    (listed,) = findings(OpaqueObject, [with_text("Required: speed, direction. Optional: lamp (string).")])
    assert listed.data["keys"] == {"machine_setup": ["speed", "direction", "lamp"]}
    assert "lists keys (`speed`, `direction`, `lamp`)" in listed.message
    (elsewhere,) = findings(OpaqueObject, [with_text("See tool description for the fields.")])
    assert "stand in prose elsewhere" in elsewhere.message
    (one,) = findings(OpaqueObject, [with_text('Each has a "type" key.', "steps")])
    assert len(one.message) <= 240


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("Required: name, port. Optional: comment, colour.", ("name", "port", "comment", "colour")),
        ("Allowed keys: name, action ('ALLOW'/'BLOCK'), enabled (bool)", ("name", "action", "enabled")),
        ("Pump:\n- speed: turns\n- `direction` (string): left or right", ("speed", "direction")),
        ("List of dictionaries with 'name' and 'values' keys", ("name", "values")),
        ("Must include nodes array and connections object.", ("nodes", "connections")),
        ("Sales, each containing seat and price", ("seat", "price")),
        ("Settings with inlineSettings or s3UriSettings", ("inlineSettings", "s3UriSettings")),
        ('Format: {"from": "...", "to": "..."}', ("from", "to")),
        ("Fields to update: name and/or members", ("name", "members")),
        ("Each answer must have: id (string), kind (A/B), value (any)", ("id", "kind", "value")),
        ("Arguments of that tool.", ()),
        ("Labels with their values.", ()),
        ("Use with care and never with empty values.", ()),
        ('Anything, e.g. {"a": 1}', ()),
        ("Port with mode='mirror'", ()),
        ("", ()),
    ],
)
def test_listed_keys(text: str, keys: tuple[str, ...]) -> None:
    assert listed_keys(text) == keys


def test_several_are_one_finding() -> None:
    (found,) = findings(OpaqueObject, [tool({"domain": OPEN, "types": OPEN, "setup": OPEN})])
    assert "`domain`, `types`, `setup` are objects" in found.message
    assert len(found.related) == 2


def test_undescribed_objects_are_reported_once() -> None:
    given = tool({"args": {"type": "object"}})
    assert len(findings(OpaqueObject, [given])) == 1
    assert findings(UndescribedParameter, [given]) == []


@pytest.mark.parametrize(
    "piece", ["name, ", "with 'a' and ", "- key: ", "{a: ", "required: a, b. ", "(int) ", "fields ", "a_b (string "]
)
def test_work_is_linear(piece: str, calls: Callable[[Callable[[], object]], int]) -> None:
    def work(length: int) -> None:
        findings(OpaqueObject, [with_text(piece * (length // len(piece)))])

    work(1_000)  # expressions are compiled once
    assert calls(lambda: work(40_000)) < 6 * calls(lambda: work(10_000))


@pytest.mark.parametrize(
    "about",
    ["Start it. Body: { speed: 3, side: 'left' }", 'Start it with `body`: {"speed": 3}', "Body = [{ speed?: 3 }]"],
)
def test_a_shape_in_the_description_stands_elsewhere(about: str) -> None:
    (found,) = findings(OpaqueObject, [tool({"body": {"type": "object"}}, description=about)])
    assert "whose keys stand in prose elsewhere" in found.message


def test_the_shape_of_what_comes_back_is_not_that_of_the_object() -> None:
    about = "Start it. Returns: { speed: 3 }. Every body needs an Id."
    (found,) = findings(OpaqueObject, [tool({"body": OPEN}, description=about)])
    assert "the schema names no key and the text on it lists none" in found.message


def test_words_in_brackets_may_be_keys_so_nothing_is_said_of_the_text() -> None:
    def told(description: str) -> str:
        schema = {"type": "object", "properties": {"link": {"type": "object", "description": description}}}
        raw: dict[str, Any] = {
            "name": "open_link",
            "description": "Open a link to a depot.",
            "inputSchema": schema | {"required": ["link"]},
        }
        (finding,) = findings(OpaqueObject, [raw])
        return finding.message

    assert "names no key, so a model has to guess" in told("How to reach it (host, port, user, etc.)")
    assert "names no key and the text on it lists none" in told("How to reach it.")
