from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint.errors import InputError
from catalint.sources.decoding import decode

TEXT = '{"tools": [{"name": "öffne_😀"}]}\r\n'


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (TEXT.encode(), "utf-8"),
        (codecs.BOM_UTF8 + TEXT.encode(), "utf-8"),
        (codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"), "utf-16-le"),
        (codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"), "utf-16-be"),
        (codecs.BOM_UTF32_LE + TEXT.encode("utf-32-le"), "utf-32-le"),
        (codecs.BOM_UTF32_BE + TEXT.encode("utf-32-be"), "utf-32-be"),
        (TEXT.encode("utf-16-le"), "utf-16-le"),
        (TEXT.encode("utf-16-be"), "utf-16-be"),
        (TEXT.encode("utf-32-le"), "utf-32-le"),
        (TEXT.encode("utf-32-be"), "utf-32-be"),
    ],
)
def test_encodings_with_and_without_a_mark(data: bytes, encoding: str) -> None:
    text, found = decode("tools.json", data)
    assert text.content == TEXT
    assert found == encoding


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            b'{\n "a": "\xe9t\xe9"}',
            "2:8: not valid UTF-8: the byte 0xE9 (a file in Latin-1 or Windows-1252? save it as UTF-8)",
        ),
        ('{"a": "é'.encode()[:-1], "1:8: ends in the middle of a UTF-8 character"),
        (b'\xed\xa0\x80"', "1:1: not valid UTF-8: the byte 0xED (a file in Latin-1 or Windows-1252? save it as UTF-8)"),
        (codecs.BOM_UTF16_LE + '{"'.encode("utf-16-le") + b"a", "1:3: ends in the middle of a UTF-16 character"),
        (codecs.BOM_UTF16_BE + "\n\n{".encode("utf-16-be") + b"\xdc\x00", "3:2: not valid UTF-16: illegal encoding"),
        (b"\0\0\0\0\0\0", " binary data, not a text"),
        (bytes(range(256)) * 20, " binary data, not a text"),
        (bytes(range(1, 256)), " binary data, not a text"),
        (b"\x7fELF\x02\x01\x01" + b"\0" * 9, " binary data, not a text"),
        (b"\x1f\x8b\x08\0" + b"a" * 40, " no text but gzip data: unpack it first"),
        (b"PK\x03\x04" + b"a" * 40, " no text but a zip archive: unpack it first"),
        (b"SQLite format 3\x00" + b"a" * 40, " no text but an SQLite database"),
        (b"%PDF-1.7\n" + b"a" * 40, " no text but a PDF document"),
    ],
)
def test_what_is_no_text_is_said_in_one_line(data: bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        decode("tools.json", data)
    assert str(caught.value) == f"tools.json:{message}"


def test_a_mark_is_no_part_of_the_text_and_columns_count_behind_it() -> None:
    with pytest.raises(InputError) as caught:
        decode("tools.json", codecs.BOM_UTF8 + b"{\xff}")
    assert (caught.value.line, caught.value.column) == (1, 2)


def test_coloured_log_lines_are_text() -> None:
    text, _ = decode("session.log", b"\x1b[32m[info]\x1b[0m ready\n\x1b[32m[info]\x1b[0m ready\n")
    assert text.content.startswith("\x1b[32m[info]")


@given(st.binary(max_size=200))
def test_any_bytes_are_text_or_an_error_of_one_line(data: bytes) -> None:
    try:
        text, _ = decode("tools.json", data)
    except InputError as error:
        message = error.message
    else:
        message = "text"
        assert not any("\ud800" <= character <= "\udfff" for character in text.content)
    assert message.isprintable()
