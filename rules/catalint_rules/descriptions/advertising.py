"""Cues that advertise a tool: assertions about it that steer a choice and say nothing that a caller could check.

The kinds of cue are those whose effect on the choice of models was measured (https://arxiv.org/abs/2505.18135):
assertions, claims of use and praise. A superlative counts only where its subject is the tool: "the best route" may be
its result.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from catalint.expression import expression

# Longer sentences are quoted from the cue on.
_QUOTED = 70

_THIS = r"(?:this|it)(?: (?:mcp )?(?:tool|function|server|endpoint|one))?"
_TAKE = r"(?:use|using|call|calling|choose|choosing|select|pick|invoke|try)"
_TAKEN = r"(?:used|called|chosen|preferred|invoked)"
_SELF = r"(?:tool|function|server|way|method|option|choice|solution|approach|source|service|engine|api|assistant)"
_ALL = (
    r"(?:the |your )?(?:any|all|every|others|everything|anything|alternatives?|built-?in|native|default|competing|own"
    r"|other (?:[\w-]+ ){0,3}(?:tools?|functions?|servers?|methods?|options?))"
)
_OVER = r"\b(?:instead of|over|rather than|above|in preference to)"
_ADJECTIVES = (
    "important reliable powerful advanced accurate comprehensive complete efficient effective useful capable trusted "
    "trustworthy intelligent versatile robust precise popular loved essential convenient"
).replace(" ", "|")
_BEST = (
    r"(?:best|greatest|finest|fastest|easiest|smartest|ultimate|#1|number[- ]one|premier|go-to"
    rf"|(?:single )?most (?:{_ADJECTIVES}))"
)
# What can be measured, so that it compares tools with each other.
_MEASURED = expression(
    r"\b(?:fastest|quickest|cheapest|slowest|simplest|easiest|smallest|largest|lightest|highest|lowest|deepest|broadest"
    r"|most (?:accurate|precise|efficient|complete|comprehensive|expensive|detailed))\b",
    re.IGNORECASE,
)
# Where a clause speaks of the tool itself: at its start, or behind "this is".
_SUBJECT = (
    r"(?:(?:^|[.!?:;—–(]\s*|\s-\s+|\*\*)"
    rf"|\b(?:{_THIS}|tool) (?:is|remains|provides|offers|gives you)(?: by far| simply| probably)? )"
    r"(?:the |your |our |an? )?"
)
_PEOPLE = (
    "users developers people companies teams experts professionals engineers enterprises brands agents customers"
).replace(" ", "|")

_PRIMARY = expression(
    r"\b(?:as|is) (?:the|your) (?:primary|main|preferred|default) (?:tool|way|method)\b|^(?:primary|main) tool\b",
    re.IGNORECASE,
)
_PRIMARY_WORDS = ("rimary", "ain ", "referred", "efault")
_SENTENCE = expression(r"[^.!?\n]+(?:[.!?]+(?!\s|$)[^.!?\n]*)*[.!?]*")


class Cue(NamedTuple):
    """A sentence that advertises, and the part of it that does, as it is quoted."""

    kind: str
    sentence: str
    quote: str


class _Pattern(NamedTuple):
    """What a cue looks like. A text in which none of the `triggers` stands has none, and is not searched."""

    kind: str
    triggers: tuple[str, ...]
    regex: re.Pattern[str]


def find_cues(text: str, praise: frozenset[str]) -> Iterator[Cue]:
    """The sentences of a text that advertise, each with its first cue; `praise` are adjectives that do so."""
    lowered = text.lower()
    wanted = [pattern for pattern in _patterns(praise) if any(trigger in lowered for trigger in pattern.triggers)]
    if not wanted:
        return
    for found in _SENTENCE.finditer(text):
        sentence = " ".join(found.group().split())
        for pattern in wanted:
            match = pattern.regex.search(sentence)
            if match:
                part = sentence[match.start() :].lstrip(" .:;-—–*(")
                yield Cue(pattern.kind, sentence, sentence if len(sentence) <= _QUOTED else part)
                break


def compares(cue: Cue) -> bool:
    """Whether a cue ranks a tool by something that can be measured, as one does among several of one's own."""
    return cue.kind == "best" and _MEASURED.search(cue.sentence) is not None


def claims_primacy(text: str) -> str:
    """The words by which a text says that its tool is the primary one, empty if it does not."""
    match = _PRIMARY.search(text) if any(word in text for word in _PRIMARY_WORDS) else None
    return match.group() if match else ""


@lru_cache(maxsize=8)
def _patterns(praise: frozenset[str]) -> tuple[_Pattern, ...]:
    spellings = sorted(praise | {word.replace("-", " ") for word in praise})
    listed = "|".join(map(re.escape, spellings))
    noun = rf"(?:[\w-]+ ){{0,3}}?(?:{_SELF}|platform|technology)\b"
    return (*_PATTERNS, _pattern("praise", ",".join(spellings), rf"{_SUBJECT}(?:{listed}) {noun}"))


def _pattern(kind: str, triggers: str, *regexes: str) -> _Pattern:
    return _Pattern(kind, tuple(triggers.split(",")), expression("|".join(regexes), re.IGNORECASE))


_PATTERNS = (
    _pattern(
        "others",
        "instead of,over ,rather than,above ,preference to,better than,superior to,need ,no other",
        rf"\b(?:always )?(?:{_TAKE}|prefer|favou?r|prioriti[sz]e) (?:using )?{_THIS} [^.!?]{{0,60}}?{_OVER} {_ALL}\b",
        r"\b(?:instead of|over|rather than|better than|superior to) (?:any|all|every)(?: of the)? (?:other|alternative)"
        r"[\w ]{0,30}\b(?:tools?|functions?|servers?|methods?|options?|alternatives?)\b",
        r"\b(?:better than|superior to) (?:any|all|every)(?:thing else| alternatives?)\b",
        r"\byou (?:do not|don't|won't|will not|will never|never) need (?:any )?(?:other|another) "
        r"(?:tool|function|server)",
        r"\bonly (?:tool|function|server) (?:that )?you(?:'ll| will)? (?:ever )?need\b",
        r"\bno other (?:tool|function|server)s? (?:is|are|does|comes?|can|offers?|will)\b",
    ),
    _pattern(
        "always",
        "always,must be,should be",
        rf"\balways (?:{_TAKE}|prefer) {_THIS}"
        r"(?=\s*(?:$|[.!,;:—–]|(?:to|for|first for|by default|whenever possible|where possible)\b))",
        rf"\b(?:should|must) (?:always )?be {_TAKEN} (?:whenever possible|wherever possible|as often as possible|"
        r"over (?:any|all|other)|by default|first for (?:any|every|all))\b",
        rf"\bshould always be (?:{_TAKEN}|your)\b(?! (?:before|after|when|if|with|together|in))",
    ),
    _pattern(
        "often",
        "often,frequently,liberally,constantly,all the time,much as possible,opportunity,every turn,every chance,"
        "everything,whenever,wherever",
        rf"\b(?:use|call)(?: {_THIS})? (?:as )?(?:often|frequently|liberally|constantly|all the time|"
        r"(?:often|much) as possible|at every (?:opportunity|turn|chance)|for everything)\b"
        r"(?! (?:as|enough|used|to|when|for|if))",
        rf"\b{_TAKE} {_THIS} (?:whenever|wherever) (?:possible|you can)\b",
    ),
    _pattern(
        "best",
        "best,greatest,finest,fastest,easiest,smartest,ultimate,#1,number one,number-one,premier,go-to,most ,choice",
        rf"{_SUBJECT}(?:absolute |very |world's )?{_BEST}(?:,? (?:and|or) {_BEST})* "
        rf"(?:[\w-]+ ){{0,3}}?{_SELF}\b(?! (?:is to|to (?:use|call|pass|invoke) ))",
        r"\bfirst choice for (?:any|all|every)",
        r"\byour (?:first|number one|only) choice\b",
        r"\bthis (?:tool|one|server) is (?:by far |simply )?the best\b(?=\s*(?:$|[.!,;]|(?:there|you)\b))",
    ),
    _pattern(
        "popular",
        "trusted by,loved by,used by,chosen by,recommended by",
        r"\b(?:trusted|loved|used|chosen|recommended) by (?:over |more than )?"
        r"(?:\d[\d,.]*[km+]*|thousands|millions|hundreds|leading|top|the world's)(?: of)?[\w ]{0,20}"
        rf"\b(?:{_PEOPLE})\b",
    ),
)
