"""Text as a model reads it: one line, without marks and hidden characters; and its sentences."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from catalint.expression import expression
from catalint.location import Path
from catalint_rules.safety.characters import INVISIBLE

_STEP = expression(r"\n[ \t]*(?:\n|[-*•+][ \t]|\d{1,2}[.)][ \t]|#{1,6}[ \t])")
_TAG = expression(r"</?[A-Za-z][A-Za-z_:-]{0,30}>")
_BACKTICKS = expression(r"`+")
_MARKS = expression(r"[*#>|]+|~~|__|(?<![\w/])_(?=\w)|(?<=\w)_(?![\w/])")
_PLAIN = str.maketrans(
    {
        "’": "'",
        "‘": "'",
        "‛": "'",
        "´": "'",
        "“": '"',
        "”": '"',
        "„": '"',
        "«": '"',
        "»": '"',
        "「": '"',
        "」": '"',
        "İ": "I",  # the one character that is longer in lower case
        "‐": "-",
        "‑": "-",
    }
)
_END = expression(r"(?<!e\.g)(?<!i\.e)[.!?](?=[\"')\]]{0,2}(?:\s|$))|[。！？]")
# An instruction that is spoken of is none: in a scanner for such texts, or as an example of one.
_SPOKEN_OF = expression(
    r"\b(?:detect|scan|classif|flag|block|filter|sanitis|sanitiz|jailbreak|inject(?:ion|ed)|attack|malicious|adversarial"
    r"|phish|poison|red[- ]team|moderat|guardrail|suspicious)",
    re.IGNORECASE,
)
_OPENING_QUOTE = expression(r"(?:^|[\s(\[:=,])'(?=\S)")
_CLOSING_QUOTE = expression(r"(?<=\S)'(?=$|[\s)\].,;:!?])")
_DOUBLE_QUOTE = expression('"')
_LONGEST_QUOTE = 60
# A sentence is looked at this far to both sides, in characters: texts come from strangers, and one without an end would
# be read anew for each of its words.
_REACH = 400


@dataclass(frozen=True, slots=True)
class Passage:
    """A string that a model may read as prose.

    `path` leads to it, `plain` is its text in one line of plain words, `lower` the same in lower case, character by
    character.
    """

    path: Path
    plain: str
    lower: str

    def sentence(self, start: int, end: int) -> tuple[int, int]:
        """Where the sentence stands that holds the stretch from `start` to `end`, as far as it reaches."""
        first = max(0, start - _REACH)
        for match in _END.finditer(self.plain, first, start):
            first = match.end()
        while first < start and self.plain[first] == " ":
            first += 1
        ending = _END.search(self.plain, max(0, end - 1), end + _REACH)
        return first, ending.end() if ending else min(len(self.plain), end + _REACH)

    def is_spoken_of(self, start: int, end: int) -> bool:
        """Whether the stretch is quoted, or its sentence is about such texts."""
        first, last = self.sentence(start, end)
        before, after = self.plain[first:start], self.plain[end:last]
        if _SPOKEN_OF.search(before) or _SPOKEN_OF.search(after):
            return True
        marks = _double_quotes(self.plain)
        if bisect_left(marks, start) % 2 and marks[-1] >= end:
            return True
        opened = len(_OPENING_QUOTE.findall(before)) > len(_CLOSING_QUOTE.findall(before))
        return opened and bool(_CLOSING_QUOTE.search(after))

    def quote(self, start: int, end: int) -> str:
        """The stretch in double quotes, cut to 60 characters, on to the end of its sentence where there is room."""
        last = self.sentence(start, end)[1]
        if last - start <= _LONGEST_QUOTE:
            end = last
        text = (
            "".join(char if char.isprintable() else "\ufffd" for char in self.plain[start:end]).strip().rstrip(".!,;:")
        )
        shown = text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 3].rstrip()}..."
        return '"' + shown.replace('"', "'") + '"'


@lru_cache(maxsize=4)  # all directives of a passage are judged in a row
def _double_quotes(plain: str) -> Sequence[int]:
    return [match.start() for match in _DOUBLE_QUOTE.finditer(plain)]


def read(path: Path, text: str) -> Passage:
    """Make a string plain: marks of Markdown, hidden characters and curly quotes gone, white space folded.

    Empty lines and items of a list become ends of sentences.
    """
    if not text.isascii():
        text = INVISIBLE.sub("", text).translate(_PLAIN)
    if "`" in text:
        text = _BACKTICKS.sub("'", text)
    if "\n" in text:
        text = _STEP.sub(". ", text)
    if "<" in text:
        text = _TAG.sub(". ", text)
    plain = " ".join(_MARKS.sub("", text).split())
    return Passage(path, plain, plain.lower())
