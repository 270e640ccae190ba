"""Walking JSON Schemas without trusting them: iterative, bounded, nothing fetched, no keyword taken for granted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from catalint.location import Path
from catalint.model import Json

# Keywords whose value holds schemas, in JSON Schema draft-04 to 2020-12.
SCHEMA_MAPS = frozenset(("properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"))
SCHEMA_LISTS = frozenset(("allOf", "anyOf", "oneOf", "prefixItems"))
SCHEMA_VALUES = frozenset(
    (
        "additionalItems",
        "additionalProperties",
        "contains",
        "contentSchema",
        "else",
        "if",
        "items",
        "not",
        "propertyNames",
        "then",
        "unevaluatedItems",
        "unevaluatedProperties",
    )
)


# Of these, the keywords whose schemas are about the same value as the schema around them.
_IN_PLACE = frozenset(("allOf", "anyOf", "oneOf", "not", "if", "then", "else"))


class Node(NamedTuple):
    """A subschema: its value, its path from the root schema, and how many schemas enclose it (0 for the root)."""

    schema: Json
    path: Path
    depth: int


def walk(schema: Json) -> Iterator[Node]:
    """Yield the schema and everything that stands where a schema belongs, parents first, in the order of the document.

    Values of the wrong type are yielded as they are, so that a rule can judge them; `$ref` is not followed.
    """
    stack = [Node(schema, (), 0)]
    while stack:
        node = stack.pop()
        yield node
        if isinstance(node.schema, dict):
            stack.extend(reversed(list(_children(node.schema, node.path, node.depth + 1))))


def _children(schema: dict[str, Json], path: Path, depth: int) -> Iterator[Node]:
    for keyword, value in schema.items():
        if keyword in SCHEMA_MAPS:
            if isinstance(value, dict):
                for name, child in value.items():
                    # draft-04 to draft-07 `dependencies` may map to a list of names
                    if keyword != "dependencies" or not isinstance(child, list):
                        yield Node(child, (*path, keyword, name), depth)
        elif keyword in SCHEMA_LISTS or (keyword == "items" and isinstance(value, list)):
            if isinstance(value, list):
                for index, child in enumerate(value):
                    yield Node(child, (*path, keyword, index), depth)
        elif keyword in SCHEMA_VALUES:
            yield Node(value, (*path, keyword), depth)


def resolve(root: Json, reference: str) -> tuple[Json, Path] | None:
    """Follow a local `$ref` (`#`, `#/a/b` or `#anchor`) from the root schema; None if it leads nowhere or elsewhere."""
    if not reference.startswith("#"):
        return None
    fragment = _unquote(reference[1:])
    if not fragment:
        return root, ()
    if not fragment.startswith("/"):
        return _anchor(root, fragment)
    value: Json = root
    path: list[str | int] = []
    for token in fragment[1:].split("/"):
        step = token.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and step in value:
            value = value[step]
            path.append(step)
        elif isinstance(value, list) and step.isdecimal() and len(step) < 10 and int(step) < len(value):
            value = value[int(step)]
            path.append(int(step))
        else:
            return None
    return value, tuple(path)


def follow(value: Json, path: Path) -> Json:
    """The value that a path leads to; None where it leads nowhere."""
    for step in path:
        if isinstance(value, dict) and isinstance(step, str):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            return None
    return value


def spell(path: Path) -> str:
    """The named part of a schema that a path leads to or into, as people write it: `filter.tags[]`, `$defs/Point.x`.

    Branches of a choice don't show, names of keywords neither; empty for the root. `.*` stands for further properties.
    """
    name = ""
    steps = iter(path)
    for step in steps:
        if step in ("properties", "dependentSchemas", "dependencies"):
            child = next(steps, None)
            if child is not None and step == "properties":
                name += f".{child}" if name else str(child)
        elif step in ("$defs", "definitions"):
            child = next(steps, None)
            name = f"{step}/{child}" if child is not None else name
        elif step in ("additionalProperties", "unevaluatedProperties", "patternProperties"):
            name += ".*"
            if step == "patternProperties":
                next(steps, None)
        elif step in ("items", "prefixItems", "contains", "additionalItems", "unevaluatedItems"):
            name += "[]"
        elif not isinstance(step, int) and step not in _IN_PLACE:
            break
    return name


def types_of(schema: Json) -> frozenset[str]:
    """The type names that a schema allows by its own `type`; empty if it says nothing."""
    kind = schema.get("type") if isinstance(schema, dict) else None
    if isinstance(kind, str):
        return frozenset((kind,))
    return frozenset(name for name in kind if isinstance(name, str)) if isinstance(kind, list) else frozenset()


def allowed_types(schema: Json) -> frozenset[str]:
    """The type names that a schema allows by its own `type` and by those of its `anyOf` and `oneOf` branches."""
    kinds = set(types_of(schema))
    for keyword in ("anyOf", "oneOf"):
        branches = schema.get(keyword) if isinstance(schema, dict) else None
        for branch in branches if isinstance(branches, list) else ():
            kinds |= types_of(branch)
    return frozenset(kinds)


def _anchor(root: Json, name: str) -> tuple[Json, Path] | None:
    return _anchors(_Root(root)).get(name)


@dataclass(frozen=True, slots=True, eq=False)
class _Root:
    """A schema as a key: the same object, not an equal one."""

    schema: Json

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Root) and other.schema is self.schema

    def __hash__(self) -> int:
        return id(self.schema)


@lru_cache(maxsize=8)  # a schema is asked for all its references in a row
def _anchors(root: _Root) -> dict[str, tuple[Json, Path]]:
    """The anchors of a schema with what they stand at; of equal ones the first counts."""
    found: dict[str, tuple[Json, Path]] = {}
    for node in walk(root.schema):
        if isinstance(node.schema, dict):
            # draft-06 and -07 spell an anchor as an `$id`
            own = node.schema.get("$id")
            names = (
                node.schema.get("$anchor"),
                node.schema.get("$dynamicAnchor"),
                own[1:] if isinstance(own, str) and own.startswith("#") else None,
            )
            for name in names:
                if isinstance(name, str):
                    found.setdefault(name, (node.schema, node.path))
    return found


def _unquote(text: str) -> str:
    if "%" not in text:
        return text
    from urllib.parse import unquote

    return unquote(text)
