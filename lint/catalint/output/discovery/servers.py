"""As text: what mounting several servers together does to each of them."""

from __future__ import annotations

from collections.abc import Iterator

from catalint.discovery.survey import Drowning, Survey
from catalint.output.discovery.page import Page
from catalint.output.discovery.wording import (
    NO_OTHERS,
    NOTE_ON_SERVERS,
    called,
    newly_missed,
    percent,
    place,
    quoted,
    silence,
)
from catalint.output.terminal import Piece, Style, columns, fit, pad, safe
from catalint.wording import listing, number

# Tools named where nobody says how many.
_DROWNED, _LOST = 10, 5
# Least columns of a name, and those that the numbers take.
_NAME, _NUMBERS = 16, 64


def servers(page: Page, survey: Survey) -> Iterator[str]:
    """A table of the servers, those first that lose most, and the tools that drown."""
    kind = f" ({survey.kind.name})" if len(page.run.kinds) > 1 else ""
    yield page.line(Piece(f"Each server alone, and among all{kind}", "heading"), indent=0)
    rows = sorted(survey.company.items(), key=lambda row: row[1].together - row[1].alone)
    names = [fit(catalog.server, max(_NAME, page.width - _NUMBERS)) for catalog, _ in rows]
    width = max(columns("server"), *map(columns, names))
    yield page.line(Piece(f"{'':{width}}         expected hit@5   likely missed  searches found", "dim"))
    pairs = "  alone    all" * 3
    yield page.line(Piece(f"{pad('server', width)}  tools   {pairs}   drowned", "dim"))
    for name, (catalog, company) in zip(names, rows, strict=True):
        alone, together, drowned = survey.alone(catalog), survey.together(catalog), len(company.drowned)
        missed: Style = "warning" if together.missed > alone.missed else ""
        yield page.line(
            Piece(f"{pad(name, width)}  {alone.tools:>5,}     {alone.hits:>5.2f}  {together.hits:>5.2f}"),
            Piece(f"  {alone.missed:>5,}  "),
            Piece(f"{together.missed:>5,}", missed),
            Piece(f"  {percent(company.alone):>5}  {percent(company.together):>5}   "),
            Piece(f"{drowned:>7,}", "warning" if drowned else ""),
        )
    if survey is page.run.surveys[-1]:
        yield page.text(Piece(NOTE_ON_SERVERS, "dim"))
    mute = silence(page.run, survey)
    if mute:
        yield page.text(Piece(mute))
    lost = [f"{called(page.run, tool)} ({change})" for tool, change in newly_missed(survey)]
    if lost:
        yield page.text(safe(f"Likely to be missed among all, and not alone: {listing(lost, _LOST)}."))
    yield from _drowned(page, survey)
    yield ""


def _drowned(page: Page, survey: Survey) -> Iterator[str]:
    drowned = list(survey.drowned.values())
    if not drowned:
        yield page.text(Piece(NO_OTHERS))
        return
    verb = "drowns" if len(drowned) == 1 else "drown"
    yield page.text(Piece(f"{number(len(drowned), 'tool')} {verb}:"))
    most = _DROWNED if page.run.most is None else max(1, page.run.most)
    for each in drowned[:most]:
        yield from _one(page, each)
    if len(drowned) > most:
        yield page.line(Piece(f"and {len(drowned) - most:,} more", "dim"), indent=4)


def _one(page: Page, each: Drowning) -> Iterator[str]:
    query = each.together.phrasing.query
    ranks = f"  {place(each.alone.rank)} alone, {place(each.together.rank)} among all for {quoted(query)}"
    yield page.text(safe(page.run.name(each.tool), "warning"), safe(ranks), indent=4)
    if each.ahead:
        yield page.text(
            Piece("before it, of other servers: ", "dim"), *page.hits(each.ahead, query, each.tool), indent=6
        )
