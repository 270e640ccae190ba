"""Where a text names values of a selector ("create, update or delete"), and which."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from catalint.expression import expression
from catalint.words import STOP_WORDS, split_identifier

# A text that names values more often than this is a manual; what it says stands at its beginning.
_MOST_MENTIONS = 400
_LONGEST_JOINT = 44
_ADVERBS = frozenset("only exclusively solely just mainly".split())
STATES = _ADVERBS | frozenset(
    """
    required needed necessary mandatory must used applies apply applied applicable relevant valid supported available
    meaningful optional honored honoured considered accepted allowed effective ignored unused effect works work affects
    provide provided specify specified set pass passed omit omitted skip unless except not excluding leave
    """.split()
)
# Words of a cue, and words so common in texts on parameters that they name no value by themselves.
_COMMON = STATES | frozenset("default value values custom type name".split())
# Values of one run, maybe with a word on each in brackets: "TEXT (string), SWAP (key)".
_JOINED = expression(
    r"[\"'`]?(?:\s?\([^()\n]{1,30}\))?[\s,/|&+\"'`\[\]()*]{0,6}(?:(?:and|or|also|plus)[\s\"'`\[(*]{1,4})?"
)
QUOTES = frozenset("'\"`‘“")


class Vocabulary(NamedTuple):
    """The values of one selector as they may stand in a text.

    `forms` maps a spelling, its words in lower case, to the values meant: a whole value, also in its -ing form, or for
    `parts` one word that several values may share (`user` of `create_user` and `delete_user`).
    """

    selector: str
    values: tuple[str, ...]
    forms: Mapping[tuple[str, ...], frozenset[str]]
    parts: frozenset[tuple[str, ...]]


class Mention(NamedTuple):
    """A run of values in a text ("create, update or delete"): where it stands and which values it names.

    `exact` is false where only a part of a value's name stands there, `quoted` true where each is in quotes.
    """

    start: int
    end: int
    values: frozenset[str]
    exact: bool
    quoted: bool


def vocabulary(selector: str, values: Sequence[str]) -> Vocabulary:
    """Prepare the values of a selector for being looked up in texts."""
    whole: dict[tuple[str, ...], set[str]] = {}
    shared: dict[tuple[str, ...], set[str]] = {}
    # what the selector is called says of no value which it is: `block_type` with open_block
    common = _COMMON | set(split_identifier(selector))
    for value in values:
        found = split_identifier(value)
        whole.setdefault(_spelling(value), set()).add(value)
        if len(found) == 1:
            whole.setdefault((_doing(found[0]),), set()).add(value)
        for word in found if len(found) > 1 else ():
            if len(word) > 2 and word not in STOP_WORDS and word not in common:
                shared.setdefault((word,), set()).add(value)
        if len(found) > 1:
            shared.setdefault((_doing(found[0]),), set()).add(value)
    parts = {form for form, meant in shared.items() if form not in whole and len(meant) < len(values)}
    forms = {form: frozenset(meant) for form, meant in whole.items() if form}
    forms.update((form, frozenset(shared[form])) for form in parts)
    return Vocabulary(selector, tuple(values), forms, frozenset(parts))


def mentions(lowered: str, known: Vocabulary) -> list[Mention]:
    """The runs of values in a text in lower case, in order."""
    single: list[Mention] = []
    for form, values in known.forms.items():
        for start, end in _occurrences(lowered, form):
            quoted = start > 0 and lowered[start - 1] in QUOTES
            single.append(Mention(start, end, values, form not in known.parts, quoted))
    single.sort(key=lambda mention: (mention.start, -mention.end))
    found: list[Mention] = []
    for mention in single[:_MOST_MENTIONS]:
        last = found[-1] if found else None
        if (
            last is None
            or mention.start - last.end > _LONGEST_JOINT
            or not _JOINED.fullmatch(lowered, last.end, mention.start)
        ):
            if last is None or mention.start >= last.end:
                found.append(mention)
            continue
        exact, quoted = last.exact and mention.exact, last.quoted and mention.quoted
        found[-1] = Mention(last.start, mention.end, last.values | mention.values, exact, quoted)
    return found


def _occurrences(lowered: str, form: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Where a spelling stands in a text as words of their own, split by one blank, hyphen or underscore each."""
    start = lowered.find(form[0])
    count = 0
    while start >= 0 and count < _MOST_MENTIONS:
        end = start + len(form[0])
        for word in form[1:]:
            if lowered[end : end + 1] in (" ", "-", "_") and lowered.startswith(word, end + 1):
                end += 1 + len(word)
            else:
                end = -1
                break
        if end > 0 and is_whole(lowered, start, end):
            count += 1
            yield start, end
        start = lowered.find(form[0], start + 1)


def is_whole(text: str, start: int, end: int) -> bool:
    """Whether what stands there is a word of its own, and no part of an identifier or a number."""
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    if before and (before.isalnum() or before in "_-."):
        return False
    return not after or not (after.isalnum() or after in "_-" or (after == "." and text[end + 1 : end + 2].isalnum()))


def _spelling(value: str) -> tuple[str, ...]:
    return tuple(re.split(r"[\s_-]+", value.lower().strip(" _-")))


def _doing(verb: str) -> str:
    """The -ing form of a verb: create -> creating, get -> getting."""
    if verb.endswith("e") and not verb.endswith("ee"):
        return f"{verb[:-1]}ing"
    if 2 < len(verb) < 5 and verb[-1] in "bdgmnpt" and verb[-2] in "aeiou" and verb[-3] not in "aeiou":
        return f"{verb}{verb[-1]}ing"
    return f"{verb}ing"
