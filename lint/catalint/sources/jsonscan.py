"""A JSON scanner that gives the data and the span of every value and key.

The standard library's parser is some eight times as fast, but has no positions, loses repeated keys, and fails on deep
nesting and long integers. So it reads what is regular, and this scanner what is not, and whatever needs a place. It
accepts exactly what that parser accepts (NaN and Infinity too, which it records as flaws), uses no recursion, and takes
time linear in the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from catalint.location import Path, Step
from catalint.model import FlawKind, Json
from catalint.sources.jsonfaults import fault_behind_value, fault_in_member, fault_in_string, fault_in_value

MAX_DEPTH = 200
"""How many containers are kept inside each other, the outermost included. Whatever recurses over schemas needs a few
frames a level and Python allows 1,000; no tool list of a public server was seen with more than 30 levels."""

_BLANK = r"[ \t\n\r]*+"
_TEXT = r'"([^"\\\x00-\x1f]*+(?:\\.[^"\\\x00-\x1f]*+)*+)"'
_VALUE = (
    rf"(?:{_TEXT}|(\{{{_BLANK}\}}|\[{_BLANK}\]|[\[{{])"
    r"|(-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?+(?:[eE][-+]?[0-9]++)?+)|(true|false|null|NaN|-?Infinity))"
)
# One match reads a whole member or item and, where it can, the comma or bracket behind it. The groups of all: key,
# string, container (an opening bracket, or an empty container whole), number, word, what follows.
_MEMBER = re.compile(rf"{_BLANK}{_TEXT}{_BLANK}:{_BLANK}{_VALUE}(?:{_BLANK}([,}}]))?")
_ITEM = re.compile(rf"{_BLANK}(){_VALUE}(?:{_BLANK}([,\]]))?")
_ROOT = re.compile(rf"{_BLANK}(){_VALUE}()")
_BEHIND_MEMBER = re.compile(rf"{_BLANK}([,}}])")
_BEHIND_ITEM = re.compile(rf"{_BLANK}([,\]])")
_KEY, _STRING, _CONTAINER, _NUMBER, _WORD = range(1, 6)

_WORDS: Mapping[str, Json] = {
    "true": True,
    "false": False,
    "null": None,
    "NaN": float("nan"),
    "Infinity": float("inf"),
    "-Infinity": float("-inf"),
}
_NO_NUMBERS = frozenset({"NaN", "Infinity", "-Infinity"})
_INFINITE = (float("inf"), float("-inf"))
_SURROGATE = re.compile("[\ud800-\udfff]")

Offsets: TypeAlias = tuple[int, int]
_Container: TypeAlias = "dict[str, Json] | list[Json]"


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something odd in a text that its data no longer shows.

    `path` leads to the value at fault; for a repeated key, to the value that won. `spans` are its places: all keys of
    that name in their order, else the one value or key. The data holds the value of the last of equal keys, an
    infinity for a number out of range, U+FFFD for a lone surrogate, and null for what is nested too deep.
    """

    kind: FlawKind
    path: Path
    spans: tuple[Offsets, ...]


@dataclass(frozen=True, slots=True)
class Spans:
    """Where each value and key under one root stands: the columns of a table in the order of the text, row 0 the root.

    `behind` is the row after the last one inside the same value, so that a row can be skipped with all it holds.
    `key_starts` is -1 for what has no key. The spans of strings and keys include their quotes.
    """

    content: str
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    key_starts: list[int] = field(default_factory=list)
    key_ends: list[int] = field(default_factory=list)
    behind: list[int] = field(default_factory=list)
    _children: dict[int, Mapping[str, int] | Sequence[int]] = field(default_factory=dict)

    def value(self, path: Path) -> Offsets | None:
        """Where a value stands; None if the path leads nowhere. Of equal keys the last one counts."""
        row = self._row(path)
        return None if row is None else (self.starts[row], self.ends[row])

    def key(self, path: Path) -> Offsets | None:
        """Where the key of a value stands; None if the path leads nowhere or the value has no key."""
        row = self._row(path)
        return None if row is None or self.key_starts[row] < 0 else (self.key_starts[row], self.key_ends[row])

    def repeated_keys(self, row: int) -> Mapping[str, tuple[Offsets, ...]]:
        """Where the keys stand that the object in `row` has more than once."""
        places: dict[str, list[Offsets]] = {}
        for child in self._inside(row):
            places.setdefault(self._key_text(child), []).append((self.key_starts[child], self.key_ends[child]))
        return {key: tuple(spans) for key, spans in places.items() if len(spans) > 1}

    def _row(self, path: Path) -> int | None:
        row = 0
        for step in path:
            children = self._children_of(row)
            if isinstance(children, Mapping):
                if not isinstance(step, str) or step not in children:
                    return None
                row = children[step]
            else:
                if not isinstance(step, int) or not 0 <= step < len(children):
                    return None
                row = children[step]
        return row

    def _children_of(self, row: int) -> Mapping[str, int] | Sequence[int]:
        children = self._children.get(row)
        if children is None:
            inside = self._inside(row)
            is_object = self.content[self.starts[row]] == "{"
            children = {self._key_text(child): child for child in inside} if is_object else inside
            self._children[row] = children
        return children

    def _inside(self, row: int) -> list[int]:
        rows = []
        child, end = row + 1, self.behind[row]
        while child < end:
            rows.append(child)
            child = self.behind[child]
        return rows

    def _key_text(self, row: int) -> str:
        key = self.content[self.key_starts[row] + 1 : self.key_ends[row] - 1]
        return _SURROGATE.sub("\ufffd", _unescape(key)) if "\\" in key else key


@dataclass(frozen=True, slots=True)
class Scan:
    """One value read from a text: its data, the offset behind it, the places inside it, and what is odd."""

    data: Json
    end: int
    spans: Spans
    flaws: tuple[Flaw, ...]


def scan(content: str, start: int = 0, max_depth: int = MAX_DEPTH) -> Scan:  # noqa: PLR0915 - one loop: calls for each value would double its time
    """Read the JSON value at `start`, behind white space; what follows it is not looked at.

    Values nested deeper than `max_depth` are checked but not kept. Raises ScanError, with the offset, if no valid value
    stands there.
    """
    spans = Spans(content)
    starts, ends, behind = spans.starts, spans.ends, spans.behind
    key_starts, key_ends = spans.key_starts, spans.key_ends
    # Kind, path and row: a value that is open has no end yet.
    flawed: list[tuple[FlawKind, Path, int]] = []
    flawed_keys: list[tuple[FlawKind, Path, int]] = []
    repeating: dict[int, Path] = {}
    holder: list[Json] = []
    container: _Container = holder
    row = -1
    # One frame for each open container around the present one: itself, its row, the step to what is open inside it.
    stack: list[tuple[_Container, int, Step]] = []
    match = _ROOT.match(content, start)
    if match is None:
        raise fault_in_value(content, start)
    while True:
        key, string, bracket, number, word, follow = match.groups()
        position = match.end()
        flaw: FlawKind | None = None
        inner: _Container | None = None
        value: Json
        if string is not None:
            begin, end = match.span(_STRING)
            begin, end, value = begin - 1, end + 1, string
            if "\\" in string:
                value, flaw = _read_escapes(content, begin, string)
        elif bracket is not None:
            begin, end = match.span(_CONTAINER)
            value = {} if bracket[0] == "{" else []
            if len(bracket) == 1:
                inner, position, follow = value, end, ","
            if len(stack) >= max_depth:
                value, flaw = None, "too-deep"
        elif number is not None:
            begin, end = match.span(_NUMBER)
            value = read_number(number)
            if value in _INFINITE:
                flaw = "huge-number"
        else:
            begin, end = match.span(_WORD)
            value = _WORDS[word]
            if word in _NO_NUMBERS:
                flaw = "not-a-number"
        starts.append(begin)
        ends.append(end)
        behind.append(len(starts))

        step: Step
        key_flaw: FlawKind | None = None
        if isinstance(container, dict):
            key_begin, key_end = match.span(_KEY)
            key_starts.append(key_begin - 1)
            key_ends.append(key_end + 1)
            if "\\" in key:
                key, key_flaw = _read_escapes(content, key_begin - 1, key)
            if key in container and len(stack) <= max_depth:
                repeating[row] = _path(stack)
            container[key] = value
            step = key
        else:
            key_starts.append(-1)
            key_ends.append(-1)
            step = len(container)
            container.append(value)
        if (flaw or key_flaw) and len(stack) <= max_depth:
            path = (*_path(stack), step) if stack else ()
            if key_flaw:
                flawed_keys.append((key_flaw, path, len(starts) - 1))
            if flaw:
                flawed.append((flaw, path, len(starts) - 1))

        if inner is not None:
            stack.append((container, row, step))
            container, row = inner, len(starts) - 1
        while follow != ",":
            if row < 0:
                flaws = [Flaw(kind, path, ((starts[at], ends[at]),)) for kind, path, at in flawed]
                flaws += [Flaw(kind, path, ((key_starts[at], key_ends[at]),)) for kind, path, at in flawed_keys]
                flaws += _repeated(spans, repeating)
                flaws.sort(key=lambda flaw: flaw.spans[0])
                return Scan(holder[0], position, spans, tuple(flaws))
            if follow:
                ends[row] = position
                behind[row] = len(starts)
                container, row, _ = stack.pop()
                follow = ""
            else:
                match = (_BEHIND_MEMBER if isinstance(container, dict) else _BEHIND_ITEM).match(content, position)
                if match is None:
                    raise fault_behind_value(content, position, starts[row])
                follow, position = match.group(1), match.end()
        if isinstance(container, dict):
            match = _MEMBER.match(content, position)
            if match is None:
                raise fault_in_member(content, position, starts[row])
        else:
            match = _ITEM.match(content, position)
            if match is None:
                raise fault_in_value(content, position, starts[row])


def read_number(text: str) -> int | float:
    """Read a JSON number; one with more digits than Python converts (4,300 by default) becomes an infinity."""
    try:
        return int(text)
    except ValueError:
        return float(text)


def _read_escapes(content: str, quote: int, body: str) -> tuple[str, FlawKind | None]:
    try:
        text = _unescape(body)
    except ValueError:
        raise fault_in_string(content, quote) from None
    if _SURROGATE.search(text):
        return _SURROGATE.sub("\ufffd", text), "lone-surrogate"
    return text, None


def _unescape(body: str) -> str:
    text: str = json.loads(f'"{body}"')
    return text


def _path(stack: Sequence[tuple[_Container, int, Step]]) -> Path:
    return tuple(step for _, _, step in stack[1:])


def _repeated(spans: Spans, repeating: Mapping[int, Path]) -> Iterator[Flaw]:
    for row, path in repeating.items():
        for key, places in spans.repeated_keys(row).items():
            yield Flaw("duplicate-key", (*path, key), places)
