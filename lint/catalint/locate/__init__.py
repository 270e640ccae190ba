"""From symbolic locations to places in files."""

from __future__ import annotations

from dataclasses import replace

from catalint.location import Location, Place
from catalint.model import Corpus
from catalint.report import Report, Result


def attach(report: Report, corpus: Corpus) -> Report:
    """Fill in the place of each result and of what is related to it; what a catalog has no file for keeps its own."""
    return replace(report, results=tuple(_located(result, corpus) for result in report.results))


def _located(result: Result, corpus: Corpus) -> Result:
    related = tuple(
        (name, _place(related.where, corpus))
        for (name, _), related in zip(result.related, result.finding.related, strict=True)
    )
    place = _place(result.finding.where, corpus) or result.place
    fix = result.finding.fix
    return replace(result, place=place, related=related, fix_place=None if fix is None else _place(fix.where, corpus))


def _place(where: Location, corpus: Corpus) -> Place | None:
    catalog = corpus.by_server.get(where.server)
    return None if catalog is None or catalog.source is None else catalog.source.place(where)
