"""Near-match hints for names that a user got wrong."""

from __future__ import annotations

from collections.abc import Iterable


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """`; did you mean 'x'?` for the nearest known name, empty if none is near."""
    from rapidfuzz import fuzz, process

    best = process.extractOne(name, list(known), scorer=fuzz.WRatio, score_cutoff=70)
    return f"; did you mean {best[0]!r}?" if best else ""
