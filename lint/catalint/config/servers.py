"""The servers of a configuration: where each one's catalog is saved, how it is started or asked, where its code is."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from catalint.location import Place, Span

if TYPE_CHECKING:
    from catalint.config.document import Document

WAYS = ("command", "url", "python")
"""The keys that say how a server is reached; a server has one of them at most."""
_ONLY_WITH: Mapping[str, str] = {"env": "command", "cwd": "command", "headers": "url"}


@dataclass(frozen=True)
class ServerSetting:
    """One entry of `servers`. Paths are relative to the working directory, not to the file.

    `dump` is the file of its saved catalog, `code` globs over its source files. Of `command` (its arguments), `url` and
    `python` (`module:name`) at most one is there. Values of `env` and `headers` are as in the file, with `${NAME}` for
    variables of the environment; they may be secrets and never show. `folder` is where the configuration is, `place`
    the line that declares the server.
    """

    name: str
    place: Place
    dump: str = ""
    code: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict, repr=False)
    cwd: str = ""
    url: str = ""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    python: str = ""
    folder: str = ""

    @property
    def is_live(self) -> bool:
        """Whether it says how to list the server itself."""
        return bool(self.command or self.url or self.python)


def check(document: Document, entries: Any) -> Iterator[str]:
    """What the JSON Schema of the file does not say about `servers`, one `file:line:column: message` each."""
    dumps = {os.path.realpath(document.file): ""}
    for name, entry in entries.items():
        path = ("servers", name)
        ways = [key for key in WAYS if key in entry]
        if len(ways) > 1:
            yield f"{document.at((*path, ways[1]), 'key')}: {ways[1]!r} and {ways[0]!r} exclude each other"
        if not ways and "dump" not in entry:
            yield f"{document.at(path, 'key')}: {name!r} has no 'dump', and no 'command', 'url' or 'python' to list it"
        for key, other in _ONLY_WITH.items():
            if key in entry and other not in entry:
                yield f"{document.at((*path, key), 'key')}: {key!r} is for a server with a {other!r}"
        if "dump" in entry:
            dump = os.path.realpath(Path(document.file).parent / entry["dump"])
            other = dumps.setdefault(dump, name)
            if other != name:
                fault = f"is that of {other!r}, too: each server needs its own" if other else "is this file itself"
                yield f"{document.at((*path, 'dump'))}: 'dump' {fault}"
        if "command" in entry:
            try:
                words = _words(entry["command"])
            except ValueError as error:
                yield f"{document.at((*path, 'command'))}: 'command' is no command line ({error})"
            else:
                if not words:
                    yield f"{document.at((*path, 'command'))}: 'command' is empty"


def read(document: Document, name: str, entry: Any) -> ServerSetting:
    """Read an entry that `check` found nothing wrong with."""
    folder = Path(document.file).parent
    line, column = document.position(("servers", name), "key")
    span = Span(line, column, line, column + len(name))
    return ServerSetting(
        name,
        Place(document.file, span, (column, column + len(name)), "config"),
        dump=os.path.relpath(folder / entry["dump"]) if "dump" in entry else "",
        code=tuple(entry.get("code", ())),
        command=_words(entry.get("command", ())),
        env={key: _text(value) for key, value in entry.get("env", {}).items()},
        cwd=os.path.relpath(folder / entry.get("cwd", ".")),
        url=entry.get("url", ""),
        headers=dict(entry.get("headers", {})),
        python=entry.get("python", "").removeprefix("py:"),
        folder=os.path.relpath(folder),
    )


def _words(command: Any) -> tuple[str, ...]:
    """The arguments of a command that is a list, or a text as a shell splits it; raises ValueError for open quotes."""
    return tuple(shlex.split(command)) if isinstance(command, str) else tuple(map(_text, command))


def _text(value: Any) -> str:
    """A scalar of the file as a process gets it: `port: 8080` is a number to YAML."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)
