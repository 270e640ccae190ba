"""Pairs of tools whose names could stand for one job, found through shared keys and never by comparing all with all.

Each kind of pair has an index of its own: from a key made of the name to the tools that have it. The work grows with
the number of names and of their letters. A key that very many tools share says nothing about two of them: left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, TypeAlias

from catalint import Tool
from catalint.words import singular, split_identifier
from catalint_rules.analyses.lexicon import Lexicon
from catalint_rules.analyses.names import CatalogNames, Name

Kind: TypeAlias = Literal["same", "number", "noun", "derived", "typo", "extra", "bare", "blend"]

# More tools than this under one key are a family made from a template, not copies of one tool.
_CROWD = 12
# Words shorter than this have too many neighbours by one letter: note and node, form and from.
_TYPO_LENGTH = 5
_LONGEST_TYPO = 48
# One id is asked for by all tools about a thing; two or more say what a tool works on.
_FEWEST_ASKED = 2
# A name about more things than this is no name; no client takes one of more than 128 characters.
_MOST_WORDS = 32


@dataclass(frozen=True, slots=True)
class Pair:
    """Two names that could mean one job and why.

    same: one action, one object; at most filler words, spelling or verbs of one meaning differ. number: as `same`, but
    one thing against many. noun: the objects are nouns of one meaning. derived: words of one stem that may mean two
    things, or the same words in an order that may. typo: one letter. extra: one name has a word more. bare: one name
    has no object (`cat`), the other's may be it. blend: both require the same
    things, whose names hold all words of both names, so that one word may be made of two: `update_dashcard` and
    `update_dashboard_card`.
    """

    first: Name
    second: Name
    kind: Kind


def find_pairs(catalog: CatalogNames, lexicon: Lexicon) -> Iterator[Pair]:
    """Yield each pair of a catalog's names once, with the nearest kind, in the order of the list."""
    return pair_up(list(catalog.names.values()), lexicon)


def pair_up(names: list[Name], lexicon: Lexicon) -> Iterator[Pair]:
    """Yield each pair of names once, with the nearest kind; they may be those of several catalogs."""
    seen: set[frozenset[Tool]] = set()
    for kind, grouped in _indexes(names):
        for members in grouped:
            for first, second in combinations(sorted(members, key=lambda name: name.tool.index), 2):
                key = frozenset((first.tool, second.tool))
                if key in seen or first.tool.name == second.tool.name or are_opposite(first, second, lexicon):
                    continue
                seen.add(key)
                yield Pair(first, second, _refine(first, second, lexicon) if kind == "same" else kind)


def are_opposite(first: Name, second: Name, lexicon: Lexicon) -> bool:
    """True if the names differ in words that are each other's reverse, such as `lock` and `unlock`."""
    mine = set(first.words) - set(second.words)
    theirs = set(second.words) - set(first.words)
    return any((one, other) in lexicon.opposites for one in mine for other in theirs)


def _refine(first: Name, second: Name, lexicon: Lexicon) -> Kind:
    if "".join(first.words) == "".join(second.words) or (first.joined == second.joined and first.core != second.core):
        return "same"
    if first.core != second.core:
        return "noun"
    if first.plural != second.plural or counted(first, second):
        return "number"
    if first.head != second.head and first.head and second.head:
        return "derived"
    if first.length != second.length:
        return "derived"
    forms = ((lexicon.full(word), lexicon.full(second.raw[base])) for base, word in first.raw.items())
    return "same" if all(_is_inflected(one, other) for one, other in forms) else "derived"


def counted(first: Name, second: Name) -> tuple[str, ...]:
    """The bases of the nouns that one name has in the singular and the other in the plural."""
    words = ((base, word, second.raw.get(base, word)) for base, word in first.raw.items())
    return tuple(
        base.rpartition(":")[2] for base, one, other in words if one != other and singular(one) == singular(other)
    )


def _is_inflected(one: str, other: str) -> bool:
    """True for forms of one word (`archive`, `archived`), False for `dependent` and `dependency`."""
    shorter, longer = sorted((one, other), key=len)
    return longer in (shorter, *(shorter.removesuffix("e") + ending for ending in ("d", "ed", "ing", "er", "or")))


def _indexes(names: list[Name]) -> Iterator[tuple[Kind, Iterable[list[Name]]]]:
    yield "same", _group(names, lambda name: (_job(name), name.wide), _CROWD)
    yield "same", _group(names, lambda name: "".join(name.words), _CROWD)
    yield "same", _group(names, lambda name: (_job(name), name.joined) if name.joined else None, _CROWD)
    yield "typo", _misspelt(names)
    yield "extra", _longer(names)
    yield "bare", _bare(names)
    yield "blend", _group(names, _asked, _CROWD)


def _job(name: Name) -> str:
    """The action, with all kinds of reading folded into one.

    `get_users` and `list_users` are told apart by number and by what they take, as are `find_user` and `get_user`;
    `current_weather` can only be got.
    """
    return "get" if name.action in ("list", "search", "") else name.action


def _asked(name: Name) -> tuple[str, frozenset[str]] | None:
    """The action and what it is asked for by name, if that says all words of the name and there are two or more."""
    required = frozenset(parameter.name for parameter in name.tool.parameters if parameter.required)
    if len(required) < _FEWEST_ASKED or not name.action or len(name.tool.parameters) > _MOST_WORDS:
        return None
    letters = " ".join("".join(split_identifier(parameter)) for parameter in required)
    told = all(":" not in base and singular(word) in letters for base, word in name.raw.items())
    return (_job(name), required) if told else None


def _group(names: Iterable[Name], key: Callable[[Name], Hashable | None], most: int) -> Iterator[list[Name]]:
    grouped: defaultdict[Hashable, list[Name]] = defaultdict(list)
    for name in names:
        found = key(name)
        if found is not None:
            grouped[found].append(name)
    return (members for members in grouped.values() if 1 < len(members) <= most)


def _misspelt(names: Iterable[Name]) -> Iterator[list[Name]]:
    """Names that become equal when each loses at most one letter: one is too many, missing, another, or swapped."""
    grouped: defaultdict[str, list[Name]] = defaultdict(list)
    for name in names:
        text = " ".join(name.words)
        if len(text) > _LONGEST_TYPO:
            continue
        grouped[text].append(name)
        shorter: set[str] = set()
        start = 0
        for word in name.words:
            if len(word) >= _TYPO_LENGTH:
                shorter.update(text[:i] + text[i + 1 :] for i in range(start, start + len(word)))
            start += len(word) + 1
        for variant in shorter:
            grouped[variant].append(name)
    return (members for members in grouped.values() if 1 < len(members) <= _CROWD)


def _longer(names: Iterable[Name]) -> Iterator[list[Name]]:
    by_key: defaultdict[Hashable, list[Name]] = defaultdict(list)
    for name in names:
        by_key[name.action, name.core].append(name)
    for name in names:
        if 1 < len(name.core) <= _MOST_WORDS:
            for word in sorted(name.core):
                shorter = by_key.get((name.action, name.core - {word}))
                if shorter and len(shorter) <= _CROWD:
                    for other in shorter:
                        yield [name, other]


def _bare(names: Iterable[Name]) -> Iterator[list[Name]]:
    """A name that is only a verb, with the other names of its action, as far as these are few."""
    by_action: defaultdict[str, list[Name]] = defaultdict(list)
    for name in names:
        if name.action and name.core:
            by_action[name.action].append(name)
    for name in names:
        if name.action and not name.core:
            mine = {parameter.name for parameter in name.tool.parameters}
            others = by_action.get(name.action, ())[: 4 * _CROWD]
            if mine and others:
                yield [name, max(others, key=lambda other: _overlap(mine, other))]


def _overlap(mine: Collection[str], other: Name) -> float:
    theirs = {parameter.name for parameter in other.tool.parameters}
    return len(theirs.intersection(mine)) / len(theirs.union(mine))
