"""Reading a YAML file into plain values that remember their line and column.

Deliberately less than YAML: one document of mappings, lists and plain scalars as YAML 1.2 has them. Tags, anchors and
aliases are refused (nothing here needs them, and they are how a YAML file is made to grow or to run code), and so are
files above `LARGEST` bytes, nesting beyond `DEEPEST` and a key given twice.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from catalint.errors import ConfigError
from catalint.location import Part, Path
from catalint.model import Json

LARGEST = 1_000_000
DEEPEST = 40

# The core schema of YAML 1.2.2, section 10.3.2: `on`, `off`, `yes` and `no` are texts there.
_NULL = re.compile(r"|~|null|Null|NULL")
_BOOL = re.compile(r"(true|True|TRUE)|false|False|FALSE")
_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")

Position = tuple[int, int]


@dataclass(frozen=True)
class Document:
    """A file's value, with the 1-based line and column at which each value and each key starts."""

    file: str
    value: Json
    places: Mapping[tuple[Path, Part], Position]

    def at(self, path: Path = (), part: Part = "value") -> str:
        """`file:line:column` of a value or key, or of the nearest thing around it that the file has."""
        line, column = self.position(path, part)
        return f"{self.file}:{line}:{column}"

    def position(self, path: Path = (), part: Part = "value") -> Position:
        """Line and column of a value or key, or of the nearest thing around it that the file has."""
        while path and (path, part) not in self.places:
            path, part = path[:-1], "value"
        return self.places.get((path, part), (1, 1))


def parse(data: bytes, file: str) -> Document:
    """Read a document; raises ConfigError with `file:line:column` at the first thing that can't be read."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError
    from ruamel.yaml.reader import ReaderError

    if len(data) > LARGEST:
        raise ConfigError(f"{file}: {len(data):,} bytes are too many for a configuration (at most {LARGEST:,})")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{file}:{line}:1: not UTF-8 ({error.reason})") from error
    reader = _Reader(file, {})
    try:
        return Document(file, reader.read(YAML(typ="safe", pure=True).parse(text)), reader.places)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        position = f":{mark.line + 1}:{mark.column + 1}" if mark else ""
        raise ConfigError(f"{file}{position}: {error.problem or error.context}") from error
    except ReaderError as error:
        before = text[: error.position]
        position = f"{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"
        raise ConfigError(f"{file}:{position}: YAML allows no character U+{error.character:04X}") from error
    except YAMLError as error:
        raise ConfigError(f"{file}: {str(error).splitlines()[0]}") from error


@dataclass(frozen=True)
class _Reader:
    """Builds values from the parser's events."""

    file: str
    places: dict[tuple[Path, Part], Position]

    def read(self, events: Iterator[Any]) -> Json:
        value: Json = None
        started = False
        for event in events:
            kind = type(event).__name__
            if kind == "DocumentStartEvent":
                if started:
                    raise self._error(event, "a second document starts here, only one is read")
                started = True
            elif kind not in ("StreamStartEvent", "StreamEndEvent", "DocumentEndEvent"):
                value = self._value(event, events, ())
        return value

    def _value(self, event: Any, events: Iterator[Any], path: Path) -> Json:
        self._refuse(event, path)
        start = event.start_mark
        # a value that is left out has no place of its own: the parser is at what follows it
        here = (start.line + 1, start.column + 1)
        absent = type(event).__name__ == "ScalarEvent" and start.index == event.end_mark.index
        self.places[path, "value"] = self.places.get((path, "key"), here) if absent else here
        kind = type(event).__name__
        if kind == "MappingStartEvent":
            return self._mapping(events, path)
        if kind == "SequenceStartEvent":
            return self._sequence(events, path)
        self._refuse_null(event)
        return _plain(event.value) if event.implicit[0] else event.value

    def _mapping(self, events: Iterator[Any], path: Path) -> Json:
        values: dict[str, Json] = {}
        for key in events:
            if type(key).__name__ == "MappingEndEvent":
                break
            self._refuse(key, path)
            if type(key).__name__ != "ScalarEvent":
                raise self._error(key, "a key has to be a text")
            self._refuse_null(key)
            name = key.value
            if name in values:
                line = self.places[(*path, name), "key"][0]
                raise self._error(key, f"{name!r} is here twice, first in line {line}")
            self.places[(*path, name), "key"] = (key.start_mark.line + 1, key.start_mark.column + 1)
            values[name] = self._value(next(events), events, (*path, name))
        return values

    def _sequence(self, events: Iterator[Any], path: Path) -> Json:
        values: list[Json] = []
        for event in events:
            if type(event).__name__ == "SequenceEndEvent":
                break
            values.append(self._value(event, events, (*path, len(values))))
        return values

    def _refuse(self, event: Any, path: Path) -> None:
        if len(path) > DEEPEST:
            raise self._error(event, f"nested deeper than {DEEPEST} levels")
        if type(event).__name__ == "AliasEvent" or getattr(event, "anchor", None):
            raise self._error(event, "anchors and aliases are not read here, write the value out")
        implicit = event.implicit
        if not (any(implicit) if isinstance(implicit, tuple) else implicit):
            raise self._error(event, "tags are not read here")

    def _refuse_null(self, event: Any) -> None:
        # no path, no name and no argument of a program can hold it, and most that is written here is one of these
        if "\0" in event.value:
            raise self._error(event, r"a text holds the character \0, which nothing here can have")

    def _error(self, event: Any, message: str) -> ConfigError:
        mark = event.start_mark
        return ConfigError(f"{self.file}:{mark.line + 1}:{mark.column + 1}: {message}")


def _plain(text: str) -> Json:
    """The value of a scalar without quotes."""
    if _NULL.fullmatch(text):
        return None
    if match := _BOOL.fullmatch(text):
        return match.group(1) is not None
    if _INT.fullmatch(text):
        return int(text, {"0o": 8, "0x": 16}.get(text[:2], 10)) if len(text) < 100 else text
    if _FLOAT.fullmatch(text) and math.isfinite(number := float(text)):
        return number
    return text
