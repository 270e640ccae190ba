"""The clause that a description opens with: "Delete an item from the vault" deletes an item.

What can't be read for certain is left empty: a message that names the wrong thing is worse than one that names none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from catalint.expression import expression
from catalint.prose import first_sentence
from catalint.words import STOP_WORDS, singular, split_prose
from catalint_rules.analyses.lexicon import Lexicon

# How far a text is read for its first clause, in characters and in words.
_READ = 300
_WORDS = 24
_TOKEN = expression(r"[^\W\d_][\w'’-]*(?:\.[^\W\d_]\w*)*|\([^()]*\)|[^\s\w]|\d+")
# Nouns made of verbs end so. They open a noun phrase, not a clause: "Listing of all orders".
NOUN_ENDINGS = ("ing", "tion", "sion", "al", "sis", "ment")
_DETERMINERS = frozenset(
    "a an any all each every its the their this these that those your our some one several multiple many both".split()
)
# "The details of an order" are about an order.
_ABOUT = frozenset(
    "amount content contents count data detail details info information list metadata number overview set "
    "summary".split()
)
_OF = frozenset("about for of on regarding".split())
_POSSESSIVE = ("'s", "’s", "s'", "s’")
_JOINTS = frozenset(("and", "or", "/", "&", ",", "and/or"))
# Where a noun phrase ends without a word of grammar: "the orders matching a filter", "the order behind a parcel".
_BEHIND = frozenset(
    "accessible across associated available behind belonging concerning containing ending found including matching "
    "regarding related starting using".split()
)
# A phrase ends for certain before these and before words of grammar.
_ENDS = frozenset(".:;-–—()")
_LONGEST = 4
# Nouns in -ed are short: feed, seed, speed.
_FEED = 5
# What a name takes of a thing, in words.
_NAMED = 2
# Verbs that a name writes as "get".
_RETURNING = frozenset("return give output yield provide fetch retrieve show display".split())


@dataclass(frozen=True, slots=True)
class Clause:
    """What a text says first that its tool does.

    `verb` is as written, in lower case; `action` is the verb that stands for its group. `thing` are the words of its
    direct object as written, without determiners, participles and words that fit any thing in front; empty if it has
    none, or more than one. `about` is the noun that hangs on it: `details` in "details of an order", "order details".
    `owned` is true for "a group's members". `rest` is true if the sentence goes on behind the thing.
    """

    verb: str
    action: str
    thing: tuple[str, ...] = ()
    about: str = ""
    owned: bool = False
    rest: bool = False

    @property
    def plural(self) -> bool:
        """True if the thing is many."""
        last = self.thing[-1].lower() if self.thing else ""
        return last != singular(last)


def opening_clause(text: str, lexicon: Lexicon, empty: Collection[str]) -> Clause | None:
    """The clause that a text opens with; None if its first word, adverbs apart, is no verb.

    `empty` are words that fit any thing.
    """
    tokens = list(islice(_tokens(first_sentence(text[:_READ])), _WORDS))
    start = 0
    while start < len(tokens) and tokens[start].endswith("ly") and not lexicon.verb(tokens[start].lower()):
        start += 1
    verb = tokens[start].lower() if start < len(tokens) else ""
    action = "" if verb.endswith(NOUN_ENDINGS) or _is_participle(verb, lexicon) else lexicon.verb(verb)
    start += 1
    behind = tokens[start].lower() if start < len(tokens) else ""
    phrasal = lexicon.phrasal.get((verb, behind)) or lexicon.phrasal.get((verb.removesuffix("s"), behind))
    if phrasal:
        verb, action = f"{verb} {behind}", phrasal
        start += 1
    if not action:
        return None
    if action == "search" and tokens[start : start + 1] == ["for"]:
        start += 1
    phrase = _read_thing(tokens[start:], lexicon, empty)
    rest = any(token[0].isalnum() for token in tokens[start + phrase.end :])
    return Clause(verb, action, phrase.words, phrase.about, phrase.owned, rest)


def name_words(text: str, lexicon: Lexicon, empty: Collection[str]) -> list[str]:
    """The words of a name for what a text says first, verb first: get, public, holidays; empty if none is sure."""
    clause = opening_clause(text, lexicon, empty)
    if clause is None or clause.owned or not clause.thing:
        return []
    verb = _plain_form(clause.verb, lexicon)
    parts = [part for word in clause.thing[-_NAMED:] for part in split_prose(word)]
    return ["get" if verb in _RETURNING else verb, *parts] if verb and parts else []


def _plain_form(verb: str, lexicon: Lexicon) -> str:
    """A verb as a name has it: converts -> convert; empty if it is none."""
    forms = (verb, verb.removesuffix("s"), verb.removesuffix("es"), verb.removesuffix("ies") + "y")
    return next((form for form in forms if form in lexicon.verbs), "")


def _tokens(text: str) -> Iterator[str]:
    """Words and marks; what stands in brackets is left out."""
    return (token for token in _TOKEN.findall(text) if token[0] != "(" or len(token) == 1)


class _Phrase(NamedTuple):
    """A noun phrase at the beginning of some words, and how many of them are read."""

    words: tuple[str, ...]
    about: str
    owned: bool
    end: int


def _read_thing(tokens: Sequence[str], lexicon: Lexicon, empty: Collection[str]) -> _Phrase:
    phrase: list[str] = []
    owned = False
    for index, token in enumerate(tokens):
        lowered = token.lower()
        if lowered in _DETERMINERS and not phrase:
            continue
        ends = lowered in STOP_WORDS or lowered in _BEHIND or (bool(phrase) and _is_participle(lowered, lexicon))
        if token[0].isalpha() and not ends:
            if lowered.endswith(_POSSESSIVE):
                phrase, owned = [], True
            else:
                phrase.append(token)
            continue
        if phrase and phrase[-1].lower() in _ABOUT and lowered in _OF:
            inner = _read_thing(tokens[index + 1 :], lexicon, empty)
            return inner._replace(about=phrase[-1].lower(), end=index + 1 + inner.end)
        # of several things none is the one, and behind other marks the thing may go on
        sure = lowered not in _JOINTS and (ends or token in _ENDS)
        return _core(phrase if sure else [], owned, index, empty)
    return _core(phrase, owned, len(tokens), empty)


def _core(phrase: list[str], owned: bool, end: int, empty: Collection[str]) -> _Phrase:
    """A noun phrase without what stands around its nouns and narrows nothing; empty if it is long or has no noun."""
    last = len(phrase) - 1
    about = phrase[last].lower() if last > 0 and phrase[last].lower() in _ABOUT else ""
    start = 0
    while start < last - bool(about) and _is_idle(phrase[start].lower(), empty):
        start += 1
    words = tuple(phrase[start : last + (not about)])
    return _Phrase(words if len(words) <= _LONGEST else (), about, owned, end)


def _is_idle(word: str, empty: Collection[str]) -> bool:
    return word in empty or word in _DETERMINERS or (word.endswith("ed") and len(word) > _FEED)


def _is_participle(word: str, lexicon: Lexicon) -> bool:
    """True for "configured", not for "embed"."""
    return word.endswith("ed") and word not in lexicon.verbs and bool(lexicon.verb(word))
