"""Characters that a person does not see, and those that a terminal obeys instead of showing them."""

from __future__ import annotations

import re
import unicodedata

from catalint.expression import expression

# Default-ignorable and directional characters (Unicode, DerivedCoreProperties and Bidi_Control) that hide text or
# reorder it. U+00AD, the soft hyphen, and single variation selectors are what word processors and keyboards leave.
INVISIBLE = expression(
    "[\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
    # a variation selector chooses a form of the character before it; many in a row can only spell hidden bytes
    "|[\ufe00-\ufe0f]{3,}"
)
# C0 without tab, line feed and carriage return, DEL, and C1 (ISO/IEC 6429).
CONTROL = expression("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
# A name is one word to clients: even a line break or a tab tears it apart.
CONTROL_IN_NAME = expression("[\x00-\x1f\x7f-\x9f\u2028\u2029]")

# Sequences that are lawful as they are. The classes take milliseconds to compile, and few texts come this far.
_LAWFUL = (
    # a flag of a region (Scotland): black flag, tag characters, cancel tag (Unicode Technical Standard 51, ED-14a)
    "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f",
    # an emoji, with its modifiers, joined to the next one (UTS 51, ED-16); keycaps and arrows join as well
    "(?<=[\u203c-\u3299\ufe0f\U0001f000-\U0001faff])\u200d(?=[\u203c-\u3299\U0001f000-\U0001faff])",
    # an ideographic variation sequence chooses a glyph for the ideograph before it (UTS 37)
    "(?<=[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])[\U000e0100-\U000e01ef]",
)

_JOINERS = frozenset("\u200c\u200d")
_MARKS = frozenset("\u200e\u200f\u061c")
# Embeddings and isolates with what ends them; overrides (U+202D, U+202E) have no use in plain text.
_OPENING = {"\u202a": "\u202c", "\u202b": "\u202c", "\u2066": "\u2069", "\u2067": "\u2069", "\u2068": "\u2069"}
_CLOSING = frozenset(_OPENING.values())
# Scripts without spaces mark where a line may break (Thai, Lao, Tibetan, Myanmar, Khmer).
_SPACELESS = (("\u0e00", "\u0fff"), ("\u1000", "\u109f"), ("\u1780", "\u17ff"))
# Scripts whose letters take a form by what they are joined to: Arabic and Syriac to the scripts of India and Mongolian,
# and the Arabic presentation forms.
_JOINING = (("\u0600", "\u1aff"), ("\ufb50", "\ufdff"), ("\ufe70", "\ufefc"))
_KHMER = (("\u1780", "\u17ff"),)
_MONGOLIAN = (("\u1800", "\u18af"),)
_JAMO = (("\u1100", "\u11ff"), ("\ua960", "\ua97f"), ("\ud7b0", "\ud7ff"))
_AT_HOME = {
    "\u200b": _SPACELESS,
    "\u200c": _JOINING,
    "\u200d": _JOINING,
    "\u17b4": _KHMER,
    "\u17b5": _KHMER,
    "\u180e": _MONGOLIAN,
    "\u115f": _JAMO,
    "\u1160": _JAMO,
}


def hidden_characters(text: str) -> str:
    """The characters of a text that hide something, in their order; those with a lawful use there are left out."""
    if text.isascii() or not INVISIBLE.search(text):
        return ""
    rest = text
    for sequence in _LAWFUL:
        rest = re.sub(sequence, "", rest)  # `re` keeps what it has compiled
    found = list(INVISIBLE.finditer(rest))
    allowed = _allowed_directions(rest) if found else frozenset()
    return "".join(
        match.group() for match in found if match.group() not in allowed and not _at_home(rest, match.start())
    )


def control_characters(text: str, *, is_name: bool) -> list[str]:
    """The control characters of a text in their order; in a name line breaks and tabs count too."""
    return (CONTROL_IN_NAME if is_name else CONTROL).findall(text)


def _at_home(text: str, position: int) -> bool:
    """Whether a character stands behind a letter of a script that is spelled with it."""
    before, character, after = text[position - 1 : position], text[position], text[position + 1 : position + 2]
    scripts = _AT_HOME.get(character)
    if not scripts or not _is_letter(before, scripts):
        return False
    # a joiner may end a word; the others stand between letters
    return _is_letter(after, scripts) or (character in _JOINERS and not after.isalnum())


def _is_letter(character: str, scripts: tuple[tuple[str, str], ...]) -> bool:
    return bool(
        character
        and any(first <= character <= last for first, last in scripts)
        and unicodedata.category(character)[0] in "LM"
    )


def _allowed_directions(text: str) -> frozenset[str]:
    """The directional characters that a text may hold.

    Marks, where any letters run from right to left; embeddings and isolates that are closed in order, where most do.
    """
    letters = [unicodedata.bidirectional(character) for character in text if character.isalpha()]
    leftward = sum(1 for direction in letters if direction in ("R", "AL"))
    if not leftward:
        return frozenset()
    mostly = leftward * 2 >= len(letters)
    return _MARKS | (frozenset(_OPENING) | _CLOSING if mostly and _is_balanced(text) else frozenset())


def _is_balanced(text: str) -> bool:
    waiting: list[str] = []
    for character in text:
        if character in _OPENING:
            waiting.append(_OPENING[character])
        elif character in _CLOSING and (not waiting or waiting.pop() != character):
            return False
    return not waiting
