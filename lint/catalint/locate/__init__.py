"""From symbolic locations to places in files."""

from __future__ import annotations

from dataclasses import replace

from catalint.location import Location, Place
from catalint.model import Corpus, Source
from catalint.report import Report, Result


def attach(report: Report, corpus: Corpus) -> Report:
    """Fill in the place of each result and of what is related to it; what a catalog has no file for keeps its own."""
    find = _Places(corpus)
    return replace(report, results=tuple(_located(result, find) for result in report.results))


def _located(result: Result, find: _Places) -> Result:
    related = tuple(
        (name, find[related.where]) for (name, _), related in zip(result.related, result.finding.related, strict=True)
    )
    fix = result.finding.fix
    return replace(
        result,
        place=find[result.finding.where] or result.place,
        related=related,
        fix_place=None if fix is None else find.extent(fix.where),
    )


class _Places(dict[Location, "Place | None"]):
    """The places of locations, each found once: of thousands of findings on one text, each would read it again."""

    def __init__(self, corpus: Corpus) -> None:
        super().__init__()
        self._corpus = corpus

    def __missing__(self, where: Location) -> Place | None:
        source = self._source(where)
        place = None if source is None else source.place(where)
        self[where] = place
        return place

    def extent(self, where: Location) -> Place | None:
        """All of a value, where `self[where]` is what an annotation points at."""
        source = self._source(where)
        return None if source is None else source.extent(where)

    def _source(self, where: Location) -> Source | None:
        catalog = self._corpus.by_server.get(where.server)
        return None if catalog is None else catalog.source
