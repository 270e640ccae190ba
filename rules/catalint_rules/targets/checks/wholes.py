"""Checks of schemas as a whole: their root and its properties, their dialect, their references, their depth."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from catalint import Context, Json, Path, Tool
from catalint.analyses.metaschema import DEFAULT, METASCHEMA, dialect_of
from catalint.target import Fact, Target
from catalint_rules.targets.checks.parts import is_object
from catalint_rules.targets.checks.spot import SIDES, Spot, ToolCheck, compiled, schemas_meant


def _root_type(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    del target, ctx
    for key in SIDES[fact.side]:
        schema = tool.raw.get(key)
        if key == "outputSchema" and key not in tool.raw:
            continue
        if not isinstance(schema, dict) or schema.get("type") != fact.value:
            yield Spot((key,), "root-type")


def _root_combinator(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    del target
    for schema in schemas_meant(tool, fact, ctx):
        for keyword in fact.value:
            if keyword in schema.root:
                yield Spot((schema.key, keyword), "combinator", "key", {"keyword": keyword})


def _root_properties(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    del target
    for schema in schemas_meant(tool, fact, ctx):
        # a root that is no object is another fault, and so are properties that are none
        if schema.root.get("type") == "object" and "properties" not in schema.root:
            yield Spot((schema.key,), "properties")


def _property_key(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    del target, ctx
    pattern = compiled(fact.value["pattern"])
    for parameter in tool.parameters:
        if not pattern.fullmatch(parameter.name):
            path = ("inputSchema", "properties", parameter.name)
            yield Spot(path, "key", "key", {"parameter": parameter.name})


def _valid_under(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    del target
    for schema in schemas_meant(tool, fact, ctx):
        declared = dialect_of(schema.root) or DEFAULT
        dialect = declared if fact.value == "declared" else fact.value
        for fault in ctx.get(METASCHEMA).faults(schema.root, dialect):
            # the type of the root has a fact of its own
            if fault.path[:1] != ("type",):
                data: dict[str, Json] = {"dialect": dialect, "declared": declared, "text": fault.text}
                yield Spot((schema.key, *fault.path), "invalid", data=data)


def _dialect(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    del target
    for schema in schemas_meant(tool, fact, ctx):
        dialect = dialect_of(schema.root)
        known, unknown = fact.value.get("known"), fact.value.get("unknown", ())
        if dialect is not None and (dialect in unknown or (known is not None and dialect not in known)):
            yield Spot((schema.key, "$schema"), "dialect", data={"dialect": dialect})


def _ref(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    from catalint.analyses.references import REFERENCES

    del target
    for schema in schemas_meant(tool, fact, ctx):
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
    for schema in schemas_meant(tool, fact, ctx):
        rings = find_rings(ctx.get(REFERENCES).get(schema, ()))
        if rings:
            reference = rings[0].references[0]
            yield Spot((schema.key, *reference.path), "recursion", data={"ref": reference.text})


def _depth(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    del target
    for schema in schemas_meant(tool, fact, ctx):
        levels: dict[Path, int] = {}
        for node in schema.nodes:
            # a schema stands below a keyword of the one around it, or below a name or number there
            around = levels.get(node.path[:-1]) if node.path else 0
            around = levels.get(node.path[:-2], 0) if around is None else around
            levels[node.path] = around
            if isinstance(node.schema, dict) and is_object(node.schema):
                levels[node.path] = around + 1
                if around + 1 > fact.value:
                    yield Spot((schema.key, *node.path), "depth", data={"levels": around + 1})
                    break


TOOL_CHECKS: Mapping[str, ToolCheck] = {
    "depth": _depth,
    "dialect": _dialect,
    "property-key": _property_key,
    "recursion": _recursion,
    "ref": _ref,
    "root-combinator": _root_combinator,
    "root-properties": _root_properties,
    "root-type": _root_type,
    "valid-under": _valid_under,
}
