"""Counting tokens: exactly as tiktoken does, never with the network, ready at once for the default encoding.

`o200k_base` comes as a table inside this package (see NOTICE for where it is from), so the numbers are the same on
every machine. Other encodings are counted by tiktoken from vocabulary files that are installed already. There is no
approximation: what can't be counted exactly is an error.

Special tokens have no meaning here: a text that holds `<|endoftext|>` is text. Lone surrogates, which JSON can spell
and UTF-8 can't, count as U+FFFD.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Protocol

from catalint.errors import UserError
from catalint.tokenizer.bpe import TableCounter, replace_surrogates
from catalint.tokenizer.table import Table, TableError

__all__ = ["DEFAULT_ENCODING", "TABLE", "Counter", "TableError", "counter", "encodings", "replace_surrogates"]

DEFAULT_ENCODING = "o200k_base"
TABLE = Path(__file__).with_name("o200k_base.table")

# o200k_harmony has the ranks and the pattern of o200k_base; only its special tokens are more.
_TABLED = (DEFAULT_ENCODING, "o200k_harmony")


class Counter(Protocol):
    """Counts tokens of one encoding, exactly."""

    name: str

    def count(self, text: str) -> int:
        """The number of tokens of a text."""
        ...

    def lengths(self, text: str) -> bytes:
        """The length of each token in bytes of UTF-8, in order: one number (1 to 255) a token."""
        ...


def counter(encoding: str = DEFAULT_ENCODING) -> Counter:
    """The counter of an encoding. One is kept for each, so that counting again is cheap.

    Raises UserError for an encoding that is unknown or whose vocabulary is not installed, TableError if the package's
    own table is damaged.
    """
    if encoding in _TABLED:
        return _tabled(encoding)
    from catalint.tokenizer import reference

    if encoding not in reference.VOCABULARIES:
        from catalint.hints import did_you_mean

        hint = did_you_mean(encoding, encodings())
        raise UserError(f"unknown encoding {encoding!r}{hint} (known: {', '.join(encodings())})")
    return _installed(encoding)


def encodings() -> tuple[str, ...]:
    """The names that `counter` knows, those first that need nothing installed."""
    from catalint.tokenizer import reference

    return (*_TABLED, *reference.VOCABULARIES)


@cache
def _tabled(encoding: str) -> Counter:
    return TableCounter(encoding, _table())


@cache
def _table() -> Table:
    return Table(TABLE)


@cache
def _installed(encoding: str) -> Counter:
    from catalint.tokenizer import reference

    return reference.installed(encoding)
