"""The code of one server, read once: which tool is defined where."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from catalint.locate import modules
from catalint.locate.code import CodeFile, Spot, as_utf8, decode, language_of
from catalint.locate.definition import Definition
from catalint.locate.globs import CodeFiles
from catalint.locate.imports import stem_of
from catalint.locate.search import search
from catalint.locate.tokens import Tokens, tokenize
from catalint.model import Catalog
from catalint.sources.text import Text
from catalint.wording import listing

MAX_FILE_BYTES = 4_000_000
"""The largest file that is read; of 900 modules of public servers the largest that a person wrote has 0.5 MB."""
MAX_BYTES = 64_000_000
"""What is read for one server in all."""

# Words of files that make tools, and of those that describe one.
_MARKS = (b"tool", b"Tool", b"TOOL", b"nputSchema", b"input_schema")
_DESCRIBING = (b"escription", b"ummary")
IGNORE_MARK = b"catalint:"
_SHOWN = 3


@dataclass(frozen=True, eq=False)
class Raw:
    """A file as bytes. `path` is as it is shown, `inside` the path from the root of the code, with slashes."""

    path: str
    inside: str
    data: bytes

    @property
    def is_python(self) -> bool:
        """Whether it is read as Python."""
        return self.path.endswith((".py", ".pyi"))

    @cached_property
    def may_define(self) -> bool:
        """Whether it has a word that files which make tools have."""
        return any(mark in self.data for mark in _MARKS)

    @cached_property
    def may_describe(self) -> bool:
        """Whether it has a word that files which describe something have."""
        return any(word in self.data for word in _DESCRIBING)


@dataclass(eq=False)
class CodeIndex:
    """Finds the definitions of a server's tools in its code. Files are read at the first question, and only once.

    `hints` say for a tool's name in which file and line it is defined, where something better than reading knows that.
    """

    files: CodeFiles
    hints: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    _known: dict[Catalog, Mapping[int, Definition]] = field(default_factory=dict)
    _skipped: dict[str, list[str]] = field(default_factory=dict)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know of files that were not read, or not as what they are."""
        said = [f"{listing(paths, _SHOWN)}: {reason}" for reason, paths in self._skipped.items()]
        return (*self.files.notes, *said)

    def definitions(self, catalog: Catalog) -> Mapping[int, Definition]:
        """Where the tools of a catalog are defined, by their index; tools that are not found are left out."""
        if catalog not in self._known:
            self._known[catalog] = search(self, catalog)
        return self._known[catalog]

    def commented(self) -> Iterator[Tokens]:
        """The files with comments for catalint."""
        for raw in self.raw:
            if IGNORE_MARK in raw.data and (tokens := self.tokens(raw)) is not None:
                yield tokens

    @cached_property
    def raw(self) -> tuple[Raw, ...]:
        """The files as bytes, those left out that are too large or no text."""
        found: list[Raw] = []
        total = 0
        for path in self.files.paths:
            raw = self._read(path, MAX_BYTES - total)
            if raw is not None:
                total += len(raw.data)
                found.append(raw)
        return tuple(found)

    @cached_property
    def by_stem(self) -> Mapping[str, list[Raw]]:
        """The files by their path without a suffix."""
        found: dict[str, list[Raw]] = {}
        for raw in self.raw:
            found.setdefault(stem_of(raw.inside), []).append(raw)
        return found

    @cached_property
    def _decoded(self) -> dict[str, CodeFile | None]:
        return {}

    @cached_property
    def _tokens(self) -> dict[str, Tokens]:
        return {}

    @cached_property
    def parsed(self) -> modules.Modules:
        """The Python modules among the files."""
        pythons = {raw.inside: raw for raw in self.raw if raw.is_python}
        load: Callable[[str], CodeFile | None] = lambda inside: self.decode(pythons[inside])
        return modules.Modules(pythons.keys(), load, self.skip)

    def decode(self, raw: Raw) -> CodeFile | None:
        """The text of a file; None for what is no text."""
        if raw.path not in self._decoded:
            language = language_of(raw.path)
            text = decode(raw.data, language)
            if text is None:
                self.skip("no text, not read", raw.path)
            self._decoded[raw.path] = (
                None if text is None else CodeFile(raw.path, raw.inside, Text(raw.path, text), language)
            )
        return self._decoded[raw.path]

    def tokens(self, raw: Raw) -> Tokens | None:
        """The tokens of a file; None for what is no text."""
        if raw.path not in self._tokens:
            file = self.decode(raw)
            if file is None:
                return None
            self._tokens[raw.path] = tokenize(file)
        return self._tokens[raw.path]

    def skip(self, reason: str, path: str) -> None:
        """Keep for the notes that a file was not read as it should be."""
        self._skipped.setdefault(reason, []).append(path)

    def line(self, path: str, line: int) -> Spot | None:
        """A line that somebody names, if it is one of a file of the code or below its root, else None."""
        root = os.path.realpath(self.files.root)
        true = os.path.realpath(Path(root) / path) if "\0" not in path else ""
        raw = next((raw for raw in self.raw if os.path.realpath(raw.path) == true), None)
        if raw is None and true.startswith(root.rstrip(os.sep) + os.sep):
            raw = self._read(Path(os.path.relpath(true)), MAX_FILE_BYTES)
        file = self.decode(raw) if raw is not None else None
        if file is None or line < 1:
            return None
        start, end = file.text.offset(line), file.text.offset(line + 1)
        content = file.content[start:end]
        words = content.strip()
        start += len(content) - len(content.lstrip())
        return Spot(file, start, start + len(words)) if words else None

    def _read(self, path: Path, left: int) -> Raw | None:
        shown = os.fsencode(path).decode("utf-8", "replace")
        try:
            status = path.stat()
            if not stat.S_ISREG(status.st_mode):
                return None
            if status.st_size > MAX_FILE_BYTES:
                self.skip(f"larger than {MAX_FILE_BYTES // 1_000_000} MB, not read", shown)
                return None
            if status.st_size > left:
                self.skip(f"more than {MAX_BYTES // 1_000_000} MB of code, not read", shown)
                return None
            with path.open("rb") as file:
                data = file.read(MAX_FILE_BYTES)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else ""
            self.skip(f"can't be read ({reason or 'no such name'})", shown)
            return None
        data = as_utf8(data)
        return Raw(shown, os.path.relpath(path, self.files.root).replace(os.sep, "/"), data)
