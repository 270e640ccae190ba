"""As text: how labelled searches went."""

from __future__ import annotations

from collections.abc import Iterator

from catalint.discovery.detail import lacks
from catalint.discovery.survey import Survey
from catalint.output.discovery.page import Page
from catalint.output.discovery.wording import LONGEST_WORD, called, place
from catalint.output.terminal import Piece, Style, safe, shorten
from catalint.queries.reading import QueryFile
from catalint.queries.scoring import Outcome, Score
from catalint.search.retriever import TOP
from catalint.wording import listing, number

_MOST = 50
_QUERY = 120


def searches(page: Page, survey: Survey, score: Score, file: QueryFile) -> Iterator[str]:
    """The figures, and each search that misses with what it brings instead."""
    kind = f" by {survey.kind.name}" if len(page.run.kinds) > 1 else ""
    drafts = f", {number(file.drafts, 'draft')} not counted" if file.drafts else ""
    head = f": {len(score.outcomes):,} of {file.path}{drafts}"
    yield page.text(Piece(f"Labelled searches{kind}", "heading"), safe(head), indent=0)
    style: Style = ""
    gate = ""
    if page.run.least is not None:
        passed = score.recall >= page.run.least
        style = "" if passed else "error"
        gate = f" ({'at least' if passed else 'below'} {page.run.least:g})"
    numbers = f"hit@1 {score.hit_at(1):.2f}   hit@5 {score.hit_at(TOP):.2f}   MRR {score.mrr:.2f}   "
    yield page.line(Piece(numbers), Piece(f"recall@5 {score.recall:.2f}{gate}", style))
    misses = score.misses
    if misses:
        yield page.line(Piece(f"{number(len(misses), 'search misses', 'searches miss')} a right tool:"))
    for outcome in misses[:_MOST]:
        yield from _miss(page, survey, outcome, file.path)
    if len(misses) > _MOST:
        yield page.text(Piece(f"and {len(misses) - _MOST:,} more (--format json has all)", "dim"), indent=4)
    yield ""


def uncovered(page: Page) -> Iterator[str]:
    """The tools that no labelled search is for."""
    names = [called(page.run, tool) for tool in page.run.uncovered]
    if names:
        yield page.text(safe(f"No labelled search is for {listing(names, 5)}.", "dim"), indent=0, hang=0)


def _miss(page: Page, survey: Survey, outcome: Outcome, path: str) -> Iterator[str]:
    query = outcome.search.query
    line = safe(f"{path}:{outcome.search.line}: ", "dim")
    yield page.text(line, safe(f'"{shorten(query, _QUERY)}"', "warning"), indent=4)
    index = survey.index
    for label, rank in outcome.missing:
        words = lacks(index, index.documents[index.position[label.tools[0]]], query) if len(label.tools) == 1 else ()
        lacking = f"; it lacks {listing([shorten(word, LONGEST_WORD) for word in words], 6)}" if words else ""
        found = f"is {place(rank)}" if rank else "is not found"
        yield page.text(safe(f"{label.name} {found}{lacking}"), indent=6)
    if outcome.intruders:
        beside = outcome.missing[0][0].tools[0]
        hits = page.hits(outcome.intruders, query, beside, TOP)
        yield page.text(Piece("instead: ", "dim"), *hits, indent=6)
