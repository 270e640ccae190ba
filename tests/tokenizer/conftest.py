from __future__ import annotations

import base64
import hashlib
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
import tiktoken
import tiktoken_ext.openai_public as official

from catalint import tokenizer
from catalint.tokenizer.table import Table


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> NoReturn:
        raise AssertionError("counting must not open a connection")

    for name in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, name, refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


@pytest.fixture(scope="session")
def table() -> Table:
    return Table(tokenizer.TABLE)


@pytest.fixture(scope="session")
def vocabulary(table: Table) -> bytes:
    """OpenAI's file as it must have been: written back from the table."""
    return b"".join(b"%s %d\n" % (base64.b64encode(token), rank) for token, rank in table.ranks().items())


@pytest.fixture(scope="session")
def oracle(table: Table) -> tiktoken.Encoding:
    """Tiktoken with its own pattern; that the ranks are the official ones is a test of its own."""
    pattern = _stated("o200k_base")["pat_str"]
    return tiktoken.Encoding("oracle", pat_str=pattern, mergeable_ranks=table.ranks(), special_tokens={})


@pytest.fixture(scope="session")
def stated() -> Callable[[str], dict[str, Any]]:
    """Ask what tiktoken's source says of an encoding."""
    return _stated


def _stated(name: str) -> dict[str, Any]:
    """Its arguments without the vocabulary: the URL and the hash of the file stand in for it."""
    patch = pytest.MonkeyPatch()
    patch.setattr(official, "load_tiktoken_bpe", lambda url, expected_hash: {"url": url, "sha256": expected_hash})
    try:
        found: dict[str, Any] = official.ENCODING_CONSTRUCTORS[name]()
    finally:
        patch.undo()
    return found


@pytest.fixture
def fresh() -> Iterator[None]:
    """Forget the counters that are kept, before and after."""
    _forget()
    yield
    _forget()


def _forget() -> None:
    for kept in (tokenizer._tabled, tokenizer._table, tokenizer._installed):
        kept.cache_clear()


@pytest.fixture
def small_vocabulary() -> tuple[bytes, str]:
    """A vocabulary of all bytes and a few merges, and its SHA-256."""
    tokens = [bytes((byte,)) for byte in range(256)] + [b"to", b"ken", b"token", b" token"]
    data = b"".join(b"%s %d\n" % (base64.b64encode(token), rank) for rank, token in enumerate(tokens))
    return data, hashlib.sha256(data).hexdigest()


@pytest.fixture
def keep() -> Callable[[Path, str, bytes], Path]:
    """Put a file where tiktoken keeps what it has read from a URL."""

    def write(folder: Path, url: str, data: bytes) -> Path:
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / hashlib.sha1(url.encode(), usedforsecurity=False).hexdigest()
        file.write_bytes(data)
        return file

    return write
