"""A single change between two versions of a tool, and what it means for those who rely on the tool."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from catalint.comparison.schemas.verdict import Verdict
from catalint.location import Path
from catalint.model import Json

Side: TypeAlias = Literal["tool", "input", "output"]


class Effect(enum.Enum):
    """What a change means, worst first.

    Callers are who sends arguments by the old input schema, readers who reads results by the old output schema.
    BREAKING: a call or a reader that was right is not any more. UNCLEAR: it may not be, which could not be decided or
    hangs on the caller. COMPATIBLE: all go on as before. TRUST: what the server says of the tool's effects changed.
    TEXT: only what people and models read.
    """

    BREAKING = "breaking"
    UNCLEAR = "may-break"
    COMPATIBLE = "compatible"
    TRUST = "trust"
    TEXT = "text"

    @property
    def rank(self) -> int:
        """0 for the worst."""
        return list(Effect).index(self)


_BY_VERDICT = {Verdict.NO: Effect.BREAKING, Verdict.MAYBE: Effect.UNCLEAR, Verdict.YES: Effect.COMPATIBLE}


@dataclass(frozen=True, slots=True)
class Change:
    """One change. `kind` names it for programs, `message` says it in one line; names in it stand between backticks.

    `subject` is the parameter or property as people write it (`filter.tags[]`), empty for the tool or a schema as a
    whole. `path` leads to the place in the new tool, or in the old one where `gone`. `before` and `after` are short
    values, of two long texts the passages that differ, None where there is nothing to show. `riskier` is true for an
    annotation that promises less than before.
    """

    effect: Effect
    kind: str
    message: str
    side: Side = "tool"
    path: Path = ()
    subject: str = ""
    gone: bool = False
    before: Json = None
    after: Json = None
    riskier: bool = False


def effect_of(verdict: Verdict) -> Effect:
    """The effect of a change for which it was asked whether what is sent is still allowed."""
    return _BY_VERDICT[verdict]


def worst(changes: Iterable[Change]) -> Effect | None:
    """The worst effect of some changes; None if there are none."""
    return min((change.effect for change in changes), key=lambda effect: effect.rank, default=None)
