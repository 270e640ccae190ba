"""Types, items and properties that are missing or said in a form that is not taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from catalint import Json, Tool
from catalint.schema import follow
from catalint_rules.analyses.kinds import written_kind_of
from catalint_rules.targets.judging import Problem
from catalint_rules.targets.repairs.edits import ANNOTATIONS, Edit, Maker, Rewrite
from catalint_rules.targets.repairs.keywords import KEYWORDS_OF, as_enum


def _add_properties(problem: Problem, tool: Tool) -> Iterator[Rewrite]:
    del tool
    yield Rewrite([Edit((*problem.spot.path, "properties"), {})])


def _add_items(problem: Problem, tool: Tool) -> Iterator[Rewrite]:
    path = problem.spot.path
    node = follow(dict(tool.raw), path)
    if isinstance(node, dict) and "items" not in node:
        default = node.get("default")
        kinds = {written_kind_of(item) for item in default} if isinstance(default, list) else set()
        yield Rewrite([Edit((*path, "items"), {})])
        if len(kinds) == 1:
            kind = kinds.pop()
            yield Rewrite(
                [Edit((*path, "items"), {"type": kind})], f"items are of the type {kind} only, as in its default"
            )


def _split_types(problem: Problem, tool: Tool) -> Iterator[Rewrite]:
    path = problem.spot.path[:-1]
    node = follow(dict(tool.raw), path)
    types = node.get("type") if isinstance(node, dict) else None
    if not isinstance(node, dict) or not isinstance(types, list):
        return
    kinds = [kind for kind in types if isinstance(kind, str)]
    if len(kinds) == 1:
        yield Rewrite([Edit((*path, "type"), kinds[0])])
        return
    if "anyOf" in node or not kinds:
        return
    branches: list[Json] = []
    moved: set[str] = {"type"}
    values = node.get("enum")
    for kind in kinds:
        own = KEYWORDS_OF.get("number" if kind == "integer" else kind, frozenset())
        branch: dict[str, Json] = {"type": kind}
        for keyword, value in node.items():
            if keyword in own:
                branch[keyword] = value
                moved.add(keyword)
        if isinstance(values, list):
            moved.add("enum")
            own_values = [value for value in values if _fits(value, kind)]
            if not own_values:
                continue
            if kind != "null":
                branch["enum"] = own_values
        branches.append(branch)
    kept = {keyword: value for keyword, value in node.items() if keyword not in moved}
    if len(branches) == 1 and isinstance(branches[0], dict):
        yield Rewrite([Edit(path, {**branches[0], **kept})])
    elif branches:
        yield Rewrite([Edit(path, {**kept, "anyOf": branches})])


def _fits(value: Json, kind: str) -> bool:
    found = written_kind_of(value)
    return found == kind or (kind == "number" and found == "integer") or (kind == "integer" and value == _whole(value))


def _whole(value: Json) -> Json:
    return int(value) if isinstance(value, float) and value.is_integer() else None


def _add_type(problem: Problem, tool: Tool) -> Iterator[Rewrite]:
    path = problem.spot.path
    node = follow(dict(tool.raw), path)
    if node is True:
        yield Rewrite([Edit(path, {})])
        return
    if not isinstance(node, dict):
        return
    if "const" in node:
        yield from as_enum(path, node, node["const"])
        yield Rewrite([Edit(path, {"type": written_kind_of(node["const"]), **node})])
        return
    values = node.get("enum")
    kinds = {written_kind_of(value) for value in values} if isinstance(values, list) else set()
    if len(kinds) == 1:
        yield Rewrite([Edit(path, {"type": kinds.pop(), **node})])
    elif "properties" in node and set(node) <= {"properties", "required", "additionalProperties", *ANNOTATIONS}:
        yield Rewrite([Edit(path, {"type": "object", **node})], "values that are no objects are refused")


def _close_object(problem: Problem, tool: Tool) -> Iterator[Rewrite]:
    node = follow(dict(tool.raw), problem.spot.path)
    if problem.spot.cause == "open" and isinstance(node, dict) and "additionalProperties" not in node:
        yield Rewrite(
            [Edit((*problem.spot.path, "additionalProperties"), False)], "keys that are not named are refused"
        )


MAKERS: Mapping[str, Maker] = {
    "array-items": _add_items,
    "boolean-schema": _add_type,
    "closed-objects": _close_object,
    "root-properties": _add_properties,
    "single-type": _split_types,
    "typed-node": _add_type,
}
