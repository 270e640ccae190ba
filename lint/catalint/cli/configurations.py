"""Clients' configurations on a command line: which of their servers a run starts, and what it says of the others."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from catalint import clients
from catalint.cli import console
from catalint.cli.inputs import choose
from catalint.cli.reading import Reading
from catalint.clients import Configuration, Entry
from catalint.errors import InputError
from catalint.live import Server
from catalint.location import Place, Span
from catalint.output.configurations import write
from catalint.report import Unread


@dataclass(frozen=True, eq=False)
class Mount:
    """A server of a configuration that is started: the line that names it, and which of its tools the client loads."""

    server: Server
    place: Place
    keeps: Callable[[str], bool]


@dataclass(frozen=True, eq=False)
class Mounts:
    """What configurations come to: servers to start, what can't be, and remarks."""

    configurations: tuple[Configuration, ...]
    started: tuple[Mount, ...] = ()
    unread: tuple[Unread, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def client(self) -> str:
        """The client that all configurations are of, empty if there are several or it is not known."""
        names = {configuration.client for configuration in self.configurations}
        return names.pop() if len(names) == 1 else ""


def read_configurations(files: Sequence[tuple[str, bytes]], reading: Reading) -> Mounts:
    """Read configurations, given as path and bytes; nothing is to be started unless the run says so.

    Raises click.UsageError for a name of `only` that none of them has.
    """
    found: list[Configuration] = []
    unread: list[Unread] = []
    for path, data in files:
        try:
            found.append(clients.read(path, data, os.environ))
        except InputError as error:
            unread.append(Unread.because(error))
    if reading.only and not unread:
        choose([entry.name for each in found for entry in each.entries], reading.only)
    notes = [f"{each.path}: {remark}" for each in found for remark in each.remarks]
    if not reading.start:
        found = [_narrowed(each, reading.only) for each in found]
        return Mounts(tuple(found), unread=(*unread, *map(_not_started, found)), notes=tuple(notes))
    started: list[Mount] = []
    for configuration in found:
        for entry in configuration.entries:
            if reading.only and entry.name not in reading.only:
                continue
            if entry.disabled:
                notes.append(f"{configuration.path}: {entry.name} is disabled there and was not started")
            elif entry.server is None:
                line, column = entry.place
                unread.append(Unread(configuration.path, f"{entry.name}: {entry.problem}", line, column))
            else:
                started.append(Mount(entry.server, _place(configuration, entry), entry.tools_kept))
    if not started and not unread:
        unread.extend(Unread(each.path, "names no server that would be started") for each in found)
    return Mounts(tuple(found), tuple(started), tuple(unread), tuple(notes))


def show(configurations: Sequence[Configuration], *, color: bool) -> None:
    """Write on standard output which servers configurations would start."""
    for configuration in configurations:
        console.say(write(configuration, color=color, width=console.width()))


def _narrowed(configuration: Configuration, only: Sequence[str]) -> Configuration:
    if not only:
        return configuration
    return replace(configuration, entries=tuple(entry for entry in configuration.entries if entry.name in only))


def _not_started(configuration: Configuration) -> Unread:
    entries = configuration.entries
    count = sum(entry.starts for entry in entries)
    if not entries:
        return Unread(configuration.path, "names no server")
    if not count:
        left = next((f" ({each.name}: {each.problem})" for each in entries if each.problem and not each.disabled), "")
        return Unread(configuration.path, f"names no server that would be started{left}")
    servers = "its server is" if count == 1 else f"its {count} servers are"
    return Unread(configuration.path, f"nothing was read, since {servers} started or asked with --start only")


def _place(configuration: Configuration, entry: Entry) -> Place:
    line, column = entry.place
    end = column + len(entry.name) + 2  # in quotes, as in JSON
    return Place(configuration.path, Span(line, column, line, end), (column, end), "config")
