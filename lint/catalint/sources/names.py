"""What the servers of a run are called."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from catalint.sources.inputs import Input


def name_servers(found: Sequence[tuple[Input, str]], called: Mapping[str, str] | None = None) -> list[str]:
    """Name the server of each catalog, given its file and its key in a map of servers (empty outside of one).

    A key or the stem of the file; where these are equal, with as much before them as tells them apart: stem, folder,
    folder above. What is equal even then (two suffixes in one folder) is numbered. The servers of files that are
    `called` something, by their real paths, have that name.
    """
    parts = [[name] if (name := _name(file, key, called or {})) else _parts(file, key) for file, key in found]
    lengths = [1] * len(parts)
    while True:
        names = ["/".join(reversed(part[:length])) for part, length in zip(parts, lengths, strict=True)]
        counts = Counter(names)
        longer = [
            length + 1 if counts[name] > 1 and length < len(part) else length
            for name, part, length in zip(names, parts, lengths, strict=True)
        ]
        if longer == lengths:
            return _numbered(names)
        lengths = longer


def _name(file: Input, key: str, called: Mapping[str, str]) -> str:
    if not called or key or file.name == "-" or file.is_revision:
        return ""
    return called.get(os.path.realpath(file.name), "")


def _parts(file: Input, key: str) -> list[str]:
    """What a server may be called by, nearest first."""
    if file.name == "-":
        folders: list[str] = []
    else:
        path = os.path.abspath(file.file)  # noqa: PTH100 - a link keeps its own name
        folders = [part for part in reversed(Path(path).parent.parts) if part != os.sep]
    return [*([key] if key else []), file.stem, *folders]


def _numbered(names: Sequence[str]) -> list[str]:
    seen: Counter[str] = Counter()
    numbered = []
    for name in names:
        seen[name] += 1
        numbered.append(f"{name}#{seen[name]}" if seen[name] > 1 else name)
    return numbered
