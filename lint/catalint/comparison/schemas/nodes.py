"""Schemas as they stand in a document: nodes, references, and when two of them say the same in the same words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from catalint.analyses.jsontext import compact
from catalint.location import Path
from catalint.model import Json
from catalint.schema import SCHEMA_LISTS, SCHEMA_MAPS, SCHEMA_VALUES, resolve

# Keywords that say what values are allowed; all others are for readers (title, default, examples, extensions).
ASSERTIONS = (
    SCHEMA_MAPS
    | SCHEMA_LISTS
    | SCHEMA_VALUES
    | frozenset(
        """
        $anchor $dynamicAnchor $dynamicRef $id $recursiveAnchor $recursiveRef $ref const dependentRequired enum
        exclusiveMaximum exclusiveMinimum format maxContains maxItems maxLength maxProperties maximum minContains
        minItems minLength minProperties minimum multipleOf pattern required type uniqueItems
        """.split()
    )
) - {"contentSchema", "$defs", "definitions"}
# Keywords whose meaning hangs on more than the schema and what it refers to.
_CONTEXT_KEYS = ('"$dynamicRef":', '"$recursiveRef":', '"$id":', '"$anchor":', '"$dynamicAnchor":')
_LEGACY = ("draft-03", "draft-04", "draft-06", "draft-07")
# Lists in which the order says nothing.
_SETS = frozenset(("required", "enum", "type"))
# Levels of JSON in a schema from which on it is taken as a whole: everything below walks it by recursion.
DEEPEST = 100


@dataclass(frozen=True, eq=False)
class Root:
    """A schema that stands for itself: references in it lead to its parts."""

    schema: Json
    _signatures: dict[int, str] = field(default_factory=dict, repr=False)
    _targets: dict[str, Node | None] = field(default_factory=dict, repr=False)

    @property
    def legacy(self) -> bool:
        """Whether what stands beside a `$ref` counts for nothing, as up to draft-07."""
        dialect = self.schema.get("$schema") if isinstance(self.schema, dict) else None
        return isinstance(dialect, str) and any(name in dialect for name in _LEGACY)

    def target(self, reference: str) -> Node | None:
        """What a reference names inside this schema; None where it leads out or nowhere."""
        if reference not in self._targets:
            found = resolve(self.schema, reference)
            self._targets[reference] = Node(self, *found) if found else None
        return self._targets[reference]

    @property
    def node(self) -> Node:
        """The schema as a whole."""
        return Node(self, self.schema, ())


@dataclass(frozen=True, eq=False)
class Node:
    """A schema inside a root; `path` leads to it from there."""

    root: Root
    schema: Json
    path: Path

    @property
    def identity(self) -> tuple[int, int]:
        """The same for nodes of the same object; objects live as long as their root."""
        if isinstance(self.schema, bool):
            return (0, int(self.schema))
        return (id(self.root), id(self.schema))

    def child(self, schema: Json, *steps: str | int) -> Node:
        """A schema inside this one."""
        return Node(self.root, schema, (*self.path, *steps))

    @property
    def signature(self) -> str:
        """A text that two nodes share only if they allow the same values: what they say, and what they refer to."""
        known = self.root._signatures  # noqa: SLF001 - a memo of this module
        if isinstance(self.schema, bool):
            return compact(self.schema)
        if id(self.schema) not in known:
            known[id(self.schema)] = sign(self.root, self.schema)
        return known[id(self.schema)]


def sign(root: Root, schema: Json) -> str:
    """The signature of a schema, which may be one that was put together."""
    parts = [str(root.legacy), compact(asserted(schema))]
    pending, seen = _references(schema), set[str]()
    while pending:
        reference = min(pending)
        pending.discard(reference)
        seen.add(reference)
        target = root.target(reference)
        parts.append(f"{reference} {compact(asserted(target.schema)) if target else ''}")
        if target:
            pending |= _references(target.schema) - seen
    # what hangs on its surroundings is the same only in the same document
    if any(keyword in part for part in parts for keyword in _CONTEXT_KEYS):
        parts.append(compact(root.schema))
    return "\n".join(parts)


Conjunction: TypeAlias = tuple[Node, ...]
"""Schemas that a value has to meet all together; none for a value that may be anything."""


def asserted(schema: Json) -> Any:
    """A schema without what is only for readers, in a fixed order."""
    if not isinstance(schema, dict):
        return schema
    kept: dict[str, Any] = {}
    for keyword in sorted(schema.keys() & ASSERTIONS):
        value = schema[keyword]
        if keyword in SCHEMA_MAPS and isinstance(value, dict):
            kept[keyword] = {
                name: _sorted_texts(child) if isinstance(child, list) else asserted(child)
                for name, child in sorted(value.items())
            }
        elif (keyword in SCHEMA_LISTS or keyword == "items") and isinstance(value, list):
            kept[keyword] = [asserted(child) for child in value]
        elif keyword in SCHEMA_VALUES:
            kept[keyword] = asserted(value)
        elif keyword in _SETS and isinstance(value, list):
            kept[keyword] = _sorted_texts(value)
        else:
            kept[keyword] = canonical(value)
    return kept


def edited(old: Conjunction, new: Conjunction) -> list[str]:
    """The keywords by which the first of some schemas says something else than that of others, in order."""
    before, after = (schemas[0].schema if schemas else {} for schemas in (old, new))
    if not (isinstance(before, dict) and isinstance(after, dict)):
        return []
    first, second = asserted(before), asserted(after)
    return sorted(
        key for key in first.keys() | second.keys() if value_key(first.get(key)) != value_key(second.get(key))
    )


def canonical(value: Json) -> Json:
    """A value with its keys sorted and its numbers written in one way: 1.0 is 1."""
    if isinstance(value, dict):
        return {key: canonical(value[key]) for key in sorted(value)}
    if isinstance(value, list):
        return [canonical(item) for item in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def value_key(value: Json) -> str:
    """The same text for equal values, as JSON Schema has it: 1 and 1.0 are, 1 and true are not."""
    return compact(canonical(value))


def too_deep(schema: Json) -> bool:
    """Whether a schema is nested too deep to be walked by recursion."""
    level: list[Json] = [schema]
    for _ in range(DEEPEST):
        level = [
            child
            for value in level
            if isinstance(value, dict | list)
            for child in (value.values() if isinstance(value, dict) else value)
        ]
        if not level:
            return False
    return True


def _sorted_texts(values: list[Json]) -> list[str]:
    return sorted({value_key(value) for value in values})


def _references(schema: Json) -> set[str]:
    found: set[str] = set()
    pending: list[Json] = [schema]
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            # a property may be called `$ref`: then its schema is no text
            reference = value.get("$ref")
            if isinstance(reference, str):
                found.add(reference)
            pending.extend(value.values())
        elif isinstance(value, list):
            pending.extend(value)
    return found
