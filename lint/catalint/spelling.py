"""How alike names are spelled, for the name that somebody probably meant.

Two texts of a million letters each would take minutes to compare, and what is that long is no name: it is like nothing
but itself.
"""

from __future__ import annotations

from collections.abc import Iterable

LONGEST = 256
"""Letters of a name that others are compared with. The longest names of real tools and parameters have about 120."""


def likeness(first: str, second: str) -> float:
    """The share of letters that two names have in common in one order, 0 to 100, whatever their case."""
    from rapidfuzz import fuzz

    if max(len(first), len(second)) > LONGEST:
        return 100.0 * (first.lower() == second.lower())
    return fuzz.ratio(first.lower(), second.lower())


def nearest(name: str, known: Iterable[str], least: float) -> str:
    """The known name that is spelled most like `name`, the first of equals; empty if none comes to `least`."""
    from rapidfuzz import fuzz, process

    if len(name) > LONGEST:
        return ""
    choices = {other: other.lower() for other in known if len(other) <= LONGEST}
    found = process.extractOne(name.lower(), choices, scorer=fuzz.ratio, score_cutoff=least)
    return found[2] if found else ""
