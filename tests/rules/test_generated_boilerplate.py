"""generated-boilerplate: what counts as a leftover, what does not, and that the saving is exact."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from catalint.analyses.schemas import SCHEMAS
from catalint.analyses.tokens import TOKENS
from catalint.context import Context
from catalint.finding import Finding
from catalint.model import build_catalog
from catalint.testing import corpus, findings
from catalint_rules.tokens.generated_boilerplate import GeneratedBoilerplate
from catalint_rules.tokens.leftovers import find_leftovers
from catalint_rules.tokens.savings import count_with, rewrite

DRAFT_07 = "http://json-schema.org/draft-07/schema#"
UUID = "^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12})$"


def tool(schema: dict[str, Any], name: str = "feed_hens") -> dict[str, Any]:
    return {"name": name, "description": "Feed the hens of one coop.", "inputSchema": {"type": "object", **schema}}


def leftovers(schema: dict[str, Any], name: str = "feed_hens") -> set[str]:
    """The pointers of the leftovers of a tool with that schema, from the root of the schema."""
    context = Context(corpus([tool(schema, name)]))
    ((found, *_),) = context.get(SCHEMAS).values()
    return {"/".join(map(str, leftover.path)) for leftover in find_leftovers(found)}


def test_all_tools_are_named() -> None:
    """A baseline knows a finding about many places by all of them: mending one makes no new finding."""
    tools = [tool({"$schema": DRAFT_07}, f"feed_{index}") for index in range(15)]
    found = one(findings(GeneratedBoilerplate, tools))
    assert {related.where.tool for related in found.related} == set(range(15))


def one(found: list[Finding]) -> Finding:
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        # titles
        ({"properties": {"coop_id": {"title": "Coop Id"}}}, {"properties/coop_id/title"}),
        ({"properties": {"coopId": {"title": "coopId"}}}, {"properties/coopId/title"}),
        ({"properties": {"größe": {"title": "Größe"}}}, {"properties/größe/title"}),
        (
            {"$defs": {"Coop": {"title": "Coop"}}, "properties": {"at": {"$ref": "#/$defs/Coop"}}},
            {"$defs/Coop/title"},
        ),
        ({"properties": {"coop": {"properties": {"hens": {"title": "Hens"}}}}}, {"properties/coop/properties/hens/title"}),
        ({"title": "feed_hensArguments"}, {"title"}),
        ({"title": "Feed Hens"}, {"title"}),
        ({"title": "FeedingRequest"}, {"title"}),
        # dialect
        ({"$schema": DRAFT_07}, {"$schema"}),
        ({"$schema": DRAFT_07, "definitions": {"A": {"type": "string"}}, "not": {"$ref": "#/definitions/A"}}, {"$schema"}),
        # null as what is left out
        ({"properties": {"a": {"default": None}}}, {"properties/a/default"}),
        ({"properties": {"o": {"properties": {"a": {"default": None}}}}}, {"properties/o/properties/a/default"}),
        # keywords at their default
        ({"properties": {"o": {"properties": {"a": {}}, "additionalProperties": True}}}, {"properties/o/additionalProperties"}),
        ({"properties": {"o": {"properties": {"a": {}}, "additionalProperties": {}}}}, {"properties/o/additionalProperties"}),
        ({"properties": {"n": {"maximum": 9007199254740991}}}, {"properties/n/maximum"}),
        ({"properties": {"n": {"minimum": -9007199254740991}}}, {"properties/n/minimum"}),
        ({"properties": {"m": {"propertyNames": {"type": "string"}}}}, {"properties/m/propertyNames"}),
        ({"required": [], "$defs": {}}, {"required", "$defs"}),
        ({"properties": {"a": {"description": "", "uniqueItems": False}}}, {"properties/a/description", "properties/a/uniqueItems"}),
        ({"properties": {"a": {"type": "array", "minItems": 0}}}, {"properties/a/minItems"}),
        # definitions that nothing leads to, with what is in them
        ({"$defs": {"Coop": {"title": "Coop"}, "Hen": {"$ref": "#/$defs/Coop"}}}, {"$defs"}),
        ({"definitions": {"A": {}, "B": {}}, "properties": {"a": {"$ref": "#/definitions/A"}}}, {"definitions/B"}),
        (
            {
                "$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"$anchor": "b"}, "C": {}, "D": {"$ref": "#/$defs/D"}},
                "items": {"anyOf": [{"$ref": "#/$defs/A"}, {"$ref": "#"}]},
                "not": {"$ref": "#b"},
            },
            {"$defs/C", "$defs/D"},
        ),
        # spelled-out formats
        ({"properties": {"a": {"format": "uuid", "pattern": UUID}}}, {"properties/a/pattern"}),
    ],
)  # fmt: skip
def test_leftovers(schema: dict[str, Any], expected: set[str]) -> None:
    assert leftovers(schema) == expected


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"coop": {"title": "Number of the coop"}}},
        {"properties": {"coop": {"oneOf": [{"const": 1, "title": "Coop"}]}}},
        {"title": "Ration for one coop"},
        {"properties": {"title": {"type": "string"}, "default": {"type": "string"}, "$schema": {"type": "string"}}},
        {"$schema": DRAFT_07, "properties": {"pair": {"items": [{"type": "integer"}, {"type": "integer"}]}}},
        {"$schema": "http://json-schema.org/draft-04/schema#", "properties": {"n": {"exclusiveMinimum": True}}},
        {"$schema": DRAFT_07, "dependencies": {"a": ["b"]}},
        {"properties": {"a": {"default": None}}, "required": ["a"]},
        {"properties": {"a": {"default": 0}, "b": {"default": False}, "c": {"default": ""}, "d": {"default": []}}},
        {"additionalProperties": False},
        {"properties": {"o": {"type": "object", "additionalProperties": True}}},
        {"properties": {"o": {"properties": {"a": {}}, "additionalProperties": {"type": "string"}}}},
        {"properties": {"n": {"minimum": 0, "maximum": 100}}},
        {"properties": {"n": {"minLength": False}}},
        {"properties": {"m": {"propertyNames": {"type": "string", "minLength": 2}}}},
        {"properties": {"a": {"format": "email", "pattern": "@example\\.org$"}}},
        {"properties": {"a": {"pattern": UUID}}},
        {"properties": {"a": {"format": "coop-number", "pattern": UUID}}},
        {"properties": {"a": {"uniqueItems": True, "deprecated": True, "readOnly": True}}},
        {"properties": {"a": {"enum": [None, False, 0, [], {}]}}},
        # a reference into the definitions, however deep, or through a discriminator
        {"$defs": {"A": {"properties": {"b": {}}}}, "properties": {"a": {"$ref": "#/$defs/A/properties/b"}}},
        {"$defs": {"A": {}}, "properties": {"a": {"discriminator": {"mapping": {"x": "#/$defs/A"}}}}},
        {"$defs": {"A": {}}, "properties": {"a": {"$dynamicRef": "#/$defs/A"}}},
        # a reference that leads nowhere or elsewhere may be meant for any of them
        {"$defs": {"A": {}}, "properties": {"a": {"$ref": "#/definitions/A"}}},
        {"$defs": {"A": {"$id": "coop.json"}}, "properties": {"a": {"$ref": "coop.json"}}},
        # a text may send the model to one
        {"$defs": {"Ration": {}}, "properties": {"a": {"description": "A Ration as in $defs, in JSON."}}},
    ],
)
def test_what_says_something_is_left_alone(schema: dict[str, Any]) -> None:
    assert leftovers(schema) == set()


def test_the_saving_is_what_the_tools_would_cost_less() -> None:
    tools = [
        tool(
            {
                "$schema": DRAFT_07,
                "title": f"{name}Arguments",
                "properties": {
                    "coop_id": {"title": "Coop Id", "type": "string"},
                    "grams": {"title": "Grams", "default": None},
                },
                "required": [],
            },
            name,
        )
        for name in ("feed_hens", "count_hens", "weigh_eggs")
    ]
    bare = [tool({"properties": {"coop_id": {"type": "string"}, "grams": {}}}, raw["name"]) for raw in tools]
    before, after = (sum(t.total for t in Context(corpus(each)).get(TOKENS).values()) for each in (tools, bare))
    data: Any = one(findings(GeneratedBoilerplate, tools)).data
    assert (data["tokens"], data["saving"]) == (before, before - after)
    assert {kind: part["places"] for kind, part in data["kinds"].items()} == {
        "title": 9,
        "$schema": 3,
        "default: null": 3,
        "default value": 3,
    }
    about = sum(part["tokens"] for part in data["kinds"].values())
    assert abs(about - data["saving"]) < 0.2 * data["saving"]


def test_the_limits_are_inclusive() -> None:
    tools = [tool({"$schema": DRAFT_07, "properties": {"coop": {"type": "string", "description": "Coop. " * 9}}})]
    data = one(findings(GeneratedBoilerplate, tools, {"min-tokens": 1, "min-percent": 1})).data
    saving, share = data["saving"], data["share"]
    assert isinstance(saving, int)
    assert isinstance(share, float)
    assert findings(GeneratedBoilerplate, tools, {"min-tokens": saving, "min-percent": 1})
    assert findings(GeneratedBoilerplate, tools, {"min-tokens": saving + 1, "min-percent": 1}) == []
    assert findings(GeneratedBoilerplate, tools, {"min-tokens": 1, "min-percent": int(100 * share)})
    assert findings(GeneratedBoilerplate, tools, {"min-tokens": 1, "min-percent": int(100 * share) + 1}) == []


def many(schema: dict[str, Any]) -> list[dict[str, Any]]:
    return [tool(schema, f"feed_{animal}") for animal in ("hens", "geese", "ducks", "goats", "sheep", "cows")]


@pytest.mark.parametrize(
    ("tools", "advice"),
    [
        (
            many({"properties": {}, "$schema": DRAFT_07}),
            "take `$schema` out of the schemas before listing the tools.",
        ),
        (
            many({"$schema": DRAFT_07, "properties": {}}),
            "take `$schema` out of the schemas before listing the tools.",
        ),
        (
            many({"properties": {"coop_id": {"title": "Coop Id"}, "day": {"title": "Day"}}}),
            "take these titles out of the schemas before listing the tools.",
        ),
        (
            [
                tool({"title": f"{name}Arguments", "properties": {"coop_id": {"title": "Coop Id"}}}, name)
                for name in ("feed_hens", "count_hens", "weigh_eggs", "sell_eggs", "clean_coops")
            ],
            "take these titles out of the schemas before listing the tools.",
        ),
        (
            many({"properties": {"coop_id": {"title": "coop_id"}, "day": {"title": "day"}}}),
            "take these titles out of the schemas before listing the tools.",
        ),
        (many({"properties": {f"p{n}": {"default": None} for n in range(4)}}), "drop them, they say nothing new."),
    ],
)
def test_advice_is_for_the_generator(tools: list[dict[str, Any]], advice: str) -> None:
    found = one(findings(GeneratedBoilerplate, tools, {"min-tokens": 20}))
    assert found.message.endswith(advice)
    assert found.where.tool is None
    assert len(found.message) <= 240


@pytest.mark.parametrize(
    ("tools", "remark"),
    [
        (many({"properties": {}, "$schema": DRAFT_07}), "zod-to-json-schema has no switch for `$schema`"),
        (many({"properties": {"coop_id": {"title": "Coop Id"}}}), "whose `field_title_should_be_set` is False"),
        (
            [
                tool({"title": f"{name}Arguments", "properties": {"coop_id": {"title": "Coop Id"}}}, name)
                for name in ("feed_hens", "count_hens", "weigh_eggs", "sell_eggs", "clean_coops")
            ],
            "the MCP Python SDK has no switch for titles",
        ),
    ],
)
def test_the_detail_says_how_for_the_generator(tools: list[dict[str, Any]], remark: str) -> None:
    assert remark in one(findings(GeneratedBoilerplate, tools, {"min-tokens": 20})).detail


def test_definitions_that_every_tool_carries_and_few_use() -> None:
    shared = {
        name: {"type": "object", "properties": {"grams": {"type": "number"}}} for name in ("Ration", "Coop", "Egg")
    }
    tools = [tool({"$defs": shared}, f"feed_hens_{number}") for number in range(5)]
    tools.append(tool({"$defs": shared, "properties": {"ration": {"$ref": "#/$defs/Ration"}}}, "mix_feed"))
    found = one(findings(GeneratedBoilerplate, tools))
    assert found.message.endswith(
        "all of them definitions that nothing uses: give each tool only the definitions that its `$ref`s lead to."
    )
    kept = [tool({}, raw["name"]) for raw in tools[:-1]]
    kept.append(
        tool({"$defs": {"Ration": shared["Ration"]}, "properties": {"ration": {"$ref": "#/$defs/Ration"}}}, "mix_feed")
    )
    before, after = (sum(t.total for t in Context(corpus(each)).get(TOKENS).values()) for each in (tools, kept))
    assert found.data["saving"] == before - after
    used = [tool({"$defs": shared, "properties": {name: {"$ref": f"#/$defs/{name}"} for name in shared}})]
    assert findings(GeneratedBoilerplate, used) == []


def test_the_kinds_add_up_to_no_more_than_the_whole() -> None:
    properties = {f"weight_of_coop_{n}": {"title": f"Weight Of Coop {n}", "default": None} for n in range(30)}
    data: Any = one(findings(GeneratedBoilerplate, [tool({"properties": properties})])).data
    counted = sum(part["tokens"] for part in data["kinds"].values())
    assert 0.95 * data["saving"] < counted <= data["saving"]


def test_what_few_tools_carry_is_not_worth_a_word() -> None:
    tools = [tool({"$schema": DRAFT_07, "properties": {}}, f"feed_{animal}") for animal in "abcdef"]
    assert findings(GeneratedBoilerplate, tools) == []
    assert "90 of" in one(findings(GeneratedBoilerplate, tools, {"min-tokens": 90})).message


def test_all_kinds_fit_a_message() -> None:
    schema = {
        "title": "feed_hensArguments",
        "$schema": DRAFT_07,
        "properties": {
            "coop": {"title": "Coop", "format": "uuid", "pattern": UUID},
            "grams": {"title": "Grams", "default": None, "maximum": 9007199254740991},
        },
    }
    tools = [tool(schema, f"feed_hens_{number}") for number in range(3000)]
    found = one(findings(GeneratedBoilerplate, tools))
    assert len(found.message) <= 240
    assert "and more: " in found.message
    assert len(found.detail.splitlines()) >= 5


def test_tools_of_an_app_do_not_count() -> None:
    hidden = [raw | {"_meta": {"ui": {"visibility": ["app"]}}} for raw in many({"$schema": DRAFT_07})]
    assert findings(GeneratedBoilerplate, hidden) == []
    assert findings(GeneratedBoilerplate, [tool({}), "no tool", {"name": "odd", "inputSchema": []}]) == []


def test_rewriting_leaves_the_original_alone() -> None:
    schema: dict[str, Any] = {"a": {"b": [{"c": 1, "d": 2}, {"c": 3}]}, "e": {"f": 4}}
    changed = rewrite(schema, put={("a", "b", 1, "c"): 5}, drop=[("a", "b", 0, "d"), ("e",)])
    assert changed == {"a": {"b": [{"c": 1}, {"c": 5}]}}
    assert schema == {"a": {"b": [{"c": 1, "d": 2}, {"c": 3}]}, "e": {"f": 4}}
    with pytest.raises(KeyError):
        rewrite(schema, drop=[("a", "x", "y")])


def test_counting_with_another_schema() -> None:
    context = Context(corpus([tool({})]))
    (made,) = context.corpus.tools
    other = replace(
        made, raw={**made.raw, "inputSchema": {"type": "object", "properties": {"coop": {"type": "string"}}}}
    )
    counted = Context(corpus([dict(other.raw)])).get(TOKENS)
    assert count_with(made, other.input_schema, context) == next(iter(counted.values())).total
    assert build_catalog("s", [dict(made.raw)]).tools[0].input_schema == made.input_schema
