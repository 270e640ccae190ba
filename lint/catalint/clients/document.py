"""From the bytes of a configuration file to its value, with the line and column of each part."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from catalint.errors import InputError
from catalint.location import Path
from catalint.model import Json
from catalint.sources.decoding import decode
from catalint.sources.document import Document, input_error, read_json
from catalint.sources.jsonfaults import ScanError
from catalint.sources.text import Text

_BLANK = re.compile(r"[ \t\r\n]*+")
# What decides where comments and commas at the end are: strings whole, the beginnings of comments, commas, closing
# brackets, and whatever else is no blank.
_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*+"|//[^\n]*+|/\*|[,\]}]|[^\s,\]}"/]++|["/]', re.DOTALL)
_NOT_LINE_END = re.compile(r"[^\r\n]")
_TOML_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_TOML_TABLE = re.compile(
    r"""^[ \t]*\[[ \t]*mcp_servers[ \t]*\.[ \t]*(?:"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|([\w-]+))[ \t]*[.\]]""",
    re.MULTILINE,
)


@dataclass(frozen=True, eq=False)
class Source:
    """The value of a file. `place` gives line and column, 1-based, of the key or value at a path, or of what is near.

    `strict` is the fault that a client finds whose JSON has no comments, None where the text is plain JSON. `repeated`
    are keys that their object has more than once, as paths, with the lines of all; the value is that of the last.
    """

    data: Json
    place: Callable[[Path], tuple[int, int]]
    strict: InputError | None = None
    repeated: Mapping[Path, tuple[int, ...]] = field(default_factory=dict)


def read_document(path: str, data: bytes) -> Source:
    """Read JSON, JSON with comments, TOML or YAML, told by the file's name; raises InputError with line and column."""
    text, _ = decode(path, data)
    if not text.content.strip():
        raise InputError(path, "empty" if not text.content else "holds nothing but white space")
    lower = path.lower()
    if lower.endswith(".toml"):
        return _read_toml(text)
    if lower.endswith((".yaml", ".yml")):
        return _read_yaml(text)
    return _read_json(text)


def _read_json(text: Text) -> Source:
    try:
        return _located(_whole(text))
    except ScanError as fault:
        strict = _fault(text, fault)
    try:
        return _located(_whole(Text(text.path, _plain(text.content))), strict)
    except ScanError as fault:
        raise _fault(text, fault) from None


def _whole(text: Text) -> Document:
    document, end = read_json(text, _skip(text.content, 0))
    rest = _skip(text.content, end)
    if rest < len(text.content):
        raise ScanError(rest, "expected nothing behind the JSON value")
    return document


def _fault(text: Text, fault: ScanError) -> InputError:
    """Name file, line and column of a fault, without words of the text: a quote is forgotten before a secret, too."""
    return input_error(text, fault.without_quote())


def _skip(content: str, position: int) -> int:
    match = _BLANK.match(content, position)
    return match.end() if match else position


def _plain(content: str) -> str:
    """JSON with comments as JSON: blanks stand where comments and commas at the end were, so that offsets hold."""
    gone: list[tuple[int, int]] = []
    position, comma = 0, -1
    while match := _TOKEN.search(content, position):
        mark, position = match[0], match.end()
        if mark == "/*":
            end = content.find("*/", position)
            if end < 0:
                break
            position = end + 2
        if mark.startswith(("//", "/*")):
            gone.append((match.start(), position))
            continue
        if comma >= 0 and mark in ("]", "}"):
            gone.append((comma, comma + 1))
        comma = match.start() if mark == "," else -1
    parts: list[str] = []
    kept = 0
    for start, end in sorted(gone):
        parts.extend((content[kept:start], _NOT_LINE_END.sub(" ", content[start:end])))
        kept = end
    return "".join((*parts, content[kept:]))


def _located(document: Document, strict: InputError | None = None) -> Source:
    def place(path: Path) -> tuple[int, int]:
        for length in range(len(path), -1, -1):
            found = document.key_at(path[:length]) or document.value_at(path[:length])
            if found is not None:
                return document.text.position(found[0])
        return 1, 1

    repeated = {
        flaw.path: tuple(document.text.position(start)[0] for start, _ in flaw.spans)
        for flaw in document.flaws
        if flaw.kind == "duplicate-key"
    }
    return Source(document.data, place, strict, repeated)


def _read_yaml(text: Text) -> Source:
    from catalint.sources.yamltree import read_yaml

    try:
        documents = list(read_yaml(text))
    except ScanError as fault:
        raise _fault(text, fault) from None
    if len(documents) != 1:
        raise InputError(text.path, f"{len(documents)} YAML documents, expected one")
    return _located(documents[0])


def _read_toml(text: Text) -> Source:
    import tomllib

    try:
        data = tomllib.loads(text.content)
    except ValueError as error:  # numbers of too many digits are no TOMLDecodeError
        message = str(error)
        found = _TOML_PLACE.search(message)
        line, column = text.position(len(text.content))
        if found and found[1]:
            line, column = int(found[1]), int(found[2])
        raise InputError(text.path, f"not valid TOML: {_TOML_PLACE.sub('', message)}", line, column) from None
    except RecursionError:
        raise InputError(text.path, "nested too deep to be read") from None
    tables: dict[str, int] = {}
    for match in _TOML_TABLE.finditer(text.content):
        escaped, *others = match.groups()
        name = next(group for group in (escaped and _unescaped(escaped), *others) if group is not None)
        tables.setdefault(name, match.start())

    def place(path: Path) -> tuple[int, int]:
        offset = tables.get(str(path[1]), 0) if len(path) > 1 else 0
        return text.position(offset)

    return Source(data, place)


def _unescaped(name: str) -> str:
    """A key in double quotes, as TOML reads it."""
    import tomllib

    value: str = tomllib.loads(f'key = "{name}"')["key"]
    return value
