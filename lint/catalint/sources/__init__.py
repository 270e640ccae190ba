"""Reads inputs into a corpus: the only stage that touches files."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from catalint.model import Catalog, Corpus, build_catalog
from catalint.report import Unread


@dataclass(frozen=True, eq=False)
class Loaded:
    """What the inputs came to: the catalogs, the inputs that could not be read, and remarks on what was left out."""

    corpus: Corpus
    unread: tuple[Unread, ...] = ()
    notes: tuple[str, ...] = ()


def load(
    inputs: Sequence[str],
    *,
    stdin: BinaryIO | None = None,
    server_name: str = "",
    hook: bool = False,  # noqa: ARG001 - comes with the shapes
    allow_empty: bool = False,
) -> Loaded:
    """Read files, folders, globs and `-` (standard input) as tool catalogs."""
    catalogs: list[Catalog] = []
    unread: list[Unread] = []
    for name in inputs:
        try:
            data = (stdin or sys.stdin.buffer).read() if name == "-" else Path(name).read_bytes()
            value = json.loads(data)
        except (OSError, ValueError) as error:
            unread.append(Unread(name, str(error)))
            continue
        tools = value.get("tools") if isinstance(value, dict) else value
        if not isinstance(tools, list) or not (tools or allow_empty):
            unread.append(Unread(name, "no tools"))
            continue
        catalogs.append(build_catalog(server_name or ("stdin" if name == "-" else Path(name).stem), tools))
    return Loaded(Corpus(tuple(catalogs)), tuple(unread))
