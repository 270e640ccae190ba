"""Near-match hints for names that a user got wrong."""

from __future__ import annotations

from collections.abc import Iterable


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """`; did you mean 'x'?` for the nearest known name, empty if none is near; case and joints don't count."""
    from rapidfuzz import fuzz, process

    names = list(known)
    # a slip of the pen first, then a part of a name
    best = process.extractOne(name, names, scorer=fuzz.ratio, processor=_plain, score_cutoff=75)
    best = best or process.extractOne(name, names, scorer=fuzz.WRatio, processor=_plain, score_cutoff=70)
    return f"; did you mean {best[0]!r}?" if best else ""


def _plain(name: str) -> str:
    return name.casefold().replace("_", "-").replace(" ", "-")
