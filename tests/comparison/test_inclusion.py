from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from catalint.comparison.schemas.expansion import Expander
from catalint.comparison.schemas.inclusion import Inclusion
from catalint.comparison.schemas.nodes import Root
from catalint.comparison.schemas.verdict import Verdict

from .strategies import VALUES, edited, schemas

YES, MAYBE, NO = Verdict.YES, Verdict.MAYBE, Verdict.NO


def within(first: Any, second: Any, *, as_declared: bool = False) -> Verdict:
    return Inclusion(Expander(), as_declared).holds((Root(first).node,), (Root(second).node,))


def pair(first: Any, second: Any) -> tuple[Verdict, Verdict]:
    return within(first, second), within(second, first)


STRING, INTEGER, NUMBER = {"type": "string"}, {"type": "integer"}, {"type": "number"}


def properties(*required: str, **schemas: Any) -> dict[str, Any]:
    return {"type": "object", "properties": schemas, "required": list(required)}


TREE = {
    "$defs": {"Node": properties("name", name=STRING, parts={"type": "array", "items": {"$ref": "#/$defs/Node"}})},
    "$ref": "#/$defs/Node",
}
OTHER_TREE = {
    "$defs": {"N": properties("name", name=STRING, parts={"type": "array", "items": {"$ref": "#/$defs/N"}})},
    "$ref": "#/$defs/N",
}
LOOSE_TREE = {
    "$defs": {"N": properties(name=STRING, parts={"type": "array", "items": {"$ref": "#/$defs/N"}})},
    "$ref": "#/$defs/N",
}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({}, True),
        ({"const": "a"}, {"enum": ["a"]}),
        ({"enum": ["b", "a"]}, {"enum": ["a", "b", "a"]}),
        ({"enum": [1]}, {"const": 1.0}),
        ({"type": ["string", "null"]}, {"anyOf": [STRING, {"type": "null"}]}),
        ({"type": ["string", "null"]}, {"oneOf": [{"type": "null"}, STRING]}),
        ({"type": ["integer", "number"]}, NUMBER),
        ({"type": "boolean"}, {"enum": [False, True]}),
        ({"type": "integer", "minimum": 0.5, "maximum": 3}, {"enum": [1, 2, 3]}),
        ({"type": "integer", "exclusiveMinimum": 0}, {"type": "integer", "minimum": 1}),
        ({"type": "number", "minimum": 0, "exclusiveMinimum": True}, {"type": "number", "exclusiveMinimum": 0}),
        ({"type": "integer", "multipleOf": 1}, INTEGER),
        ({"$defs": {"A": STRING}, "properties": {"a": {"$ref": "#/$defs/A"}}}, {"properties": {"a": STRING}}),
        ({"definitions": {"A": STRING}, "$ref": "#/definitions/A"}, {"title": "A", **STRING}),
        (properties("a", "b", a=STRING, b=INTEGER), properties("b", "a", b=INTEGER, a=STRING)),
        ({"allOf": [properties(a=STRING), properties("b", b=INTEGER)]}, properties("b", a=STRING, b=INTEGER)),
        ({"type": "array", "items": [STRING, INTEGER]}, {"type": "array", "prefixItems": [STRING, INTEGER]}),
        ({"type": "array"}, {"type": "array", "items": {}}),
        ({"type": "object", "additionalProperties": True}, {"type": "object"}),
        ({"type": "object", "unevaluatedProperties": False}, {"type": "object", "additionalProperties": False}),
        ({"not": {"type": "null"}}, {"type": ["boolean", "number", "string", "array", "object"]}),
        ({"anyOf": [{"not": {}}, STRING]}, STRING),
        ({"enum": ["a", 1], "type": "string"}, {"const": "a"}),
        (TREE, OTHER_TREE),
        ({"type": "string", "pattern": ""}, STRING),
    ],
)
def test_schemas_that_mean_the_same(first: Any, second: Any) -> None:
    assert pair(first, second) == (YES, YES)


@pytest.mark.parametrize(
    ("narrow", "wide"),
    [
        (INTEGER, NUMBER),
        ({"enum": ["a"]}, {"enum": ["a", "b"]}),
        ({"enum": ["a"]}, STRING),
        (STRING, {"type": ["string", "null"]}),
        ({"type": "integer", "minimum": 5}, {"type": "integer", "minimum": 1}),
        ({"type": "number", "multipleOf": 4}, {"type": "number", "multipleOf": 2}),
        ({"type": "string", "maxLength": 5}, {"type": "string", "maxLength": 9}),
        ({"type": "string", "pattern": "^a"}, STRING),
        ({"type": "string", "format": "uri"}, {"type": "string", "format": "uri-reference"}),
        ({"type": "array", "items": INTEGER, "minItems": 1}, {"type": "array", "items": NUMBER}),
        (properties("a", a=STRING), properties(a=STRING)),
        (properties(a=INTEGER), properties(a=NUMBER)),
        ({"type": "object", "additionalProperties": False}, {"type": "object"}),
        ({"type": "object", "additionalProperties": INTEGER}, {"type": "object", "additionalProperties": NUMBER}),
        (TREE, LOOSE_TREE),
        ({"type": "array", "uniqueItems": True}, {"type": "array"}),
        (
            properties("kind", kind={"const": "dog"}, bark=STRING),
            {"anyOf": [properties(kind={"enum": ["dog"]}), STRING]},
        ),
    ],
)
def test_schemas_of_which_one_allows_more(narrow: Any, wide: Any) -> None:
    assert pair(narrow, wide) == (YES, NO)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"type": "string", "pattern": "^a"}, {"type": "string", "pattern": "^b"}),
        (STRING, {"not": {"pattern": "^a"}}),
        (
            {"if": {"required": ["a"]}, "then": {"required": ["b"]}},
            {"if": {"required": ["a"]}, "then": {"required": ["c"]}},
        ),
        ({"$ref": "https://example.com/a"}, {"$ref": "https://example.com/b"}),
        ({"type": "array", "contains": STRING}, {"type": "array", "contains": INTEGER}),
        ({"patternProperties": {"^a": STRING}}, {"patternProperties": {"^b": STRING}}),
        ({"type": "nonsense"}, STRING),
        ({"$dynamicRef": "#x"}, STRING),
        ({"oneOf": [{"minimum": 1}, {"maximum": 5}]}, {"oneOf": [{"minimum": 2}, {"maximum": 5}]}),
    ],
)
def test_what_cannot_be_decided_is_left_open(first: Any, second: Any) -> None:
    assert MAYBE in pair(first, second)
    assert pair(first, second) != (YES, YES)


def test_a_schema_is_part_of_itself_even_where_it_is_not_understood() -> None:
    for schema in ({"type": "nonsense"}, {"$ref": "https://example.com/a"}, {"not": {"pattern": "a"}}, {"$ref": "#"}):
        assert within(schema, dict(schema)) is YES


def test_a_changed_definition_is_seen_through_references() -> None:
    old = {"$defs": {"A": {"items": {"$ref": "#/$defs/B"}}, "B": NUMBER}, "$ref": "#/$defs/A"}
    new = {"$defs": {"A": {"items": {"$ref": "#/$defs/B"}}, "B": INTEGER}, "$ref": "#/$defs/A"}
    assert pair(old, new) == (NO, YES)


def test_beside_a_reference_nothing_counts_up_to_draft_7() -> None:
    old: dict[str, Any] = {"$defs": {"A": STRING}, "$ref": "#/$defs/A", "maxLength": 3}
    new: dict[str, Any] = {"type": "string", "maxLength": 5}
    assert within(old, new) is YES
    assert within({"$schema": "http://json-schema.org/draft-07/schema#", **old}, new) is NO


class TestSendersWhoKeepToWhatIsDeclared:
    def test_send_no_property_that_has_no_name(self) -> None:
        old, new = properties(a=STRING), properties(a=STRING, b=INTEGER)
        assert within(old, new) is NO
        assert within(old, new, as_declared=True) is YES

    def test_send_others_where_the_schema_says_what_they_have_to_be(self) -> None:
        new = properties(a=STRING, b=INTEGER)
        assert within({**properties(a=STRING), "additionalProperties": True}, new, as_declared=True) is YES
        assert within({**properties(a=STRING), "additionalProperties": STRING}, new, as_declared=True) is NO

    def test_send_any_names_where_the_schema_lists_none(self) -> None:
        assert within({"type": "object"}, properties(a=STRING), as_declared=True) is NO
        assert within(properties(), properties(a=STRING), as_declared=True) is YES

    def test_may_not_all_be_there_where_a_schema_is_closed(self) -> None:
        old = properties(a=STRING)
        closed = {**old, "additionalProperties": False}
        assert within(old, closed, as_declared=True) is MAYBE
        assert within({**old, "additionalProperties": True}, closed, as_declared=True) is NO

    def test_send_what_is_required_without_a_schema(self) -> None:
        old, new = properties("a", b=STRING), properties("a", a=STRING, b=STRING)
        assert within(old, new, as_declared=True) is MAYBE

    def test_send_any_names_where_an_empty_list_is_left_open_in_so_many_words(self) -> None:
        old = {**properties(), "additionalProperties": True}
        assert within(old, properties(a=STRING), as_declared=True) is NO

    def test_may_send_many_where_further_ones_are_allowed_in_so_many_words(self) -> None:
        old = {**properties(a=STRING), "additionalProperties": True}
        few = {**old, "maxProperties": 1}
        assert within(old, few, as_declared=True) is MAYBE
        assert within(properties(a=STRING), {**properties(a=STRING), "maxProperties": 1}, as_declared=True) is YES

    def test_find_removed_properties_still_let_through(self) -> None:
        assert within(properties(a=STRING, b=STRING), properties(a=STRING), as_declared=True) is YES


def test_a_pattern_may_let_a_required_name_in_that_no_list_has() -> None:
    schema = {"required": ["c"], "patternProperties": {"c$": STRING}, "additionalProperties": False}
    old, new = ({"type": "object", "properties": {"b": {"enum": [text]}}, **schema} for text in "xy")
    assert pair(old, new) == (MAYBE, MAYBE)


def test_a_bomb_of_references_is_left_open_in_time() -> None:
    def bomb(leaf: Any) -> Any:
        branches = {f"D{n}": {"allOf": [{"$ref": f"#/$defs/D{n + 1}"}] * 9} for n in range(30)}
        return {"$defs": {**branches, "D30": leaf}, "$ref": "#/$defs/D0"}

    assert within(bomb(STRING), bomb({"type": "string", "maxLength": 5})) in (MAYBE, NO)

    def wide(leaf: Any) -> Any:
        names = {f"D{n}": properties(**{f"p{k}": {"$ref": f"#/$defs/D{n + 1}"} for k in range(6)}) for n in range(30)}
        return {"$defs": {**names, "D30": leaf}, "$ref": "#/$defs/D0"}

    assert within(wide(STRING), wide(INTEGER)) in (MAYBE, NO)
    assert within(wide(STRING), wide({"type": ["string", "null"]})) in (MAYBE, YES)


def valid(schema: Any, value: Any) -> bool:
    return bool(Draft202012Validator(schema).is_valid(value))


@settings(max_examples=300, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_what_is_said_to_hold_holds_for_every_value(data: st.DataObject) -> None:
    first = data.draw(schemas())
    second = data.draw(edited(first) | schemas())
    verdict, back = pair(first, second)
    assume(YES in (verdict, back))
    for value in data.draw(st.lists(VALUES, min_size=10, max_size=25)):
        if verdict is YES and valid(first, value):
            assert valid(second, value), (first, second, value)
        if back is YES and valid(second, value):
            assert valid(first, value), (second, first, value)


@settings(max_examples=150, suppress_health_check=list(HealthCheck))
@given(schemas(), st.lists(VALUES, min_size=5, max_size=15))
def test_an_expansion_has_every_value_that_the_schema_allows(schema: Any, values: list[Any]) -> None:
    from catalint.comparison.schemas.members import has

    expander = Expander()
    domains = expander.expand((Root(schema).node,))
    for value in values:
        found = max((has(domain, value, expander.expand) for domain in domains), default=NO)
        if found is not MAYBE:
            assert (found is YES) is valid(schema, value), (schema, value)
