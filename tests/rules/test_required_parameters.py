"""What makes a required parameter look optional, and which of the two rules reports it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from catalint import Severity
from catalint.testing import findings
from catalint_rules.parameters.bloated_required import BloatedRequired
from catalint_rules.parameters.required_with_default import RequiredWithDefault

STRING = {"type": "string"}


def tool(properties: dict[str, Any], required: list[str] | None = None, **more: Any) -> dict[str, Any]:
    schema = {
        "type": "object",
        "properties": properties,
        "required": list(properties) if required is None else required,
    }
    return {"name": "tune_organ", "description": "Tune an organ.", "inputSchema": schema, **more}


def evidence(schema: Any, description: str = "Tune an organ.") -> str:
    """The evidence against one of two required parameters; empty if there is none."""
    found = findings(RequiredWithDefault, [tool({"organ": STRING, "stop_name": schema}, description=description)])
    return str(found[0].data["parameters"]["stop_name"]) if found else ""  # type: ignore[index,call-overload]


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "integer", "default": 440}, "default 440"),
        ({"type": "boolean", "default": False}, "default false"),
        ({"type": ["string", "null"], "default": None}, "default null"),
        (
            {"type": "array", "default": ["Principal", "Gedackt", "Octave", "Mixture"]},
            'default ["Principal", "Gedackt", "Oct…',
        ),
    ],
)
def test_defaults_in_the_schema(schema: Any, expected: str) -> None:
    assert evidence(schema) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Optional name of the stop.",
        "(optional) Name of the stop",
        "[Optional] Name of the stop",
        "Name of the stop (optional)",
        "Name of the stop, optional.",
        "Name of the stop; optional.",
        "Name of the stop. Optional.",
        "Name of the stop. This parameter is optional.",
        "Name of the stop. Defaults to Principal.",
        "Name of the stop (default: Principal)",
        "Name of the stop (default Principal)",
        "Name of the stop. Default is Principal.",
        "Name of the stop. The default value is Principal",
        "Name of the stop. If empty, defaults to Principal.",
        "Name of the stop. Leave empty for all stops.",
        "Name of the stop. Can be omitted.",
        "Name of the stop. If not specified, all stops are tuned.",
        "Name of the stop. When omitted, the first one is used.",
        "Name of the stop. Omit to tune all.",
        "Name of the stop. Only required if the organ has several.",
        "Name of the stop. Required if pitch is not given.",
        "Name of the stop. Not needed for small organs.",
        "音栓（可选）",
        "Nombre del registro (opcional)",
        "音栓名称，默认为 Principal",
    ],
)
def test_texts_that_say_optional(text: str) -> None:
    assert evidence({"type": "string", "description": text})
    assert evidence(STRING, f"Tune an organ.\n\nArgs:\n    organ: which\n    stop_name: {text}")


@pytest.mark.parametrize(
    "text",
    [
        "Name of the stop.",
        "Name of the stop. If not given, ask the organist.",
        "Name of the stop. Ask the organist if not given.",
        "Name of the stop. If unknown, use the list_stops tool.",
        "Name of the stop. If not specified, the call fails.",
        "Name of the stop. There is no default: a wrong one ruins the tuning.",
        "Name of the stop, with optional suffix.",
        "Name of the stop in the organ's default language",
        "Name of the stop, for example default_principal",
        "Required. Name of the stop.",
        "Required when you want to tune the organ.",
        "A colon-separated list with optional groups in parentheses, e.g. a:(b,c)",
        "JSON with name (required) and pitch (optional, default 440) and tone (optional)",
        "Stop, as principal (default), gedackt or octave.",
    ],
)  # fmt: skip
def test_texts_that_do_not(text: str) -> None:
    assert evidence({"type": "string", "description": text}) == ""


def test_the_marked_value_of_an_enum() -> None:
    schema = {"type": "string", "enum": ["principal", "octave"], "description": "Stop: principal (default) or octave."}
    assert evidence(schema) == '"principal (default)"'
    # the only thing that a tool requires: the default is the state before the call
    assert findings(RequiredWithDefault, [tool({"stop": schema})]) == []


@pytest.mark.parametrize("kind", ["object", "array"])
def test_texts_on_composed_values_speak_of_their_parts(kind: str) -> None:
    assert (
        evidence({"type": kind, "description": "Stops. Each has a name and a pitch (optional), which defaults to 440."})
        == ""
    )
    assert (
        evidence({"type": kind, "description": "Optional stops, each with a name."})
        == '"Optional stops, each with a name"'
    )


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("If stop_name is not given, all stops are tuned.", True),
        ("`stop_name` defaults to the first stop.", True),
        ("stop_name is optional.", True),
        ("If stop_name is not given, ask the organist.", False),
        ("stop_name is not given to the public.", False),
    ],
)
def test_sentences_of_the_tool(sentence: str, found: bool) -> None:
    assert bool(evidence(STRING, f"Tune an organ. {sentence}")) is found


def test_a_default_behind_a_reference() -> None:
    made = tool({"organ": STRING, "stop": {"$ref": "#/$defs/Stop"}})
    made["inputSchema"]["$defs"] = {"Stop": {"type": "string", "default": "Principal"}}
    (finding,) = findings(RequiredWithDefault, [made])
    assert finding.where.path == ("inputSchema", "properties", "stop")
    assert finding.where.part == "key"


def test_a_mode_that_has_no_use_for_it() -> None:
    made = tool(
        {
            "action": {"type": "string", "enum": ["tune", "clean"]},
            "pitch": {"type": "number", "description": "Pitch in hertz, only needed for tune."},
        }
    )
    (finding,) = findings(RequiredWithDefault, [made])
    assert finding.data["parameters"] == {"pitch": '"only needed for tune"'}


def test_one_finding_a_tool_at_the_first_parameter() -> None:
    made = tool({"organ": STRING, "a": {**STRING, "default": "x"}, "b": {**STRING, "description": "Optional."}})
    (finding,) = findings(RequiredWithDefault, [made])
    assert finding.where.path == ("inputSchema", "properties", "a", "default")
    assert [related.where.path[-1] for related in finding.related] == ["description"]
    assert "zod" in finding.detail


def closed(name: str, *defaults: str, optional: bool = False, dialect: str = "2020-12/schema") -> dict[str, Any]:
    """A tool as zod describes it after parsing: a closed object that requires what has a default."""
    properties = {"organ": STRING, **{each: {**STRING, "default": "x"} for each in defaults}}
    made = tool(properties, ["organ"] if optional else None)
    made["inputSchema"] |= {"$schema": f"https://json-schema.org/draft/{dialect}", "additionalProperties": False}
    return {**made, "name": name}


def test_a_generator_of_output_schemas_is_the_cause_to_mend() -> None:
    tools = [closed("tune_organ", "pitch", "stop"), closed("clean_organ", "brush"), closed("close_organ")]
    (found,) = findings(RequiredWithDefault, tools)
    assert found.data == {"tools": ["tune_organ", "clean_organ"], "generated": True}
    assert found.message.startswith("all 3 parameters with a default in 2 tools are required (`pitch` (default")
    assert found.message.endswith('z.toJSONSchema(schema, {io: "input"})')
    assert [related.where.path[-2] for related in found.related] == ["stop", "brush"]


def test_words_that_were_copied_are_one_finding() -> None:
    one, two = (tool({"folder": {**STRING, "description": "Folder. Defaults to the attic."}}) for _ in range(2))
    other = tool({"folder": {**STRING, "description": "Folder. Optional."}})
    copied, alone = findings(
        RequiredWithDefault, [one, {**two, "name": "clean_organ"}, {**other, "name": "close_organ"}]
    )
    assert copied.message == (
        '`folder` is required in 2 tools although its text says "Defaults to the attic": take it out of `required`, or '
        "correct the text"
    )
    assert "is required although" in alone.message


def test_calls_that_need_it_are_checked_elsewhere() -> None:
    schema = {"type": "number", "description": "Pitch. Ignored for drums."}
    (found,) = findings(RequiredWithDefault, [tool({"organ": STRING, "pitch": schema})])
    assert found.message.endswith("take it out of `required` and check it where it counts")


def test_asking_the_user_outweighs_the_tools_text() -> None:
    own = {**STRING, "description": "Folder. If not provided, ask the user."}
    made = tool({"organ": STRING, "local_path": own}, description="If local_path is not provided, the attic is used.")
    assert findings(RequiredWithDefault, [made]) == []


@pytest.mark.parametrize(
    "other",
    [
        # an optional default, an open object, no dialect, one tool alone, a text that says optional
        closed("clean_organ", "brush", optional=True),
        {**closed("clean_organ", "brush"), "inputSchema": {"$schema": "x", "type": "object", "properties": {}}},
        tool({"organ": STRING}),
        closed("clean_organ"),
    ],
)
def test_other_catalogs_have_no_such_generator(other: dict[str, Any]) -> None:
    found = findings(RequiredWithDefault, [closed("tune_organ", "pitch"), other])
    assert [finding.data["generated"] for finding in found] == [False]
    assert "take it out of `required`" in found[0].message
    assert "zod" not in found[0].message


def test_bloat_names_the_defaults() -> None:
    (found,) = findings(BloatedRequired, [many(5, DEFAULT, DEFAULT)])
    assert found.message == (
        'a call has to carry 5 of 5 parameters where 3 would do: `part_a` (default "x"), `part_b` (default "x") need not '
        "be; keep `voice_a`, `voice_b` and `voice_c` in `required`"
    )


def test_optional_parameters_may_have_defaults() -> None:
    assert findings(RequiredWithDefault, [tool({"organ": {**STRING, "default": "x"}}, [])]) == []


def many(count: int, *schemas: Any) -> dict[str, Any]:
    plain = {f"voice_{letter}": STRING for letter in "abcdefghijklmnop"[: count - len(schemas)]}
    return tool({**plain, **{f"part_{letter}": schema for letter, schema in zip("abcdefg", schemas, strict=False)}})


OPTIONAL = {**STRING, "description": "Optional."}
DEFAULT = {**STRING, "default": "x"}
SINGLE = {**STRING, "enum": ["x"]}
DEPRECATED = {**STRING, "deprecated": True}
FLAG = {"type": "boolean"}


@pytest.mark.parametrize(
    ("made", "severity"),
    [
        (many(5, OPTIONAL, SINGLE), Severity.WARNING),
        (many(5, DEFAULT, DEPRECATED), Severity.WARNING),
        (many(4, OPTIONAL, SINGLE), None),
        (many(5, SINGLE), None),
        (many(6, FLAG, FLAG), None),
        (many(7, FLAG, FLAG), Severity.NOTE),
        (many(7, FLAG), None),
        (many(12), None),
    ],
    ids=["two", "kinds", "few", "one", "six", "flags", "flag", "all-needed"],
)
def test_bloat(made: dict[str, Any], severity: Severity | None) -> None:
    assert [finding.severity for finding in findings(BloatedRequired, [made])] == [severity] * (severity is not None)


def test_the_two_rules_do_not_repeat_each_other() -> None:
    texts, defaults = many(6, OPTIONAL, OPTIONAL), many(6, DEFAULT, DEFAULT)
    assert len(findings(BloatedRequired, [texts])) == 1
    assert findings(RequiredWithDefault, [texts]) == []
    assert findings(RequiredWithDefault, [defaults]) == []
    # what a generator does is reported for all tools together, these too
    tools = [closed("tune_organ", "a", "b", "c", "d", "e"), closed("clean_organ", "brush")]
    (found,) = findings(RequiredWithDefault, tools)
    assert found.data["tools"] == ["tune_organ", "clean_organ"]
    alone = many(6, OPTIONAL)
    assert findings(BloatedRequired, [alone]) == []
    assert len(findings(RequiredWithDefault, [alone])) == 1


def test_options_of_bloat() -> None:
    assert len(findings(BloatedRequired, [many(3, OPTIONAL, SINGLE)], {"min-required": 3})) == 1
    assert findings(BloatedRequired, [many(5, OPTIONAL, SINGLE)], {"min-suspects": 3}) == []
    assert len(findings(BloatedRequired, [many(4, FLAG, FLAG)], {"max-required": 3})) == 1


def test_data_of_bloat() -> None:
    (finding,) = findings(BloatedRequired, [many(5, OPTIONAL, SINGLE)])
    assert finding.data == {
        "required": 5,
        "parameters": 5,
        "suspects": {"part_a": '"Optional"', "part_b": 'only "x" is allowed'},
        "likely": [],
    }
    assert finding.where.path == ("inputSchema", "required")


def test_a_box_is_where_the_caller_wants_it() -> None:
    def drawn(*names: str) -> list[str]:
        needed = dict.fromkeys(("deck", "slide", "shape", *names), STRING)
        return [found.message for found in findings(BloatedRequired, [tool(needed, description="Draw a shape.")])]

    assert drawn("x", "y", "width", "height") == []
    assert drawn("left", "top", "width", "height") == []
    (message,) = drawn("x", "y", "font", "opacity")
    assert "`font` and `opacity`" in message


def test_strict_mode_requires_everything() -> None:
    null = {"type": ["string", "null"], "description": "Stop, or null to leave it out."}
    made = many(8, null, null, null)
    assert len(findings(BloatedRequired, [made])) == 1
    made["inputSchema"]["additionalProperties"] = False
    assert findings(BloatedRequired, [made]) == []
    assert findings(RequiredWithDefault, [made]) == []


@pytest.mark.parametrize(
    "piece",
    [
        "default ",
        "(default ",
        "optional ",
        "(optional, ",
        "if not ",
        "required if ",
        "leave ",
        "use ",
        "defaults to ",
        "(",
        ". ",
    ],
)
def test_work_is_linear(piece: str, calls: Callable[[Callable[[], object]], int]) -> None:
    def work(length: int) -> None:
        long = piece * (length // len(piece))
        made = tool({"organ": STRING, "stop": {**STRING, "description": long}}, description=long)
        findings(RequiredWithDefault, [made])

    work(1_000)  # expressions are compiled once
    assert calls(lambda: work(40_000)) < 6 * calls(lambda: work(10_000))


@pytest.mark.parametrize(
    "schema", [None, [], {"required": 3, "properties": {"a": 1}}, {"required": ["a"], "properties": {"a": True}}]
)
@pytest.mark.parametrize("rule", [BloatedRequired, RequiredWithDefault])
def test_broken_schemas_pass(rule: Any, schema: Any) -> None:
    assert findings(rule, [{"name": "tune_organ", "inputSchema": schema}]) == []


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "description": "The query in PipeQL. Add MAXROWS n to see fewer (default: 500)."},
        {"type": "string", "description": "The address. Append page=2 for more (default: 1)."},
        {"description": "The settings as an object. Optional: 'pitch', 'stops' and 'wind'."},
        {"anyOf": [{"type": "object"}, {"type": "string"}], "description": "Required: pitch.\nOptional: stops, wind"},
        {
            "type": "string",
            "enum": ["tune", "swell"],
            "description": "What to do:\n* tune: Tune one stop.\n* swell: Open the swell. Give a speed (default 30).",
        },
        {
            "type": "string",
            "description": "Where the tape goes, below `ORGAN_TAPE_DIR`, or the home folder if not set.",
        },
        {
            "type": "string",
            "description": "Folder of the tape; the environment variable counts first, /tapes if unset.",
        },
    ],
)
def test_what_is_optional_inside_a_value_is_not_the_value(schema: Any) -> None:
    assert evidence(schema) == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Use this stop (default: trumpet).", "default: trumpet"),
        ("Rows to see. JSON or CSV (default: JSON)", "default: JSON"),
        ("Optional: the stop to tune first.", "Optional: the stop to tune first"),
        ("Where the tape goes. If unset, it goes to the default folder.", "If unset"),
    ],
)
def test_a_default_of_the_value_itself_counts(text: str, said: str) -> None:
    assert said in evidence({"type": "string", "description": text})


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("Optional stop (one of 54). Case matters.", '"Optional stop (one of 54)"'),
        ("Name of the stop (string, optional): as on the knob", '"string, optional"'),
        ("Name of the stop [Optional, from the last registration] and rank", '"Optional, from the last registration"'),
        ('Name of the stop (optional, e.g. "Gedackt 8")', '“optional, e.g. "Gedackt 8"”'),
        ('Name of the stop. Defaults to "Gedackt".', '“Defaults to "Gedackt"”'),
        ("Leave it empty to pull `all` stops; else one", '"Leave it empty to pull `all` stops"'),
        (
            "Optional registration that the organist has stored beforehand under a name of their own",
            '"Optional registration that the organist has stored…"',
        ),
    ],
)
def test_a_quotation_stands_in_the_text_as_it_is(text: str, quoted: str) -> None:
    found = evidence({**STRING, "description": text})
    assert found == quoted
    assert found[1:-1].rstrip("…") in text


def test_what_several_tools_share_is_counted_wherever_it_stands() -> None:
    room = {"type": "string", "default": "nave"}
    pitch = {"type": "number", "default": 440}
    names = ("tune_organ", "voice_organ", "repair_organ")
    tools = [tool({"organ": STRING, "room": room}) | {"name": name} for name in names[:2]]
    tools.append(tool({"organ": STRING, "room": room, "pitch": pitch}) | {"name": names[2]})
    shared, own = findings(RequiredWithDefault, tools)
    assert shared.data["parameters"] == {"room": 'default "nave"'}
    assert shared.data["tools"] == list(names)
    assert "in 3 tools" in shared.message
    assert own.data["parameters"] == {"pitch": "default 440"}
    assert own.data["tools"] == ["repair_organ"]
