"""JSON text that any reader takes and any terminal survives."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from catalint.model import Json
from catalint.report import Unread

# Data of findings are numbers and short lists; what lies deeper than this is something that a server sent.
_DEEPEST = 20
# Largest whole number that every JSON reader keeps exactly (RFC 8259, section 6).
_LARGEST = 2**53 - 1
# Where a rule puts a rewrite that was proved to do what it says.
SUGGESTION = "suggestion"


LONGEST_NAME = 1_000
"""Characters of a name or pointer; the longest pointers of real tools have 200."""

# How commands to CI runners begin that are obeyed anywhere in a line of a log (see `catalint.output.terminal`).
_COMMAND = re.compile(r"##(?=\w*\[)")


def encode(value: Mapping[str, Any] | Sequence[Any]) -> str:
    """Write JSON with an indent of two, in ASCII, with a newline at the end.

    Escapes stand for everything else, lone surrogates too: the bytes are the same under every locale, and no control or
    bidirectional character reaches a terminal, no command the runner of a CI job.
    """
    return _COMMAND.sub(r"#\\u0023", json.dumps(value, indent=2, ensure_ascii=True, allow_nan=False)) + "\n"


def plain(value: Json) -> Json:
    """Copy data of a rule without what JSON readers choke on.

    Numbers that are not finite or too large to be exact become strings, and what is nested too deep is left out.
    """
    return _plain(value, 0)


def plain_name(name: str) -> str:
    """A name or a JSON Pointer, cut to `LONGEST_NAME` characters.

    It stands in each finding and each of its places: a megabyte of it would make hundreds.
    """
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def plain_data(data: Mapping[str, Json]) -> dict[str, Json]:
    """Copy all data of a finding, without a suggestion that would not be what was proved.

    A patch is all or nothing: one with a number written as text, or cut where it is deep, makes another tool.
    """
    copy = {str(key): plain(value) for key, value in data.items()}
    if copy.get(SUGGESTION) != data.get(SUGGESTION):
        del copy[SUGGESTION]
    return copy


def plain_unread(unread: Iterable[Unread]) -> list[dict[str, Json]]:
    """Inputs that could not be read, as every document has them."""
    return [
        {
            "path": plain(each.path),
            "line": each.line or None,
            "column": each.column or None,
            "message": plain(each.message),
            "kind": each.kind or None,
            "detail": [plain(line) for line in each.detail],
        }
        for each in unread
    ]


def _plain(value: Json, depth: int) -> Json:
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, int):
        return value if abs(value) <= _LARGEST else hex(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if depth == _DEEPEST:
        return "..."
    if isinstance(value, Mapping):
        return {str(key): _plain(item, depth + 1) for key, item in value.items()}
    return [_plain(item, depth + 1) for item in value]
