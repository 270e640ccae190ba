"""Which types of JSON a schema lets through, by its own word and by what surrounds it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from catalint import Json, Path
from catalint.analyses.metaschema import TYPE_NAMES
from catalint.analyses.schemas import ToolSchema
from catalint.schema import resolve, types_of

ANY = TYPE_NAMES
# How far schemas within schemas for one value are followed. Behind that, anything is taken for possible.
_DEEPEST = 50
# Keywords whose schemas are about the same value and have to hold together with what is beside them. What stands in
# `not` and `if` only tests.
_BRANCHES = frozenset(("allOf", "anyOf", "oneOf"))
_CONSEQUENCES = frozenset(("then", "else"))


def kind_of(value: Json) -> str:
    """The type name of a value; `integer` for a number without a fraction."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, float):
        return "integer" if value.is_integer() else "number"
    return "string" if isinstance(value, str) else "array" if isinstance(value, list) else "object"


def written_kind_of(value: Json) -> str:
    """The type name of a value as it is written: `number` for 1.0."""
    return "number" if isinstance(value, float) else kind_of(value)


def expand(names: Iterable[str]) -> frozenset[str]:
    """The type names as a set in which `integer` stands beside `number`: who allows all numbers allows whole ones."""
    found = frozenset(names)
    return found | {"integer"} if "number" in found else found


def stated(schema: Json) -> frozenset[str]:
    """The types that a schema names in its `type`; all where it names none or one that does not exist."""
    names = types_of(schema)
    return expand(names) if names and names <= TYPE_NAMES else ANY


@dataclass(frozen=True, eq=False)
class Kinds:
    """Tells the types that the parts of one schema can accept; each part is looked at once, however many use it."""

    schema: ToolSchema
    _known: dict[tuple[int, bool], frozenset[str]] = field(default_factory=dict)

    def possible(self, part: Json, *, values: bool = True) -> frozenset[str]:
        """The types that a part lets through by `type`, references, branches and, if `values`, `enum` and `const`.

        All types where it does not say; empty where its parts contradict each other.
        """
        return self._possible(part, values, 0)

    def at(self, path: Path, *, values: bool = True) -> frozenset[str]:
        """The types possible at a path: by the part that stands there and, if it is a branch, by those around it."""
        kinds = self.possible(self.schema.by_path.get(path), values=values)
        while len(path) > 1:
            if isinstance(path[-1], int) and path[-2] in _BRANCHES:
                path = path[:-2]
            elif path[-1] in _CONSEQUENCES and path[:-1] in self.schema.by_path:
                path = path[:-1]
            else:
                break
            kinds &= stated(self.schema.by_path.get(path))
        return kinds

    def _possible(self, part: Json, values: bool, depth: int) -> frozenset[str]:
        if not isinstance(part, dict) or depth > _DEEPEST:
            return ANY
        key = id(part), values
        known = self._known.get(key)
        if known is not None:
            return known
        self._known[key] = ANY  # what a part that contains itself finds of itself
        kinds = stated(part)
        reference = part.get("$ref")
        if isinstance(reference, str) and reference.startswith("#/"):
            target = resolve(self.schema.root, reference)
            if target:
                kinds &= self._possible(target[0], values, depth + 1)
        for keyword in _BRANCHES:
            branches = part.get(keyword)
            if isinstance(branches, list) and branches:
                found = [self._possible(branch, values, depth + 1) for branch in branches]
                kinds &= frozenset.intersection(*found) if keyword == "allOf" else frozenset.union(*found)
        if values:
            kinds &= _of_values(part)
        self._known[key] = kinds
        return kinds


def _of_values(part: Mapping[str, Json]) -> frozenset[str]:
    kinds = ANY
    listed = part.get("enum")
    if isinstance(listed, list) and listed:
        kinds &= expand(kind_of(value) for value in listed)
    if "const" in part:
        kinds &= expand((kind_of(part["const"]),))
    return kinds
