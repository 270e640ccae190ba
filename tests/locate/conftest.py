"""A server's code that is searched, and the lines that are found in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from catalint import locate
from catalint.locate.definition import Definition
from catalint.model import build_catalog

Search = Callable[..., dict[str, Definition]]
Write = Callable[[str, str | bytes], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file below a temporary folder; returns its path."""

    def write(name: str, content: str | bytes) -> Path:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    return write


@pytest.fixture
def search() -> Search:
    """The definitions of tools in the code of a folder, by the tools' names."""

    def search(
        folder: Path,
        *tools: Any,
        globs: tuple[str, ...] = ("**/*",),
        hints: Mapping[str, tuple[str, int]] | None = None,
    ) -> dict[str, Definition]:
        catalog = build_catalog("harbour", list(tools))
        found = locate.index(locate.files(globs, folder), hints).definitions(catalog)
        return {each.name: found[each.index] for each in catalog.tools if each.index in found}

    return search


@pytest.fixture
def line() -> Callable[..., str]:
    """The file and the line of code that a part of a tool leads to."""

    def line(definition: Definition, *path: str) -> str:
        spot = definition.find(tuple(path))
        number = spot.place().span.start_line
        return f"{spot.file.inside}: {spot.file.content.splitlines()[number - 1].strip()}"

    return line
