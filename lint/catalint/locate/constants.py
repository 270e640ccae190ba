"""The names that code gives to values: constants, variables, members of enums, classes and objects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from catalint.locate.syntax import Range, value_end
from catalint.locate.tokens import Tokens, unquote

_HOLDERS = frozenset(("enum", "class", "object", "struct", "interface", "namespace", "module", "record"))
_DECLARING = frozenset("const let var val static readonly final def string String str public export".split())
_LOOK_BACK = 12


class Constant(NamedTuple):
    """Where the value of a constant begins."""

    tokens: Tokens
    start: int

    @property
    def value(self) -> Range:
        """All of the value. Looked for when it is asked for: most constants never are."""
        return Range(self.start, value_end(self.tokens, self.start, len(self.tokens.items)))


def find_constants(tokens: Tokens) -> Iterator[tuple[str, Constant]]:
    """The names that a file gives to values: `NAME`, and `Owner.NAME` for members of enums, classes and objects."""
    items = tokens.items
    owners: dict[int, str] = {}
    for index, token in enumerate(items):
        if token.kind != "mark" or token.text not in ("=", ":", ":=", "=>"):
            continue
        key = index - 1
        if key < 0 or tokens.parent[key] != tokens.parent[index]:
            continue
        if token.text == "=" and items[key].text == "]":
            yield from _member(tokens, key, index)
            continue
        if items[key].kind not in ("word", "text"):
            continue
        name = items[key].text if items[key].kind == "word" else unquote(items[key])
        value = index + 1
        if token.text == ":" and (assigned := _typed(tokens, index)):
            value = assigned
        opening = tokens.parent[index]
        owner = owners.get(opening)
        if owner is None:
            owner = owners[opening] = _owner(tokens, opening)
        if value >= len(items):
            continue
        constant = Constant(tokens, value)
        if owner:
            yield f"{owner}.{name}", constant
        is_variable = token.text in ("=", ":=") or value != index + 1
        if is_variable and (opening < 0 or not owner or tokens.file.language.name != "javascript"):
            yield name, constant
        if is_variable and tokens.is_mark(key - 1, ".") and tokens.word(key - 2) not in ("", "this", "self"):
            yield f"{tokens.word(key - 2)}.{name}", constant


def _typed(tokens: Tokens, colon: int) -> int | None:
    """The index of the value in `const NAME: Type = value`."""
    before = tokens.word(colon - 2)
    if before not in _DECLARING and before != "mut":
        return None
    for position in range(colon + 1, min(colon + _LOOK_BACK, len(tokens.items))):
        text = tokens.items[position].text
        if text == "=":
            return position + 1
        if text in (";", ",", "{", "("):
            return None
    return None


def _member(tokens: Tokens, bracket: int, mark: int) -> Iterator[tuple[str, Constant]]:
    """`Name["KEY"] = "value"`, as enums come out of a compiler."""
    if bracket >= 3 and tokens.items[bracket - 1].kind == "text" and tokens.is_mark(bracket - 2, "["):
        owner = tokens.word(bracket - 3)
        if owner and mark + 1 < len(tokens.items):
            yield f"{owner}.{unquote(tokens.items[bracket - 1])}", Constant(tokens, mark + 1)


def _owner(tokens: Tokens, opening: int) -> str:
    """The name of what a brace holds the members of: an enum, a class, or the variable that an object is given to."""
    if opening < 1 or not tokens.is_mark(opening, "{"):
        return ""
    before = opening - 1
    if tokens.is_mark(before, "("):  # Object.freeze({...})
        before -= 1
        while before > 0 and (tokens.word(before) or tokens.is_mark(before, ".")):
            before -= 1
    if tokens.is_mark(before, "="):
        for position in range(before - 1, max(before - _LOOK_BACK, -1), -1):
            if tokens.word(position) and tokens.word(position - 1) in _DECLARING:
                return tokens.word(position)
        return tokens.word(before - 1)
    if tokens.is_mark(before, ":") and tokens.word(before - 1):
        return tokens.word(before - 1)
    for position in range(before, max(before - _LOOK_BACK, -1), -1):
        if tokens.word(position) in _HOLDERS:
            return tokens.word(position + 1)
        if tokens.items[position].kind == "mark" and tokens.items[position].text in ";}{)":
            return ""
    return ""
