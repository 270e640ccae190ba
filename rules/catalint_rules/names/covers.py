"""Covers put together for findings: by tool, by habit, and what to say of the way in which one tool covers another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from catalint import Tool
from catalint_rules.analyses.coverage import Cover, values_of
from catalint_rules.wording import listing, names, quote


def ways(covers: Sequence[Cover], values: Sequence[str], special: str) -> tuple[str, str]:
    """How one tool covers others, as a clause that names both, and through what, in a few words."""
    whole, parameter = quote(covers[0].general.name), quote(covers[0].parameter.name)
    match covers[0].how:
        case "value":
            choices = [f"`{covers[0].parameter.name}: {value}`" for value in values]
            return f"{whole} with {listing(choices, 2)} reads like {special}", parameter
        case "text":
            return f"{whole} takes a search text ({parameter}), so it reads like {special}", parameter
        case "filter":
            filters = names(dict.fromkeys(cover.parameter.name for cover in covers))
            return f"{whole} with {filters} reads like {special}", filters
        case "none":
            return f"{whole} without its filters, which may be left out, reads like {special}", "filters left out"


def chosen(covers: Sequence[Cover]) -> list[str]:
    """The values by which a tool does the jobs of others, of one other all that it takes itself."""
    name = covers[0].parameter.name
    values = list(dict.fromkeys(cover.value for cover in covers))
    own = [values_of(parameter) for parameter in covers[0].special.parameters if parameter.name == name]
    if len(covers) == 1 and own and values[0] in own[0]:
        known = values_of(covers[0].parameter)
        return [value for value in own[0] if value in known]
    return values


def members_of(covers: Iterable[Cover]) -> list[Tool]:
    """All tools of some covers, in the order of the list."""
    found = {tool for cover in covers for tool in (cover.general, cover.special)}
    return sorted(found, key=lambda tool: tool.index)


def by_general(covers: Iterable[Cover]) -> Iterator[list[Cover]]:
    """Covers by the tool that covers others and the way in which it does."""
    grouped: dict[tuple[int, str, str], list[Cover]] = {}
    for cover in covers:
        grouped.setdefault((cover.general.index, _chooser(cover), cover.how), []).append(cover)
    yield from grouped.values()


def by_parameter(families: Iterable[list[Cover]]) -> Iterator[list[list[Cover]]]:
    """Families of covers by the parameter that chooses, for one habit is one finding."""
    grouped: dict[tuple[str, str], list[list[Cover]]] = {}
    for covers in families:
        grouped.setdefault((_chooser(covers[0]), covers[0].how), []).append(covers)
    yield from grouped.values()


def _chooser(cover: Cover) -> str:
    """The parameter that chooses; filters by different ids are one habit."""
    return cover.parameter.name if cover.how in ("value", "text") else ""
