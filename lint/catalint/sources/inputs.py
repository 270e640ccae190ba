"""From the names on the command line to bytes: files, folders, globs and standard input."""

# ruff: noqa: PTH110, PTH112, PTH113, PTH118, PTH207
# os.path and glob say no to a name that is too long or holds a NUL, where pathlib raises.

from __future__ import annotations

import glob
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from catalint.errors import InputError
from catalint.sources import revision

SUFFIXES = (".json", ".jsonl", ".ndjson", ".yaml", ".yml")
"""What is read of a folder."""
MAX_BYTES = 64_000_000
"""The size of an input that is read, in bytes; some fifty times the largest tool list of a public server."""

_DUMP = ".tools"
_LEFT_OUT = frozenset(("node_modules", "__pycache__", "venv", "site-packages"))


class TooLargeError(InputError):
    """An input is larger than what is read."""


@dataclass(frozen=True, slots=True)
class Input:
    """A file, or standard input if `name` is `-`. `folder` is the one it was found in, empty if it was named itself.

    A name that begins with `git:` is that of a file of a revision (see `catalint.sources.revision`).
    """

    name: str
    folder: str = ""

    @property
    def path(self) -> str:
        """The file as it is shown."""
        return "stdin" if self.name == "-" else os.fsencode(self.name).decode("utf-8", "replace")

    @property
    def is_revision(self) -> bool:
        """Whether it is a file of a revision."""
        return self.name.startswith(revision.PREFIX)

    @property
    def file(self) -> str:
        """The file as it is shown, without the revision that it is of."""
        return revision.file_of(self.path) if self.is_revision else self.path

    @property
    def stem(self) -> str:
        """The name of the file without its suffix, and without the `.tools` that `catalint dump` puts before it."""
        if self.name == "-":
            return "stdin"
        stem = Path(self.file).stem
        return stem.removesuffix(_DUMP) or stem

    @property
    def is_yaml(self) -> bool | None:
        """Whether the file's name says that it is YAML; None for standard input, which has none."""
        return None if self.name == "-" else self.name.lower().endswith((".yaml", ".yml"))


def expand(names: Sequence[str]) -> Iterator[Input | InputError]:
    """Yield the files that the names stand for, each once and in order, or an error where there are none."""
    seen: set[str] = set()
    for name in names:
        try:
            for found in _expand(name):
                identity = found.name if found.name == "-" or found.is_revision else os.path.realpath(found.name)
                if identity not in seen:
                    seen.add(identity)
                    yield found
        except InputError as error:
            yield error


def read_bytes(found: Input, stdin: BinaryIO) -> bytes:
    """Read an input as a whole; raises InputError if it can't be opened or is too large."""
    try:
        if found.name == "-":
            data = stdin.read(MAX_BYTES + 1)
        elif found.is_revision:
            data = revision.read(found.name, MAX_BYTES)
        else:
            with Path(found.name).open("rb") as file:
                data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(found.path, _reason(error)) from None
    if len(data) > MAX_BYTES:
        raise TooLargeError(found.path, f"larger than the {MAX_BYTES // 1_000_000} MB that are read")
    return data


def _expand(name: str) -> Iterator[Input]:
    if name == "-" or name.startswith(revision.PREFIX):
        yield Input(name)
    elif os.path.isdir(name):
        files = list(_walk(name))
        if not files:
            raise InputError(name, f"a folder without files {', '.join(f'*{suffix}' for suffix in SUFFIXES)}")
        yield from (Input(file, folder=name) for file in files)
    elif os.path.exists(name):
        yield Input(name)
    elif os.path.lexists(name):
        raise InputError(name, "a symbolic link that leads nowhere")
    elif glob.has_magic(name):
        files = _matches(name)
        if not files:
            raise InputError(name, "no file matches this pattern")
        yield from map(Input, files)
    else:
        raise InputError(name, "no such file or folder")


def _walk(folder: str) -> Iterator[str]:
    """Yield the files of a folder that may be dumps, those of hidden folders and of installed packages left out."""
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in _LEFT_OUT)
        for file in sorted(files):
            if file.lower().endswith(SUFFIXES) and not file.startswith("."):
                yield os.path.join(place, file).removeprefix("./" if folder == "." else "")


def _matches(pattern: str) -> list[str]:
    """Expand a pattern that the shell has not; `**` does not go into installed packages unless it says so."""
    named = set(Path(pattern).parts)
    files = [match for match in sorted(glob.glob(pattern, recursive=True)) if os.path.isfile(match)]
    files = [file for file in files if not (_LEFT_OUT - named) & set(Path(file).parts)]
    dumps = [file for file in files if file.lower().endswith(SUFFIXES)]
    return dumps or files


def _reason(error: OSError) -> str:
    if isinstance(error, PermissionError):
        return "may not be read: permission denied"
    return f"can't be read: {error.strerror or error}"
