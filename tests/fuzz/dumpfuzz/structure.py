"""Mutations of the structure of a JSON value: other types, depth, doubled keys, numbers and strings at their limits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from dumpfuzz import texts, tree
from dumpfuzz.tree import Pairs, Raw

NUMBERS = (
    "0", "-0", "-0.0", "1e999", "-1e999", "1E400", "1e-999", "NaN", "Infinity", "-Infinity", "9007199254740993",
    "18446744073709551616", "0.1", "1.0", "2.50", "-1", "1e5", "3.4028235e38", "9" * 300, "9" * 5_000,
    "1" + "0" * 20_000, "0." + "3" * 3_000, "1e" + "9" * 50,
)  # fmt: skip
NO_JSON = (
    "undefined",
    "01",
    "+1",
    ".5",
    "'text'",
    "{a: 1}",
    "[1,]",
    "// no\n1",
    "",
    "True",
    "None",
    '"\t"',
    '"\\x41"',
    "\ufeff1",
)
STRINGS = (r'"\ud800"', r'"\udc00\ud800"', r'"\u0000"', r'"\ud83d\ude00"', r'"\/\b\f"', '""', '" "', r'"\u2028\u202e"')
DEPTHS = (5, 30, 150, 199, 201, 400, 3_000, 30_000)


def value(rng: Random) -> Any:
    """A value of any type."""
    return rng.choice(
        (
            lambda: None,
            lambda: rng.choice((True, False)),
            lambda: Raw(rng.choice(NUMBERS)),
            lambda: Raw(rng.choice(STRINGS)),
            lambda: texts.any_text(rng)[0],
            lambda: rng.choice(({}, [], "", [[]], [{}], {"": {}}, [None])),
            lambda: {texts.hostile(rng): texts.hostile(rng)},
            lambda: [texts.hostile(rng) for _ in range(rng.randint(1, 4))],
            lambda: tree.nested(rng, rng.choice(DEPTHS)),
            lambda: [Raw(rng.choice(NUMBERS)) for _ in range(rng.choice((2, 50)))],
        )
    )()


def swap_type(root: Any, rng: Random) -> str:
    """Put a value of any type in the place of one."""
    place = tree.pick(root, rng)
    if place:
        place[0][place[1]] = value(rng)
    return "type swapped"


def remove(root: Any, rng: Random) -> str:
    """Leave a member or an item out."""
    place = tree.pick(root, rng)
    if place:
        del place[0][place[1]]
    return "removed"


def double_key(root: Any, rng: Random) -> str:
    """Give an object a key twice, or many times."""
    place = tree.pick(root, rng, dict)
    if place and place[0][place[1]]:
        members = list(place[0][place[1]].items())
        key = rng.choice(members)[0]
        more = [(key, value(rng)) for _ in range(rng.choice((1, 1, 2, 300)))]
        pairs = [*members, *more] if rng.random() < 0.6 else [*more, *members]
        place[0][place[1]] = Pairs(pairs)
    return "keys doubled"


def rename_key(root: Any, rng: Random) -> str:
    """Call a member something else, in its place."""
    place = tree.pick(root, rng, dict)
    if place and place[0][place[1]]:
        members = place[0][place[1]]
        old = rng.choice(list(members))
        new = rng.choice(
            (texts.any_text(rng)[0], str(old).upper(), f"{old} ", rng.choice(list(members)), "$ref", "__proto__")
        )
        place[0][place[1]] = {(new if key == old else key): item for key, item in members.items()}
    return "key renamed"


def deepen(root: Any, rng: Random) -> str:
    """Nest something deep in the place of a value, or a value deep in its own place."""
    place = tree.pick(root, rng)
    if place:
        inner = place[0][place[1]]
        place[0][place[1]] = tree.nested(rng, rng.choice(DEPTHS), tree.write(inner) if rng.random() < 0.5 else "1")
    return "deepened"


def copy_over(root: Any, rng: Random) -> str:
    """Put a copy of one part in the place of another."""
    places = [tree.pick(root, rng), tree.pick(root, rng)]
    if places[0] and places[1]:
        source = tree.copy(places[0][0][places[0][1]])
        places[1][0][places[1][1]] = source
    return "copied over"


def repeat(root: Any, rng: Random) -> str:
    """Repeat the items of a list, with other names or the same."""
    place = tree.pick(root, rng, list)
    if place and place[0][place[1]] and not isinstance(place[0][place[1]], Pairs):
        items = place[0][place[1]]
        count = rng.choice((2, 5, 40, 200)) if len(tree.write(items)) < 3_000 else 2
        longer = [tree.copy(item) for _ in range(count) for item in items]
        if rng.random() < 0.5:
            for number, item in enumerate(longer):
                if isinstance(item, dict) and isinstance(item.get("name"), str):
                    item["name"] += f"_{number}"
        place[0][place[1]] = longer
    return "repeated"


def odd_text(root: Any, rng: Random) -> str:
    """Put what is no JSON, or JSON at its limits, in the place of a value."""
    place = tree.pick(root, rng)
    if place:
        place[0][place[1]] = Raw(rng.choice((*NO_JSON, *STRINGS, *NUMBERS)))
    return "odd text"


def many_members(root: Any, rng: Random) -> str:
    """Give an object thousands of members."""
    place = tree.pick(root, rng, dict)
    if place:
        key, item = (
            rng.choice(("p", "param_", "aB", "get_", "é", "")),
            rng.choice((True, {}, {"type": "string"}, "x", None)),
        )
        count = rng.choice((50, 1_000, 5_000))
        # each its own: what is given thousands of members later must not be thousands of objects
        place[0][place[1]].update({f"{key}{number}": tree.copy(item) for number in range(count)})
    return "many members"


MUTATORS: Mapping[Callable[[Any, Random], str], int] = {
    swap_type: 8,
    remove: 4,
    double_key: 3,
    rename_key: 4,
    deepen: 2,
    copy_over: 3,
    repeat: 2,
    odd_text: 3,
    many_members: 1,
}
