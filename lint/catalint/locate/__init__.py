"""From symbolic locations to places in files: lines of code that define tools, of dumps, of the configuration."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from catalint.location import Location, Place
from catalint.model import Corpus, Source
from catalint.report import Report, Result

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from pathlib import Path

    from catalint.locate.codebase import CodeIndex
    from catalint.locate.directives import Comments
    from catalint.locate.globs import CodeFiles


def files(globs: Iterable[str], folder: Path) -> CodeFiles:
    """Expand the code globs of a server, relative to a folder; see `catalint.locate.globs`."""
    from catalint.locate.globs import expand

    return expand(globs, folder)


def index(files: CodeFiles, hints: Mapping[str, tuple[str, int]] | None = None) -> CodeIndex:
    """Make the index of a server's code. Nothing is read before it is asked.

    `hints` are file and line (1-based) of tools by their names, relative to the root of the code or absolute, where the
    objects of a running Python tell them.
    """
    from catalint.locate.codebase import CodeIndex

    return CodeIndex(files, hints or {})


def comments(code: Mapping[str, CodeIndex], corpus: Corpus, rules: Collection[str]) -> Comments:
    """Read the ignore comments in the code of servers, by server name; `rules` are the ids of all rules there are.

    They have to be known before findings are suppressed, which is before `attach`.
    """
    from catalint.locate.directives import read

    return read(code, corpus, rules)


def attach(
    report: Report,
    corpus: Corpus,
    code: Mapping[str, CodeIndex] | None = None,
    fallback: Mapping[str, Place] | None = None,
) -> Report:
    """Fill in the place of each result and of what is related to it.

    That is the line of code where the server has code and it is found there, else that of the dump, else the fallback
    (where the configuration names the server), else what the result has. Notes say which tools no code was found for.
    """
    find = _Places(corpus, code or {}, fallback or {})
    results = tuple(_located(result, find) for result in report.results)
    return replace(report, results=results, notes=(*report.notes, *_notes(corpus, code or {})))


def _located(result: Result, find: _Places) -> Result:
    related = tuple(
        (name, find[related.where]) for (name, _), related in zip(result.related, result.finding.related, strict=True)
    )
    fix = result.finding.fix
    # an ignore comment knows its line itself
    own = result.place if result.place is not None and result.place.how == "code" else None
    return replace(
        result,
        place=own or find[result.finding.where] or result.place,
        related=related,
        fix_place=None if fix is None else find.extent(fix.where),
    )


class _Places(dict[Location, "Place | None"]):
    """The places of locations, each found once: of thousands of findings on one text, each would read it again."""

    def __init__(self, corpus: Corpus, code: Mapping[str, CodeIndex], fallback: Mapping[str, Place]) -> None:
        super().__init__()
        self._corpus = corpus
        self._code = code
        self._fallback = fallback

    def __missing__(self, where: Location) -> Place | None:
        source = self._source(where)
        place = self._in_code(where) or (None if source is None else source.place(where))
        place = place or self._fallback.get(where.server)
        self[where] = place
        return place

    def extent(self, where: Location) -> Place | None:
        """All of a value, where `self[where]` is what an annotation points at. Never in code: it may be computed."""
        source = self._source(where)
        return None if source is None else source.extent(where)

    def _in_code(self, where: Location) -> Place | None:
        catalog = self._corpus.by_server.get(where.server)
        code = self._code.get(where.server)
        if code is None or catalog is None or where.tool is None:
            return None
        definition = code.definitions(catalog).get(where.tool)
        return None if definition is None else definition.find(where.path).place()

    def _source(self, where: Location) -> Source | None:
        catalog = self._corpus.by_server.get(where.server)
        return None if catalog is None else catalog.source


def _notes(corpus: Corpus, code: Mapping[str, CodeIndex]) -> tuple[str, ...]:
    if not code:
        return ()
    from catalint.locate.remarks import remarks

    return tuple(remarks(corpus, code))
