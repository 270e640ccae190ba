"""Counting with tiktoken itself, without the part of it that downloads.

`tiktoken.get_encoding` fetches a vocabulary that it does not find, or finds damaged. So vocabularies are read here and
handed to `tiktoken.Encoding`, which neither reads nor registers anything.
"""

from __future__ import annotations

import binascii
import hashlib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from catalint.errors import UserError

# tiktoken's regular expressions give up on a million white-space characters in a row: the Rust code panics, and prints.
_LONGEST_WHITE_SPACE = 500_000


class Reference:
    """Counts with tiktoken; see `Counter` for the methods. Loading takes about 0.25 s and 80 MB.

    Raises UserError for a text that tiktoken can't count.
    """

    def __init__(self, name: str, pattern: str, ranks: dict[bytes, int]) -> None:
        import tiktoken

        self.name = name
        self._encoding = tiktoken.Encoding(name, pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
        self._lengths = {rank: len(token) for token, rank in ranks.items()}

    def count(self, text: str) -> int:
        """The number of tokens of a text."""
        return len(self._encode(text))

    def lengths(self, text: str) -> bytes:
        """The length of each token in bytes of UTF-8, in order: one number (1 to 255) a token."""
        return bytes(map(self._lengths.__getitem__, self._encode(text)))

    def merge(self, piece: bytes) -> bytes:
        """The length of each token of bytes that are one piece, whatever the pattern makes of them."""
        return bytes(map(self._lengths.__getitem__, self._encoding._encode_single_piece(piece)))  # noqa: SLF001 - there is no other way to it

    def _encode(self, text: str) -> list[int]:
        if (
            len(text) > _LONGEST_WHITE_SPACE
            and max(map(len, re.findall(r"\s+", text)), default=0) > _LONGEST_WHITE_SPACE
        ):
            raise UserError(
                f"a text has more than {_LONGEST_WHITE_SPACE:,} white-space characters in a row, and tiktoken fails on "
                "such: count with o200k_base"
            )
        return self._encoding.encode_ordinary(text)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """A vocabulary that OpenAI publishes: where from, the SHA-256 of the file, and the pattern that splits texts."""

    url: str
    sha256: str
    pattern: str


_BASE = "https://openaipublic.blob.core.windows.net/encodings"
_GPT2_PATTERN = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"

# From tiktoken_ext/openai_public.py (MIT, (c) 2022 OpenAI, Shantanu Jain). The URL is only the name under which
# tiktoken keeps the file.
VOCABULARIES: Mapping[str, Vocabulary] = {
    "cl100k_base": Vocabulary(
        f"{_BASE}/cl100k_base.tiktoken",
        "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]"
        r"|\s+(?!\S)|\s",
    ),
    "p50k_base": Vocabulary(
        f"{_BASE}/p50k_base.tiktoken",
        "94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069",
        _GPT2_PATTERN,
    ),
    "r50k_base": Vocabulary(
        f"{_BASE}/r50k_base.tiktoken",
        "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930",
        _GPT2_PATTERN,
    ),
}


def installed(name: str) -> Reference:
    """A counter for one of VOCABULARIES whose file tiktoken has kept; raises UserError if it has not, or not intact."""
    vocabulary = VOCABULARIES[name]
    file = cached_file(vocabulary.url)
    try:
        data = file.read_bytes() if file else None
    except OSError:
        data = None
    if data is None:
        where = f"no {file}" if file else "TIKTOKEN_CACHE_DIR is empty, which turns the cache off"
        raise UserError(
            f"the vocabulary of {name} is not installed ({where}), and catalint downloads nothing: "
            f"run `python -c \"import tiktoken; tiktoken.get_encoding('{name}')\"` once, or count with o200k_base"
        )
    if hashlib.sha256(data).hexdigest() != vocabulary.sha256:
        raise UserError(f"{file} is not the vocabulary of {name} (its SHA-256 differs): delete it and install it again")
    return Reference(name, vocabulary.pattern, parse_vocabulary(data))


def cached_file(url: str) -> Path | None:
    """Where tiktoken keeps what it read from a URL; None if the environment turns its cache off."""
    folder = os.environ.get("TIKTOKEN_CACHE_DIR", os.environ.get("DATA_GYM_CACHE_DIR"))
    if folder is None:
        import tempfile

        folder = str(Path(tempfile.gettempdir(), "data-gym-cache"))
    name = hashlib.sha1(url.encode(), usedforsecurity=False).hexdigest()
    return Path(folder, name) if folder else None


def parse_vocabulary(data: bytes) -> dict[bytes, int]:
    """Read a vocabulary file: a token in base64 and its rank on each line."""
    words = data.split()
    return dict(zip(map(binascii.a2b_base64, words[::2]), map(int, words[1::2]), strict=True))
