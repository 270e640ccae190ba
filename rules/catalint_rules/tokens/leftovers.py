"""What generators of schemas leave behind that tells a model nothing new."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from catalint import Json, Path, Tool
from catalint.analyses.schemas import ToolSchema
from catalint.expression import expression
from catalint_rules.tokens.definitions import find_unused

Kind: TypeAlias = Literal["title", "$schema", "default: null", "default value", "pattern", "definition"]

# The largest whole number that JavaScript holds exactly: what zod 4 writes as a limit of each `z.int()`.
_SAFE_INTEGER = 2**53 - 1
# Keywords with the value that they have when they are left out (JSON Schema 2020-12, Core and Validation).
_UNSET: dict[str, tuple[Json, ...]] = {
    "$defs": ({},),
    "definitions": ({},),
    "dependentRequired": ({},),
    "deprecated": (False,),
    "description": ("",),
    "examples": ([],),
    "maximum": (_SAFE_INTEGER,),
    "minItems": (0,),
    "minLength": (0,),
    "minProperties": (0,),
    "minimum": (-_SAFE_INTEGER,),
    "nullable": (False,),
    "patternProperties": ({},),
    "propertyNames": (True, {}, {"type": "string"}),
    "readOnly": (False,),
    "required": ([],),
    "title": ("",),
    "unevaluatedProperties": (True, {}),
    "uniqueItems": (False,),
    "writeOnly": (False,),
}
# Keywords that 2020-12 does not know, or knows by another name.
_OLD = frozenset(("additionalItems", "dependencies", "id", "$recursiveAnchor", "$recursiveRef"))
# Formats that say all that there is to say, with the length from which on a pattern beside one is no rule of the
# author's own but the spelled-out format: zod 4 writes 150 characters for a uuid and 400 for a date-time.
_FORMATS = frozenset(("cidrv4", "cidrv6", "date", "date-time", "duration", "email", "ipv4", "ipv6", "time", "uuid"))
_SPELLED_OUT = 60
_NAMED = ("properties", "$defs", "definitions")
# What a class or function that describes arguments is called: `list_ordersArguments`, `ListOrdersInput`.
_MODEL = expression(r"\w+(?:Arguments|Args|Input|Inputs|Model|Parameters|Params|Request|Schema)")


class Leftover(NamedTuple):
    """A member of a schema that could go; `path` leads to its value, from the root of the input schema."""

    kind: Kind
    path: Path


def find_leftovers(schema: ToolSchema) -> Iterator[Leftover]:
    """What in a schema says nothing that would not hold without it.

    A title is one if it repeats the name of its property or definition, or that of the tool; at the root also if it is
    the name of a class (`ListOrdersInput`). A dialect is one unless the schema uses what later dialects read otherwise.
    `additionalProperties: false` is none: it refuses what is not declared, and strict modes ask for it. A definition is
    one if no reference leads to it; what stands inside goes with it.
    """
    unused = find_unused(schema.root)
    for path in unused:
        yield Leftover("definition", path)
    gone = frozenset(unused)
    for node in schema.nodes:
        if isinstance(node.schema, dict) and (not gone or gone.isdisjoint((node.path[:1], node.path[:2]))):
            for keyword, value in node.schema.items():
                kind = _kind(schema, node.path, node.schema, keyword, value)
                if kind:
                    yield Leftover(kind, (*node.path, keyword))


def _kind(schema: ToolSchema, path: Path, node: dict[str, Json], keyword: str, value: Json) -> Kind | None:
    if keyword == "title" and isinstance(value, str) and value:
        return "title" if _repeats(value, path, schema.tool) else None
    if keyword == "$schema":
        return None if _needs_dialect(schema) else "$schema"
    if keyword == "default" and value is None:
        return "default: null" if _is_optional(schema, path) else None
    if keyword == "pattern":
        spelled_out = isinstance(value, str) and len(value) >= _SPELLED_OUT
        return "pattern" if spelled_out and node.get("format") in _FORMATS else None
    if keyword == "additionalProperties":
        # in an object that declares nothing it is what says that this is a map
        return "default value" if node.get("properties") and _is(value, (True, {})) else None
    return "default value" if keyword in _UNSET and _is(value, _UNSET[keyword]) else None


def _is(value: Json, others: tuple[Json, ...]) -> bool:
    """Equality in JSON, where false is not 0."""
    return any(value == other and isinstance(value, bool) == isinstance(other, bool) for other in others)


def _repeats(title: str, path: Path, tool: Tool) -> bool:
    if not path:
        return _plain(title) == _plain(tool.name) or _MODEL.fullmatch(title) is not None
    return len(path) > 1 and path[-2] in _NAMED and _plain(title) == _plain(str(path[-1]))


def _plain(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def _is_optional(schema: ToolSchema, path: Path) -> bool:
    if len(path) < 2 or path[-2] != "properties":
        return False
    parent = schema.by_path.get(path[:-2])
    required = parent.get("required") if isinstance(parent, dict) else None
    return not (isinstance(required, list) and path[-1] in required)


def _needs_dialect(schema: ToolSchema) -> bool:
    """Whether a schema uses what means something else, or nothing, in JSON Schema 2020-12."""
    return any(
        isinstance(node.schema, dict)
        and (
            isinstance(node.schema.get("items"), list)
            or isinstance(node.schema.get("exclusiveMinimum"), bool)
            or isinstance(node.schema.get("exclusiveMaximum"), bool)
            or not _OLD.isdisjoint(node.schema)
        )
        for node in schema.nodes
    )
