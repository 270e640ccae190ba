from __future__ import annotations

import json
import socket
from typing import Any

import jsonschema
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from catalint.analyses import metaschema, pieces
from catalint.analyses.metaschema import DEFAULT, MOST_FAULTS, Dialect, Judge, dialect_of
from catalint.location import Path
from catalint.model import Json

ORACLES: dict[Dialect, Any] = {
    "draft-04": jsonschema.Draft4Validator,
    "draft-06": jsonschema.Draft6Validator,
    "draft-07": jsonschema.Draft7Validator,
    "2019-09": jsonschema.Draft201909Validator,
    "2020-12": jsonschema.Draft202012Validator,
}
JUDGE = Judge()


def paths(schema: Json, dialect: Dialect | None = None) -> list[Path]:
    return [fault.path for fault in Judge().faults(schema, dialect)]


def nested(levels: int, leaf: Json) -> Json:
    value = leaf
    for _ in range(levels):
        value = {"type": "object", "properties": {"next": value}}
    return value


def leaves(error: Any) -> list[Path]:
    """Where jsonschema sees the cause of an error: of a choice, whatever lies deepest."""
    if not error.context:
        return [tuple(error.absolute_path)]
    found = [path for inner in error.context for path in leaves(inner)]
    return [*found, tuple(error.absolute_path)]


# Schemas that are right in most places and wrong in some, with all keywords that some dialect checks but `writeOnly`:
# the metaschema of draft-07 that jsonschema ships is from before it was added.
SCALARS: Any = st.sampled_from(
    [None, True, False, 0, 1, -1, 1.5, 2.0, "", "string", "5", [], ["a"], ["a", "a"], [1], {}, {"a": "b"}]
)
NAMES = st.sampled_from(["string", "integer", "object", "array", "null", "float", "dict", ""])
PLAIN = st.sampled_from(
    "title description default examples enum const format pattern minLength maxLength minimum maximum exclusiveMinimum "
    "exclusiveMaximum multipleOf minItems maxItems uniqueItems required minProperties maxProperties dependentRequired "
    "$schema $id id $ref $anchor $dynamicRef $recursiveRef $recursiveAnchor $comment $vocabulary readOnly "
    "deprecated contentEncoding contentMediaType minContains maxContains unknown".split()
)
NAMED = st.sampled_from(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"])
LISTED = st.sampled_from(["allOf", "anyOf", "oneOf", "prefixItems", "items"])
SINGLE = st.sampled_from(
    "items additionalItems additionalProperties contains propertyNames if then else not unevaluatedItems "
    "unevaluatedProperties contentSchema".split()
)


def schemas(inner: Any) -> Any:
    types = NAMES | st.lists(NAMES, max_size=3) | SCALARS
    parts = [
        st.dictionaries(st.just("type"), types, max_size=1),
        st.dictionaries(PLAIN, SCALARS, max_size=2),
        st.dictionaries(
            NAMED, st.dictionaries(st.sampled_from(["a", "b", "type", "$ref"]), inner, max_size=2) | SCALARS, max_size=1
        ),
        st.dictionaries(LISTED, st.lists(inner, max_size=3) | SCALARS, max_size=1),
        st.dictionaries(SINGLE, inner, max_size=2),
    ]
    return st.tuples(*parts).map(lambda found: {key: value for part in found for key, value in part.items()})


SCHEMAS = st.recursive(SCALARS | st.dictionaries(st.just("type"), NAMES, max_size=1), schemas, max_leaves=12)


@settings(max_examples=300)
@given(SCHEMAS, st.sampled_from(sorted(ORACLES)))
def test_verdicts_and_places_agree_with_jsonschema(schema: Json, dialect: Dialect) -> None:
    # jsonschema-rs has draft-04's enum without its bounds; an empty one is reported by enum-type-mismatch in any dialect
    assume(not (dialect == "draft-04" and '"enum"' in json.dumps(schema)))
    oracle = ORACLES[dialect](ORACLES[dialect].META_SCHEMA)
    errors = list(oracle.iter_errors(schema))
    faults = JUDGE.faults(schema, dialect)
    assert bool(faults) == bool(errors)
    known = {path for error in errors for path in leaves(error)}
    # draft-04's bound that stands alone is put at the bound, not at the object around it
    assert [fault for fault in faults if fault.problem != "alone" and fault.path not in known] == []


@settings(max_examples=150)
@given(SCHEMAS, st.sampled_from(sorted(ORACLES)), st.integers(1, 5))
def test_a_schema_in_pieces_gets_the_same_verdict(schema: Json, dialect: Dialect, size: int) -> None:
    whole = {fault.path for fault in JUDGE.faults(schema, dialect)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pieces, "_DEEPEST", 0)
        patch.setattr(metaschema, "_PIECE", size)
        parts = {fault.path for fault in Judge().faults(schema, dialect)}
    assert whole <= parts
    # a piece may begin below a keyword that holds schemas in other dialects only; 2020-12 knows all but one
    if dialect == DEFAULT and "additionalItems" not in json.dumps(schema):
        assert whole == parts


@settings(max_examples=150)
@given(SCHEMAS, st.sampled_from(sorted(ORACLES)))
def test_a_large_schema_gets_the_same_verdict(schema: Json, dialect: Dialect) -> None:
    whole = {(fault.path, fault.problem) for fault in JUDGE.faults(schema, dialect)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(metaschema, "_LARGE", 0)
        large = {(fault.path, fault.problem) for fault in Judge().faults(schema, dialect)}
    assert whole <= large
    if dialect == DEFAULT and "additionalItems" not in json.dumps(schema):
        assert whole == large


@settings(max_examples=100)
@given(SCHEMAS)
def test_faults_lie_side_by_side(schema: Json) -> None:
    found = [fault.path for fault in JUDGE.faults(schema)]
    assert len(found) == len(set(found))
    assert not [path for path in found for end in range(len(path)) if path[:end] in found]


@pytest.mark.parametrize(
    ("declared", "dialect"),
    [
        ("http://json-schema.org/draft-04/schema#", "draft-04"),
        ("http://json-schema.org/draft-06/schema", "draft-06"),
        ("https://json-schema.org/draft-07/schema#", "draft-07"),
        ("http://json-schema.org/draft-07/schema#", "draft-07"),
        ("https://json-schema.org/draft/2019-09/schema", "2019-09"),
        ("http://json-schema.org/draft/2020-12/schema#", "2020-12"),
        ("http://json-schema.org/draft-03/schema#", None),
        ("http://json-schema.org/schema#", None),
        ("https://example.org/dialect", None),
        ("", None),
        (7, None),
        (None, None),
    ],
)
def test_dialect(declared: Json, dialect: Dialect | None) -> None:
    assert dialect_of({"$schema": declared}) == dialect
    assert dialect_of(declared) is None


def test_a_schema_without_a_known_dialect_is_judged_by_the_newest() -> None:
    tuple_items: Json = {"items": [{"type": "string"}]}
    assert isinstance(tuple_items, dict)
    assert paths(tuple_items) == [("items",)]
    assert paths({"$schema": "https://example.org/dialect", **tuple_items}) == [("items",)]
    assert paths({"$schema": "http://json-schema.org/draft-07/schema#", **tuple_items}) == []
    assert paths({"$schema": "http://json-schema.org/draft-07/schema#", **tuple_items}, "2020-12") == [("items",)]


@pytest.mark.parametrize("dialect", sorted(ORACLES))
@pytest.mark.parametrize("levels", [10, 60, 400, 3000])
def test_deep_schemas_get_a_verdict(levels: int, dialect: Dialect) -> None:
    assert paths(nested(levels, {"type": "string"}), dialect) == []
    assert paths(nested(levels, {"type": "dict"}), dialect) == [("properties", "next") * levels + ("type",)]


def test_deep_values_that_are_no_schemas() -> None:
    value: Json = []
    for _ in range(100_000):
        value = [value]
    assert paths({"default": value, "enum": [value], "type": "string"}) == []
    assert paths({"default": value, "type": "strings"}) == [("type",)]
    assert paths({"properties": {"a": value}}) == [("properties", "a")]


def test_a_deep_mix_of_lists_and_objects() -> None:
    schema: Json = {"type": "array", "items": {"minLength": "5"}}
    for _ in range(150):
        schema = {"anyOf": [{"type": "null"}, schema]}
    assert paths(schema) == [("anyOf", 1) * 150 + ("items", "minLength")]


def test_names_that_are_no_unicode() -> None:
    schema: Json = {
        "properties": {"\ud800": {"type": "dict"}, "b": {"type": "float"}},
        "\udc00": 1,
        "default": {"\ud801": 1},
    }
    assert paths(schema) == [("properties", "\ud800", "type"), ("properties", "b", "type")]
    assert paths({"description": "\ud800", "enum": ["\udfff"]}) == []


@pytest.mark.parametrize("value", [10**400, -(10**5000), float("inf")], ids=["large", "huge", "infinite"])
def test_numbers_of_any_size(value: Json) -> None:
    assert paths({"default": value, "properties": {"a": {"const": value}}}) == []


def test_nothing_is_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a connection was tried")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    schema: Json = {
        "$schema": "http://127.0.0.1:9/schema",
        "$id": "http://127.0.0.1:9/id",
        "$ref": "http://127.0.0.1:9/ref",
        "allOf": [{"$ref": "file:///etc/hostname"}, {"$dynamicRef": "http://127.0.0.1:9/dynamic"}],
    }
    assert paths(schema) == []


def test_patterns_are_not_looked_at() -> None:
    assert paths({"pattern": "(", "patternProperties": {"[": {}}, "format": "no such format"}) == []


def test_the_number_of_faults_is_bounded() -> None:
    schema: Json = {"properties": {f"p{number}": {"type": "dict"} for number in range(5000)}}
    assert len(paths(schema)) == MOST_FAULTS


@pytest.mark.parametrize("more", [0, 20_000])
def test_an_empty_name_is_in_the_path(more: int) -> None:
    """The validator leaves it out, in a schema that is handed over as it is and in a large one."""
    schema: Json = {
        "properties": {"": {"type": "dict", "properties": {"": 5}}, "b": {"type": "float"}, "c": {"": {"type": "x"}}},
        "$defs": {f"d{number}": {"type": "string"} for number in range(more)},
    }
    assert paths(schema) == [
        ("properties", "", "properties", ""),
        ("properties", "", "type"),
        ("properties", "b", "type"),
    ]


@pytest.mark.parametrize(
    ("schema", "count"),
    [
        ({"properties": {f"p{number}": number for number in range(200_000)}}, MOST_FAULTS),
        ({"anyOf": list(range(200_000))}, MOST_FAULTS),
        ({"type": [f"kind {number}" for number in range(200_000)]}, 1),
    ],
)
def test_the_validator_is_not_asked_for_all_faults_of_a_large_schema(
    schema: Json, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It lists them before it gives the first, in gigabytes."""
    sizes: list[int] = []
    find = metaschema._faults

    def watch(validator: Any, value: Json, at: Path = ()) -> Any:
        sizes.append(len(json.dumps(value)))
        return find(validator, value, at)

    monkeypatch.setattr(metaschema, "_faults", watch)
    assert len(paths(schema)) == count
    assert max(sizes) < 10_000


def test_equal_schemas_are_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    judge, calls = Judge(), []
    inner = metaschema._faults

    def counted(*arguments: Any) -> Any:
        calls.append(arguments)
        return inner(*arguments)

    monkeypatch.setattr(metaschema, "_faults", counted)
    text = '{"type": "object", "properties": {"a": {"type": "dict"}}}'
    first = judge.faults(json.loads(text))
    assert judge.faults(json.loads(text)) == first
    assert len(calls) == 1
    judge.faults(json.loads(text), "draft-07")
    assert len(calls) == 2


def test_true_is_not_one() -> None:
    """Python takes 1 and True for equal; a cache must not."""
    judge = Judge()
    assert judge.faults({"uniqueItems": True}) == ()
    assert [fault.problem for fault in judge.faults({"uniqueItems": 1})] == ["type"]


@pytest.mark.parametrize(
    ("schema", "problem", "path"),
    [
        ("string", "schema", ()),
        ({"not": 5}, "schema", ("not",)),
        ({"properties": 5}, "type", ("properties",)),
        ({"properties": {"properties": 5}}, "schema", ("properties", "properties")),
        ({"type": "dict"}, "type-name", ("type",)),
        ({"type": ["string", "dict"]}, "type-name", ("type", 1)),
        ({"type": []}, "empty", ("type",)),
        ({"type": ["null", "null"]}, "repeated", ("type",)),
        ({"minLength": -1}, "minimum", ("minLength",)),
        ({"anyOf": []}, "empty", ("anyOf",)),
        ({"required": ["a", "a"]}, "repeated", ("required",)),
        ({"$anchor": "a b"}, "other", ("$anchor",)),
    ],
)
def test_problems_are_told_apart(schema: Json, problem: str, path: Path) -> None:
    (fault,) = Judge().faults(schema)
    assert (fault.problem, fault.path) == (problem, path)


@pytest.mark.parametrize(
    ("schema", "problem", "path"),
    [
        ({"items": [{"type": "dict"}]}, "type-name", ("items", 0, "type")),
        ({"items": ["x"]}, "schema", ("items", 0)),
        ({"items": {"items": {"type": "dict"}}}, "type-name", ("items", "items", "type")),
        ({"items": "x"}, "schema", ("items",)),
        ({"dependencies": {"a": [1]}}, "type", ("dependencies", "a", 0)),
        ({"dependencies": {"a": {"type": "dict"}}}, "type-name", ("dependencies", "a", "type")),
        ({"dependencies": {"a": 1}}, "schema", ("dependencies", "a")),
        ({"additionalProperties": {"type": "dict"}}, "type-name", ("additionalProperties", "type")),
        ({"additionalProperties": "x"}, "schema", ("additionalProperties",)),
        ({"additionalItems": [1]}, "schema", ("additionalItems",)),
        ({"exclusiveMinimum": True}, "alone", ("exclusiveMinimum",)),
        ({"properties": {"a": True}}, "schema", ("properties", "a")),
        ({"items": []}, "empty", ("items",)),
        ({"dependencies": {"a": []}}, "empty", ("dependencies", "a")),
    ],
)
def test_choices_of_older_dialects_are_looked_into(schema: Json, problem: str, path: Path) -> None:
    (fault,) = Judge().faults(schema, "draft-04")
    assert (fault.problem, fault.path) == (problem, path)
