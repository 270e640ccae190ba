"""Pieces of schemas that a validator can be given: not too deep, not too large, and with names that errors can say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from catalint.model import Json
from catalint.schema import SCHEMA_LISTS, SCHEMA_MAPS, SCHEMA_VALUES

_Key = TypeVar("_Key", int, str)

# Levels of JSON that are handed over at once. The validator recurses on the native stack, 1 to 2 kB a level: 8 MB end
# between 5,000 and 10,000 levels, and a thread may have a tenth of that.
_DEEPEST = 100
# Names in a value of `type` that are handed over: there are seven, so that more are a fault whatever they are.
_MOST_TYPES = 20


def fits(schema: Json) -> bool:
    """Whether a schema is shallow enough to be handed over in one piece."""
    level = [schema]
    for _ in range(_DEEPEST):
        level = [
            child
            for value in level
            for child in (value.values() if isinstance(value, dict) else value if isinstance(value, list) else ())
            if isinstance(child, dict | list)
        ]
        if not level:
            return True
    return False


def has_empty_name(schema: Json) -> bool:
    """Whether something in a schema has an empty name, which jsonschema-rs leaves out of the paths of its errors."""
    left = [schema]
    while left:
        value = left.pop()
        if isinstance(value, dict):
            if "" in value:
                return True
            left.extend(value.values())
        elif isinstance(value, list):
            left.extend(value)
    return False


def take_level(schema: Json, most: int, names: dict[str, str]) -> Json:
    """Copy a schema without the schemas inside it, but with the first of the things that stand where one belongs.

    Of these, `most` that are `true` or `false` are kept, and as many others. `names` are as in `cut`.
    """
    if not isinstance(schema, dict):
        return _shallow(schema)
    copy: dict[str, Json] = {}
    for keyword, value in schema.items():
        if keyword in SCHEMA_MAPS and isinstance(value, dict):
            found = _suspects(value.items(), most)
            copy[keyword] = {_stand_in(name, names): _shallow(value[name]) for name in found}
        elif isinstance(value, list) and (keyword in SCHEMA_LISTS or keyword == "items"):
            last = max(_suspects(enumerate(value), most), default=0)
            copy[keyword] = [{} if isinstance(child, dict) else _shallow(child) for child in value[: last + 1]]
        elif keyword in SCHEMA_VALUES and isinstance(value, dict):
            copy[keyword] = {}
        elif keyword == "type" and isinstance(value, list):
            copy[keyword] = _shallow(value[:_MOST_TYPES])
        else:
            copy[keyword] = _shallow(value)
    return copy


def _suspects(children: Iterable[tuple[_Key, Json]], most: int) -> list[_Key]:
    """The first of those that are no objects. Only draft-04 minds `true` and `false`, so they are counted apart."""
    truths: list[_Key] = []
    others: list[_Key] = []
    for key, child in children:
        if not isinstance(child, dict):
            found = truths if isinstance(child, bool) else others
            if len(found) < most:
                found.append(key)
    return truths + others


def cut(schema: Json, levels: int, names: dict[str, str]) -> Json:
    """Copy a schema down to so many schemas inside it, those below being allowed to be anything.

    Names that a validator can't say get a stand-in, which `names` translates back.
    """
    if not isinstance(schema, dict):
        return _shallow(schema)
    if not levels:
        return {}
    copy: dict[str, Json] = {}
    for keyword, value in schema.items():
        if not _is_sayable(keyword):  # no keyword of any dialect
            continue
        if keyword in SCHEMA_MAPS and isinstance(value, dict):
            copy[keyword] = {_stand_in(name, names): cut(child, levels - 1, names) for name, child in value.items()}
        elif isinstance(value, list) and (keyword in SCHEMA_LISTS or keyword == "items"):
            copy[keyword] = [cut(child, levels - 1, names) for child in value]
        else:
            copy[keyword] = cut(value, levels - 1, names) if keyword in SCHEMA_VALUES else _shallow(value)
    return copy


def _stand_in(name: str, names: dict[str, str]) -> str:
    if _is_sayable(name):
        return name
    stand_in = f"\ufffd{len(names)}\ufffd"
    names[stand_in] = name
    return stand_in


def _is_sayable(name: str) -> bool:
    """Whether errors have a name in their paths: neither an empty one nor one that is no Unicode text."""
    return bool(name) and (name.isascii() or not any("\ud800" <= char <= "\udfff" for char in name))


def _shallow(value: Json, levels: int = 4) -> Json:
    """Copy a value that is no schema; no metaschema looks deeper than this into one."""
    if not isinstance(value, dict | list):
        return value
    if not levels:
        return None
    if isinstance(value, list):
        return [_shallow(item, levels - 1) for item in value]
    return {name: _shallow(item, levels - 1) for name, item in value.items() if _is_sayable(name)}
