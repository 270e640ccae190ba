"""Random JSON as people and programs write it, and the walk over all paths of a value."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import strategies as st

from catalint.location import Path

_texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    _texts,
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=5), st.dictionaries(_texts, inner, max_size=5)),
    max_leaves=25,
)
BLANKS = st.text(" \t\n\r", max_size=3)


@st.composite
def _json_texts(draw: st.DrawFn, documents: st.SearchStrategy[Any] = VALUES) -> str:
    """A JSON text with white space wherever it is allowed, and with every way to write a string."""
    return _write(draw, draw(documents))


def _write(draw: st.DrawFn, value: Any) -> str:
    before, after = draw(BLANKS), draw(BLANKS)
    if isinstance(value, dict):
        members = [f"{_write_text(draw, key)}:{_write(draw, item)}" for key, item in value.items()]
        inside = ",".join(f"{draw(BLANKS)}{member}" for member in members) or draw(BLANKS)
        return f"{before}{{{inside}}}{after}"
    if isinstance(value, list):
        inside = ",".join(_write(draw, item) for item in value) or draw(BLANKS)
        return f"{before}[{inside}]{after}"
    return f"{before}{_write_text(draw, value) if isinstance(value, str) else json.dumps(value)}{after}"


def _write_text(draw: st.DrawFn, text: str) -> str:
    style = draw(st.sampled_from(["ascii", "plain", "escaped"]))
    if style == "escaped":
        units = text.encode("utf-16-be")
        return '"' + "".join(f"\\u{units[n] * 256 + units[n + 1]:04X}" for n in range(0, len(units), 2)) + '"'
    return json.dumps(text, ensure_ascii=style == "ascii")


def _walk(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield every part of a value with its path."""
    yield path, value
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _walk(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _walk(item, (*path, index))


@pytest.fixture(scope="session")
def values() -> st.SearchStrategy[Any]:
    """Any JSON value."""
    return VALUES


@pytest.fixture(scope="session")
def json_texts() -> st.SearchStrategy[str]:
    """JSON texts of any value."""
    return _json_texts()


@pytest.fixture(scope="session")
def container_texts() -> st.SearchStrategy[str]:
    """JSON texts of an object or a list."""
    return _json_texts(VALUES.filter(lambda value: isinstance(value, dict | list)))


@pytest.fixture(scope="session")
def walk() -> Callable[[Any], Iterator[tuple[Path, Any]]]:
    """The walk over all parts of a value."""
    return _walk
