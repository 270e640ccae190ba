"""Reading texts for the names in them: where texts stand, what is written like a name, the sentence around it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from catalint import Catalog, Json, Location, Tool
from catalint.expression import expression

_DEEPEST = 12
_REACH = 600

_NAME = expression(r"[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)+|[a-z][a-z0-9]*[A-Z][A-Za-z0-9]*|(?:[A-Z][a-z0-9]+){2,}")
_SENTENCE_END = expression(r"[.!?](?=\s)|\n\s*\n|\n\s*[-*•]")


class Text(NamedTuple):
    """A text that a model reads, and where it stands; one that the server says of itself belongs to no tool."""

    tool: Tool | None
    where: Location
    text: str


def instructions_of(catalog: Catalog) -> Iterator[Text]:
    """What the server tells a model about its tools, if the catalog holds it."""
    if catalog.instructions:
        yield Text(None, catalog.at("instructions"), catalog.instructions)


def texts_of(tool: Tool) -> Iterator[Text]:
    """The description of a tool and those in its input schema."""
    if tool.description:
        yield Text(tool, tool.at("description"), tool.description)
    stack: list[tuple[Json, tuple[str | int, ...]]] = [(tool.input_schema, ("inputSchema",))]
    while stack:
        value, path = stack.pop()
        if isinstance(value, dict):
            text = value.get("description")
            if isinstance(text, str):
                yield Text(tool, tool.at(*path, "description"), text)
            if len(path) < _DEEPEST:
                inner = [(child, (*path, key)) for key, child in value.items() if isinstance(child, dict | list)]
                stack.extend(reversed(inner))
        elif isinstance(value, list) and len(path) < _DEEPEST:
            stack.extend((child, (*path, index)) for index, child in enumerate(value) if isinstance(child, dict))


def words_in(schema: Json) -> set[str]:
    """All keys of a schema and all texts in it without a space: what a text may name besides tools."""
    found: set[str] = set()
    stack = [schema]
    while stack:
        value = stack.pop()
        if isinstance(value, dict):
            found.update(value)
            stack.extend(value.values())
        elif isinstance(value, list):
            stack.extend(value)
        elif isinstance(value, str) and " " not in value:
            found.add(value)
    return found


def sentence_around(text: str, start: int, end: int) -> str:
    """The sentence of a text that a stretch stands in."""
    first = max(0, start - _REACH)
    for found in _SENTENCE_END.finditer(text, first, start):
        first = found.end()
    match = _SENTENCE_END.search(text, end, end + _REACH)
    return text[first : match.start() if match else end + _REACH]


def stands_alone(text: str, start: int, end: int) -> bool:
    """True if no longer word surrounds a stretch of a text."""
    return not any(char.isalnum() or char in "_-" for char in text[max(0, start - 1) : start] + text[end : end + 1])


def is_name(word: str) -> bool:
    """True for an identifier of several words: `get_user`, `get-user`, `getUser`, `GetUser`."""
    return _NAME.fullmatch(word) is not None
