"""Which of a tool's words would a person say who needs it? Words that nobody says do not get a tool found.

The weights are those of a choice among the words of a tool: how much likelier a labelled search for it has this word
than that one. They are fitted by tests/eval/fit_discoverability.py, and stand in findability.json. What a tool's words
have in common is left out: only the differences between them count.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from catalint.prose import first_sentence
from catalint.search.bm25 import Bm25
from catalint.search.document import ARGUMENT_NAME, DESCRIPTION, NAME, Document
from catalint.search.model import Model, standard_model
from catalint.words import STOP_WORDS

# What makes a word sayable, in the order of the values that `features` gives it.
FEATURES = (
    "in name",
    "in first sentence",
    "in rest of description",
    "in argument name",
    "rarity",  # idf / ln(1 + N): 0 for a word that all tools have, about 1 for a word of this tool alone
    "repetition",  # logarithm of the number of times that name and description have it: schemas repeat what nobody says
    "number",
    "opening",  # the first word of the first sentence, mostly a verb that many tools share
    "unknown",  # a word of one author
    "unknown in name",
)
# A word of no weight in any search, where the profile keeps such words.
_UNSAID = -20.0


@dataclass(frozen=True, slots=True)
class Sayable:
    """A term of a tool and the log-odds that a search for the tool has it, up to a constant."""

    term: str
    log_odds: float


def sayable_terms(index: Bm25, document: Document, limit: int, model: Model | None = None) -> tuple[Sayable, ...]:
    """The terms of a tool that a search for it most likely has, likeliest first; ties in the order of the alphabet."""
    odds = log_odds(index, document, model)
    best = sorted(odds, key=lambda term: (-odds[term], term))[:limit]
    return tuple(Sayable(term, odds[term]) for term in best)


def log_odds(index: Bm25, document: Document, model: Model | None = None) -> Mapping[str, float]:
    """The log-odds of each term of a tool, up to a constant; joined forms are left out, since their parts are there."""
    model = model or standard_model()
    name, sentence, rest, argument, rarity, repetition, number, opening, unknown, unknown_name = model.words
    counted = document.counted
    in_name = counted[NAME].terms
    described = counted[DESCRIPTION].terms
    arguments = counted[ARGUMENT_NAME].terms
    first, in_sentence = _first_sentence(document)
    scale = rarity / math.log1p(len(index))
    odds: dict[str, float] = {}
    for term in document.terms:
        value = scale * index.idf(term)
        count = in_name.get(term, 0) + described.get(term, 0)
        if count > 1:
            value += repetition * math.log(count)
        if term in in_name:
            value += name
        if term in arguments:
            value += argument
        if term in STOP_WORDS:
            value += _UNSAID
        elif term.isdecimal():
            value += number
        elif not model.vocabulary.knows(term):
            value += unknown + (unknown_name if term in in_name else 0.0)
        odds[term] = value
    for term in described:
        odds[term] += sentence if term in in_sentence else rest
    if first in odds:
        odds[first] += opening
    return odds


def features(index: Bm25, document: Document, model: Model) -> Mapping[str, tuple[float, ...]]:
    """The values of `FEATURES` for each term of a tool: what the weights are fitted to."""
    counted = document.counted
    first, in_sentence = _first_sentence(document)
    found: dict[str, tuple[float, ...]] = {}
    for term in document.terms:
        in_name = counted[NAME].terms.get(term, 0)
        in_description = counted[DESCRIPTION].terms.get(term, 0)
        unknown = not model.vocabulary.knows(term)
        found[term] = (
            float(in_name > 0),
            float(term in in_sentence),
            float(in_description > 0 and term not in in_sentence),
            float(term in counted[ARGUMENT_NAME].terms),
            index.idf(term) / math.log1p(len(index)),
            math.log(max(1, in_name + in_description)),
            float(term.isdecimal()),
            float(term == first),
            float(unknown),
            float(unknown and in_name > 0),
        )
    return found


def _first_sentence(document: Document) -> tuple[str, Mapping[str, int]]:
    """The first term of the first sentence, and how often each term occurs in it."""
    counts = document.profile.count(first_sentence(document.tool.description)).terms
    return next(iter(counts), ""), counts
