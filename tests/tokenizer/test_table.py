from __future__ import annotations

import hashlib
import struct
import sys
import unicodedata
from pathlib import Path

import pytest

from catalint import tokenizer
from catalint.tokenizer import build
from catalint.tokenizer.table import Table, TableError, _words, encode

# Of the table as it is shipped; a new one comes with a new hash.
SHA256 = "218bbfbb6b2e62ddf3b64309f20b2d8e91f17ecdd58bef2b005cbc1a978c0bdf"


def test_is_the_table_that_was_committed() -> None:
    assert hashlib.sha256(tokenizer.TABLE.read_bytes()).hexdigest() == SHA256


def test_holds_the_official_vocabulary_and_nothing_else(table: Table, vocabulary: bytes) -> None:
    assert hashlib.sha256(vocabulary).hexdigest() == build.SHA256 == table.source


def test_finds_every_token_and_no_other(table: Table) -> None:
    ranks = table.ranks()
    assert len(ranks) == table.tokens == 199_998
    assert all(table.rank(token) == rank for token, rank in ranks.items())
    strangers = [token + b"\x00" for token in ranks if token + b"\x00" not in ranks]
    assert len(strangers) > 190_000
    assert all(table.rank(token) is None for token in strangers)
    assert table.rank(b"") is None


@pytest.mark.skipif(unicodedata.unidata_version != build.UNICODE, reason="built with the Unicode tables of Python 3.11")
@pytest.mark.parametrize("packed", [False, True])
def test_can_be_built_again_byte_by_byte(
    packed: bool, vocabulary: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import gzip

    target, source = tmp_path / "built.table", tmp_path / "o200k_base.tiktoken"
    source.write_bytes(gzip.compress(vocabulary) if packed else vocabulary)
    monkeypatch.setattr(build, "TABLE", target)
    assert build.main([str(source)]) is None
    assert hashlib.sha256(target.read_bytes()).hexdigest() == SHA256


def test_build_refuses_another_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target, source = tmp_path / "built.table", tmp_path / "wrong.tiktoken"
    source.write_bytes(b"IQ== 0\n")
    monkeypatch.setattr(build, "TABLE", target)
    fault = build.main([str(source)])
    assert fault
    assert "has the SHA-256" in fault
    assert build.SHA256 in fault
    assert not target.exists()
    assert (build.main([]) or "").startswith("usage: ")
    assert build.main([str(tmp_path / "none")]) == f"{tmp_path / 'none'}: No such file or directory"


def _small(path: Path) -> Path:
    ranks = {bytes((byte,)): byte for byte in range(256)} | {b"to": 256, b"ken": 257}
    path.write_bytes(encode(ranks, [(0x20, 0x7E), (0xA1, 0xFF)], hashlib.sha256(b"").digest()))
    return path


def test_every_damage_is_one_error(tmp_path: Path) -> None:
    file = _small(tmp_path / "small.table")
    good = file.read_bytes()
    assert Table(file).rank(b"ken") == 257
    for position in range(0, len(good), 29):
        # the hash of the source tells where the table is from and decides nothing
        if 40 <= position < 72:
            continue
        file.write_bytes(good[:position] + bytes((good[position] ^ 0x10,)) + good[position + 1 :])
        with pytest.raises(TableError, match="install catalint again"):
            Table(file)


@pytest.mark.parametrize("size", [0, 1, 16, 71, 72, 500])
def test_a_table_cut_short_is_one_error(size: int, tmp_path: Path) -> None:
    file = _small(tmp_path / "small.table")
    file.write_bytes(file.read_bytes()[:size])
    with pytest.raises(TableError, match=r"small\.table"):
        Table(file)


def test_a_longer_table_is_one_error(tmp_path: Path) -> None:
    file = _small(tmp_path / "small.table")
    file.write_bytes(file.read_bytes() + b"\0")
    with pytest.raises(TableError, match="damaged"):
        Table(file)


def test_a_missing_table_is_one_error(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="can't be read"):
        Table(tmp_path / "none.table")


@pytest.mark.usefixtures("fresh")
def test_nothing_is_counted_with_a_damaged_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = bytearray(tokenizer.TABLE.read_bytes())
    data[-1] ^= 1
    broken = tmp_path / "broken.table"
    broken.write_bytes(data)
    monkeypatch.setattr(tokenizer, "TABLE", broken)
    with pytest.raises(TableError, match="damaged"):
        tokenizer.counter()


def test_reads_numbers_on_a_machine_of_the_other_byte_order(monkeypatch: pytest.MonkeyPatch) -> None:
    other = "<" if sys.byteorder == "big" else ">"
    monkeypatch.setattr(sys, "byteorder", "big")
    words, rest = _words(memoryview(struct.pack(f"{other}3I", 1, 2, 70_000) + b"rest"), 3)
    assert words.tolist() == [1, 2, 70_000]
    assert bytes(rest) == b"rest"


def test_knows_the_characters_that_all_agree_on(table: Table) -> None:
    assert table.settles("Größe, 大きさ, размер, مقاس, 🙂 e\u0301")
    for character in ("\u0378", "\ue000", "\ud800", "\U0010ffff", "\u0295", "\u1c89", "\U00016d40"):
        assert not table.settles(f"a{character}")
    assert table.settles("a" * 10)


def test_refuses_what_the_layout_can_not_hold() -> None:
    with pytest.raises(ValueError, match="without gaps"):
        encode({b"a": 0, b"b": 2}, [], b"")
