"""Which of the definitions that code holds is that of a tool: by its name, and by whether they say the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from catalint.locate.definition import Definition, Strength
from catalint.locate.values import UNKNOWN
from catalint.model import Tool

_PREFIX = 60
"""Characters of two descriptions that have to be equal: what follows may be built from parts."""
_TELLING = 24
"""Characters of a description from which on it tells a tool from others."""
_KNOWN = 12
"""Characters of a part of a built description that are compared at least."""
SEPARATORS = "_-./:"
"""What stands between the parts of a name."""


def choose(tool: Tool, candidates: Iterable[Definition]) -> Definition | None:
    """The definition of a tool among those of its name; None where none is likely, or two are equally so."""
    rated = sorted(((_rate(tool, each), -order, each) for order, each in enumerate(candidates)), reverse=True, key=_key)
    rated = [entry for entry in rated if entry[0][0]]
    if not rated:
        return None
    best = rated[0]
    if len(rated) > 1 and rated[1][0] == best[0] and best[0][2] < 2 and not _same_line(best[2], rated[1][2]):
        return None
    return best[2]


def _key(entry: tuple[tuple[int, ...], int, Definition]) -> tuple[tuple[int, ...], int]:
    return entry[0], entry[1]


def _same_line(one: Definition, other: Definition) -> bool:
    return one.spot.file is other.spot.file and one.spot.line == other.spot.line


def _rate(tool: Tool, definition: Definition) -> tuple[int, ...]:
    """Larger is better; the first number is 0 for what is not taken."""
    agreement = agree(tool, definition)
    weight = definition.spot.file.weight
    if definition.strength is Strength.REGISTERED:
        plausible = agreement > -2
    elif definition.strength is Strength.OBJECT:
        plausible = agreement > -1
    else:
        plausible = agreement > 0
    return (
        int(plausible),
        -weight,
        agreement,
        definition.strength,
        int(definition.is_literal),
        len(definition.spots),
    )


def agree(tool: Tool, definition: Definition) -> int:
    """How well a definition fits what a tool says: up to 3, below 0 where it contradicts, 0 where nothing is known."""
    score = 0
    if definition.description is not None:
        ours, theirs = normalize(tool.description), normalize(definition.description)
        if ours and theirs:
            score += 2 if _same(ours, theirs) else -1
        elif ours or theirs:
            score -= 1 if theirs else 0
    names = {parameter.name for parameter in tool.parameters}
    if names and definition.parameters:
        shared = len(names & definition.parameters)
        score += 1 if 2 * shared >= len(names) else 0 if shared else -1
    return score


def _same(ours: str, theirs: str) -> bool:
    """Whether two descriptions begin alike; where one is built, whether all that is known of it is there."""
    if UNKNOWN in theirs:
        known = [part.strip() for part in theirs.split(UNKNOWN)]
        known = [part for part in known if len(part) >= _KNOWN]
        return bool(known) and all(part[:_PREFIX] in ours for part in known)
    return ours[:_PREFIX] in theirs or theirs[:_PREFIX] in ours


def choose_renamed(tool: Tool, candidates: Sequence[Definition]) -> Definition | None:
    """The definition of a tool whose name is made from parts: a prefix of a mounted server, another spelling.

    It has to say the same as the tool does, in words that tell it from others.
    """
    plain = _plain(tool.name)
    spelled = [each for each in candidates if _plain(each.name) == plain]
    if spelled and (found := choose(tool, spelled)) is not None:
        return found
    ended = [each for each in candidates if _ends(tool.name, each.name) and agree(tool, each) >= 2]
    if ended and (found := choose(tool, ended)) is not None:
        return found
    description = normalize(tool.description)
    if len(description) < _TELLING:
        return None
    same = [each for each in candidates if each.description and normalize(each.description) == description]
    spots = {(each.spot.file.path, each.spot.line) for each in same}
    return same[0] if len(spots) == 1 and agree(tool, same[0]) >= 2 else None


def _ends(name: str, end: str) -> bool:
    return len(end) > 2 and name.endswith(end) and len(name) > len(end) and name[-len(end) - 1] in SEPARATORS


def _plain(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())


def normalize(text: str) -> str:
    """A text without what wrapping and indenting change."""
    return " ".join(text.split())
