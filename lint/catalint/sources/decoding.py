"""From bytes to text: UTF-8, and the UTF-16 and UTF-32 that some shells write, with or without a byte order mark."""

from __future__ import annotations

import codecs
import re

from catalint.errors import InputError
from catalint.sources.text import Text

# UTF-32's mark for little-endian begins with that of UTF-16, so the order counts.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Which of the first four bytes are zero when a text that begins with two ASCII characters has no mark (RFC 4627, 3).
_BY_ZEROS = {
    b"\0\1\1\1": "utf-32-le",
    b"\1\1\1\0": "utf-32-be",
    b"\0\1\0\1": "utf-16-le",
    b"\1\0\1\0": "utf-16-be",
}
_SIGNATURES = (
    (b"\x1f\x8b", "gzip data: unpack it first"),
    (b"PK\x03\x04", "a zip archive: unpack it first"),
    (b"\x28\xb5\x2f\xfd", "zstd data: unpack it first"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"\x89PNG", "an image"),
    (b"%PDF-", "a PDF document"),
)
# Bytes that no text holds: control characters but for tab, line ends, form feed and the escape of coloured log lines.
_NO_TEXT = re.compile(rb"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")
_SAMPLE = 8192
# Of random bytes 10 % are such characters, of text in whatever encoding of eight bits next to none.
_BINARY_SHARE = 0.02


def decode(path: str, data: bytes) -> tuple[Text, str]:
    """Return the text of an input, without a byte order mark, and the name of its encoding.

    Raises InputError for what is no text, with the place of the first wrong byte where most of it is text.
    """
    encoding, start = _encoding(data)
    sample = data[:_SAMPLE]
    for signature, what in _SIGNATURES:
        if data.startswith(signature):
            raise InputError(path, f"no text but {what}")
    if encoding == "utf-8" and len(_NO_TEXT.findall(sample)) > _BINARY_SHARE * len(sample):
        raise InputError(path, "binary data, not a text")
    try:
        return Text(path, data[start:].decode(encoding)), encoding
    except UnicodeDecodeError as error:
        before = Text(path, data[start : start + error.start].decode(encoding))
        line, column = before.position(len(before.content))
        raise InputError(path, _reason(error, data[start + error.start], encoding), line, column) from None


def _encoding(data: bytes) -> tuple[str, int]:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding, len(mark)
    return _BY_ZEROS.get(bytes(byte == 0 for byte in data[:4]), "utf-8"), 0


def _reason(error: UnicodeDecodeError, byte: int, encoding: str) -> str:
    name = encoding.upper().removesuffix("-LE").removesuffix("-BE")
    if "unexpected end" in error.reason or "truncated" in error.reason:
        return f"ends in the middle of a {name} character"
    if encoding != "utf-8":
        return f"not valid {name}: {error.reason}"
    return f"not valid UTF-8: the byte 0x{byte:02X} (a file in Latin-1 or Windows-1252? save it as UTF-8)"
