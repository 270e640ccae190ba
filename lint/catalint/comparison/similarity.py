"""How alike names and texts are, by their words: 0 for nothing in common, 1 for the same."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from pathlib import Path

from catalint.search.tokenization import ENGLISH
from catalint.spelling import likeness
from catalint.words import split_identifier, stem

Weigh = Callable[[str], float]
"""The weight of a word, by its stem: one that everything has in common tells nothing apart."""

# What two names share of their letters if they are two spellings of one: `folderpath` and `folder_path`, `color`.
_SPELLED_ALIKE = 0.85


def alike_names(first: str, second: str, weigh: Weigh = lambda _word: 1.0) -> float:
    """How alike two identifiers are, whatever their style: `pageId` and `page_id` are the same."""
    ours, theirs = split_identifier(first), split_identifier(second)
    if ours == theirs:
        return 1.0
    words = overlap({stem(word) for word in ours}, {stem(word) for word in theirs}, weigh)
    letters = likeness("".join(ours), "".join(theirs)) / 100
    return max(words, letters if letters >= _SPELLED_ALIKE else 0.0)


def alike_texts(first: str, second: str, weigh: Weigh = lambda _word: 1.0) -> float:
    """How alike two texts are: the cosine of their words, each weighed."""
    ours, theirs = ENGLISH.count(first).terms, ENGLISH.count(second).terms
    return cosine(ours, theirs, weigh)


def cosine(first: Mapping[str, int], second: Mapping[str, int], weigh: Weigh) -> float:
    """The cosine of two texts by how often they have each word, logarithmically, and what it weighs."""
    ours, theirs = _vector(first, weigh), _vector(second, weigh)
    norm = math.sqrt(sum(value * value for value in ours.values()) * sum(value * value for value in theirs.values()))
    shared = sum(value * theirs[word] for word, value in ours.items() if word in theirs)
    return shared / norm if norm else 0.0


def overlap(first: Collection[str], second: Collection[str], weigh: Weigh) -> float:
    """Twice what two sets share, by what they have together."""
    total = sum(map(weigh, first)) + sum(map(weigh, second))
    return 2 * sum(weigh(word) for word in set(first) & set(second)) / total if total else 0.0


def action(name: str, text: str = "") -> int | None:
    """What a tool does, as the number of a line of `actions.txt`: by its name, else by the first word of its text."""
    groups = _actions()
    first = next(iter(text.split()), "").strip(".,:;*_`").lower()
    for word in (*split_identifier(name), first, first.removesuffix("s")):
        if word in groups:
            return groups[word]
    return None


def _vector(counts: Mapping[str, int], weigh: Weigh) -> dict[str, float]:
    return {word: (1 + math.log(count)) * weigh(word) for word, count in counts.items()}


@lru_cache(maxsize=1)
def _actions() -> Mapping[str, int]:
    lines = Path(__file__).with_name("actions.txt").read_text(encoding="utf-8").splitlines()
    groups = [line.split() for line in lines if line and not line.startswith("#")]
    return {word: number for number, group in enumerate(groups) for word in group}
