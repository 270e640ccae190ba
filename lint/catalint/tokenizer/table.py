"""The vocabulary of an encoding as a file that needs no loading: a hash table that is mapped into memory.

Parsing a vocabulary into a dictionary takes a third of a second, more than the whole lint of a small catalog. A mapped
table costs one checksum (about 1.5 ms) and then only the look-ups of the bytes that really occur.

Layout, all numbers little-endian 32-bit:

- header: 16 bytes of magic, then version, number of tokens, slots, ranges and bytes of tokens, CRC-32 of all that
  follows the header, and the SHA-256 (32 bytes) of the vocabulary file that the table was built from;
- slots: open addressing with linear probing from the low bits of the CRC-32 of a token's bytes. A slot holds the top
  14 bits of that CRC above the rank plus one (18 bits), so that nearly every wrong slot is passed without a comparison;
  0 is an empty slot;
- offsets: where the token of each rank starts among the tokens, and where the last one ends;
- ranges: first and last code points of the ranges that all Unicode tables agree on, see `Table.settles`;
- tokens: their bytes in the order of their ranks.
"""

from __future__ import annotations

import mmap
import struct
import sys
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from zlib import crc32

from catalint.errors import UserError

_MAGIC = b"catalint tokens\0"
_VERSION = 1
_HEADER = struct.Struct("<16s6I32s")
_RANK_BITS = 18
_RANK_MASK = (1 << _RANK_BITS) - 1


class TableError(UserError):
    """The table is missing or damaged; nothing may be counted with it."""


class Table:
    """An open table. `tokens` is the number of its tokens; their ranks are 0 to `tokens` - 1."""

    def __init__(self, path: Path) -> None:
        """Map a table and check it; raises TableError if it is missing, cut short, damaged or of another version."""
        try:
            with path.open("rb") as file:
                data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
            magic, version, self.tokens, slots, ranges, size, checksum, source = _HEADER.unpack_from(data)
        except (OSError, ValueError, struct.error) as error:  # ValueError: an empty file can't be mapped
            raise TableError(f"the token table {path} can't be read ({error}): install catalint again") from error
        if magic != _MAGIC or version != _VERSION:
            raise TableError(f"{path} is no token table of version {_VERSION}: install catalint again")
        body = data[_HEADER.size :]
        if len(body) != 4 * (slots + self.tokens + 1 + 2 * ranges) + size or crc32(body) != checksum:
            raise TableError(f"the token table {path} is damaged: install catalint again")
        self.source = source.hex()
        self._slots, body = _words(body, slots)
        self._offsets, body = _words(body, self.tokens + 1)
        edges, self._tokens = _words(body, 2 * ranges)
        self._firsts, self._lasts = edges[::2].tolist(), edges[1::2].tolist()
        self._mask = slots - 1
        self._settled: set[str] = set()

    def rank(self, token: bytes) -> int | None:
        """The rank of a token, None if the vocabulary does not have it."""
        code = crc32(token)
        mark, position = code >> _RANK_BITS, code & self._mask
        slots = self._slots
        while entry := slots[position]:
            if entry >> _RANK_BITS == mark:
                rank: int = (entry & _RANK_MASK) - 1
                if self._tokens[self._offsets[rank] : self._offsets[rank + 1]] == token:
                    return rank
            position = (position + 1) & self._mask
        return None

    def ranks(self) -> dict[bytes, int]:
        """All tokens with their ranks, as tiktoken takes them."""
        data, offsets = bytes(self._tokens), self._offsets.tolist()
        return {data[start:end]: rank for rank, (start, end) in enumerate(pairwise(offsets))}

    def settles(self, text: str) -> bool:
        """Whether all Unicode tables in use agree on every character of a text.

        False for unassigned, private and surrogate code points and for those assigned or reclassified since the ranges
        were fixed: the pattern that splits a text asks whether a character is a letter, and programs with tables of
        another age answer differently.
        """
        characters = set(text) - self._settled
        for character in characters:
            code = ord(character)
            index = bisect_right(self._firsts, code) - 1
            if index < 0 or code > self._lasts[index]:
                return False
        self._settled |= characters
        return True


def encode(ranks: Mapping[bytes, int], settled: Iterable[tuple[int, int]], source: bytes) -> bytes:
    """Lay out a table. `settled` are ranges of code points, sorted; `source` is the SHA-256 of the vocabulary file.

    Raises ValueError for a vocabulary that the layout can't hold: ranks with gaps, or too many.
    """
    tokens = sorted(ranks, key=ranks.__getitem__)
    if [ranks[token] for token in tokens] != list(range(len(tokens))) or len(tokens) >= _RANK_MASK:
        raise ValueError(f"ranks must run from 0 without gaps and stay below {_RANK_MASK}")
    offsets = [0]
    for token in tokens:
        offsets.append(offsets[-1] + len(token))
    slots = _place(tokens)
    edges = [edge for ends in settled for edge in ends]
    numbers = [*slots, *offsets, *edges]
    body = struct.pack(f"<{len(numbers)}I", *numbers) + b"".join(tokens)
    counts = (len(tokens), len(slots), len(edges) // 2, offsets[-1])
    return _HEADER.pack(_MAGIC, _VERSION, *counts, crc32(body), source) + body


def _place(tokens: Sequence[bytes]) -> list[int]:
    # at most half full: most look-ups of a merge are for pairs that don't exist, and end at the first or second slot
    slots = [0] * (1 << (2 * len(tokens) - 1).bit_length())
    mask = len(slots) - 1
    for rank, token in enumerate(tokens):
        code = crc32(token)
        position = code & mask
        while slots[position]:
            position = (position + 1) & mask
        slots[position] = (code >> _RANK_BITS) << _RANK_BITS | (rank + 1)
    return slots


def _words(data: memoryview, count: int) -> tuple[memoryview, memoryview]:
    words = data[: 4 * count].cast("I")
    if sys.byteorder == "big":
        swapped = array("I", words)
        swapped.byteswap()
        words = memoryview(swapped)
    return words, data[4 * count :]
