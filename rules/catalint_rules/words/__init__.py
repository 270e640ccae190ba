"""Word lists of the rules: plain text files that people can read and the configuration can extend.

A file holds one entry a line; `#` starts a comment. In files of groups a line is a group of words of one meaning, and
the first word stands for the group. A configuration adds lines under `words: {<file name>: [...]}`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from catalint import Context

_FOLDER = Path(__file__).parent


def names() -> tuple[str, ...]:
    """The names of all lists, sorted."""
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.txt")))


def lines(name: str, ctx: Context | None = None) -> tuple[str, ...]:
    """The entries of a list with those that the configuration adds; raises FileNotFoundError for an unknown list."""
    return _lines(name) + (ctx.words.get(name, ()) if ctx else ())


def entries(name: str, ctx: Context | None = None) -> frozenset[str]:
    """The entries of a list as a set."""
    return _entries(lines(name, ctx))


def vocabulary(name: str, ctx: Context | None = None) -> frozenset[str]:
    """The words of a list whose lines hold several words each."""
    return _vocabulary(lines(name, ctx))


def groups(name: str, ctx: Context | None = None) -> Mapping[str, str]:
    """For a file of groups: each word with the word that stands for its group (the first word of the line)."""
    return _groups(lines(name, ctx))


def phrases(name: str, ctx: Context | None = None) -> re.Pattern[str]:
    """A pattern that finds any entry of a list as whole words, in any case; a `*` stands for any ending of its word."""
    return _phrases(lines(name, ctx))


@lru_cache(maxsize=64)
def _lines(name: str) -> tuple[str, ...]:
    text = (_FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    stripped = (line.partition("#")[0].strip() for line in text.splitlines())
    return tuple(line for line in stripped if line)


@lru_cache(maxsize=64)
def _entries(found: tuple[str, ...]) -> frozenset[str]:
    return frozenset(found)


@lru_cache(maxsize=64)
def _vocabulary(found: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for line in found for word in line.split())


@lru_cache(maxsize=64)
def _groups(found: tuple[str, ...]) -> Mapping[str, str]:
    heads: dict[str, str] = {}
    for line in found:
        members = line.split()
        # a word that is known already pulls its new neighbours into its group
        head = next((heads[word] for word in members if word in heads), members[0])
        for word in members:
            heads.setdefault(word, head)
    return heads


@lru_cache(maxsize=64)
def _phrases(found: tuple[str, ...]) -> re.Pattern[str]:
    listed = "|".join(re.escape(line).replace(r"\*", r"\w*").replace(r"\ ", r"\s+") for line in found)
    return re.compile(rf"(?<!\w)(?:{listed})(?!\w)" if listed else r"(?!)", re.IGNORECASE)
