"""How values of others are named in a message: one line, short, nothing that a terminal or a log would act on."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from catalint.model import Json


def shown(text: str, limit: int = 40) -> str:
    """Quote a text, with escapes for what does not print, cut to `limit` characters between the quotes."""
    quoted = repr(text[: limit + 1])
    return quoted if len(quoted) <= limit + 2 else f"{quoted[:limit]}…{quoted[-1]}"


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
