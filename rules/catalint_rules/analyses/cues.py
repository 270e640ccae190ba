"""What beside a run of values says that something goes with just these: "required for create", "[update only]"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from catalint.expression import expression
from catalint_rules.analyses.mentions import QUOTES, STATES, Mention

_WORDS_AND_MARKS = expression(r"[\w'’]+|[^\w\s]")
# The name of the selector is written as "action" before its texts are read.
_SELECTORS = frozenset("action actions operation operations mode modes command commands".split())
_KINDS = _SELECTORS | frozenset("method methods type types value values".split())
_EQUALS = frozenset(("is", "are", "=", ":", "!", "equals", "set", "to", "of", "in", "not", "isn't", "one", "either"))
_ARTICLES = frozenset("the a an all any each every using one of either both".split())
_CONDITIONS = frozenset("for when while during whenever under".split())
_PLACES = frozenset("on in with".split())
_PREPOSITIONS = _CONDITIONS | _PLACES | frozenset("if by to as unless where and or".split())
_EXCEPTIONS = frozenset("only except unless excluding".split())
# Behind these words a value says where something comes from, not what it is for.
_ORIGINS = frozenset("from via call calls calling run running".split())
_FINDINGS = frozenset("get obtain obtained find found discover discovered returned output".split())
# What stands behind a value, from where it ends.
_NAMED = expression(
    r"[\"'`]{0,2}\s{0,2}[`\"']?(?:(?:action|operation|mode|method|command|type|value|request|call)s?|only)\b"
)
_CLOSED = expression(r"[\"'`*]{0,2}\s{0,2}(?:(?:\w{1,14}\s{0,2}){0,2}[\])]|[:,;.—-])")
_ALONE = expression(r"[\"'`)\]*]{0,3}[\s-]{0,2}(?:(?:action|operation|mode|command)s?\s)?(?:only|exclusively)\b")
_HEADED = expression(r"[\"'`)\]*]{0,4}\s{0,2}(?:(?:action|operation|mode|command)s?|only)?\s{0,2}(?::|[-–—]\s|[\])])")
_CLAUSE_END = expression(r"[\"'`)\]*]{0,4}\s{0,3}(?:$|[.;,:)\]\n|]|[-–—](?=\s)|\()")
OPENING = " \t\"'`([{*"
_MARKS = QUOTES | frozenset("*{")
_BRACKETS = frozenset("([")


def is_cued(before: str, after: str, mention: Mention, *, starts: bool) -> bool:
    """Whether the words beside a run of values say that something goes with just these values."""
    cue = _read_back(_WORDS_AND_MARKS.findall(before))
    if cue.origin:
        return False
    ends = mention.quoted or bool(_NAMED.match(after) or _CLAUSE_END.match(after))
    if cue.selected or cue.stated or (cue.excepting and ends):
        return True
    if cue.bracketed and (_CLOSED.match(after) or _HEADED.match(after)):
        return True
    beginning = starts and not before.strip(OPENING + "-•:")
    if beginning and _HEADED.match(after):
        return True
    if not mention.exact:
        return False
    if mention.quoted and cue.preposition in _PLACES and _CLAUSE_END.match(after):
        return True
    conditional = cue.preposition in _CONDITIONS
    if conditional and ends:
        return True
    return (beginning or conditional) and bool(_ALONE.match(after))


class _Cue(NamedTuple):
    """What stands before a run of values, read backwards from it.

    `selected`: "action is". `stated`: "only used for". `excepting`: "except". `bracketed`: "(", "(required for".
    `preposition`: the one right before the values. `origin`: "returned by".
    """

    selected: bool = False
    stated: bool = False
    excepting: bool = False
    bracketed: bool = False
    preposition: str = ""
    origin: bool = False


def _read_back(tokens: Sequence[str]) -> _Cue:
    end = len(tokens)
    opened = False
    while end and (tokens[end - 1] in _MARKS or tokens[end - 1] in _BRACKETS):
        opened = opened or tokens[end - 1] in _BRACKETS
        end -= 1
    if opened:
        return _Cue(bracketed=True)
    kind, selected, end = _read_kind(tokens, end)
    using = False
    while end and tokens[end - 1] in _ARTICLES:
        using = using or tokens[end - 1] == "using"
        end -= 1
    word = tokens[end - 1] if end else ""
    origin = word in _ORIGINS or (word in ("by", "with", "of", "via") and _near(tokens, end - 1, _FINDINGS))
    excepting, stated, preposition = word in _EXCEPTIONS, False, ""
    if word in _PREPOSITIONS:
        end -= 1
        stated = _near(tokens, end, STATES)
        preposition = "" if kind else word
    elif using:
        origin = True
    if end and tokens[end - 1] in STATES:
        end -= 1
    bracketed = bool(end) and tokens[end - 1] in _BRACKETS
    return _Cue(selected, stated, excepting, bracketed, preposition, origin)


def _read_kind(tokens: Sequence[str], end: int) -> tuple[str, bool, int]:
    """The word for the selector right before the values, whether it is set equal to them, and where it begins."""
    start = end
    while start and tokens[start - 1] in _EQUALS:
        start -= 1
    equal = start < end
    while start and tokens[start - 1] in _MARKS:
        start -= 1
    if not start or tokens[start - 1] not in _KINDS:
        return "", False, end
    word = tokens[start - 1]
    start -= 1
    while start and tokens[start - 1] in _MARKS:
        start -= 1
    return word, equal and word in _SELECTORS, start


def _near(tokens: Sequence[str], end: int, wanted: frozenset[str]) -> bool:
    """Whether one of the wanted words is among the last three before a position, with words only in between."""
    for token in reversed(tokens[max(0, end - 3) : end]):
        if token in wanted:
            return True
        if not (token[0].isalnum() or token[0] == "_"):
            return False
    return False
