"""Parts of sentences that messages and reports have in common: numbers of things, ranks, lists."""

from __future__ import annotations

from collections.abc import Iterable

_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def number(count: int, noun: str, plural: str = "") -> str:
    """A count with its noun: `1 tool`, `1,200 tools`."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def ordinal(rank: int) -> str:
    """A rank as people say it: 1st, 22nd, 113th."""
    return f"{rank:,}{'th' if 10 <= rank % 100 <= 20 else _ENDINGS.get(rank % 10, 'th')}"


def listing(items: Iterable[str], most: int) -> str:
    """Some things with commas and an "and"; of more than `most` the first ones, and how many more there are.

    A single one more is named, too: its number says less than its name.
    """
    found = list(items)
    more = len(found) - most
    if more > 1:
        return f"{', '.join(found[:most])} and {more:,} more"
    return f"{', '.join(found[:-1])} and {found[-1]}" if len(found) > 1 else "".join(found)
