"""What a text says about which values a parameter goes with: "required for create", "[update only]", "when mode is x".

Only the words around a value count, never the value alone, since values such as `list` or `text` are plain English.
Texts come from strangers: each pattern looks at a short window beside a value, so that the time stays linear.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from catalint.expression import expression
from catalint_rules.analyses.cues import OPENING, is_cued
from catalint_rules.analyses.mentions import QUOTES, Mention, Vocabulary, is_whole, mentions

# How far from a value its cue may stand: "only used when the action is set to one of" is 43 characters long.
_BEFORE = 70
_AFTER = 30
_LONGEST_SEGMENT = 500

_NEGATION = expression(
    r"\b(?:not|never|isn't|aren't|doesn't|don't|cannot|can't|(?<!being )ignored|unused|omit|omitted|skip|leave|without|"
    r"no effect|n/a|irrelevant|excluding|forbidden)\b|!="
)
_EXCEPTION = expression(r"\b(?:unless|except|other than|but not|besides|apart from)\b")
_SENTENCE = expression(r"[.;!?](?=\s)|\n")

# What stands before and behind a value that heads a part of a text: "- resize: ...", "`list` needs ...".
_HEAD_BEFORE = expression(
    r"(?:^|[\n,;.(|:\-–—*•=]|\b(?:and|or|for|with|use|action|mode|operation)\b|\d[.)])[\s\"'`*\[(=:]{0,6}$"
)
_HEAD_AFTER = expression(
    r"[\"'`)\]*]{0,4}\s{0,3}(?:[:=(|]|[-–—]{1,2}\s|→|->|(?:only\s|also\s|additionally\s)?"
    r"(?:needs?|requires?|takes?|uses?|accepts?|expects?|wants?|with|adds?|must)\b)"
)
_LINE_BEFORE = expression(r"(?:^|\n)[\s\"'`*•\-\d.)(]{0,10}(?:(?:action|mode|operation)[\s\"'`=:]{1,4})?$")
# An empty line or the next number of a numbered list, whose value may be one that nobody listed.
_NEXT_ITEM = expression(r"\n[ \t]*\n|\s\d{1,2}[.)]\s")
# A name is something needed where these words stand before it, with other names between at most.
_NEEDS = expression(
    r"\b(?:requires?|required|needs?|needed|takes?|uses?|using|accepts?|expects?|pass|provide|specify|supply|give|with|args|"
    r"params|parameters|inputs|optional|optionally|fields|plus|sets?|only|by)\b[\s:]{0,3}"
    r"(?:(?:only|either|both|an?|the|new|at least|one of|[\w\"'`]{1,40}[,/|&+]?)\s{0,2}(?:and |or |& |\+ )?){0,6}$"
)
# Examples of calls and of JSON name parameters and values side by side, but tie nothing.
_EXAMPLE = expression(
    r"\w\(\s{0,4}[\"'][^\"'\n]{0,60}[\"']\s{0,2}[,)]|\w\(\s{0,4}\{?\s{0,4}\w{1,60}\s{0,2}[=:]|\{\s{0,4}[\"']?\w{1,60}[\"']?\s{0,2}:|\w[\"']\s{0,2}:\s{0,2}[\"'\[{\d]"
)
_DEFAULT = expression(r"\bdefaults?\b", re.IGNORECASE)


def tied_values(text: str, known: Vocabulary) -> tuple[frozenset[str], str]:
    """The values that a text on a parameter ties it to, with the words that say so; empty if all or none."""
    lowered = text.lower()
    tied: set[str] = set()
    untied: set[str] = set()
    quote = ""
    for mention in mentions(lowered, known):
        begin = max(0, mention.start - _BEFORE)
        window = lowered[begin : mention.start]
        cut = max((match.end() for match in _SENTENCE.finditer(window)), default=0)
        before = window[cut:].replace(known.selector.lower(), "action")
        after = lowered[mention.end : mention.end + _AFTER].replace(known.selector.lower(), "action")
        if not is_cued(before, after, mention, starts=cut > 0 or begin == 0):
            continue
        # "Include IF NOT EXISTS (for create)": what stands before a bracket is not negated in it
        cue = re.split(r"[(\[]", before.rstrip(OPENING))[-1] if "(" in before or "[" in before else before
        negated = len(_NEGATION.findall(cue)) + len(_EXCEPTION.findall(cue))
        (untied if negated % 2 else tied).update(mention.values)
        quote = quote or _SENTENCE.split(text[begin + cut : mention.end + _AFTER].strip(), maxsplit=1)[0]
    if not tied and untied:
        tied = set(known.values) - untied
    if not tied or len(tied) == len(known.values):
        return frozenset(), ""
    return frozenset(tied), " ".join(quote.split())


def told_values(text: str, known: Vocabulary, names: Sequence[str]) -> Mapping[str, tuple[frozenset[str], str]]:
    """The values that a text on the whole ties each of the named parameters to: "resize: needs width and height"."""
    tied: dict[str, set[str]] = {}
    quotes: dict[str, str] = {}

    def note(name: str, values: frozenset[str], quote: str) -> None:
        tied.setdefault(name, set()).update(values)
        quotes.setdefault(name, " ".join(quote.split())[:120])

    for values, body in segments(text, known):
        for name in named_parameters(body, names):
            note(name, values, body)
    for sentence in _SENTENCE.split(text):
        named = named_parameters(sentence, names) if sentence.strip() else frozenset()
        if named and not _EXAMPLE.search(sentence) and not _DEFAULT.search(sentence):
            values, quote = tied_values(sentence, known)
            for name in named if values else ():
                note(name, values, quote)
    return {name: (frozenset(values), quotes[name]) for name, values in tied.items()}


def segments(text: str, known: Vocabulary) -> Iterator[tuple[frozenset[str], str]]:
    """The parts of a text that are about single values: the values, and the text up to the next such part.

    A part that begins a line runs to the next one or an empty line, another to the end of its sentence.
    """
    lowered = text.lower()
    heads = [mention for mention in mentions(lowered, known) if mention.exact and _heads_part(lowered, mention)]
    for position, mention in enumerate(heads):
        limit = heads[position + 1].start if position + 1 < len(heads) else len(text)
        body = text[mention.end : min(limit, mention.end + _LONGEST_SEGMENT)]
        if _LINE_BEFORE.search(lowered, max(0, mention.start - 24), mention.start):
            body = _NEXT_ITEM.split(body, maxsplit=1)[0]
        else:
            body = re.split(r"\.\s|\n", body, maxsplit=1)[0]
        if not _EXAMPLE.search(f"{text[max(0, mention.start - 60) : mention.end]}{body}"):
            yield mention.values, body


def named_parameters(text: str, names: Iterable[str]) -> frozenset[str]:
    """The parameters that a text names. A name that is a plain word counts only in quotes or as something needed."""
    return frozenset(name for name in names if name in text and _is_named(text, name))


def _is_named(text: str, name: str) -> bool:
    coded = len(name) > 2 and ("_" in name or not (name.islower() or name.istitle()) or not name.isalpha())
    position = text.find(name)
    while position >= 0:
        end = position + len(name)
        if is_whole(text, position, end):
            before = text[max(0, position - 60) : position]
            if coded or before[-1:] in QUOTES or _NEEDS.search(_SENTENCE.split(before)[-1].lower()):
                return True
        position = text.find(name, end)
    return False


def _heads_part(lowered: str, mention: Mention) -> bool:
    before = lowered[max(0, mention.start - 16) : mention.start]
    return bool(_HEAD_BEFORE.search(before) and _HEAD_AFTER.match(lowered, mention.end))
