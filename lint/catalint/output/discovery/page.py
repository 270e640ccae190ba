"""What the sections of the text share: lines of a run, fitted to a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from catalint.discovery.run import Discovery
from catalint.model import Tool
from catalint.output.discovery.wording import NAMED, called, on_words
from catalint.output.terminal import Piece, render, safe
from catalint.search.retriever import Hit

_WIDTH = 100  # where nobody asks for another
_NARROWEST = 48


@dataclass(frozen=True)
class View:
    """How a run is shown. `width` is None for a place without columns."""

    color: bool = False
    width: int | None = None


@dataclass(frozen=True)
class Page:
    """A run and how it is shown."""

    run: Discovery
    view: View

    @property
    def width(self) -> int:
        """Columns to fill."""
        return max(self.view.width or _WIDTH, _NARROWEST)

    def line(self, *pieces: Piece, indent: int = 2) -> str:
        """One line, however long."""
        return render(pieces, color=self.view.color, indent=indent).rstrip()

    def text(self, *pieces: Piece, indent: int = 2, hang: int = 2) -> str:
        """Running text, in as many lines as it takes."""
        return render(pieces, color=self.view.color, width=self.width, indent=indent, hang=hang).rstrip()

    def hits(self, hits: Sequence[Hit], query: str, beside: Tool | None, most: int = NAMED) -> Iterator[Piece]:
        """The tools of some hits, each with those words of the query that it has, where it has not all of them."""
        for position, hit in enumerate(hits[:most]):
            words = on_words(hit, query)
            yield Piece(", " if position else "", "dim")
            yield safe(called(self.run, hit.tool, beside))
            yield safe(f" ({words})" if words else "", "dim")
        if len(hits) > most:
            yield Piece(", ...", "dim")


def joined(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Pieces with commas between them."""
    for number, piece in enumerate(pieces):
        if number:
            yield Piece(", ")
        yield piece
