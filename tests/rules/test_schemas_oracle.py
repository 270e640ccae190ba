"""What the rules of schemas claim, held against a validator."""

from __future__ import annotations

import math
from typing import Any

import jsonschema_rs
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from catalint import Json
from catalint.testing import findings
from catalint_rules.schemas.dead_keyword import DeadKeyword
from catalint_rules.schemas.enum_type_mismatch import EnumTypeMismatch
from catalint_rules.schemas.instances import misfit

TYPES = ["string", "integer", "number", "boolean", "null", "array", "object"]
SMALL = st.integers(0, 3)
NAMES = st.sampled_from("ab")
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 4) | st.sampled_from([0.5, 1.0, 2.5, "", "a", "bb", "ccc"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=2),
    max_leaves=4,
)


def keywords(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {},
        optional={
            "type": st.sampled_from(TYPES) | st.lists(st.sampled_from(TYPES), min_size=1, max_size=3, unique=True),
            "enum": st.lists(VALUES, min_size=1, max_size=3),
            "const": VALUES,
            "minimum": SMALL,
            "exclusiveMaximum": SMALL,
            "multipleOf": st.integers(1, 3),
            "minLength": SMALL,
            "maxLength": SMALL,
            "minItems": SMALL,
            "maxItems": SMALL,
            "maxProperties": SMALL,
            "required": st.lists(NAMES, max_size=2, unique=True),
            "properties": st.dictionaries(NAMES, inner, max_size=2),
            "additionalProperties": st.booleans() | inner,
            "items": inner,
            "prefixItems": st.lists(inner, min_size=1, max_size=2),
            "anyOf": st.lists(inner, min_size=1, max_size=3),
            "oneOf": st.lists(inner, min_size=1, max_size=2),
            "allOf": st.lists(inner, min_size=1, max_size=2),
            "not": inner,
        },
    )


SCHEMAS: st.SearchStrategy[dict[str, Any]] = st.recursive(keywords(st.just({})), keywords, max_leaves=5)


def accepts(schema: dict[str, Any], value: Json) -> bool:
    return jsonschema_rs.Draft202012Validator(schema).is_valid(value)


@settings(max_examples=120)
@given(SCHEMAS, VALUES)
def test_a_value_that_does_not_fit_is_not_valid(schema: dict[str, Any], value: Any) -> None:
    found = misfit(value, schema, schema)
    if found:
        assert not accepts(schema, value), found


@settings(max_examples=120)
@given(SCHEMAS, VALUES)
def test_an_invalid_value_does_not_fit_where_only_known_keywords_stand(schema: dict[str, Any], value: Any) -> None:
    known = {"type", "enum", "const", "minimum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems"}
    plain = {keyword: schema[keyword] for keyword in schema if keyword in known}
    kinds = plain.get("type", TYPES)
    listed = plain.get("enum", [])
    # a list of which the type allows nothing is another rule's
    assume(not listed or any(accepts({"type": kinds}, item) for item in listed))
    assert (misfit(value, plain, plain) is None) == accepts(plain, value)


@settings(max_examples=120)
@given(SCHEMAS, VALUES)
def test_a_dead_keyword_decides_nothing(schema: dict[str, Any], value: Any) -> None:
    tool: Json = {"name": "a", "outputSchema": schema}
    verdict = accepts(schema, value)
    dead: list[tuple[dict[str, Any], str]] = []
    for found in findings(DeadKeyword, [tool]):
        around: Any = schema
        for step in found.where.path[1:-1]:
            around = around[step]
        dead += [(around, keyword) for keyword in found.data["keywords"]]  # type: ignore[union-attr,misc]
    for holder, keyword in dead:
        del holder[keyword]
    assert accepts(schema, value) == verdict


@settings(max_examples=120)
@given(SCHEMAS)
def test_a_value_that_its_type_refuses_is_never_valid(schema: dict[str, Any]) -> None:
    tool: Json = {"name": "a", "outputSchema": schema}
    for found in findings(EnumTypeMismatch, [tool]):
        if len(found.where.path) == 2:  # at the root, where nothing around it decides
            for value in found.data["wrong"]:  # type: ignore[union-attr]
                assert not (isinstance(value, float) and math.isnan(value))
                assert not accepts(schema, value)
