"""Keywords that are not taken, said in others: bounds, constants, enums, patterns, choices at the root."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from catalint import Json, Path, Tool
from catalint.schema import follow
from catalint_rules.analyses.kinds import written_kind_of
from catalint_rules.targets.choices import spell_choice
from catalint_rules.targets.judging import Problem
from catalint_rules.targets.repairs.edits import Edit, Maker, Rewrite

KEYWORDS_OF: Mapping[str, frozenset[str]] = {
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

_BOUNDS = KEYWORDS_OF["number"] | {"minLength", "maxLength", "minItems", "maxItems"}


def _replace_keyword(problem: Problem, tool: Tool) -> Iterator[Rewrite]:
    path, keyword = problem.spot.path[:-1], str(problem.spot.path[-1])
    node = follow(dict(tool.raw), path)
    if not isinstance(node, dict):
        return
    value = node[keyword]
    if keyword == "const":
        yield from as_enum(path, node, value)
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
        yield _without(path, keyword)


def _without(path: Path, keyword: str) -> Rewrite:
    return Rewrite([Edit((*path, keyword), remove=True)], f"values that `{keyword}` forbids are valid")


def as_enum(path: Path, node: Mapping[str, Json], value: Json) -> Iterator[Rewrite]:
    """Offer an enum of one value for `const`, where there is none already."""
    if "enum" in node:
        return
    kind = {} if "type" in node else {"type": written_kind_of(value)}
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
    yield _without(path, keyword)  # where no bound is taken at all


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


def _drop_pattern(problem: Problem, tool: Tool) -> Iterator[Rewrite]:
    del tool
    if problem.spot.cause in ("lookaround", "backreference"):
        yield Rewrite([Edit(problem.spot.path, remove=True)], "any text is valid: check it in the tool")


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


MAKERS: Mapping[str, Maker] = {
    "enum": _replace_enum,
    "keyword": _replace_keyword,
    "pattern": _drop_pattern,
    "root-combinator": _tell_choice,
}
