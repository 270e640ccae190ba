"""A name for a tool from what its description says that it does: get_holidays for "Return the holidays of a year."."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from catalint import Tool
from catalint.prose import first_sentence
from catalint.words import STOP_WORDS, split_prose
from catalint_rules.analyses.lexicon import Lexicon

_TOKEN = re.compile(r"[A-Za-z][A-Za-z0-9'-]*|[^\sA-Za-z]")
# "the number of working days", "a list of orders": what is meant stands behind "of".
_QUANTITIES = frozenset("number list amount count sum total set series collection range type kind name details".split())
_RETURNING = frozenset("return give output yield provide fetch retrieve show display".split())
_CLAUSE = frozenset("if whether that which who how what when where".split())
_MOST = 2


def propose(tool: Tool, lexicon: Lexicon) -> list[str]:
    """The words of a name, verb first: one verb, one or two words for what it is done to; empty if none is found."""
    tokens = _TOKEN.findall(first_sentence(tool.description))
    verb = _base(tokens[0].lower(), lexicon) if tokens else ""
    if not verb:
        return []
    thing = next(_phrases(tokens[1:]), [])
    parts = [part for word in thing[-_MOST:] for part in split_prose(word)]
    return ["get" if verb in _RETURNING else verb, *parts] if parts else []


def _base(word: str, lexicon: Lexicon) -> str:
    """A verb in its base form, empty if it is none: converts -> convert."""
    forms = (word, word.removesuffix("s"), word.removesuffix("es"), word.removesuffix("ies") + "y")
    return next((form for form in forms if form in lexicon.verbs), "")


def _phrases(tokens: Iterable[str]) -> Iterator[list[str]]:
    """The noun phrases of a sentence up to its first clause, without words for a quantity of something."""
    phrase: list[str] = []
    for token in (*tokens, "."):
        lowered = token.lower()
        if lowered in _CLAUSE:
            return
        if token[0].isalpha() and lowered not in STOP_WORDS and lowered != "new":
            phrase.append(token)
            continue
        if phrase and not (lowered == "of" and phrase[-1].lower() in _QUANTITIES):
            yield phrase
        phrase = []
