"""References, put into the form that is taken, or what they name in their place."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping

from catalint import Json, Tool
from catalint.schema import resolve, walk
from catalint_rules.targets.judging import Problem
from catalint_rules.targets.repairs.edits import ANNOTATIONS, Edit, Maker, Rewrite

# Beyond, a schema without references is no help to anybody.
_MOST_NODES = 300


def _without_references(problem: Problem, tool: Tool) -> Iterator[Rewrite]:
    key = str(problem.spot.path[0])
    schema = tool.raw.get(key)
    if not isinstance(schema, dict):
        return
    if "definitions" in schema and "$defs" not in schema:
        yield Rewrite([Edit((key,), _renamed(schema))])
    inlined = _inlined(schema)
    if inlined is not None:
        yield Rewrite([Edit((key,), inlined)])


def _renamed(schema: dict[str, Json]) -> dict[str, Json]:
    found: dict[str, Json] = copy.deepcopy(schema)
    found["$defs"] = found.pop("definitions")
    for node in walk(found):
        reference = node.schema.get("$ref") if isinstance(node.schema, dict) else None
        if isinstance(reference, str) and reference.startswith("#/definitions/") and isinstance(node.schema, dict):
            node.schema["$ref"] = "#/$defs/" + reference.removeprefix("#/definitions/")
    return found


def _inlined(schema: dict[str, Json]) -> dict[str, Json] | None:
    """A schema with all definitions put where they are named; None where that has no end or is long."""
    budget = [_MOST_NODES]
    found = _expand(schema, schema, frozenset(), budget)
    if not isinstance(found, dict) or budget[0] < 0:
        return None
    left = {key: value for key, value in found.items() if key not in ("$defs", "definitions")}
    return None if any(isinstance(node.schema, dict) and "$ref" in node.schema for node in walk(left)) else left


def _expand(value: Json, root: dict[str, Json], inside: frozenset[str], budget: list[int]) -> Json:
    budget[0] -= 1
    if budget[0] < 0:
        return None
    if isinstance(value, list):
        return [_expand(item, root, inside, budget) for item in value]
    if not isinstance(value, dict):
        return value
    reference = value.get("$ref")
    if isinstance(reference, str):
        beside = {key: item for key, item in value.items() if key != "$ref"}
        found = resolve(root, reference)
        if found is None or reference in inside or not isinstance(found[0], dict) or not set(beside) <= ANNOTATIONS:
            budget[0] = -1  # nothing to put in its place
            return None
        target = _expand(found[0], root, inside | {reference}, budget)
        return {**target, **beside} if isinstance(target, dict) else None
    return {
        key: item
        if key in ("$defs", "definitions", "default", "examples", "enum", "const")
        else _expand(item, root, inside, budget)
        for key, item in value.items()
    }


MAKERS: Mapping[str, Maker] = {
    "ref": _without_references,
}
