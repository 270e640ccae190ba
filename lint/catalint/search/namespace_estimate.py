"""How findable each tool is where a namespace has to be chosen first: the chance of that times the chance inside.

The queries are the short ones of a tool's own most sayable words. One that shares no word with the namespace's name and
description does not bring it up; otherwise the namespace is among those loaded unless others score higher. Inside,
the tool has the probability that BM25 over the tools of the namespace gives it; where all of them are among the first
five anyway, it is certain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from catalint.model import Tool
from catalint.search.bm25 import Bm25
from catalint.search.estimate import WORDS, chance_among_level, log_odds, logistic, short_queries
from catalint.search.findability import Findability, judge
from catalint.search.namespaces import LOADED, NamespaceSearch
from catalint.search.retriever import TOP
from catalint.search.sayability import Sayable, sayable_terms

# Chance that a namespace is loaded by the log-odds of the share of queries that bring it up, fitted to StableToolBench
# with each API a namespace, known by its name alone (tests/eval/retrievers.py).
INTERCEPT = 0.53
SHARE_WEIGHT = 0.36


def judge_namespaces(index: Bm25, search: NamespaceSearch) -> tuple[Findability, ...]:
    """Judge all tools of an index whose tools are those of the namespaces, in the order of its documents."""
    places = {
        document.tool: position
        for position, namespace in enumerate(search.namespaces)
        for document in namespace.documents
    }
    inside = _inside(search)
    verdicts = []
    for document in index.documents:
        words = sayable_terms(index, document, WORDS)
        share = _chosen(search, places[document.tool], words)
        loaded = 1.0 if len(search.namespaces) == 1 else logistic(INTERCEPT + SHARE_WEIGHT * log_odds(share))
        verdict = inside[document.tool]
        verdicts.append(Findability(document.tool, loaded * verdict.probability, share, verdict.score, words))
    return tuple(verdicts)


def _inside(search: NamespaceSearch) -> Mapping[Tool, Findability]:
    return {
        verdict.tool: verdict
        for namespace in search.namespaces
        for verdict in (_certain if len(namespace.documents) <= TOP else judge)(namespace.index)
    }


def _certain(index: Bm25) -> Iterator[Findability]:
    """The verdicts on tools that are all among the first, which need no searches to be gone through."""
    for position, document in enumerate(index.documents):
        words = sayable_terms(index, document, WORDS)
        score = sum(index.weights(word.term)[position] for word in words)
        yield Findability(document.tool, 1.0, 1.0, score, words)


def _chosen(search: NamespaceSearch, position: int, words: Sequence[Sayable]) -> float:
    """Share of the queries of one or two of some words for which a namespace is loaded; all if it is the only one."""
    if len(search.namespaces) == 1:
        return 1.0
    signs = search.signs
    chance = 0.0
    for weight, query in short_queries(words):
        terms = [word.term for word in query]
        own = sum(signs.weights(term).get(position, 0.0) for term in terms)
        if own:
            totals = signs.scores(terms).values()
            before = sum(1 for total in totals if total > own + 1e-9)
            level = sum(1 for total in totals if abs(total - own) <= 1e-9)
            chance += weight * chance_among_level(before, level, LOADED)
    return chance
