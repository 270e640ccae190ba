"""JSON values with what JSON allows and Python's own values don't show, and a writer for them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

Step: TypeAlias = str | int


@dataclass(frozen=True)
class Raw:
    """Text that stands in the place of a value as it is."""

    text: str


class Pairs(list[tuple[str, Any]]):
    """The members of an object, in which a key may come more than once."""


def write(value: Any, *, indent: str = "", ascii_only: bool = True, margin: str = "\n") -> str:
    """The text of a value; with `indent` on many lines."""
    if isinstance(value, Raw):
        return value.text
    inner = margin + indent
    gap, end, comma = (inner, margin, f",{inner}") if indent else ("", "", ", ")
    if isinstance(value, dict | Pairs):
        members = value.items() if isinstance(value, dict) else value
        parts = [
            f"{_text(key, ascii_only)}: {write(item, indent=indent, ascii_only=ascii_only, margin=inner)}"
            for key, item in members
        ]
        return f"{{{gap}{comma.join(parts)}{end}}}" if parts else "{}"
    if isinstance(value, list):
        parts = [write(item, indent=indent, ascii_only=ascii_only, margin=inner) for item in value]
        return f"[{gap}{comma.join(parts)}{end}]" if parts else "[]"
    return json.dumps(value, ensure_ascii=ascii_only)


def _text(key: Any, ascii_only: bool) -> str:
    return json.dumps(key if isinstance(key, str) else str(key), ensure_ascii=ascii_only)


def copy(value: Any) -> Any:
    """A value of its own; what cannot change is shared."""
    if isinstance(value, dict):
        return {key: copy(item) for key, item in value.items()}
    if isinstance(value, Pairs):
        return Pairs((key, copy(item)) for key, item in value)
    return [copy(item) for item in value] if isinstance(value, list) else value


def nodes(value: Any, most: int = 20_000) -> Iterator[tuple[Any, Step]]:
    """Where each value below a value stands, as its container and its key or index there; `most` of them."""
    left = [value]
    count = 0
    while left and count < most:
        container = left.pop()
        steps: list[Step] = list(container) if isinstance(container, dict) else list(range(len(container)))
        for step in steps:
            count += 1
            yield container, step
            inner = container[step]
            if isinstance(inner, dict) or (isinstance(inner, list) and not isinstance(inner, Pairs)):
                left.append(inner)


def pick(value: Any, rng: Random, kind: type | tuple[type, ...] = object) -> tuple[Any, Step] | None:
    """Where one of the values of a kind stands; None if there is none."""
    found = [place for place in nodes(value) if isinstance(place[0][place[1]], kind)]
    return rng.choice(found) if found else None


def nested(rng: Random, depth: int, core: str = "1") -> Raw:
    """A value inside so many containers: lists, objects, or both in turn."""
    opening, closing = rng.choice((("[", "]"), ('{"a": ', "}"), ('[{"properties": ', "}]"), ('{"items": ', "}")))
    return Raw(opening * depth + core + closing * depth)
