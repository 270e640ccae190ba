"""Where a client cuts a long text, and what a model then never reads."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from inspect import cleandoc

from catalint.expression import expression
from catalint_rules.tokens.limits import clip

# Claude Code: "put critical details first", https://code.claude.com/docs/en/mcp, and the constant of 2,048 that
# https://github.com/anthropics/claude-code/issues/41593 found in version 2.1.84.
CLIENT_LIMIT = 2048

# A line with a single # is a comment of a sample more often than a heading.
_CODE = expression(r"```.*?(?:```|\Z)", re.DOTALL)
_HEADING = expression(
    r"^[ \t]*(?:#{2,6}[ \t]+(?P<marked>[^\n#]{2,60}?)|\*\*(?P<bold>[^*\n]{2,60}?):?\*\*:?"
    r"|(?P<plain>[A-Z][\w /&()-]{1,40}):)[ \t]*$",
    re.MULTILINE,
)
# Of a text that is samples to this part, the samples are what to move.
_MOSTLY_SAMPLES = 0.3
# Below this share it says more how many characters are lost.
_SMALL_SHARE = 0.05


@dataclass(frozen=True, slots=True)
class Cut:
    """A text that is too long: what a client keeps of it and what it loses."""

    kept: str
    lost: str

    @property
    def characters(self) -> int:
        """The length of the whole text, as JavaScript counts it."""
        return measure(self.kept) + measure(self.lost)

    @property
    def share(self) -> float:
        """The part of the text that is lost, 0 to 1."""
        return measure(self.lost) / self.characters

    def say_lost(self) -> str:
        """How much is lost, as a clause."""
        count = measure(self.lost)
        if self.share >= _SMALL_SHARE:
            return f"{self.share:.0%} is lost"
        return f"its last {count:,} characters are lost" if count > 1 else "its last character is lost"

    @property
    def opening(self) -> str:
        """The first words that are lost, from the beginning of the word that the cut goes through; 40 characters."""
        word = re.search(r"\S{0,24}\Z", self.kept)
        begun = word.group() if word and not self.lost[:1].isspace() else ""
        return clip(" ".join(f"{begun}{self.lost[:200]}".split()))

    @property
    def headings(self) -> Sequence[str]:
        """The headings that are lost, those of samples left out."""
        found = (match.group("marked", "bold", "plain") for match in _HEADING.finditer(_CODE.sub("", self.lost)))
        named = (name.strip() for names in found for name in names if name)
        # "You should:" opens a list in a sentence
        return tuple(dict.fromkeys(clip(name) for name in named if not name.startswith("You ")))

    @property
    def samples(self) -> int:
        """The characters in fenced blocks, if they are a good part of the text; else 0."""
        text = self.kept + self.lost
        characters = sum(measure(block) for block in _CODE.findall(text))
        return characters if characters > _MOSTLY_SAMPLES * measure(text) else 0


def cut(text: str, limit: int) -> Cut | None:
    """Cut a text as Claude Code does; None if nothing but white space is lost.

    Claude Code is written in JavaScript, which counts UTF-16 code units: a character outside the basic plane is two.
    """
    if len(text) * 2 <= limit or measure(text) <= limit:
        return None
    kept = text.encode("utf-16-le", "surrogatepass")[: 2 * limit].decode("utf-16-le", "ignore")
    lost = text[len(kept) :]
    return Cut(kept, lost) if lost.strip() else None


def measure(text: str) -> int:
    """The length of a text in UTF-16 code units."""
    return len(text) if text.isascii() else len(text) + sum(1 for character in text if character > "\uffff")


def dedent(text: str) -> str:
    """A text without the indentation of a docstring."""
    return cleandoc(text)
