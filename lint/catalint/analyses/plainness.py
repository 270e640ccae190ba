"""A first look at schemas: most use a dozen keywords in the obvious way, and those need no validator.

Importing one costs 40 ms, an eighth of what a whole run over a small catalog may take. What is not plain is not wrong
for that; it is for the validator to decide.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from catalint.model import Json

_TYPES = frozenset(("array", "boolean", "integer", "null", "number", "object", "string"))
# Keywords that the metaschema of some dialect constrains and that are not looked at here, or only by other dialects.
_LEFT_TO_OTHERS = frozenset(
    """
    $anchor $dynamicAnchor $dynamicRef $id $recursiveAnchor $recursiveRef $vocabulary additionalItems contains
    contentEncoding contentMediaType contentSchema dependencies dependentRequired dependentSchemas else id if
    maxContains minContains multipleOf not patternProperties prefixItems propertyNames then unevaluatedItems
    unevaluatedProperties
    """.split()
)


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _truth(value: Any) -> bool:
    return isinstance(value, bool)


def _number(value: Any) -> bool:
    # NaN and the infinities are no numbers of JSON; a whole number may be too large to ask that of it
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, int) and not isinstance(value, bool)


def _count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _list(value: Any) -> bool:
    return isinstance(value, list)


def _names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value) and len(set(value)) == len(value)


def _type(value: Any) -> bool:
    if isinstance(value, str):
        return value in _TYPES
    return bool(value) and _names(value) and _TYPES.issuperset(value)


_ANY: Callable[[Any], bool] = lambda _: True
_SIMPLE: Mapping[str, Callable[[Any], bool]] = {
    "$comment": _text,
    "$ref": _text,
    "$schema": _text,
    "const": _ANY,
    "default": _ANY,
    "deprecated": _truth,
    "description": _text,
    "enum": _list,
    "examples": _list,
    "exclusiveMaximum": _number,
    "exclusiveMinimum": _number,
    "format": _text,
    "maxItems": _count,
    "maxLength": _count,
    "maxProperties": _count,
    "maximum": _number,
    "minItems": _count,
    "minLength": _count,
    "minProperties": _count,
    "minimum": _number,
    "pattern": _text,
    "readOnly": _truth,
    "required": _names,
    "title": _text,
    "type": _type,
    "uniqueItems": _truth,
    "writeOnly": _truth,
}


def plainly_valid(schema: Json) -> bool:
    """Whether a schema is certainly valid under draft-07, 2019-09 and 2020-12; false where that takes a closer look."""
    if not isinstance(schema, dict):
        return False
    stack: list[dict[str, Json]] = [schema]
    while stack:
        for keyword, value in stack.pop().items():
            check = _SIMPLE.get(keyword)
            if check is not None:
                if not check(value):
                    return False
                continue
            if keyword in ("properties", "$defs", "definitions"):
                inner = list(value.values()) if isinstance(value, dict) else [None]
            elif keyword in ("items", "additionalProperties"):
                inner = [value]
            elif keyword in ("anyOf", "oneOf", "allOf"):
                inner = value if isinstance(value, list) and value else [None]
            elif keyword in _LEFT_TO_OTHERS:
                return False
            else:
                continue  # a keyword of nobody's
            for child in inner:
                if isinstance(child, dict):
                    stack.append(child)
                elif not isinstance(child, bool):
                    return False
    return True
