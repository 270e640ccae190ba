"""The rules on size: thresholds, one finding for one cause, and messages that stay short whatever a server sends."""

from __future__ import annotations

from typing import Any

import pytest

from catalint.analyses.tokens import TOKENS
from catalint.context import Context
from catalint.finding import Finding
from catalint.testing import corpus, findings
from catalint_rules.tokens.limits import LONGEST_MESSAGE
from catalint_rules.tokens.oversized_catalog import OversizedCatalog
from catalint_rules.tokens.oversized_tool import OversizedTool
from catalint_rules.tokens.too_many_tools import TooManyTools

RULES = [OversizedCatalog, OversizedTool, TooManyTools]


def tool(name: str = "moor_ship", description: str = "Moor one ship.", /, **properties: Any) -> dict[str, Any]:
    return {"name": name, "description": description, "inputSchema": {"type": "object", "properties": properties}}


def fleet(count: int, *, prefix: str = "call_ship") -> list[dict[str, Any]]:
    return [tool(f"{prefix}_{number}", f"Call ship number {number} on its radio channel.") for number in range(count)]


def app_only(raw: dict[str, Any]) -> dict[str, Any]:
    return raw | {"_meta": {"ui": {"visibility": ["app"]}}}


def tokens(*tools: dict[str, Any]) -> int:
    return sum(counted.total for counted in Context(corpus(list(tools))).get(TOKENS).values())


def one(found: list[Finding]) -> Finding:
    assert len(found) == 1
    return found[0]


def test_a_tool_at_the_limit_is_no_finding() -> None:
    ship = tool(berth={"type": "string", "description": "Code of the berth."})
    size = tokens(ship)
    assert findings(OversizedTool, [ship], {"max-tokens": size}) == []
    found = one(findings(OversizedTool, [ship], {"max-tokens": size - 1}))
    assert found.data["tokens"] == size
    assert found.where.pointer == "/tools/0"


def test_the_default_limit_is_a_thousand() -> None:
    words = "berth pilot tug crane quay lock buoy fender hawser ".split()
    small = tool("moor_ship", " ".join(words * 85))
    large = tool("moor_ship", " ".join(words * 100))
    assert 900 < tokens(small) <= 1_000 < tokens(large)
    found = one(findings(OversizedTool, [small, large]))
    assert found.where.tool == 1
    assert "Most is the description" in found.message


def test_the_split_adds_up() -> None:
    ship = tool(berth={"type": "string"}, pilot={"type": "boolean", "description": "Order a pilot for the way in."})
    data: Any = one(findings(OversizedTool, [ship], {"max-tokens": 1})).data
    assert data["name"] + data["description"] + sum(data["parameters"].values()) + data["rest"] == data["tokens"]


@pytest.mark.parametrize(
    ("raw", "advice"),
    [
        (tool("moor_ship", "Moor one ship at a berth. " * 10), "Most is the description"),
        (
            tool(cargo={"description": "Kind of cargo, by its number in the list of goods. " * 3}),
            "Most is `cargo` (45): its description takes 41, shorten it.",
        ),
        (
            tool(cargo={"type": "object", "properties": {f"field_{n}": {"type": "string"} for n in range(9)}}),
            "Most is `cargo` (89), 9 fields: leave out those that are seldom set.",
        ),
        (
            tool(
                **{name: {"description": f"Name of the {name}, as painted on it."} for name in ("bow", "hull", "keel")}
            ),
            "The texts on parameters take 33: shorten those of `hull` (16), `keel` (16) and `bow` (15) first.",
        ),
        (
            tool(**{name: {"type": "string", "maxLength": 40} for name in ("bow", "hull", "keel")}),
            "Leave out what is seldom set; most take `hull` (12), `keel` (12) and `bow` (11).",
        ),
        (
            tool(
                **{
                    name: {"description": f"The {name}. Left out, the value of the last voyage counts again."}
                    for name in ("bow", "hull", "keel", "mast")
                }
            ),
            'Say "Left out, the value of the last voyag..." once, in the description, and not in 4 parameters.',
        ),
    ],
)
def test_advice_is_about_the_largest_part(raw: dict[str, Any], advice: str) -> None:
    assert advice in one(findings(OversizedTool, [raw], {"max-tokens": 20})).message


def definitions(count: int) -> dict[str, Any]:
    return {
        f"Part{n}": {"type": "object", "properties": {"text": {"type": "string", "description": "What it says."}}}
        for n in range(count)
    }


def with_definitions(**properties: Any) -> dict[str, Any]:
    raw = tool(**properties)
    raw["inputSchema"]["$defs"] = definitions(6)
    return raw


def test_advice_names_definitions_that_nothing_uses() -> None:
    raw = with_definitions(berth={"$ref": "#/$defs/Part1"})
    raw["inputSchema"]["$defs"]["Part1"]["properties"]["next"] = {"$ref": "#/$defs/Part2"}
    raw["inputSchema"]["$defs"]["Part3"]["properties"]["next"] = {"$ref": "#/$defs/Part4"}
    message = one(findings(OversizedTool, [raw], {"max-tokens": 50})).message
    assert "Most is `$defs`, where 4 of 6 definitions are not used: drop them, which saves 104." in message
    kept = {name: raw["inputSchema"]["$defs"][name] for name in ("Part1", "Part2")}
    assert tokens(raw) - tokens({**raw, "inputSchema": {**raw["inputSchema"], "$defs": kept}}) == 104


def test_advice_names_the_parameter_that_the_definitions_are_for() -> None:
    every = [{"$ref": f"#/$defs/Part{n}"} for n in range(6)]
    raw = with_definitions(context={"anyOf": every}, berth={"type": "string"})
    message = one(findings(OversizedTool, [raw], {"max-tokens": 50})).message
    assert "Most is `$defs` for `context`: without that parameter it takes 204 less; drop or narrow it." in message
    assert tokens(raw) - 204 == tokens(
        tool(berth={"type": "string"}) | {"inputSchema": {**raw["inputSchema"], **NARROW}}
    )


NARROW: dict[str, Any] = {"properties": {"berth": {"type": "string"}}, "$defs": {}}


def part(letters: str, text: str = "") -> dict[str, Any]:
    """An object with a field for each letter, each with a text."""
    described = {"type": "string", **({"description": text} if text else {})}
    return {"type": "object", "properties": {f"field_{letter}": described for letter in letters}}


@pytest.mark.parametrize(
    ("cargo", "advice"),
    [
        (part("abcde", "Weight of the boxes in this hold of the ship."), "the texts in it take"),
        (
            {
                "type": "array",
                "items": {**part("c"), "properties": {"deck": part("abcdef"), "hold": part("gh"), "note": {}}},
            },
            "without `deck` and `hold` it takes",
        ),
        ({"anyOf": [part(letters) for letters in ("abc", "bcd", "cde")]}, "3 variants: leave out the seldom ones"),
        ({"anyOf": [part("abcdefgh"), {"type": "string"}, {"type": "null"}]}, "8 fields: leave out those"),
        ({"properties": {"only": part("abcdefgh")}}, "8 fields: leave out those"),
        ({"type": "string", "enum": [f"box_{number}" for number in range(30)]}, "leave out what is seldom set"),
    ],
    ids=["texts", "fields", "variants", "main-variant", "lone-field", "values"],
)
def test_advice_on_a_nested_parameter_names_what_saves(cargo: dict[str, Any], advice: str) -> None:
    message = one(findings(OversizedTool, [tool(cargo=cargo)], {"max-tokens": 20})).message
    assert "Most is `cargo` (" in message
    assert advice in message
    assert "flatten" not in message


def test_savings_are_counted() -> None:
    deep = {"type": "object", "properties": {"deck": part("abcdef"), "hold": part("gh"), "note": {"type": "string"}}}
    message = one(findings(OversizedTool, [tool(cargo=deep)], {"max-tokens": 20})).message
    less = {"type": "object", "properties": {"note": {"type": "string"}}}
    assert f"it takes {tokens(tool(cargo=deep)) - tokens(tool(cargo=less))} less" in message
    told = part("abcde", "Weight of the boxes in this hold of the ship.")
    message = one(findings(OversizedTool, [tool(cargo=told)], {"max-tokens": 20})).message
    assert f"take {tokens(tool(cargo=told)) - tokens(tool(cargo=part('abcde')))}, shorten" in message


def test_a_recursive_definition_is_followed_once() -> None:
    raw = with_definitions(tree={"$ref": "#/$defs/Part0"})
    raw["inputSchema"]["$defs"]["Part0"]["properties"]["child"] = {"$ref": "#/$defs/Part0"}
    assert "5 of 6 definitions" in one(findings(OversizedTool, [raw], {"max-tokens": 50})).message


def test_a_catalog_at_the_limit_is_no_finding() -> None:
    ships = fleet(10)
    size = tokens(*ships)
    assert findings(OversizedCatalog, ships, {"max-tokens": size}) == []
    found = one(findings(OversizedCatalog, ships, {"max-tokens": size - 1}))
    assert (found.data["tokens"], found.data["tools"]) == (size, 10)
    assert found.where.pointer == ""


def test_the_default_limits_of_catalogs() -> None:
    assert findings(TooManyTools, fleet(40)) == []
    assert "41 tools" in one(findings(TooManyTools, fleet(41))).message
    size = tokens(*fleet(100)) // 100
    assert findings(OversizedCatalog, fleet(9_500 // size)) == []
    assert len(findings(OversizedCatalog, fleet(11_000 // size))) == 1


@pytest.mark.parametrize(("rule", "name"), [(OversizedCatalog, "max-tokens"), (TooManyTools, "max-tools")])
def test_one_cause_is_one_finding(rule: type[Any], name: str) -> None:
    """Catalogs over the limit are reported alone; a run is, only where no catalog is."""
    big, small = fleet(20), fleet(8)
    limit = {"max-tokens": tokens(*fleet(15)), "max-tools": 15}[name]

    def found(**catalogs: Any) -> list[tuple[str, str]]:
        return [(item.where.server, item.key) for item in findings(rule, catalogs, {name: limit})]

    assert found(small=small) == []
    assert found(big=big) == [("big", "")]
    assert found(big=big, small=small, other=small) == [("big", "")]
    assert found(big=big, huge=fleet(30)) == [("big", ""), ("huge", "")]
    assert found(b=small, a=small) == [("a", "a b")]
    assert found(b=small, a=[app_only(raw) for raw in small]) == []
    assert found(b=small, a=small, empty=[]) == [("a", "a b")]


def test_the_finding_of_a_run_names_its_catalogs() -> None:
    found = one(findings(TooManyTools, {"pier": fleet(30), "quay": fleet(12)}))
    assert "2 catalogs load 42 tools together" in found.message
    assert "`pier` 30, `quay` 12" in found.message
    assert [(related.where.server, related.message) for related in found.related] == [("quay", "12 tools")]


@pytest.mark.parametrize("rule", RULES)
def test_tools_of_apps_are_left_out(rule: type[Any]) -> None:
    limit = {"max-tokens": 5} if rule is not TooManyTools else {"max-tools": 1}
    assert findings(rule, [app_only(raw) for raw in fleet(5)], limit) == []


def test_the_share_is_that_of_the_window() -> None:
    ships = fleet(10)
    found = one(findings(OversizedCatalog, ships, {"max-tokens": 10, "window": 10_000}))
    assert found.data["share"] == round(tokens(*ships) / 10_000, 4)
    assert f"{tokens(*ships) / 10_000:.1%} of a 10k context" in found.message


def test_groups_come_from_what_the_names_share() -> None:
    things = {"berth": 9, "pilot": 8, "invoice": 6}
    verbs = "get list create update delete archive export check copy".split()
    tools = [tool(f"port_{verbs[number]}_{thing}s") for thing, count in things.items() for number in range(count)]
    found = one(findings(TooManyTools, tools, {"max-tools": 20}))
    assert "Offer toolsets to switch on by need: `berths` 9, `pilots` 8, `invoices` 6." in found.message
    assert found.message.endswith("Clients with tool search load a few at a time.")
    assert found.data["groups"] == {"berths": 9, "pilots": 8, "invoices": 6}


def test_groups_are_not_named_where_names_have_none() -> None:
    names = "anchor buoy crane dock echo ferry gauge hatch island jetty kelp lagoon".split()
    found = one(findings(TooManyTools, [tool(f"inspect_{name}") for name in names], {"max-tools": 5}))
    assert "Offer toolsets to switch on by need, such as a read-only one, or a filter by name." in found.message


def test_a_server_is_told_what_a_server_can_do() -> None:
    many = one(findings(OversizedCatalog, fleet(30), {"max-tokens": 10}))
    assert "Shorten these or offer toolsets" in many.message
    few = one(findings(OversizedCatalog, fleet(6), {"max-tokens": 10}))
    assert "Shorten these" in few.message
    assert "toolsets" not in few.message
    # the tools of a run are for its user to choose from
    run = one(findings(OversizedCatalog, {"pier": fleet(5), "quay": fleet(5)}, {"max-tokens": tokens(*fleet(5)) + 1}))
    assert "Switch off what is not needed" in run.message


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("name", ["x" * 300, "名" * 90, "a\nb\x1b[31m\u2028c" * 9, "`" * 50])
def test_messages_stay_one_short_line(rule: type[Any], name: str) -> None:
    parameters = {
        f"{name}{number}": {"description": f"{name} is set by hand or left out, as you like. " * 9}
        for number in range(9)
    }
    tools = [tool(f"{name}_{number}", name * 30, **parameters) for number in range(9)]
    limit = {"max-tokens": 5} if rule is not TooManyTools else {"max-tools": 1}
    found = findings(rule, {name: tools, f"{name}2": tools}, limit)
    found += findings(
        rule,
        {name: tools[:1], f"{name}2": tools[:1]},
        limit | ({"max-tokens": 9_999} if rule is OversizedCatalog else {}),
    )
    assert found
    for item in found:
        assert item.message.splitlines() == [item.message]
        assert len(item.message) <= LONGEST_MESSAGE
        assert item.message.isprintable()
