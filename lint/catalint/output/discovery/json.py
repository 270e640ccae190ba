"""The run for programs. Its shape is `discovery.schema.json`, beside this module."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from catalint.discovery.detail import Detail, Proof, lacks
from catalint.discovery.run import Discovery
from catalint.discovery.survey import Company, Drowning, Expected, Row, Survey
from catalint.discovery.trials import Trial, best, worst
from catalint.model import Tool
from catalint.output.encode import plain, plain_name, plain_unread
from catalint.queries.scoring import Outcome, Score
from catalint.report import Unread
from catalint.search.retriever import TOP, Hit

_DIGITS = 6


def to_json(run: Discovery, version: str, unread: Sequence[Unread] = ()) -> dict[str, Any]:
    """The run as a JSON object."""
    return {
        "version": 1,
        "tool": {"name": "catalint", "version": version},
        "naming": plain(run.naming),
        "catalogs": [
            {"server": plain(catalog.server), "origin": plain(catalog.origin), "tools": len(catalog.visible)}
            for catalog in run.catalogs
        ],
        "retrievers": [_retriever(run, survey) for survey in run.surveys],
        "queries": _queries(run),
        "unread": plain_unread(unread),
    }


def _retriever(run: Discovery, survey: Survey) -> dict[str, Any]:
    rows = run.shown(survey)
    details = frozenset(run.examined[: run.most]) if run.globs else frozenset()
    return {
        "kind": survey.kind.name,
        "imitates": survey.kind.imitates,
        "differences": survey.kind.differences,
        "expected": _expected(survey.expected),
        "servers": [
            {
                "server": plain(catalog.server),
                "together": _expected(survey.together(catalog)),
                "alone": _expected(survey.alone(catalog)),
                "company": _company(survey.company.get(catalog)),
            }
            for catalog in run.catalogs
        ],
        "tools": [_row(run, survey, row, detailed=row.tool in details) for row in rows],
        "left_out": len(survey.rows) - len(rows),
        "labelled": None if (score := run.score(survey)) is None else _labelled(survey, score),
    }


def _row(run: Discovery, survey: Survey, row: Row, *, detailed: bool) -> dict[str, Any]:
    trials = survey.trials(row.tool)
    return {
        **_tool(row.tool),
        "name": plain(run.mount.naming(row.tool)),
        "probability": round(row.probability, _DIGITS),
        "likely_missed": row.missed,
        "alone": None if row.alone is None else round(row.alone, _DIGITS),
        "drowned": _drowning(survey.drowned.get(row.tool)),
        "labelled": _found(run.labelled(survey, row.tool)),
        "words": [{"word": plain(word), "tools": count} for word, count in survey.common(row.tool)],
        "best": _style(best(trials)),
        "worst": _style(worst(trials)),
        "searches": [_trial(trial) for trial in trials],
        "detail": _detail(run.detail(survey, row.tool)) if detailed else None,
    }


def _found(labelled: tuple[int, int] | None) -> dict[str, int] | None:
    return None if labelled is None else {"searches": labelled[0], "found": labelled[1]}


def _company(company: Company | None) -> dict[str, Any] | None:
    if company is None:
        return None
    return {
        "found_alone": round(company.alone, _DIGITS),
        "found_together": round(company.together, _DIGITS),
        "drowned": len(company.drowned),
    }


def _drowning(found: Drowning | None) -> dict[str, Any] | None:
    if found is None:
        return None
    query = plain(found.together.phrasing.query)
    return {
        "query": query,
        "rank_alone": found.alone.rank,
        **_rank(found.together),
        "ahead": [_hit(hit) for hit in found.ahead],
    }


def _detail(detail: Detail) -> dict[str, Any]:
    short = detail.shortening
    return {
        "place": detail.place,
        "words": [
            {
                "word": plain(word.word),
                "fields": list(word.fields),
                "tools": word.tools,
                "rank": word.rank or None,
                "reaches": word.reaches,
            }
            for word in detail.words
        ],
        "lacks": [
            {
                "word": plain(each.word),
                "rivals": [_tool(rival) for rival in each.rivals],
                "queries": [plain(query) for query in each.queries],
            }
            for each in detail.lacking
        ],
        "lifts": [
            {"word": plain(lift.word), "fields": list(lift.fields), "apart": lift.apart, **_proof(lift.proof)}
            for lift in detail.lifts
        ],
        "shortening": None
        if short is None
        else {"words": short.words, "mean": round(short.mean, 1), **_proof(short.proof)},
    }


def _proof(proof: Proof) -> dict[str, Any]:
    return {
        "probability_before": round(proof.before, _DIGITS),
        "probability_after": round(proof.after, _DIGITS),
        "query": plain(proof.query),
        "rank_before": proof.rank_before or None,
        "rank_after": proof.rank_after or None,
    }


def _trial(trial: Trial) -> dict[str, Any]:
    return {
        "style": trial.phrasing.style,
        "query": plain(trial.phrasing.query),
        **_rank(trial),
        "ahead": [_hit(hit) for hit in trial.ahead],
        "close": [_hit(hit) for hit in trial.close],
    }


def _style(trial: Trial | None) -> dict[str, Any] | None:
    return None if trial is None else {"style": trial.phrasing.style, **_rank(trial)}


def _rank(trial: Trial) -> dict[str, Any]:
    return {"rank": trial.rank or None}


def _hit(hit: Hit) -> dict[str, Any]:
    words = [plain(match.word) for match in hit.matches]
    return {**_tool(hit.tool), "score": round(hit.score, _DIGITS), "words": words}


def _tool(tool: Tool) -> dict[str, Any]:
    return {"server": plain(tool.server), "tool": plain_name(tool.name), "pointer": tool.at().pointer}


def _expected(expected: Expected) -> dict[str, Any]:
    return {
        "tools": expected.tools,
        "hit_at_5": round(expected.hits, _DIGITS),
        "mrr": round(expected.mrr, _DIGITS),
        "likely_missed": expected.missed,
    }


def _queries(run: Discovery) -> dict[str, Any] | None:
    if run.queries is None:
        return None
    return {
        "path": plain(run.queries.path),
        "searches": len(run.queries.counted),
        "drafts": run.queries.drafts,
        "uncovered": [_tool(tool) for tool in run.uncovered],
        "min_recall": run.least,
        "passed": run.passed,
    }


def _labelled(survey: Survey, score: Score) -> dict[str, Any]:
    return {
        "hit_at_1": round(score.hit_at(1), _DIGITS),
        "hit_at_5": round(score.hit_at(TOP), _DIGITS),
        "mrr": round(score.mrr, _DIGITS),
        "recall_at_5": round(score.recall, _DIGITS),
        "searches": [_outcome(survey, outcome) for outcome in score.outcomes],
    }


def _outcome(survey: Survey, outcome: Outcome) -> dict[str, Any]:
    index = survey.index
    query = outcome.search.query
    labels = zip(outcome.search.labels, outcome.ranks, strict=True)
    return {
        "query": plain(query),
        "line": outcome.search.line,
        "missed": bool(outcome.missing),
        "right": [
            {
                "name": plain_name(label.name),
                "rank": rank or None,
                "lacks": [plain(word) for word in lacks(index, index.documents[index.position[label.tools[0]]], query)]
                if len(label.tools) == 1
                else [],
            }
            for label, rank in labels
        ],
        "winners": [_hit(hit) for hit in outcome.winners],
    }
