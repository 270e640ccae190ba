"""The run as GitHub's Markdown, for a pull request or a page of documentation.

Names and texts come from servers: they stand in code spans, where nothing in them is a link, a mention or HTML.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from catalint.discovery.detail import Detail, Proof, lacks
from catalint.discovery.run import Discovery
from catalint.discovery.survey import Row, Survey
from catalint.discovery.trials import Trial, best, worst
from catalint.model import Tool
from catalint.output.discovery.wording import (
    LONGEST_QUERY,
    LONGEST_WORD,
    NAMED,
    NO_OTHERS,
    NO_REMEDY,
    NOTE_ON_FEW,
    NOTE_ON_SERVERS,
    among,
    called,
    found_by,
    newly_missed,
    note,
    on_words,
    percent,
    place,
    silence,
    standing,
    styled,
    title,
    verdict,
)
from catalint.output.terminal import shorten
from catalint.output.verbatim import cell, code, prose
from catalint.prose import first_sentence
from catalint.queries.scoring import Outcome, Score
from catalint.search.findability import FEW
from catalint.search.retriever import TOP, Hit
from catalint.wording import listing, number

_MOST_MISSES = 50
_SENTENCE = 200


def write(run: Discovery) -> str:
    """Write a run as Markdown; ends with a newline."""
    return "\n".join(_lines(run)).rstrip("\n") + "\n"


def _lines(run: Discovery) -> Iterator[str]:
    what, how = title(run)
    yield "# Findability"
    yield ""
    yield f"{what if run.several else code(what)}: {prose(how)}."
    yield ""
    if run.globs:
        for tool in run.examined[: run.most]:
            for survey in run.surveys:
                yield from _detail(run, survey, run.detail(survey, tool))
        return
    yield from _figures(run)
    if run.most != 0:
        for survey in run.surveys:
            yield from _table(run, survey)
    if run.several:
        for survey in run.surveys:
            yield from _servers(run, survey)
    for survey, score in zip(run.surveys, run.scores, strict=False):
        yield from _searches(run, survey, score)


def _figures(run: Discovery) -> Iterator[str]:
    yield "| search | expected hit@5 | expected MRR | likely to be missed |"
    yield "| --- | --: | --: | --: |"
    for survey in run.surveys:
        expected = survey.expected
        missed = f"{expected.missed:,} of {expected.tools:,}"
        yield f"| {survey.kind.name} | {expected.hits:.2f} | {expected.mrr:.2f} | {missed} |"
    yield ""
    if len(run.surveys) == 1:
        yield verdict(run.surveys[0].expected)
    yield prose(note(run))
    if len(run.tools) < FEW and not run.several:
        yield NOTE_ON_FEW
    yield ""


def _table(run: Discovery, survey: Survey) -> Iterator[str]:
    rows = run.shown(survey)
    yield f"## Tools{_by(run, survey)}"
    yield ""
    several = survey.several
    yield f"| found |{' alone |' if several else ''} tool | best search | worst search | before it in the worst |"
    yield f"| --: |{' --: |' if several else ''} --- | --- | --- | --- |"
    for row in rows:
        yield _row(run, survey, row)
    yield ""
    rest = len(survey.rows) - len(rows)
    if rest > 0:
        yield f"{number(rest, 'more tool')}, likelier to be found than these."
        yield ""


def _row(run: Discovery, survey: Survey, row: Row) -> str:
    trials = survey.trials(row.tool)
    first, last = best(trials), worst(trials)
    chance = f"**{percent(row.probability)}**" if row.missed else percent(row.probability)
    cells = [chance, *([] if row.alone is None else [percent(row.alone)]), code(run.name(row.tool))]
    if first is None or last is None:
        cells += ["no word to search it by", "", ""]
    else:
        query = last.phrasing.query
        ahead = _hits(run, last.ahead, query, row.tool) or ("" if last.rank else "no hit at all")
        if first.rank == last.rank:
            cells += [f"{place(first.rank)} in all", _quoted(query), ahead]
        else:
            cells += [styled(first), f"{styled(last)}: {_quoted(query)}", ahead]
    return f"| {' | '.join(map(cell, cells))} |"


def _servers(run: Discovery, survey: Survey) -> Iterator[str]:
    yield f"## Each server alone, and among all{_by(run, survey)}"
    yield ""
    pairs = "expected hit@5: alone | all | likely missed: alone | all | searches found: alone | all"
    yield f"| server | tools | {pairs} | drowned |"
    yield f"| --- |{' --: |' * 8}"
    for catalog, company in survey.company.items():
        alone, together = survey.alone(catalog), survey.together(catalog)
        hits = f"{alone.hits:.2f} | {together.hits:.2f} | {alone.missed:,} | {together.missed:,}"
        found = f"{percent(company.alone)} | {percent(company.together)} | {len(company.drowned):,}"
        yield f"| {cell(code(catalog.server))} | {alone.tools:,} | {hits} | {found} |"
    yield ""
    if survey is run.surveys[-1]:
        yield NOTE_ON_SERVERS
        yield ""
    mute = silence(run, survey)
    if mute:
        yield prose(mute)
        yield ""
    lost = [f"{code(called(run, tool))} ({change})" for tool, change in newly_missed(survey)]
    if lost:
        yield f"Likely to be missed among all, and not alone: {listing(lost, 5)}."
        yield ""
    if not survey.drowned:
        yield NO_OTHERS
    for each in list(survey.drowned.values())[: run.most]:
        query = each.together.phrasing.query
        ranks = f"{place(each.alone.rank)} alone, {place(each.together.rank)} among all for {_quoted(query)}"
        ahead = _hits(run, each.ahead, query, each.tool)
        yield f"- {code(run.name(each.tool))}: {ranks}{f'; before it, of other servers: {ahead}' if ahead else ''}"
    yield ""


def _searches(run: Discovery, survey: Survey, score: Score) -> Iterator[str]:
    if run.queries is None:
        return
    yield f"## Labelled searches{_by(run, survey)}"
    yield ""
    drafts = f" {number(run.queries.drafts, 'draft')} not counted." if run.queries.drafts else ""
    yield f"{len(score.outcomes):,} searches of {code(run.queries.path)}.{drafts}"
    yield ""
    yield "| hit@1 | hit@5 | MRR | recall@5 |"
    yield "| --: | --: | --: | --: |"
    gate = "" if run.least is None else f" ({'at least' if score.recall >= run.least else '**below**'} {run.least:g})"
    yield f"| {score.hit_at(1):.2f} | {score.hit_at(TOP):.2f} | {score.mrr:.2f} | {score.recall:.2f}{gate} |"
    yield ""
    for outcome in score.misses[:_MOST_MISSES]:
        yield _miss(run, survey, outcome)
    if len(score.misses) > _MOST_MISSES:
        yield f"- and {len(score.misses) - _MOST_MISSES:,} more"
    yield ""


def _miss(run: Discovery, survey: Survey, outcome: Outcome) -> str:
    index = survey.index
    query = outcome.search.query
    parts = []
    for label, rank in outcome.missing:
        words = lacks(index, index.documents[index.position[label.tools[0]]], query) if len(label.tools) == 1 else ()
        lacking = f" and lacks {', '.join(code(shorten(word, LONGEST_WORD)) for word in words[:6])}" if words else ""
        parts.append(f"{code(label.name)} is {place(rank)}{lacking}")
    instead = _hits(run, outcome.intruders, query, outcome.missing[0][0].tools[0], TOP)
    brought = f"; instead: {instead}" if instead else ""
    return f"- line {outcome.search.line}, {_quoted(query)}: {'; '.join(parts)}{brought}"


def _detail(run: Discovery, survey: Survey, detail: Detail) -> Iterator[str]:
    row = detail.row
    yield f"## {code(run.name(row.tool))}{_by(run, survey)}"
    yield ""
    sentence = first_sentence(row.tool.description)
    if sentence:
        yield f"> {code(shorten(sentence, _SENTENCE))}"
        yield ""
    alone = "" if row.alone is None else f"; {percent(row.alone)} where its server is alone"
    place_among = among(detail.place, len(survey.rows))
    yield f"{percent(row.probability)} of searches are expected to find it, {place_among}{alone}."
    yield ""
    labelled = run.labelled(survey, row.tool)
    if labelled:
        yield f"{found_by(labelled)}."
        yield ""
    yield "| search | rank | in words | around it |"
    yield "| --- | --- | --- | --- |"
    for trial in detail.trials:
        yield _trial(run, trial, row.tool)
    yield ""
    yield from _words(detail, survey)
    for each in detail.lacking:
        rivals = ", ".join(code(called(run, rival, row.tool)) for rival in each.rivals[:NAMED])
        asked = ", ".join(map(_quoted, each.queries[:2]))
        parts = [f"asked for in {asked}"] if asked else []
        parts += [f"tools before it that have it: {rivals}"] if rivals else []
        yield f"- lacks {code(shorten(each.word, LONGEST_WORD))}: {'; '.join(parts) or 'no tool has it'}"
    for lift in detail.lifts:
        proof = _proof(lift.proof)
        word = code(shorten(lift.word, LONGEST_WORD))
        yield f"- would help: {word} in its first sentence: {proof} ({standing(lift)})"
    short = detail.shortening
    if short:
        proof = _proof(short.proof)
        words = f"{short.words:,} words, the mean is {short.mean:,.0f}"
        yield f"- would help: a shorter text ({words}); with name, first sentence and argument names only: {proof}"
    if not detail.lifts and not short:
        yield f"- would help: {NO_REMEDY}."
    yield ""


def _proof(proof: Proof) -> str:
    before, after = percent(proof.before), percent(proof.after)
    chances = [f"{before} becomes {after}"] if before != after else []
    if proof.rank_after != proof.rank_before:
        old = place(proof.rank_before) if proof.rank_before else "not at all"
        chances.append(f"{_quoted(proof.query)} finds it {place(proof.rank_after)} instead of {old}")
    return " and ".join(chances)


def _trial(run: Discovery, trial: Trial, tool: Tool) -> str:
    query = trial.phrasing.query
    around = _hits(run, trial.ahead or trial.close, query, tool, TOP)
    what = ("after " if trial.ahead else "close behind it ") if around else ""
    cells = (trial.phrasing.style, place(trial.rank), _quoted(query), f"{what}{around}")
    return f"| {' | '.join(map(cell, cells))} |"


def _words(detail: Detail, survey: Survey) -> Iterator[str]:
    size = f"{len(survey.rows):,}"
    reach = [f"{code(shorten(word.word, LONGEST_WORD))} ({word.tools:,})" for word in detail.words if word.reaches]
    others = [
        f"{code(shorten(word.word, LONGEST_WORD))} ({place(word.rank)}; {word.tools:,})"
        for word in detail.words
        if not word.reaches
    ]
    if reach:
        yield f"- words that find it by themselves (how many of {size} tools have them): {', '.join(reach)}"
    if others:
        yield f"- words that don't (its rank; how many of {size} tools have them): {', '.join(others)}"


def _hits(run: Discovery, hits: Sequence[Hit], query: str, beside: Tool, most: int = NAMED) -> str:
    named = []
    for hit in hits[:most]:
        words = on_words(hit, query)
        named.append(code(called(run, hit.tool, beside)) + (f" ({code(words)})" if words else ""))
    return ", ".join(named) + (", ..." if len(hits) > most else "")


def _quoted(query: str) -> str:
    return code(shorten(query, LONGEST_QUERY))


def _by(run: Discovery, survey: Survey) -> str:
    return f", by {survey.kind.name}" if len(run.kinds) > 1 else ""
