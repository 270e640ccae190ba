"""Entries of objects, arguments of calls and where a value ends, read from tokens alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from catalint.locate.tokens import Tokens, unquote

_MODIFIERS = frozenset(
    "public private protected internal static readonly const final override abstract export default let var val async "
    "declare pub mut lateinit required open virtual sealed partial crate".split()
)
# A line that ends with one of these goes on, and so does one that begins with one.
_JOINING = frozenset("+ - * / = ( [ { , . ?. ? : && || ?? | & < > => -> :: := ! % ^".split())
_SEPARATORS = frozenset((",", ";"))
_ASSIGNING = frozenset((":", "=", "=>", ":="))
_LONGEST_TYPE = 24


class Range(NamedTuple):
    """Tokens from `start` to `end`, exclusive."""

    start: int
    end: int


class Entry(NamedTuple):
    """A key with its value in an object, a class body or among named arguments. `key` is the index of the key's token.

    The name is empty where the key is computed: then `key` is the first token inside of its brackets.
    """

    name: str
    key: int
    value: Range


def parts(tokens: Tokens, opening: int, *, lines: bool = True) -> Iterator[Range]:
    """What stands between the separators of a bracket; with `lines` a new line in braces separates, too."""
    end = tokens.closing.get(opening, opening)
    position = opening + 1
    lines = lines and tokens.is_mark(opening, "{")
    while position < end:
        stop = value_end(tokens, position, end, lines=lines)
        if stop > position:
            yield Range(position, stop)
        position = max(stop, position + 1) if not _separates(tokens, stop) else stop + 1


def _separates(tokens: Tokens, index: int) -> bool:
    return tokens.items[index].kind == "mark" and tokens.items[index].text in _SEPARATORS


def value_end(tokens: Tokens, start: int, limit: int, *, lines: bool = True) -> int:
    """Where the value that begins at a token ends: before a separator, a closing bracket, or a line of its own."""
    position = start
    while position < limit:
        token = tokens.items[position]
        if token.kind == "mark" and (token.text in _SEPARATORS or token.text in ")]}"):
            return position
        if lines and position > start and _begins_line(tokens, position) and not _joined(tokens, position):
            return position
        position = tokens.skip(position)
    return min(position, limit)


def _begins_line(tokens: Tokens, index: int) -> bool:
    between = tokens.file.content[tokens.items[index - 1].end : tokens.items[index].start]
    return "\n" in between


def _joined(tokens: Tokens, index: int) -> bool:
    before, token = tokens.items[index - 1], tokens.items[index]
    if before.kind == "mark" and before.text in _JOINING:
        return True
    return token.kind == "mark" and token.text in _JOINING and token.text not in ("[", "(", "{")


def entries(tokens: Tokens, opening: int) -> Iterator[Entry]:
    """The entries of an object, a class body or named arguments, in all notations; what is none is left out."""
    for part in parts(tokens, opening):
        entry = read_entry(tokens, part)
        if entry is not None:
            yield entry


def read_entry(tokens: Tokens, part: Range) -> Entry | None:
    """A key and its value: `key: value`, `key = value`, `"key" => value`, `const String key = value`, `[KEY]: x`."""
    start, end = part
    while start < end and _is_prefix(tokens, start):
        start = tokens.skip(start + 1) if tokens.is_mark(start, "#") or tokens.is_mark(start, "@") else start + 1
    if start >= end:
        return None
    token = tokens.items[start]
    if tokens.is_mark(start, "["):
        after = tokens.skip(start)
        if after < end and tokens.items[after].text == ":":
            return Entry("", start + 1, Range(after + 1, end))
        return None
    if token.kind == "mark" and token.text == "..." and start + 1 < end:
        return Entry("...", start, Range(start + 1, end))
    if token.kind not in ("word", "text"):
        return None
    name = unquote(token) if token.kind == "text" else token.text
    following = start + 1
    if following >= end:
        # shorthand: the variable has the name of the key
        return Entry(name, start, Range(start, end)) if token.kind == "word" else None
    mark = tokens.items[following]
    if mark.kind == "mark" and mark.text in ("?", "!"):
        following += 1
        mark = tokens.items[following] if following < end else mark
    if mark.kind == "mark" and mark.text == ":":
        # in a class a type may stand between the name and its value
        assigned = _assignment(tokens, following + 1, end)
        return Entry(name, start, Range(assigned or following + 1, end))
    if mark.kind == "mark" and mark.text in _ASSIGNING:
        return Entry(name, start, Range(following + 1, end))
    assigned = _assignment(tokens, following, end)
    if assigned is not None and tokens.items[assigned - 2].kind == "word":
        return Entry(tokens.items[assigned - 2].text.lstrip("$"), assigned - 2, Range(assigned, end))
    return None


def _is_prefix(tokens: Tokens, index: int) -> bool:
    token = tokens.items[index]
    if token.kind == "word":
        following = tokens.items[index + 1] if index + 1 < len(tokens.items) else None
        return token.text in _MODIFIERS and following is not None and following.text not in (":", "=", "(", ",", "}")
    return token.kind == "mark" and (token.text == "#" and tokens.is_mark(index + 1, "["))


def _assignment(tokens: Tokens, start: int, end: int) -> int | None:
    """The index after a `=` that follows nothing but a type."""
    position = start
    while position < min(end, start + _LONGEST_TYPE):
        token = tokens.items[position]
        if token.kind == "mark" and token.text == "=":
            return position + 1
        if token.kind == "text" or (token.kind == "mark" and token.text in ("(", "{", "=>", "+", "...")):
            return None
        position = tokens.skip(position)
    return None


def find_object(tokens: Tokens, value: Range) -> int | None:
    """The brace of an object that a value is, whatever type stands before it; None if it is something else."""
    position = value.start
    if tokens.file.language.name == "php" and tokens.is_mark(position, "["):
        return position
    while position < value.end:
        token = tokens.items[position]
        if token.kind == "mark" and token.text == "{":
            return position
        if token.kind == "mark" and token.text in ("=>", "("):
            return None
        if token.kind in ("text", "template"):
            return None
        position = tokens.skip(position)
    return None


class Call(NamedTuple):
    """A call: the index of the word that is called and of its opening bracket."""

    name: int
    opening: int


def calls(tokens: Tokens, value: Range) -> Iterator[Call]:
    """The calls of a value itself, such as those of a chain, without those inside of brackets."""
    position = value.start
    while position < value.end:
        opening = call_opening(tokens, position)
        if opening is not None and opening < value.end:
            yield Call(position, opening)
            position = tokens.skip(opening)
        else:
            position = tokens.skip(position)


def call_opening(tokens: Tokens, index: int) -> int | None:
    """The bracket of the call whose name stands at an index, types in angle brackets between; None if it is no call."""
    if not tokens.word(index):
        return None
    if tokens.is_mark(index + 1, "("):
        return index + 1
    if tokens.is_mark(index + 1, "!") and tokens.is_mark(index + 2, "("):
        return index + 2
    if not tokens.is_mark(index + 1, "<"):
        return None
    depth = 0
    for position in range(index + 1, min(index + _LONGEST_TYPE, len(tokens.items))):
        text = tokens.items[position].text
        depth += (text == "<") - (text == ">")
        if depth == 0:
            return position + 1 if tokens.is_mark(position + 1, "(") else None
        if text in (";", "{") and depth == 1 and text == ";":
            return None
    return None
