"""Text that is safe and pleasant on a terminal: visible escapes, styles, display width, wrapping."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Literal, NamedTuple, TypeAlias

from catalint.finding import Severity
from catalint.unseen import UNSEEN

Style: TypeAlias = Literal["", "heading", "error", "warning", "note", "dim"]

# Select Graphic Rendition codes (ECMA-48, 8.3.117): bold, and the colours that all terminals have.
_CODES: dict[Style, str] = {
    "heading": "1",
    "error": "1;31",
    "warning": "33",
    "note": "36",
    "dim": "2",
}

STYLES: Mapping[Severity, Style] = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}

# What a terminal would obey or a reader could not see.
_UNSEEN = re.compile(f"[\x00-\x1f{UNSEEN}]")
# What the runner of a CI job would obey in its log: `::error::` at the start of a line, `##[error]` (GitHub), `##vso[`
# (Azure) and `##teamcity[` anywhere in it. A text can be what its line begins with.
_COMMAND = re.compile(r"##(?=\w*\[)|^\s*:(?=:)")
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


class Piece(NamedTuple):
    """A stretch of a line in one style; its text has been made safe."""

    text: str
    style: Style = ""


def escape(text: str) -> str:
    r"""Write what a terminal or a CI runner would obey, or hide, as a visible escape: `\n`, `\x1b`, `\u202e`, `#\x23[`.

    The text may be what a line begins with; inside a line, `::` means nothing to a runner.
    """
    if not (text.isascii() and text.isprintable()):
        text = _UNSEEN.sub(_escaped, text)
    return _COMMAND.sub(_disarmed, text) if "##" in text or "::" in text else text


def shorten(text: str, most: int) -> str:
    """Cut a text that is longer than `most` characters and mark the cut."""
    return text if len(text) <= most else text[: most - 3] + "..."


def brief(text: str, most: int) -> str:
    """A text made safe and cut to `most` characters; what is cut off is not looked at, be it a million characters."""
    return shorten(escape(text[: most + 1]), most)


def fit(text: str, most: int) -> str:
    """A name made safe and cut in the middle to some columns: names of one family differ at their ends."""
    shown = escape(text) if len(text) <= 2 * most else f"{escape(text[:most])}...{escape(text[-most:])}"
    if columns(shown) <= most:
        return shown
    head, tail = shown[: most // 2], shown[-(most - most // 2) :]
    while head and columns(f"{head}...{tail}") > most:
        head, tail = (head[:-1], tail) if len(head) > len(tail) else (head, tail[1:])
    return f"{head}...{tail}"


def pad(text: str, width: int) -> str:
    """Fill safe text with blanks up to some columns."""
    return text + " " * (width - columns(text))


def safe(text: str, style: Style = "") -> Piece:
    """A piece of a line from text that nobody has checked."""
    return Piece(escape(text), style)


def render(pieces: Iterable[Piece], *, color: bool, width: int | None = None, indent: int = 0, hang: int = 4) -> str:
    """Write pieces as one line, or as several that end before `width` columns where a width is given.

    Lines begin `indent` columns from the left, those after the first `hang` columns further. Breaks are made at spaces
    only: a word that is longer than a line (a path, an address) stays whole, so that it can be copied and clicked.
    """
    if width is None:
        return _written([Piece(" " * indent), *pieces], color=color)
    lines: list[str] = []
    line, used, start = [Piece(" " * indent)], indent, indent
    for word in _words(pieces):
        size = _size(word)
        if used > start and used + 1 + size > width:
            lines.append(_written(line, color=color))
            start = indent + hang
            line, used = [Piece(" " * start)], start
        if used == start:
            line += (first := _begin_line(word))
            used += _size(first)
        else:
            # a space belongs to the style around it, so that a styled phrase is one stretch
            line += (Piece(" ", word[0].style if word[0].style == line[-1].style else ""), *word)
            used += 1 + size
    return "\n".join((*lines, _written(line, color=color)))


def _size(word: list[Piece]) -> int:
    return sum(columns(piece.text) for piece in word)


def _begin_line(word: list[Piece]) -> list[Piece]:
    """A word as what a line begins with: there `::` is a command, which it was not where the text had it."""
    if not "".join(piece.text for piece in word).startswith("::"):
        return word
    return [word[0]._replace(text=f"\\x3a{word[0].text[1:]}"), *word[1:]]


def columns(text: str) -> int:
    """How many columns of a terminal a text takes: two for wide characters, none for combining ones."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(char) else 1 + (east_asian_width(char) in "WF") for char in text)


def _words(pieces: Iterable[Piece]) -> Iterator[list[Piece]]:
    """Split at spaces; a word may run through several pieces."""
    word: list[Piece] = []
    for piece in pieces:
        for position, part in enumerate(piece.text.split(" ")):
            if position and word:
                yield word
                word = []
            if part:
                word.append(Piece(part, piece.style))
    if word:
        yield word


def _written(line: Iterable[Piece], *, color: bool) -> str:
    """Pieces as text without blanks at the end; neighbours of one style are one stretch."""
    if not color:
        return "".join(piece.text for piece in line).rstrip(" ")
    stretches = [
        (style, "".join(piece.text for piece in run)) for style, run in groupby(line, lambda piece: piece.style)
    ]
    return "".join(
        f"\x1b[{_CODES[style]}m{text}\x1b[0m" if style and text else text for style, text in stretches
    ).rstrip(" ")


def _disarmed(match: re.Match[str]) -> str:
    command = match.group()
    return f"{command[:-1]}\\x{ord(command[-1]):02x}"


def _escaped(match: re.Match[str]) -> str:
    char = match.group()
    if char in _SHORT:
        return _SHORT[char]
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
