"""Records: JSON files that catalint writes for a user, who keeps them, and reads again."""

from __future__ import annotations

import json
from typing import Any

from catalint.errors import InputError


def read(path: str, text: str, kind: str, version: int, hint: str = "") -> dict[str, Any]:
    """The object in the text of a record. `kind` is what it should be, such as `lock`, and `hint` how to get one.

    Raises InputError, with line and column where the text is no JSON, for anything but an object of this version.
    """
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(path, f"is no {kind}: {error.msg}", error.lineno, error.colno) from None
    except (ValueError, RecursionError):  # numbers of thousands of digits, too many brackets
        raise InputError(path, f"is no {kind}: its JSON can't be read") from None
    if not isinstance(value, dict) or value.get("version") != version:
        raise InputError(path, f"is no {kind} of version {version}{hint}")
    return value


def decode(path: str, data: bytes, kind: str) -> str:
    """The text of the bytes of a record, without the mark that some editors put in front.

    Raises InputError for bytes that are no UTF-8.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(path, f"is no {kind}: not UTF-8") from None
