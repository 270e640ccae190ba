"""Which of a tool's words would a person say who needs it? Words that nobody says do not get a tool found.

The weights are those of a logistic regression that predicts, for each word of a tool, the share of labelled searches
for the tool that have it. It was fitted by tests/eval/fit_discoverability.py to three collections with equal weight:
MetaTool (github.com/HowieHwong/MetaTool, 199 tools, 21,111 searches), StableToolBench
(github.com/THUNLP-MT/StableToolBench, 2,479 and 765) and BFCL v4 (github.com/ShishirPatil/gorilla, 1,870 and 1,477).
Features that need tables of words are left out, and what a tool's words have in common is left out as well: only the
differences between them count.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from catalint.prose import first_sentence
from catalint.search.bm25 import Bm25
from catalint.search.document import ARGUMENT_DESCRIPTION, ARGUMENT_NAME, DESCRIPTION, NAME, Document

IN_NAME = 1.5
IN_FIRST_SENTENCE = 1.5
IN_REST_OF_DESCRIPTION = 0.2
IN_ARGUMENT_NAME = 0.7
IN_ARGUMENT_DESCRIPTION = 0.5
RARITY = 0.5  # times idf / ln(1 + N): 0 for a word that all tools have, about 1 for a word of this tool alone
REPETITION = 0.2  # times the logarithm of the number of occurrences
NUMBER = -0.3
OPENING = -0.6  # the first word of the first sentence, mostly a verb that many tools share


@dataclass(frozen=True, slots=True)
class Sayable:
    """A term of a tool and the log-odds that a search for the tool has it, up to a constant."""

    term: str
    log_odds: float


def sayable_terms(index: Bm25, document: Document, limit: int) -> tuple[Sayable, ...]:
    """The terms of a tool that a search for it most likely has, likeliest first; ties in the order of the alphabet."""
    odds = log_odds(index, document)
    best = sorted(odds, key=lambda term: (-odds[term], term))[:limit]
    return tuple(Sayable(term, odds[term]) for term in best)


def log_odds(index: Bm25, document: Document) -> Mapping[str, float]:
    """The log-odds of each term of a tool, up to a constant; joined forms are left out, since their parts are there."""
    counted = document.counted
    name = counted[NAME].terms
    description = counted[DESCRIPTION].terms
    argument_names = counted[ARGUMENT_NAME].terms
    argument_texts = counted[ARGUMENT_DESCRIPTION].terms
    opening, sentence = _first_sentence(document)
    scale = RARITY / math.log1p(len(index))
    odds = {term: scale * index.idf(term) for term in document.terms}
    for term, count in document.terms.items():
        if count > 1:
            odds[term] += REPETITION * math.log(count)
    for term in name:
        odds[term] += IN_NAME
    for term in description:
        odds[term] += IN_FIRST_SENTENCE if term in sentence else IN_REST_OF_DESCRIPTION
    for term in argument_names:
        odds[term] += IN_ARGUMENT_NAME
    for term in argument_texts:
        odds[term] += IN_ARGUMENT_DESCRIPTION
    for term in odds:
        if term.isdecimal():
            odds[term] += NUMBER
    if opening in odds:
        odds[opening] += OPENING
    return odds


def _first_sentence(document: Document) -> tuple[str, Mapping[str, int]]:
    """The first term of the first sentence, and how often each term occurs in it."""
    counts = document.profile.count(first_sentence(document.tool.description)).terms
    return next(iter(counts), ""), counts
