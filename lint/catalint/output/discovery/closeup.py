"""One tool in detail, as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from catalint.discovery.detail import Detail, Lacking, Lift, Proof
from catalint.discovery.survey import Survey
from catalint.discovery.trials import STYLES, Trial
from catalint.model import Tool
from catalint.output.discovery.page import Page, joined
from catalint.output.discovery.wording import (
    LONGEST_WORD,
    NAMED,
    NO_REMEDY,
    NO_REMEDY_YET,
    among,
    called,
    change,
    found_by,
    percent,
    place,
    quoted,
    ranked,
    standing,
)
from catalint.output.terminal import Piece, safe, shorten
from catalint.prose import first_sentence
from catalint.search.retriever import TOP
from catalint.wording import listing

_SENTENCE, _QUERY = 200, 200
_RANK = 9


def closeup(page: Page, survey: Survey, detail: Detail) -> Iterator[str]:
    """What finds a tool, what comes before it, and what would help it."""
    row = detail.row
    kind = f" by {survey.kind.name}" if len(page.run.kinds) > 1 else ""
    found = Piece(
        f"{percent(row.probability)} of searches are expected to find it{kind}", "warning" if row.missed else ""
    )
    alone = "" if row.alone is None else f"; {percent(row.alone)} where its server is alone"
    where = safe(f", {among(detail.place, len(survey.rows))}{alone}")
    yield page.text(safe(called(page.run, row.tool), "heading"), Piece(": "), found, where, indent=0)
    sentence = shorten(first_sentence(row.tool.description), _SENTENCE)
    yield page.text(safe(sentence or "(no description)", "dim"), hang=0)
    labelled = page.run.labelled(survey, row.tool)
    if labelled:
        yield page.text(Piece(found_by(labelled)))
    yield from _trials(page, row.tool, detail.trials)
    yield from _words(page, survey, detail)
    yield from _lacking(page, row.tool, detail.lacking)
    yield from _remedies(page, detail)
    yield ""


def _trials(page: Page, tool: Tool, trials: Sequence[Trial]) -> Iterator[str]:
    if not trials:
        yield page.line(Piece("It has no word to search it by.", "warning"))
        return
    yield page.line(Piece("Searches in its own words"))
    width = max(len(style) for style in STYLES)
    for trial in trials:
        query = trial.phrasing.query
        left = 4 + width + 2 + _RANK + 2
        head = page.line(
            Piece(f"{trial.phrasing.style:<{width}}  ", "dim"),
            Piece(f"{ranked(trial):>{_RANK}}  ", "warning" if trial.missed else ""),
            indent=4,
        )
        # in full, as far as that goes, so that it can be searched for again
        first, *more = page.text(safe(f'"{shorten(query, _QUERY)}"'), indent=left, hang=0).splitlines()
        yield f"{head}  {first.lstrip()}"
        yield from more
        hits = trial.ahead or trial.close
        if hits:
            after = "after " if trial.rank else "there are only "
            what = Piece(after if trial.ahead else "close behind it ", "dim")
            yield page.text(what, *page.hits(hits, query, tool, TOP), indent=left)
        elif not trial.rank:
            yield page.text(Piece("no hit at all", "dim"), indent=left)


def _words(page: Page, survey: Survey, detail: Detail) -> Iterator[str]:
    size = len(survey.rows)
    reach = [word for word in detail.words if word.reaches]
    others = [word for word in detail.words if not word.reaches]
    if reach:
        yield page.text(Piece(f"Words that find it by themselves (how many of {size:,} tools have them)"))
        pieces = [safe(f"{shorten(word.word, LONGEST_WORD)} ({word.tools:,})") for word in reach]
        yield page.text(*joined(pieces), indent=4, hang=0)
    if others:
        yield page.text(Piece(f"Words that don't (its rank; how many of {size:,} tools have them)"))
        pieces = [safe(f"{shorten(word.word, LONGEST_WORD)} ({place(word.rank)}; {word.tools:,})") for word in others]
        yield page.text(*joined(pieces), indent=4, hang=0)


def _lacking(page: Page, tool: Tool, lacking: Sequence[Lacking]) -> Iterator[str]:
    if not lacking:
        return
    yield page.line(Piece("Words it lacks, and the tools before it that have them"))
    for each in lacking:
        parts = []
        if each.queries:
            more = ", ..." if len(each.queries) > 2 else ""
            parts.append(f"asked for in {', '.join(map(quoted, each.queries[:2]))}{more}")
        if each.rivals:
            parts.append(listing([called(page.run, rival, tool) for rival in each.rivals], NAMED))
        yield page.text(safe(f"{shorten(each.word, LONGEST_WORD)}: "), safe("; ".join(parts), "dim"), indent=4)


def _remedies(page: Page, detail: Detail) -> Iterator[str]:
    yield page.text(Piece("What would lift it (tried: its text changed, searched and judged again)"))
    for lift in detail.lifts:
        yield page.text(*_lift(lift), indent=4)
    short = detail.shortening
    if short:
        text = (
            f"a shorter text: its {short.words:,} words (the mean is {short.mean:,.0f}) weigh down those that count. "
            "With name, first sentence and argument names only: "
        )
        yield page.text(Piece(text), *_proof(short.proof), indent=4)
    if not detail.lifts and not short:
        text = NO_REMEDY_YET if page.run.queries is None else f"{NO_REMEDY}."
        yield page.text(Piece(text), indent=4, hang=0)


def _lift(lift: Lift) -> Iterator[Piece]:
    yield safe(f'"{shorten(lift.word, LONGEST_WORD)}" in its first sentence: ')
    yield from _proof(lift.proof)
    yield safe(f" ({standing(lift)})", "dim")


def _proof(proof: Proof) -> Iterator[Piece]:
    chances, rank = change(proof)
    yield Piece(chances, "note")
    yield safe(rank)
