"""How a text says that its tool is only another name of a sibling."""

from __future__ import annotations

import re

from catalint.expression import expression
from catalint_rules.analyses.evidence import names_tool
from catalint_rules.analyses.names import Name

_ALIAS = expression(
    r"\b(alias|deprecated|superseded|replaced by|renamed|same as|identical to|equivalent to|obsolete"
    r"|same (?:records?|results?|data|rows|output|response) as)\b",
    re.IGNORECASE,
)
_ALIAS_REACH = 60
# Behind "same records as" one of these says what is not the same.
_BUT = expression(
    r"[^.]{0,160}\b(?:but|except|with|without|plus|only|instead|rather|in|as|for|of|from|by)\b", re.IGNORECASE
)


def alias_phrase(text: str, name: Name) -> str:
    """The word by which a text says that the tool of this name replaces it, empty if it does not."""
    for match in _ALIAS.finditer(text):
        if returns_the_same(match.group()) and _BUT.match(text, match.end()):
            continue
        if names_tool(text[max(0, match.start() - _ALIAS_REACH) : match.end() + _ALIAS_REACH], name):
            return match.group()
    return ""


def returns_the_same(phrase: str) -> bool:
    """True for the phrases that speak of what comes back: "same records as"."""
    return phrase.lower().startswith("same ") and phrase.lower() != "same as"
