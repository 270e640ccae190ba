"""What to say about a fault of a schema: what is there, what belongs there, how to write it."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

from catalint import Context, Json, Path
from catalint.analyses.metaschema import Dialect, Fault
from catalint.expression import expression
from catalint.model import json_type
from catalint.schema import SCHEMA_MAPS, follow, spell
from catalint.spelling import nearest
from catalint_rules import words

LONGEST_MESSAGE = 240
_LONGEST_NAME = 60
_LONGEST_VALUE = 40

_EXPECTED = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "null": "null",
    "number": "a number",
    "object": "an object",
    "string": "a text",
}
# `list[str]`, `Optional[int]`, `Array<string>`, `string[]`
_GENERIC = expression(r"(\w+)\s*[\[<]\s*(.*?)\s*[\]>]")
_NUMBER = expression(r"\s*-?\d+(\.\d+)?\s*")
# Types of other languages that are a text with a `format` (JSON Schema Validation, section 7.3).
_FORMATS = {
    "date": "date",
    "datetime": "date-time",
    "duration": "duration",
    "email": "email",
    "guid": "uuid",
    "regex": "regex",
    "time": "time",
    "timestamp": "date-time",
    "uri": "uri",
    "url": "uri",
    "uuid": "uuid",
}
_ANYTHING = frozenset(("*", "any", "anything", "mixed", "unknown", "variant"))


@dataclass(frozen=True, slots=True)
class Case:
    """A fault with the schema that it is in; `side` is `input` or `output`."""

    fault: Fault
    schema: Json
    dialect: Dialect
    side: str
    ctx: Context

    @property
    def value(self) -> Json:
        """The value at fault."""
        return self.fault.value

    @property
    def path(self) -> Path:
        """Where it is, from the root of the schema."""
        return self.fault.path

    @property
    def keyword(self) -> str:
        """The keyword, or the name in a map of schemas, whose value the path leads to or into."""
        return next((step for step in reversed(self.path) if isinstance(step, str)), "")

    def owner(self, above: int = 1) -> str:
        """What stands so many steps above the value, in words."""
        return subject(self.path[: len(self.path) - above], self.side)


def say(text: str, cost: str = "", fix: str = "") -> str:
    """A message of what is wrong, what it costs and how to mend it; the cost is left out where there is no room for it.

    `text` has no full stop at its end, `cost` begins in lower case, `fix` is an order.
    """
    start, end = text[0].upper() + text[1:], f": {fix}." if fix else "."
    whole = f"{start}; {cost}{end}" if cost else f"{start}{end}"
    if len(whole) <= LONGEST_MESSAGE:
        return whole
    return cut(f"{start}{end}", LONGEST_MESSAGE)


def subject(path: Path, side: str) -> str:
    """The part of a schema that a path leads to, quoted; `side` is `input` or `output`."""
    name = spell(path)
    if not name:
        return f"the {side} schema"
    quoted = f"`{cut(name, _LONGEST_NAME)}`"
    return quoted if side == "input" else f"{quoted} of the output schema"


def shown(value: Json) -> str:
    """A value as JSON where that is short, else in words."""
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, int) and abs(value) > 10**18:
        return "a huge number"
    if isinstance(value, list | dict):
        items = list(value.values()) if isinstance(value, dict) else value
        if len(items) > 3 or any(isinstance(item, list | dict | float) for item in items):
            return json_type(value)
    return cut(json.dumps(value, ensure_ascii=False), _LONGEST_VALUE)


def cut(text: str, most: int) -> str:
    """Cut a text that is too long for a message, which is one line: control characters become escapes."""
    if not text.isprintable():
        text = "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in text[:most])
    return text if len(text) <= most else text[: most - 3] + "..."


def explain(case: Case) -> str:
    """Say what is wrong and how to write it, without a full stop at the end."""
    text = _explain(case)
    return text[0].upper() + text[1:]


def correct(name: str, ctx: Context) -> str:
    """How to write a type that JSON Schema has no such name for; empty where that can't be told."""
    plain = name.strip().lower()
    if plain in _ANYTHING:
        return "leave `type` out to allow any value"
    known = words.groups("type_names", ctx)
    parts = [part.strip() for part in re.split(r"[|,/]|\bor\b", plain)]
    if len(parts) > 1 and all(part in known for part in parts):
        return f"write {json.dumps([known[part] for part in parts])}"
    match = _GENERIC.fullmatch(plain)
    if match:
        outer, inner = match.groups() if match.group(2) else ("array", match.group(1))
        if outer == "optional" and inner in known:
            return f'write ["{known[inner]}", "null"]'
        kind = known.get(outer, "")
        items = f' with "items": {{"type": "{known[inner]}"}}' if kind == "array" and inner in known else ""
        return f'write "{kind}"{items}' if kind else ""
    if plain in _FORMATS:
        return f'write "string" with "format": "{_FORMATS[plain]}"'
    plain = plain if plain in known else _near(plain, known)
    return f'write "{known[plain]}"' if plain else ""


def _near(name: str, known: Mapping[str, str]) -> str:
    if len(name) < 4:  # one letter changes the word
        return ""
    # "strng", "obejct" and "flot" are near, "stream" is not
    return nearest(name, known, 80)


def _explain(case: Case) -> str:
    fault, value, keyword = case.fault, case.value, case.keyword
    if not fault.path:
        return f"the {case.side} schema is {shown(value)} where a schema belongs: send an object or leave the key out"
    if fault.problem == "type-name":
        return _type_name(value, subject(fault.path, case.side), case.ctx)
    if fault.problem == "schema":
        return _no_schema(case)
    if keyword == "required" and isinstance(value, bool):
        return _required_flag(case)
    if fault.problem == "type":
        exclusive = keyword in ("exclusiveMinimum", "exclusiveMaximum") and isinstance(value, bool)
        return _exclusive_flag(case) if exclusive else _wrong_type(case)
    about = f"`{keyword}` of {case.owner()}"
    if fault.problem == "minimum":
        least = "more than 0" if keyword == "multipleOf" else "0 or more"
        return f"{about} is {shown(value)} and has to be {least}: mend it or drop it"
    if fault.problem == "empty":
        return f"{about} is an empty list, which JSON Schema {case.dialect} does not allow: drop it"
    if fault.problem == "repeated":
        return f"{about} has an item twice ({shown(_twice(value))}): drop one"
    if fault.problem == "alone":
        return f"{about} stands without `{fault.expected[0]}`, which draft-04 wants beside it: add the bound"
    return f"{about} is not allowed: {cut(fault.text, 100)}"


def _type_name(value: Json, owner: str, ctx: Context) -> str:
    if isinstance(value, str):
        fix = correct(value, ctx) or "use string, number, integer, boolean, object, array or null"
        return f"{owner} has the type {shown(value)}, which JSON Schema does not have: {fix}"
    if value is None:
        return f'{owner} has "type": null: write "null" if null is meant, or leave `type` out'
    if isinstance(value, dict):
        return f"`type` of {owner} is an object, not the name of a type: move its keywords up into {owner}"
    return f'`type` of {owner} is {shown(value)}, not the name of a type such as "string"'


def _no_schema(case: Case) -> str:
    path, value = case.path, case.value
    if path[-1] == "items" and isinstance(value, list):
        return _tuple(value, case)
    if isinstance(path[-1], int):
        what = f"`{path[-2]}` of {case.owner(2)} holds {shown(value)}"
    elif path[-2:-1] in (("properties",), ("$defs",), ("definitions",)):
        what = f"{case.owner(0)} is {shown(value)}"
    elif len(path) > 1 and path[-2] in SCHEMA_MAPS:
        what = f"`{path[-2]}` of {case.owner(2)} has {shown(value)}"
    else:
        what = f"`{path[-1]}` of {case.owner()} is {shown(value)}"
    if isinstance(value, bool):
        fix = "write {}" if value else 'write {"not": {}}'
        return f"{what}, and JSON Schema {case.dialect} has no schemas that are true or false: {fix}"
    if isinstance(value, str):
        known = words.groups("type_names", case.ctx).get(value.strip().lower())
        schema = {"type": known} if known else {"type": "string", "description": "..."}
        return f"{what} where a schema belongs: write {json.dumps(schema)}"
    fix = "drop it, or write an object such as" if value is None else "write an object such as"
    return f'{what} where a schema belongs: {fix} {{"type": "string"}}'


def _tuple(value: list[Json], case: Case) -> str:
    size, owner = len(value), case.owner()
    if size == 0:
        return f"`items` of {owner} is an empty list, and JSON Schema {case.dialect} wants one schema there: drop it"
    if size == 1:
        fix = "take the schema out of the list, or rename `items` to `prefixItems` if only the first item is meant"
        return (
            f"`items` of {owner} is a list of one schema, and JSON Schema {case.dialect} wants the schema itself: {fix}"
        )
    fix = "rename it to `prefixItems`"
    if all(item == value[0] for item in value):
        fix = f'say it once, with "minItems": {size} and "maxItems": {size}'
    return (
        f"`items` of {owner} is a list of {size} schemas, and JSON Schema {case.dialect} wants one schema there: {fix}"
    )


def _required_flag(case: Case) -> str:
    path, owner = case.path[:-1], case.owner()
    if case.value and path[-2:-1] == ("properties",):
        outside = subject(path[:-2], case.side)
        fix = f"drop it and add {shown(path[-1])} to the list `required` of {outside}"
    elif case.value:
        fix = "list the names of its required properties, or drop it"
    else:
        fix = "drop it, what is not listed in the object around it is optional"
    return f'{owner} has "required": {shown(case.value)}, and JSON Schema knows lists of names only: {fix}'


def _exclusive_flag(case: Case) -> str:
    keyword, around = case.keyword, follow(case.schema, case.path[:-1])
    plain = keyword.removeprefix("exclusive").lower()
    bound = around.get(plain) if isinstance(around, dict) else None
    if not case.value:
        fix = "drop it"
    elif isinstance(bound, int | float) and not isinstance(bound, bool):
        fix = f'write "{keyword}": {shown(bound)} and drop `{plain}`'
    else:
        fix = "write the bound itself"
    return f'{case.owner()} has "{keyword}": {shown(case.value)}, the form of draft-04: {fix}'


def _wrong_type(case: Case) -> str:
    value, expected = case.value, case.fault.expected
    belongs = " or ".join(_EXPECTED.get(name, name) for name in expected)
    if isinstance(case.path[-1], int):
        return f"`{case.keyword}` of {case.owner(2)} holds {shown(value)} where {belongs} belongs"
    what = f"`{case.keyword}` of {case.owner()} is {shown(value)} where {belongs} belongs"
    if value is None:
        return f"{what}: drop it"
    if case.keyword in SCHEMA_MAPS:
        return f"{what}: {'write {}' if value == [] else 'map names to schemas'}"
    if expected == ("array",) and not isinstance(value, dict):
        return f"{what}: write {cut(json.dumps([value], ensure_ascii=False), _LONGEST_VALUE)}"
    if isinstance(value, str) and (
        (expected == ("boolean",) and value.strip().lower() in ("true", "false"))
        or ({"integer", "number"} & set(expected) and _NUMBER.fullmatch(value))
    ):
        return f"{what}: write {value.strip().lower()} without quotes"
    return f"{what}: mend it or drop it"


def _twice(value: Json) -> Json:
    items = value if isinstance(value, list) else []
    return next((item for index, item in enumerate(items) if item in items[:index]), None)
