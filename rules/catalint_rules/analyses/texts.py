"""Descriptions read for comparison: the words that carry meaning, in the lead and in the whole, and one or many."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from catalint import Context, Tool
from catalint.docstrings import parse_docstring
from catalint.expression import expression
from catalint.prose import first_sentence
from catalint.words import STOP_WORDS, singular, split_identifier, split_prose
from catalint_rules import words
from catalint_rules.analyses.lexicon import Lexicon
from catalint_rules.descriptions.language import is_english

# A line that breaks off this early and is followed by a capital is a lead of its own, not a sentence that was wrapped.
_WRAP = 60
_LEAD_LINE = expression(r"[^\n]+(?=\n\s*[A-Z\"'`*#-])")
# How much of a description is read beyond its lead.
_READ = 1500
# How many words of a description may say first whether it is about one thing or many.
_OPENING = 50

_PREPOSITIONS = frozenset("of from in on at by for to with within inside into".split())
# "monday.com" is the word "monday", and other addresses say nothing.
_ADDRESS = expression(
    r"\b(?:https?://|www\.)\S+|\b([^\W_][\w-]*)(?:\.[\w-]+)*\."
    r"(?:ai|app|cloud|co|com|de|dev|edu|eu|gov|io|me|net|org|so|uk|us)\b(?:/\S*)?",
    re.IGNORECASE,
)
_CAMEL = expression(r"\b[A-Z][a-z]+(?:[A-Z][a-z]+)+")

_MANY = frozenset("all every multiple several many batch bulk both each".split())
_ONE = frozenset("a an one single specific particular this given individual".split())


@dataclass(frozen=True, eq=False, slots=True)
class Text:
    """What a description says.

    `lead` are the meaning words of its first sentence in order, each once and reduced to its sense; `said` are those
    of the whole text, `stems` the plain bases of all words in it. `lead_words` and `opening` are the words as written
    of the first sentence and of the beginning. `takes_query` is true for a tool with a search text.
    """

    raw: str
    english: bool
    lead: tuple[str, ...]
    said: frozenset[str]
    stems: frozenset[str]
    lead_words: tuple[str, ...]
    opening: tuple[str, ...]
    takes_query: bool

    def counts(self, noun: str, lexicon: Lexicon) -> bool | None:
        """True if the text speaks of many things called by that base, False if of one, None if it leaves it open."""
        for index, word in enumerate(self.opening):
            if lexicon.base(word) != noun:
                continue
            if word != singular(word):
                return True
            for mark in reversed(self.opening[max(0, index - 4) : index]):
                if mark in _MANY or mark in _ONE:
                    return mark in _MANY
                if mark in _PREPOSITIONS:
                    break
        return None


def find_banners(tools: Iterable[Tool]) -> frozenset[str]:
    """First sentences that three tools or more have in common: they speak of the service and not of a tool."""
    count = Counter(first_sentence(tool.description[:_READ]) for tool in tools)
    return frozenset(sentence for sentence, times in count.items() if times > 2 and sentence)


def read(
    tool: Tool, lexicon: Lexicon, ctx: Context, silent: Collection[str] = (), banners: Collection[str] = ()
) -> Text:
    """Read a tool's description.

    `silent` are words that say nothing here, such as the service's own name; `banners` are first sentences to skip.
    """
    docstring = parse_docstring(tool.description[: 2 * _READ], frozenset(p.name for p in tool.parameters))
    summary = _ADDRESS.sub(lambda match: match.group(1) or " ", docstring.summary[:_READ])
    lead_words = tuple(split_prose(_lead(summary, banners)))
    every = split_prose(summary)
    empty = words.vocabulary("generic", ctx)
    return Text(
        raw=" ".join(tool.description.split()),
        english=is_english(tool.description, ctx),
        lead=_meaning(lead_words, lexicon, silent, empty),
        said=frozenset(_meaning(every, lexicon, silent, empty)),
        stems=frozenset(lexicon.base(word) for word in (*every, *_camel_words(summary))),
        lead_words=lead_words,
        opening=tuple(every[:_OPENING]),
        takes_query=any(_plain(p.name) in words.vocabulary("query_parameters", ctx) for p in tool.parameters),
    )


def _meaning(
    found: Collection[str], lexicon: Lexicon, silent: Collection[str], empty: Collection[str]
) -> tuple[str, ...]:
    senses = (
        lexicon.sense(word)
        for word in found
        if word not in STOP_WORDS and word not in silent and word not in empty and singular(word) not in empty
    )
    return tuple(dict.fromkeys(senses))


def _camel_words(text: str) -> list[str]:
    """The parts of words such as `LastMonth`, which stay whole where brands are written so."""
    return [word for chunk in _CAMEL.findall(text) for word in split_identifier(chunk)]


def _plain(parameter: str) -> str:
    return "".join(letter for letter in parameter.lower() if letter.isalnum())


def _lead(summary: str, banners: Collection[str]) -> str:
    """The first sentence that is no banner, or the first line where it is short and a new thought follows."""
    first = first_sentence(summary)
    if first in banners:
        rest = " ".join(summary.split()).removeprefix(first).strip()
        if rest:
            return first_sentence(rest)
    match = _LEAD_LINE.match(summary)
    return match.group() if match and len(match.group()) < _WRAP else first
