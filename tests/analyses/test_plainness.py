"""What is called plainly valid is valid for the validator, whatever it looks like; and real catalogs are plain."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator, Draft201909Validator, Draft202012Validator

from catalint.analyses.plainness import _LEFT_TO_OTHERS, _SIMPLE, plainly_valid
from catalint.schema import SCHEMA_LISTS, SCHEMA_MAPS, SCHEMA_VALUES
from catalint.sources import load

FIXTURES = Path(__file__).parents[2] / "fixtures"
ORACLES = (Draft7Validator, Draft201909Validator, Draft202012Validator)
HANDLED = {"properties", "$defs", "definitions", "items", "additionalProperties", "anyOf", "oneOf", "allOf"}

values = st.recursive(
    st.sampled_from([None, True, False, 0, -1, 3, 1.5, "", "string", "integer", "text", "#/$defs/x"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "type"]), inner, max_size=2),
    max_leaves=4,
)
keywords = st.sampled_from(sorted({*_SIMPLE, *_LEFT_TO_OTHERS, *HANDLED, "x-extra"}))
wild = st.dictionaries(keywords, values, max_size=4)
good: dict[str, Any] = {
    "type": st.sampled_from(["string", "object", ["string", "null"]]),
    "required": st.just(["a"]),
    "minimum": st.integers(),
    "maxLength": st.integers(0, 9),
    "enum": st.lists(values, max_size=3),
    "description": st.text(max_size=3),
    "uniqueItems": st.booleans(),
}


def tame(inner: Any) -> Any:
    nested = {
        "properties": st.dictionaries(st.sampled_from("abc"), inner, max_size=2),
        "items": inner,
        "additionalProperties": inner | st.booleans(),
        "anyOf": st.lists(inner, min_size=1, max_size=2),
        "$defs": st.dictionaries(st.sampled_from("abc"), inner, max_size=2),
    }
    return st.fixed_dictionaries({}, optional={**good, **nested})


schemas = st.recursive(st.fixed_dictionaries({}, optional=good) | wild, tame, max_leaves=6)


@settings(max_examples=600)
@given(schemas)
def test_plain_is_valid_in_all_dialects(schema: Any) -> None:
    if plainly_valid(schema):
        for oracle in ORACLES:
            assert oracle(oracle.META_SCHEMA).is_valid(schema), oracle


def test_every_keyword_that_holds_schemas_is_known() -> None:
    held = SCHEMA_MAPS | SCHEMA_LISTS | SCHEMA_VALUES
    assert held <= HANDLED | _LEFT_TO_OTHERS


def test_every_keyword_of_the_metaschemas_is_known() -> None:
    known = {*_SIMPLE, *_LEFT_TO_OTHERS, *HANDLED}
    assert set(Draft7Validator.META_SCHEMA["properties"]) <= known


def test_ordinary_catalogs_are_plain() -> None:
    loaded = load([str(FIXTURES / "benign")])
    plain = [plainly_valid(tool.input_schema) for tool in loaded.corpus.tools]
    assert sum(plain) >= 0.8 * len(plain) > 0


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "strng"},
        {"type": []},
        {"type": ["string", "string"]},
        {"required": True},
        {"required": ["a", "a"]},
        {"properties": {"a": "string"}},
        {"properties": []},
        {"items": [{"type": "string"}]},
        {"anyOf": []},
        {"minimum": "1"},
        {"minimum": True},
        {"minLength": -1},
        {"minLength": 1.5},
        {"exclusiveMinimum": True},
        {"properties": {"a": {"items": {"enum": 3}}}},
        True,
        None,
        [],
    ],
)
def test_not_plain(schema: Any) -> None:
    assert not plainly_valid(schema)
