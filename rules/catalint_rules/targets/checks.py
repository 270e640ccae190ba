"""How facts of targets are tested: each check finds the places of a tool that a fact does not allow."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias

from catalint import Catalog, Context, Json, Part, Path, Tool
from catalint.analyses.metaschema import DEFAULT, METASCHEMA, dialect_of
from catalint.analyses.schemas import SCHEMAS, ToolSchema
from catalint.schema import types_of
from catalint.target import Fact, Target
from catalint_rules.targets.naming import sent_name

_SIDES = {"input": ("inputSchema",), "output": ("outputSchema",), "both": ("inputSchema", "outputSchema")}
# Where a schema describes a value that a model writes. What stands elsewhere only forbids or allows more.
_DESCRIBED = frozenset(("properties", "items", "prefixItems", "anyOf", "oneOf", "allOf", "$defs", "definitions"))
# Any of these says what a value is, or what it is not; a reference and a choice say it elsewhere.
_TYPING = frozenset(("type", "$ref", "$dynamicRef", "anyOf", "oneOf", "allOf", "not"))


@dataclass(frozen=True, eq=False)
class Spot:
    """A place that a fact does not allow: the path from the tool object, or from the catalog.

    `cause` tells apart what is wrong there, the same for all places of one kind in a tool; `data` is what a message
    may quote.
    """

    path: Path
    cause: str
    part: Part = "value"
    data: Mapping[str, Json] = field(default_factory=dict)


ToolCheck: TypeAlias = Callable[[Tool, Fact, Target, Context], Iterator[Spot]]
CatalogCheck: TypeAlias = Callable[[Catalog, Fact, Target, Context], "Iterator[tuple[Tool | None, Spot]]"]


def breaches_of_tool(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    """The places of a tool that a fact does not allow; none for facts about whole catalogs."""
    check = _TOOL_CHECKS.get(fact.check)
    if check is not None:
        yield from check(tool, fact, target, ctx)


def breaches_of_catalog(
    catalog: Catalog, fact: Fact, target: Target, ctx: Context
) -> Iterator[tuple[Tool | None, Spot]]:
    """What a fact about whole catalogs does not allow, with the tool that it is about where there is one."""
    check = _CATALOG_CHECKS.get(fact.check)
    if check is not None:
        yield from check(catalog, fact, target, ctx)


def is_about_catalogs(fact: Fact) -> bool:
    """Whether a fact is about all tools together."""
    return fact.check in _CATALOG_CHECKS


def is_about_sent_names(fact: Fact) -> bool:
    """Whether what a fact allows depends on how its target writes names; all others ask the same of every target."""
    return fact.check in _NAME_CHECKS


def _schemas(tool: Tool, fact: Fact, ctx: Context) -> Iterator[ToolSchema]:
    keys = _SIDES[fact.side]
    return (schema for schema in ctx.get(SCHEMAS)[tool] if schema.key in keys)


@cache
def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text)


# names


def _name_pattern(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    del ctx
    # a client that rewrites names refuses none for its characters
    if not target.naming.replace and not _pattern(fact.value["pattern"]).fullmatch(tool.name):
        yield Spot(("name",), "characters")


def _name_length(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    sent = sent_name(tool.name, target.naming, ctx)
    if len(sent) > fact.value["max"]:
        yield Spot(("name",), "length", data={"sent": sent, "length": len(sent)})


def _unique_names(catalog: Catalog, fact: Fact, target: Target, ctx: Context) -> Iterator[tuple[Tool | None, Spot]]:
    del fact, target, ctx
    seen: set[tuple[str, str]] = set()
    for tool in catalog.tools:
        if (tool.namespace, tool.name) in seen:
            yield tool, Spot(("name",), "twice")
        seen.add((tool.namespace, tool.name))


def _sent_names(catalog: Catalog, fact: Fact, target: Target, ctx: Context) -> Iterator[tuple[Tool | None, Spot]]:
    del fact
    if not target.naming.replace:
        return
    groups: dict[str, dict[str, Tool]] = {}
    for tool in catalog.tools:
        sent = sent_name(tool.name, target.naming, ctx, cut=True)
        groups.setdefault(sent, {}).setdefault(tool.name, tool)
    for sent, tools in groups.items():
        if len(tools) > 1:
            first, *others = tools.values()
            yield first, Spot(("name",), "collision", data={"sent": sent, "others": [tool.name for tool in others]})


# the schema as a whole


def _root_type(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    del target, ctx
    for key in _SIDES[fact.side]:
        schema = tool.raw.get(key)
        if key == "outputSchema" and key not in tool.raw:
            continue
        if not isinstance(schema, dict) or schema.get("type") != fact.value:
            yield Spot((key,), "root-type")


def _root_combinator(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    del target
    for schema in _schemas(tool, fact, ctx):
        for keyword in fact.value:
            if keyword in schema.root:
                yield Spot((schema.key, keyword), "combinator", "key", {"keyword": keyword})


def _root_properties(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    del target
    for schema in _schemas(tool, fact, ctx):
        # a root that is no object is another fault, and so are properties that are none
        if schema.root.get("type") == "object" and "properties" not in schema.root:
            yield Spot((schema.key,), "properties")


def _property_key(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    del target, ctx
    pattern = _pattern(fact.value["pattern"])
    for parameter in tool.parameters:
        if not pattern.fullmatch(parameter.name):
            path = ("inputSchema", "properties", parameter.name)
            yield Spot(path, "key", "key", {"parameter": parameter.name})


def _valid_under(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    del target
    for schema in _schemas(tool, fact, ctx):
        declared = dialect_of(schema.root) or DEFAULT
        dialect = declared if fact.value == "declared" else fact.value
        for fault in ctx.get(METASCHEMA).faults(schema.root, dialect):
            # the type of the root has a fact of its own
            if fault.path[:1] != ("type",):
                data: dict[str, Json] = {"dialect": dialect, "declared": declared, "text": fault.text}
                yield Spot((schema.key, *fault.path), "invalid", data=data)


def _dialect(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    del target
    for schema in _schemas(tool, fact, ctx):
        dialect = dialect_of(schema.root)
        known, unknown = fact.value.get("known"), fact.value.get("unknown", ())
        if dialect is not None and (dialect in unknown or (known is not None and dialect not in known)):
            yield Spot((schema.key, "$schema"), "dialect", data={"dialect": dialect})


def _ref(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    from catalint.analyses.references import REFERENCES

    del target
    for schema in _schemas(tool, fact, ctx):
        for reference in ctx.get(REFERENCES).get(schema, ()):
            if _is_refused(reference.text, fact.value["forbid"], external=bool(reference.address)):
                yield Spot((schema.key, *reference.path), "ref", data={"ref": reference.text})


def _is_refused(text: str, forbidden: str, *, external: bool) -> bool:
    if forbidden == "external":
        return external
    if forbidden == "outside-defs":
        # where a reference leads nowhere, that is its fault
        return not external and text.startswith("#") and not re.fullmatch(r"#/\$defs/[^/]+", text)
    return True


def _recursion(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    from catalint.analyses.references import REFERENCES
    from catalint_rules.schemas.recursive_schema import find_rings

    del target
    for schema in _schemas(tool, fact, ctx):
        rings = find_rings(ctx.get(REFERENCES).get(schema, ()))
        if rings:
            reference = rings[0].references[0]
            yield Spot((schema.key, *reference.path), "recursion", data={"ref": reference.text})


def _depth(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    del target
    for schema in _schemas(tool, fact, ctx):
        levels: dict[Path, int] = {}
        for node in schema.nodes:
            # a schema stands below a keyword of the one around it, or below a name or number there
            around = levels.get(node.path[:-1]) if node.path else 0
            around = levels.get(node.path[:-2], 0) if around is None else around
            levels[node.path] = around
            if isinstance(node.schema, dict) and _is_object(node.schema):
                levels[node.path] = around + 1
                if around + 1 > fact.value:
                    yield Spot((schema.key, *node.path), "depth", data={"levels": around + 1})
                    break


# parts of a schema


def _over_nodes(find: Callable[[dict[str, Json], Any], Iterator[Spot]]) -> ToolCheck:
    """A check of each subschema by itself; the paths that it yields are continued from there."""

    def check(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
        del target
        for schema in _schemas(tool, fact, ctx):
            for node in schema.nodes:
                if isinstance(node.schema, dict):
                    for spot in find(node.schema, fact.value):
                        yield Spot((schema.key, *node.path, *spot.path), spot.cause, spot.part, spot.data)

    return check


def _array_items(node: dict[str, Json], value: str) -> Iterator[Spot]:
    kind = node.get("type")
    if kind == "array" or (isinstance(kind, list) and "array" in kind):
        # JavaScript takes an empty object for true
        missing = "items" not in node if value == "present" else node.get("items") in (None, False, "", 0)
        if missing:
            yield Spot((), "items")


def _single_type(node: dict[str, Json], value: bool) -> Iterator[Spot]:
    del value
    if isinstance(node.get("type"), list):
        yield Spot(("type",), "types", data={"types": node["type"]})


def _any_of(node: dict[str, Json], value: Sequence[str]) -> Iterator[Spot]:
    for keyword in ("anyOf", "oneOf"):
        branches = node.get(keyword)
        if isinstance(branches, list) and set(value) <= {name for branch in branches for name in types_of(branch)}:
            yield Spot((keyword,), f"choice of {' and '.join(value)}", "key", {"keyword": keyword})


def _keyword(node: dict[str, Json], value: Mapping[str, Any]) -> Iterator[Spot]:
    for keyword in value["keywords"]:
        if keyword in node and value.get("beside", keyword) in node and _meets(node[keyword], value, node.get("type")):
            data = {"keyword": keyword, "value": node[keyword], "type": node.get("type")}
            yield Spot((keyword,), keyword, "key", data)


def _meets(found: Json, value: Mapping[str, Any], kind: Json) -> bool:
    """Whether a keyword's value is one of those that are not taken."""
    if "type" in value and kind != value["type"]:
        return False
    if "unless-type" in value and (
        kind == value["unless-type"] or (isinstance(kind, list) and value["unless-type"] in kind)
    ):
        return False
    if "types" in value and _json_type(found) not in value["types"]:
        return False
    if "above" in value:
        return isinstance(found, int | float) and not isinstance(found, bool) and found > value["above"]
    if "equals" in value:
        return bool(found == value["equals"]) and not isinstance(found, bool)
    if "values" in value:
        return found in value["values"]
    return found not in value.get("except", ())


def _json_type(value: Json) -> str:
    kind = value_type(value)
    return "number" if kind == "integer" else kind


def value_type(value: Json) -> str:
    """The type of a JSON value as JSON Schema names it; a number without a fraction in its text is an integer."""
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "integer" if isinstance(value, int) else "number"
    if isinstance(value, str):
        return "string"
    if isinstance(value, list):
        return "array"
    return "object" if isinstance(value, dict) else "null"


def _enum(node: dict[str, Json], value: Mapping[str, Any]) -> Iterator[Spot]:
    values = node.get("enum")
    if not isinstance(values, list) or not values:
        return
    kinds = {_json_type(item) for item in values}
    if isinstance(node.get("type"), list):  # which is refused as such, and null with it
        kinds -= {"null"}
    if value.get("scalars") and kinds & {"object", "array"}:
        yield Spot(("enum",), "enum objects")
    if "types" in value and not kinds <= set(value["types"]):
        odd = next(item for item in values if _json_type(item) in kinds - set(value["types"]))
        yield Spot(("enum",), "enum types", data={"value": odd})
    elif "only-on" in value and "type" in node and node["type"] != value["only-on"]:
        # a list of types is refused as such
        if not isinstance(node["type"], list):
            yield Spot(("enum",), "enum owner", data={"type": node["type"]})
    elif value.get("non-empty") and "" in values:
        yield Spot(("enum",), "enum empty")
    if value.get("distinct-case"):
        seen: dict[str, str] = {}
        for item in values:
            if isinstance(item, str) and seen.setdefault(item.casefold(), item) != item:
                yield Spot(("enum",), "enum case", data={"values": [seen[item.casefold()], item]})
                break


# What patterns may hold, as patterns: a backslash of its own before it would make it something else.
_ESCAPED = r"(?<!\\)(?:\\\\)*"
_HELD = {
    "lookaround": _ESCAPED + r"\(\?<?[=!]",
    "backreference": _ESCAPED + r"(?:\\[1-9]|\\k<|\(\?P=)",
    "word-boundary": _ESCAPED + r"\\[bB]",
}
_ANCHORED = rf"(?s)\^.*{_ESCAPED}\$"


def _patterns(node: dict[str, Json], value: Mapping[str, Any]) -> Iterator[Spot]:
    pattern = node.get("pattern")
    if isinstance(pattern, str):
        found = next((kind for kind in value["forbid"] if _has(pattern, kind)), None)
        if found:
            yield Spot(("pattern",), found, data={"pattern": pattern})


def _has(pattern: str, kind: str) -> bool:
    if kind == "unanchored":
        return not _pattern(_ANCHORED).fullmatch(pattern)
    return bool(_pattern(_HELD[kind]).search(pattern))


def _is_object(node: Mapping[str, Json]) -> bool:
    return "object" in types_of(node) or ("type" not in node and "properties" in node)  # type: ignore[arg-type] # a node


def _closed_objects(node: dict[str, Json], value: bool) -> Iterator[Spot]:
    del value
    if _is_object(node) and node.get("additionalProperties") is not False:
        yield Spot((), "open")


def _all_required(node: dict[str, Json], value: bool) -> Iterator[Spot]:
    del value
    missing = _left_out(node)
    if missing:
        yield Spot((), "optional", data={"names": [*missing]})


def _left_out(node: Mapping[str, Json]) -> list[str]:
    """The properties that an object does not require."""
    properties, required = node.get("properties"), node.get("required")
    named = {name for name in required if isinstance(name, str)} if isinstance(required, list) else set()
    return [name for name in properties if name not in named] if isinstance(properties, dict) else []


def _required_defined(node: dict[str, Json], value: bool) -> Iterator[Spot]:
    del value
    properties, required = node.get("properties"), node.get("required")
    if isinstance(required, list) and isinstance(properties, dict):
        for index, name in enumerate(required):
            if isinstance(name, str) and name not in properties:
                yield Spot(("required", index), "undefined", data={"name": name})


def _typed_node(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    del target
    for schema in _schemas(tool, fact, ctx):
        for node in schema.nodes:
            if (
                isinstance(node.schema, dict)
                and node.path
                and _describes(node.path)
                and _TYPING.isdisjoint(node.schema)
            ):
                yield Spot(
                    (schema.key, *node.path), "untyped", "key" if node.path[-2:-1] == ("properties",) else "value"
                )


def _typed_parameter(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    del fact, target, ctx
    for parameter in tool.parameters:
        schema = parameter.schema
        if isinstance(schema, dict) and _TYPING.isdisjoint(schema) and not {"enum", "const"} & set(schema):
            yield Spot(("inputSchema", "properties", parameter.name), "untyped", "key")


def _boolean_schema(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    del target
    for schema in _schemas(tool, fact, ctx):
        for node in schema.nodes:
            if isinstance(node.schema, bool) and node.path:
                named = len(node.path) > 1 and node.path[-2] == "properties" and node.path[:-2] in schema.by_path
                if named or (fact.value == "anywhere" and _describes(node.path)):
                    yield Spot((schema.key, *node.path), "boolean")


def _describes(path: Path) -> bool:
    """Whether the schema at a path, and each around it, is about a value that is written."""
    steps = iter(path)
    for step in steps:
        if step not in _DESCRIBED:
            return False
        if step != "items":
            next(steps, None)
    return True


# texts and marks


def _description_limit(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    del target, ctx
    length = len(tool.description)
    most, least = fact.value.get("max"), fact.value.get("min")
    if most is not None and length > most:
        yield Spot(("description",), "long", data={"length": length, "limit": most})
    if least is not None and "description" in tool.raw and length < least:
        yield Spot(("description",), "short", data={"length": length, "limit": least})


def _annotations(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    del target, ctx
    hints = tool.annotations if isinstance(tool.annotations, dict) else {}
    path: Path = ("annotations",) if isinstance(tool.annotations, dict) else ()
    if "set" in fact.value:
        missing = [hint for hint in fact.value["set"] if not isinstance(hints.get(hint), bool)]
        if missing:
            yield Spot(path, "hints", data={"missing": [*missing]})
    elif not any(hints.get(hint) is True for hint in fact.value["one-of"]):
        yield Spot(path, "hints", data={"one-of": [*fact.value["one-of"]]})


def _title(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    del fact, target, ctx
    hints = tool.annotations if isinstance(tool.annotations, dict) else {}
    title = hints.get("title")
    if not isinstance(title, str) or not title.strip():
        yield Spot(("annotations",) if isinstance(tool.annotations, dict) else (), "title", data={"title": tool.title})


def _hint_types(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    del target, ctx
    if tool.annotations is not None and not isinstance(tool.annotations, dict):
        yield Spot(("annotations",), "hint-type")
        return
    for hint in fact.value:
        if isinstance(tool.annotations, dict) and not isinstance(tool.annotations.get(hint, True), bool):
            yield Spot(("annotations", hint), "hint-type")


_META_TYPES: Mapping[str, Sequence[str]] = {"boolean": ("boolean",), "integer": ("number",), "string": ("string",)}


def _meta(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    del target, ctx
    key = fact.value["key"]
    if key not in tool.meta:
        return
    found = tool.meta[key]
    wrong = "const" in fact.value and found is not fact.value["const"]
    wrong = wrong or ("type" in fact.value and _json_type(found) not in _META_TYPES[fact.value["type"]])
    wrong = wrong or (isinstance(found, int | float) and found > fact.value.get("maximum", found))
    if wrong:
        yield Spot(("_meta", key), key, data={"key": key, "value": found})


# all tools together


def _tool_limit(catalog: Catalog, fact: Fact, target: Target, ctx: Context) -> Iterator[tuple[Tool | None, Spot]]:
    del target, ctx
    if len(catalog.visible) > fact.value:
        yield None, Spot((), "tools", data={"tools": len(catalog.visible), "limit": fact.value})


def _count(catalog: Catalog, fact: Fact, target: Target, ctx: Context) -> Iterator[tuple[Tool | None, Spot]]:
    del target
    kind, most = fact.value["of"], fact.value["max"]
    if kind == "tools":
        found = len(catalog.visible)
        top: list[tuple[str, int]] = []
    else:
        counter = _optional if kind == "optional" else _unions
        counts = Counter({tool.name: counter(tool, ctx) for tool in catalog.visible})
        found, top = sum(counts.values()), [item for item in counts.most_common(3) if item[1]]
    if found > most:
        heaviest: list[Json] = [name for name, _ in top]
        yield None, Spot((), f"count of {kind}", data={"count": found, "limit": most, "of": kind, "heaviest": heaviest})


def _optional(tool: Tool, ctx: Context) -> int:
    total = 0
    for schema in ctx.get(SCHEMAS)[tool]:
        if schema.key == "inputSchema":
            for node in schema.nodes:
                if isinstance(node.schema, dict):
                    total += len(_left_out(node.schema))
    return total


def _unions(tool: Tool, ctx: Context) -> int:
    return sum(
        1
        for schema in ctx.get(SCHEMAS)[tool]
        if schema.key == "inputSchema"
        for node in schema.nodes
        if isinstance(node.schema, dict) and ("anyOf" in node.schema or isinstance(node.schema.get("type"), list))
    )


_TOOL_CHECKS: Mapping[str, ToolCheck] = {
    "all-required": _over_nodes(_all_required),
    "annotations": _annotations,
    "any-of": _over_nodes(_any_of),
    "array-items": _over_nodes(_array_items),
    "boolean-schema": _boolean_schema,
    "closed-objects": _over_nodes(_closed_objects),
    "depth": _depth,
    "description-limit": _description_limit,
    "dialect": _dialect,
    "enum": _over_nodes(_enum),
    "hint-types": _hint_types,
    "keyword": _over_nodes(_keyword),
    "meta": _meta,
    "name-length": _name_length,
    "name-pattern": _name_pattern,
    "pattern": _over_nodes(_patterns),
    "property-key": _property_key,
    "recursion": _recursion,
    "ref": _ref,
    "required-defined": _over_nodes(_required_defined),
    "root-combinator": _root_combinator,
    "root-properties": _root_properties,
    "root-type": _root_type,
    "single-type": _over_nodes(_single_type),
    "title": _title,
    "typed-node": _typed_node,
    "typed-parameter": _typed_parameter,
    "valid-under": _valid_under,
}
_CATALOG_CHECKS: Mapping[str, CatalogCheck] = {
    "count": _count,
    "sent-names": _sent_names,
    "tool-limit": _tool_limit,
    "unique-names": _unique_names,
}
_NAME_CHECKS = frozenset(("name-length", "name-pattern", "sent-names"))
