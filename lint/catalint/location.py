"""Where things are: symbolic locations in a catalog and places in a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Part: TypeAlias = Literal["value", "key"]
Step: TypeAlias = str | int
Path: TypeAlias = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text: lines and columns are 1-based and count code points, the end is exclusive."""

    start_line: int
    start_column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Location:
    """A symbolic location: what a finding is about, wherever it stands.

    `tool` is the position of the tool in the server's list (0-based), None for the catalog as a whole. `path` leads
    from the tool object, in the keys of MCP (`inputSchema`, never `input_schema`), to the value at fault. `part` says
    whether the value or its key is meant.
    """

    server: str
    tool: int | None = None
    path: Path = ()
    part: Part = "value"

    @property
    def pointer(self) -> str:
        """JSON Pointer (RFC 6901) relative to the normalised `{"tools": [...]}`; empty for the whole catalog."""
        if self.tool is None:
            return to_pointer(self.path)
        return to_pointer(("tools", self.tool, *self.path))


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of a file. `path` is as the user wrote it; `how` says what kind of file the line is in.

    `utf16_columns` are the start and end columns in UTF-16 code units, which is what SARIF counts; they differ from
    those of `span` only behind characters outside the basic plane.
    """

    path: str
    span: Span
    utf16_columns: tuple[int, int]
    how: Literal["code", "dump", "config"] = "dump"

    @property
    def start(self) -> str:
        """Where it begins, in the notation of editors and compilers: `path:line:column`."""
        return f"{self.path}:{self.span.start_line}:{self.span.start_column}"


def to_pointer(path: Path) -> str:
    """Write a path as a JSON Pointer (RFC 6901)."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)
