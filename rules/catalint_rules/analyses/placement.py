"""Schemas and keywords that stand where something else belongs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from catalint import Json, Path
from catalint.analyses.metaschema import TYPE_NAMES
from catalint.expression import expression
from catalint.schema import Node

# Fields of a tool that hold a schema, in MCP and in the formats that tools are converted from.
_SCHEMA_FIELDS = frozenset(("inputSchema", "input_schema", "outputSchema", "parameters", "schema", "jsonSchema"))
# Objects of zod, Valibot, ArkType and the like, written out: https://standardschema.dev, and zod's own field.
_LIBRARY_FIELDS = frozenset(("~standard", "_def", "_zod"))
# `string`, `integer[]`, `number | null`: the short form in which people name the type of a parameter.
_SHORT_TYPE = expression(r"(?:string|number|integer|boolean|object|array|null|str|int|float|bool)\b[\[\]|? \w]{0,20}")
# The vocabulary of JSON Schema, draft-04 to 2020-12, with what OpenAPI adds to it.
_VOCABULARY = frozenset(
    """
    $schema $id id $ref $defs definitions $anchor $dynamicAnchor $dynamicRef $recursiveRef $recursiveAnchor $comment
    $vocabulary title description default examples deprecated readOnly writeOnly type enum const minLength maxLength
    pattern format contentEncoding contentMediaType contentSchema minimum maximum exclusiveMinimum exclusiveMaximum
    multipleOf items prefixItems additionalItems contains minContains maxContains minItems maxItems uniqueItems
    unevaluatedItems properties patternProperties additionalProperties required minProperties maxProperties
    propertyNames dependentRequired dependentSchemas dependencies unevaluatedProperties allOf anyOf oneOf not if then
    else nullable discriminator example xml externalDocs
    """.split()
)


def keywords_among_properties(properties: Json) -> tuple[str, ...]:
    """The keywords that stand among the names of a `properties` map as if they were names; empty if none do.

    A property may well be called `type` or `required`: it is one if a schema stands there, or something that was meant
    as one (`"type": "string"` beside `"size": "integer"`). So a keyword counts if it has the value of a keyword, and
    only together with another one if a short form of a type looks the same.
    """
    if not isinstance(properties, dict):
        return ()
    found = [name for name, value in properties.items() if _is_keyword(name, value)]
    if not found:
        return ()
    nested = properties.get("type") == "object" and isinstance(properties.get("properties"), dict)
    if nested:
        return tuple(name for name in properties if name in found or name == "properties")
    telling = [name for name in found if name not in ("title", "description", "type")]
    return tuple(found) if telling or ("type" in found and len(found) > 1) else ()


def misplaced(nodes: Iterable[Node]) -> Mapping[Path, tuple[str, ...]]:
    """The `properties` of a schema that hold keywords, by their path; those inside of such a one are left out."""
    found: dict[Path, tuple[str, ...]] = {}
    last: Path | None = None
    for node in nodes:
        if not isinstance(node.schema, dict) or (last is not None and node.path[: len(last)] == last):
            continue
        keywords = keywords_among_properties(node.schema.get("properties"))
        if keywords:
            last = (*node.path, "properties")
            found[last] = keywords
    return found


def schema_in_annotations(annotations: Json) -> str:
    """What a tool's annotations hold where they hold a schema, in words; empty if they hold none."""
    if not isinstance(annotations, dict):
        return ""
    if _LIBRARY_FIELDS & annotations.keys():
        return "the object of a schema library, written out"
    if is_schema_of_object(annotations):
        return "a JSON Schema"
    for name, value in annotations.items():
        if name in _SCHEMA_FIELDS and is_schema_of_object(value):
            return f"a JSON Schema (`{name}`)"
    names = [name for name, value in annotations.items() if _is_schema(value)]
    if names:
        shown = ", ".join(f"`{name[:40]}`" for name in names[:3])
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        return f"the {'schema' if len(names) == 1 else 'schemas'} of {shown}{more}"
    return ""


def strays(schema: Json) -> tuple[str, ...]:
    """The keys of an object's schema that are no keywords but hold schemas: parameters outside of `properties`.

    The schema has to say that it is of type object, or hold nothing else but such keys and a description; keys that
    begin with `x-` or `$` are nobody's parameters.
    """
    if not isinstance(schema, dict) or schema.get("type", "object") != "object":
        return ()
    properties = schema.get("properties")
    known = properties if isinstance(properties, dict) else {}
    found = tuple(
        name
        for name, value in schema.items()
        if name not in _VOCABULARY and not name.startswith(("x-", "$")) and name not in known and _is_schema(value)
    )
    if "type" not in schema and schema.keys() - {*found, "title", "description"}:
        return ()
    return found


def is_schema_of_object(value: Json) -> bool:
    """Whether a value is a schema of an object that names properties."""
    return isinstance(value, Mapping) and value.get("type") == "object" and isinstance(value.get("properties"), Mapping)


def _is_schema(value: Json) -> bool:
    if not isinstance(value, dict):
        return False
    kind = value.get("type")
    kinds = kind if isinstance(kind, list) else [kind]
    named = all(isinstance(name, str) and name in TYPE_NAMES for name in kinds) and bool(kinds)
    return (
        named or bool(_LIBRARY_FIELDS & value.keys()) or (isinstance(value.get("anyOf"), list) and bool(value["anyOf"]))
    )


def _is_keyword(name: str, value: Json) -> bool:
    if name == "type":
        return isinstance(value, str) and value in TYPE_NAMES
    if name == "required":
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    if name == "additionalProperties":
        return isinstance(value, bool)
    if name == "$schema":
        return isinstance(value, str)
    if name == "properties":  # a map of names to schemas, not the schema of a parameter called so
        plain = isinstance(value, dict) and bool(value) and _VOCABULARY.isdisjoint(value)
        return plain and isinstance(value, dict) and all(_is_schema(inner) for inner in value.values())
    if name == "enum":
        return isinstance(value, list)
    return name in ("title", "description") and isinstance(value, str) and not _SHORT_TYPE.fullmatch(value)
