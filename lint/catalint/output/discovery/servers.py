"""As text: what mounting several servers together does to each of them."""

from __future__ import annotations

from collections.abc import Iterator

from catalint.discovery.survey import Row, Survey
from catalint.output.discovery.page import Page
from catalint.output.discovery.wording import NO_OTHERS, number, percent, place, quoted
from catalint.output.terminal import Piece, Style, columns, fit, pad, safe

# Tools named where nobody says how many.
_DROWNED = 10


def servers(page: Page, survey: Survey) -> Iterator[str]:
    """A table of the servers, those first that lose most, and the tools that drown."""
    kind = f" ({survey.kind.name})" if len(page.run.kinds) > 1 else ""
    yield page.line(Piece(f"Each server alone, and all together{kind}", "heading"), indent=0)
    rows = [(catalog, survey.alone(catalog), survey.together(catalog)) for catalog in page.run.catalogs]
    rows.sort(key=lambda row: row[2].hits - row[1].hits)
    names = [fit(catalog.server, page.width // 3) for catalog, _, _ in rows]
    width = max(columns("server"), *map(columns, names))
    yield page.line(Piece(f"{'':{width}}         expected hit@5   likely to be missed", "dim"))
    yield page.line(Piece(f"{pad('server', width)}  tools   alone  together   alone  together", "dim"))
    for name, (_, alone, together) in zip(names, rows, strict=True):
        cells = f"{alone.tools:>5,}  {alone.hits:>6.2f}  {together.hits:>8.2f}  {alone.missed:>6,}"
        style: Style = "warning" if together.missed > alone.missed else ""
        yield page.line(Piece(f"{pad(name, width)}  {cells}  "), Piece(f"{together.missed:>8,}", style))
    yield from _drowned(page, survey)
    yield ""


def _drowned(page: Page, survey: Survey) -> Iterator[str]:
    drowned = survey.drowned
    if not drowned:
        yield page.text(Piece(NO_OTHERS))
        return
    verb = "is" if len(drowned) == 1 else "are"
    text = f"{number(len(drowned), 'tool')} {verb} likely to be missed among all, and not where the server is alone:"
    yield page.text(Piece(text))
    most = _DROWNED if page.run.most is None else max(1, page.run.most)
    for row in drowned[:most]:
        yield from _one(page, survey, row)
    if len(drowned) > most:
        yield page.line(Piece(f"and {number(len(drowned) - most, 'more')}", "dim"), indent=4)


def _one(page: Page, survey: Survey, row: Row) -> Iterator[str]:
    change = f"  found {percent(row.alone or 0)} alone, {percent(row.probability)} together"
    yield page.text(safe(page.run.name(row.tool), "warning"), Piece(change), indent=4)
    found = survey.drowning(row.tool)
    if found:
        query = found.together.phrasing.query
        ranks = f"{quoted(query)}: {place(found.alone.rank)} alone, {place(found.together.rank)} together, after "
        yield page.text(safe(ranks, "dim"), *page.hits(found.ahead, query, row.tool), indent=6)
