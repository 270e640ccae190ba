"""Build the table of o200k_base from OpenAI's vocabulary file.

usage: python -m catalint.tokenizer.build VOCABULARY_FILE

VOCABULARY_FILE is `o200k_base.tiktoken` as OpenAI publishes it, plain or gzipped; anything else is refused by its
SHA-256. The output depends on nothing but that file, so that its hash can be tested.
"""

from __future__ import annotations

import gzip
import hashlib
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from catalint.tokenizer import TABLE
from catalint.tokenizer.reference import parse_vocabulary
from catalint.tokenizer.table import encode

# As tiktoken_ext/openai_public.py states it.
SHA256 = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"

# The oldest Unicode tables at work are those of Python 3.11, so what they know is known everywhere.
UNICODE = "14.0.0"

# A small letter up to Unicode 16, a letter without case since.
RECLASSIFIED = frozenset({0x0295})


def main(arguments: list[str]) -> str | None:
    """Build the table; returns what is wrong, None if nothing is."""
    if len(arguments) != 1:
        return (__doc__ or "").split("\n\n")[1]
    try:
        data = Path(arguments[0]).read_bytes()
    except OSError as error:
        return f"{arguments[0]}: {error.strerror}"
    if data.startswith(b"\x1f\x8b"):
        data = gzip.decompress(data)
    digest = hashlib.sha256(data)
    if digest.hexdigest() != SHA256:
        return f"{arguments[0]} has the SHA-256 {digest.hexdigest()}, not {SHA256}"
    if unicodedata.unidata_version != UNICODE:
        return f"build with a Python of Unicode {UNICODE} (3.11), not {unicodedata.unidata_version}"
    table = encode(parse_vocabulary(data), settled(), digest.digest())
    TABLE.write_bytes(table)
    print(f"{TABLE}: {len(table):,} bytes, SHA-256 {hashlib.sha256(table).hexdigest()}")  # noqa: T201
    return None


def settled() -> Iterator[tuple[int, int]]:
    """Ranges of code points that Unicode tables of all ages agree on: assigned, not private, never reclassified."""
    start = None
    for code in range(sys.maxunicode + 2):
        known = code <= sys.maxunicode and unicodedata.category(chr(code)) not in ("Cn", "Co", "Cs")
        if known and code not in RECLASSIFIED:
            start = code if start is None else start
        elif start is not None:
            yield start, code - 1
            start = None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
