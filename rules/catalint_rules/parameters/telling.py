"""What the description of a tool tells of a parameter: by its name, or by a list of its values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from catalint import Parameter, Tool
from catalint.expression import expression
from catalint.words import split_identifier, split_prose
from catalint_rules.analyses.enumerations import values_in_text

# Short forms that stand in a text only where it means the parameter.
_JARGON = frozenset("params args kwargs opts cfg conf attrs props vars".split())
_WORD = expression(r"\w+")
_QUOTES = "`\"'"
# What makes a word in a text the name of a parameter: behind it, and in front of it.
_ASSIGNED = expression(r"\s?[=:]")
_CALLED = expression(r" (?:parameter|argument|field|option)\b")
_CALLING = expression(r"\b(?:parameter|argument|field|option) \Z")
_WINDOW = 12
# How a description lists values in passing: as calls, with bars, and as words in a row.
_CALL = expression(r"(?<![\w.])([A-Za-z][\w-]{1,30})\([^()]{0,200}\)")
_PIPED = expression(r"\w ?\| ?\w")
_SERIES = expression(r"\b\w{2,20}(?:(?:, ?|/| ?& ?| (?:and|or) |, (?:and|or) )\w{2,20}\b){1,20}")
_FEWEST_VERBS = 2
_SHELL = expression(r"\bcurl\b|\\\s*$|^\s*-[A-Za-z] ")
# Beside these words `state` is what a client of OAuth makes up and gets back, RFC 6749, section 4.1.1.
_SIGNING_IN = frozenset("auth authorization authorize challenge nonce oauth oauth2 oidc redirect verifier".split())


def is_listed(parameter: Parameter, word: str, verbs: Collection[str]) -> bool:
    """Whether a text lists the values, or the tool takes any: `run_command(command)`, "of a US state"."""
    tool = parameter.tool
    if word in split_identifier(tool.name) or values_in_text(tool.description):
        return True
    # without a mark for a list: "create(text=title) note show", "on|off", "Create, rename and delete labels"
    if len(set(_CALL.findall(tool.description))) > 1 or _PIPED.search(tool.description):
        return True
    if any(
        sum(part.lower() in verbs for part in _WORD.findall(series.group())) >= _FEWEST_VERBS
        for series in _SERIES.finditer(tool.description)
    ):
        return True
    if word == "state" and not _SIGNING_IN.isdisjoint(_words_of(tool)):
        return True
    return word in ("state", "status", "level", "scope", "order", "method") and word in split_prose(tool.description)


def _words_of(tool: Tool) -> frozenset[str]:
    """The words of a tool's name and of its parameters' names."""
    names = (tool.name, *(parameter.name for parameter in tool.parameters))
    return frozenset(word for name in names for word in split_identifier(name))


def is_told(parameter: Parameter) -> bool:
    """Whether the tool's description speaks of the parameter by its name."""
    name = parameter.name
    told = _told(parameter.tool.description)
    plain = name.isalpha() and (name.islower() or name.istitle()) and name not in _JARGON
    return any(_speaks_of(told.text, start, start + len(name), plain=plain) for start in told.find(name))


class _Told(NamedTuple):
    """What a description says outside shell commands, which show a name and explain nothing; where its words stand."""

    text: str
    places: Mapping[str, Sequence[int]]

    def find(self, name: str) -> Iterator[int]:
        """Where a name stands, between words of its own. To look up its rarest word takes one pass for all names."""
        words = list(_WORD.finditer(name))
        if not words:
            return
        rarest = min(words, key=lambda word: len(self.places.get(word.group(), ())))
        for place in self.places.get(rarest.group(), ()):
            start = place - rarest.start()
            if start >= 0 and self.text.startswith(name, start):
                yield start


@lru_cache(maxsize=1)  # all parameters of a tool are judged in a row
def _told(description: str) -> _Told:
    text = "\n".join(line for line in description.split("\n") if not _SHELL.search(line))
    places: defaultdict[str, list[int]] = defaultdict(list)
    for word in _WORD.finditer(text):
        places[word.group()].append(word.start())
    return _Told(text, places)


def _speaks_of(text: str, start: int, end: int, *, plain: bool) -> bool:
    """Whether a text marks what stands there as a name; one that is `plain` may be a word like any other."""
    before, behind = text[max(0, start - 1) : start], text[end : end + 1]
    if before and before in _QUOTES and behind and behind in _QUOTES:
        return True
    if not plain and not (before == "." or _is_letter(before) or _is_letter(behind)):
        return True
    begins = _is_letter(before) != _is_letter(text[start])
    ends = _is_letter(behind) != _is_letter(text[end - 1])
    if begins and (_ASSIGNED.match(text, end) or (ends and _CALLED.match(text, end))):
        return True
    return ends and _CALLING.search(text, max(0, start - _WINDOW), start) is not None


def _is_letter(char: str) -> bool:
    return char == "_" or char.isalnum()
