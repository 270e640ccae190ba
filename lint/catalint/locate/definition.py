"""Where code defines a tool, whatever the language: the parts of the tool and the lines that they are written in."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field

from catalint.locate.code import Spot
from catalint.location import Path

PROPERTIES: Path = ("inputSchema", "properties")
MOST_SPOTS = 4_000
"""Parts of one tool whose places are kept; the largest tool of a public server has some 700."""


class Strength(enum.IntEnum):
    """How surely something in code defines a tool, apart from its name being that of one."""

    MENTION = 0
    """The name alone, near a word such as `tool`."""
    LIKELY = 1
    """A function of that name, or a key with something that describes a tool."""
    OBJECT = 2
    """A name beside a description or a schema."""
    REGISTERED = 3
    """A call, a decorator or an attribute that makes a tool."""


@dataclass(frozen=True, eq=False)
class Definition:
    """One place in code that may define the tool called `name`.

    `spots` say where its parts stand, by their path in the tool object; `()` is the name. `heads` are the other lines
    that define the tool as a whole: its decorator, its function, its registration. `description` is what the code says
    there, None if that is not known. `is_literal` says that the name is written there and not a constant's.
    """

    name: str
    spots: Mapping[Path, Spot]
    strength: Strength
    heads: tuple[Spot, ...] = ()
    description: str | None = None
    is_literal: bool = True

    @property
    def spot(self) -> Spot:
        """Where the name stands."""
        return self.spots[()]

    @property
    def parameters(self) -> frozenset[str]:
        """The parameters whose lines are known."""
        return frozenset(str(path[2]) for path in self.spots if len(path) == 3 and path[:2] == PROPERTIES)

    def find(self, path: Path) -> Spot:
        """Where a part of the tool is written, or the nearest thing around it."""
        if path == ("name",):
            return self.spot
        nearest, length = self._nearest(path)
        inner = path.index("properties", 3) if "properties" in path[3:] else 0
        if inner and length < inner + 2:
            # one argument that holds all others may be put around the schema that code writes
            within, reached = self._nearest(("inputSchema", *path[inner:]))
            if reached > 1:
                return within
        return nearest

    def _nearest(self, path: Path) -> tuple[Spot, int]:
        """The place of the longest beginning of a path that is known, and its length."""
        for length in range(len(path), 0, -1):
            spot = self.spots.get(path[:length])
            if spot is not None:
                return spot, length
        return self.spot, 0


@dataclass(eq=False)
class Draft:
    """A definition that is being put together; the first place that is found for a part stays."""

    name: str
    strength: Strength
    spots: dict[Path, Spot]
    heads: list[Spot] = field(default_factory=list)
    description: str | None = None
    is_literal: bool = True

    def put(self, path: Path, spot: Spot) -> None:
        """Take the place of a part, unless one is known."""
        self.spots.setdefault(path, spot)

    def describe(self, content: str, spot: Spot) -> None:
        """Take the description, unless there is one."""
        if ("description",) not in self.spots:
            self.spots["description",] = spot
            self.description = content

    def finish(self) -> Definition:
        """The definition as it is now."""
        return Definition(
            self.name, dict(self.spots), self.strength, tuple(self.heads), self.description, self.is_literal
        )
