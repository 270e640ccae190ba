"""Checks a configuration file by its JSON Schema, with the lines of what is wrong, and near matches.

It knows the keywords that `catalint.config.schema` uses and no others, since the jsonschema package takes 190 ms to
import.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from typing import Any

from catalint.config.document import Document
from catalint.config.schema import Schema
from catalint.hints import did_you_mean
from catalint.location import Part, Path
from catalint.model import Json, json_type

Problem = tuple[Path, Part, str]

_KINDS: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
}
# What people write for a severity who know it from other tools.
_MEANT = {"no": "off", "false": "off", "none": "off", "disable": "off", "disabled": "off", "warn": "warning"} | {
    "info": "note",
    "err": "error",
    "fatal": "error",
}
_PLURAL = {"string": "texts", "object": "mappings"}


def check(document: Document, schema: Schema) -> list[str]:
    """Everything that is wrong with a document, one `file:line:column: message` each, in the order of the file."""
    problems = list(_check(document.value, schema, ()))
    problems.sort(key=lambda problem: document.places.get((problem[0], problem[1]), (0, 0)))
    return [f"{document.at(path, part)}: {message}" for path, part, message in problems]


def _check(value: Json, schema: Schema, path: Path) -> Iterator[Problem]:
    if "anyOf" in schema:
        # the first one says what is wanted where none is of the kind
        kinds = schema["anyOf"]
        fitting = (each for each in kinds if _is(value, each.get("type", "string")))
        yield from _check(value, next(fitting, kinds[0]), path)
    elif "enum" in schema:
        if value not in schema["enum"]:
            yield path, "value", _not_among(value, schema["enum"])
    elif value is None:
        yield path, "value", f"{_name(path)} is empty"
    elif not _is(value, schema["type"]):
        shown = json_type(value) if _may_be_secret(path, value) else _shown(value)
        yield path, "value", f"{_name(path)} takes {_wanted(schema)}, not {shown}"
    elif isinstance(value, dict):
        yield from _check_mapping(value, schema, path)
    elif isinstance(value, list):
        if len(value) < schema.get("minItems", 0):
            yield path, "value", f"{_name(path)} is empty"
        for index, item in enumerate(value):
            yield from _check(item, schema["items"], (*path, index))
    elif isinstance(value, str):
        if len(value) < schema.get("minLength", 0):
            yield path, "value", f"{_name(path)} is empty"
        elif "pattern" in schema and not re.search(schema["pattern"], value):
            yield path, "value", f"{_name(path)} takes a JSON Pointer such as /description, not {_shown(value)}"
        elif schema.get("format") == "date" and not _is_date(value):
            yield path, "value", f"{_name(path)} takes a day such as 2027-03-31, not {_shown(value)}"
    elif isinstance(value, int | float):
        low, high = schema.get("minimum"), schema.get("maximum")
        if low is not None and value < low:
            yield path, "value", f"{_name(path)} has to be at least {low:g}, not {value:g}"
        if high is not None and value > high:
            yield path, "value", f"{_name(path)} has to be at most {high:g}, not {value:g}"


def _check_mapping(value: Mapping[str, Json], schema: Schema, path: Path) -> Iterator[Problem]:
    known = schema.get("properties", {})
    rest = schema.get("additionalProperties", True)
    for key, item in value.items():
        inner = known.get(key, rest)
        if inner is False:
            yield (*path, key), "key", _unknown(key, known, path)
        else:
            yield from _check(item, inner, (*path, key))
    for key in schema.get("required", ()):
        if key not in value:
            yield path, "value", f"{_name(path)} has no {key!r}"


def _may_be_secret(path: Path, value: Json) -> bool:
    """Whether a value may be what a server authenticates by, or hold it as a URL does: such values show nowhere."""
    if path[:1] != ("servers",):
        return False
    return bool({"env", "headers"} & set(path[2:3])) or (isinstance(value, str) and "://" in value)


def _is(value: Json, kind: str | list[str]) -> bool:
    if isinstance(kind, list):
        return any(_is(value, each) for each in kind)
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, _KINDS[kind])


def _is_date(text: str) -> bool:
    # fromisoformat alone also reads 20270331 and 2027-W13
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
        return False
    try:
        dt.date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _wanted(schema: Schema) -> str:
    kind = schema["type"]
    if isinstance(kind, list):
        return "a text, a number, true or false"
    if kind == "array":
        items = schema["items"].get("type", "string")  # entries of either kind are called texts
        return f"a list of {_PLURAL.get(items if isinstance(items, str) else 'string', 'texts')}"
    if kind == "object" and schema.get("required"):
        return f"a mapping with {_listed([repr(key) for key in schema['required']], 'and')}"
    names = {"object": "a mapping", "string": "a text", "boolean": "true or false", "integer": "a whole number"}
    return names.get(kind, "a number")


def _not_among(value: Json, allowed: list[str]) -> str:
    if not isinstance(value, str):
        return f"{_listed(allowed)} belongs here, not {json_type(value)}"
    meant = _MEANT.get(value.lower(), "")
    hint = f"; did you mean {meant!r}?" if meant in allowed else did_you_mean(value, allowed)
    return f"unknown value {value!r}{hint or f' ({_listed(allowed)} belongs here)'}"


def _shown(value: Json) -> str:
    return repr(value) if isinstance(value, str | int | float) and len(str(value)) < 40 else json_type(value)


def _listed(names: list[str], last: str = "or") -> str:
    return f"{', '.join(names[:-1])} {last} {names[-1]}" if len(names) > 1 else names[0]


def _unknown(key: str, known: Mapping[str, Any], path: Path) -> str:
    kinds: dict[Path, str] = {(): "key", ("rules",): "rule", ("words",): "word list"}
    kind = kinds.get(path, "rule" if path[-1:] == ("rules",) else "option" if path[:1] == ("rules",) else "key")
    hint = did_you_mean(key, known)
    if not hint:
        lists = " (`catalint rules` lists them)" if kind == "rule" else f" (known: {', '.join(known)})"
        hint = lists if known else ""
    owner = f"{path[-1]} has no {kind}" if kind == "option" else f"unknown {kind}"
    return f"{owner} {key!r}{hint}"


def _name(path: Path) -> str:
    """What to call the value at a path: its last key, with the position for an entry of a list."""
    if not path:
        return "the file"
    if isinstance(path[-1], int):
        return f"entry {path[-1] + 1} of {path[-2]!r}" if len(path) > 1 else f"entry {path[-1] + 1}"
    return f"{path[-1]!r}"
