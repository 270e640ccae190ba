"""One value of an input with the places of all its parts, whichever notation it is written in."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from catalint.errors import InputError
from catalint.location import Path
from catalint.model import Json
from catalint.sources.jsonfaults import ScanError
from catalint.sources.jsonscan import MAX_DEPTH, Flaw, Offsets, Spans, read_number, scan
from catalint.sources.text import Text

_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_LONE_SURROGATE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F]"
)


class Document(Protocol):
    """One value of an input. Offsets count code points of `text`; a path leads from the value to a part of it."""

    @property
    def text(self) -> Text:
        """The input that the value stands in."""
        ...

    @property
    def data(self) -> Json:
        """The value."""
        ...

    @property
    def flaws(self) -> Sequence[Flaw]:
        """What is odd in the text and lost in the data."""
        ...

    @property
    def is_shared(self) -> bool:
        """Whether one piece of the text may be several parts of the value."""
        ...

    def value_at(self, path: Path) -> Offsets | None:
        """Where a value stands; None if the path leads nowhere."""
        ...

    def key_at(self, path: Path) -> Offsets | None:
        """Where the key of a value stands; None if the path leads nowhere or the value has no key."""
        ...


@dataclass(frozen=True, eq=False)
class JsonDocument:
    """A JSON value. Its places are found on first use, by a second look at the text: a clean run never asks."""

    text: Text
    start: int
    data: Json
    flaws: tuple[Flaw, ...] = ()

    @property
    def is_shared(self) -> bool:
        """False: JSON has no aliases."""
        return False

    def value_at(self, path: Path) -> Offsets | None:
        """Where a value stands; None if the path leads nowhere."""
        return self._spans.value(path)

    def key_at(self, path: Path) -> Offsets | None:
        """Where the key of a value stands; None if the path leads nowhere or the value has no key."""
        return self._spans.key(path)

    @cached_property
    def _spans(self) -> Spans:
        return scan(self.text.content, self.start).spans


def read_json(text: Text, start: int = 0) -> tuple[JsonDocument, int]:
    """Read the JSON value that stands at `start`, and return it with the offset behind it.

    Raises ScanError if no valid value stands there.
    """
    content = text.content
    try:
        data, end = _DECODER.raw_decode(content, start)
    except (ValueError, RecursionError, _IrregularError):
        pass
    else:
        if _depth(data) <= MAX_DEPTH and not _has_lone_surrogate(content, start, end):
            return JsonDocument(text, start, data), end
    found = scan(content, start)
    return JsonDocument(text, start, found.data, found.flaws), found.end


def input_error(text: Text, fault: ScanError) -> InputError:
    """Name file, line and column of a fault."""
    message = fault.message
    if fault.opened >= 0:
        line, column = text.position(fault.opened)
        message = f"{message} (opened at {line}:{column})"
    return InputError(text.path, message, *text.position(fault.offset))


class _IrregularError(Exception):
    """The text holds something that the standard parser would lose."""


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _IrregularError
    return members


def _finite(text: str) -> int | float:
    number = read_number(text)
    if number in (float("inf"), float("-inf")):
        raise _IrregularError
    return number


def _no_word(word: str) -> Json:
    raise _IrregularError(word)


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_float=_finite, parse_int=_finite, parse_constant=_no_word)


def _depth(data: Json) -> int:
    """Count the containers inside each other, level by level, so that deep data does no harm."""
    depth = 0
    level = [data] if isinstance(data, dict | list) else []
    while level:
        depth += 1
        level = [
            child
            for container in level
            for child in (container.values() if isinstance(container, dict) else container)
            if isinstance(child, (dict, list))
        ]
    return depth


def _has_lone_surrogate(content: str, start: int, end: int) -> bool:
    # Most texts hold no surrogate at all, and the short pattern is found by its first characters.
    return bool(_SURROGATE_ESCAPE.search(content, start, end) and _LONE_SURROGATE.search(content, start, end))
