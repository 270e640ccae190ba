"""What all rules about clients share: one finding for a cause, its severity, its words, and no rule says it twice."""

from __future__ import annotations

from typing import Any

import pytest

from catalint import Context, Finding, Severity
from catalint.engine import run
from catalint.pack import load
from catalint.testing import corpus
from catalint_rules import targets


def tool(name: str = "open_valve", **fields: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": {"valve": {"type": "string", "description": "Number of the valve."}}}
    return {"name": name, "description": "Open a valve of the irrigation by a share.", "inputSchema": schema, **fields}


def with_property(schema: Any) -> dict[str, Any]:
    return tool(inputSchema={"type": "object", "properties": {"share": schema}, "required": ["share"]})


def lint(tools: list[Any], *names: str, only: str = "", **settings: Any) -> list[Finding]:
    """The findings of the rules whose ids begin with `only`; of all where that is empty."""
    rules = [rule() for rule in load()[0].rules if rule.meta.profile == "default" and rule.meta.id.startswith(only)]
    report = run(Context(corpus(tools), targets=names, **settings), rules)
    assert not report.failures
    return [result.finding for result in report.results]


def test_one_finding_tells_what_each_target_does() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}
    choice = tool(inputSchema={**schema, "oneOf": [{"required": ["a"]}, {"required": ["b"]}]})
    (finding,) = lint([choice], "anthropic", "bedrock", "vscode", "claude-code", only="client-")
    assert finding.severity is Severity.ERROR
    assert finding.message == (
        "`oneOf` stands at the root of the input schema: Anthropic and Bedrock reject the whole request; VS Code deletes it;"
        " Claude Code flattens it since 2.1.195; take it out and say in the description:"
        ' "Give exactly one of `a` or `b`."'
    )
    told: Any = finding.data["targets"]
    assert {each["target"]: each["effect"] for each in told} == {
        "anthropic": "rejects-all",
        "bedrock": "rejects-all",
        "vscode": "rewrites",
        "claude-code": "rewrites",
    }
    assert finding.detail.count("https://") == 4


@pytest.mark.parametrize(
    ("names", "severity"),
    [
        (("anthropic", "vscode", "claude-code"), Severity.ERROR),
        (("vscode", "claude-code"), Severity.WARNING),
    ],
)
def test_the_worst_effect_decides(names: tuple[str, ...], severity: Severity) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}, "anyOf": [{"required": ["a"]}]}
    (finding,) = lint([tool(inputSchema=schema)], *names, only="client-")
    assert finding.severity is severity


def test_a_rewriting_that_loses_nothing_is_no_finding() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}, "anyOf": [{"required": ["a"]}]}
    assert not lint([tool(inputSchema=schema)], "claude-code", only="client-")
    assert not lint([tool(inputSchema={"type": "object"})], "vscode", only="client-")


def test_nothing_is_said_of_targets_that_are_not_chosen() -> None:
    bad = tool("open.valve", inputSchema={"type": "object", "properties": {"a[b]": {"type": ["string", "null"]}}})
    assert not lint([bad], only="client-")
    assert not lint([bad], "mcp", "mcp-2025-11-25", only="client-")


@pytest.mark.parametrize(
    ("value", "rule", "instead", "names"),
    [
        (tool("open/valve"), "client-name-pattern", "nonstandard-name", ("mcp", "anthropic")),
        (
            with_property({"description": "How far.", "default": 3}),
            "client-untyped-node",
            "untyped-parameter",
            ("vertex",),
        ),
        (with_property(True), "client-untyped-node", "boolean-subschema", ("opencode",)),
        (
            with_property({"type": "string", "pattern": "^(?=.*[0-9]).{1,9}$"}),
            "client-pattern",
            "broken-pattern",
            ("mcp", "llama-cpp"),
        ),
        (
            with_property({"type": "string", "properties": {"a": {"type": "string"}}}),
            "client-unsupported-keyword",
            "dead-keyword",
            ("gemini",),
        ),
        (with_property({"$ref": "#"}), "client-ref", "recursive-schema", ("anthropic-strict",)),
        (
            with_property({"type": "integer", "minimum": 0, "exclusiveMinimum": True}),
            "invalid-schema",
            "client-unsupported-keyword",
            ("mistral",),
        ),
        (
            with_property({"type": "array", "items": [{"type": "string"}]}),
            "invalid-schema",
            "client-dialect",
            ("anthropic",),
        ),
    ],
)
def test_a_place_is_reported_once(value: Any, rule: str, instead: str, names: tuple[str, ...]) -> None:
    found = [finding.rule for finding in lint([value], *names)]
    assert rule in found
    assert instead not in found


def test_many_places_of_one_cause_in_a_tool_are_one_finding() -> None:
    def nullable(count: int) -> Any:
        properties = {f"share_{index}": {"type": ["number", "null"]} for index in range(count)}
        return tool(inputSchema={"type": "object", "properties": properties})

    assert len(lint([nullable(5)], "gemini", only="client-type-array")) == 5
    (finding,) = lint([nullable(6)], "gemini", only="client-type-array")
    assert len(finding.related) == 5
    assert "and 5 more places of this tool" in finding.message
    assert "suggestion" not in finding.data


def test_a_branch_without_items_is_told_from_those_with_them() -> None:
    pair = {"type": "array", "prefixItems": [{"type": "string"}, {"type": "number"}], "maxItems": 2}
    numbers = {"type": "array", "items": {"type": "number"}}

    def told(schema: Any) -> str:
        (finding,) = lint([with_property(schema)], "openai", only="client-missing-items")
        return finding.message

    message = told({"oneOf": [{"type": "number"}, numbers, pair]})
    assert message.startswith("Branch 3 of 3 (oneOf) of `share` is a list without `items`: ")
    assert message.endswith('; add `"items": {}`, which leaves to `prefixItems` what it says')
    assert told({"anyOf": [{"type": "number"}, {"type": "array"}]}).startswith("`share` is a list without `items`: ")
    assert told(pair).startswith("`share` is a list without `items`: ")
    assert told({"type": "array"}).endswith('such as `"items": {"type": "string"}`')


@pytest.mark.parametrize("settings", [{}, {"server_name": "garden"}, {"server_name": "garden", "plugin": "campus"}])
def test_short_names_stay_silent_with_what_is_put_before_them(settings: Any) -> None:
    assert not lint([tool()], "claude-code", "cursor", "gemini-cli", only="client-name", **settings)


def test_a_qualified_name_its_length_and_the_room_left_are_printed() -> None:
    server = "garden-of-the-whole-university"
    found = lint(
        [tool("open_valve_by_a_share")], "claude-code", only="client-name-length", server_name=server, plugin="campus"
    )
    (finding,) = found
    sent = f"mcp__plugin_campus_{server}__open_valve_by_a_share"
    assert f"`{sent}`: {len(sent)} characters, 64 at most" in finding.message
    assert f"this server leaves {64 - len(sent) + len('open_valve_by_a_share')} for a tool's name" in finding.message
    assert finding.data["length"] == len(sent)


def test_without_a_server_only_what_is_certain_is_reported() -> None:
    assert not lint([tool("n" * 56)], "claude-code", only="client-name-length")
    (finding,) = lint([tool("n" * 57)], "claude-code", only="client-name-length")
    assert "puts the server's name before it" in finding.message


@pytest.mark.parametrize(
    ("key", "better"),
    [
        ("filter[id]", "filter_id"),
        ("StartTime<", "StartTime_lt"),
        ("size>=", "size_gte"),
        ("$top", "top"),
        ("größe", "große"),
        ("金額", ""),
    ],
)
def test_a_parameter_gets_a_name_that_is_taken(key: str, better: str) -> None:
    bad = tool(inputSchema={"type": "object", "properties": {key: {"type": "string"}}})
    (finding,) = lint([bad], "anthropic", only="client-property-key")
    if better.isascii() and better:
        assert f"call it `{better}`" in finding.message
    else:
        assert "choose a name of" in finding.message


def test_all_targets_together_give_messages_that_fit() -> None:
    bad = tool(
        "open.valve/now",
        description="d" * 5000,
        inputSchema={
            "$schema": "http://json-schema.org/draft-04/schema#",
            "type": "object",
            "properties": {
                "a[b]": {"type": ["string", "null"], "pattern": "(?=x)y", "default": None},
                "list": {"type": "array"},
                "n": {"type": "integer", "exclusiveMinimum": 0, "enum": [1, 2]},
                "any": True,
                "ref": {"$ref": "#/definitions/A"},
            },
            "anyOf": [{"required": ["n"]}],
            "definitions": {"A": {"const": "x"}},
        },
        _meta={"anthropic/alwaysLoad": 1},
    )
    found = lint([bad], *targets.NAMES, only="client-")
    assert len({finding.rule for finding in found}) >= 12
    assert all(len(finding.message) <= 240 for finding in found)
    assert all(finding.message.isprintable() for finding in found)


def many(count: int) -> list[Any]:
    return [tool(f"open_valve_{index}") for index in range(count)]


def test_limits_of_strict_mode_are_told_as_what_would_be_if_all_tools_were_strict() -> None:
    (finding,) = [
        each for each in lint(many(21), "anthropic-strict", only="client-strict") if each.key == "count of tools"
    ]
    assert finding.message.startswith("21 tools are too many if all tools are strict, 20 at most: ")
    found = lint(many(25), "anthropic-strict", only="client-strict")
    (finding,) = [each for each in found if each.key == "count of optional"]
    assert finding.message == (
        "25 optional parameters are too many if all tools are strict, 24 at most: Anthropic (strict) rejects the whole request;"
        " set `strict` for fewer tools, first not for `open_valve_0`, `open_valve_1` and `open_valve_2`"
    )


def test_optional_parameters_of_tools_with_one_name_all_count() -> None:
    doubles = [tool("open_valve") for _ in range(25)]
    counts = {each.key: each.data.get("count") for each in lint(doubles, "anthropic-strict", only="client-strict")}
    assert counts["count of optional"] == 25


def test_a_limit_that_only_brings_groups_is_not_told_as_the_most() -> None:
    (finding,) = lint(many(65), "vscode", only="client-tool-limit")
    assert finding.message == (
        "65 tools are more than 64: VS Code hides them in groups that a model has to open;"
        " split the server, or let users choose groups of tools"
    )


@pytest.mark.parametrize(
    ("schema", "names", "end"),
    [
        (
            {"anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "string"}]},
            ("copilot-cli",),
            "`share` takes a list or a text: Copilot CLI sends a list as a text; take a list only, of one item where there is one",
        ),
        (
            {"type": "integer", "exclusiveMinimum": 0},
            ("anthropic-strict",),
            "rejects the whole request; drop `exclusiveMinimum` and say it in the description",
        ),
        (
            {"type": "integer", "exclusiveMinimum": 0},
            ("gemini",),
            "rejects the whole request; write `minimum` with the nearest value that is allowed",
        ),
        (
            {"type": "array", "items": [{"type": "string"}]},
            ("kimi",),
            "Kimi rejects the whole request; write one schema for all items",
        ),
    ],
)  # fmt: skip
def test_the_advice_is_one_that_the_targets_take(schema: Any, names: tuple[str, ...], end: str) -> None:
    (finding,) = lint([with_property(schema)], *names, only="client-unsupported")
    assert finding.message.endswith(end)


def test_directories_are_asked_for_submissions_alone() -> None:
    dotted = tool("valve.open", inputSchema={"type": "object"})
    for name, rules in {
        "claude-directory": {"client-name-pattern", "client-metadata", "client-required-annotation"},
        "chatgpt-directory": {"client-required-annotation"},
    }.items():
        found = lint([dotted], name, only="client-")
        assert {finding.rule for finding in found} == rules
        for finding in found:
            assert "directory refuses the submission" in finding.message


@pytest.mark.parametrize("name", [name for name in targets.NAMES if not name.startswith("mcp")])
def test_messages_begin_with_a_capital_or_a_name_and_have_no_full_stop(name: str) -> None:
    schema = {
        "type": "object",
        "$schema": "http://json-schema.org/draft-07/schema#",
        "properties": {
            "a[b]": {"type": ["string", "null"], "pattern": "(?=x)", "default": "x"},
            "list": {"type": "array"},
            "any": {},
            "flag": True,
            "part": {"$ref": "#/definitions/Part"},
            "bound": {"type": "integer", "exclusiveMinimum": 0, "enum": [1, 2], "maxLength": 9999},
        },
        "definitions": {"Part": {"type": "string", "format": "odd"}},
        "oneOf": [{"required": ["a"]}],
    }
    tools = [tool("valve.open", inputSchema=schema, outputSchema=schema), *many(600)]
    for finding in lint(tools, name, only="client-"):
        assert finding.message[0] == "`" or finding.message[0].isupper() or finding.message[0].isdigit()
        assert not finding.message.endswith(".")
        assert len(finding.message) <= 240
        assert "\n" not in finding.message


def test_targets_of_other_packs_are_none_of_this_one_s_business() -> None:
    found = lint([with_property({"type": "array"})], "openai", "another/client", only="client-")
    assert [finding.rule for finding in found] == ["client-missing-items"]
