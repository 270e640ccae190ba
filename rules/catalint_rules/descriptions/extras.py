"""What a text says beside its content words: a number, a state, a second thing, what comes back.

"List the files and directories of a directory" repeats `list_files_in_dir` word by word, and yet it says more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from catalint import Tool
from catalint.explanations import docstring
from catalint.expression import expression
from catalint.prose import first_sentence
from catalint.words import STOP_WORDS, singular, split_identifier
from catalint_rules.analyses.clauses import NOUN_ENDINGS, Clause
from catalint_rules.analyses.names import Name
from catalint_rules.descriptions.vocabulary import Vocabulary

# How far a text is read, in characters.
_READ = 1500
_WORD = expression(r"[^\W_][\w'’-]*")
_RETURNS = expression(r"(?:^|(?<=[.\s]))(?:\*\*)?Returns?(?:\*\*)?\s{0,2}:", re.MULTILINE)
_SECTION = expression(r"\n\s*\n|^[ \t]*[A-Z]\w{2,20}:[ \t]*$|(?<=\s)(?:Raises|Examples?|Notes?):", re.MULTILINE)
_LABEL = expression(r"\s*[A-Za-z_][\w.\[\], |]{0,40}:\s")
_FAILURE = expression(
    r"[,;.]?\s+(?:or|and) (?:an? |the )?errors?\b.*|\bif (?:it|the \w+) fails?\b.*", re.DOTALL | re.IGNORECASE
)
_FORM = expression(r"\s+(?:as|in) (?:an? )?\w+(?: (?:string|format|object))?[.\s]*$", re.IGNORECASE)
# What any tool gives back: "dictionary containing order information".
_WRAPPING = frozenset(
    """
    array confirmation contents data details dict dictionary failure info information json list message metadata object
    operation output outcome payload response result results string str structure success successful text tool
    """.split()
)
_NUMBER = expression(
    r"\b(?:one or (?:more|many|multiple|several)|or all|all or|two|three|between|another|same|current|currently)\b",
    re.IGNORECASE,
)
_MANY = expression(
    r"\b(?:all|multiple|several|many|both|every|each|(?:lists?|sets?|arrays?) of)\s+(.{1,40})", re.IGNORECASE
)
_ALONG = expression(
    r"\b(?:and|with|including|plus|as well as) (?:(?:all|any|every) (?:of )?(?:its |their |the )?|its |their )(\w+)",
    re.IGNORECASE,
)
_NOTHING_LEFT = expression(
    r"\ball (?:of )?(?:its |their |the |associated |related |stored )*(data|contents?|history|settings)\b",
    re.IGNORECASE,
)
_DELETING = frozenset(("delete", "clear"))
_BULK = frozenset("all batch bulk many mass multi multiple".split())
_PAIR = expression(r"([^\W\d_]+) (?:and|or|and/or) (?:the |a |an |all |its |their |your )?([^\W\d_]+)", re.IGNORECASE)
_CREATING = frozenset(("create", "append", "attach", "assign", "link", "link_up"))
_READING = frozenset(("get", "list", "return", "search", "count", "check"))
_BY = expression(r"\bby (?:the |its |their |an? )?([^\W\d_]+)", re.IGNORECASE)
# "Search by query" says nothing of what the query is matched with.
_CRITERIA = frozenset(
    "argument criterion filter given input keyword parameter query search term user value various".split()
)
_ADDED = expression(r"\bexisting\b", re.IGNORECASE)


# "… (to get all, don't pass `query`)" warns, and "gems that depend on a gem" explains.
_WARNING = expression(r"(?:\b(?:not|never|unless|except|instead|otherwise)|n['’]t)\b", re.IGNORECASE)
_EXPLAINED = expression(r"\b(?:that|which|whose|who)\b (?!is\b|are\b|was\b|were\b|match|exist|you\b)", re.IGNORECASE)


def without(text: str, lines: frozenset[str]) -> str:
    """A text without some of its lines; the first one always stays."""
    if not lines or "\n" not in text:
        return text
    first, *others = text.split("\n")
    return "\n".join([first, *(line for line in others if line.strip() not in lines)])


def said(tool: Tool, shared: frozenset[str] = frozenset()) -> str:
    """What a description says of the tool: without the parts on parameters and results, and `shared` lines."""
    text = without(docstring(tool).summary[:_READ], shared)
    returns = _RETURNS.search(text) if "eturn" in text else None
    return text[: returns.start()] if returns and returns.start() else text


def find_extra(
    tool: Tool, name: Name, clause: Clause | None, vocabulary: Vocabulary, shared: frozenset[str] = frozenset()
) -> str:
    """The words by which a text says more than the name although no word of it is new; empty if there are none.

    `clause` is the one that the text opens with, `shared` are the lines that most texts of the catalog have.
    """
    text = said(tool, shared)
    parts = [part for part in split_identifier(tool.name) if not part.isdigit()]
    return (
        _result(docstring(tool).summary[:_READ])
        or _verb(clause, name, vocabulary)
        or _whole(text, clause, parts, vocabulary)
        or _number(text, clause, parts)
        or _plural(text, name, parts)
        or _second(text, parts, vocabulary)
        or _warning(text, parts)
        or _criterion(text, name, parts)
    )


def _result(text: str) -> str:
    """What the part on the result says, if that is more than "a dictionary with the result"."""
    match = _RETURNS.search(text) if "eturn" in text else None
    if match is None:
        return ""
    section = _SECTION.split(text[match.end() :].strip(), maxsplit=1)[0].strip()
    label = _LABEL.match(section)
    told = _FORM.sub("", _FAILURE.sub("", section[label.end() :] if label else section))
    found = [word for word in _WORD.findall(told) if word.lower() not in STOP_WORDS]
    if not found or found[-1].lower() in _WRAPPING:
        return ""
    telling = [
        word for word in found if word.lower() not in _WRAPPING and word.lower() not in ("containing", "including")
    ]
    return " ".join(told.split()) if len(telling) > 1 else ""


def _verb(clause: Clause | None, name: Name, vocabulary: Vocabulary) -> str:
    """The verb of the text where the name has none, so that it tells the tool from others about the same thing."""
    opening = singular(name.words[0])
    # `translations` are no verb, though who translates makes one
    if clause is None or name.verb or (vocabulary.verb(opening) and not opening.endswith(NOUN_ENDINGS)):
        return ""
    if clause.action not in _READING:
        return "" if clause.verb in vocabulary.idle else clause.verb
    # who gets a status or details reads them: the name says so
    return "" if vocabulary.tiers.get(name.words[-1]) in ("aspect", "empty") else clause.verb


def _criterion(text: str, name: Name, parts: Sequence[str]) -> str:
    """What a search goes by, even if that is a word that says nothing elsewhere: "Find parcels by content"."""
    if name.action != "search":
        return ""
    known = {singular(part) for part in parts}
    return next((word for word in _BY.findall(text) if singular(word.lower()) not in known | _CRITERIA), "")


def _whole(text: str, clause: Clause | None, parts: Sequence[str], vocabulary: Vocabulary) -> str:
    """What goes along with a thing, or that nothing of it stays: "and all its contents", "all data"."""
    known = {singular(part) for part in parts}
    deletes = clause is not None and clause.action in _DELETING
    for match in (match for pattern in (_ALONG, _NOTHING_LEFT)[: 1 + deletes] for match in pattern.finditer(text)):
        word = match.group(1).lower()
        # "with its details" says nothing, but what is lost with its contents is said
        if singular(word) not in known and (deletes or word not in vocabulary.idle):
            return match.group()
    return ""


def _number(text: str, clause: Clause | None, parts: Sequence[str]) -> str:
    for match in _NUMBER.finditer(text):
        word = match.group().lower()
        if word not in parts and word.removesuffix("ly") not in parts:
            return word
    if clause is None or clause.action not in _CREATING:
        return ""
    # "Add an existing story": where a tool adds, that is half of what it does
    opening = text[: text.find(clause.thing[0])] if clause.thing else ""
    return "existing" if _ADDED.search(opening) else ""


def _plural(text: str, name: Name, parts: Sequence[str]) -> str:
    """A plural such as "all runs" where the name speaks of a run and of no list."""
    if name.action == "list" or _BULK & set(parts):
        return ""
    for match in _MANY.finditer(text):
        for word in _WORD.findall(match.group(1))[:3]:
            one = singular(word.lower())
            if one != word.lower() and one in parts and word.lower() not in parts:
                return f"{match.group().split()[0]} {word}"
    return ""


def _warning(text: str, parts: Sequence[str]) -> str:
    """A word that forbids or excepts, in the first sentence; boilerplate such as "do not use it if …" comes behind."""
    match = _WARNING.search(first_sentence(text))
    return match.group() if match and match.group().lower() not in parts else ""


def explains(text: str) -> str:
    """The words that open a clause on what a thing is ("gems that depend on a gem"); empty if there is none."""
    match = _EXPLAINED.search(first_sentence(text))
    return match.group() if match else ""


def _second(text: str, parts: Sequence[str], vocabulary: Vocabulary) -> str:
    """A pair such as "files and directories" where the name has the one and the other, but not side by side."""
    keys = [vocabulary.key(part) for part in parts]
    beside = set(_both_orders(pairwise(keys)))
    for match in _PAIR.finditer(text):
        one, other = match.group(1).lower(), match.group(2).lower()
        pair = vocabulary.key(one), vocabulary.key(other)
        verbs = vocabulary.verb(one) or vocabulary.verb(other)
        if not verbs and pair[0] != pair[1] and set(pair) <= set(keys) and pair not in beside:
            return match.group()
    return ""


def _both_orders(pairs: Iterator[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    for one, other in pairs:
        yield one, other
        yield other, one
