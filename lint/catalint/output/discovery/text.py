"""What is likely to be found and missed, as text for people."""

from __future__ import annotations

from collections.abc import Iterator

from catalint.discovery.run import Discovery
from catalint.output.discovery.closeup import closeup
from catalint.output.discovery.page import Page, View
from catalint.output.discovery.searches import searches, uncovered
from catalint.output.discovery.servers import servers
from catalint.output.discovery.tools import figures, matrix, table
from catalint.output.discovery.wording import title
from catalint.output.terminal import Piece, safe

__all__ = ["View", "write"]


def write(run: Discovery, view: View) -> str:
    """Write a run as text; ends with a newline."""
    return "\n".join(_lines(Page(run, view))).rstrip("\n") + "\n"


def _lines(page: Page) -> Iterator[str]:
    run = page.run
    what, how = title(run)
    yield page.text(safe(what, "heading"), safe(f": {how}"), indent=0)
    yield ""
    if run.globs:
        yield from _examined(page)
        return
    if run.most != 0:
        yield from table(page, run.surveys[0]) if len(run.surveys) == 1 else matrix(page, run.surveys)
    yield from figures(page, run.surveys)
    if run.several:
        for survey in run.surveys:
            yield from servers(page, survey)
    if run.queries is not None:
        for survey, score in zip(run.surveys, run.scores, strict=True):
            yield from searches(page, survey, score, run.queries)
        yield from uncovered(page)


def _examined(page: Page) -> Iterator[str]:
    run = page.run
    tools = run.examined
    most = len(tools) if run.most is None else run.most
    for tool in tools[:most]:
        for survey in run.surveys:
            yield from closeup(page, survey, run.detail(survey, tool))
    if len(tools) > most:
        yield page.line(Piece(f"and {len(tools) - most:,} more (--worst {len(tools)} shows all)", "dim"), indent=0)
