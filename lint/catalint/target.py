"""What is known of a client, a model's API or a protocol revision that tools are written for.

Rule packs bring targets. Each fact says what a target takes, what it does with anything else, who says so and how sure
that is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from catalint.finding import Severity

Effect: TypeAlias = Literal["rejects-all", "drops-tool", "rewrites", "advises"]
Confidence: TypeAlias = Literal["confirmed", "reported", "uncertain"]


@dataclass(frozen=True, eq=False)
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


@dataclass(frozen=True, eq=False)
class Remark:
    """Something that is known of a target and that a list of tools does not show."""

    text: str
    source: str
    date: str
    confidence: Confidence


@dataclass(frozen=True, eq=False)
class Naming:
    """How a target makes the name that a model sees: where `{server}`, `{plugin}` and `{tool}` go.

    Characters that `replace` matches become `_`. A name longer than `longest` keeps its ends, with `joint` between.
    """

    template: str = "{tool}"
    plugin: str = ""
    replace: str = ""
    longest: int = 0
    joint: str = ""


@dataclass(frozen=True, eq=False)
class Target:
    """A client, an API, a directory, a local runtime or a revision of the protocol. `title` is its name in prose."""

    name: str
    title: str
    kind: Literal["protocol", "api", "client", "directory", "runtime"]
    summary: str
    facts: tuple[Fact, ...]
    remarks: tuple[Remark, ...] = ()
    naming: Naming = field(default_factory=Naming)
