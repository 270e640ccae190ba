from __future__ import annotations

import io
from collections.abc import Iterator

from catalint import (
    Catalog,
    Context,
    Corpus,
    CorpusRule,
    Finding,
    Location,
    Meta,
    NoOptions,
    Related,
    Severity,
    engine,
    locate,
    sources,
)
from catalint.location import Place, Span
from catalint.model import build_catalog

DUMPS = {
    "harbour": '{"tools": [\n  {"name": "list_berths", "inputSchema": {}},\n  {"name": "get_berths", "inputSchema": {}}\n]}',
    "tides": '[{"name": "get_tide", "inputSchema": {}}]',
}


class Everything(CorpusRule[NoOptions]):
    """Reports the first tool of each catalog, and all others as related."""

    meta = Meta("everything", "Reports every tool", Severity.NOTE)

    def check_corpus(self, corpus: Corpus, ctx: Context) -> Iterator[Finding]:
        del ctx
        tools = list(corpus.tools)
        others = tuple(Related(tool.at("name"), "another") for tool in tools[1:])
        yield self.finding(tools[0].at(), "All of these.", related=others)


def load(server: str) -> Catalog:
    stdin = io.BytesIO(DUMPS[server].encode())
    return sources.load(["-"], stdin=stdin, server_name=server).corpus.catalogs[0]


def test_results_and_what_is_related_to_them_get_their_places() -> None:
    corpus = Corpus((load("harbour"), load("tides")))
    report = locate.attach(engine.run(Context(corpus), [Everything()]), corpus)
    (result,) = report.results
    assert result.place is not None
    assert (result.place.span.start_line, result.place.span.start_column) == (2, 12)
    places = [(name, place.span.start_line if place else 0) for name, place in result.related]
    assert places == [("get_berths", 3), ("get_tide", 1)]


def test_a_catalog_without_a_file_has_no_places() -> None:
    corpus = Corpus((build_catalog("harbour", [{"name": "list_berths"}]), load("tides")))
    report = locate.attach(engine.run(Context(corpus), [Everything()]), corpus)
    (result,) = report.results
    assert result.place is None
    assert [place is None for _, place in result.related] == [False]


class Counting:
    """A source that counts what it is asked."""

    asked = 0

    def place(self, location: Location) -> Place | None:
        self.asked += 1
        return Place("dump.json", Span(1, 1, 1, 2), (1, 2)) if location.tool == 0 else None

    def extent(self, location: Location) -> Place | None:
        return self.place(location)


def test_each_location_is_looked_for_once() -> None:
    source = Counting()
    tools = build_catalog("harbour", [{"name": "list_berths"}, {"name": "get_berths"}]).tools
    corpus = Corpus((Catalog("harbour", tools, source=source),))
    report = locate.attach(engine.run(Context(corpus), [Everything(), Everything(), Everything()]), corpus)
    assert [result.place is not None for result in report.results] == [True] * 3
    assert source.asked == 2
