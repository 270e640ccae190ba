"""What can be written in several ways of which some target refuses one, and an example of each way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from catalint.schema import types_of
from catalint_rules.analyses.kinds import written_kind_of

Schema: TypeAlias = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Way:
    """One way to write a construct, as a noun, and an input schema that is an example of it.

    Where it does not keep all of the meaning, a schema of it takes other values than one of the other ways.
    """

    label: str
    schema: Schema
    keeps: bool = True


@dataclass(frozen=True, eq=False)
class Construct:
    """Something that can be written in several ways: what a breach of it is called, how its subschema is told.

    `found` is asked of the subschema, and whether that is the root.
    """

    what: str
    causes: frozenset[str]
    found: Callable[[Schema, bool], bool]
    ways: tuple[Way, ...]


def _property(schema: Schema, root: Schema | None = None, *, required: bool = True) -> Schema:
    """An input schema with one parameter, closed as strict modes want it."""
    named = {"required": ["value"]} if required else {}
    plain = {"type": "object", "properties": {"value": schema}, **named, "additionalProperties": False}
    return {**plain, **(root or {})}


def _always(node: Schema, root: bool) -> bool:
    del node, root
    return True


def _is_whole(node: Schema, root: bool) -> bool:
    del root
    return node.get("type") == "integer"


def _is_fraction(node: Schema, root: bool) -> bool:
    return not _is_whole(node, root)


def _values(node: Schema) -> set[str]:
    values = node.get("enum")
    return {written_kind_of(value) for value in values} if isinstance(values, list) else set()


def _is_row(node: Schema, root: bool) -> bool:
    """Whether an enum has whole numbers that follow each other."""
    del root
    return _values(node) == {"integer"} and max(node["enum"]) - min(node["enum"]) + 1 == len({*node["enum"]})


_TEXT = {"type": "string"}
_NULL = {"type": "null"}
_NUMBERS = (
    Way("an enum of numbers", _property({"type": "integer", "enum": [1, 2]})),
    Way("an enum of texts", _property({"type": "string", "enum": ["1", "2"]}), keeps=False),
    Way("numbers without an enum, which the description names", _property({"type": "integer"}), keeps=False),
)
_BOUNDS = _property({"type": "integer", "minimum": 1, "maximum": 2})

CONSTRUCTS = (
    Construct(
        "no arguments",
        frozenset(("properties",)),
        lambda node, root: root and "properties" not in node,
        (
            Way('`"properties": {}`', {"type": "object", "properties": {}}),
            Way(
                '`"properties": {}` and `"additionalProperties": false`',
                {"type": "object", "properties": {}, "additionalProperties": False},
            ),
            Way('`"additionalProperties": false` alone', {"type": "object", "additionalProperties": False}),
        ),
    ),
    Construct(
        "a value that may be null",
        frozenset(("types",)),
        lambda node, _: "null" in types_of(node),
        (
            Way("`anyOf` with null", _property({"anyOf": [_TEXT, _NULL]})),
            Way("a list of types with null", _property({"type": ["string", "null"]})),
            Way("a parameter that may be left out", _property(_TEXT, required=False), keeps=False),
        ),
    ),
    Construct(
        "a value of several types",
        frozenset(("types", "choice of array and string")),
        lambda node, _: "null" not in types_of(node),
        (
            Way(
                "`anyOf` with a schema for each type",
                _property({"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]}),
            ),
            Way("a list of types", _property({"type": ["string", "array"], "items": _TEXT})),
            Way("one type only", _property({"type": "array", "items": _TEXT}), keeps=False),
        ),
    ),
    Construct(
        "a bound of whole numbers that is excluded",
        frozenset(("exclusiveMinimum", "exclusiveMaximum")),
        _is_whole,
        (
            Way("a number as `exclusiveMinimum`", _property({"type": "integer", "exclusiveMinimum": 0})),
            Way("true as `exclusiveMinimum`", _property({"type": "integer", "minimum": 0, "exclusiveMinimum": True})),
            Way("`minimum` with the nearest value", _property({"type": "integer", "minimum": 1})),
            Way("a number without bounds, which the description names", _property({"type": "integer"}), keeps=False),
        ),
    ),
    Construct(
        "a bound that is excluded",
        frozenset(("exclusiveMinimum", "exclusiveMaximum")),
        _is_fraction,
        (
            Way("a number as `exclusiveMinimum`", _property({"type": "number", "exclusiveMinimum": 0})),
            Way("true as `exclusiveMinimum`", _property({"type": "number", "minimum": 0, "exclusiveMinimum": True})),
            Way(
                "`minimum`, so that the bound itself is valid",
                _property({"type": "number", "minimum": 0}),
                keeps=False,
            ),
            Way("a number without bounds, which the description names", _property({"type": "number"}), keeps=False),
        ),
    ),
    Construct(
        "one text only",
        frozenset(("const",)),
        lambda node, _: isinstance(node.get("const"), str),
        (
            Way("`const` beside the type", _property({"type": "string", "const": "a"})),
            Way("an enum of one text", _property({"type": "string", "enum": ["a"]})),
        ),
    ),
    Construct(
        "one value only",
        frozenset(("const",)),
        lambda node, _: not isinstance(node.get("const"), str),
        (
            Way("`const` beside the type", _property({"type": "integer", "const": 1})),
            Way("an enum of one value", _property({"type": "integer", "enum": [1]})),
            Way("the type alone, with the value in the description", _property({"type": "integer"}), keeps=False),
        ),
    ),
    Construct(
        "whole numbers in a row to choose from",
        frozenset(("enum types", "enum owner")),
        _is_row,
        (*_NUMBERS, Way("bounds", _BOUNDS)),
    ),
    Construct(
        "numbers to choose from",
        frozenset(("enum types", "enum owner")),
        lambda node, root: bool(_values(node)) and _values(node) <= {"integer", "number"} and not _is_row(node, root),
        (*_NUMBERS, Way("bounds, which take the numbers between as well", _BOUNDS, keeps=False)),
    ),
    Construct(
        "true and false to choose from",
        frozenset(("enum types", "enum owner")),
        lambda node, _: _values(node) == {"boolean"} and len({*node["enum"]}) == 2,
        (
            Way("an enum of true and false", _property({"type": "boolean", "enum": [True, False]})),
            Way("the type boolean", _property({"type": "boolean"})),
        ),
    ),
    Construct(
        "a part that has a name",
        frozenset(("ref",)),
        _always,
        (
            Way("`$ref` to `$defs`", _property({"$ref": "#/$defs/A"}, {"$defs": {"A": _TEXT}})),
            Way("`$ref` to `definitions`", _property({"$ref": "#/definitions/A"}, {"definitions": {"A": _TEXT}})),
            Way("the part written out each time, unless it contains itself", _property(_TEXT)),
        ),
    ),
    Construct(
        "the dialect",
        frozenset(("dialect",)),
        _always,
        (
            Way("no `$schema`", _property(_TEXT)),
            Way("2020-12", _property(_TEXT, {"$schema": "https://json-schema.org/draft/2020-12/schema"})),
            Way("draft-07", _property(_TEXT, {"$schema": "http://json-schema.org/draft-07/schema#"})),
        ),
    ),
    Construct(
        "a parameter that may be left out",
        frozenset(("optional",)),
        _always,
        (
            Way("a name that is not in `required`", _property(_TEXT, required=False)),
            # what OpenAI's strict mode documents for it
            Way("a required parameter, with `anyOf` and null", _property({"anyOf": [_TEXT, _NULL]})),
            Way("a required parameter, with a list of types and null", _property({"type": ["string", "null"]})),
        ),
    ),
    Construct(
        "parameters that exclude each other",
        frozenset(("combinator",)),
        _always,
        (
            Way("a choice at the root", _property(_TEXT, {"anyOf": [{"required": ["value"]}]})),
            Way("parameters whose descriptions say which go together", _property(_TEXT), keeps=False),
        ),
    ),
    Construct(
        "an object with keys of any name",
        frozenset(("open", "additionalProperties")),
        lambda node, root: bool(node.get("additionalProperties")) or not (root or node.get("properties")),
        (
            Way("a schema for further keys", _property({"type": "object", "additionalProperties": _TEXT})),
            Way("an object that says nothing of its keys", _property({"type": "object"})),
            Way(
                "a list of objects with a key and a value",
                _property({"type": "array", "items": _property(_TEXT)}),
                keeps=False,
            ),
        ),
    ),
)
