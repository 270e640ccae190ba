"""Reads counts of calls: JSON or CSV, by the name of the tool or `server/tool`.

JSON is an object of numbers, `{"get_invoice": 812}`, or a list of objects with `tool` (or `name`) and `count` (or
`calls`). CSV has a line for each tool, `get_invoice,812`; a first line without a number is a heading.
"""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Iterator, Mapping
from typing import Any

from catalint.errors import InputError

_NAMES, _COUNTS = ("tool", "name"), ("count", "calls")


def read(path: str, data: bytes) -> Mapping[str, float]:
    """The counts of a file; those of one name add up. Raises InputError for a file that is none, with its line."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(path, "holds no counts of calls: not UTF-8") from None
    counts: dict[str, float] = {}
    for line, name, count in _entries(path, text):
        counts[name] = counts.get(name, 0.0) + _number(path, line, name, count)
    if not counts:
        raise InputError(path, 'holds no counts of calls: write {"get_invoice": 812} or lines `get_invoice,812`')
    return counts


def _entries(path: str, text: str) -> Iterator[tuple[int, str, Any]]:
    if text.lstrip()[:1] in ("{", "["):
        try:
            yield from _of_json(path, json.loads(text))
        except json.JSONDecodeError as error:
            raise InputError(path, f"is no JSON: {error.msg}", error.lineno, error.colno) from None
        except RecursionError:
            raise InputError(path, "is nested too deep for counts of calls") from None
        return
    yield from _of_csv(path, text)


def _of_json(path: str, found: Any) -> Iterator[tuple[int, str, Any]]:
    if isinstance(found, dict):
        yield from ((0, name, count) for name, count in found.items())
        return
    for place, entry in enumerate(found):
        if not isinstance(entry, dict):
            raise InputError(path, f"entry {place} is no object with tool and count")
        name = next((entry[key] for key in _NAMES if key in entry), None)
        count = next((entry[key] for key in _COUNTS if key in entry), None)
        if not isinstance(name, str):
            raise InputError(path, f"entry {place} names no tool")
        yield 0, name, count


def _of_csv(path: str, text: str) -> Iterator[tuple[int, str, Any]]:
    rows = csv.reader(text.splitlines())
    try:
        for line, row in enumerate(rows, 1):
            if not any(cell.strip() for cell in row):
                continue
            if len(row) < 2:
                raise InputError(path, "a line has the name of a tool and a number, with a comma between", line, 1)
            name, count = row[0].strip(), row[1].strip()
            if line == 1 and not _is_number(count):
                continue
            yield line, name, count
    except csv.Error as error:
        raise InputError(path, f"is no CSV: {error}", rows.line_num, 1) from None


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _number(path: str, line: int, name: str, count: Any) -> float:
    number = float(count) if isinstance(count, str) and _is_number(count) else count
    if isinstance(number, bool) or not isinstance(number, int | float) or not 0 <= number < math.inf:
        raise InputError(path, f"the count of {name!r} is no number of calls", line, 1 if line else 0)
    return float(min(number, 1e15))
