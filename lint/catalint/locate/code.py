"""One file of source code, and places in it."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath

from catalint.locate.languages import BY_SUFFIX, DATA, Language
from catalint.location import Place
from catalint.sources.text import Text

# PEP 263: in the first or second line.
_CODING = re.compile(rb"(?:[^\n]*\n)??[ \t\f]*#[^\n]*?coding[:=][ \t]*([-\w.]+)")
_WIDE = ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_LINE = re.compile(r"[^\r\n]*")
# Names of folders and files that hold tests, examples and what a build wrote: a tool is defined elsewhere, if anywhere.
_ASIDE = re.compile(
    r"(?:^|/)(?:tests?|__tests__|specs?|testing|examples?|samples?|docs?|fixtures?|mocks?|__mocks__|benchmarks?|evals?)/"
    r"|(?:^|/)(?:test_[^/]*|conftest|[^/]*_test|[^/]*[.-](?:test|spec|stories|mock))\.\w+$"
    r"|[A-Za-z0-9](?:Tests?|Spec)\.(?:java|kt|cs|swift|php)$"
)
_BUILT = re.compile(r"(?:^|/)(?:dist|build|out|bundle|lib-cjs|cjs|target)/|\.min\.js$|\.bundle\.js$")


@dataclass(frozen=True, eq=False)
class CodeFile:
    """A file of source code. `path` is as it is shown, `inside` the path from the root of the code, with slashes."""

    path: str
    inside: str
    text: Text
    language: Language

    @cached_property
    def weight(self) -> int:
        """How likely a definition in it is the one of the server: 0 for source, 1 for what was built, 2 for tests."""
        return 2 if _ASIDE.search(self.inside) else int(bool(_BUILT.search(self.inside)))

    @property
    def content(self) -> str:
        """Its text."""
        return self.text.content


@dataclass(frozen=True, slots=True)
class Spot:
    """A stretch of a file: offsets in code points, the end exclusive."""

    file: CodeFile
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line that it starts in, 1-based; of a text over several lines the first one with words."""
        start, _ = self._first_line()
        return self.file.text.position(start)[0]

    def place(self) -> Place:
        """Where it is, cut to one line: a pull request shows an annotation only if all of its lines were changed."""
        start, end = self._first_line()
        text = self.file.text
        return Place(self.file.path, text.span(start, end), text.utf16_columns(start, end), "code")

    def _first_line(self) -> tuple[int, int]:
        content, start, end = self.file.content, self.start, self.end
        if not any(mark in content[start:end] for mark in "\r\n"):
            return start, end
        position = start
        while position < end:
            match = _LINE.match(content, position, end)
            stop = match.end() if match else end
            line = content[position:stop]
            # the quotes that open a docstring often stand alone
            if any(letter.isalnum() for letter in line[3:] if position == start) or (
                position > start and any(letter.isalnum() for letter in line)
            ):
                begin = position if position == start else position + len(line) - len(line.lstrip())
                return begin, max(begin + 1, position + len(line.rstrip()))
            position = stop + 1
        match = _LINE.match(content, start, end)
        return start, max(start + 1, match.end() if match else end)


def language_of(name: str) -> Language:
    """The language of a file by its name."""
    return BY_SUFFIX.get(PurePosixPath(name).suffix.lower(), DATA)


def as_utf8(data: bytes) -> bytes:
    """UTF-16 with a byte order mark as UTF-8, so that words can be looked for; everything else as it is."""
    for mark, encoding in _WIDE:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace").encode("utf-8", "replace")
    return data


def decode(data: bytes, language: Language) -> str | None:
    """The text of a file; None for what is no text. What is no valid text in its encoding is read as Latin-1."""
    if b"\0" in data:
        return None
    if data.startswith(codecs.BOM_UTF8):
        return _decoded(data[len(codecs.BOM_UTF8) :], "utf-8")
    declared = _CODING.match(data) if language.name in ("python", "ruby") else None
    encoding = declared.group(1).decode("ascii", "replace") if declared else "utf-8"
    return _decoded(data, encoding)


def _decoded(data: bytes, encoding: str) -> str:
    try:
        # some codecs are no text encodings, and one reads from its own state
        if codecs.lookup(encoding)._is_text_encoding and encoding.lower().replace("_", "-") != "undefined":  # noqa: SLF001
            return data.decode(encoding)
    except (LookupError, ValueError):
        pass
    return data.decode("latin-1")
