"""Which servers a configuration would start: a table for people, and the same for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from catalint.clients.configuration import Configuration, Entry
from catalint.output.encode import plain
from catalint.output.terminal import Piece, Style, columns, escape, fit, pad, render, shorten
from catalint.wording import number

_WIDTH = 100  # where nobody asks for another
_LONGEST_NAME = 30
_LONGEST_COMMAND = 300
_NARROWEST = 30


def write(configuration: Configuration, *, color: bool, width: int | None) -> str:
    """Write the table; ends with a newline. `width` is None for a place without columns."""
    return "\n".join(_lines(configuration, color=color, width=width or _WIDTH)) + "\n"


def to_json(configuration: Configuration) -> dict[str, Any]:
    """The same for programs; docs/clients.md has its shape."""
    return {
        "path": plain(configuration.path),
        "client": configuration.client or None,
        "servers": [_entry_json(entry) for entry in configuration.entries],
    }


def _entry_json(entry: Entry) -> dict[str, Any]:
    kept = entry.tools_kept
    return {
        "name": entry.name,
        "transport": entry.transport or None,
        "shown": entry.shown,
        "starts": entry.starts,
        "disabled": entry.disabled,
        "problem": entry.problem or None,
        "needs": [*entry.needs],
        "line": entry.place[0],
        "column": entry.place[1],
        "tools": {"only": None if kept.only is None else sorted(kept.only), "without": sorted(kept.without)},
    }


def _lines(configuration: Configuration, *, color: bool, width: int) -> Iterator[str]:
    entries = configuration.entries
    of = f" of {configuration.title}" if configuration.title else ""
    head = f": {number(len(entries), 'server')}{of}"
    yield render([Piece(escape(configuration.path), "heading"), Piece(head)], color=color)
    if entries:
        yield ""
        first = max(min(columns(escape(entry.name)), _LONGEST_NAME) for entry in entries) + 2
        for entry in entries:
            yield from _entry(entry, first, color=color, width=width)
        yield ""
    yield from _end(entries, color=color, width=width)


def _entry(entry: Entry, first: int, *, color: bool, width: int) -> Iterator[str]:
    """A line of columns; what is too long goes on below itself, and so does what there is to say."""
    style: Style = "" if entry.starts else "dim"
    head = f"  {pad(fit(entry.name, _LONGEST_NAME), first)}{entry.transport or '?':<7}"
    indent = columns(head)
    shown = escape(shorten(entry.shown, _LONGEST_COMMAND))
    body = render([Piece(shown)], color=False, width=max(width - indent, _NARROWEST), hang=2).split("\n")
    for start, line in zip([head, *(" " * indent for _ in body[1:])], body, strict=True):
        yield render([Piece(start + line, style)], color=color)
    remark = _remark(entry)
    if remark:
        tone: Style = "dim" if entry.disabled else "warning" if entry.problem else "note"
        yield render([Piece(escape(remark), tone)], color=color, width=width, indent=indent, hang=2)


def _remark(entry: Entry) -> str:
    if entry.disabled:
        return f"left out: {entry.problem}" if entry.problem else "switched off"
    if entry.problem:
        return f"can't be {'asked' if entry.transport in ('http', 'sse') else 'started'}: {entry.problem}"
    kept = entry.tools_kept
    if kept.keeps_all:
        return ""
    parts = [] if kept.only is None else [f"only {len(kept.only):,} of its tools"]
    parts += [f"{len(kept.without):,} of its tools left out"] if kept.without else []
    return ", ".join(parts)


def _end(entries: tuple[Entry, ...], *, color: bool, width: int) -> Iterator[str]:
    ready = [entry for entry in entries if entry.starts]
    commands = sum(1 for entry in ready if entry.transport == "stdio")
    urls = len(ready) - commands
    parts = [f"starts {number(commands, 'command')}"] if commands else []
    parts += [f"asks {number(urls, 'URL')}"] if urls else []
    text = f"Nothing was started or asked: --start {' and '.join(parts)}." if parts else "None of them can be started."
    yield render([Piece(text if entries else "It names no server.")], color=color, width=width)
