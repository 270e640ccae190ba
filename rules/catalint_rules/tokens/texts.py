"""What is written in one tool, and how much of it can go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from catalint.schema import walk
from catalint_rules.tokens.limits import quote
from catalint_rules.tokens.savings import Size

# A description that says what a tool does, when to use it and what comes back; half of all tools take less altogether.
_SOUND = 150
# A description that is longer by less is not worth a word.
_WORTH = 50
# Texts on parameters that are cut by more lose what a model needs.
MOST_CUT = 0.5
# A text on a parameter in so many characters says what it is; what is longer can be said more briefly.
_SOUND_TEXT = 120
# A part with a smaller share of the texts is not where they are.
_SHARE = 0.1
_SHOWN = 3


class Texts(NamedTuple):
    """What is written in a tool: the tokens of its description, those of all texts in its schema, and their places.

    `long` is the share of the texts in the schema that is beyond what says in brief what a parameter is.
    """

    description: int
    schema: int
    longest: Sequence[str]
    long: float

    @property
    def spare(self) -> int:
        """The tokens of a description beyond those of a sound one."""
        spare = self.description - _SOUND
        return spare if spare >= _WORTH else 0

    @property
    def half(self) -> int:
        """The tokens of the texts in a schema that can go; of terse texts none."""
        return int(self.schema * min(MOST_CUT, self.long))


def read_texts(size: Size) -> Texts:
    """Count the texts of a tool; those in its schema include definitions."""
    found = [
        ((*node.path, "description"), len(text))
        for node in walk(size.schema)
        if isinstance(node.schema, dict) and isinstance(text := node.schema.get("description"), str)
    ]
    lengths: Counter[str] = Counter()
    for path, length in found:
        if len(path) > 2:
            lengths[str(path[1])] += length
    total = sum(length for _, length in found)
    longest = [quote(name) for name, length in lengths.most_common(_SHOWN) if length >= _SHARE * total]
    spare = sum(max(0, length - _SOUND_TEXT) for _, length in found)
    tokens = size.without(path for path, _ in found) if found else 0
    return Texts(size.counted.description, tokens, longest, spare / total if total else 0)
