"""What a rule says: findings with a symbolic location, before anyone knows the file and line."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field

from catalint.location import Location
from catalint.model import Json


class Severity(enum.IntEnum):
    """How bad a finding is, in SARIF's own words; ordered, so that a gate can compare."""

    NOTE = 1
    WARNING = 2
    ERROR = 3

    def __str__(self) -> str:
        return self.name.lower()

    @classmethod
    def parse(cls, text: str) -> Severity:
        """Read `note`, `warning` or `error`; raises KeyError for anything else."""
        return cls[text.upper()]


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that a finding is about, with a few words on why."""

    where: Location
    message: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A change that a tool can make: what stands at `where` is replaced by `value`. `text` says what it does."""

    where: Location
    value: Json
    text: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault. `message` is one line: what, the evidence with its numbers, one thing to do (240 characters at most).

    `detail` is for those who ask (`--verbose`): lists, longer reasons. `key` tells apart two findings of one rule at
    one location and is part of the fingerprint, so it must not change with the wording. `data` carries the numbers of
    the message, so that nobody has to parse it. `fix` is a change that mends the fault, if there is one.
    """

    rule: str
    message: str
    where: Location
    severity: Severity
    related: tuple[Related, ...] = ()
    detail: str = ""
    key: str = ""
    data: Mapping[str, Json] = field(default_factory=dict)
    fix: Fix | None = None
