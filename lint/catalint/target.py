"""What is known of a client, a model's API or a protocol revision that tools are written for.

Rule packs bring targets. Each fact says what a target takes, what it does with anything else, who says so and how sure
that is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from catalint.context import Context
from catalint.finding import Severity
from catalint.location import Location
from catalint.model import Catalog, Tool

Effect: TypeAlias = Literal["rejects-all", "drops-tool", "rewrites", "advises"]
Confidence: TypeAlias = Literal["confirmed", "reported", "uncertain"]

# From harmless to fatal; `accepted` where nothing is amiss.
VERDICTS = ("accepted", "advises", "rewrites", "drops-tool", "rejects-all")


@dataclass(frozen=True, eq=False, slots=True)
class Fact:
    """One thing that a target asks for.

    `check` names how it is tested, `value` with what. `rule` is the rule that reports a breach. `phrase` says in a few
    words what the target does then, the verb in its plain form. `keeps` marks a rewriting that loses nothing. `origin`
    is the target that the fact was taken over from, empty for one of its own. `date` (ISO) is when the source was read
    or written, `versions` which releases it holds for where that is known.
    """

    id: str
    check: str
    value: Any
    effect: Effect
    confidence: Confidence
    source: str
    date: str
    text: str
    rule: str
    side: Literal["input", "output", "both"] = "input"
    phrase: str = ""
    keeps: bool = False
    versions: str = ""
    origin: str = ""

    @property
    def severity(self) -> Severity:
        """How bad a breach is: an error where it costs a tool or more, unless nobody is sure of that."""
        if self.effect in ("rejects-all", "drops-tool"):
            return Severity.WARNING if self.confidence == "uncertain" else Severity.ERROR
        loses = self.effect == "rewrites" and not self.keeps and self.confidence != "uncertain"
        return Severity.WARNING if loses else Severity.NOTE


@dataclass(frozen=True, eq=False, slots=True)
class Remark:
    """Something that is known of a target and that a list of tools does not show."""

    text: str
    source: str
    date: str
    confidence: Confidence


@dataclass(frozen=True, eq=False, slots=True)
class Naming:
    """How a target makes the name that a model sees: where `{server}`, `{plugin}` and `{tool}` go.

    Characters that `replace` matches become `_`. A name longer than `longest` keeps its ends, with `joint` between.
    """

    template: str = "{tool}"
    plugin: str = ""
    replace: str = ""
    longest: int = 0
    joint: str = ""


@dataclass(frozen=True, eq=False, slots=True)
class Target:
    """A client, an API, a directory, a local runtime or a revision of the protocol. `title` is its name in prose."""

    name: str
    title: str
    kind: Literal["protocol", "api", "client", "directory", "runtime"]
    summary: str
    facts: tuple[Fact, ...]
    remarks: tuple[Remark, ...] = ()
    naming: Naming = field(default_factory=Naming)


@dataclass(frozen=True, eq=False, slots=True)
class Breach:
    """A fact that a tool does not meet, or a catalog where `tool` is None."""

    target: Target
    fact: Fact
    where: Location
    tool: Tool | None = None
    note: str = ""


@dataclass(frozen=True, eq=False, slots=True)
class Form:
    """One way to write something, and which targets do not take it."""

    label: str
    refused: Mapping[str, Fact]


@dataclass(frozen=True, eq=False, slots=True)
class Conflict:
    """Something in a catalog that no way of writing makes all chosen targets take; `forms` with the most takers first.

    `tools` are those that have it.
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


@dataclass(frozen=True, eq=False)
class TargetBook:
    """The targets of a rule pack. `load` raises KeyError for a name that is not among `names`."""

    names: tuple[str, ...]
    default: tuple[str, ...]
    load: Callable[[str], Target]
    judge: Callable[[Context, Sequence[Target]], Judgement]


def verdict(breaches: Sequence[Breach]) -> str:
    """The worst of what happens to a tool, one of `VERDICTS`."""
    worst = max((VERDICTS.index(breach.fact.effect) for breach in breaches), default=0)
    return VERDICTS[worst]
