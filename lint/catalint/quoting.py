"""How values of others are named in a message: one line, short, nothing that a terminal or a log would act on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from catalint.model import Json


def shown(text: str, limit: int = 40) -> str:
    """Quote a text, with escapes for what does not print, cut to `limit` characters between the quotes."""
    quoted = repr(text[: limit + 1])
    return quoted if len(quoted) <= limit + 2 else f"{quoted[:limit]}…{quoted[-1]}"


LONGEST_MESSAGE = 240
"""Characters of a message of a finding: what a line of a log or of a review page shows without being opened."""
# All that Python, editors or terminals take for the end of a line.
_LINE_END = re.compile(r"[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_LONG_NAME = re.compile(r"`[^`]{60,}`")
_NAME_ENDS = 24


def one_line(message: str) -> str:
    """A message as one line of at most `LONGEST_MESSAGE` characters, whatever the names are that it quotes.

    Line ends become visible escapes. Of names in backticks that make it too long the ends are kept, and only then is
    its own end cut.
    """
    if not message.isprintable():
        message = _LINE_END.sub(lambda match: ascii(match.group())[1:-1], message)
    if len(message) > LONGEST_MESSAGE:
        message = _LONG_NAME.sub(lambda match: f"{match.group()[:_NAME_ENDS]}…{match.group()[-_NAME_ENDS:]}", message)
    return message if len(message) <= LONGEST_MESSAGE else f"{message[: LONGEST_MESSAGE - 1]}…"


def describe(value: Json) -> str:
    """Say in a few words what a value is: a scalar itself, an object by its keys, a list by what it holds."""
    if isinstance(value, dict):
        if not value:
            return "an empty object"
        keys = ", ".join(shown(key, 16) for key in list(value)[:3])
        more = f" and {len(value) - 3} more" if len(value) > 3 else ""
        return f"an object with the {'key' if len(value) == 1 else 'keys'} {keys}{more}"
    if isinstance(value, list):
        if not value:
            return "an empty list"
        kinds = {_kind(item) for item in value}
        return f"a list of {len(value)} {kinds.pop() if len(kinds) == 1 else 'value'}{'s' if len(value) > 1 else ''}"
    if isinstance(value, str):
        return f"the string {shown(value)}" if value else "an empty string"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return f"the number {str(value)[:24]}"


def _kind(value: Json) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return "number"
    return {str: "string", list: "list", dict: "object", bool: "boolean"}.get(type(value), "null")
