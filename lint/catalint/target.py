"""What is known of a client, a model's API or a protocol revision that tools are written for.

Rule packs bring targets. Each fact says what a target takes, what it does with anything else, who says so and how sure
that is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
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

    `plugin` is the template for a server that a plugin brings. Of the server's name the first `server` characters are
    kept, all where that is 0. Characters that `replace` matches become `_`. A name longer than `longest` keeps its
    ends, with `joint` between. `seen` is false where models may see other names: nothing is known of them, or only how
    they are counted.
    """

    template: str = "{tool}"
    plugin: str = ""
    server: int = 0
    replace: str = ""
    longest: int = 0
    joint: str = ""
    seen: bool = True

    @property
    def is_qualified(self) -> bool:
        """Whether the server's name stands before a tool's, so that tools of one name stay apart."""
        return "{server}" in self.template

    def write(self, tool: str, server: str, plugin: str = "", *, cut: bool = True) -> str:
        """The name that a model sees of a server's tool; of one that is too long all of it unless `cut`."""
        template = self.plugin if plugin and self.plugin else self.template
        parts = {"{server}": server[: self.server] if self.server else server, "{plugin}": plugin, "{tool}": tool}
        # parts between the fields, so that a name that looks like a field stays a name
        sent = "".join(parts.get(part, part) for part in _FIELD.split(template))
        if self.replace:
            sent = _compiled(self.replace).sub("_", sent)
        if cut and self.longest and len(sent) > self.longest:
            kept = self.longest - len(self.joint)
            sent = sent[: (kept + 1) // 2] + self.joint + sent[len(sent) - kept // 2 :]
        return sent


_FIELD = re.compile(r"(\{server\}|\{plugin\}|\{tool\})")


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


@dataclass(frozen=True, eq=False)
class Target:
    """A client, an API, a directory, a local runtime or a revision of the protocol. `title` is its name in prose.

    `by_name` says that it concerns only those who ask for it, such as a mode that has to be switched on or a directory
    that one submits to: `all` leaves it out.
    """

    name: str
    title: str
    kind: Literal["protocol", "api", "client", "directory", "runtime"]
    summary: str
    facts: tuple[Fact, ...]
    remarks: tuple[Remark, ...] = ()
    naming: Naming = field(default_factory=lambda: Naming(seen=False))
    by_name: bool = False
