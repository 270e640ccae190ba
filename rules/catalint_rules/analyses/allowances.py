"""What a text allows for a parameter, and how long a time it states, held against the default of the schema."""

from __future__ import annotations

import re
from functools import cache

from catalint import Json
from catalint.expression import expression
from catalint.words import split_identifier

# What follows this much text on one parameter is a manual.
_LONGEST = 2000
# Seconds of each unit, by its short form.
_SECONDS = {"ms": 0.001, "s": 1.0, "min": 60.0, "h": 3600.0, "day": 86400.0, "week": 604800.0}
_UNITS = {
    "ms": "ms msec msecs millis millisecond milliseconds",
    "s": "s sec secs second seconds",
    "min": "min mins minute minutes",
    "h": "h hr hrs hour hours",
    "day": "d day days",
    "week": "week weeks",
}
_UNIT_OF = {word: unit for unit, found in _UNITS.items() for word in found.split()}
_PAIR = 2


def forbids(text: str, default: Json) -> str:
    """The words of a text by which a default is not allowed: "Values range [1, 9]", "(max: 50)"; empty if none do.

    Only a list in brackets that holds all values, and a bound in brackets, say so beyond doubt. Two numbers are bounds.
    """
    if isinstance(default, bool) or not isinstance(default, int | float | str) or default == "":
        return ""
    text = text[:_LONGEST]
    listed = _listed().search(text)
    if listed:
        return _words(listed.group()) if _is_out(listed.group("list"), default) else ""
    if isinstance(default, str):
        return ""
    for match in _bound().finditer(text):
        number = float(match.group("number").replace(",", ""))
        if default > number if match.group("kind").lower().startswith("max") else default < number:
            return _words(match.group())
    return ""


def other_time(text: str, name: str, default: Json, about: str = "") -> str:
    """The words by which a text states another length of time than a default has; empty if it states none.

    What the default counts is told by the parameter's name (`wait_seconds`) or its text ("Number of seconds"). `about`
    is a further text that may state the length, such as the description of a tool with this parameter alone.
    """
    if isinstance(default, bool) or not isinstance(default, int | float):
        return ""
    unit = _unit(text[:_LONGEST], name)
    if not unit:
        return ""
    for told in (text[:_LONGEST], about[:_LONGEST]):
        stated = {
            round(float(match.group("number")) * _SECONDS[_UNIT_OF[match.group("unit").lower()]], 3): match.group()
            for match in _time().finditer(told)
        }
        if len(stated) == 1:
            (seconds,) = stated
            if seconds != round(default * _SECONDS[unit], 3):
                return _words(stated[seconds])
    return ""


def _is_out(listed: str, default: float | str) -> bool:
    texts = [match.group(2) for match in re.finditer(r"([\"'`])(.*?)\1", listed)]
    if isinstance(default, str):
        return bool(texts) and default.casefold() not in map(str.casefold, texts)
    numbers = [float(found) for found in re.findall(r"-?\d+(?:\.\d+)?", listed)] if not texts else []
    if len(numbers) == _PAIR:
        return not min(numbers) <= default <= max(numbers)
    return len(numbers) > _PAIR and default not in numbers


def _unit(text: str, name: str) -> str:
    named = {_UNIT_OF[word] for word in split_identifier(name) if word in _UNIT_OF and len(word) > 1}
    if not named:
        named = {_UNIT_OF[match.group("unit").lower()] for match in _counted().finditer(text)}
    return next(iter(named)) if len(named) == 1 else ""


def _words(text: str) -> str:
    return " ".join(text.split()).removeprefix("(").removesuffix(")")


@cache
def _listed() -> re.Pattern[str]:
    item = r"(?:\"[^\"\]\n]{1,80}\"|'[^'\]\n]{1,80}'|`[^`\]\n]{1,80}`|-?\d+(?:\.\d+)?)"
    return expression(
        r"\b(?:values? range|range|(?:allowed|valid|supported|possible|accepted) values|must be one of|one of)"
        rf"(?: is| are| in| from)?:? ?\[(?P<list>\s?{item}(?:\s?,\s?{item}){{1,60}}\s?)\]",
        re.IGNORECASE,
    )


@cache
def _bound() -> re.Pattern[str]:
    # "(max: 50 for free plans)" is a bound for some
    return expression(
        r"\((?P<kind>max(?:imum)?|min(?:imum)?)(?: value)?[:=]? ?(?P<number>-?\d{1,3}(?:,\d{3})+|-?\d+(?:\.\d+)?)\)",
        re.IGNORECASE,
    )


@cache
def _time() -> re.Pattern[str]:
    units = "|".join(sorted(_UNIT_OF, key=len, reverse=True))
    return expression(
        rf"\bdefaults?(?: is|:| to| value is)(?: the)?(?: last| past)? (?P<number>\d+(?:\.\d+)?) ?(?P<unit>{units})\b",
        re.IGNORECASE,
    )


@cache
def _counted() -> re.Pattern[str]:
    units = "|".join(word for word in sorted(_UNIT_OF, key=len, reverse=True) if len(word) > 1)
    return expression(rf"\b(?:number of|in) (?P<unit>{units})\b", re.IGNORECASE)
