"""Tools that code writes down as objects: `{name: "x", description: ..., inputSchema: ...}`, classes, maps by name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from catalint.locate.code import Spot
from catalint.locate.definition import Draft, Strength
from catalint.locate.schemas import read_schema
from catalint.locate.syntax import Entry, Range, entries, find_object
from catalint.locate.tokens import Tokens, unquote
from catalint.locate.values import Program, Text
from catalint.location import Path

NAME_KEYS = frozenset(("name", "Name", "toolName", "tool_name", "TOOL_NAME"))
DESCRIPTION_KEYS = frozenset(("description", "Description", "desc", "summary", "DESCRIPTION"))
_SCHEMA_KEYS = frozenset(
    "inputSchema InputSchema input_schema parameters Parameters schema paramsSchema params inputShape args argsSchema "
    "inputs INPUT_SCHEMA parametersSchema argsShape RawInputSchema shape toolSchema zodSchema".split()
)
_OTHER_KEYS = {
    "title": ("title",),
    "Title": ("title",),
    "annotations": ("annotations",),
    "Annotations": ("annotations",),
    "outputSchema": ("outputSchema",),
    "OutputSchema": ("outputSchema",),
    "_meta": ("_meta",),
}
_HINTS = frozenset(
    "title readOnlyHint destructiveHint idempotentHint openWorldHint ReadOnlyHint DestructiveHint IdempotentHint "
    "OpenWorldHint".split()
)
_RUNNING = frozenset(("handler", "execute", "callback", "run", "handle", "invoke", "call", "cb", "Handler", "func"))
_SCHEMA_KEY = re.compile(r"(?<!output)(?<!Output)(?<!result)(?<!Result)(?<!esponse)(?:Schema|Shape|_schema)$")
_DEEPEST = 3
_LONGEST_NAME = 200


def read_group(program: Program, tokens: Tokens, opening: int, head: int | None = None) -> Iterator[Draft]:
    """An object, a class body or named arguments with a name in it."""
    found = list(entries(tokens, opening))
    names = {entry.name for entry in found}
    named = next((entry for entry in found if entry.name in NAME_KEYS), None)
    if named is None or (not names & (DESCRIPTION_KEYS | _SCHEMA_KEYS | _RUNNING) and head is None):
        return
    if "arguments" in names and not names & DESCRIPTION_KEYS:
        return  # a call of a tool
    name = program.text(tokens, named.value)
    if name is None or not name.complete or not is_name(name.content):
        return
    described = bool(names & DESCRIPTION_KEYS) + bool(names & _SCHEMA_KEYS)
    sure = head is not None or described == 2 or bool(names & DESCRIPTION_KEYS and names & _RUNNING)
    draft = draft_of(name, tokens, named.value, Strength.REGISTERED if sure else Strength.OBJECT)
    if described == 0:
        draft.strength = Strength.LIKELY
    draft.heads.append(tokens.spot(named.key))
    if head is not None:
        draft.heads.append(tokens.spot(head))
    for entry in found:
        _take(program, tokens, entry, draft)
    yield draft


def read_keyed(program: Program, tokens: Tokens, opening: int) -> Iterator[Draft]:
    """A map from names to what describes each tool: `list_files: {description: ..., inputSchema: ...}`."""
    key = tokens.items[opening - 2]
    if not (tokens.is_mark(opening - 1, ":") or tokens.is_mark(opening - 1, "=>")) or key.kind not in ("word", "text"):
        return
    name = unquote(key) if key.kind == "text" else key.text
    found = list(entries(tokens, opening))
    names = {entry.name for entry in found}
    if names & NAME_KEYS or not names & (_SCHEMA_KEYS | _RUNNING | {"annotations"}) or not is_name(name):
        return
    draft = Draft(name, Strength.OBJECT, {(): tokens.spot(opening - 2)}, [tokens.spot(opening - 2)])
    for entry in found:
        _take(program, tokens, entry, draft)
    yield draft


def read_exports(program: Program, tokens: Tokens) -> Iterator[Draft]:
    """A file that is a tool: `export const name = "x"; export const description = ...`."""
    name = program.own(tokens, "name")
    text = program.text(tokens, name.value) if name else None
    if name is None or text is None or not text.complete or not is_name(text.content):
        return
    draft = draft_of(text, tokens, name.value, Strength.LIKELY)
    draft.heads.append(text.spot)
    for key in (*DESCRIPTION_KEYS, *_SCHEMA_KEYS, *_OTHER_KEYS):
        value = program.own(tokens, key)
        if value is not None:
            _take(program, tokens, Entry(key, value.value.start - 2, value.value), draft)
            draft.strength = Strength.OBJECT
    yield draft


def read_config(program: Program, tokens: Tokens, opening: int, draft: Draft) -> bool:
    """An object that describes a tool, or the map of its parameters."""
    found = list(entries(tokens, opening))
    names = {entry.name for entry in found}
    if names & (DESCRIPTION_KEYS | _SCHEMA_KEYS | {"title", "annotations", "outputSchema"}) and not _is_shape(
        tokens, found
    ):
        for entry in found:
            _take(program, tokens, entry, draft)
        return True
    if names and names <= _HINTS:
        _annotations(tokens, found, draft)
        return True
    read_schema(program, tokens, Range(opening, tokens.closing[opening] + 1), ("inputSchema",), draft)
    return True


def _is_shape(tokens: Tokens, found: list[Entry]) -> bool:
    """Whether an entry called `title` or `description` is a parameter: its value is a call such as `z.string()`."""
    return any(
        entry.name in ("title", "description") and tokens.word(entry.value.start) in ("z", "zod", "Type", "v", "s", "t")
        for entry in found
    )


def _take(program: Program, tokens: Tokens, entry: Entry, draft: Draft, depth: int = 0) -> None:
    """Take one entry of the object that describes a tool."""
    key, value = entry.name, entry.value
    if key in DESCRIPTION_KEYS:
        text = program.text(tokens, value)
        spot = text.spot if text else _first_text(tokens, value, entry.key)
        draft.describe(text.content if text else "", spot)
        if text is None:
            draft.description = None
    elif key in _SCHEMA_KEYS or _SCHEMA_KEY.search(key):
        draft.put(("inputSchema",), tokens.spot(entry.key))
        read_schema(program, tokens, value, ("inputSchema",), draft)
    elif key in _OTHER_KEYS:
        path: Path = _OTHER_KEYS[key]
        draft.put(
            path,
            tokens.spot(entry.key, max(entry.key, value.end - 1)) if path == ("title",) else tokens.spot(entry.key),
        )
        opening = find_object(tokens, value) if path == ("annotations",) else None
        if opening is not None:
            _annotations(tokens, list(entries(tokens, opening)), draft)
    elif key == "..." and depth < _DEEPEST:
        constant = program.constant(tokens.word(value.start), tokens)
        opening = find_object(constant.tokens, constant.value) if constant else None
        if constant is not None and opening is not None:
            for other in entries(constant.tokens, opening):
                _take(program, constant.tokens, other, draft, depth + 1)
    elif key in ("function", "definition", "config", "tool", "spec", "metadata") and depth < _DEEPEST:
        opening = find_object(tokens, value)
        for other in entries(tokens, opening) if opening is not None else ():
            _take(program, tokens, other, draft, depth + 1)


def _first_text(tokens: Tokens, value: Range, otherwise: int) -> Spot:
    texts = (n for n in range(value.start, value.end) if tokens.items[n].kind in ("text", "template"))
    return tokens.spot(next(texts, otherwise))


def _annotations(tokens: Tokens, found: list[Entry], draft: Draft) -> None:
    for entry in found:
        if entry.name in _HINTS:
            key = entry.name[0].lower() + entry.name[1:]
            draft.put(("annotations", key), tokens.spot(entry.key, max(entry.key, entry.value.end - 1)))


def is_name(text: str) -> bool:
    """Whether a text can be the name of a tool."""
    return 0 < len(text) <= _LONGEST_NAME and not any(letter.isspace() for letter in text)


def draft_of(name: Text, tokens: Tokens, part: Range, strength: Strength) -> Draft:
    """A draft whose name stands where the tool is made, even if the text itself is a constant of another place."""
    inside = tokens.items[part.start].start <= name.spot.start < tokens.items[part.end - 1].end
    is_literal = name.spot.file is tokens.file and inside
    # a variable that is called `name` names nothing else
    is_own = name.spot.file is tokens.file and tokens.word(part.end - 1) in NAME_KEYS
    spot = name.spot if is_literal or is_own else tokens.spot(part.start, part.end - 1)
    return Draft(name.content, strength, {(): spot}, [tokens.spot(part.start)], is_literal=is_literal)
