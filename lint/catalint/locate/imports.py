"""Which file an import of JavaScript or TypeScript means, and which name there: `import { A as B } from "./a.js"`."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from catalint.locate.syntax import Range, parts
from catalint.locate.tokens import Tokens, unquote

_SUFFIXES = (".ts", ".tsx", ".mts", ".cts", ".js", ".mjs", ".cjs", ".jsx")
EVERYTHING = "*"
DEFAULT = "default"


class Import(NamedTuple):
    """What a local name means: a name of another file, `default`, or `*` for all of it. `stem` has no suffix."""

    stem: str
    name: str


def read_imports(tokens: Tokens) -> Mapping[str, Import]:
    """The names that a file takes from files beside it; those from packages are left out."""
    return dict(_imports(tokens)) if tokens.file.language.name == "javascript" else {}


def _imports(tokens: Tokens) -> Iterator[tuple[str, Import]]:
    items = tokens.items
    for index, token in enumerate(items):
        if token.text == "import" and tokens.parent[index] < 0:
            end = index + 1
            while end < len(items) and items[end].kind != "text" and items[end].text not in (";", "("):
                end += 1
            stem = _stem(tokens, end)
            if stem:
                yield from _clause(tokens, Range(index + 1, end - 1), stem)
        elif token.text in ("require", "__importStar", "__importDefault", "__toESM") and tokens.is_mark(index - 1, "="):
            path = next((n for n in range(index, min(index + 6, len(items))) if items[n].kind == "text"), len(items))
            stem = _stem(tokens, path)
            if stem and tokens.word(index - 2):
                yield tokens.word(index - 2), Import(stem, EVERYTHING)


def _clause(tokens: Tokens, clause: Range, stem: str) -> Iterator[tuple[str, Import]]:
    position = clause.start
    while position < clause.end:
        if tokens.is_mark(position, "{"):
            for part in parts(tokens, position):
                names = [
                    tokens.word(n) for n in range(part.start, part.end) if tokens.word(n) not in ("", "as", "type")
                ]
                if names:
                    yield names[-1], Import(stem, names[0])
        elif tokens.is_mark(position, "*"):
            yield tokens.word(position + 2), Import(stem, EVERYTHING)
            return
        elif tokens.word(position) not in ("", "type", "as"):
            yield tokens.word(position), Import(stem, DEFAULT)
        position = tokens.skip(position)


def _stem(tokens: Tokens, index: int) -> str:
    """The path that an import names, from the root of the code and without a suffix; empty for a package."""
    if index >= len(tokens.items) or tokens.items[index].kind != "text":
        return ""
    path = unquote(tokens.items[index])
    if not path.startswith("."):
        return ""
    return stem_of(posixpath.normpath(posixpath.join(posixpath.dirname(tokens.file.inside), path)))


def stem_of(path: str) -> str:
    """A path without the suffix of a script and without `/index`."""
    for suffix in _SUFFIXES:
        if path.endswith(suffix):
            path = path.removesuffix(suffix)
            break
    return path.removesuffix("/index")
