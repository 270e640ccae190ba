"""Tools that are functions with an attribute: `#[tool(...)]`, `@Tool(...)`, `[McpServerTool(...)]` before them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from catalint.locate.code import Spot
from catalint.locate.definition import PROPERTIES, Draft, Strength
from catalint.locate.structs import find_fields
from catalint.locate.syntax import Range, call_opening, entries, parts, value_end
from catalint.locate.tokens import Tokens, unquote
from catalint.locate.values import Program
from catalint.location import Path

_TOOL = re.compile(r"(?:^|_)tool$|Tool$|^McpTool|^ToolMapping$")
_DESCRIPTIONS = frozenset(
    ("Description", "ToolArg", "ToolParam", "McpToolParam", "McpToolParameter", "P", "V", "schemars", "Schema")
)
_NAME_FIRST = frozenset(("rust", "kotlin", "swift", "javascript", "python", "scala"))
_LANGUAGES = frozenset("rust java kotlin csharp swift php javascript python".split())
_SNAKE = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_RUNNING = frozenset(("__invoke", "handle", "execute"))
_PARAM = re.compile(r"@param[ \t][^\n$]*\$(\w+)[^\n*]*")
_MOST_BETWEEN = 200
_MOST_TOGETHER = 20
_LONGEST_DOC = 200


class Attribute(NamedTuple):
    """An attribute before something: the index of its name, and of the bracket of its arguments or -1."""

    name: int
    opening: int


def find_tools(program: Program, tokens: Tokens) -> Iterator[Draft]:
    """Yield the functions of a file that an attribute makes tools."""
    language = tokens.file.language.name
    if language not in _LANGUAGES:
        return
    done = -1
    for index, token in enumerate(tokens.items):
        # what stands between one attribute and its function belongs to both
        if token.kind != "mark" or token.text not in ("@", "#", "[") or index < done:
            continue
        for attribute in _attributes(tokens, index, language):
            if _TOOL.search(tokens.word(attribute.name)):
                draft, done = _function(program, tokens, index, attribute, language)
                if draft is not None:
                    yield draft
                break


def _attributes(tokens: Tokens, index: int, language: str) -> Iterator[Attribute]:
    """The attributes that begin at a mark: one for `@`, several inside of square brackets."""
    if tokens.is_mark(index, "@"):
        if language not in ("rust", "csharp", "php"):
            yield _attribute(tokens, index + 1)
        return
    bracket = index + 1 if tokens.is_mark(index, "#") else index
    is_attribute = language in ("rust", "php") if bracket > index else language == "csharp"
    if not is_attribute or not tokens.is_mark(bracket, "["):
        return
    for part in parts(tokens, bracket):
        yield _attribute(tokens, part.start)


def _attribute(tokens: Tokens, index: int) -> Attribute:
    while tokens.word(index) and tokens.items[min(index + 1, len(tokens.items) - 1)].text in (".", "::", "\\"):
        index += 2
    opening = call_opening(tokens, index)
    return Attribute(index, -1 if opening is None else opening)


def _after(tokens: Tokens, index: int) -> int:
    """The index behind an attribute that begins at an index."""
    if not tokens.is_mark(index, "@"):
        return tokens.skip(index + 1 if tokens.is_mark(index, "#") else index)
    attribute = _attribute(tokens, index + 1)
    return tokens.skip(attribute.opening) if attribute.opening >= 0 else attribute.name + 1


def _function(
    program: Program, tokens: Tokens, index: int, attribute: Attribute, language: str
) -> tuple[Draft | None, int]:
    """What attributes beginning at an index make of the function behind them, and up to where that was looked for."""
    found: list[Attribute] = []
    position = _first_of_all(tokens, index, language)
    limit = min(len(tokens.items), index + _MOST_BETWEEN)
    while position < limit:
        token = tokens.items[position]
        if token.kind == "mark" and (token.text in ("@", "#") or (token.text == "[" and language == "csharp")):
            found.extend(_attributes(tokens, position, language))
            position = _after(tokens, position)
            continue
        opening = call_opening(tokens, position)
        if opening is not None and token.text == "pub":
            position = tokens.skip(opening)
            continue
        if opening is not None:
            return _build(program, tokens, [attribute, *found], (position, opening)), position
        if token.text == "class":
            return _class(program, tokens, [attribute, *found], position + 1), position
        if token.kind == "mark" and token.text in (";", "}", "{", "="):
            break
        position = tokens.skip(position)
    return None, position


def _first_of_all(tokens: Tokens, index: int, language: str) -> int:
    """The index of the first attribute of those that stand together, each with brackets of its own."""
    for _ in range(_MOST_TOGETHER if language in ("csharp", "php", "rust") else 0):
        start = tokens.opening.get(index - 1, index) if tokens.is_mark(index - 1, "]") else index
        start -= start < index and language != "csharp"
        if start >= index or not (tokens.is_mark(start, "[") or tokens.is_mark(start, "#")):
            break
        index = start
    return index


def _build(program: Program, tokens: Tokens, found: list[Attribute], function: tuple[int, int]) -> Draft:
    """The tool that a function is, with all of its attributes, the one that makes it a tool first."""
    attribute, language = found[0], tokens.file.language.name
    name_index, opening = function
    name = tokens.word(name_index)
    heads = [tokens.spot(attribute.name), tokens.spot(name_index)]
    draft = Draft(_tool_name(name, language), Strength.REGISTERED, {(): tokens.spot(name_index)}, heads)
    for each in dict.fromkeys(found):
        _read(program, tokens, each, draft)
    if ("description",) not in draft.spots and (doc := _doc(tokens, attribute.name)):
        draft.describe(doc.file.content[doc.start : doc.end], doc)
        draft.description = None
    for part in parts(tokens, opening):
        _parameter(program, tokens, part, draft)
    if language == "php":
        _documented(tokens, attribute.name, draft)
    return draft


def _class(program: Program, tokens: Tokens, found: list[Attribute], index: int) -> Draft | None:
    """A class that is a tool by its attribute, which names it; its parameters are those of `__invoke`."""
    brace = next((n for n in range(index, min(index + _MOST_BETWEEN, len(tokens.items))) if tokens.is_mark(n, "{")), 0)
    heads = [tokens.spot(found[0].name), tokens.spot(index)]
    draft = Draft("", Strength.REGISTERED, {(): tokens.spot(index)}, heads)
    for each in dict.fromkeys(found):
        _read(program, tokens, each, draft)
    for position in range(brace, tokens.closing.get(brace, brace)):
        opening = call_opening(tokens, position) if tokens.word(position) in _RUNNING else None
        if opening is not None and tokens.word(position - 1) == "function":
            for part in parts(tokens, opening):
                _parameter(program, tokens, part, draft)
            _documented(tokens, position, draft)
            break
    return draft if draft.name else None


def _documented(tokens: Tokens, index: int, draft: Draft) -> None:
    """Take what a documentation comment of PHP says of parameters: `@param int $page Page to read.`."""
    start, end = next(tokens.comments_before(tokens.items[index].start), (0, 0))
    for found in _PARAM.finditer(tokens.file.content, start, end):
        path: Path = (*PROPERTIES, found.group(1))
        if path in draft.spots:
            draft.put((*path, "description"), Spot(tokens.file, found.start(), found.end()))


def _tool_name(name: str, language: str) -> str:
    """C# names tools after methods, in snake case and without `Async`; the others take names as they are."""
    if language != "csharp":
        return name
    return _SNAKE.sub("_", name.removesuffix("Async")).lower()


def _read(program: Program, tokens: Tokens, attribute: Attribute, draft: Draft) -> None:
    """Take the name, the description and the title that an attribute gives."""
    if attribute.opening < 0:
        return
    is_tool = bool(_TOOL.search(tokens.word(attribute.name)))
    found = list(entries(tokens, attribute.opening))
    for entry in found if is_tool else ():
        text = program.text(tokens, entry.value)
        if text is None:
            if entry.name == "annotations":
                draft.put(("annotations",), tokens.spot(entry.key))
            continue
        key = entry.name[:1].lower() + entry.name[1:]
        if key in ("name", "value") and text.complete and text.content and " " not in text.content:
            draft.name = text.content
            draft.spots[()] = text.spot
        elif key in ("description", "value", "title"):
            if key == "title":
                draft.put(("title",), text.spot)
            else:
                draft.describe(text.content, text.spot)
    if any(entry.name for entry in found):
        return
    first = Range(attribute.opening + 1, value_end(tokens, attribute.opening + 1, tokens.closing[attribute.opening]))
    text = program.text(tokens, first) if first.end > first.start else None
    if text is None:
        return
    if is_tool and text.complete and " " not in text.content:
        draft.name = text.content
        draft.spots[()] = text.spot
    elif is_tool or tokens.word(attribute.name) in ("Description", "description", "McpDescription"):
        draft.describe(text.content, text.spot)


def _doc(tokens: Tokens, index: int) -> Spot | None:
    """The documentation comment right before an attribute: its first line."""
    content = tokens.file.content
    first: tuple[int, int] | None = None
    end = tokens.items[index].start
    for start, stop in islice(tokens.comments_before(end), _LONGEST_DOC):
        if content[stop:end].strip(" \t\r\n#[@") or not content.startswith(("///", "/**"), start):
            break
        first, end = (start, stop), start
    return Spot(tokens.file, *first) if first else None


def _parameter(program: Program, tokens: Tokens, part: Range, draft: Draft) -> None:
    """One parameter of a function: `name: Type` or `Type name`, behind attributes that describe it."""
    language = tokens.file.language.name
    position = part.start
    described: Spot | None = None
    name = ""
    while position < part.end and (
        tokens.items[position].text in ("@", "#") or (tokens.is_mark(position, "[") and language == "csharp")
    ):
        for attribute in _attributes(tokens, position, language):
            text, given = _described(program, tokens, attribute)
            described = text or described
            name = given or name
        position = _after(tokens, position)
    words = [
        index
        for index in range(position, _type_end(tokens, position, part.end))
        if tokens.items[index].kind == "word" and tokens.items[index].text not in ("final", "mut", "_")
    ]
    if not words:
        return
    if language == "rust":
        for struct in (tokens.word(index) for index in words):
            _struct(program, tokens, struct, draft)
    index = words[0] if language in _NAME_FIRST else words[-1]
    path: Path = (*PROPERTIES, name or tokens.word(index).lstrip("$"))
    draft.put(path, tokens.spot(index))
    if described is not None:
        draft.put((*path, "description"), described)


def _type_end(tokens: Tokens, position: int, end: int) -> int:
    """Where the default of a parameter begins, or all of it ends."""
    return next((index for index in range(position, end) if tokens.items[index].text == "="), end)


def _described(program: Program, tokens: Tokens, attribute: Attribute) -> tuple[Spot | None, str]:
    if attribute.opening < 0 or tokens.word(attribute.name) not in _DESCRIPTIONS:
        return None, ""
    spot: Spot | None = None
    name = ""
    for entry in entries(tokens, attribute.opening):
        text = program.text(tokens, entry.value)
        if text is not None and entry.name in ("description", "Description"):
            spot = text.spot
        elif text is not None and entry.name in ("name", "Name"):
            name = text.content
    if spot is None:
        first = attribute.opening + 1
        spot = tokens.spot(first) if tokens.items[first].kind == "text" and unquote(tokens.items[first]) else None
    return spot, name


def _struct(program: Program, tokens: Tokens, name: str, draft: Draft) -> None:
    for field in find_fields(program, tokens, name):
        path: Path = (*PROPERTIES, field.name)
        draft.put(path, field.spot)
        if field.description is not None:
            draft.put((*path, "description"), field.description)
