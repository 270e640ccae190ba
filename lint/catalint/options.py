"""Options of rules: from a frozen dataclass to checked values and to JSON Schema, so that each is written down once."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, get_type_hints

from catalint.model import Json, json_type
from catalint.rule import Rule


class OptionError(ValueError):
    """An option is unknown or has a wrong value; `option` is its name as the user wrote it."""

    def __init__(self, option: str, message: str) -> None:
        self.option = option
        super().__init__(message)


def kebab(name: str) -> str:
    """The spelling of an option in files."""
    return name.replace("_", "-")


def fields(rule: type[Rule[Any]]) -> Mapping[str, dataclasses.Field[Any]]:
    """The options of a rule by their spelling in files, in the order of their declaration."""
    return {kebab(field.name): field for field in dataclasses.fields(rule.options_type)}


def build(rule: type[Rule[Any]], values: Mapping[str, Json]) -> Any:
    """Make a rule's options from the values of a file; raises OptionError at the first that is unknown or wrong."""
    hints = get_type_hints(rule.options_type)
    known = fields(rule)
    arguments: dict[str, Any] = {}
    for name, value in values.items():
        field = known.get(name)
        if field is None:
            raise OptionError(name, f"{rule.meta.id} has no option {name!r}{_hint(name, list(known))}")
        arguments[field.name] = _checked(name, value, hints[field.name], field.metadata)
    return rule.options_type(**arguments)


def json_schema(rule: type[Rule[Any]]) -> dict[str, dict[str, Json]]:
    """The JSON Schema of each option of a rule, by its spelling in files."""
    hints = get_type_hints(rule.options_type)
    return {name: _schema(hints[field.name], field) for name, field in fields(rule).items()}


def _checked(name: str, value: Json, kind: Any, limits: Mapping[str, Any]) -> Any:
    if kind is bool:
        if not isinstance(value, bool):
            raise OptionError(name, f"{name!r} takes true or false, not {json_type(value)}")
        return value
    if kind in (int, float):
        if isinstance(value, bool) or not isinstance(value, int if kind is int else (int, float)):
            raise OptionError(name, f"{name!r} takes a {'whole ' if kind is int else ''}number, not {_shown(value)}")
        low, high = limits.get("minimum"), limits.get("maximum")
        if (low is not None and value < low) or (high is not None and value > high):
            bounds = [f"at least {low:g}"] * (low is not None) + [f"at most {high:g}"] * (high is not None)
            raise OptionError(name, f"{name!r} has to be {' and '.join(bounds)}, not {value}")
        return kind(value)
    if kind is str:
        if not isinstance(value, str):
            raise OptionError(name, f"{name!r} takes a text, not {json_type(value)}")
        return value
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise OptionError(name, f"{name!r} takes a list of texts, not {_shown(value)}")
    return tuple(value)


def _schema(kind: Any, field: dataclasses.Field[Any]) -> dict[str, Json]:
    default: Any = list(field.default) if isinstance(field.default, tuple) else field.default
    schema: dict[str, Json] = {"description": field.metadata["help"], "default": default}
    names = {bool: "boolean", int: "integer", float: "number", str: "string"}
    if kind in names:
        schema["type"] = names[kind]
    else:
        schema |= {"type": "array", "items": {"type": "string"}}
    for limit in ("minimum", "maximum"):
        if field.metadata.get(limit) is not None:
            schema[limit] = field.metadata[limit]
    return schema


def _shown(value: Json) -> str:
    return f"{value!r}" if isinstance(value, int | float | str) else json_type(value)


def _hint(name: str, known: list[str]) -> str:
    from catalint.hints import did_you_mean

    return did_you_mean(name, known) or f" (it has: {', '.join(known)})" if known else " (it has none)"
