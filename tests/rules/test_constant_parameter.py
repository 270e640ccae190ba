"""What is one value, what is a consent or a discriminator, and how findings are folded."""

from __future__ import annotations

from typing import Any

import pytest

from catalint.testing import findings
from catalint_rules.parameters.constant_parameter import ConstantParameter


def tool(name: str, properties: dict[str, Any], required: list[str] | None = None) -> dict[str, Any]:
    needed = list(properties) if required is None else required
    schema = {"type": "object", "properties": properties, "required": needed}
    return {"name": name, "description": "Bind a score.", "inputSchema": schema}


def bind(schema: Any, name: str = "cover") -> dict[str, Any]:
    return tool("bind_score", {name: schema, "score": {"type": "string"}})


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"enum": ["linen"]}, '"linen"'),
        ({"type": "string", "const": "linen"}, '"linen"'),
        ({"const": 3}, "3"),
        ({"const": False}, "false"),
        ({"enum": [None]}, "null"),
        ({"type": "integer", "minimum": 2, "maximum": 2}, "2"),
        ({"enum": ["Y", "y", "yes"]}, '"Y", "y", "yes"'),
        ({"enum": ["no", False, 0]}, '"no", false, 0'),
        ({"enum": ["PDF", "pdf"]}, '"PDF", "pdf"'),
        ({"type": "string", "description": "Cover. Must be 'linen'."}, '"linen"'),
        ({"type": "string", "description": "Cover (currently only `linen` is supported)"}, '"linen"'),
        ({"type": "string", "description": "The only allowed value is “linen”."}, '"linen"'),
        ({"type": "string", "description": 'Always "linen"'}, '"linen"'),
        ({"$ref": "#/$defs/Cover"}, '"linen"'),
    ],
)
def test_one_value(schema: Any, value: str) -> None:
    given = bind(schema)
    given["inputSchema"]["$defs"] = {"Cover": {"enum": ["linen"]}}
    (found,) = findings(ConstantParameter, [given])
    assert found.data["value"] == value
    assert found.data["tools"] == ["bind_score"]


@pytest.mark.parametrize(
    "schema",
    [
        {"enum": ["linen", "paper"]},
        {"enum": []},
        {"enum": "linen"},
        {"enum": ["yes", "no"]},
        {"type": "string", "description": "Must be 'linen' or 'paper'."},
        {"type": "string", "description": "Must be one of 'linen', 'paper'."},
        {"type": "string", "description": "Must be unique."},
        {"type": "string", "description": "Only letters are allowed."},
        {"type": "array", "description": "Must be 'linen'."},
        {"type": "integer", "minimum": 1, "maximum": 2},
        {"const": True},
        {"enum": [True]},
        True,
        None,
    ],
)
def test_more_than_one_value_or_a_consent(schema: Any) -> None:
    assert findings(ConstantParameter, [bind(schema)]) == []


@pytest.mark.parametrize("name", ["confirm", "confirmed", "i_understand", "acceptTerms", "user_consent", "force"])
def test_consents_are_said_on_purpose(name: str) -> None:
    assert findings(ConstantParameter, [bind({"enum": ["approve"]}, name)]) == []


def test_words_in_capitals_are_values_of_choices_only() -> None:
    only = {"type": "string", "description": "Only EUR is supported."}
    assert findings(ConstantParameter, [bind(only, "currency")])
    assert (
        findings(ConstantParameter, [bind({"type": "string", "description": "Only HTTPS is supported."}, "url")]) == []
    )


def test_optional_parameters_are_switches() -> None:
    assert findings(ConstantParameter, [tool("bind", {"cover": {"enum": ["linen"]}}, [])]) == []


def test_below_the_top() -> None:
    cover = {"type": "object", "properties": {"cloth": {"const": "linen"}, "type": {"const": "hard"}}}
    cover["required"] = ["cloth", "type"]
    (found,) = findings(ConstantParameter, [bind(cover)])
    assert found.data["parameter"] == "cover.cloth"


def test_branches_are_told_apart_by_constants() -> None:
    branch = {"properties": {"cloth": {"const": "linen"}}, "required": ["cloth"]}
    other = {"properties": {"cloth": {"const": "silk"}}, "required": ["cloth"]}
    assert findings(ConstantParameter, [bind({"oneOf": [branch, other]})]) == []
    assert findings(ConstantParameter, [bind({"type": "object", "if": branch, "then": other})]) == []


def test_same_name_and_value_are_one_finding() -> None:
    tools = [tool(f"bind_{index}", {"cover": {"const": "linen"}}) for index in range(3)]
    tools.append(tool("wrap", {"cover": {"const": "paper"}}))
    first, second = findings(ConstantParameter, tools)
    assert "in 3 tools" in first.message
    assert len(first.related) == 2
    assert second.data == {"parameter": "cover", "value": '"paper"', "tools": ["wrap"]}


def test_bloated_lists_are_left_to_the_rule_for_them() -> None:
    properties: dict[str, Any] = {f"part_{index}": {"type": "string"} for index in range(4)}
    properties |= {"cover": {"const": "linen"}, "ink": {"type": "string", "default": "blue"}}
    assert findings(ConstantParameter, [tool("bind", properties)]) == []


def job(name: str, *values: str, key: str = "operation") -> dict[str, Any]:
    choice = {"type": "object", "properties": {key: {"enum": list(values)}}, "required": [key]}
    return tool(name, {"choice": choice})


def test_the_only_job_of_one_tool_of_a_family_tells_it_apart() -> None:
    assert findings(ConstantParameter, [job("read_hall", "get-hall"), job("read_doors", "get-door", "get-doors")]) == []
    assert findings(ConstantParameter, [job("read_hall", "get-hall"), job("read_doors", "get-door")]) == []
    (alone,) = findings(ConstantParameter, [job("read_hall", "get-hall"), job("read_door", "get-hall")])
    assert alone.data["tools"] == ["read_hall", "read_door"]
    # what chooses no job tells nothing apart
    assert len(findings(ConstantParameter, [job("a", "linen", key="cover"), job("b", "silk", key="cover")])) == 2


def test_what_may_change_gets_a_default() -> None:
    def told(text: str) -> str:
        (found,) = findings(ConstantParameter, [bind({"type": "string", "description": text})])
        return found.message

    now = told("Cover. Currently only 'linen' is available.")
    assert 'takes only "linen" for now, by its text' in now
    assert now.endswith("make it optional with that default")
    assert told("Cover. Only 'linen' is available.").endswith("leave it out and set it in the server")


def wanted(about: str, schema: Any = None, required: list[str] | None = None) -> list[str]:
    schema = schema or {"type": "string", "enum": ["linen", "silk"]}
    given = tool("bind_score", {"cover": schema, "score": {"type": "string"}}, required) | {"description": about}
    return [found.message for found in findings(ConstantParameter, [given])]


def test_a_value_that_the_description_always_wants() -> None:
    about = 'Bind a score. The cover is required, always set cover to "linen".'
    (message,) = wanted(about)
    assert message.startswith('`cover` is required and the description always wants "linen"')
    assert message.endswith("make it optional with that default")
    assert wanted("Bind a score. Always use `cover`='linen'!", {"type": "string"})


@pytest.mark.parametrize(
    "about",
    [
        'Always set cover to "paper".',
        'Always set cover to "linen" or "silk".',
        'Always set cover to "linen" when the score is old.',
        "Always set cover to the colour of the score.",
        'Set cover to "linen".',
        'Always set score_cover to "linen".',
    ],
)
def test_a_value_that_it_wants_at_times_or_not_at_all(about: str) -> None:
    assert wanted(f"Bind a score. {about}") == []


def test_a_value_that_is_wanted_of_what_may_be_left_out() -> None:
    assert wanted('Always set cover to "linen".', required=["score"]) == []
    assert wanted('Always set cover to "linen".', {"type": "string", "default": "silk"}) == []
