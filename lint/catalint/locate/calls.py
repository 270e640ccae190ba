"""Tools that code makes by calls and builders: `registerTool("name", {...})`, `NewTool("name", ...)`, `.name("x")`.

JavaScript, TypeScript, Go, Rust, Java, Kotlin, C#, Swift, PHP, Ruby and Elixir write them alike but for marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from catalint.locate.definition import Draft, Strength
from catalint.locate.objects import (
    DESCRIPTION_KEYS,
    NAME_KEYS,
    draft_of,
    is_name,
    read_config,
    read_exports,
    read_group,
    read_keyed,
)
from catalint.locate.schemas import read_schema
from catalint.locate.syntax import Range, call_opening, find_object, parts, read_entry, value_end
from catalint.locate.tokens import Tokens
from catalint.locate.values import Program, Text

# What is called to make a tool has it in its name; what asks for a tool, uses or drops one does not make it.
_MAKING = re.compile(r"(?:[tT]ool|TOOL)")
_USING = re.compile(
    r"^(?:call|get|has|is|can|may|find|run|invoke|use|remove|unregister|delete|disable|enable|log|format|parse|validate|test|check|"
    r"handle|execute|to|list|send|assert|expect|describe|should|record|track|emit|lookup|resolve|select)_?[A-Z_t]"
)
_SCHEMA = re.compile(r"(?i)schema|shape|params|args|input")
_GO_OPTION = re.compile(r"^With([A-Z]\w*)$")
_BUILDER = {"name": (), "description": ("description",), "title": ("title",), "inputSchema": ("inputSchema",)}


def find_tools(program: Program, tokens: Tokens) -> Iterator[Draft]:
    """Yield what may define a tool in a file, whether or not a server has it."""
    groups: set[int] = set()
    keyed: set[int] = set()
    items = tokens.items
    for index, token in enumerate(items):
        if token.kind == "word":
            opening = call_opening(tokens, index)
            if opening is not None:
                if _MAKING.search(token.text) and not _USING.search(token.text):
                    yield from _registration(program, tokens, index, opening)
                elif token.text in ("name", "Name", "with_name", "setName") and tokens.is_mark(index - 1, "."):
                    yield from _builder(program, tokens, index, opening)
                continue
        if token.kind not in ("word", "text"):
            continue
        opening = tokens.parent[index]
        key = token.text.strip("\"'")
        if key in NAME_KEYS and opening not in groups and _assigns(tokens, index):
            groups.add(opening)
            yield from read_group(program, tokens, opening) if opening >= 0 else read_exports(program, tokens)
        elif key in DESCRIPTION_KEYS and opening not in keyed and opening > 1 and _assigns(tokens, index):
            keyed.add(opening)
            yield from read_keyed(program, tokens, opening)


def _assigns(tokens: Tokens, index: int) -> bool:
    following = tokens.items[index + 1].text if index + 1 < len(tokens.items) else ""
    return following in (":", "=", "=>", "?", "!", "[", ",", "}")


def _registration(program: Program, tokens: Tokens, index: int, opening: int) -> Iterator[Draft]:
    """`registerTool("name", {...})`, `tool("name", "text", {...})`, `NewTool("name", WithString("x"))`."""
    arguments = list(parts(tokens, opening))[:8]
    if tokens.word(index - 1) in ("function", "def", "func", "fn", "fun", "class", "interface"):
        return
    head = tokens.spot(index)
    if any(read_entry(tokens, part) for part in arguments[:3] if _is_named(tokens, part)):
        yield from read_group(program, tokens, opening, head=index)
        return
    for position, part in enumerate(arguments[:2]):
        name = program.text(tokens, part)
        if name is None or not name.complete or not is_name(name.content):
            continue
        draft = draft_of(name, tokens, part, Strength.REGISTERED)
        draft.heads.append(head)
        known = False
        before = [other for other in arguments[:position] if _SCHEMA.search(tokens.word(_past_path(tokens, other)))]
        for rest in (*before, *arguments[position + 1 :]):
            known = _argument(program, tokens, rest, draft) or known
        if not known:
            draft.strength = Strength.LIKELY
        yield draft
        return


def _is_named(tokens: Tokens, part: Range) -> bool:
    return (
        part.end - part.start > 2
        and bool(tokens.word(part.start))
        and tokens.items[part.start + 1].text in (":", "=")
        and tokens.items[part.start].text in NAME_KEYS | DESCRIPTION_KEYS
    )


def _argument(program: Program, tokens: Tokens, part: Range, draft: Draft) -> bool:
    """Take what an argument after the name says; False for a function or something else that describes nothing."""
    option = call_opening(tokens, _past_path(tokens, part))
    if option is not None and _go_option(program, tokens, _past_path(tokens, part), option, draft):
        return True
    opening = find_object(tokens, part)
    if opening is None:
        text = program.text(tokens, part)
        if text is not None:
            _put_text(text, draft)
            return True
        if tokens.word(part.start) and "=>" not in {tokens.items[n].text for n in range(part.start, part.end)}:
            return _by_name(program, tokens, part, draft)
        return False
    if any(tokens.is_mark(position, "=>") for position in range(part.start, opening)):
        return False
    return read_config(program, tokens, opening, draft)


def _put_text(text: Text, draft: Draft) -> None:
    """The description; of two texts the longer one, and the other is the title."""
    if draft.description is not None and len(text.content) > len(draft.description):
        draft.put(("title",), draft.spots.pop(("description",)))
    draft.describe(text.content, text.spot)


def _by_name(program: Program, tokens: Tokens, part: Range, draft: Draft) -> bool:
    """An argument that is a variable: an object that describes the tool, or its schema."""
    if part.end - part.start == 1:
        constant = program.constant(tokens.word(part.start), tokens)
        opening = find_object(constant.tokens, constant.value) if constant else None
        if constant is not None and opening is not None:
            return read_config(program, constant.tokens, opening, draft)
    before = len(draft.spots)
    read_schema(program, tokens, part, ("inputSchema",), draft)
    return len(draft.spots) > before


def _past_path(tokens: Tokens, part: Range) -> int:
    """The index of the last word of `mcp.WithString`."""
    position = part.start
    while position + 2 < part.end and tokens.word(position) and tokens.is_mark(position + 1, "."):
        position += 2
    return position


def _go_option(program: Program, tokens: Tokens, index: int, opening: int, draft: Draft) -> bool:
    """`WithDescription("...")`, `WithString("name", Description("..."))` and their kin."""
    option = _GO_OPTION.match(tokens.word(index))
    arguments = list(parts(tokens, opening)) if option else []
    if option is None:
        return False
    text = program.text(tokens, arguments[0]) if arguments else None
    kind = option.group(1)
    if kind.endswith("Annotation") or kind == "ToolAnnotation":
        draft.put(("annotations",), tokens.spot(index))
    elif kind == "Description" and text is not None:
        draft.describe(text.content, text.spot)
    elif text is not None and text.complete and is_name(text.content):
        path = ("inputSchema", "properties", text.content)
        draft.put(path, text.spot)
        for other in arguments[1:]:
            word = _past_path(tokens, other)
            inner = call_opening(tokens, word)
            if inner is not None and tokens.word(word) == "Description":
                value = Range(inner + 1, value_end(tokens, inner + 1, tokens.closing[inner], lines=False))
                if described := program.text(tokens, value):
                    draft.put((*path, "description"), described.spot)
    return True


def _builder(program: Program, tokens: Tokens, index: int, opening: int) -> Iterator[Draft]:
    """`Tool.builder().name("x").description("...")`: the chain that a call of `name` is part of."""
    closing = tokens.closing[opening]
    name = program.text(tokens, Range(opening + 1, closing)) if closing > opening + 1 else None
    if name is None or not name.complete or not is_name(name.content):
        return
    draft = draft_of(name, tokens, Range(opening + 1, closing), Strength.LIKELY)
    for position, bracket in _chain(tokens, index, opening):
        path = _BUILDER.get(tokens.word(position).removeprefix("with_").removeprefix("set").removeprefix("input_"))
        end = tokens.closing[bracket]
        if path and end > bracket + 1:
            text = program.text(tokens, Range(bracket + 1, end))
            if path == ("description",) and text is not None:
                draft.describe(text.content, text.spot)
                draft.strength = Strength.OBJECT
            elif path == ("inputSchema",):
                draft.put(path, tokens.spot(position))
    yield draft


def _chain(tokens: Tokens, index: int, opening: int) -> Iterator[tuple[int, int]]:
    """The calls of a chain after one of its calls, and those before it."""
    position = tokens.skip(opening)
    while tokens.is_mark(position, ".") and (bracket := call_opening(tokens, position + 1)) is not None:
        yield position + 1, bracket
        position = tokens.skip(bracket)
    position = index - 2
    while tokens.is_mark(position, ")") and tokens.word(start := tokens.opening.get(position, 0) - 1):
        yield start, start + 1
        position = start - 2
