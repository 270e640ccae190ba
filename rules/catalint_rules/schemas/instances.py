"""Why a value does not fit its schema, as far as that can be told without running anything that the schema says.

Patterns are never matched and formats never checked. What is not understood lets every value through.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from catalint import Json, Path
from catalint.model import json_type
from catalint.schema import resolve, types_of
from catalint_rules.analyses.kinds import expand, kind_of, stated
from catalint_rules.schemas.wording import shown

# Schemas looked at for one value. A value of an ordinary catalog takes less than fifty.
_MOST_STEPS = 2_000
# Schemas within schemas for one value: references and branches, which don't make the value smaller.
_DEEPEST = 20

_BOUNDS: tuple[tuple[str, Callable[[float, float], bool], str], ...] = (
    ("minimum", operator.lt, "less"),
    ("exclusiveMinimum", operator.le, "not more"),
    ("maximum", operator.gt, "more"),
    ("exclusiveMaximum", operator.ge, "not less"),
)

Keyword: TypeAlias = Literal["type", "enum", "const", "bound", "length", "property", "choice", "false"]


@dataclass(frozen=True, slots=True)
class Misfit:
    """A part of a value at `path` that its schema refuses.

    `reason` fits behind the value and "which"; `types` are those allowed, if it is of none of them.
    """

    path: Path
    value: Json
    keyword: Keyword
    reason: str
    types: tuple[str, ...] = ()


def misfit(value: Json, schema: Json, root: Json) -> Misfit | None:
    """The first part of a value that its schema refuses; None if it fits or if that can't be told.

    `root` is what the references of the schema count from.
    """
    return _Judge(root).judge(value, schema, (), 0)


@dataclass
class _Judge:
    root: Json
    steps: int = 0

    def judge(self, value: Json, schema: Json, path: Path, depth: int) -> Misfit | None:
        self.steps += 1
        if self.steps > _MOST_STEPS or depth > _DEEPEST:
            return None
        if schema is False:
            return Misfit(path, value, "false", "is not allowed to be there")
        if not isinstance(schema, dict):
            return None
        kind = kind_of(value)
        allowed = stated(schema)
        if kind not in allowed:
            return _of_other_type(value, path, types_of(schema))
        return (
            self._listed(value, schema, path)
            or self._bounded(value, schema, path)
            or self._referred(value, schema, path, depth)
            or self._chosen(value, schema, path, depth)
            or self._inside(value, schema, path)
        )

    def _listed(self, value: Json, schema: dict[str, Json], path: Path) -> Misfit | None:
        values = schema.get("enum")
        # a list of which the type allows nothing is enum-type-mismatch's to report
        fitting = isinstance(values, list) and any(kind_of(other) in stated(schema) for other in values)
        if isinstance(values, list) and fitting and not _is_among(value, values):
            some = ", ".join(shown(other) for other in values[:4]) + (", ..." if len(values) > 4 else "")
            return Misfit(path, value, "enum", f"is none of the values in `enum` ({some})")
        if "const" in schema and not equal(value, schema["const"]):
            return Misfit(path, value, "const", f"is not {shown(schema['const'])}, the only value allowed")
        return None

    def _bounded(self, value: Json, schema: dict[str, Json], path: Path) -> Misfit | None:
        if isinstance(value, bool) or value is None:
            return None
        if isinstance(value, int | float):
            return _number(value, schema, path)
        one, least, most, size = {
            str: ("characters long", "minLength", "maxLength", len(value)),
            list: ("items long", "minItems", "maxItems", len(value)),
            dict: ("properties long", "minProperties", "maxProperties", len(value)),
        }[type(value)]
        low, high = _limit(schema, least), _limit(schema, most)
        if low is not None and size < low:
            return Misfit(path, value, "length", f"is {size} {one} (`{least}` is {shown(low)})")
        if high is not None and size > high:
            return Misfit(path, value, "length", f"is {size} {one} (`{most}` is {shown(high)})")
        return None

    def _referred(self, value: Json, schema: dict[str, Json], path: Path, depth: int) -> Misfit | None:
        reference = schema.get("$ref")
        target = resolve(self.root, reference) if isinstance(reference, str) and reference.startswith("#/") else None
        return self.judge(value, target[0], path, depth + 1) if target else None

    def _chosen(self, value: Json, schema: dict[str, Json], path: Path, depth: int) -> Misfit | None:
        for keyword in ("anyOf", "oneOf", "allOf"):
            branches = schema.get(keyword)
            if not isinstance(branches, list) or not branches:
                continue
            misfits: list[Misfit] = []
            for branch in branches:
                found = self.judge(value, branch, path, depth + 1)
                if found and keyword == "allOf":
                    return found
                if not found and keyword != "allOf":
                    break
                misfits += [found] if found else []
            else:
                if misfits:
                    return _closest(misfits, value, path)
        return None

    def _inside(self, value: Json, schema: dict[str, Json], path: Path) -> Misfit | None:
        if isinstance(value, list):
            items, first = schema.get("items"), schema.get("prefixItems")
            start = len(first) if isinstance(first, list) else 0
            if isinstance(items, dict):
                for index in range(start, len(value)):
                    found = self.judge(value[index], items, (*path, index), 0)
                    if found:
                        return found
        properties = schema.get("properties")
        if isinstance(value, dict) and isinstance(properties, dict):
            for name, item in value.items():
                if item is not None and name in properties:
                    found = self.judge(item, properties[name], (*path, name), 0)
                    if found:
                        return found
        return None


def _of_other_type(value: Json, path: Path, types: Iterable[str]) -> Misfit:
    names = tuple(sorted(set(types)))
    return Misfit(path, value, "type", f"is {json_type(value)} and not of type {' or '.join(names)}", names)


def _closest(misfits: list[Misfit], value: Json, path: Path) -> Misfit:
    """The misfit that says most: that of the only branch of the value's type, else that it fits none."""
    near = [found for found in misfits if found.keyword != "type" or found.path != path]
    others = [found for found in misfits if found not in near]
    if len(near) == 1:
        return near[0]
    if not near and len(others) == len(misfits):
        return _of_other_type(value, path, [name for found in others for name in found.types])
    return Misfit(path, value, "choice", "fits none of the alternatives")


def _number(value: float, schema: dict[str, Json], path: Path) -> Misfit | None:
    for keyword, refuses, word in _BOUNDS:
        bound = _limit(schema, keyword)
        if bound is not None and refuses(value, bound):
            return Misfit(path, value, "bound", f"is {word} than `{keyword}` ({shown(bound)})")
    step = _limit(schema, "multipleOf")
    # only whole numbers: fractions are not exact
    if isinstance(step, int) and step > 0 and isinstance(value, int) and value % step:
        return Misfit(path, value, "bound", f"is no multiple of {step} (`multipleOf`)")
    return None


def _limit(schema: dict[str, Json], keyword: str) -> int | float | None:
    value = schema.get(keyword)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _is_among(value: Json, values: list[Json]) -> bool:
    # texts are looked up a hundred times faster than compared, and most lists of thousands hold nothing else
    return value in values if isinstance(value, str) else any(equal(value, other) for other in values)


def equal(one: Json, other: Json) -> bool:
    """Equality of JSON: 1 and 1.0 are one number, true is none."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return one == other and (expand((kind_of(one),)) & expand((kind_of(other),)) != frozenset())
