"""Other encodings: only from vocabulary files that are there, and never by a download."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import tiktoken.load
import tiktoken_ext.openai_public as official

from catalint import tokenizer
from catalint.errors import UserError
from catalint.tokenizer import build, reference

NAME = "cl100k_base"
Keep = Callable[[Path, str, bytes], Path]


@pytest.fixture(autouse=True)
def _nothing_kept(fresh: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty cache in a folder of the test, for counters and for tiktoken."""
    assert fresh is None
    monkeypatch.delenv("TIKTOKEN_CACHE_DIR", raising=False)
    monkeypatch.delenv("DATA_GYM_CACHE_DIR", raising=False)
    (tmp_path / "temp").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temp"))


@pytest.fixture
def small(small_vocabulary: tuple[bytes, str], monkeypatch: pytest.MonkeyPatch) -> tuple[str, bytes]:
    """A vocabulary that stands in for the official one: its URL and its data."""
    data, sha256 = small_vocabulary
    entry = replace(reference.VOCABULARIES[NAME], sha256=sha256)
    monkeypatch.setattr(reference, "VOCABULARIES", {NAME: entry})
    return entry.url, data


@pytest.mark.parametrize("name", list(reference.VOCABULARIES))
def test_vocabularies_are_what_tiktoken_states(name: str, stated: Callable[[str], dict[str, Any]]) -> None:
    found, known = stated(name), reference.VOCABULARIES[name]
    assert found["mergeable_ranks"] == {"url": known.url, "sha256": known.sha256}
    assert found["pat_str"] == known.pattern


def test_the_table_is_what_tiktoken_states(stated: Callable[[str], dict[str, Any]]) -> None:
    base = stated("o200k_base")
    assert base["mergeable_ranks"]["sha256"] == build.SHA256
    if "o200k_harmony" not in official.ENCODING_CONSTRUCTORS:
        pytest.skip("this tiktoken is older than o200k_harmony")
    harmony = stated("o200k_harmony")
    assert harmony["mergeable_ranks"] == base["mergeable_ranks"]
    assert harmony["pat_str"] == base["pat_str"]


@pytest.mark.parametrize("variable", ["TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR", None])
def test_counts_with_a_file_that_is_installed(
    variable: str | None, small: tuple[str, bytes], keep: Keep, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "kept" if variable else tmp_path / "temp" / "data-gym-cache"
    if variable:
        monkeypatch.setenv(variable, str(folder))
    keep(folder, *small)
    counter = tokenizer.counter(NAME)
    assert counter.name == NAME
    assert counter.lengths("token token") == bytes((5, 6))
    assert counter.count("tok \ud800") == 6


def test_white_space_that_tiktoken_panics_on_is_one_error(
    small: tuple[str, bytes], keep: Keep, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    keep(tmp_path / "temp" / "data-gym-cache", *small)
    counter = tokenizer.counter(NAME)
    assert counter.count("a " * 300_000) == 600_000
    with pytest.raises(UserError, match="count with o200k_base"):
        counter.count("a" + " " * 1_100_000)
    assert capfd.readouterr().err == ""


def test_looks_where_tiktoken_looks(keep: Keep, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path / "first"))
    monkeypatch.setenv("DATA_GYM_CACHE_DIR", str(tmp_path / "second"))
    url = reference.VOCABULARIES[NAME].url
    keep(tmp_path / "first", url, b"found")
    assert tiktoken.load.read_file_cached(url) == b"found"
    assert reference.cached_file(url) == keep(tmp_path / "first", url, b"found")


def test_a_missing_file_is_one_error_with_the_next_step() -> None:
    with pytest.raises(
        UserError, match=r"cl100k_base is not installed .*downloads nothing.*tiktoken.get_encoding"
    ) as caught:
        tokenizer.counter(NAME)
    assert "\n" not in str(caught.value)


def test_a_cache_that_is_turned_off_is_one_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "")
    with pytest.raises(UserError, match="TIKTOKEN_CACHE_DIR is empty"):
        tokenizer.counter(NAME)


def test_a_damaged_file_is_refused_and_left_alone(keep: Keep, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tiktoken would delete it and fetch another."""
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    file = keep(tmp_path, reference.VOCABULARIES[NAME].url, b"IQ== 0\n")
    with pytest.raises(UserError, match="SHA-256 differs"):
        tokenizer.counter(NAME)
    assert file.read_bytes() == b"IQ== 0\n"


def test_an_unknown_encoding_is_one_error_with_a_hint() -> None:
    with pytest.raises(
        UserError, match=r"unknown encoding 'cl100k'; did you mean 'cl100k_base'\? \(known: o200k_base, "
    ):
        tokenizer.counter("cl100k")


def test_registers_nothing_with_tiktoken(small: tuple[str, bytes], keep: Keep, tmp_path: Path) -> None:
    import tiktoken.registry

    keep(tmp_path / "temp" / "data-gym-cache", *small)
    before = dict(tiktoken.registry.ENCODINGS)
    tokenizer.counter(NAME).count("token")
    tokenizer.counter().count("\u0378")
    assert dict(tiktoken.registry.ENCODINGS) == before


def test_a_counter_is_kept() -> None:
    assert tokenizer.counter() is tokenizer.counter("o200k_base")
