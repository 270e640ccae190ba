"""Text of an input, and where in it an offset stands."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from catalint.location import Span

_LINE_END = re.compile(r"\r\n|\n|\r")
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


@dataclass(frozen=True, eq=False)
class Text:
    """A decoded input. `path` is as the user wrote it. Offsets count code points from 0."""

    path: str
    content: str

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both 1-based, in code points."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def offset(self, line: int) -> int:
        """The offset of the beginning of a line, 1-based; of a line behind the last one the end of the text."""
        return self._line_starts[line - 1] if line <= len(self._line_starts) else len(self.content)

    def span(self, start: int, end: int) -> Span:
        """The stretch between two offsets, the end exclusive."""
        return Span(*self.position(start), *self.position(end))

    def utf16_columns(self, start: int, end: int) -> tuple[int, int]:
        """The columns of two offsets, 1-based, in UTF-16 code units."""
        return self._utf16_column(start), self._utf16_column(end)

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in _LINE_END.finditer(self.content))]

    @cached_property
    def _astral(self) -> list[int]:
        # Found once per text: a dump on a single line would otherwise be read again for each column.
        return [] if self.content.isascii() else [match.start() for match in _ASTRAL.finditer(self.content)]

    def _utf16_column(self, offset: int) -> int:
        line, column = self.position(offset)
        first = bisect_right(self._astral, self._line_starts[line - 1] - 1)
        return column + bisect_right(self._astral, offset - 1) - first
