"""Why a text is no JSON: what was expected, what stands there, and what people usually mean by it."""

from __future__ import annotations

import re

from catalint.quoting import shown

_BLANK = re.compile(r"[ \t\n\r]*")
_STRING_BODY = re.compile(r'[^"\\\x00-\x1f]*+(?:\\.[^"\\\x00-\x1f]*+)*+', re.DOTALL)
_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|\\(u[0-9a-fA-F]{0,3}|.)', re.DOTALL)
_CHUNK = re.compile(r"[\w.+$-]+|.", re.DOTALL)
_HALF_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)?(?:(?<=\d)\.\d*)?(?:(?<=\d)[eE][-+]?\d*)?")
_WORDS = ("true", "false", "null", "NaN", "Infinity", "-Infinity")
_FOREIGN_WORDS = {"True": "true", "False": "false", "None": "null", "undefined": "null", "nil": "null", "nan": "null"}
_CONTROL_ESCAPES = {"\t": r"\t", "\b": r"\b", "\f": r"\f"}


class ScanError(ValueError):
    """The text is no JSON from `offset` on. `opened` is where the thing began that is not finished, -1 if none is.

    `quoted` is what of the text the message quotes, as `shown` does; it may be a secret.
    """

    def __init__(self, offset: int, message: str, opened: int = -1, quoted: str = "") -> None:
        self.offset = offset
        self.message = message
        self.opened = opened
        self.quoted = quoted
        super().__init__(message)

    def without_quote(self) -> ScanError:
        """The same without the words of the text."""
        message = self.message.replace(shown(self.quoted), "…") if self.quoted else self.message
        return ScanError(self.offset, message, self.opened)


def fault_in_value(content: str, position: int, opened: int = -1) -> ScanError:
    """Say why no value begins at `position`. `opened` is where the container around it begins, -1 for the root."""
    at = _skip(content, position)
    if at == len(content):
        return _cut_off(content, opened)
    head = content[at]
    if head == '"':
        return fault_in_string(content, at)
    if head in "]})," or head == ":":
        return _comment(content, at) or _trailing_comma(content, at) or _unexpected(content, at, "a value")
    return _comment(content, at) or _single_quotes(content, at) or _odd_word(content, at)


def fault_in_member(content: str, position: int, opened: int) -> ScanError:
    """Say why no member of the object that begins at `opened` begins at `position`."""
    at = _skip(content, position)
    if at == len(content):
        return _cut_off(content, opened)
    if content[at] != '"':
        fault = _comment(content, at) or _trailing_comma(content, at) or _single_quotes(content, at)
        return fault or _unexpected(content, at, "a key in double quotes")
    closing = _string_end(content, at)
    if closing < 0:
        return fault_in_string(content, at)
    colon = _skip(content, closing + 1)
    if colon == len(content):
        return _cut_off(content, opened)
    if content[colon] != ":":
        return _comment(content, colon) or _unexpected(content, colon, "a colon after the key")
    return fault_in_value(content, colon + 1, opened)


def fault_behind_value(content: str, position: int, opened: int) -> ScanError:
    """Say why what follows a value inside the container that begins at `opened` does not belong there."""
    at = _skip(content, position)
    if at == len(content):
        return _cut_off(content, opened)
    if at == position and _CHUNK.match(content[at]) and (content[at].isalnum() or content[at] in "._+-$"):
        return _odd_word(content, _word_start(content, at))
    closing = "}" if content[opened] == "{" else "]"
    comment = _comment(content, at)
    if comment:
        return comment
    if content[at] == '"' or (closing == "]" and (content[at] in "{[-" or content[at].isalnum())):
        return ScanError(at, f"a comma is missing before {_found(content, at)}", quoted=_word(content, at))
    return _unexpected(content, at, f"a comma or {closing}")


def fault_in_string(content: str, start: int) -> ScanError:
    """Say what is wrong with the string whose opening quote stands at `start`."""
    stop = _STRING_BODY.match(content, start + 1)
    end = stop.end() if stop else start + 1
    if end == len(content) or (content[end] == "\\" and end + 1 == len(content)):
        return ScanError(len(content), "ends in the middle of a string", start)
    for match in _ESCAPE.finditer(content, start + 1, end):
        if match.group(1):
            return _bad_escape(match.start(), match.group(1))
    character = content[end]
    if character in "\r\n":
        return ScanError(end, r"a string is broken over two lines (JSON writes \n), or lacks its closing quote", start)
    written = _CONTROL_ESCAPES.get(character, f"\\u{ord(character):04x}")
    return ScanError(end, f"a raw control character U+{ord(character):04X} in a string (JSON writes {written})")


def _bad_escape(offset: int, escape: str) -> ScanError:
    if escape[0] == "u":
        return ScanError(offset, r"\u in a string needs four hexadecimal digits")
    return ScanError(offset, rf"a backslash before {shown(escape)} in a string (JSON writes a backslash as \\)")


def _string_end(content: str, start: int) -> int:
    match = _STRING_BODY.match(content, start + 1)
    end = match.end() if match else start + 1
    sound = end < len(content) and content[end] == '"'
    return end if sound and not any(m.group(1) for m in _ESCAPE.finditer(content, start + 1, end)) else -1


def _cut_off(content: str, opened: int) -> ScanError:
    end = len(content.rstrip(" \t\r\n"))
    if opened < 0:
        return ScanError(end, "ends where a value is expected")
    return ScanError(end, f"ends in the middle of {'an object' if content[opened] == '{' else 'a list'}", opened)


def _comment(content: str, at: int) -> ScanError | None:
    if content[at] == "#" or content.startswith(("//", "/*"), at):
        return ScanError(at, "a comment: JSON has none")
    return None


def _trailing_comma(content: str, at: int) -> ScanError | None:
    comma = len(content[:at].rstrip(" \t\r\n")) - 1
    if content[at] in "]}" and comma >= 0 and content[comma] == ",":
        return ScanError(comma, f"a trailing comma before {content[at]}: JSON allows none")
    return None


def _single_quotes(content: str, at: int) -> ScanError | None:
    if content[at] in "'‘’“”`":
        return ScanError(at, f"{content[at]} where JSON takes only double quotes")
    return None


def _odd_word(content: str, at: int) -> ScanError:
    word = _word(content, at)
    if at + len(word) == len(content):
        half = _HALF_NUMBER.fullmatch(word)
        if half or any(known.startswith(word) for known in _WORDS):
            return ScanError(len(content), "ends in the middle of a value", at)
    if word in _FOREIGN_WORDS:
        return ScanError(at, f"{word} is no JSON (JSON writes {_FOREIGN_WORDS[word]})")
    if word[0].isdigit() or word[0] in "+-.":
        return ScanError(at, f"{shown(word)} is no JSON number", quoted=word)
    return ScanError(at, f"expected a value, found {shown(word)} (a text needs double quotes)", quoted=word)


def _unexpected(content: str, at: int, expected: str) -> ScanError:
    return ScanError(at, f"expected {expected}, found {_found(content, at)}", quoted=_word(content, at))


def _found(content: str, at: int) -> str:
    text = _word(content, at)
    return text if text in tuple('{}[],:"') else shown(text)


def _word(content: str, at: int) -> str:
    match = _CHUNK.match(content, at)
    return match.group() if match else content[at]


def _word_start(content: str, at: int) -> int:
    start = at
    while start and (content[start - 1].isalnum() or content[start - 1] in "._+-$"):
        start -= 1
    return start


def _skip(content: str, position: int) -> int:
    match = _BLANK.match(content, position)
    return match.end() if match else position
