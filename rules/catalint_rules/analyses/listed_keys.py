"""The keys of an object that a text lists, where the schema has none of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from catalint.expression import expression

_LONGEST = 1500


def listed_keys(text: str) -> tuple[str, ...]:
    """The keys of an object that a text lists, in order: "Required: name, port", "- name: ...", "with 'x' and 'y'".

    Values in brackets are none, neither is what an example happens to hold.
    """
    text = text[:_LONGEST]
    patterns = _patterns()
    blocks = tuple(dict.fromkeys(_block_keys(text)))
    if len(blocks) > 1:
        return blocks  # what stands around them says what they are for
    found = {match.group("key"): match.start() for match in patterns.bullet.finditer(text)}
    typed = list(patterns.typed.finditer(text))
    # among keys with their types, `mode (FAST, SAFE)` is one with its values
    valued = patterns.valued.finditer(text) if len(typed) > 1 else ()
    for match in (*typed, *valued):
        if match.group("key") not in _NO_KEYS:
            found.setdefault(match.group("key"), match.start())
    shape = patterns.shape.search(text)
    for match in patterns.entry.finditer(text, shape.end() - 1) if shape else ():
        found.setdefault(match.group("key"), match.start())
    plain = patterns.brackets.sub("", text)
    for match in patterns.headed.finditer(plain):
        _add(found, patterns.word.finditer(match.group("list")), match.start("list"))
    for match in patterns.holding.finditer(plain):
        # "with the operators `and` and `or`" lists a language, no keys
        if "operator" not in match.group("list").lower():
            _add(found, patterns.coded.finditer(match.group("list")), match.start("list"))
    return tuple(sorted(found, key=found.__getitem__))


def _block_keys(text: str) -> Iterator[str]:
    """The keys of the outermost blocks of a text that name keys as types do, some without a value: `{ a, b?: int }`."""
    depth, entries, begin = 0, list[str](), 0
    for place, char in enumerate(text):
        if char in "{[(":
            depth += 1
            if depth == 1:
                entries, begin = [], place + 1
        elif char in "}])" and depth:
            depth -= 1
            if not depth:
                entries.append(text[begin:place])
                keys = [match for entry in entries if (match := _patterns().slot.fullmatch(entry.strip()))]
                if char == "}" and len(keys) == len(entries) and any(not match.group("rest") for match in keys):
                    yield from (match.group("key") for match in keys)
        elif char == "," and depth == 1:
            entries.append(text[begin:place])
            begin = place + 1


def _add(found: dict[str, int], matches: Iterator[re.Match[str]], start: int) -> None:
    for match in matches:
        key = next(group for group in match.groups() if group)
        quoted = match.group()[0] in "\"'`"
        if (quoted or key.lower() not in _NO_KEYS) and not key.isupper():
            found.setdefault(key, start + match.start())


# Words that stand where a key could.
_NO_KEYS = frozenset(
    """
    a all an and any array at both dict each example for least list map need no non none note object of one only
    optional or required see such the to two use
    """.split()
)


class _Patterns(NamedTuple):
    bullet: re.Pattern[str]
    typed: re.Pattern[str]
    shape: re.Pattern[str]
    entry: re.Pattern[str]
    brackets: re.Pattern[str]
    headed: re.Pattern[str]
    word: re.Pattern[str]
    holding: re.Pattern[str]
    coded: re.Pattern[str]
    valued: re.Pattern[str]
    slot: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    """The patterns, compiled on first use: only catalogs with opaque objects need them."""
    key = r"[A-Za-z_]\w{0,40}"
    quoted = rf"[\"'`]?{key}[\"'`]?"
    joint = r"\s{0,2}(?:,|/|and/or\b|and\b|or\b)\s{0,2}(?:(?:and|or)\s)?(?:non-empty )?"
    kinds = "any|str|string|int|integer|bool|boolean|list|array|number|float|dict|object|required|optional"
    heads = "keys?|fields?|required|optional|attributes|properties|parameters|settings|must have|must contain"
    holders = "with|includes?|including|contains?|containing|consisting of|must have|needs?|requires?|fields|keys"
    plain = {
        "bullet": rf"(?:^|\s)[-*•]\s{{1,3}}[\"'`]?(?P<key>{key})[\"'`]?\s{{0,2}}(?:\([^()\n]{{0,60}}\)\s{{0,2}})?:",
        "typed": rf"(?<![\w'\"])(?P<key>(?-i:[a-z_]\w{{1,40}}))[\"'`]?\s?\((?:{kinds})\b",
        "shape": r"\b(?:format|shape|structure|schema|form)\b[^{}\n]{0,30}\{",
        "entry": rf"[{{,]\s{{0,20}}[\"']?(?P<key>{key})[\"']?\s{{0,2}}:",
        "brackets": r"\([^()]{0,200}\)",
        "headed": (
            rf"(?:\b(?:{heads})\b(?: to \w+)?\s{{0,2}}:\s{{0,2}}|\beach (?:\w+ )?(?:containing|contains|has|with)\s)"
            rf"(?P<list>(?:non-empty )?{quoted}(?:{joint}{quoted}){{1,30}})"
        ),
        "word": rf"(?<![\w=-])[\"'`]?({key})\b(?!-)",
        "holding": rf"\b(?:{holders})\b(?P<list>[^.;{{}}\n]{{3,160}})",
        "coded": (
            rf"(?<![=\w])[\"'`]({key})[\"'`]|(?<![\w<'\"])((?-i:[a-z]+_[a-z_]+|[a-z][a-z0-9]*[A-Z]\w+))\b|"
            r"\b((?-i:[a-z]\w+)) (?:array|object|list|dict|map)\b"
        ),
        "valued": r"(?<=[,:;.]\s)(?P<key>(?-i:[a-z]+(?:_[a-z0-9]+)+|[a-z]+[A-Z]\w*)) \([^()]{2,120}\)",
        "slot": rf"[\"'`]?(?P<key>{key})[\"'`]?\??(?P<rest>\s{{0,2}}:[\s\S]{{1,400}})?",
    }
    flags = re.IGNORECASE | re.MULTILINE
    return _Patterns(**{name: expression(pattern, flags) for name, pattern in plain.items()})
