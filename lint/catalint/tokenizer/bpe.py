"""Byte-pair encoding over a mapped table: split a text into pieces, merge each piece once.

A catalog repeats itself: 4,900 tools of 117 public servers come to 840,000 pieces, of which 23,000 differ. So merging
need not be fast, splitting must be, and a piece is merged once per run.

Measured on those tools against tiktoken fed from the same table (loading included): 2,000 tools 0.36 s against 0.39 s,
10,000 tools 1.16 s against 1.13 s, 20,000 tools 2.1 s against 2.1 s, at 60 MB instead of 140 MB. So there is no volume
at which handing the bulk over to tiktoken would pay.
"""

from __future__ import annotations

import heapq
import re
from array import array
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any

from catalint.tokenizer.table import Table

if TYPE_CHECKING:
    from catalint.tokenizer.reference import Reference

# The pattern of o200k_base in tiktoken (`tiktoken_ext/openai_public.py`, MIT, (c) 2022 OpenAI, Shantanu Jain).
O200K_PATTERN = (
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|"
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|"
    r"\p{N}{1,3}|"
    r" ?[^\s\p{L}\p{N}]+[\r\n/]*|"
    r"\s*[\r\n]+|"
    r"\s+(?!\S)|"
    r"\s+"
)

# The same for texts in ASCII, in terms that `re` knows: nine of ten tools need no more, it is more than twice as fast
# as `regex`, and there is nothing to import. Python's own \s would take 0x1c to 0x1f for white space.
_ASCII = re.compile(
    r"[^\r\nA-Za-z0-9]?(?:[A-Z]*[a-z]+|[A-Z]+)(?:'(?:[sStTmMdD]|[rR][eE]|[vV][eE]|[lL][lL]))?|"
    r"[0-9]{1,3}|"
    r" ?[^\t-\r A-Za-z0-9]+[\r\n/]*|"
    r"[\t-\r ]*[\r\n]+|"
    r"[\t-\r ]+(?![^\t-\r ])|"
    r"[\t-\r ]+"
)

# Whatever the characters around it are, a piece of the pattern above ends before the first space of a run of spaces,
# and before the last one if no white space follows. So a text may be cut there.
_CUT = re.compile(r"(?<=\S)(?= )|(?= \S)")
# A word with the white space in front of it, so that each begins at such a place; the last may be white space alone.
_WORD = re.compile(r"\s*\S+(?:[^\S ]\s*\S*)*|\s+")
# A stretch longer than this is not for tiktoken: up to 0.12 it takes quadratic time for long pieces, and its regular
# expressions give up on a million white-space characters in a row (the Rust code panics, and prints). In such a stretch
# the Unicode tables of `regex` decide.
_LONGEST_STRETCH = 20_000
# Bytes that are merged here, in all different pieces of a process (some 1.5 s). What comes then tiktoken merges, which
# is fifty times as fast, but takes 0.25 s and 80 MB to load. Tools of 117 public servers together come to 230,000.
_MERGED_HERE = 400_000
# A piece with more bytes is merged in stretches.
_LONGEST_PIECE = 4_096
_STRETCH = 1_024
_OVERLAP = 4
# Pieces kept, to bound the memory of a process that counts on and on: about 25 MB.
_MOST_PIECES = 200_000
_NO_PAIR = -1


class TableCounter:
    """Counts with a table; see `Counter` for the methods.

    What stands around characters that Unicode tables differ on (see `Table.settles`) is left to tiktoken.
    """

    def __init__(self, name: str, table: Table) -> None:
        self.name = name
        self._table = table
        self._pieces = _Pieces(table, lambda: self._reference)

    def count(self, text: str) -> int:
        """The number of tokens of a text."""
        return len(self.lengths(text))

    def lengths(self, text: str) -> bytes:
        """The length of each token in bytes of UTF-8, in order: one number (1 to 255) a token."""
        if text.isascii():
            return self._join(_ASCII.findall(text))
        # most such texts are English with a dash or an arrow here and there
        words = groupby(_WORD.findall(replace_surrogates(text)), str.isascii)
        return b"".join(self._lengths("".join(stretch), ascii_only) for ascii_only, stretch in words)

    def _lengths(self, text: str, ascii_only: bool) -> bytes:
        if ascii_only:
            return self._join(_ASCII.findall(text))
        if self._table.settles(text):
            return self._join(self._pattern.findall(text))
        return b"".join(map(self._settle, _CUT.split(text)))

    def _settle(self, stretch: str) -> bytes:
        """Count a stretch of a text in which there are characters that Unicode tables differ on."""
        if self._table.settles(stretch) or len(stretch) > _LONGEST_STRETCH:
            return self._join(self._pattern.findall(stretch))
        return self._reference.lengths(stretch)

    def _join(self, pieces: Iterable[str]) -> bytes:
        return b"".join(map(self._pieces.__getitem__, pieces))

    @cached_property
    def _pattern(self) -> Any:
        import regex

        return regex.compile(O200K_PATTERN)

    @cached_property
    def _reference(self) -> Reference:
        from catalint.tokenizer.reference import Reference

        return Reference(self.name, O200K_PATTERN, self._table.ranks())


class _Pieces(dict[str, bytes]):
    """Pieces with the lengths of their tokens, merged when first asked for."""

    def __init__(self, table: Table, load: Callable[[], Reference]) -> None:
        super().__init__()
        self._table = table
        self._load = load
        self._merged = 0

    def __missing__(self, piece: str) -> bytes:
        data = piece.encode()
        self._merged += len(data)
        here = self._merged <= _MERGED_HERE
        lengths = merge(data, self._table) if here else merge_long(data, self._load().merge)
        if len(self) >= _MOST_PIECES:
            self.clear()
        self[piece] = lengths
        return lengths


def merge_long(piece: bytes, merge: Callable[[bytes], bytes]) -> bytes:
    """Merge a piece of any length in stretches: the lengths of its tokens, as `merge` has them for all of it at once.

    Tokens are those of a text if each two neighbours are those of the two together. So a stretch is merged with the
    last tokens before it, with more of them until the one before these and the first new one are such neighbours.
    """
    if len(piece) <= _LONGEST_PIECE:
        return merge(piece)
    lengths = bytearray()
    done = 0
    while done < len(piece):
        end = done + _STRETCH
        taken = min(_OVERLAP, len(lengths))
        start = done - sum(lengths[len(lengths) - taken :])
        again = merge(piece[start:end])
        while start and not _are_neighbours(piece, start, lengths[-taken - 1], again[0], merge):
            taken = min(2 * taken, len(lengths))
            start = done - sum(lengths[len(lengths) - taken :])
            again = merge(piece[start:end])
        del lengths[len(lengths) - taken :]
        lengths += again
        done = end
    return bytes(lengths)


def _are_neighbours(piece: bytes, border: int, before: int, behind: int, merge: Callable[[bytes], bytes]) -> bool:
    """Whether two tokens that meet at a border are what the bytes of both come to."""
    return merge(piece[border - before : border + behind]) == bytes((before, behind))


def merge(piece: bytes, table: Table) -> bytes:
    """Merge a piece: the lengths of its tokens, in n log n steps for n bytes (a million: 5 s, 60 MB).

    Of all neighbours those go first whose pair has the lowest rank, and of equal pairs the leftmost.
    """
    size = len(piece)
    if size == 1 or table.rank(piece) is not None:
        return bytes((size,))
    # a part is known by its first byte: where it ends, where the part before it starts, and the rank of the pair that
    # it makes with the part behind it (_NO_PAIR for none, and for a part that is no more)
    ends = array("i", range(1, size + 1))
    before = array("i", range(-1, size - 1))
    ranks = array("i", [_NO_PAIR]) * size
    heap: list[int] = []  # rank * size + start; an entry is void once the rank is not that of the pair any more

    def join(start: int, end: int) -> None:
        rank = table.rank(piece[start:end])
        ranks[start] = _NO_PAIR if rank is None else rank
        if rank is not None:
            heapq.heappush(heap, rank * size + start)

    for start in range(size - 1):
        join(start, start + 2)
    while heap:
        rank, start = divmod(heapq.heappop(heap), size)
        if ranks[start] != rank:
            continue
        middle = ends[start]
        end = ends[start] = ends[middle]
        ranks[start] = ranks[middle] = _NO_PAIR
        if end < size:
            before[end] = start
            join(start, ends[end])
        if start:
            join(before[start], end)
    lengths = bytearray()
    start = 0
    while start < size:
        lengths.append(ends[start] - start)
        start = ends[start]
    return bytes(lengths)


def replace_surrogates(text: str) -> str:
    """Join surrogate pairs and replace lone surrogates by U+FFFD, as tiktoken does; other texts stay as they are."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
