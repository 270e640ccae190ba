"""Telling a description from a text that only holds its place."""

from __future__ import annotations

import re
from functools import lru_cache

from catalint import Context
from catalint_rules import words

# A longer text has been written by somebody, whatever it starts with, unless it is blind text all through.
_LONGEST = 200
_EDGES = re.compile(r"^[\W_]+|[\W_]+$")


def placeholder(text: str, ctx: Context | None = None) -> str:
    """The entry of the list `placeholders` that a text is, empty if it is none."""
    folded = " ".join(text[: 2 * _LONGEST].lower().split())
    start = folded.lstrip("[(<{*# ")
    if len(folded) > _LONGEST and not start.startswith("lorem ipsum"):
        return ""
    exact, openings = _patterns(words.lines("placeholders", ctx))
    trimmed = _EDGES.sub("", folded)
    if trimmed in exact:
        return trimmed
    return next((opening for opening in openings if start.startswith(opening)), "")


@lru_cache(maxsize=8)
def _patterns(lines: tuple[str, ...]) -> tuple[frozenset[str], tuple[str, ...]]:
    exact = frozenset(line.lower() for line in lines if not line.endswith("…"))
    return exact, tuple(line[:-1].rstrip().lower() for line in lines if line.endswith("…"))
