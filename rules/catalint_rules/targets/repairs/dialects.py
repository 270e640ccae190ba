"""Older dialects of JSON Schema, written as 2020-12."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping

from catalint import Json, Tool
from catalint.analyses.metaschema import dialect_of
from catalint.schema import walk
from catalint_rules.targets.judging import Problem
from catalint_rules.targets.repairs.edits import ANNOTATIONS, Edit, Maker, Rewrite

# Where what stands beside a reference is ignored.
_OLD = ("draft-04", "draft-06", "draft-07")


def _modernise(problem: Problem, tool: Tool) -> Iterator[Rewrite]:
    """What older drafts wrote otherwise, as 2020-12 has it; the declaration goes."""
    key = problem.spot.path[0]
    schema = tool.raw.get(str(key))
    if not isinstance(schema, dict):
        return
    if not any(_has_old_name(node.schema) for node in walk(schema)):
        yield Rewrite([Edit((key,), _modern(schema, is_old=dialect_of(schema) in _OLD))])


def _has_old_name(node: Json) -> bool:
    """Whether a subschema names itself, or refers to one that does, in a way that 2020-12 does not know."""
    return isinstance(node, dict) and (
        isinstance(node.get("id"), str) or str(node.get("$id", "")).startswith("#") or "$recursiveRef" in node
    )


def _modern(schema: dict[str, Json], *, is_old: bool) -> dict[str, Json]:
    found: dict[str, Json] = copy.deepcopy(schema)
    found.pop("$schema", None)
    for node in walk(found):
        if not isinstance(node.schema, dict):
            continue
        if is_old:
            _leave_out_what_old_drafts_do(node.schema)
        for keyword, plain in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
            value = node.schema.get(keyword)
            if value is True and plain in node.schema:
                node.schema[keyword] = node.schema.pop(plain)
            elif value is False:
                del node.schema[keyword]
        items = node.schema.get("items")
        if isinstance(items, list):
            node.schema["prefixItems"] = node.schema.pop("items")
            if "additionalItems" in node.schema:
                node.schema["items"] = node.schema.pop("additionalItems")
    return found


def _leave_out_what_old_drafts_do(node: dict[str, Json]) -> None:
    """What 2020-12 would read otherwise: keywords beside a reference counted from 2019-09 on, `dependencies` until."""
    if isinstance(node.get("$ref"), str):
        for keyword in [*node]:
            if keyword not in ANNOTATIONS | {"$ref", "$defs", "definitions"}:
                del node[keyword]
    dependencies = node.get("dependencies")
    if isinstance(dependencies, dict):
        del node["dependencies"]
        names: dict[str, Json] = {name: value for name, value in dependencies.items() if isinstance(value, list)}
        schemas = {name: value for name, value in dependencies.items() if name not in names}
        told = {"dependentRequired": names, "dependentSchemas": schemas}
        node.update({keyword: parts for keyword, parts in told.items() if parts})


MAKERS: Mapping[str, Maker] = {
    "dialect": _modernise,
    "valid-under": _modernise,
}
