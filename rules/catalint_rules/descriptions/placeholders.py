"""Telling a description from a text that only holds its place."""

from __future__ import annotations

from functools import lru_cache

from catalint import Context
from catalint.expression import expression
from catalint_rules import words

# A longer text has been written by somebody, whatever it starts with, unless it is blind text all through.
_LONGEST = 200
# "Createorder tool description": a generator puts the name in front, and a sentence that ends so has more words.
_NAMED = 5
_EDGES = expression(r"^[\W_]+|[\W_]+$")
# "Fill in {{description}}": what a template's engine should have replaced.
_SLOT = expression(r"\{\{\s*[\w.-]{1,40}\s*\}\}|\$\{\s*[\w.-]{1,40}\s*\}|<%=?\s*[\w.-]{1,40}\s*%>")


def placeholder(text: str, ctx: Context | None = None) -> str:
    """The entry of the list `placeholders` that a text is, empty if it is none.

    A text without a letter or digit, such as "...", and one of a template's slots alone are placeholders, too, and
    given as they are.
    """
    return _find(text[: 2 * _LONGEST], words.lines("placeholders", ctx))


@lru_cache(maxsize=8192)  # four rules ask for each description
def _find(text: str, lines: tuple[str, ...]) -> str:
    folded = " ".join(text.lower().split())
    start = folded.lstrip("[(<{*# ")
    if len(folded) > _LONGEST and not start.startswith("lorem ipsum"):
        return ""
    exact, openings, endings = _patterns(lines)
    trimmed = _EDGES.sub("", folded)
    if trimmed in exact:
        return trimmed
    found = next((opening for opening in openings if start.startswith(opening)), "")
    if not found and trimmed.count(" ") < _NAMED:
        found = next((ending for ending in endings if trimmed.endswith(ending)), "")
    return found or (folded if _is_blank(folded) else "")


def _is_blank(folded: str) -> bool:
    return bool(folded) and not any(char.isalnum() for char in _SLOT.sub("", folded)) and folded.isprintable()


@lru_cache(maxsize=8)
def _patterns(lines: tuple[str, ...]) -> tuple[frozenset[str], tuple[str, ...], tuple[str, ...]]:
    """The entries that are a whole text, those that open one (`todo: …`), and those that end one (`… here`)."""
    exact = frozenset(line.lower() for line in lines if not (line.startswith("…") or line.endswith("…")))
    openings = tuple(line[:-1].rstrip().lower() for line in lines if line.endswith("…"))
    return exact, openings, tuple(line[1:].lower() for line in lines if line.startswith("…"))
