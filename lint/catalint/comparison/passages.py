"""Where two versions of a text differ, in their own words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

# A word with the space behind it, so that words put together again are the text.
_WORD = re.compile(r"\S+\s*|\s+")
# Words shown on both sides of a difference. Two that stand nearer to each other are shown as one.
_AROUND = 4
# Comparing takes the product of the numbers of words, and memory of an eighth of a byte each.
_MOST_PAIRS = 25_000_000
_GAP = "… "


def passages(before: str, after: str, most: int) -> tuple[str, str]:
    """The stretches of both texts in which they differ, with some words around them; at most `most` characters each.

    What is left out, between two differences too, is a `…`. Both are empty for equal texts.
    """
    if before == after:
        return "", ""
    old, new = _WORD.findall(before), _WORD.findall(after)
    hunks = list(_hunks(old, new))
    return _shown(old, [hunk[:2] for hunk in hunks], most), _shown(new, [hunk[2:] for hunk in hunks], most)


def _hunks(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    """Where the old words and the new ones differ, as the bounds in both, with the words around."""
    found: list[list[int]] = []
    for first, last, start, end in _differences(old, new):
        if found and first - found[-1][1] <= 2 * _AROUND:
            found[-1][1], found[-1][3] = last, end
        else:
            found.append([first, last, start, end])
    for first, last, start, end in found:
        ahead, behind = min(_AROUND, first), min(_AROUND, len(old) - last)
        yield first - ahead, last + behind, start - ahead, end + behind


def _differences(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    from rapidfuzz.distance import Indel

    if len(old) * len(new) <= _MOST_PAIRS:
        for step in Indel.opcodes(old, new):
            if step.tag != "equal":
                yield step.src_start, step.src_end, step.dest_start, step.dest_end
        return
    shorter = min(len(old), len(new))
    same = next((index for index in range(shorter) if old[index] != new[index]), shorter)
    tail = next((index for index in range(shorter - same) if old[-1 - index] != new[-1 - index]), shorter - same)
    yield same, len(old) - tail, same, len(new) - tail


def _shown(words: Sequence[str], bounds: Sequence[tuple[int, ...]], most: int) -> str:
    parts: list[str] = []
    room, end = most, 0
    for first, last in bounds:
        if room <= 0:
            break
        part = "".join(words[first:last])
        parts.append(f"{_GAP if first > end else ''}{part[:room]}{_GAP.strip() if len(part) > room else ''}")
        room -= len(part)
        end = last
    text = "".join(parts)
    return text if end == len(words) or text.endswith(_GAP.strip()) else f"{text.rstrip()} {_GAP.strip()}"
