"""Compact JSON of any value that can come out of a dump, however odd."""

from __future__ import annotations

import json
from collections.abc import Iterator

from catalint.model import Json

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def compact(value: Json) -> str:
    """Write a value as JSON without white space, characters as they are; NaN and infinities by their usual names.

    Depth and the size of numbers are not limited, unlike in `json.dumps`, which this otherwise equals.
    """
    try:
        return _ENCODER.encode(value)
    except (RecursionError, ValueError):  # ValueError: more digits than `int` prints (sys.set_int_max_str_digits)
        return "".join(_write(value))


def _write(value: Json) -> Iterator[str]:
    stack: list[tuple[str, Iterator[tuple[str, Json]]]] = [("", iter([("", value)]))]
    while stack:
        closing, members = stack[-1]
        for opening, member in members:
            yield opening
            if isinstance(member, dict) and member:
                stack.append(("}", _members(member)))
                break
            if isinstance(member, list) and member:
                stack.append(("]", _items(member)))
                break
            yield _digits(member) if type(member) is int else _ENCODER.encode(member)
        else:
            yield closing
            stack.pop()


def _members(value: dict[str, Json]) -> Iterator[tuple[str, Json]]:
    mark = "{"
    for key, member in value.items():
        yield f"{mark}{_ENCODER.encode(key)}:", member
        mark = ","


def _items(value: list[Json]) -> Iterator[tuple[str, Json]]:
    mark = "["
    for member in value:
        yield mark, member
        mark = ","


def _digits(value: int) -> str:
    """The digits of a number of any size: `decimal` does not have the limit of `str`."""
    from decimal import MAX_EMAX, MAX_PREC, Context

    return format(Context(prec=MAX_PREC, Emax=MAX_EMAX).create_decimal(value), "f")
