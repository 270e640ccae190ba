"""Rule dead-keyword."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from catalint import Context, Finding, Json, Meta, Path, Related, Severity, Tool, ToolRule
from catalint.analyses.metaschema import TYPE_NAMES
from catalint.analyses.schemas import SCHEMAS, ToolSchema
from catalint.rule import NoOptions
from catalint.schema import types_of
from catalint_rules.analyses.kinds import Kinds, kind_of
from catalint_rules.schemas.wording import say, subject

_KEYWORDS_SHOWN = 4
# The type that each keyword is about: JSON Schema 2020-12, applicator vocabulary (section 10.3) and validation (6.2 to
# 6.5); those of older drafts too.
_OF_OBJECTS = (
    "properties",
    "patternProperties",
    "additionalProperties",
    "required",
    "minProperties",
    "maxProperties",
    "propertyNames",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
    "unevaluatedProperties",
)
_OF_LISTS = (
    "items",
    "prefixItems",
    "additionalItems",
    "contains",
    "minContains",
    "maxContains",
    "minItems",
    "maxItems",
    "uniqueItems",
    "unevaluatedItems",
)
_OF_TEXTS = ("minLength", "maxLength", "pattern", "contentEncoding", "contentMediaType", "contentSchema")
_OF_NUMBERS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
OWNERS: Mapping[str, str] = {
    **dict.fromkeys(_OF_OBJECTS, "object"),
    **dict.fromkeys(_OF_LISTS, "array"),
    **dict.fromkeys(_OF_TEXTS, "string"),
    **dict.fromkeys(_OF_NUMBERS, "number"),
}
_PLURALS = {"object": "objects", "array": "lists", "string": "texts", "number": "numbers"}
# The same bound for values of another type.
_BOUNDS = {
    "string": {"least": "minLength", "most": "maxLength"},
    "array": {"least": "minItems", "most": "maxItems"},
    "object": {"least": "minProperties", "most": "maxProperties"},
    "number": {"least": "minimum", "most": "maximum"},
}
# What an author puts into `items` and means for the value itself: JSON Schema 2020-12, validation, 6.1 and 7.
_OF_ANY = ("enum", "const", "format")
_LENGTHS = {keyword: side for kind in _BOUNDS.values() for side, keyword in kind.items()}


class DeadKeyword(ToolRule[NoOptions]):
    """Keywords for values of a type that the schema does not allow."""

    meta = Meta(
        "dead-keyword",
        "Keyword of another type does nothing",
        Severity.WARNING,
        precision="very-high",
        audience="client",
        yields_to=("client-unsupported-keyword",),
        tags=("schema",),
        evidence=(
            "https://json-schema.org/draft/2020-12/json-schema-core#section-7.6.1",
            "https://github.com/anomalyco/opencode/issues/11889",
            "https://ajv.js.org/strict-mode.html#strict-types",
        ),
    )

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for each schema with such keywords."""
        for schema in ctx.get(SCHEMAS)[tool]:
            kinds = Kinds(schema)
            for node in schema.nodes:
                dead, allowed = _dead(node.schema, node.path, kinds)
                if dead and isinstance(node.schema, dict):
                    yield self._finding(schema, node.path, node.schema, dead, allowed)

    def _finding(
        self, schema: ToolSchema, path: Path, around: Mapping[str, Json], dead: Sequence[str], allowed: frozenset[str]
    ) -> Finding:
        first, *others = dead
        owners = dict.fromkeys(OWNERS[keyword] for keyword in dead)
        cost = f"readers ignore {_them(dead)}"
        if "object" in owners and not allowed & {"array"}:
            cost += ", and Google's API refuses the list"
        names: list[Json] = list(dead)
        types: list[Json] = [*sorted(allowed)]
        return self.finding(
            schema.at(*path, first, part="key"),
            say(_text(subject(path, schema.side), dead, owners, allowed), cost, _fix(around, dead, allowed)),
            related=tuple(Related(schema.at(*path, keyword, part="key"), "says nothing either") for keyword in others),
            key=",".join(dead),
            data={"keywords": names, "types": types},
        )


def _text(owner: str, dead: Sequence[str], owners: Iterable[str], allowed: frozenset[str]) -> str:
    kind = _listed(sorted(allowed - {"integer"} if "number" in allowed else allowed), "or")
    shown = [f"`{keyword}`" for keyword in dead[:_KEYWORDS_SHOWN]]
    if len(dead) > _KEYWORDS_SHOWN:
        shown.append(f"{len(dead) - _KEYWORDS_SHOWN} more")
    those = _listed([_PLURALS[name] for name in owners], "and")
    verb = "says" if len(dead) == 1 else "say"
    return f"{owner} is of type {kind}, where {_listed(shown, 'and')} for {those} {verb} nothing"


def _dead(schema: Json, path: Path, kinds: Kinds) -> tuple[list[str], frozenset[str]]:
    """The keywords of a schema that no value can make speak, with the types that it allows."""
    if not isinstance(schema, dict) or OWNERS.keys().isdisjoint(schema):
        return [], frozenset()
    owned = [keyword for keyword in schema if keyword in OWNERS and _is_meant(keyword, schema[keyword])]
    allowed = kinds.at(path)
    if not allowed or allowed == TYPE_NAMES:
        return [], frozenset()
    alive = allowed | ({"number"} if "integer" in allowed else set())
    return [keyword for keyword in owned if OWNERS[keyword] not in alive], allowed


def _is_meant(keyword: str, value: Json) -> bool:
    """Whether a keyword says something: an empty map does not, and a wrong value is invalid-schema's to report."""
    if keyword in ("properties", "patternProperties", "dependentRequired", "dependentSchemas", "dependencies"):
        return isinstance(value, dict) and bool(value)
    if keyword in ("required", "prefixItems"):
        return isinstance(value, list) and bool(value)
    if keyword in ("pattern", "contentEncoding", "contentMediaType"):
        return isinstance(value, str)
    if keyword == "uniqueItems":
        return value is True
    if OWNERS[keyword] == "number" or keyword in _LENGTHS or keyword in ("minContains", "maxContains"):
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return number and not (value == 0 and keyword in ("minLength", "minItems", "minProperties"))
    return isinstance(value, bool) or (isinstance(value, dict | list) and bool(value))


def _fix(around: Mapping[str, Json], dead: Sequence[str], allowed: frozenset[str]) -> str:
    """What the author probably meant."""
    kinds = {"number" if name == "integer" else name for name in allowed if name != "null"} or {"null"}
    kind, plain = min(kinds), len(kinds) == 1
    owners = {OWNERS[keyword] for keyword in dead}
    if plain and kind in _BOUNDS and set(dead) <= _LENGTHS.keys() and not (kind == "string" and owners == {"number"}):
        meant = [_BOUNDS[kind][_LENGTHS[keyword]] for keyword in dead]
        if not set(meant) & around.keys() and len(set(meant)) == len(meant):
            names = _listed([f"`{keyword}`" for keyword in meant], "and")
            return f"write {names} if that is meant, or drop {_them(dead)}"
    if kind == "array" and plain and "array" not in owners:
        items = around.get("items")
        sure = isinstance(items, dict) and bool(types_of(items) & owners)
        return f"move {_them(dead)} into `items`" + ("" if sure else f", or drop {_them(dead)}")
    if owners == {"object"} and {"properties", "additionalProperties", "patternProperties"} & set(dead):
        return f'write "type": "object" if an object is meant, or drop {_them(dead)}'
    if owners == {"array"} and "items" in dead and plain and (inner := _misplaced(around, kind)):
        shown = _listed([f"`{keyword}`" for keyword in inner], "and")
        return f'lift {shown} out of `items`, or write "type": "array" if a list is meant'
    if owners == {"array"} and {"items", "prefixItems"} & set(dead):
        return f'write "type": "array" if a list is meant, or drop {_them(dead)}'
    if owners == {"number"} and kind == "string":
        return f'write "type": "number" if numbers are meant, or drop {_them(dead)}'
    if owners == {"string"} and "pattern" in dead:
        return f'write "type": "string" if a text is meant, or drop {_them(dead)}'
    return f"drop {_them(dead)}"


def _misplaced(around: Mapping[str, Json], kind: str) -> list[str]:
    """The keywords in `items` that would hold for the value itself, if it may be of the type that they speak of."""
    items = around.get("items")
    if not isinstance(items, dict) or not types_of(items) <= ({"number", "integer"} if kind == "number" else {kind}):
        return []
    values = items.get("enum", [items["const"]] if "const" in items else [])
    if isinstance(values, list) and not {_kind(value) for value in values} <= {kind}:
        return []
    if kind == "object":
        wanted: Sequence[str] = [keyword for keyword in ("properties", "required") if items.get("properties")]
    else:
        wanted = [*_OF_ANY, *(keyword for keyword, owner in OWNERS.items() if owner == kind)]
    found = [keyword for keyword in wanted if items.get(keyword) is not None]
    return [] if set(found) & around.keys() else found


def _kind(value: Json) -> str:
    found = kind_of(value)
    return "number" if found == "integer" else found


def _them(dead: Sequence[str]) -> str:
    return "it" if len(dead) == 1 else "them"


def _listed(names: Sequence[str], last: str) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"
