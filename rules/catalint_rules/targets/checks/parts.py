"""Checks of the parts of schemas: what each subschema says of types, items and properties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from catalint import Context, Json, Path, Tool
from catalint.schema import types_of
from catalint.target import Fact, Target
from catalint_rules.targets.checks.spot import Spot, ToolCheck, over_nodes, schemas_meant

# Where a schema describes a value that a model writes. What stands elsewhere only forbids or allows more.
_DESCRIBED = frozenset(("properties", "items", "prefixItems", "anyOf", "oneOf", "allOf", "$defs", "definitions"))
# Any of these says what a value is, or what it is not; a reference and a choice say it elsewhere.
_TYPING = frozenset(("type", "$ref", "$dynamicRef", "anyOf", "oneOf", "allOf", "not"))


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


def is_object(node: dict[str, Json]) -> bool:
    """Whether a subschema describes an object, by its type or by properties where it has none."""
    return "object" in types_of(node) or ("type" not in node and "properties" in node)


def _closed_objects(node: dict[str, Json], value: bool) -> Iterator[Spot]:
    del value
    if is_object(node) and node.get("additionalProperties") is not False:
        yield Spot((), "open")


def _all_required(node: dict[str, Json], value: bool) -> Iterator[Spot]:
    del value
    missing = left_out(node)
    if missing:
        yield Spot((), "optional", data={"names": [*missing]})


def left_out(node: Mapping[str, Json]) -> list[str]:
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
    for schema in schemas_meant(tool, fact, ctx):
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
    for schema in schemas_meant(tool, fact, ctx):
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


TOOL_CHECKS: Mapping[str, ToolCheck] = {
    "all-required": over_nodes(_all_required),
    "any-of": over_nodes(_any_of),
    "array-items": over_nodes(_array_items),
    "boolean-schema": _boolean_schema,
    "closed-objects": over_nodes(_closed_objects),
    "required-defined": over_nodes(_required_defined),
    "single-type": over_nodes(_single_type),
    "typed-node": _typed_node,
    "typed-parameter": _typed_parameter,
}
