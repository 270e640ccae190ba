"""Standard output and standard error: encodings, colours, width, and lines that no input can forge."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Literal

import click

from catalint.errors import UserError
from catalint.output.terminal import Piece, Style, escape, render
from catalint.report import Unread

_READING_WIDTH = 100

Color = Literal["auto", "always", "never"]


def wants_color(choice: str) -> bool:
    """Whether text on standard output is coloured: by choice, by NO_COLOR or FORCE_COLOR, or as a terminal."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):  # https://no-color.org
        return False
    if os.environ.get("FORCE_COLOR"):  # https://force-color.org
        return True
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def width() -> int | None:
    """Columns of the terminal on standard output, None if it is none."""
    if not sys.stdout.isatty():
        return None
    from shutil import get_terminal_size

    return get_terminal_size().columns


def reading_width() -> int:
    """Columns for running text: what the terminal has, but no more than reads well."""
    return min(width() or _READING_WIDTH, _READING_WIDTH)


def can_show(text: str) -> bool:
    """Whether the encoding of standard output has all characters of a text."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def styled(text: str, style: Style, *, color: bool) -> str:
    """Safe text in one style."""
    return render([Piece(text, style)], color=color)


def say(text: str) -> None:
    """Write text for people on standard output; what its encoding lacks is written as an escape."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    with _writing():
        click.echo(text.encode(encoding, "backslashreplace").decode(encoding), nl=False, color=True)


def put(text: str) -> None:
    """Write text for programs on standard output: UTF-8 and line feeds whatever the terminal and the system."""
    with _writing():
        sys.stdout.flush()
        stream = sys.stdout.buffer
        stream.write(text.encode("utf-8", "backslashreplace"))
        stream.flush()


def flush() -> None:
    """Write what waits to be written; raises UserError where standard output takes no more."""
    with _writing():
        sys.stdout.flush()


def abandon() -> None:
    """Let what is still buffered go nowhere, so that nothing complains about it at exit."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):  # no real file behind it
        return


@contextmanager
def _writing() -> Iterator[None]:
    """Say what keeps standard output from being written, such as a full disk; a closed pipe is for others to handle."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        abandon()
        raise UserError(f"standard output can't be written: {error.strerror or error}") from error


def complain(level: Literal["note", "warning", "error"], message: str) -> None:
    """Write one line on standard error, with everything in it that a terminal would obey made visible."""
    line = f"catalint: {level}: {escape(message)}\n"
    encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
    sys.stderr.write(line.encode(encoding, "backslashreplace").decode(encoding))
    sys.stderr.flush()


def report_unread(unread: Iterable[Unread]) -> None:
    """Write on standard error which inputs were not read and why, with what a server that failed had to say."""
    for each in unread:
        position = f":{each.line}:{each.column}" if each.line else ""
        kind = f"{each.kind}: " if each.kind else ""
        complain("error", f"{each.path}{position}: {kind}{each.message}")
        for line in each.detail:
            complain("error", f"{each.path}: | {line}")


def report_inputs(notes: Iterable[str], unread: Iterable[Unread]) -> None:
    """Write on standard error what was odd about the inputs, and which were not read."""
    for note in notes:
        complain("note", note)
    report_unread(unread)
