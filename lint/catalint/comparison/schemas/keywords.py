"""Reads what a schema says itself, without references, choices and conditions, as domains."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from catalint.comparison.schemas.combination import keep_listed, merge
from catalint.comparison.schemas.domains import (
    UNKNOWN,
    Arrays,
    Domain,
    Kind,
    Numbers,
    Objects,
    Residue,
    Strings,
    add_residue,
    common_step,
    list_values,
    narrow,
)
from catalint.comparison.schemas.formats import asserts
from catalint.comparison.schemas.nodes import Conjunction, Node, sign
from catalint.model import Json

_KINDS: Mapping[str, Kind] = {
    "integer": "number",
    "number": "number",
    "string": "string",
    "array": "array",
    "object": "object",
}
_LISTED: Mapping[str, tuple[Json, ...]] = {"null": (None,), "boolean": (True, False)}
# What is said about values of one kind and goes beyond a domain, by kind.
_BEYOND: Mapping[str, tuple[str, ...]] = {
    "array": ("contains", "minContains", "maxContains", "unevaluatedItems"),
    "object": ("dependentRequired", "dependentSchemas", "dependencies", "propertyNames", "unevaluatedProperties"),
}
_IN_PLACE = ("$ref", "$dynamicRef", "$recursiveRef", "allOf", "anyOf", "oneOf", "if", "then", "else", "not")
# The largest whole number that every reader of JSON keeps (RFC 8259, section 6). Generators write it as the bound of
# any integer, where it means that there is none.
_EXACT = 2**53 - 1


class MalformedError(Exception):
    """A keyword has a value that no dialect gives it."""


def read_plain(node: Node, schema: dict[str, Json]) -> tuple[Domain, ...]:
    """The domains by what the schema says itself, without references, choices and conditions."""
    domains = merge(_typed(node, schema))
    if "const" in schema:
        domains = keep_listed(domains, [schema["const"]])
    if "enum" in schema:
        values = schema["enum"]
        if not isinstance(values, list):
            raise MalformedError
        domains = keep_listed(domains, values)
    return domains


def _typed(node: Node, schema: dict[str, Json]) -> Iterator[Domain]:
    types = schema.get("type", [*_LISTED, "number", "string", "array", "object"])
    names = [types] if isinstance(types, str) else types
    if not isinstance(names, list):
        raise MalformedError
    if "number" in names:
        names = [name for name in names if name != "integer"]
    for name in names:
        if not isinstance(name, str) or (name not in _LISTED and name not in _KINDS):
            raise MalformedError
        domain = list_values(_LISTED[name]) if name in _LISTED else narrow(_read(node, schema, name))
        if domain is not None:
            said = [keyword for keyword in _BEYOND.get(domain.kind, ()) if keyword in schema]
            yield add_residue(domain, beyond(node, *said)) if said else domain


def _read(node: Node, schema: dict[str, Json], name: str) -> Domain:
    kind = _KINDS[name]
    if kind == "number":
        return _numbers(schema, name)
    if kind == "string":
        return _strings(schema)
    return _arrays(node, schema) if kind == "array" else _objects(node, schema)


def _numbers(schema: dict[str, Json], name: str) -> Domain:
    least, above = _end(schema, "minimum", "exclusiveMinimum", max)
    most, below = _end(schema, "maximum", "exclusiveMaximum", min)
    step = _fraction(schema["multipleOf"]) if "multipleOf" in schema else None
    if step is not None and step <= 0:
        raise MalformedError
    if name == "integer":
        step = common_step(step, Fraction(1))
    residue = frozenset(f"format {text}" for text in _formats(schema) if asserts(text))
    return Numbers(least, most, above, below, step, residue)


def _end(schema: dict[str, Json], keyword: str, exclusive: str, inner: Any) -> tuple[Fraction | None, bool]:
    """An end of a range, and whether it is left out of it. Up to draft-04 a boolean says so, later a second number."""
    ends = []
    if keyword in schema:
        ends.append((_fraction(schema[keyword]), schema.get(exclusive) is True))
    other = schema.get(exclusive)
    if other is not None and not isinstance(other, bool):
        ends.append((_fraction(other), True))
    if not ends:
        return None, False
    bound = inner(end for end, _ in ends)
    if abs(bound) >= _EXACT and (bound > 0) is (inner is min):
        return None, False
    return bound, any(left_out for end, left_out in ends if end == bound)


def _strings(schema: dict[str, Json]) -> Domain:
    pattern = schema.get("pattern")
    if pattern is not None and not isinstance(pattern, str):
        raise MalformedError
    return Strings(
        _count(schema, "minLength") or 0,
        _count(schema, "maxLength"),
        # the two patterns that surely match every text
        frozenset((pattern,)) - {"", ".*"} if pattern is not None else frozenset(),
        frozenset(text for text in _formats(schema) if asserts(text)),
    )


def _arrays(node: Node, schema: dict[str, Json]) -> Domain:
    items = schema.get("items", True)
    keyword, rest = "prefixItems", node.child(items, "items")
    if isinstance(items, list):  # up to 2019-09
        keyword, rest = "items", node.child(schema.get("additionalItems", True), "additionalItems")
    prefix = tuple((node.child(child, keyword, index),) for index, child in branches(schema, keyword))
    least, most = _count(schema, "minItems") or 0, _count(schema, "maxItems")
    return Arrays(prefix, _meant(rest), least, most, unique=schema.get("uniqueItems") is True)


def _objects(node: Node, schema: dict[str, Json]) -> Domain:
    properties, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    required = schema.get("required", [])
    if not (isinstance(properties, dict) and isinstance(patterns, dict) and isinstance(required, list)):
        raise MalformedError
    rest = schema.get("additionalProperties")
    keyword = "additionalProperties"
    if _closes(schema):
        keyword, rest = "unevaluatedProperties", schema["unevaluatedProperties"]
    # an empty list beside leave for any others is that of a map
    is_map = not properties and (rest is True or rest == {})
    return Objects(
        {key: (node.child(child, "properties", key),) for key, child in properties.items()},
        frozenset(each for each in required if isinstance(each, str)),
        {key: (node.child(child, "patternProperties", key),) for key, child in patterns.items()},
        () if rest is None else _meant(node.child(rest, keyword)),
        rest is not None,
        "properties" in schema and not is_map,
        _count(schema, "minProperties") or 0,
        _count(schema, "maxProperties"),
    )


def _closes(schema: dict[str, Json]) -> bool:
    """Whether `unevaluatedProperties` means no more than `additionalProperties` would."""
    alone = not any(keyword in schema for keyword in (*_IN_PLACE, "dependentSchemas", "additionalProperties"))
    return alone and "unevaluatedProperties" in schema


def _meant(node: Node) -> Conjunction:
    return () if node.schema is True or node.schema == {} else (node,)


def beyond(node: Node, *keywords: str) -> Residue:
    """What some keywords say together, as a signature: equal ones mean the same.

    `unevaluated...` hangs on all that stands beside it, and so does not have one.
    """
    schema: Any = node.schema
    if any(keyword.startswith("unevaluated") for keyword in keywords):
        if keywords == ("unevaluatedProperties",) and _closes(schema):
            return frozenset()
        return frozenset((UNKNOWN,))
    found = [sign(node.root, {keyword: schema[keyword]}) for keyword in keywords if keyword in schema]
    return frozenset(("\x00".join(found),)) if found else frozenset()


def branches(schema: dict[str, Json], keyword: str) -> Iterator[tuple[int, Json]]:
    """The schemas of a keyword that has a list of them, with their positions; raises MalformedError for no list."""
    branches = schema.get(keyword, [])
    if not isinstance(branches, list):
        raise MalformedError
    return iter(list(enumerate(branches)))


def _count(schema: dict[str, Json], keyword: str) -> int | None:
    value = schema.get(keyword)
    if value is None:
        return None
    number = _fraction(value)
    if number < 0 or number.denominator != 1:
        raise MalformedError
    return int(number)


def _fraction(value: Json) -> Fraction:
    """A number exactly as it is written: 0.1 is a tenth."""
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    if not isinstance(value, float) or not math.isfinite(value):
        raise MalformedError
    return Fraction(repr(value))


def _formats(schema: dict[str, Json]) -> list[str]:
    text = schema.get("format")
    return [text] if isinstance(text, str) else []
