"""Where the references of schemas lead: inside the schema, out of it, or nowhere.

A reference is taken as JSON Schema 2020-12 takes it: as an address relative to the nearest `$id` around it. Nothing is
fetched. Two liberties are taken where readers of schemas differ, so that nothing is called broken that works somewhere:
a fragment may count from the root of the whole schema too, and an anchor may stand in any part of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from catalint.analyses.schemas import SCHEMAS, ToolSchema
from catalint.context import Analysis, Context
from catalint.location import Path
from catalint.model import Json
from catalint.schema import Node, follow, resolve, walk

KEYWORDS = ("$ref", "$dynamicRef", "$recursiveRef")

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference: `path` leads to its keyword, `target` to the value that it names, from the root of the schema.

    `target` is None where nothing in the schema is meant; `address` is then the absolute address that it leads out to,
    empty where it leads nowhere.
    """

    path: Path
    text: str
    target: Path | None
    address: str = ""

    @property
    def keyword(self) -> str:
        """The keyword: `$ref`, `$dynamicRef` or `$recursiveRef`."""
        return str(self.path[-1])


def _compute(ctx: Context) -> Mapping[ToolSchema, tuple[Reference, ...]]:
    found: dict[ToolSchema, tuple[Reference, ...]] = {}
    for schemas in ctx.get(SCHEMAS).values():
        for schema in schemas:
            references = find_references(schema.root, schema.nodes)
            if references:
                found[schema] = references
    return found


REFERENCES: Analysis[Mapping[ToolSchema, tuple[Reference, ...]]] = Analysis("references", _compute)
"""The references of each schema that has any, in the order of the document."""


def find_references(root: Json, nodes: tuple[Node, ...]) -> tuple[Reference, ...]:
    """The references of a schema, also those in parts that only a reference leads to."""
    pending = [node for node in nodes if _refers(node.schema)]
    if not pending:
        return ()
    found: list[Reference] = []
    seen = {node.path for node in nodes}
    reader = _Reader(root, nodes)
    while pending:
        for node in pending:
            found.extend(reader.read(node))
        # `#/components/schemas/Pet` is legal if the schema has these keys, though no keyword of JSON Schema says so
        hidden = {reference.target for reference in found if reference.target is not None} - seen
        pending = []
        for target in sorted(hidden, key=str):
            for node in walk(follow(root, target)):
                path = (*target, *node.path)
                if path not in seen:
                    seen.add(path)
                    if _refers(node.schema):
                        pending.append(Node(node.schema, path, node.depth))
    return tuple(found)


def _refers(schema: Json) -> bool:
    return isinstance(schema, dict) and ("$ref" in schema or "$dynamicRef" in schema or "$recursiveRef" in schema)


@dataclass
class _Reader:
    """Reads the references of one schema; the parts that have an address are found when the first one asks."""

    root: Json
    nodes: tuple[Node, ...]
    _parts: dict[str, Path] = field(default_factory=dict)  # address -> part that bears it
    _bases: dict[Path, str] = field(default_factory=dict)  # part -> its address
    _anchors: dict[str, Path] | None = None

    def __post_init__(self) -> None:
        for node in self.nodes:
            identity = _identity(node.schema)
            if identity:
                address = _join(self._base(node.path)[1], identity)
                self._bases[node.path] = address
                self._parts.setdefault(address, node.path)

    def read(self, node: Node) -> Iterator[Reference]:
        if isinstance(node.schema, dict):
            for keyword in KEYWORDS:
                text = node.schema.get(keyword)
                if isinstance(text, str):
                    target, address = self._resolve(text, node.path)
                    yield Reference((*node.path, keyword), text, target, address)

    def _resolve(self, text: str, path: Path) -> tuple[Path | None, str]:
        part, base = self._base(path)
        address, mark, fragment = text.partition("#")
        if address:
            absolute = _join(base, address)
            if absolute not in self._parts:
                return None, f"{absolute}{mark}{fragment}" if _SCHEME.match(absolute) else ""
            part = self._parts[absolute]
        fragment = f"#{fragment}"
        if fragment != "#" and not fragment.startswith(("#/", "#%2F", "#%2f")):
            return self._anchor(fragment), ""
        for start in dict.fromkeys((part, ())):
            found = resolve(follow(self.root, start), fragment)
            if found:
                return (*start, *found[1]), ""
        return None, ""

    def _base(self, path: Path) -> tuple[Path, str]:
        """The nearest part around a path that has an address, and the address."""
        if self._bases:
            for end in range(len(path), -1, -1):
                if path[:end] in self._bases:
                    return path[:end], self._bases[path[:end]]
        return (), ""

    def _anchor(self, fragment: str) -> Path | None:
        if self._anchors is None:
            self._anchors = {}
            for node in self.nodes:
                for name in _anchors(node.schema):
                    self._anchors.setdefault(name, node.path)
        found = self._anchors.get(fragment)
        # one written with escapes, or in a part that only a reference leads to
        other = resolve(self.root, fragment) if found is None else None
        return other[1] if other else found


def _identity(schema: Json) -> str:
    """The address that a schema gives itself, without a fragment; empty if it gives none."""
    if not isinstance(schema, dict):
        return ""
    # `id` is the keyword of draft-04; a text of that name elsewhere is harmless as an address that nobody uses
    identity = schema.get("$id", schema.get("id"))
    return identity.partition("#")[0] if isinstance(identity, str) else ""


def _anchors(schema: Json) -> Iterator[str]:
    if isinstance(schema, dict):
        for keyword in ("$anchor", "$dynamicAnchor"):
            name = schema.get(keyword)
            if isinstance(name, str):
                yield f"#{name}"
        for keyword in ("$id", "id"):  # up to draft-07 an anchor is an address of a fragment alone
            name = schema.get(keyword)
            if isinstance(name, str) and name.startswith("#"):
                yield name


def _join(base: str, address: str) -> str:
    if not base or _SCHEME.match(address):
        return address
    from urllib.parse import urljoin

    try:
        return urljoin(base, address)
    except ValueError:  # a base that is no address
        return address
