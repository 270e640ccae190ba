"""What a configuration file comes to: an entry for each server that it names."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from catalint.live.launch import Server

Transport: TypeAlias = Literal["", "stdio", "http", "sse"]


@dataclass(frozen=True)
class ToolFilter:
    """Which tools of a server the client loads: those of `only`, all where that is None, without those of `without`."""

    only: frozenset[str] | None = None
    without: frozenset[str] = frozenset()

    def __call__(self, name: str) -> bool:
        """Whether the tool of this name is loaded."""
        return (self.only is None or name in self.only) and name not in self.without

    @property
    def keeps_all(self) -> bool:
        """Whether there is nothing to leave out."""
        return self.only is None and not self.without


@dataclass(frozen=True)
class Entry:
    """A server that a configuration names.

    `server` is what would be started or asked, None where that is not possible: then `problem` says why, in one line,
    and `needs` names the inputs (`input:id`) and environment variables that have no value. `disabled` is true where the
    client would leave it alone, with the reason in `problem` unless the file just switches it off. `place` is line and
    column, 1-based, of its name, or of what is wrong. `transport` and `shown` say how it is reached, without secrets;
    `shown` may hold control characters, as the file does.
    """

    name: str
    server: Server | None = field(default=None, repr=False)
    problem: str = ""
    disabled: bool = False
    place: tuple[int, int] = (1, 1)
    transport: Transport = ""
    shown: str = ""
    needs: tuple[str, ...] = ()
    tools_kept: ToolFilter = ToolFilter()

    @property
    def starts(self) -> bool:
        """Whether the client would start or ask this server, and it can be done."""
        return self.server is not None and not self.disabled


@dataclass(frozen=True)
class Configuration:
    """A client's configuration file. `client` is its name, that of its target where there is one; empty if unknown.

    `title` is the client's name in prose. `remarks` say in a line each, without the path, what its owner may overlook.
    """

    path: str
    client: str
    entries: tuple[Entry, ...]
    title: str = ""
    remarks: tuple[str, ...] = ()

    @property
    def servers(self) -> tuple[Server, ...]:
        """What would be started or asked, in the order of the file."""
        return tuple(entry.server for entry in self.entries if entry.server is not None and not entry.disabled)
