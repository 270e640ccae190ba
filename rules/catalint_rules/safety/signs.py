"""Signs for a first look at text in lower case: patterns, each sought only where the letters that it begins with are.

Finding letters is ten times as fast as searching for a pattern, and a pattern that no text has the letters of is never
compiled.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from catalint.expression import expression

# Characters that stand for themselves; the last is none of them where what follows makes it optional.
_FIXED = re.compile(r"[\w /']*(?![?*{])")


class Sign(NamedTuple):
    """A pattern and fixed letters in front of everything that it matches, empty if there are none."""

    start: str
    pattern: re.Pattern[str]

    def shows_in(self, text: str) -> bool:
        """Whether a text in lower case has a match."""
        return self.start in text and self.pattern.search(text) is not None


def signs(*patterns: str) -> tuple[Sign, ...]:
    """Make signs of patterns that have no alternatives outside brackets."""
    return tuple(Sign(_start(pattern), expression(pattern)) for pattern in patterns)


def _start(pattern: str) -> str:
    match = _FIXED.match(pattern)
    return match.group() if match else ""
