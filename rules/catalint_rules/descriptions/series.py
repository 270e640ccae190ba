"""Descriptions that a generator has made: one sentence into which each name is put, or one phrase said twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from catalint.expression import expression
from catalint.words import split_identifier
from catalint_rules.descriptions.specificity import Reading

# From so many texts of one make on, they have one cause.
_LEAST = 5
_CODED = expression(r"`([^`\n]{1,80})`|\b([A-Za-z0-9]+(?:_[A-Za-z0-9]+)+|[a-z]+(?:[A-Z][a-z0-9]+)+)\b")
_END = expression(r"[.!?]\s+")


@dataclass(frozen=True, eq=False, slots=True)
class Series:
    """Texts of one make: the sentence with an ellipsis for the name. `twice` is true for phrases said twice."""

    members: Sequence[Reading]
    make: str
    twice: bool


def find_series(readings: Iterable[Reading]) -> list[Series]:
    """The texts that are made alike, as far as there are many of them."""
    makes: defaultdict[str, list[Reading]] = defaultdict(list)
    for reading in readings:
        make = "twice" if _is_twice(reading.lead) else _make(reading)
        if make:
            makes[make].append(reading)
    return [Series(found, make, make == "twice") for make, found in makes.items() if len(found) >= _LEAST]


def _is_twice(text: str) -> bool:
    """True for "Delete note. Delete note"."""
    said = [part.strip(" .!?").lower() for part in _END.split(text)]
    return len(said) == 2 and said[0] == said[1]


def _make(reading: Reading) -> str:
    """A text with an ellipsis for the name that it quotes; empty if it quotes none."""
    parts = frozenset(split_identifier(reading.tool.name))
    quoted = [match for match in _CODED.finditer(reading.lead) if _names(match.group(1) or match.group(2), parts)]
    if len(quoted) != 1:
        return ""
    start, end = quoted[0].span()
    return f"{reading.lead[:start]}…{reading.lead[end:]}".lower()


def _names(word: str, parts: frozenset[str]) -> bool:
    own = split_identifier(word)
    return bool(own) and parts.issuperset(own)
