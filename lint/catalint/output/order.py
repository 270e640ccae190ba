"""The order of results in every format: by place, so that the same report gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterable

from catalint.report import Result


def by_place(results: Iterable[Result]) -> list[Result]:
    """Sort by file, position, tool and rule; what has no file comes first, by server."""
    return sorted(results, key=_key)


def by_severity(results: Iterable[Result]) -> list[Result]:
    """Sort the worst first, and by place where they are equal."""
    return sorted(results, key=lambda result: (-result.severity, *_key(result)))


def _key(result: Result) -> tuple[object, ...]:
    where, place = result.finding.where, result.place
    position = (
        (place.path, place.span.start_line, place.span.start_column, place.span.end_line, place.span.end_column)
        if place
        else ("", 0, 0, 0, 0)
    )
    index = -1 if where.tool is None else where.tool
    return (*position, where.server, index, where.pointer, result.finding.rule, result.finding.key, result.fingerprint)
