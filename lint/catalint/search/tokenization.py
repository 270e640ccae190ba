"""Turning texts and queries into search terms: the documented profiles, so that anyone can repeat a ranking by hand.

The profile of a hosted search is not published. `ENGLISH` is what the usual engines do; `PLAIN` is the least that any
does. A verdict that holds under both does not hang on the choice.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from catalint.expression import expression
from catalint.words import STOP_WORDS, stem

# Scripts written without spaces: Thai to Lao, Burmese, Khmer, kana, Han (with extension A and compatibility), Hangul.
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_RUN = re.compile(r"[^\W_]+")
_ASCII_PART = re.compile(r"[0-9]+|[A-Za-z]+")
_PART = expression(f"[{_UNSPACED}]+|[0-9]+|[^\\W\\d_{_UNSPACED}]+|[^\\W_]")
_UNSPACED_RUN = expression(f"[{_UNSPACED}]")
_CASE = re.compile(r"(?<=[a-zß-öø-ÿ])(?=[A-ZÀ-ÖØ-Þ])|(?<=[A-ZÀ-ÖØ-Þ])(?=[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ])")
_ACRONYM_PLURAL = re.compile(r"[A-Z]{2,}s")
_PLAIN = re.compile(r"\w+")


class Word(NamedTuple):
    """A word as it stands in a text, taken apart: `parts` in lower case and, parallel to them, their `terms`.

    `joined` is the term for a split word as a whole (`github` beside `git` and `hub`), empty for a word in one part. It
    can be found, but it is no word of its own, so it does not make a text longer.
    """

    text: str
    parts: tuple[str, ...]
    terms: tuple[str, ...]
    joined: str = ""


class Counted(NamedTuple):
    """How often each term occurs in a text, words and joined forms apart, and the number of words."""

    terms: Mapping[str, int]
    joined: Mapping[str, int]
    length: int


@dataclass(frozen=True, slots=True)
class Profile:
    """A way to tokenise: `run` finds the words of a text, `split` takes one apart.

    `fold` gives the term of a word where each is in one part.
    """

    name: str
    run: re.Pattern[str]
    split: Callable[[str], Word]
    fold: Callable[[str], str] | None = None

    def count(self, text: str) -> Counted:
        """Count the terms of a text."""
        if not text:
            return Counted({}, {}, 0)
        runs = self.run.findall(_composed(text))
        if self.fold is not None:
            return Counted(Counter(map(self.fold, runs)), {}, len(runs))
        terms: dict[str, int] = {}
        joined: dict[str, int] = {}
        length = 0
        split = self.split
        # each distinct run once: texts repeat their words; a Counter keeps the order of first occurrence
        for run, times in Counter(runs).items():
            word = split(run)
            length += len(word.terms) * times
            for term in word.terms:
                terms[term] = terms.get(term, 0) + times
            if word.joined:
                joined[word.joined] = joined.get(word.joined, 0) + times
        return Counted(terms, joined, length)

    def words(self, text: str) -> list[Word]:
        """The words of a text in its order; words without terms (stop words) are left out."""
        found = map(self.split, self.run.findall(_composed(text)))
        return [word for word in found if word.terms or word.joined]


def _composed(text: str) -> str:
    """Compatibility characters unified, and marks that do not compose dropped (they would tear words apart)."""
    if text.isascii():
        return text
    normal = text if unicodedata.is_normalized("NFKC", text) else unicodedata.normalize("NFKC", text)
    marks = {ord(character): None for character in set(normal) if unicodedata.category(character) in ("Mn", "Mc")}
    return normal.translate(marks) if marks else normal


@lru_cache(maxsize=65536)
def _english(run: str) -> Word:
    """Take a run of letters and digits apart.

    Split at changes of case and between letters and digits, in lower case, without English stop words and single
    letters, stemmed (Snowball English). A split word is a term as a whole too, for people write GitHub and github,
    S3 and s3. Text of scripts without spaces becomes its pairs of neighbouring characters.
    """
    parts: list[str] = []
    terms: list[str] = []
    pieces = 0
    unspaced = False
    for part in (_ASCII_PART if run.isascii() else _PART).findall(run):
        if not part.isascii() and _UNSPACED_RUN.match(part):
            unspaced = True
            pairs = [part[start : start + 2] for start in range(max(1, len(part) - 1))]
            parts += pairs
            terms += pairs
            continue
        words = [part] if part.islower() or _ACRONYM_PLURAL.fullmatch(part) else _CASE.split(part)
        pieces += len(words)
        for word in words:
            lower = word.lower()
            if lower in STOP_WORDS or (len(lower) == 1 and lower.isalpha()):
                continue
            parts.append(lower)
            terms.append(stem(lower))
    joined = stem(run.lower()) if pieces > 1 and not unspaced else ""
    return Word(run, tuple(parts), tuple(terms), joined)


@lru_cache(maxsize=65536)
def _plain(run: str) -> Word:
    lower = run.lower()
    return Word(run, (lower,), (lower,))


ENGLISH = Profile("english", _RUN, _english)
PLAIN = Profile("plain", _PLAIN, _plain, str.lower)
