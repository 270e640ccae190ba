"""deep-schema: what counts as a level, references, and that hostile schemas cost nothing."""

from __future__ import annotations

from typing import Any

import pytest

from catalint.finding import Finding, Severity
from catalint.testing import findings
from catalint_rules.tokens.deep_schema import DeepSchema


def nest(levels: int, leaf: str = "value") -> dict[str, Any]:
    """A property schema of so many objects inside each other."""
    schema: dict[str, Any] = {"type": "string"}
    for level in range(levels, 0, -1):
        schema = {"type": "object", "properties": {leaf if level == levels else f"part_{level + 1}": schema}}
    return schema


def tool(name: str = "edit_score", /, *, defs: dict[str, Any] | None = None, **properties: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, **({"$defs": defs} if defs else {})}
    return {"name": name, "description": "Change one note of a score.", "inputSchema": schema}


def one(found: list[Finding]) -> Finding:
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize("levels", range(1, 9))
def test_four_levels_are_fine(levels: int) -> None:
    found = findings(DeepSchema, [tool(part_1=nest(levels))])
    if levels <= 4:
        assert found == []
    else:
        assert one(found).severity is Severity.NOTE
        assert one(found).data["levels"] == levels
        assert f"nests {levels} objects" in one(found).message


def test_the_limit_is_an_option() -> None:
    assert findings(DeepSchema, [tool(a=nest(2))], {"max-levels": 2}) == []
    assert findings(DeepSchema, [tool(a=nest(3))], {"max-levels": 2})


def wrap(schema: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"inner": schema}}


@pytest.mark.parametrize(
    ("schema", "levels"),
    [
        ({"type": "array", "items": {"type": "array", "items": nest(5)}}, 5),
        ({"anyOf": [nest(5), {"type": "null"}]}, 5),
        ({"type": "object", "anyOf": [nest(5), {"type": "object", "properties": {}}]}, 5),
        ({"allOf": [{"type": "object"}, {"oneOf": [nest(5)]}]}, 5),
        ({"type": "object", "additionalProperties": nest(4)}, 5),
        ({"patternProperties": {"^x": nest(5)}}, 5),
        ({"type": "object", "properties": {"pair": {"prefixItems": [{"type": "string"}, nest(4)]}}}, 5),
        ({"type": "array", "items": [{"type": "string"}, nest(5)]}, 5),
        ({"if": {"properties": {"a": {}}}, "then": wrap(nest(4))}, 5),
        (wrap(wrap(wrap({"properties": {"leaf": {"type": ["object", "null"]}}}))), 5),
    ],
)
def test_levels_are_counted_through_lists_and_branches(schema: dict[str, Any], levels: int) -> None:
    assert one(findings(DeepSchema, [tool(part=schema)])).data["levels"] == levels


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": nest(1)}}},
        {"type": "object", "allOf": [{"type": "object", "allOf": [{"type": "object", "allOf": [nest(1)]}]}]},
        {"type": "object", "properties": {"a": {"anyOf": [{"anyOf": [{"anyOf": [{"anyOf": [nest(1)]}]}]}]}}},
        {"type": "string", "default": {"a": {"b": {"c": {"d": {"e": {}}}}}}},
        True,
        {"properties": [1, 2]},
        {"$ref": "#/nowhere"},
        {"$ref": 4},
    ],
)
def test_what_is_not_deep(schema: Any) -> None:
    assert findings(DeepSchema, [tool(part=schema)]) == []


def test_references_are_followed_but_not_into_themselves() -> None:
    chain = {f"L{n}": {"type": "object", "properties": {"next": {"$ref": f"#/$defs/L{n + 1}"}}} for n in range(1, 5)}
    chain["L5"] = {"type": "object", "properties": {"pitch": {"type": "string"}}}
    found = one(findings(DeepSchema, [tool(defs=chain, first={"$ref": "#/$defs/L1"})]))
    assert found.data["path"] == ["first", "next", "next", "next", "next"]
    assert found.where.pointer == "/tools/0/inputSchema/$defs/L5"
    tree = {"Bar": {"type": "object", "properties": {"bars": {"type": "array", "items": {"$ref": "#/$defs/Bar"}}}}}
    assert findings(DeepSchema, [tool(defs=tree, bar={"$ref": "#/$defs/Bar"})]) == []


def test_the_path_and_the_advice() -> None:
    straight = one(findings(DeepSchema, [tool(part_1=nest(5))]))
    assert "`part_1.part_2.part_3.part_4.part_5`" in straight.message
    assert straight.message.endswith("drop `part_1`, `part_2` and 2 more, which hold one field each.")
    listed = one(findings(DeepSchema, [tool(voices={"type": "array", "items": nest(5)})]))
    assert "`voices[].part_2.part_3.part_4.part_5`" in listed.message
    assert listed.message.endswith("show a whole call in the description, or leave out what few calls set.")


def wide(levels: int) -> dict[str, Any]:
    """Objects inside each other that all have a second field."""
    schema: dict[str, Any] = {"type": "string"}
    for level in range(levels, 0, -1):
        schema = {"type": "object", "properties": {f"part_{level + 1}": schema, "mark": {"type": "string"}}}
    return schema


def test_only_objects_with_one_field_are_to_be_dropped() -> None:
    message = one(findings(DeepSchema, [tool(part_1=wide(5))])).message
    assert "lift `part_5` into a parameter of its own, or show a whole call in the description." in message
    wrapped = {"type": "object", "properties": {"bar": wide(4)}}
    assert one(findings(DeepSchema, [tool(piece=wrapped)])).message.endswith(
        "drop `piece`, which holds one field only."
    )
    # in a choice a lone field says which of the choices it is
    chosen = {"anyOf": [{"type": "object", "properties": {"bar": wide(4)}}, {"type": "object", "properties": {}}]}
    assert "drop" not in one(findings(DeepSchema, [tool(piece=chosen)])).message


def test_tools_with_the_same_object_are_one_finding() -> None:
    tools = [tool(name, part_1=nest(5)) for name in ("edit_score", "copy_score", "print_score")]
    tools.append(tool("send_score", other=nest(5)))
    found = findings(DeepSchema, tools)
    assert [each.where.tool for each in found] == [0, 3]
    assert ", as do 2 more tools" in found[0].message
    assert len(found[0].related) == 2


def test_a_fan_of_references_ends() -> None:
    fan = {
        f"L{n}": {"type": "object", "properties": {f"p{k}": {"$ref": f"#/$defs/L{n + 1}"} for k in range(10)}}
        for n in range(1, 12)
    }
    fan["L12"] = {"type": "string"}
    found = one(findings(DeepSchema, [tool(defs=fan, part={"$ref": "#/$defs/L1"})]))
    assert found.data["levels"] == 11


def test_messages_stay_short_and_plain() -> None:
    for part in ("movement_" * 20, "two\nlines", "\x1b[2J"):
        message = one(findings(DeepSchema, [tool("edit_" + "score_" * 30, **{part: nest(6, f"{part}_note")})])).message
        assert len(message) <= 240
        assert message.isprintable()


@pytest.mark.parametrize(
    ("leaf", "found"),
    [
        ({"anyOf": [{"type": "string"}, {"type": "object", "properties": {}, "additionalProperties": True}]}, False),
        ({"oneOf": [{"type": "string"}, {"type": "object"}]}, False),
        ({"type": "object", "properties": {}}, False),
        ({"anyOf": [{"type": "string"}, {"type": "object", "properties": {"sharp": {}}}]}, True),
        ({"anyOf": [{"type": "string"}, {"type": "object", "additionalProperties": {"type": "string"}}]}, True),
        ({"type": "object", "properties": {}, "required": ["sharp"]}, True),
        ({"type": "object"}, True),
    ],
)
def test_an_object_without_fields_is_no_level(leaf: dict[str, Any], found: bool) -> None:
    assert bool(findings(DeepSchema, [tool(part=wrap(wrap(wrap(wrap(leaf)))))])) is found
