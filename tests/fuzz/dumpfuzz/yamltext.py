"""YAML dumps: a writer in block style, and what YAML has that JSON has not."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from dumpfuzz import texts, tree
from dumpfuzz.tree import Pairs, Raw

TAGS = (
    "!!python/object/apply:os.system ['touch pwned']", "!!python/name:os.system", "!!python/object/new:type", "!!binary aGk=", "!!set {a, b}", "!!omap []",
    "!!timestamp 2001-12-14", "!foo bar", "!<tag:evil.example,2026:x> y", "!!int 'x'", "!!float nan", "!!str 12", "!!map []", "!!null x", "!include /etc/passwd",
    "!!merge <<", "!!bool maybe", "! x",
)  # fmt: skip
SCALARS = (
    "yes", "NO", "~", "null", "0x" + "f" * 4_000, "0o17", "010", ".inf", "-.NaN", "1_000", "12e03", "2001-12-14t21:59:43.10-05:00", "1:20:30", "'it''s'",
    '"\\x41\\UFFFFFFFF"', '"\\ud800"', "&a *a", "*missing", "&a [*a]", "&a {b: *a}", "@x", "`x`", "%x", "- - - x", "? x", "key: value: other", "|\n  x\n y", ">-\n\n  x",
    "[a, b", "{a: b", "'open", '"open', "{? x}", "[,]", "<<: {a: 1}", "<<", "=", "!", "&", "*", "9" * 5_000, "\x85", "\u2028", "\ufeff", "{<<: [{a: 1}, {b: 2}]}",
)  # fmt: skip


def write(value: Any, margin: str = "", *, ascii_only: bool = False) -> str:
    """The text of a value in block style, scalars in double quotes."""
    if isinstance(value, dict | Pairs):
        members = list(value.items() if isinstance(value, dict) else value)
        return (
            "".join(
                f"\n{margin}{json.dumps(str(key), ensure_ascii=ascii_only)}: {write(item, margin + '  ', ascii_only=ascii_only)}"
                for key, item in members
            )
            or "{}"
        )
    if isinstance(value, list):
        return "".join(f"\n{margin}- {write(item, margin + '  ', ascii_only=ascii_only)}" for item in value) or "[]"
    return value.text if isinstance(value, Raw) else json.dumps(value, ensure_ascii=ascii_only)


def _scalar_place(text: str, rng: Random) -> re.Match[str] | None:
    found = list(re.finditer(r'(?<=: )"[^"\n]*"|(?<=: )\d+', text))
    return rng.choice(found) if found else None


def _put(text: str, rng: Random, new: str) -> str:
    match = _scalar_place(text, rng)
    return text if match is None else text[: match.start()] + new + text[match.end() :]


def tag(text: str, rng: Random) -> str:
    """A value with a tag."""
    return _put(text, rng, rng.choice(TAGS))


def scalar(text: str, rng: Random) -> str:
    """A scalar that is odd, or that does not end."""
    return _put(text, rng, rng.choice(SCALARS))


def laugh(text: str, rng: Random) -> str:
    """Aliases that expand to billions of values."""
    width, levels = rng.choice(((9, 9), (2, 40), (100, 3), (300, 2), (10, 5)))
    kind = rng.choice(("[{}]", "{{{}}}"))
    lines = ["x-0: &a0 [lol, lol]"]
    for level in range(1, levels + 1):
        items = [f"*a{level - 1}" if kind == "[{}]" else f"k{number}: *a{level - 1}" for number in range(width)]
        lines.append(f"x-{level}: &a{level} {kind.format(', '.join(items))}")
    return "\n".join(lines) + "\n" + _put(text.lstrip("\n"), rng, f"*a{levels}")


def share(text: str, rng: Random) -> str:
    """A value that stands in many places by an alias."""
    text = _put(
        text, rng, "&s {type: object, properties: {a: {type: string}, b: {type: array, items: {type: object}}}}"
    )
    for _ in range(rng.choice((1, 5, 40))):
        text = _put(text, rng, "*s")
    return text


def merge(text: str, rng: Random) -> str:
    """Merge keys."""
    return "x-base: &base {name: a, description: b}\n" + _put(
        text.lstrip("\n"), rng, rng.choice(("{<<: *base}", "{<<: [*base, *base]}", "{<<: x}", "{<<: *base, <<: *base}"))
    )


def directive(text: str, rng: Random) -> str:
    """Directives and markers of documents."""
    start = rng.choice(
        (
            "%YAML 1.1\n---\n",
            "%TAG ! tag:evil.example,2026:\n---\n",
            "---\n",
            "--- # x\n",
            "%YAML 9.9\n---\n",
            "# comment\n\n",
            "...\n",
            "%\n---\n",
        )
    )
    return (
        start + text.lstrip("\n") + rng.choice(("", "\n...\n", "\n---\n", "\n---\n" + text.lstrip("\n"), "\n--- x\n"))
    )


def indent(text: str, rng: Random) -> str:
    """A line that stands elsewhere, or holds a tab."""
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    lines[at] = rng.choice(("\t", " ", "   ", "- ", "? ", "")) + rng.choice((lines[at], lines[at].lstrip()))
    return "\n".join(lines)


def deep(text: str, rng: Random) -> str:
    """Collections inside each other, in flow or block style."""
    depth = rng.choice((20, 199, 250, 1_200, 6_000))
    return _put(
        text,
        rng,
        rng.choice(
            (
                "[" * depth + "]" * depth,
                "[" * depth,
                "{a: " * depth + "1" + "}" * depth,
                "\n" + "".join(" " * n + "a:\n" for n in range(min(depth, 1_200))),
            )
        ),
    )


def block(text: str, rng: Random) -> str:
    """A text in block style."""
    body = rng.choice((texts.mixed(rng, 500), texts.hostile(rng), texts.repeated(rng, 2_000)))
    lines = "".join(f"\n        {line}" for line in body.split("\n"))
    return _put(text, rng, f"{rng.choice(('|', '>', '|-', '>+', '|9', '|2-'))}{lines}")


MUTATORS: Mapping[Callable[[str, Random], str], int] = {
    tag: 4,
    scalar: 6,
    laugh: 3,
    share: 3,
    merge: 2,
    directive: 3,
    indent: 3,
    deep: 2,
    block: 3,
}


def plain(value: Any, rng: Random) -> str:
    """A value as YAML: in block style or, as JSON is YAML, in flow style."""
    text = write(value, ascii_only=rng.random() < 0.5).lstrip("\n") if rng.random() < 0.8 else tree.write(value)
    return text + "\n"
