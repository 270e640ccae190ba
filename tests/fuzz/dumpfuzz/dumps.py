"""Mutated dumps: each is made from a seed and a number alone, so that it can be made again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any, TypeVar

from dumpfuzz import octets, schemas, seeds, shapes, structure, texts, tree, wording, yamltext

Value = TypeVar("Value")

# Names of files and servers that a terminal, a runner of a CI job or a forge could take for more than names.
NAMES = (
    "tools\x1b[31m", "::error::x", "a\nb", "a\r", "##[error]", "\u202egpj", "a b%0A", "[x](y)", "<b>", "|a|`b`", "-x", "a\u200b", "\x07", "日本", "a:b", "a#b?c",
    "x" * 200, "\udcff", "$(id)", "'\"", "%s{0}",
)  # fmt: skip


_TREE = (structure.MUTATORS, schemas.MUTATORS, schemas.MUTATORS, wording.MUTATORS, wording.MUTATORS)
# What is larger is made again, smaller: time grows with size, and what a run may take is meant for a dump of this.
MOST_BYTES = 2_500_000


@dataclass(frozen=True)
class Dump:
    """A dump. `name` is that of its file, `before` the dump that it was made from, `story` says from what and how."""

    name: str
    data: bytes
    before: bytes = b"{}"
    story: tuple[str, ...] = ()


def make(seed: int, number: int) -> Dump:
    """The dump of a number, in a row that the seed determines."""
    for attempt in count():
        dump = _make(Random(f"{seed}/{number}/{attempt}"))  # noqa: S311 - nothing secret is made of it
        if len(dump.data) <= MOST_BYTES:
            return dump
    raise AssertionError


def _make(rng: Random) -> Dump:
    start, value = seeds.anything(rng)
    before = tree.write(value).encode()
    story = [start]
    root = {"": value}  # so that the whole can be replaced, too
    for _ in range(_count(rng, (1, 1, 1, 2, 2, 3, 5, 8), none=0.06)):
        mutators = rng.choice(_TREE)
        target = root[""] if isinstance(root[""], dict | list) and not isinstance(root[""], tree.Pairs) else root
        story.append(_choose(mutators, rng)(target, rng))
    value = shapes.shape(root[""], rng) if rng.random() < 0.5 else root[""]
    text, suffix = _write(value, rng, story)
    if len(text) > MOST_BYTES:
        return Dump("", text.encode("utf-8", "replace"))
    data, encoding = octets.encode(text, rng)
    story.append(encoding)
    for _ in range(_count(rng, (1, 1, 2, 4), none=0.75)):
        if data:
            change = _choose(octets.MUTATORS, rng)
            data = change(data, rng)
            story.append(f"bytes: {change.__name__}")
    stem = rng.choice(NAMES) if rng.random() < 0.2 else "tools"
    return Dump(f"{stem}{suffix}", data, before, tuple(story))


def _write(value: Any, rng: Random, story: list[str]) -> tuple[str, str]:
    if rng.random() < 0.2:
        text = yamltext.plain(value, rng)
        story.append("YAML")
        for _ in range(_count(rng, (1, 1, 2), none=0.3)):
            change = _choose(yamltext.MUTATORS, rng)
            text = change(text, rng)
            story.append(f"YAML: {change.__name__}")
        return text, rng.choice((".yaml", ".yml"))
    indent, ascii_only = rng.choice(("", "", "  ", "\t")), rng.random() < 0.5
    if isinstance(value, list) and not isinstance(value, tree.Pairs) and rng.random() < 0.5:
        glue = rng.choice(("\n", "\n", "\n\n", "\r\n", f"\n{texts.hostile(rng)}\n"))
        return glue.join(tree.write(item, ascii_only=ascii_only) for item in value), rng.choice((".jsonl", ".json"))
    return tree.write(value, indent=indent, ascii_only=ascii_only), ".json"


def _choose(mutators: Mapping[Callable[..., Value], int], rng: Random) -> Callable[..., Value]:
    return rng.choices(list(mutators), weights=list(mutators.values()))[0]


def _count(rng: Random, counts: tuple[int, ...], *, none: float) -> int:
    return 0 if rng.random() < none else rng.choice(counts)
