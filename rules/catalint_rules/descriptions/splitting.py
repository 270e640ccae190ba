"""Cutting a description into the words that are judged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from catalint import Tool
from catalint.docstrings import parse_docstring
from catalint.expression import expression
from catalint.words import STOP_WORDS, singular, split_identifier
from catalint_rules.descriptions.extras import without
from catalint_rules.descriptions.vocabulary import Vocabulary

# How far a description is read, in characters, and how far of it the part that speaks of the tool.
_READ, _SUBJECT = 3000, 1500
_SHORT = 600

_MARKUP = expression(r"```.*?(?:```|\Z)|https?://\S+|<[^<>\n]{1,60}>|&\w{2,6};", re.DOTALL)
# Turns of phrase that add nothing, whatever their words say elsewhere.
_IDLE = expression(
    r"\b(?:(?:lists?|sets?|collections?|arrays?|series|ranges?|numbers?|types?|kinds?) of|in order"
    r"|(?:for|of) (?:the|a|your) (?:current |authenticated |logged-in |signed-in |given |specified )?user"
    r"|(?:in|on|from|of|for|within|into|to|across) (?:the|your|this|our) (?:current |mcp |remote )?"
    r"(?:system|platform|application|app|backend|server))\b",
    re.IGNORECASE,
)
_TOKEN = expression(r"`[^`\n]{1,80}`|[^\W_][\w'’]*|[.!?;:\n]")
_WORD = expression(r"[^\W_]+")
_CAMEL = expression(r"[a-z][A-Z]")
_RETURNS = expression(r"^[ \t]*(?:\*\*)?returns?(?:\*\*)?[ \t]*:", re.IGNORECASE | re.MULTILINE)
_BREAK = frozenset(".!?;:\n")
_PREPOSITIONS = frozenset(
    "about across against at by for from in inside into of on onto to under using via with within".split()
)
# What a clause starts behind: a word that follows them is its verb if it can be one.
_OPENERS = frozenset("and or to can will then".split())
_NEGATIONS = ("n't", "n’t")
_PASSIVE = frozenset("am are be been being is was were gets get got".split())
_DETERMINERS = frozenset("a an any all each every its the their this that your".split())
# What may stand before the verb of a clause: "Attempts to automatically …", "This tool …".
_LEADS = frozenset(
    "attempt attempts allow allows enable enables help helps let lets try tries tool used please".split()
)


class Token(NamedTuple):
    """A word of a text as written.

    `phrase` numbers the prepositional phrase ("in a repository") that it stands in, 0 outside. `opening` is true where
    a clause has its verb, `coded` inside backticks, `result` below a heading such as "Returns:", `state` for a
    participle that says which things are meant ("the loaded files") and not what is done to them ("files are loaded").
    """

    text: str
    phrase: int
    opening: bool
    coded: bool
    result: bool
    state: bool


def subject(tool: Tool, vocabulary: Vocabulary, shared: frozenset[str] = frozenset()) -> tuple[str, int]:
    """The part of a description that speaks of the tool, and how many new words the part on parameters has.

    Code blocks, addresses, tags, idle turns of phrase and the lines `shared` are taken out.
    """
    text = tool.description[:_READ]
    told = 0
    if "\n" in text or "aram" in text or "Args" in text:
        docstring = parse_docstring(text, frozenset(parameter.name for parameter in tool.parameters))
        text = docstring.summary
        plain = {singular(part) for name in (tool.name, *docstring.parameters) for part in split_identifier(name)}
        told = sum(
            1
            for word in {token.lower() for text in docstring.parameters.values() for token in _WORD.findall(text)}
            if word not in STOP_WORDS and word not in vocabulary.tiers and singular(word) not in plain
        )
    text = without(text, shared)[:_SUBJECT]
    if "`" in text or "://" in text or "<" in text or "&" in text:
        text = _MARKUP.sub(" ", text)
    # a long text is not decided by turns of phrase, and looking for them is slow
    return (_IDLE.sub(" ", text) if len(text) <= _SHORT else text).strip(), told


def tokens(text: str) -> Iterator[Token]:
    """The words of a text that are no function words. Identifiers are split like names, "GitHub" is one word."""
    match = _RETURNS.search(text) if "eturn" in text else None
    returns = match.start() if match else len(text)
    phrase = count = 0
    first = True  # whether a clause begins
    inner = ""  # the word that it begins with inside a sentence
    before = ""
    for match in _TOKEN.finditer(text):
        word = match.group()
        lowered = word.lower()
        if word in _BREAK:
            phrase, first, inner = 0, True, ""
        elif lowered in _OPENERS:
            first, inner = True, lowered
        elif lowered in _DETERMINERS:
            if first and inner == "to":
                count += 1
                phrase = count
            first = first and not inner
        elif lowered in _PREPOSITIONS:
            count += 1
            phrase, first = count, False
        elif (
            lowered not in STOP_WORDS
            and not lowered.endswith(_NEGATIONS)
            and (len(word) > 1 or not word.isascii() or word.isdigit())
        ):
            coded = word[0] == "`"
            state = lowered.endswith("ed") and not first and before not in _PASSIVE
            for part in _parts(word):
                yield Token(part, phrase, first, coded, match.start() > returns, state)
            first = first and (lowered in _LEADS or lowered.endswith("ly"))
        before = lowered


def _parts(word: str) -> list[str]:
    if "_" in word or word[0] == "`" or (word[0].islower() and _CAMEL.search(word)):
        return split_identifier(word)
    return [word.replace("’", "'").removesuffix("'s").rstrip("'")]
