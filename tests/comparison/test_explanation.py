from __future__ import annotations

from typing import Any, Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from catalint.comparison.change import Change, Effect
from catalint.comparison.renaming import find_renames
from catalint.comparison.schemas.explanation import explain

from .strategies import VALUES, edited, schemas

BREAKING, UNCLEAR, COMPATIBLE = Effect.BREAKING, Effect.UNCLEAR, Effect.COMPATIBLE
Side = Literal["input", "output"]


def properties(*required: str, **schemas_by_name: Any) -> dict[str, Any]:
    return {"type": "object", "properties": schemas_by_name, "required": list(required)}


def changes(old: Any, new: Any, side: Side = "input") -> list[tuple[Effect, str]]:
    return [(change.effect, change.message) for change in explain(old, new, side, find_renames)]


BERTH, DAY = {"type": "string", "description": "Berth, such as W-12."}, {"type": "string", "format": "date"}
COUNT = {"type": "integer", "minimum": 1, "maximum": 100}


class TestForCallers:
    @pytest.mark.parametrize(
        ("old", "new", "effect", "message"),
        [
            (properties(), properties("a", a=BERTH), BREAKING, "`a` is new and required"),
            (properties(), properties(a=BERTH), COMPATIBLE, "`a` is new and optional"),
            (properties(a=BERTH), properties("a", a=BERTH), BREAKING, "`a` is required now"),
            (properties("a", a=BERTH), properties(a=BERTH), COMPATIBLE, "`a` is no longer required"),
            (
                properties("a", a=BERTH),
                properties(),
                BREAKING,
                "`a` removed; calls that send it are let through, but nothing says what it does",
            ),
            (
                properties(a=BERTH),
                properties(),
                UNCLEAR,
                "`a` removed; calls that send it are let through, but nothing says what it does",
            ),
            (
                {**properties(a=BERTH), "additionalProperties": False},
                {**properties(), "additionalProperties": False},
                BREAKING,
                "`a` removed, and calls that send it are refused",
            ),
            (
                properties("a", a=BERTH),
                {"type": "object", "additionalProperties": True},
                BREAKING,
                "`a` removed; calls that send it are let through, but nothing says what it does",
            ),
            (
                {**properties(a=BERTH, b=BERTH), "additionalProperties": True},
                {**properties(b=BERTH), "additionalProperties": True},
                UNCLEAR,
                "`a` removed; calls that send it are let through, but nothing says what it does",
            ),
            (
                {**properties(a=COUNT, b=BERTH), "additionalProperties": BERTH},
                {**properties(b=BERTH), "additionalProperties": BERTH},
                BREAKING,
                "`a` removed, and calls that send it are refused",
            ),
            (
                properties(a=BERTH, b=BERTH),
                {**properties(b=BERTH), "patternProperties": {"^x-": {}}, "additionalProperties": False},
                UNCLEAR,
                "`a` removed; calls that send it may be refused",
            ),
            (
                properties(tags={**properties(a={**BERTH, "maxLength": 9}), "additionalProperties": BERTH}),
                properties(tags={"type": "object", "additionalProperties": BERTH}),
                COMPATIBLE,
                "`tags.a` is no longer named, but taken as any other parameter",
            ),
            (
                properties("berth"),
                properties("berth", berth=BERTH),
                UNCLEAR,
                "`berth` was required without a schema and has one now",
            ),
            (
                properties(tags={"type": "object", "properties": {}, "additionalProperties": True, "maxProperties": 9}),
                properties(tags={"type": "object", "properties": {}, "additionalProperties": True, "maxProperties": 2}),
                UNCLEAR,
                "`tags`: maxProperties was 9, is 2",
            ),
            (properties(berthId=BERTH), properties(berth_id=BERTH), BREAKING, "`berthId` renamed to `berth_id`"),
            (
                properties(),
                {**properties(), "additionalProperties": False},
                UNCLEAR,
                "the input no longer takes parameters that are not declared",
            ),
            (
                {**properties(a=BERTH), "additionalProperties": True},
                {**properties(a=BERTH), "additionalProperties": False},
                BREAKING,
                "the input no longer takes parameters that are not declared",
            ),
            (
                properties(a={"type": "object"}),
                properties(a={"type": "object", "additionalProperties": False}),
                BREAKING,
                "`a` no longer takes keys that are not declared",
            ),
            (properties(n=COUNT), properties(n={**COUNT, "maximum": 50}), BREAKING, "`n`: maximum was 100, is 50"),
            (properties(n=COUNT), properties(n={**COUNT, "maximum": 500}), COMPATIBLE, "`n`: maximum was 100, is 500"),
            (
                properties(n=COUNT),
                properties(n={"type": "integer", "minimum": 1}),
                COMPATIBLE,
                "`n`: maximum 100 removed",
            ),
            (
                properties(n={"type": "number"}),
                properties(n={"type": "integer"}),
                BREAKING,
                "`n`: only whole numbers now",
            ),
            (properties(d=DAY), properties(d={"type": "string"}), COMPATIBLE, '`d`: format "date" removed'),
            (properties(d={"type": "string"}), properties(d=DAY), BREAKING, '`d`: format "date" added'),
            (
                properties(d={"type": "string", "pattern": "^a"}),
                properties(d={"type": "string", "pattern": "^b"}),
                UNCLEAR,
                '`d`: pattern was "^a", is "^b"',
            ),
            (
                properties(k={"enum": ["a", "b"]}),
                properties(k={"enum": ["b", "c"]}),
                BREAKING,
                '`k` no longer takes "a"',
            ),
            (properties(k={"enum": ["a"]}), properties(k={"enum": ["a", "b"]}), COMPATIBLE, '`k` also takes "b"'),
            (properties(k={"type": ["string", "null"]}), properties(k=BERTH), BREAKING, "`k` no longer takes null"),
            (properties(k=BERTH), properties(k={"type": ["string", "array"]}), COMPATIBLE, "`k` also takes a list"),
            (properties(k=BERTH), properties(k={"type": "array"}), BREAKING, "`k` was a string, is a list"),
            (
                properties(k={"type": "array", "items": {"type": "string"}}),
                properties(k={"type": "array", "items": {"enum": ["x"]}}),
                BREAKING,
                '`k[]` was a string, is "x"',
            ),
            (
                properties(k={"type": "array", "items": BERTH}),
                properties(k={"type": "array", "items": BERTH, "minItems": 1}),
                BREAKING,
                "`k`: minItems 1 added",
            ),
            (
                properties(f=properties(p=properties(to=COUNT))),
                properties(f=properties(p=properties(to={**COUNT, "minimum": 5}))),
                BREAKING,
                "`f.p.to`: minimum was 1, is 5",
            ),
            (
                properties(k={"not": {"pattern": "^a"}}),
                properties(k={"not": {"pattern": "^b"}}),
                UNCLEAR,
                "`k` changed in a way that can't be decided (`not`)",
            ),
            (
                properties(a=BERTH, b=BERTH),
                {**properties(a=BERTH, b=BERTH), "dependentRequired": {"a": ["b"]}},
                UNCLEAR,
                "the input changed in a way that can't be decided (`dependentRequired`)",
            ),
        ],
    )
    def test_one_change(self, old: Any, new: Any, effect: Effect, message: str) -> None:
        assert (effect, message) in changes(old, new)
        assert all(found == effect or found is COMPATIBLE for found, _ in changes(old, new))


class TestForReaders:
    @pytest.mark.parametrize(
        ("old", "new", "effect", "message"),
        [
            (properties("a", a=BERTH), properties(), BREAKING, "output `a` removed"),
            (properties(a=BERTH), properties(), UNCLEAR, "output `a` removed, which was not always there"),
            (properties("a", a=BERTH), properties(a=BERTH), BREAKING, "output `a` is no longer always there"),
            (properties(a=BERTH), properties("a", a=BERTH), COMPATIBLE, "output `a` is always there"),
            (properties(), properties(a=BERTH), COMPATIBLE, "output `a` is new"),
            (
                {**properties(), "additionalProperties": False},
                {**properties(a=BERTH), "additionalProperties": False},
                UNCLEAR,
                "output `a` is new, which the old schema refuses",
            ),
            (properties(k={"enum": ["a"]}), properties(k={"enum": ["a", "b"]}), BREAKING, 'output `k` can also be "b"'),
            (
                properties(k={"enum": ["a", "b"]}),
                properties(k={"enum": ["a"]}),
                COMPATIBLE,
                'output `k` is no longer "b"',
            ),
            (
                properties(n=COUNT),
                properties(n={**COUNT, "maximum": 500}),
                BREAKING,
                "output `n`: maximum was 100, is 500",
            ),
            (properties(k=BERTH), properties(k={"type": ["string", "null"]}), BREAKING, "output `k` can also be null"),
        ],
    )
    def test_one_change(self, old: Any, new: Any, effect: Effect, message: str) -> None:
        assert (effect, message) in changes(old, new, "output")


def test_objects_are_told_apart_by_the_property_that_names_them() -> None:
    def block(kind: str, **more: Any) -> Any:
        return properties("type", type={"const": kind}, **more)

    old = properties(b={"anyOf": [block("text", text=BERTH), block("image")]})
    new = properties(b={"anyOf": [block("text", text=BERTH), block("image"), block("table")]})
    assert changes(old, new) == [(COMPATIBLE, '`b` also takes an object with type "table"')]
    assert changes(new, old) == [(BREAKING, '`b` no longer takes an object with type "table"')]


def test_objects_that_nothing_tells_apart_are_still_told_from_those_that_stay() -> None:
    kinds = [properties(name, **{name: BERTH}) for name in ("a", "b", "c")]
    old, new = properties(k={"anyOf": kinds[:2]}), properties(k={"anyOf": kinds})
    assert changes(old, new) == [(COMPATIBLE, "`k` also takes an object of another kind")]
    assert changes(new, old) == [(UNCLEAR, "`k` no longer takes an object of one of its kinds")]
    listed = [{"type": "string", "pattern": pattern} for pattern in ("^a", "^b", "^c")]
    old, new = properties(k={"anyOf": listed[:2]}), properties(k={"anyOf": listed})
    assert changes(old, new) == [(COMPATIBLE, "`k` also takes a string of another kind")]


def test_what_changed_in_a_schema_that_has_itself_inside_is_said_once() -> None:
    def tree(leaf: Any, **more: Any) -> Any:
        node = properties(label=leaf, parts={"type": "array", "items": {"$ref": "#/$defs/Node"}, **more})
        return {"$defs": {"Node": node}, **properties(root={"$ref": "#/$defs/Node"})}

    message = "`root.label` was a string, is a whole number from 1 to 100"
    assert changes(tree(BERTH), tree(COUNT)) == [(BREAKING, message)]
    assert changes(tree(BERTH), tree(BERTH, minItems=1)) == [(BREAKING, "`root.parts`: minItems 1 added")]

    def pair(leaf: Any) -> Any:
        first, second = properties(b={"$ref": "#/$defs/B"}), properties(a={"$ref": "#/$defs/A"}, leaf=leaf)
        return {"$defs": {"A": first, "B": second}, **properties(a={"$ref": "#/$defs/A"}, c={"$ref": "#/$defs/A"})}

    found = changes(pair(BERTH), pair({"type": "null"}))
    assert found == [(BREAKING, f"`{name}.b.leaf` was a string, is null") for name in ("a", "c")]


def test_the_same_in_other_words_is_no_change() -> None:
    old = {
        "$defs": {"Day": {"type": "string", "title": "Day"}},
        "type": "object",
        "properties": {
            "day": {"$ref": "#/$defs/Day", "default": "x"},
            "kind": {"anyOf": [{"const": 1}, {"type": "null"}]},
        },
        "required": ["kind", "day"],
    }
    new = properties("day", "kind", kind={"enum": [None, 1.0]}, day={"type": "string", "examples": ["a"]})
    assert changes(old, new) == []


def test_the_bounds_of_exact_numbers_are_none() -> None:
    huge = {"type": "integer", "minimum": -(2**53 - 1), "maximum": 2**53 - 1}
    assert changes(properties(n={"type": "integer"}), properties(n=huge)) == []


def test_the_largest_numbers_are_compared_and_not_written_out() -> None:
    def bounded(**number: Any) -> Any:
        return properties(n={"type": "number", **number})

    huge = 10**400
    assert changes(bounded(minimum=12), bounded(minimum=huge)) == [(BREAKING, "`n`: minimum was 12, is 1e+400 or so")]
    assert changes(bounded(maximum=-huge), bounded(maximum=-12)) == [
        (COMPATIBLE, "`n`: maximum was -1e+400 or so, is -12")
    ]
    # steps without a number in common but one that no float holds
    steps = [{"multipleOf": each} for each in (0.7, int("7" * 4200), int("3" * 4199) + 1)]
    one = bounded(minimum=huge, maximum=huge + 1, multipleOf=0.9)
    assert {effect for effect, _ in changes(bounded(allOf=steps), one)} == {BREAKING}
    assert changes(one, one) == []
    assert changes(properties(s={"type": "string", "maxLength": huge}), properties(s=BERTH)) == [
        (COMPATIBLE, "`s`: maxLength 1e+400 or so removed")
    ]


def test_what_is_nested_too_deep_is_left_open() -> None:
    def deep(leaf: Any) -> Any:
        for _ in range(200):
            leaf = {"type": "array", "items": leaf}
        return properties(a=leaf)

    message = "the input schema changed, and is nested too deep to be compared"
    assert changes(deep({"type": "string"}), deep({"type": "null"})) == [(UNCLEAR, message)]
    assert changes(deep({"type": "string"}), deep({"type": "string"})) == []


@pytest.mark.parametrize("schema", [None, [], "x", 3, True, {"properties": []}, {"type": 7}, {"required": "a"}])
def test_what_is_no_schema_does_no_harm(schema: Any) -> None:
    assert changes(schema, schema) == []
    for found in (explain(schema, properties(a=BERTH), "input"), explain(properties(a=BERTH), schema, "input")):
        assert all(isinstance(change, Change) for change in found)


def test_paths_lead_to_the_new_schema_and_to_the_old_one_for_what_is_gone() -> None:
    old = {"$defs": {"F": properties(a=COUNT, b=BERTH)}, **properties(f={"$ref": "#/$defs/F"})}
    new = properties(f=properties(a={**COUNT, "maximum": 5}))
    first, second = explain(old, new, "input")
    assert (first.path, first.gone) == (("inputSchema", "properties", "f", "properties", "a"), False)
    assert (second.path, second.gone) == (("inputSchema", "$defs", "F", "properties", "b"), True)


def shut(schema: Any) -> Any:
    """A schema that allows no property without a name in any object whose properties it lists."""
    if isinstance(schema, list):
        return [shut(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    found = {
        key: {name: shut(child) for name, child in value.items()}
        if key in ("properties", "$defs", "patternProperties") and isinstance(value, dict)
        else shut(value)
        if key not in ("enum", "required", "type")
        else value
        for key, value in schema.items()
    }
    if (
        "properties" in schema
        and "patternProperties" not in schema
        and schema.get("additionalProperties", True) in (True, {})
    ):
        found["additionalProperties"] = False
    return found


def sent(schema: Any, value: Any) -> bool:
    """Whether somebody sends a value who keeps to what a schema declares."""
    return bool(Draft202012Validator(schema).is_valid(value) and Draft202012Validator(shut(schema)).is_valid(value))


OBJECTS = st.dictionaries(st.sampled_from(["a", "b", "c"]), VALUES, max_size=3)


@settings(max_examples=250, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_who_keeps_to_the_old_schema_is_right_by_the_new_one_where_no_change_breaks(data: st.DataObject) -> None:
    names = st.sampled_from(["a", "b", "c"])
    parts = st.dictionaries(names, schemas(depth=1), max_size=3)
    old = {"type": "object", "properties": data.draw(parts), "required": data.draw(st.lists(names, max_size=1))}
    new = data.draw(edited(old)) if data.draw(st.booleans()) else {**old, "properties": data.draw(parts)}
    for side, sender, receiver in (("input", old, new), ("output", new, old)):
        found = explain(old, new, side)  # type: ignore[arg-type]
        if all(change.effect is COMPATIBLE for change in found):
            for value in data.draw(st.lists(OBJECTS, min_size=5, max_size=15)):
                if sent(sender, value) and isinstance(value, dict):
                    assert Draft202012Validator(receiver).is_valid(value), (side, old, new, value)
        if not found:
            for value in data.draw(st.lists(OBJECTS, min_size=5, max_size=10)):
                assert Draft202012Validator(old).is_valid(value) is Draft202012Validator(new).is_valid(value)
