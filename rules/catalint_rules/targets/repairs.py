"""Mechanical rewrites that make chosen targets take a tool, each proved on the rewritten tool before it is shown."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from catalint import Analysis, Context, Fix, Json, Path, Tool
from catalint.analyses.metaschema import METASCHEMA, dialect_of
from catalint.location import to_pointer
from catalint.schema import follow, resolve, walk
from catalint_rules.targets.checks import value_type
from catalint_rules.targets.choices import spell_choice
from catalint_rules.targets.judging import Problem, count_breaches

# Beyond, a schema without references is no help to anybody.
_MOST_NODES = 300
# Where what stands beside a reference is ignored.
_OLD = ("draft-04", "draft-06", "draft-07")
# What says something about a schema without allowing or forbidding a value.
_ANNOTATIONS = frozenset(
    ("description", "title", "default", "examples", "deprecated", "readOnly", "writeOnly", "$comment")
)
_KEYWORDS_OF: Mapping[str, frozenset[str]] = {
    "string": frozenset(("pattern", "format", "minLength", "maxLength", "contentEncoding", "contentMediaType")),
    "number": frozenset(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")),
    "array": frozenset(
        ("items", "prefixItems", "contains", "minItems", "maxItems", "uniqueItems", "minContains", "maxContains")
    ),
    "object": frozenset(
        (
            "properties", "required", "additionalProperties", "patternProperties", "propertyNames", "minProperties",
            "maxProperties", "dependentRequired", "dependentSchemas",
        )
    ),
}  # fmt: skip

Operation: TypeAlias = dict[str, Json]


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of one value: what stands at a path of the tool becomes something else, or goes where there is none."""

    path: Path
    value: Json = None
    remove: bool = False


@dataclass(frozen=True, slots=True)
class Rewrite:
    """Changes that go together. `changes` says which values the schema takes or refuses from now on, empty for none."""

    edits: Sequence[Edit]
    changes: str = ""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A rewrite that holds: as a JSON Patch (RFC 6902) on the tool, and as one replacement in its file."""

    patch: Sequence[Operation]
    changes: str
    fix: Fix | None = field(default=None)


def suggest(problem: Problem, ctx: Context) -> Suggestion | None:
    """A rewrite after which no chosen target minds the place, and none minds anything new; None if there is none."""
    tool = problem.tool
    maker = _MAKERS.get(problem.objections[0].fact.check)
    if tool is None or maker is None:
        return None
    for rewrite in maker(problem, tool):
        raw = apply(tool.raw, rewrite.edits)
        if _holds(problem, tool, raw, ctx):
            return Suggestion([*_patch(dict(tool.raw), raw)], rewrite.changes, _fix(tool, raw, rewrite))
    return None


def apply(raw: Mapping[str, Json], edits: Sequence[Edit]) -> dict[str, Json]:
    """A copy of a tool object with changes made in their order."""
    changed: dict[str, Json] = copy.deepcopy(dict(raw))
    for edit in edits:
        parent: Any = follow(changed, edit.path[:-1])
        if edit.remove:
            del parent[edit.path[-1]]
        else:
            parent[edit.path[-1]] = copy.deepcopy(edit.value)
    return changed


def _holds(problem: Problem, tool: Tool, raw: Mapping[str, Json], ctx: Context) -> bool:
    after = Tool(tool.server, tool.index, tool.name, raw, tool.namespace)
    for key in ("inputSchema", "outputSchema"):
        # what becomes of the dialect must not break the schema
        before = ctx.get(METASCHEMA).faults(tool.raw.get(key)) if key in tool.raw else ()
        if key in raw and len(ctx.get(METASCHEMA).faults(raw[key])) > len(before):
            return False
    known = ctx.get(_KNOWN)[tool]
    left = count_breaches(after, ctx)
    mended = all(
        left.get((each.target.name, each.fact.id), 0) < known.get((each.target.name, each.fact.id), 0)
        for each in problem.objections
        if not each.fact.keeps
    )
    return mended and all(count <= known.get(key, 0) for key, count in left.items())


class _Known(dict[Tool, Mapping[tuple[str, str], int]]):
    """What the chosen targets mind of each tool as it is, found once for all places of it."""

    def __init__(self, ctx: Context) -> None:
        super().__init__()
        self._ctx = ctx

    def __missing__(self, tool: Tool) -> Mapping[tuple[str, str], int]:
        self[tool] = found = count_breaches(tool, self._ctx)
        return found


_KNOWN: Analysis[_Known] = Analysis("breaches", _Known)


def _patch(before: Json, after: Json, path: Path = ()) -> Iterator[Operation]:
    """The operations that make one value the other, each as deep inside as it can be."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in before:
            if key not in after:
                yield {"op": "remove", "path": to_pointer((*path, key))}
            else:
                yield from _patch(before[key], after[key], (*path, key))
        for key in after:
            if key not in before:
                yield {"op": "add", "path": to_pointer((*path, key)), "value": after[key]}
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _patch(old, new, (*path, index))
    elif type(before) is not type(after) or before != after:  # 1 is no True
        yield {"op": "replace", "path": to_pointer(path), "value": after}


def _fix(tool: Tool, raw: Mapping[str, Json], rewrite: Rewrite) -> Fix | None:
    """One replacement that makes all changes: of the smallest value around them, less than the tool."""
    paths = [edit.path[:-1] if edit.remove or not _stands(tool, edit.path) else edit.path for edit in rewrite.edits]
    common = paths[0]
    for path in paths[1:]:
        shared = 0
        while shared < min(len(common), len(path)) and common[shared] == path[shared]:
            shared += 1
        common = common[:shared]
    # a tool as a whole may be written in other keys than those of MCP
    if not common:
        return None
    text = f"Rewrite it; {rewrite.changes}" if rewrite.changes else "Rewrite it; the same values are valid"
    return Fix(tool.at(*common), follow(dict(raw), common), text)


def _stands(tool: Tool, path: Path) -> bool:
    parent = follow(dict(tool.raw), path[:-1])
    return path[-1] in parent if isinstance(parent, dict) else True


# what to try for each check


def _add_properties(problem: Problem, tool: Tool) -> Iterator[Rewrite]:
    del tool
    yield Rewrite([Edit((*problem.spot.path, "properties"), {})])


def _add_items(problem: Problem, tool: Tool) -> Iterator[Rewrite]:
    path = problem.spot.path
    node = follow(dict(tool.raw), path)
    if isinstance(node, dict) and "items" not in node:
        default = node.get("default")
        kinds = {value_type(item) for item in default} if isinstance(default, list) else set()
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
        own = _KEYWORDS_OF.get("number" if kind == "integer" else kind, frozenset())
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
    found = value_type(value)
    return found == kind or (kind == "number" and found == "integer") or (kind == "integer" and value == _whole(value))


def _whole(value: Json) -> Json:
    return int(value) if isinstance(value, float) and value.is_integer() else None


def _replace_keyword(problem: Problem, tool: Tool) -> Iterator[Rewrite]:
    path, keyword = problem.spot.path[:-1], str(problem.spot.path[-1])
    node = follow(dict(tool.raw), path)
    if not isinstance(node, dict):
        return
    value = node[keyword]
    if keyword == "const":
        yield from _as_enum(path, node, value)
    elif keyword in ("exclusiveMinimum", "exclusiveMaximum"):
        yield from _include_bound(path, node, keyword)
    elif keyword == "additionalProperties" and value == {}:
        yield Rewrite([Edit((*path, keyword), True)])
    elif keyword == "not" and value == {} and len(path) > 2 and path[-2] in ("anyOf", "oneOf"):
        branches = follow(dict(tool.raw), path[:-1])
        if isinstance(branches, list) and len(branches) > 1:
            left = [branch for index, branch in enumerate(branches) if index != path[-1]]
            yield Rewrite([Edit(path[:-1], left)])
    elif keyword in ("default", "format"):
        # the first says nothing about values; the second is a note unless a client checks it
        yield Rewrite(
            [Edit((*path, keyword), remove=True)], "" if keyword == "default" else "the format is not checked"
        )
    elif keyword in ("properties", "required"):
        if node.get("type") in ("string", "number", "integer", "boolean", "array"):
            yield Rewrite([Edit((*path, keyword), remove=True)])
    elif keyword in _BOUNDS:
        yield Rewrite([Edit((*path, keyword), remove=True)], f"values beyond `{keyword}` are valid")


_BOUNDS = _KEYWORDS_OF["number"] | {"minLength", "maxLength", "minItems", "maxItems"}


def _as_enum(path: Path, node: Mapping[str, Json], value: Json) -> Iterator[Rewrite]:
    if "enum" in node:
        return
    kind = {} if "type" in node else {"type": value_type(value)}
    changed: dict[str, Json] = {key: item for key, item in node.items() if key != "const"}
    yield Rewrite([Edit(path, {**kind, **changed, "enum": [value]})])


def _include_bound(path: Path, node: Mapping[str, Json], keyword: str) -> Iterator[Rewrite]:
    """`exclusiveMinimum: 0` as `minimum: 1` for whole numbers; for others 0 itself becomes valid."""
    value = node[keyword]
    lower = keyword == "exclusiveMinimum"
    plain = "minimum" if lower else "maximum"
    kept = {key: item for key, item in node.items() if key != keyword}
    if isinstance(value, bool):
        bound = node.get(plain)
        if value and isinstance(bound, int | float):
            changed = {key: item for key, item in kept.items() if key != plain}
            yield Rewrite([Edit(path, {**changed, keyword: bound})])
        elif not value:
            yield Rewrite([Edit((*path, keyword), remove=True)])
        return
    if not isinstance(value, int | float) or (isinstance(value, float) and not math.isfinite(value)):
        return
    whole = node.get("type") == "integer"
    nearest: int | float = value
    if whole:
        nearest = math.floor(value) + 1 if lower else math.ceil(value) - 1
    other = node.get(plain)
    if isinstance(other, int | float) and not isinstance(other, bool):
        tighter = other >= nearest if lower else other <= nearest
        strict = other > value if lower else other < value
        if (whole and tighter) or strict:
            yield Rewrite([Edit((*path, keyword), remove=True)])
            return
    yield Rewrite([Edit(path, {**kept, plain: nearest})], "" if whole else f"{value} itself is valid")


def _replace_enum(problem: Problem, tool: Tool) -> Iterator[Rewrite]:
    path = problem.spot.path[:-1]
    node = follow(dict(tool.raw), path)
    values = node.get("enum") if isinstance(node, dict) else None
    if not isinstance(node, dict) or not isinstance(values, list):
        return
    kept = {key: item for key, item in node.items() if key != "enum"}
    if values and all(isinstance(value, int) and not isinstance(value, bool) for value in values):
        numbers = sorted({value for value in values if isinstance(value, int)})
        bounds: dict[str, Json] = {"minimum": numbers[0], "maximum": numbers[-1]}
        if node.get("type") == "integer" and not {"minimum", "maximum"} & set(node):
            whole = len(numbers) == numbers[-1] - numbers[0] + 1
            yield Rewrite(
                [Edit(path, {**kept, **bounds})], "" if whole else "numbers between those of the enum are valid"
            )
    elif node.get("type") == "boolean" and True in values and False in values:
        yield Rewrite([Edit(path, kept)])


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
            if keyword not in _ANNOTATIONS | {"$ref", "$defs", "definitions"}:
                del node[keyword]
    dependencies = node.get("dependencies")
    if isinstance(dependencies, dict):
        del node["dependencies"]
        names: dict[str, Json] = {name: value for name, value in dependencies.items() if isinstance(value, list)}
        schemas = {name: value for name, value in dependencies.items() if name not in names}
        told = {"dependentRequired": names, "dependentSchemas": schemas}
        node.update({keyword: parts for keyword, parts in told.items() if parts})


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
        if found is None or reference in inside or not isinstance(found[0], dict) or not set(beside) <= _ANNOTATIONS:
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


def _add_type(problem: Problem, tool: Tool) -> Iterator[Rewrite]:
    path = problem.spot.path
    node = follow(dict(tool.raw), path)
    if node is True:
        yield Rewrite([Edit(path, {})])
        return
    if not isinstance(node, dict):
        return
    if "const" in node:
        yield from _as_enum(path, node, node["const"])
        yield Rewrite([Edit(path, {"type": value_type(node["const"]), **node})])
        return
    values = node.get("enum")
    kinds = {value_type(value) for value in values} if isinstance(values, list) else set()
    if len(kinds) == 1:
        yield Rewrite([Edit(path, {"type": kinds.pop(), **node})])
    elif "properties" in node and set(node) <= {"properties", "required", "additionalProperties", *_ANNOTATIONS}:
        yield Rewrite([Edit(path, {"type": "object", **node})], "values that are no objects are refused")


def _tell_choice(problem: Problem, tool: Tool) -> Iterator[Rewrite]:
    """A choice at the root in words: which parameters go together."""
    path = problem.spot.path
    words = spell_choice(str(path[-1]), follow(dict(tool.raw), path), tool)
    if words:
        text = f"{tool.description.rstrip()} {words}".strip()
        yield Rewrite(
            [Edit(path, remove=True), Edit(("description",), text)],
            "the schema takes any of the parameters together; the description says which go together",
        )


def _drop_pattern(problem: Problem, tool: Tool) -> Iterator[Rewrite]:
    del tool
    if problem.spot.cause in ("lookaround", "backreference"):
        yield Rewrite([Edit(problem.spot.path, remove=True)], "any text is valid: check it in the tool")


def _close_object(problem: Problem, tool: Tool) -> Iterator[Rewrite]:
    node = follow(dict(tool.raw), problem.spot.path)
    if problem.spot.cause == "open" and isinstance(node, dict) and "additionalProperties" not in node:
        yield Rewrite(
            [Edit((*problem.spot.path, "additionalProperties"), False)], "keys that are not named are refused"
        )


_MAKERS: Mapping[str, Callable[[Problem, Tool], Iterator[Rewrite]]] = {
    "array-items": _add_items,
    "boolean-schema": _add_type,
    "closed-objects": _close_object,
    "dialect": _modernise,
    "enum": _replace_enum,
    "keyword": _replace_keyword,
    "pattern": _drop_pattern,
    "ref": _without_references,
    "root-combinator": _tell_choice,
    "root-properties": _add_properties,
    "single-type": _split_types,
    "typed-node": _add_type,
    "valid-under": _modernise,
}
