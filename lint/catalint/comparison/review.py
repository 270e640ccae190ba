"""One review: a comparison with the findings, locks and assumptions that belong to it, and the gates it has to pass."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from catalint.comparison.catalogs import Comparison
from catalint.comparison.change import Effect
from catalint.comparison.findability import Shift
from catalint.comparison.findings import Delta
from catalint.comparison.locks import Drift, differing
from catalint.comparison.prefix import Caching
from catalint.errors import UserError
from catalint.finding import Severity
from catalint.report import Unread
from catalint.wording import listing, number


@dataclass(frozen=True, eq=False)
class Review:
    """What `catalint diff` has to show. `old` and `new` are the two sides as they are shown.

    `unlocked` are the servers of the new side that no lock was there for.
    """

    old: str
    new: str
    comparison: Comparison
    delta: Delta = field(default_factory=Delta)
    drifts: Sequence[Drift] = ()
    caching: Caching = field(default_factory=Caching)
    unread: Sequence[Unread] = ()
    unlocked: Sequence[str] = ()

    @cached_property
    def shifts(self) -> tuple[Shift, ...]:
        """The tools that searches lost or found."""
        return self.comparison.shifts

    @property
    def lost(self) -> tuple[Shift, ...]:
        """The tools that a search found and is likely to miss now."""
        return tuple(shift for shift in self.shifts if shift.lost)

    def fresh(self, least: Severity = Severity.NOTE) -> int:
        """The number of new findings from a severity on, grown ones among them."""
        return sum(1 for result in (*self.delta.fresh, *self.delta.grown) if result.severity >= least)

    def moves(self) -> int:
        """The number of tools that stand elsewhere."""
        return sum(len(catalog.matched.moved) for catalog in self.comparison.catalogs)


@dataclass(frozen=True, slots=True)
class Gate:
    """What a review must not have: `name` is as the user wrote it, `check` says what of it is there, if any."""

    name: str
    check: Callable[[Review], str]


_TOKENS = re.compile(r"\+?(\d{1,9}(?:\.\d{1,3})?)(%?)", re.ASCII)
OF_LOCKS = frozenset(("lock", "changed"))
"""The gates that a lock alone can answer: it has digests and no schemas."""
GATES: Mapping[str, str] = {
    "breaking": "breaking changes",
    "may-break": "breaking changes, and those that may break",
    "trust": "annotations that promise less",
    "undiscoverable": "tools that a search is likely to miss now",
    "findings": "new findings; findings:warning those from a severity on",
    "tokens": "growth; tokens:+5% or tokens:+200 more than that",
    "lock": "tools that differ from a lock, servers without one, entries that can't be read",
    "changed": "any change",
}
"""The gates by name, with what they stop."""


def parse_gates(words: Iterable[str]) -> tuple[Gate, ...]:
    """Read gates such as `breaking` and `tokens:+5%`; raises UserError for what is none, with what is near."""
    return tuple(map(_parse, words))


def _parse(word: str) -> Gate:
    name, colon, value = word.partition(":")
    if name not in GATES:
        from catalint.hints import did_you_mean

        known = ", ".join(GATES)
        raise UserError(f"no gate {word!r}{did_you_mean(name, GATES) or f' (there are: {known})'}")
    if name == "tokens":
        return Gate(word, _tokens(word, value if colon else "0"))
    if name == "findings":
        return Gate(word, _findings(word, value if colon else "note"))
    if colon:
        raise UserError(f"{name!r} takes no value: write {name}")
    return Gate(word, _CHECKS[name])


def _tokens(word: str, value: str) -> Callable[[Review], str]:
    match = _TOKENS.fullmatch(value)
    if not match:
        raise UserError(f"{word!r} is no growth of tokens: write tokens:+5% or tokens:+200")
    most, is_share = float(match[1]), bool(match[2])

    def check(review: Review) -> str:
        before, after = review.comparison.tokens_before, review.comparison.tokens_after
        allowed = before * most / 100 if is_share else most
        if after - before <= allowed:
            return ""
        return f"{number(after - before, 'token')} more ({before:,} -> {after:,})"

    return check


def _findings(word: str, value: str) -> Callable[[Review], str]:
    try:
        least = Severity.parse(value)
    except KeyError:
        names = ", ".join(f"findings:{each}" for each in sorted(Severity, reverse=True))
        raise UserError(f"{word!r} names no severity: write {names}") from None
    return lambda review: _some(review.fresh(least), "new finding")


def _drifted(review: Review) -> str:
    different = differing(review.drifts)
    return f"{different} not as in the lock" if different else ""


def _locked(review: Review) -> str:
    """What a lock minds. A gate that has nothing to go by does not stand open."""
    missing = f"no lock for {listing([f'`{name}`' for name in review.unlocked], 3)}" if review.unlocked else ""
    return "; ".join(filter(None, (_drifted(review), missing, _uncompared(review))))


def _uncompared(review: Review) -> str:
    count = review.comparison.broken or sum(drift.unreadable for drift in review.drifts)
    return _some(count, "entry that can't be compared", "entries that can't be compared")


def _risks(review: Review) -> str:
    changes = review.comparison.changes(Effect.TRUST)
    count = sum(change.riskier for _, _, change in changes)
    return _some(count, "annotation that promises less", "annotations that promise less")


def _any(review: Review) -> str:
    count = sum(len(catalog.changed) for catalog in review.comparison.catalogs)
    guides = sum(catalog.guidance is not None for catalog in review.comparison.catalogs)
    return (
        _some(count, "changed tool")
        or _some(review.moves(), "moved tool")
        or _some(guides, "change of a server's instructions", "changes of servers' instructions")
        or _drifted(review)
        or _uncompared(review)
    )


_CHECKS: Mapping[str, Callable[[Review], str]] = {
    "breaking": lambda review: _some(review.comparison.count(Effect.BREAKING), "breaking change"),
    "may-break": lambda review: (
        _some(
            review.comparison.count(Effect.BREAKING) + review.comparison.count(Effect.UNCLEAR),
            "change that breaks or may break",
            "changes that break or may break",
        )
        or _uncompared(review)
    ),
    "trust": _risks,
    "undiscoverable": lambda review: _some(
        len(review.lost), "tool that a search is likely to miss now", "tools that a search is likely to miss now"
    ),
    "lock": _locked,
    "changed": _any,
}


def _some(count: int, noun: str, plural: str = "") -> str:
    return number(count, noun, plural) if count else ""
