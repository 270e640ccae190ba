"""Which words are words, and which of them people say rather than write into a tool's text.

A table of stems, made by tests/eval/fit_discoverability.py from labelled searches and from the texts of MCP servers. A
stem that it lacks was used by one author only or by none: a brand, a typo, a name made up. The lift of a stem is the
logarithm of how much more often searches have it than the texts of servers do: `flight` is said, `endpoint` is written.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from catalint.words import STOP_WORDS, stem

_FILE = Path(__file__).with_name("vocabulary.txt")
# Share of searches and of texts that is added to both sides of a lift, so that rare words get none.
FLOOR = 0.003
# Lifts are kept in steps of a quarter: finer ones would be noise, and the file longer.
STEPS = 4


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Lifts by stem."""

    lifts: Mapping[str, float]

    def knows(self, term: str) -> bool:
        """True for a number and for a word that more than one author uses; the term may be stemmed or not."""
        return term.isdecimal() or term in self.lifts or term in STOP_WORDS or stem(term) in self.lifts

    def lift(self, term: str) -> float:
        """How much more often a word is said than written, as a logarithm; 0 for a word that is not known."""
        lift = self.lifts.get(term)
        return self.lifts.get(stem(term), 0.0) if lift is None else lift


def lift_of(said: float, written: float) -> float:
    """The lift of a word, from the shares of searches and of servers that have it, in whole steps."""
    return round(math.log((said + FLOOR) / (written + FLOOR)) * STEPS) / STEPS


def write_vocabulary(vocabulary: Vocabulary, comment: str) -> str:
    """The text of a table: comment lines, then one line for each lift with its stems."""
    lines: dict[float, list[str]] = {}
    for term, lift in sorted(vocabulary.lifts.items()):
        lines.setdefault(lift, []).append(term)
    head = "".join(f"# {line}\n" for line in comment.splitlines())
    return head + "".join(f"{lift:g} {' '.join(terms)}\n" for lift, terms in sorted(lines.items()))


def read_vocabulary(text: str) -> Vocabulary:
    """Read what `write_vocabulary` wrote; raises ValueError for anything else."""
    lifts: dict[str, float] = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            lift, *terms = line.split()
            lifts |= dict.fromkeys(terms, float(lift))
    return Vocabulary(lifts)


@lru_cache(maxsize=1)
def standard_vocabulary() -> Vocabulary:
    """The table that catalint comes with."""
    return read_vocabulary(_FILE.read_text(encoding="utf-8"))
