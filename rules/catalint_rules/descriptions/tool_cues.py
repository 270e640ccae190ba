"""How a text speaks of a name: as a tool, as one of something else, or as one that it explains itself."""

from __future__ import annotations

import enum
import re
from collections.abc import Container, Iterable
from functools import lru_cache

from catalint.expression import expression
from catalint_rules.descriptions.references import is_name

# How far before and behind a name a text is read, in characters.
_WINDOW = 60
_OPEN, _CLOSE = r"[`'\"“*(\[]{0,3}", r"[`'\"”*)]{0,3}"
# In front of a name: parts of paths, addresses, options, members, templates.
_GLUED = expression(r"[\w/.:$@#%&=\\{<-]$")
_CALLED = expression(rf"\b(?:call|calling|invoke|invoking|use|run)(?: the)?\s+{_OPEN}$", re.IGNORECASE)
# "Pass that id to get_user": what takes a value is a tool.
_HANDED_TO = expression(rf"\b(?:pass|hand|feed)\b[^.!?;\n]{{1,40}} to(?: the)?\s+{_OPEN}$", re.IGNORECASE)
# "list_users or get_user": a name beside that of a tool.
_BESIDE = expression(rf"(?<![\w/.:$@#%&=\\{{<-])(?P<other>[A-Za-z][\w-]*[A-Za-z0-9]){_CLOSE} (?:or|and) {_OPEN}$")
_BEFORE = expression(
    r"\b(?:using|running|execute|see|try|prefer|via|follow with|followed by|obtained from|returned by|obtained by|"
    r"available from|provided by|or|and|with|from|by|after|before|then|instead of|also)"
    rf"(?: the| calling| running| using)?\s+{_OPEN}$",
    re.IGNORECASE,
)
_TOOLS_BEFORE = expression(r"\btools? (?:named |called )?[`'\"“*(]{1,3}$", re.IGNORECASE)
_TOOL_BEHIND = expression(
    rf"{_CLOSE}(?:(?:, and|, or|,| and| or|/)\s?[`'\"“*]{{0,2}}[\w-]{{3,60}}[`'\"”*]{{0,2}}){{0,6}}\s(?:mcp )?tools?\b",
    re.IGNORECASE,
)
# "the tide_table tools" are several tools, which have these words in their names.
FAMILY_BEHIND = expression(rf"{_CLOSE}\s(?:mcp )?tools\b", re.IGNORECASE)
_GIVES = expression(rf"{_CLOSE}\s(?:returns|returned|gives|gave|made|makes|produces|produced|created|provides|lists)\b")
# What a sentence says of a tool of something else.
ELSEWHERE = expression(
    r"\b(?:from|of|in|on|by|via|with) (?:the |an? |your |another |other )?(?:[\w.-]+ ){0,3}"
    r"(?:server|mcp|plugin|extension|package|cli|sdk|library)s?\b"
    r"|\b(?:built-?in|native|host|client)(?:'s)? (?:tool|agent)",
    re.IGNORECASE,
)
# What stands in front of and behind the name in an item of a list that explains it.
_ITEM_HEAD = expression(r"[ \t]*+(?:(?:[-*•]|\d++[.)])[ \t]*+)?[`\"'*]*+")
_ITEM_COLON = expression(r"[`\"'*]*+\s*+(?:[:—]|[-–]\s)")
TITLE = expression(r"[`'\"“](?P<title>[A-Z][\w-]*(?: [\w-]+){1,5})[`'\"”] tools?\b")


class Strength(enum.IntEnum):
    """How clearly a text speaks of a tool: not at all, by backticks only, by "using", by "call", in so many words."""

    NONE = 0
    CODE = 1
    USE = 2
    CALL = 3
    TOOL = 4


def strength_of(text: str, start: int, end: int, other: re.Pattern[str], known: Container[str]) -> Strength:
    """How clearly a text speaks of a tool at a place.

    `other` is what shows behind a name that it is no tool's (see `other_things`), `known` are the names of tools.
    """
    before, behind = text[max(0, start - _WINDOW) : start], text[end : end + 2 * _WINDOW]
    if _GLUED.search(before):
        return Strength.NONE
    if _TOOL_BEHIND.match(behind) or _TOOLS_BEFORE.search(before):
        return Strength.TOOL
    if other.match(behind):
        return Strength.NONE
    if _CALLED.search(before):
        return Strength.CALL
    beside = _BESIDE.search(before)
    if beside and is_name(beside.group("other")) and beside.group("other") in known:
        return Strength.CALL
    if _BEFORE.search(before) or _HANDED_TO.search(before) or _GIVES.match(behind):
        return Strength.USE
    return Strength.CODE if before.endswith("`") and behind.startswith("`") else Strength.NONE


@lru_cache(maxsize=8)
def other_things(found: frozenset[str]) -> re.Pattern[str]:
    """What stands behind a name of something else: a word for it, or a member, a value, an assignment."""
    listed = "|".join(map(re.escape, sorted(found)))
    return re.compile(rf"{_CLOSE}(?:\.\w|::|\s?=[^=]|:\S|\s(?:{listed})\b)", re.IGNORECASE)


def is_explained(token: str, text: str, starts: Iterable[int]) -> bool:
    """True if a text explains a name itself, as it does with operations: `- list_rows: ...`."""
    for start in starts:
        first = max(0, start - _WINDOW)
        _, line_break, head = text[first:start].rpartition("\n")
        begins = bool(line_break) or not first
        if begins and _ITEM_HEAD.fullmatch(head) and _ITEM_COLON.match(text, start + len(token)):
            return True
    return False
