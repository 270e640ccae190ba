"""Subschemas that a tool spells out several times, and what one definition in their place saves."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from catalint import Context, Json, Path, Tool, tokenizer
from catalint.analyses.jsontext import compact
from catalint.analyses.schemas import SCHEMAS, ToolSchema
from catalint.analyses.tokens import TOKENS
from catalint.schema import Node, follow, spell, walk
from catalint_rules.tokens.leftovers import find_leftovers
from catalint_rules.tokens.read_only import find_read_only
from catalint_rules.tokens.savings import count_with, rewrite

# Below, a definition and its references would take about as much as they save.
MIN_TOKENS = 30
MIN_PLACES = 3
# What may stand beside a `$ref` and differ from place to place.
_ANNOTATIONS = frozenset(("default", "deprecated", "description", "examples", "readOnly", "title", "writeOnly"))
# A token of JSON is about four characters; a text with fewer than this many a token does not occur.
_FEWEST_CHARACTERS = 1.5
# Candidates of a tool that are counted exactly, the most promising first.
_COUNTED = 4


@dataclass(frozen=True, eq=False)
class Repeat:
    """One subschema at several places of a tool; `text` is its JSON, `saving` what one definition saves in tokens.

    Text and tokens are those without what a schema generator left, which is to go before; `total` is what the tool
    takes then.
    """

    schema: ToolSchema
    text: str
    paths: Sequence[Path]
    tokens: int
    saving: int
    total: int

    @property
    def left(self) -> int:
        """What the tool takes with one definition, and without what a generator left."""
        return self.total - self.saving


def find_repeat(
    tool: Tool, ctx: Context, *, min_tokens: int = MIN_TOKENS, min_places: int = MIN_PLACES
) -> Repeat | None:
    """The subschema of at least so many tokens, at so many places, of which one definition saves most.

    What a schema generator left does not count, and what is in read-only properties is no candidate: both are to be
    dropped, not to be defined.
    """
    counted = ctx.get(TOKENS)[tool]
    schema = next((schema for schema in ctx.get(SCHEMAS)[tool] if schema.key == "inputSchema"), None)
    if schema is None or counted.total - counted.description < min_places * min_tokens:
        return None
    # equal without leftovers are those that are equal with them, so most tools need no second look
    if not _group(schema.nodes, min_tokens, min_places):
        return None
    leftovers = [leftover.path for leftover in find_leftovers(schema)]
    bare = rewrite(schema.root, drop=leftovers) if leftovers else schema.root
    places = _group(_settable(bare), min_tokens, min_places)
    promising = sorted(places, key=lambda text: -len(text) * (len(places[text]) - 1))[:_COUNTED]
    counter = tokenizer.counter(ctx.encoding)
    sizes = {text: size for text in promising if (size := counter.count(text)) >= min_tokens}
    total = count_with(tool, bare, ctx) if sizes and leftovers else counted.total
    found = [
        Repeat(schema, text, places[text], size, total - count_with(tool, _hoist(bare, text, places[text]), ctx), total)
        for text, size in sizes.items()
    ]
    return max(found, key=lambda repeat: repeat.saving, default=None)


def _settable(root: dict[str, Json]) -> Sequence[Node]:
    """The subschemas outside of properties that a caller can't set."""
    nodes = list(walk(root))
    closed = frozenset(find_read_only(root))
    if not closed:
        return nodes
    return [node for node in nodes if not any(node.path[:end] in closed for end in range(2, len(node.path) + 1))]


def count_in(schema: ToolSchema, repeat: Repeat) -> int:
    """How often the subschema of a repeat stands in another schema."""
    outline = _outline(json.loads(repeat.text), 0, strip=True)
    leftovers = [leftover.path for leftover in find_leftovers(schema)]
    nodes = walk(rewrite(schema.root, drop=leftovers)) if leftovers else schema.nodes
    return sum(
        repeat.text in (compact(_core(node.schema)), compact(node.schema))
        for node in nodes
        if isinstance(node.schema, dict) and _outline(node.schema, 0, strip=True) == outline
    )


def _group(nodes: Sequence[Node], min_tokens: int, min_places: int) -> Mapping[str, list[Path]]:
    """The places of each subschema that stands at enough of them, by its JSON, with and without its annotations."""
    least = min_tokens * _FEWEST_CHARACTERS
    places: defaultdict[str, list[Path]] = defaultdict(list)
    for strip in (True, False):
        outlines = [_outline(node.schema, least, strip=strip) if node.path else None for node in nodes]
        counts = Counter(outlines)
        for node, outline in zip(nodes, outlines, strict=True):
            if outline is not None and counts[outline] >= min_places and isinstance(node.schema, dict):
                places[compact(_core(node.schema) if strip else node.schema)].append(node.path)
    return {
        text: paths
        for text, paths in places.items()
        if len(paths) >= min_places and len(text) >= least and '"$anchor"' not in text and '"$id"' not in text
    }


def _outline(schema: Json, least: float, *, strip: bool) -> tuple[str, ...] | None:
    """What equal subschemas have in common and is had cheaply; None for one that is too short or has no annotations.

    With `strip` annotations do not count, so that subschemas are equal that differ in them only.
    """
    if not isinstance(schema, dict):
        return None
    kept = [key for key in schema if key not in _ANNOTATIONS] if strip else list(schema)
    if not strip and _ANNOTATIONS.isdisjoint(kept):
        return None
    size = 0.0
    for key in kept:
        value = schema[key]
        size += (
            len(key) + (len(value) if isinstance(value, str) else least if isinstance(value, dict | list) else 8) + 6
        )
    description = schema.get("description")
    return (*kept, description if not strip and isinstance(description, str) else "") if size >= least else None


def _core(schema: dict[str, Json]) -> dict[str, Json]:
    return {key: value for key, value in schema.items() if key not in _ANNOTATIONS}


def _annotations(schema: dict[str, Json]) -> dict[str, Json]:
    return {key: value for key, value in schema.items() if key in _ANNOTATIONS}


def _hoist(root: dict[str, Json], text: str, paths: Sequence[Path]) -> dict[str, Json]:
    """The schema with one definition in place of what stands at the paths; annotations that differ stay beside it."""
    keyword = "definitions" if "definitions" in root and "$defs" not in root else "$defs"
    known = root.get(keyword)
    name = spell(paths[0]).rpartition(".")[2] or "shared"
    while isinstance(known, dict) and name in known:
        name += "_"
    put: dict[Path, Json] = {}
    for path in paths:
        node = follow(root, path)
        beside = _annotations(node) if isinstance(node, dict) and compact(node) != text else {}
        put[path] = {**beside, "$ref": f"#/{keyword}/{name}"}
    first = follow(root, paths[0])
    definition = _core(first) if isinstance(first, dict) and compact(first) != text else first
    if isinstance(known, dict):
        put[(keyword, name)] = definition
    else:
        put[(keyword,)] = {name: definition}
    return rewrite(root, put=put)
