"""Mutations of bytes, and encodings."""

from __future__ import annotations

import codecs
import gzip
from collections.abc import Callable, Mapping, Sequence
from random import Random

ENCODINGS = ("utf-8",) * 12 + (
    "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be", "latin-1", "cp1252", "utf-7", "shift_jis", "cp037",
)  # fmt: skip
SNIPPETS: Sequence[bytes] = (
    b"\x00", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x80\xae", b"\x1b[31m", b"\r", b"\n", b"\r\n", b"{", b"}", b"[", b"]",
    b'"', b"\\", b",", b":", b"//", b"/*", b"#", b"---\n", b"::error::x\n", b"NaN", b"1e999", b"\\ud800", b"\x1a", b"\x85", b"\xc2\x85", b'{"tools":[', b"null", b"\t", b" " * 5_000, b"[" * 3_000,
)  # fmt: skip


def encode(text: str, rng: Random) -> tuple[bytes, str]:
    """A text in some encoding, and which."""
    name = rng.choice(ENCODINGS)
    try:
        data = text.encode(name, "surrogatepass" if name.startswith("utf-") and name != "utf-7" else "replace")
    except UnicodeError:
        data = text.encode("utf-8", "surrogatepass")
    return data, name


def flip(data: bytes, rng: Random) -> bytes:
    """Change a bit here and there."""
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 3, 20))):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def insert(data: bytes, rng: Random) -> bytes:
    """Put something in."""
    at = rng.randint(0, len(data))
    return data[:at] + rng.choice(SNIPPETS) + data[at:]


def overwrite(data: bytes, rng: Random) -> bytes:
    """Put something in the place of what is there."""
    at, snippet = rng.randrange(len(data)), rng.choice(SNIPPETS)
    return data[:at] + snippet + data[at + len(snippet) :]


def cut(data: bytes, rng: Random) -> bytes:
    """End early."""
    return data[: rng.randrange(len(data))]


def drop(data: bytes, rng: Random) -> bytes:
    """Leave a stretch out."""
    at = rng.randrange(len(data))
    return data[:at] + data[at + rng.choice((1, 2, 10, 200)) :]


def double(data: bytes, rng: Random) -> bytes:
    """Repeat a stretch."""
    at = rng.randrange(len(data))
    stretch = data[at : at + rng.choice((1, 10, 300, 3_000))]
    return data[:at] + stretch * rng.choice((2, 3, 30)) + data[at:]


def swap(data: bytes, rng: Random) -> bytes:
    """Exchange two stretches."""
    one, two = sorted(rng.randrange(len(data)) for _ in range(2))
    size = rng.choice((1, 8, 60))
    return data[:one] + data[two : two + size] + data[one + size : two] + data[one : one + size] + data[two + size :]


def lines(data: bytes, rng: Random) -> bytes:
    """Other line ends, or lines of a log between."""
    if rng.random() < 0.5:
        return data.replace(b"\n", rng.choice((b"\r\n", b"\r", b"\n\n", b"\xe2\x80\xa8", b" ")))
    return (
        rng.choice((b"[info] ready\n", b"\x1b[2Kserver on \x1b[1m:80\x1b[0m\n", b"::debug::x\n", b"> \n", b"{broken\n"))
        + data
        + rng.choice((b"", b"\nbye\n", b"\n{}\n", b"]"))
    )


def pack(data: bytes, rng: Random) -> bytes:
    """Something else than text."""
    return rng.choice(
        (
            gzip.compress(data, mtime=0),
            b"PK\x03\x04" + data,
            codecs.BOM_UTF16_LE + data,
            bytes(rng.randrange(256) for _ in range(500)),
            b"",
            b"\x00" * 100,
            b" \n\t",
        )
    )


MUTATORS: Mapping[Callable[[bytes, Random], bytes], int] = {
    flip: 5,
    insert: 5,
    overwrite: 5,
    cut: 3,
    drop: 4,
    double: 3,
    swap: 2,
    lines: 3,
    pack: 1,
}
