"""What schemas say to readers: descriptions, titles, defaults and whatever else allows and forbids nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from catalint.comparison.change import Change, Effect, Side
from catalint.comparison.passages import passages
from catalint.comparison.schemas.nodes import ASSERTIONS, Node, Root, too_deep, value_key
from catalint.comparison.schemas.wording import list_of
from catalint.location import Path
from catalint.model import Json

# Parts of a schema that are looked at; what a hostile schema spreads out beyond them is not.
_MOST_PARTS = 3_000
_SILENT = ASSERTIONS | {"$defs", "definitions", "$schema", "$comment", "contentSchema", "$vocabulary"}
_LISTS = ("allOf", "anyOf", "oneOf")
_IN_PLACE = ("if", "then", "else", "not")
# What texts are encoded in and what is in them.
_CODINGS = frozenset(("contentEncoding", "contentMediaType"))
_SHOWN = 500


@dataclass(eq=False)
class Part:
    """A named part of a schema and what is said of it, by keyword; `path` leads to its first place."""

    path: Path
    optional: bool
    said: dict[str, list[Json]] = field(default_factory=dict)


def compare_texts(old: Json, new: Json, side: Side) -> Iterator[Change]:
    """The changes of texts, part by part; what one version alone has is no change of a text."""
    if too_deep(old) or too_deep(new):
        return
    before, after = read_parts(old), read_parts(new)
    for name, part in after.items():
        if name not in before:
            continue
        first = before[name]
        for keyword in sorted(first.said.keys() | part.said.keys()):
            was, now = first.said.get(keyword, []), part.said.get(keyword, [])
            if list(map(value_key, was)) != list(map(value_key, now)):
                spared = first.optional and part.optional
                yield _change(keyword, (was, now), name, part, side, spared=spared)


def _change(
    keyword: str, said: tuple[list[Json], list[Json]], name: str, part: Part, side: Side, *, spared: bool
) -> Change:
    """A change of what is said by a keyword. `spared` is a part that calls could leave out and still can."""
    was, now = said
    effect = Effect.TEXT
    subject = f"the {side} schema" if not name else f"`{name}`" if side == "input" else f"output `{name}`"
    verb = "changed" if was and now else "added" if now else "removed"
    message = f"{subject}: {keyword} {verb}"
    if keyword in _CODINGS:
        # no validator minds, but the same text is read as something else
        effect = Effect.UNCLEAR
        message = f"{subject}: {keyword} was {list_of(was) or 'not said'}, is {list_of(now) or 'not said'}"
    elif keyword == "default" and side == "input" and was and (now or was != [None]):
        if spared:
            # the same call means something else; where a default is gone, nobody knows what
            effect = Effect.UNCLEAR
        message = f"{subject}: default was {list_of(was)}, {f'is {list_of(now)}' if now else 'none is said now'}"
    key = f"{side}Schema"
    before, after = _shown(was, now)
    path = (key, *part.path)
    return Change(effect, f"{keyword}-{verb}", message, side, path, name, before=before, after=after)


def read_parts(schema: Json) -> Mapping[str, Part]:
    """All named parts of a schema, references followed, as people write them: `filter.tags[]`; empty for the whole."""
    root = Root(schema)
    parts: dict[str, Part] = {}
    stack: list[tuple[Node, str, bool, frozenset[str]]] = [(root.node, "", False, frozenset())]
    for _ in range(_MOST_PARTS):
        if not stack:
            break
        node, name, optional, trail = stack.pop()
        if not isinstance(node.schema, dict):
            continue
        part = parts.setdefault(name, Part(node.path, optional))
        for keyword, value in node.schema.items():
            if keyword not in _SILENT:
                said = part.said.setdefault(keyword, [])
                if value not in said:
                    said.append(value)
        stack.extend(reversed(list(_below(node, name, optional, trail))))
    return parts


def _below(
    node: Node, name: str, optional: bool, trail: frozenset[str]
) -> Iterator[tuple[Node, str, bool, frozenset[str]]]:
    schema = node.schema
    if not isinstance(schema, dict):
        return
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference not in trail:
        target = node.root.target(reference)
        if target is not None:
            yield target, name, optional, trail | {reference}
    for keyword in _LISTS:
        branches = schema.get(keyword)
        for index, branch in enumerate(branches if isinstance(branches, list) else ()):
            yield node.child(branch, keyword, index), name, optional, trail
    for keyword in _IN_PLACE:
        if keyword in schema:
            yield node.child(schema[keyword], keyword), name, optional, trail
    required = schema.get("required")
    names = required if isinstance(required, list) else []
    properties = schema.get("properties")
    for key, child in properties.items() if isinstance(properties, dict) else ():
        yield node.child(child, "properties", key), f"{name}.{key}" if name else key, key not in names, trail
    further = schema.get("additionalProperties")
    if isinstance(further, dict):
        yield node.child(further, "additionalProperties"), f"{name}.*" if name else "*", True, trail
    items = schema.get("items")
    if isinstance(items, dict):
        yield node.child(items, "items"), f"{name}[]", True, trail
    for keyword in ("prefixItems", "items"):
        prefix = schema.get(keyword)
        for index, child in enumerate(prefix if isinstance(prefix, list) else ()):
            yield node.child(child, keyword, index), f"{name}[{index}]", True, trail


def _shown(was: list[Json], now: list[Json]) -> tuple[Json, Json]:
    """What to show of what was said and is: of two long texts the passages that changed."""
    before, after = (values[0] if len(values) == 1 else None for values in (was, now))
    if isinstance(before, str) and isinstance(after, str) and max(len(before), len(after)) > _SHOWN:
        return passages(before, after, _SHOWN)
    return _short(was), _short(now)


def _short(values: list[Json]) -> Json:
    """What to show of what was said: a text cut, a small value as it is."""
    if not values:
        return None
    value = values[0] if len(values) == 1 else values
    if isinstance(value, str):
        return value[:_SHOWN]
    return value if len(value_key(value)) <= _SHOWN else None
