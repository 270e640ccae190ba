"""Sentences of descriptions.

Texts come from strangers: every pattern is bounded or anchored, so that the time is linear in the length of the text.
"""

from __future__ import annotations

from functools import lru_cache

from catalint.expression import expression

# A sentence ends at . ! or ? before white space and no lower-case letter, behind a whole word even before one ("… of a
# note. item_key: …"), at a CJK full stop, or at an empty line.
_END = expression(
    r"(?<=[A-Za-z]{4})\.(?=\s+[a-z])|[.!?](?=[\"')\]*_]{0,3}(?:\s+[^\sa-z]|\s*$))[\"')\]*_]{0,3}|[。！？]|\n\s*\n|\n(?=\s*(?:[-*#•]|\d+[.)])\s)"
)
# Of single letters only capitals are initials: "30 s." ends a sentence.
_ABBREVIATION = expression(
    r"\b(?:(?i:e\.g|i\.e|etc|vs|cf|approx|incl|no|max|min|resp|spec|config|temp|corp|dept|st|dr|mr|ms|inc|ltd)|[A-Z])\.$"
)
_LONGEST_ABBREVIATION = 10


@lru_cache(maxsize=8192)
def first_sentence(text: str) -> str:
    """The first sentence of a text, which is all that a one-line index shows; white space is folded."""
    stripped = text.strip()
    for match in _END.finditer(stripped):
        end = match.end() if match.group().strip() else match.start()
        tail = stripped[max(0, end - _LONGEST_ABBREVIATION) : end].rstrip()
        if match.group().startswith(".") and _ABBREVIATION.search(tail):
            continue
        return " ".join(stripped[:end].split())
    return " ".join(stripped.split())
