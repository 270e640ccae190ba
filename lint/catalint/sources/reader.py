"""From a decoded input to its documents: one JSON value, a stream of them among log lines, or YAML."""

from __future__ import annotations

import re
from dataclasses import dataclass

from catalint.errors import InputError
from catalint.quoting import shown
from catalint.sources.document import Document, input_error, read_json
from catalint.sources.jsonfaults import ScanError
from catalint.sources.text import Text

_BLANK = re.compile(r"[ \t\r\n]*")
_LINE_END = re.compile(r"\r\n|\n|\r|\Z")
# `[info] ready`, `[2026-01-31 10:00:00] ready`: a bracket in which no tool list can begin.
_LOG_BRACKET = re.compile(r"""\[[ \t]*[^\s\[{"'\]/#]""")
_JSON_START = re.compile(r"^[ \t]*[\[{]", re.MULTILINE)
# The first line of YAML that is neither blank nor comment: a marker, a key, or an item with a key.
_YAML_START = re.compile(r"(?:#[^\n]*+\n|\s)*+(?:---|%YAML\b|(?:-[ ]+)?[\"']?[\w.-]+[\"']?:(?:\s|$))")


@dataclass(frozen=True, eq=False)
class Documents:
    """The values of an input in their order, and where the lines begin that are neither JSON nor part of it."""

    values: tuple[Document, ...]
    passed_over: tuple[int, ...] = ()


def read_documents(text: Text, *, is_yaml: bool | None = None) -> Documents:
    """Read what an input holds. `is_yaml` is None where no file name tells. Raises InputError, with the place."""
    content = text.content
    if not content.strip():
        raise InputError(text.path, "empty" if not content else "holds nothing but white space")
    if is_yaml is None:
        is_yaml = bool(_YAML_START.match(content)) and not _JSON_START.search(content)
    try:
        return _read_yaml(text) if is_yaml else _read_stream(text)
    except ScanError as fault:
        raise input_error(text, fault) from None


def _read_yaml(text: Text) -> Documents:
    # What is JSON in a file of YAML is read as such: faster, and with flaws that YAML has not.
    first = _skip(text.content, 0)
    if text.content[first] in "{[":
        try:
            document, end = read_json(text, first)
        except ScanError:
            pass
        else:
            if _skip(text.content, end) == len(text.content):
                return Documents((document,))
    from catalint.sources.yamltree import read_yaml

    documents = tuple(read_yaml(text))
    if not documents:
        raise InputError(text.path, "holds nothing but comments")
    return Documents(documents)


def _read_stream(text: Text) -> Documents:
    """Read one value after the other. A line that begins no object or list is a log line, or fails like one."""
    content = text.content
    values: list[Document] = []
    passed_over: list[int] = []
    position = _skip(content, 0)
    while position < len(content):
        line_end = _line_end(content, position)
        if content[position] not in "{[" or _is_log_line(text, position, line_end):
            passed_over.append(position)
            position = _skip(content, line_end)
            continue
        document, end = read_json(text, position)
        values.append(document)
        position = _skip(content, end)
        rest = content[end:position]
        if position < len(content) and content[position] not in "{[" and not re.search(r"[\r\n]", rest):
            raise ScanError(position, f"expected nothing behind the JSON value, found {line_at(content, position)}")
    if not values:
        start = passed_over[0]
        raise ScanError(start, f"no JSON object or list, begins with {line_at(content, start)}")
    return Documents(tuple(values), tuple(passed_over))


def _is_log_line(text: Text, position: int, line_end: int) -> bool:
    """Whether what begins with a bracket is no JSON, as can be seen on its own line."""
    if not _LOG_BRACKET.match(text.content, position):
        return False
    # by itself first: a fault costs the length of the text, and a log has thousands of such lines
    line = Text(text.path, text.content[position:line_end])
    try:
        _, end = read_json(line)
    except ScanError as fault:
        if fault.offset < len(line.content):
            return True
    else:
        return bool(line.content[end:].strip())
    try:
        _, end = read_json(text, position)
    except ScanError as fault:
        return fault.offset < line_end
    return end <= line_end and bool(text.content[end:line_end].strip())


def line_at(content: str, position: int) -> str:
    """Quote the rest of the line from a position on, for a message."""
    return shown(content[position : _line_end(content, position)].rstrip())


def _line_end(content: str, position: int) -> int:
    match = _LINE_END.search(content, position)
    return match.start() if match else len(content)


def _skip(content: str, position: int) -> int:
    match = _BLANK.match(content, position)
    return match.end() if match else position
