"""The table of tools as text, and what is expected of all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from catalint.discovery.survey import Row, Survey
from catalint.discovery.trials import Trial, best, worst
from catalint.output.discovery.page import Page
from catalint.output.discovery.wording import (
    NAMED,
    NOTE_ON_FEW,
    fitted,
    likely,
    note,
    percent,
    quoted,
    ranked,
    styled,
    verdict,
)
from catalint.output.terminal import Piece, Style, columns, escape, pad, safe
from catalint.search.findability import FEW
from catalint.wording import listing, number

# Columns of a probability, of a rank with its style, and the least of a name.
_CHANCE, _PLACE, _NAME = 5, 18, 16


def table(page: Page, survey: Survey) -> Iterator[str]:
    """The tools under one kind of search: probability, best and worst search, what comes before them."""
    rows = page.run.shown(survey)
    if not rows:
        return
    trials = {row.tool: survey.trials(row.tool) for row in rows}
    alone = f"{'alone':>{_CHANCE}}  " if survey.several else ""
    left = 2 + _CHANCE + 2 + len(alone)
    room = max(_NAME, page.width - left - 2 * (2 + _PLACE))
    # names that would be cut are worth more than the best search
    with_best = all(columns(escape(page.run.name(row.tool))) <= room for row in rows)
    room += 0 if with_best else 2 + _PLACE
    names = [fitted(page.run, row.tool, room) for row in rows]
    width = max(columns("tool"), *map(columns, names))
    heads = [pad("tool", width), *([pad("best search", _PLACE)] if with_best else []), "worst search"]
    head = f"{'found':>{_CHANCE}}  {alone}{'  '.join(heads)}"
    yield page.line(Piece(head, "dim"))
    for row, name in zip(rows, names, strict=True):
        style: Style = "warning" if row.missed else ""
        before = "" if row.alone is None else f"{percent(row.alone):>{_CHANCE}}  "
        chances = Piece(f"{percent(row.probability):>{_CHANCE}}  ", style), Piece(before, "dim")
        yield page.line(
            *chances, Piece(f"{pad(name, width)}  ", style), *_places(trials[row.tool], with_best=with_best)
        )
        yield from _around(page, survey, row, trials[row.tool], indent=left)
    yield from _left_out(page, len(survey.rows), len(rows))
    yield ""


def matrix(page: Page, surveys: Sequence[Survey]) -> Iterator[str]:
    """The tools under several kinds of search, a column for each; those first that all of them miss most."""
    tools = sorted(page.run.tools, key=lambda tool: sum(survey.row[tool].probability for survey in surveys))
    shown = tools if page.run.most is None else tools[: page.run.most]
    widths = [max(_CHANCE, len(survey.kind.name)) for survey in surveys]
    heads = "  ".join(f"{survey.kind.name:>{width}}" for survey, width in zip(surveys, widths, strict=True))
    yield page.line(Piece(f"{heads}  tool", "dim"))
    room = max(_NAME, page.width - 2 - sum(widths) - 2 * len(widths))
    for tool in shown:
        pieces = []
        for survey, width in zip(surveys, widths, strict=True):
            row = survey.row[tool]
            pieces.append(Piece(f"{percent(row.probability):>{width}}  ", "warning" if row.missed else ""))
        all_miss = all(survey.row[tool].missed for survey in surveys)
        yield page.line(*pieces, Piece(fitted(page.run, tool, room), "warning" if all_miss else ""))
    yield from _left_out(page, len(tools), len(shown))
    yield ""


def figures(page: Page, surveys: Sequence[Survey]) -> Iterator[str]:
    """What is expected of a search for one of the tools, and how far to trust it."""
    what = "Expected of a search for one of these tools: "
    if len(surveys) == 1:
        expected = surveys[0].expected
        numbers = f"hit@5 {expected.hits:.2f}, MRR {expected.mrr:.2f}"
        yield page.text(Piece(what), Piece(numbers, "heading"), Piece("."), indent=0, hang=0)
        yield page.text(Piece(verdict(expected)), indent=0, hang=0)
    else:
        yield page.text(Piece(what.rstrip()), indent=0, hang=0)
        width = max(len(survey.kind.name) for survey in surveys)
        for survey in surveys:
            expected = survey.expected
            numbers = f"hit@5 {expected.hits:.2f}  MRR {expected.mrr:.2f}  {likely(expected)}"
            yield page.line(Piece(f"{survey.kind.name:<{width}}  {numbers}"))
    yield page.text(Piece(note(page.run), "dim"), indent=0, hang=0)
    if len(page.run.tools) < FEW and not page.run.several:
        yield page.text(Piece(NOTE_ON_FEW, "dim"), indent=0, hang=0)
    yield ""


def _places(trials: Sequence[Trial], *, with_best: bool) -> Iterator[Piece]:
    first, last = best(trials), worst(trials)
    if first is None or last is None:
        return
    if first.rank == last.rank:
        yield Piece(f"{ranked(first)} in all" if first.rank else "not found")
    else:
        if with_best:
            yield Piece(f"{pad(styled(first), _PLACE)}  ")
        yield Piece(styled(last), "warning" if last.missed else "")


def _around(page: Page, survey: Survey, row: Row, trials: Sequence[Trial], indent: int) -> Iterator[str]:
    """What comes before a tool in its worst search, else close behind it, else why it is likely to be missed."""
    last = worst(trials)
    if last is None:
        yield page.line(Piece("no word to search it by", "warning"), indent=indent)
        return
    query = last.phrasing.query
    if last.ahead or last.close:
        after = "after" if last.rank else "there are only"
        what = f"{quoted(query)}: {after} " if last.ahead else f"{quoted(query)}: close behind it "
        hits = page.hits(last.ahead or last.close, query, row.tool)
        yield page.text(safe(what, "dim"), *hits, indent=indent)
    elif not last.rank:
        yield page.text(safe(f"{quoted(query)}: no hit at all", "dim"), indent=indent)
    elif row.missed:
        words = [f"{word} ({number(count, 'tool')})" for word, count in survey.common(row.tool)]
        text = f"its likeliest words, and how many tools have them: {listing(words, NAMED)}"
        yield page.text(safe(text, "dim"), indent=indent)


def _left_out(page: Page, size: int, shown: int) -> Iterator[str]:
    if size > shown:
        text = f"{number(size - shown, 'more tool')}, likelier to be found than these (--worst {size} shows all)"
        yield page.text(Piece(text, "dim"))
