"""Which objects are opaque main inputs, which keys a text lists, and what lets an object go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from catalint.testing import findings
from catalint_rules.analyses.listed_keys import listed_keys
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
        {"anyOf": [{"type": "string"}, {"type": "object"}]},
        {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "object"}}, {"type": "null"}]},
        {"anyOf": [{"type": "string"}, {"type": "object"}], "description": "Settings, as JSON in a string or not."},
        {"anyOf": [{"type": "string"}, OPEN], "description": "Settings with 'speed' and 'side'."},
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
        {"anyOf": [{"type": "object"}, {"type": "string"}, {"type": "number"}]},
        {"anyOf": [{"type": "object"}, {"type": "string", "enum": ["usual"]}]},
        {"anyOf": [{"type": "object"}, {"type": "string"}], "description": "Name of a machine or its settings."},
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


@pytest.mark.parametrize(
    "text",
    [
        "Rows to insert, with column names as keys.",
        "Column names and their new values.",
        "Field names to values.",
        "Values for the blanks of the template.",
        "What the machine's template asks for.",
        "Template data.",
    ],
)
def test_a_map_whose_keys_the_caller_has_is_free(text: str) -> None:
    assert findings(OpaqueObject, [with_text(text)]) == []


def test_a_payload_that_makes_a_template_is_not_free() -> None:
    (found,) = findings(OpaqueObject, [with_text("Template payload as JSON.")])
    assert found.data["parameters"] == ["machine_setup"]


def describing(name: str, about: str, parameter: str = "sort") -> dict[str, Any]:
    schema = {"type": "object", "properties": {parameter: {"type": "string"}}, "required": [parameter]}
    return {"name": name, "description": about, "inputSchema": schema}


def record(text: str = "Field values of the new record.", **sort: Any) -> dict[str, Any]:
    values = {"type": "object", "description": text}
    return tool({"sort": {"type": "string", "description": "Sort of record.", **sort}, "values": values})


def test_fields_that_another_tool_describes_are_known() -> None:
    assert findings(OpaqueObject, [record(), describing("get_fields", "List what a sort has.")]) == []
    assert findings(OpaqueObject, [record(), describing("describe_sort", "Describe the columns of a sort.")]) == []


@pytest.mark.parametrize(
    "tools",
    [
        [record()],
        [record(), describing("get_fields", "List what a sort has.", "kind")],
        [record(), describing("delete_fields", "Delete what a sort has.")],
        [record(), describing("get_record", "Read a record of a sort.")],
        [record("Settings of the machine."), describing("get_fields", "List what a sort has.")],
        [record(enum=["winch", "trap"]), describing("get_fields", "List what a sort has.")],
    ],
)
def test_fields_that_nothing_describes_are_not(tools: list[dict[str, Any]]) -> None:
    (found,) = findings(OpaqueObject, tools)
    assert found.data["parameters"] == ["values"]


def job(text: str) -> dict[str, Any]:
    operation = {"type": "string", "enum": ["HANG", "LOWER", "TURN"]}
    return tool({"operation": operation, "params": {"type": "object", "description": text}})


def test_blocks_hold_the_keys_and_their_values_and_labels_do_not() -> None:
    text = (
        'What the job needs:\n- HANG: { bar, load: [{ name, weight? }], brake?: "soft"|"hard" }\n  brakes:\n'
        '  - "soft": For sets.\n  - "hard": For all else. Needs bar.\n- LOWER: { bar, speed? }'
    )
    (found,) = findings(OpaqueObject, [job(text)])
    assert found.data["keys"] == {"params": ["bar", "load", "brake", "speed"]}
    assert "for some values of `operation` and none for TURN" in found.message
    (whole,) = findings(OpaqueObject, [job(f"{text}\n- TURN: {{ disc, angle }}")])
    assert "though its text lists keys (`bar`, `load`, `brake`, `speed`, …)" in whole.message


def test_names_of_jobs_are_no_keys() -> None:
    (found,) = findings(OpaqueObject, [job("- HANG: by the bar, with 'bar' and 'load'\n- LOWER: with 'bar'")])
    assert found.data["keys"] == {"params": ["bar", "load"]}


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        (
            "For ropes: rope_id (string, required), brake_kind (SOFT, HARD), load (number)",
            ("rope_id", "brake_kind", "load"),
        ),
        ("{ rope: { load, speed } }", ()),
        ("e.g. { a simple text, another one }", ()),
        ("(name, weight) or [name, weight]", ()),
    ],
)
def test_keys_among_their_like(text: str, keys: tuple[str, ...]) -> None:
    assert listed_keys(text) == keys


def test_metadata_of_a_few_kinds_has_keys_that_nobody_names() -> None:
    def told(text: str, **kind: Any) -> list[str]:
        given = tool({"kind": {"type": "string", **kind}, "metadata": {"type": "object", "description": text}})
        return [found.message for found in findings(OpaqueObject, [given])]

    few = {"enum": ["ROPE", "TRAP"]}
    (message,) = told("Metadata specific to the machine kind.", **few)
    assert "`metadata` is an object that depends on `kind` (ROPE or TRAP)" in message
    (message,) = told("Metadata depending on the sort (Rope or Trap).")
    assert "depends on the kind (Rope or Trap)" in message
    assert told("Metadata specific to the machine kind.") == []  # any kind of another system
    assert told("Metadata specific to the machine kind.", enum=[f"K{place}" for place in range(30)]) == []
    assert told("Metadata of the machine.", **few) == []


def test_the_advice_is_never_cut() -> None:
    name = "take_over_the_settings_of_all_machines_below_the_stage"
    (found,) = findings(OpaqueObject, [tool({"settings_of_the_machine_below": OPEN}, name=name)])
    assert found.message.endswith("or say where they come from if they vary")
