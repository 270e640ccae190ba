"""Parameters that are fields of a type: structs of Go and Rust, with what their tags and attributes say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from catalint.locate.code import Spot
from catalint.locate.syntax import entries, parts
from catalint.locate.tokens import Tokens, unquote
from catalint.locate.values import Program

_JSON_TAG = re.compile(r'json:"([^",]+)')
_DESCRIPTION_TAG = re.compile(r'(?:jsonschema(?:_description)?|description|desc):"((?:[^"\\]|\\.)*)"')


class Field(NamedTuple):
    """A field by the name that it has in JSON."""

    name: str
    spot: Spot
    description: Spot | None


def find_fields(program: Program, tokens: Tokens, name: str) -> Iterator[Field]:
    """The fields of the Rust struct called `name`, in the same file or else in the only one that has it."""
    places = [(tokens, opening) for opening in _openings(tokens, name)]
    if not places:
        places = [(other, opening) for other in program.files for opening in _openings(other, name)]
    if len(places) == 1:
        yield from _rust_fields(*places[0])


def _openings(tokens: Tokens, name: str) -> Iterator[int]:
    for index, token in enumerate(tokens.items):
        if token.text == name and tokens.word(index - 1) == "struct":
            for position in range(index + 1, min(index + 20, len(tokens.items))):
                if tokens.is_mark(position, "{"):
                    yield position
                    break


def _rust_fields(tokens: Tokens, opening: int) -> Iterator[Field]:
    content = tokens.file.content
    for part in parts(tokens, opening, lines=False):
        position = part.start
        name, description = "", None
        while tokens.is_mark(position, "#") and tokens.is_mark(position + 1, "["):
            for index in range(position + 2, tokens.closing[position + 1]):
                if tokens.is_mark(index, "("):
                    for entry in entries(tokens, index):
                        value = tokens.items[entry.value.start]
                        if entry.name == "description" and value.kind == "text":
                            description = tokens.spot(entry.value.start)
                        elif entry.name == "rename" and value.kind == "text":
                            name = unquote(value)
            position = tokens.skip(position + 1)
        while position < part.end and not tokens.is_mark(position + 1, ":"):
            position = tokens.skip(position)
        if position >= part.end or not tokens.word(position):
            continue
        if description is None:
            before = tokens.items[part.start].start
            start, stop = next(tokens.comments_before(before), (0, 0))
            if content.startswith("///", start) and not content[stop:before].strip():
                description = Spot(tokens.file, start, stop)
        yield Field(name or tokens.word(position), tokens.spot(position), description)


def tagged_fields(tokens: Tokens) -> Iterator[tuple[int, Field]]:
    """The fields of the Go structs of a file, each with the brace of its struct."""
    for index, token in enumerate(tokens.items):
        if token.kind != "text" or token.text[:1] != "`" or 'json:"' not in token.text:
            continue
        opening = tokens.parent[index]
        tag = _JSON_TAG.search(token.text)
        if tag is None or opening < 1:
            continue
        first = index
        while first > opening + 1 and not _new_line(tokens, first):
            first -= 1
        described = _DESCRIPTION_TAG.search(token.text)
        description = (
            Spot(tokens.file, token.start + described.start(1), token.start + described.end(1)) if described else None
        )
        yield opening, Field(tag.group(1), tokens.spot(first), description)


def _new_line(tokens: Tokens, index: int) -> bool:
    return "\n" in tokens.file.content[tokens.items[index - 1].end : tokens.items[index].start]


def best_fields(files: Iterable[Tokens], names: set[str]) -> Iterator[tuple[str, Field]]:
    """The fields of the Go struct that has all of these names and the fewest others, if there is only one."""
    best: list[dict[str, Field]] = []
    for tokens in files:
        if tokens.file.language.name != "go":
            continue
        structs: dict[int, dict[str, Field]] = {}
        for opening, each in tagged_fields(tokens):
            structs.setdefault(opening, {}).setdefault(each.name, each)
        for fields in structs.values():
            if names <= fields.keys():
                if best and len(fields) < len(best[0]):
                    best = [fields]
                elif not best or len(fields) == len(best[0]):
                    best.append(fields)
    if len(best) == 1:
        yield from ((name, best[0][name]) for name in names)
