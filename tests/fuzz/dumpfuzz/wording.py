"""Mutations that put texts into the names, descriptions, keys and values of a catalog."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from dumpfuzz import texts, tree

FIELDS = ("name", "description", "title", "instructions", "description", "name", "$comment", "version")


def replace_text(root: Any, rng: Random) -> str:
    """Put another text in the place of any."""
    place = tree.pick(root, rng, str)
    text, kind = texts.any_text(rng)
    if place:
        place[0][place[1]] = text
    return f"{kind} text"


def set_text(root: Any, rng: Random) -> str:
    """Set one of the texts that tools and parameters have."""
    text, kind = texts.any_text(rng)
    place = tree.pick(root, rng, dict)
    field = rng.choice(FIELDS)
    if place:
        place[0][place[1]][field] = text
    return f"{kind} {field}"


def insert_text(root: Any, rng: Random) -> str:
    """Put something into a text."""
    place = tree.pick(root, rng, str)
    text, kind = texts.any_text(rng)
    if place:
        old = place[0][place[1]]
        at = rng.choice((0, len(old), rng.randint(0, len(old))))
        place[0][place[1]] = old[:at] + text + old[at:]
    return f"{kind} inserted"


def name_server(root: Any, rng: Random) -> str:
    """Say what the server is, in hostile words."""
    if isinstance(root, dict):
        root["serverInfo"] = {
            "name": texts.any_text(rng)[0],
            "version": texts.hostile(rng),
            "title": texts.hostile(rng),
        }
        root["instructions"] = texts.any_text(rng)[0]
        root["nextCursor"] = texts.hostile(rng)
    return "server named"


def alike(root: Any, rng: Random) -> str:
    """Give several tools or parameters the same text, or names that differ in little."""
    text = rng.choice((texts.hostile(rng), texts.mixed(rng, 500)))
    field = rng.choice(("name", "description"))
    for number, (container, step) in enumerate(tree.nodes(root)):
        if step == field and isinstance(container, dict) and isinstance(container[step], str) and rng.random() < 0.6:
            container[step] = text + rng.choice(("", "", str(number), "_", "-", "s", "\u200b"))
    return f"alike in {field}"


def long_word(root: Any, rng: Random) -> str:
    """A word or a text of a million characters."""
    place = tree.pick(root, rng, str)
    if place:
        one_word = rng.random() < 0.5
        place[0][place[1]] = texts.word(rng, 1_000_000) if one_word else texts.repeated(rng, 100_000) * 10
    return "a million characters"


MUTATORS: Mapping[Callable[[Any, Random], str], int] = {
    replace_text: 12,
    set_text: 10,
    insert_text: 8,
    name_server: 2,
    alike: 3,
    long_word: 1,
}
