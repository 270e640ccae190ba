"""What a search sees of a tool: the four fields of Anthropic's tool search, and their terms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from catalint.model import Json, Tool
from catalint.schema import resolve
from catalint.search.tokenization import ENGLISH, Counted, Profile

NAME = "name"
DESCRIPTION = "description"
ARGUMENT_NAME = "argument name"
ARGUMENT_DESCRIPTION = "argument description"
FIELDS = (NAME, DESCRIPTION, ARGUMENT_NAME, ARGUMENT_DESCRIPTION)

# Arguments of arguments of arguments; what lies deeper is noise to a search and a bomb in a hostile schema.
MAX_DEPTH = 3
_MAX_NODES = 2_000


@dataclass(frozen=True, eq=False)
class Document:
    """A tool as a search sees it. Terms are counted once per field and kept.

    `twin` is the same tool under another profile, if there is one: its texts need not be gathered again. `name` is what
    the client calls the tool, empty where that is its own name.
    """

    tool: Tool
    profile: Profile = ENGLISH
    twin: Document | None = None
    name: str = ""

    @cached_property
    def texts(self) -> Mapping[str, tuple[str, ...]]:
        """The texts of each field, in the order of the document."""
        if self.twin is not None:
            return self.twin.texts
        names: list[str] = []
        descriptions: list[str] = []
        for name, description in walk_arguments(self.tool.input_schema):
            if name:
                names.append(name)
            if description:
                descriptions.append(description)
        return {
            NAME: (self.name or self.tool.name,),
            DESCRIPTION: (self.tool.description,) if self.tool.description else (),
            ARGUMENT_NAME: tuple(names),
            ARGUMENT_DESCRIPTION: tuple(descriptions),
        }

    @cached_property
    def counted(self) -> Mapping[str, Counted]:
        """By field: its terms and their number."""
        return {field: self.profile.count("\n".join(self.texts[field])) for field in FIELDS}

    @cached_property
    def length(self) -> int:
        """Number of words in all fields."""
        return sum(counted.length for counted in self.counted.values())

    @cached_property
    def terms(self) -> Mapping[str, int]:
        """How often each term occurs in the tool as a whole, joined forms left out."""
        return _sum(counted.terms for counted in self.counted.values())

    @cached_property
    def joined(self) -> Mapping[str, int]:
        """How often each joined form occurs in the tool as a whole."""
        return _sum(counted.joined for counted in self.counted.values())

    def fields_with(self, term: str) -> tuple[str, ...]:
        """The fields that hold a term, in the order of `FIELDS`."""
        return tuple(
            field for field, counted in self.counted.items() if term in counted.terms or term in counted.joined
        )


def _sum(parts: Iterable[Mapping[str, int]]) -> Mapping[str, int]:
    total: dict[str, int] = {}
    for counts in parts:
        if not total:
            total = dict(counts)
            continue
        for term, count in counts.items():
            total[term] = total.get(term, 0) + count
    return total


def walk_arguments(schema: Json) -> Iterator[tuple[str, str]]:
    """Yield name and description of each argument to depth 3, parents first, in the order of the document.

    Items, branches (`anyOf`, ...) and local references belong to the argument that they describe: a description in
    them is yielded with an empty name. Each subschema is visited once, however often it is referred to.
    """
    stack: list[tuple[str, Json, int]] = [("", schema, 0)]
    seen: set[int] = set()
    while stack and len(seen) < _MAX_NODES:
        name, node, depth = stack.pop()
        if not isinstance(node, dict):
            if name:
                yield name, ""
            continue
        text = node.get("description")
        if depth:  # the root's own description is about no argument
            yield name, text if isinstance(text, str) else ""
        if id(node) in seen:
            continue
        seen.add(id(node))
        children: list[tuple[str, Json, int]] = []
        properties = node.get("properties")
        if isinstance(properties, dict) and depth < MAX_DEPTH:
            children.extend((key, value, depth + 1) for key, value in properties.items())
        children.extend(("", branch, depth) for branch in _branches(schema, node))
        stack.extend(reversed(children))


def _branches(root: Json, node: dict[str, Json]) -> Iterator[Json]:
    for keyword in ("items", "additionalProperties"):
        value = node.get(keyword)
        if isinstance(value, dict):
            yield value
    for keyword in ("anyOf", "oneOf", "allOf", "prefixItems"):
        value = node.get(keyword)
        if isinstance(value, list):
            yield from value
    reference = node.get("$ref")
    if isinstance(reference, str) and reference.startswith("#/"):
        target = resolve(root, reference)
        if target is not None:
            yield target[0]
