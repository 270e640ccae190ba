"""What targets make of catalogs: which facts are not met, and what no way of writing settles for all targets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from catalint.location import Location
from catalint.model import Catalog, Tool
from catalint.target import Fact, Target

# From harmless to fatal; `accepted` where nothing is amiss.
VERDICTS = ("accepted", "advises", "rewrites", "drops-tool", "rejects-all")


@dataclass(frozen=True, eq=False)
class Breach:
    """A fact that a tool does not meet, or a catalog where `tool` is None; `together` with others mounted with it.

    `count` is how many there are where a catalog has too many of something.
    """

    target: Target
    fact: Fact
    where: Location
    tool: Tool | None = None
    note: str = ""
    together: bool = False
    count: int = 0


@dataclass(frozen=True, eq=False)
class Form:
    """One way to write something, as a noun, and which targets do not take it.

    One that does not keep all of the meaning gives up something that the others say.
    """

    label: str
    refused: Mapping[str, Fact]
    keeps: bool = True


@dataclass(frozen=True, eq=False)
class Conflict:
    """Something that tools have in a form that some target refuses; `forms` has all, the one of most takers first.

    Where the first is refused too, nobody can meet all targets at once; where it does not keep the meaning, only by
    giving something up.
    """

    what: str
    tools: Sequence[Tool]
    forms: Sequence[Form]


@dataclass(frozen=True, eq=False)
class Judgement:
    """What chosen targets make of the catalogs of a run: all breaches, and what can't be settled for all of them."""

    targets: Sequence[Target]
    breaches: Mapping[Catalog, Sequence[Breach]]
    conflicts: Mapping[Catalog, Sequence[Conflict]]


def verdict(breaches: Sequence[Breach]) -> str:
    """The worst of what happens to a tool, one of `VERDICTS`."""
    worst = max((VERDICTS.index(breach.fact.effect) for breach in breaches), default=0)
    return VERDICTS[worst]
