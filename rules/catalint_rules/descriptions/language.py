"""Telling English texts from others, so that no text is judged by the words of a language that it is not written in."""

from __future__ import annotations

from functools import lru_cache

from catalint import Context
from catalint.expression import expression
from catalint.words import STOP_WORDS
from catalint_rules import words

_WORD = expression(r"[^\W\d_]+")
# A description may quote a word of another script; a text of another script has far more of it.
_FOREIGN_LETTERS = 0.2
# A language shows within so many characters.
_READ = 800


def is_english(text: str, ctx: Context | None = None) -> bool:
    """True unless a text shows another language: a fifth of its letters, or more function words than English has.

    A text without function words of any language counts as English: tool texts are often bare noun phrases, and a
    judge that counts only English words as empty can't take an unknown word for an empty one.
    """
    return _judged(text[:_READ], words.vocabulary("foreign", ctx))


@lru_cache(maxsize=4096)
def _judged(text: str, foreign: frozenset[str]) -> bool:
    found: list[str] = _WORD.findall(text.lower())
    if not text.isascii():
        letters = "".join(found)
        if sum(1 for letter in letters if not letter.isascii()) > _FOREIGN_LETTERS * len(letters):
            return False
    theirs = sum(1 for word in found if word in foreign)
    return theirs < 2 or theirs <= sum(1 for word in found if word in STOP_WORDS)
