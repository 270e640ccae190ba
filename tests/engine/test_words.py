"""Splitting identifiers and prose, stems."""

from __future__ import annotations

import pytest
import snowballstemmer
from hypothesis import given
from hypothesis import strategies as st

from catalint import words


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("get_user", "get user"),
        ("getUserByID", "get user by id"),
        ("parseHTTPBody2", "parse http body 2"),
        ("list-s3-buckets", "list s 3 buckets"),
        ("photos.albums/list", "photos albums list"),
        ("ALLCAPS", "allcaps"),
        ("v2", "v 2"),
        ("größe_ändern", "größe ändern"),
        ("查询_weather", "查询 weather"),
        ("__--__", ""),
    ],
)
def test_split_identifier(name: str, parts: str) -> None:
    assert words.split_identifier(name) == parts.split()


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Return the user's e-mail, as given by get_user (v2).", "return the user e mail as given by get user v 2"),
        ("GitHub’s pullRequest, YouTube", "github pull request youtube"),
        ("Don't stop", "don't stop"),
        ("", ""),
    ],
)
def test_split_prose(text: str, parts: str) -> None:
    assert words.split_prose(text) == parts.split()


def test_stem_folds_inflections() -> None:
    assert len({words.stem(word) for word in ("connect", "connected", "connecting", "connections")}) == 1
    assert words.stem("größen") == "größen"
    assert words.stem("ids") == "id"


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz'", min_size=3, max_size=14))
def test_stems_are_those_of_the_package(word: str) -> None:
    assert words.stem(word) == snowballstemmer.stemmer("english").stemWord(word)


def test_a_word_without_an_ending_is_its_own_stem() -> None:
    """Which words need no stemmer is written down in words.py; here each ending of two letters is tried."""
    stemmer = snowballstemmer.stemmer("english")
    letters = "abcdefghijklmnopqrstuvwxyz'"
    endings = [first + second for first in letters for second in letters]
    for word in [root + ending for root in ("brandol", "ti", "organiz", "activ") for ending in endings]:
        assert words.stem(word) == stemmer.stemWord(word)
