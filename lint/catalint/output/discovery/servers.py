"""As text: what mounting several servers together does to each of them."""

from __future__ import annotations

from collections.abc import Iterator

from catalint.discovery.survey import Drowning, Survey
from catalint.output.discovery.page import Page
from catalint.output.discovery.wording import NO_OTHERS, NOTE_ON_SERVERS, number, percent, place, quoted
from catalint.output.terminal import Piece, columns, fit, pad, safe

# Tools named where nobody says how many.
_DROWNED = 10


def servers(page: Page, survey: Survey) -> Iterator[str]:
    """A table of the servers, those first that lose most, and the tools that drown."""
    kind = f" ({survey.kind.name})" if len(page.run.kinds) > 1 else ""
    yield page.line(Piece(f"Each server alone, and among all{kind}", "heading"), indent=0)
    rows = sorted(survey.company.items(), key=lambda row: row[1].together - row[1].alone)
    names = [fit(catalog.server, page.width // 3) for catalog, _ in rows]
    width = max(columns("server"), *map(columns, names))
    yield page.line(Piece(f"{pad('server', width)}  tools  hit@5   found alone  among all   drowned", "dim"))
    for name, (catalog, company) in zip(names, rows, strict=True):
        expected = survey.together(catalog)
        cells = f"{expected.tools:>5,}  {expected.hits:>5.2f}  {percent(company.alone):>12}  "
        drowned = len(company.drowned)
        yield page.line(
            Piece(f"{pad(name, width)}  {cells}{percent(company.together):>9}  "),
            Piece(f"{drowned:>8,}", "warning" if drowned else ""),
        )
    if survey is page.run.surveys[-1]:
        yield page.text(Piece(NOTE_ON_SERVERS, "dim"))
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
        yield page.text(Piece("of the others before it: ", "dim"), *page.hits(each.ahead, query, each.tool), indent=6)
