"""Parameters that take one value only: by an enum of one, by a constant, by equal bounds, by the text on them.

Values that mean the same (`Y`, `y` and `yes`) are one value. A consent ("confirm", which only "approve" answers) has
one value on purpose: the caller shall say it.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Literal, NamedTuple

from catalint import Json
from catalint.explanations import target
from catalint.expression import expression
from catalint.schema import allowed_types
from catalint.words import split_identifier, stem

_LONGEST = 400
# Words of a name by which a caller agrees to something.
_CONSENTS = frozenset(
    map(stem, "accept acknowledge ack agree allow approve confirm consent force really sure understand verify".split())
)
# Names whose values are single words, so that one in capitals is a value even without quotes.
_CHOICES = tuple(
    [word]
    for word in """
    algorithm chain currency encoding format kind language method mode network operation platform protocol provider
    region source type unit units version
    """.split()
)
_SAME = ({"y", "yes", "true", "1", "on"}, {"n", "no", "false", "0", "off"})
_SHOWN = 30


class Constant(NamedTuple):
    """The only value that a parameter takes, as JSON, and who says so: `values` are several that mean the same.

    `passing` where the text says that there may be more some day.
    """

    value: str
    source: Literal["schema", "values", "text"]
    passing: bool = False


def find_constant(name: str, schema: Json, text: str, root: Json) -> Constant | None:
    """The only value of a parameter; None if it takes more, or if the caller agrees to something by it.

    `root` is where the schema's references start.
    """
    if not _CONSENTS.isdisjoint(map(stem, split_identifier(name))):
        return None
    schema = target(schema, root)
    if not isinstance(schema, dict):
        return None
    values = _values(schema)
    # what only `true` answers is a consent, whatever its name
    if values is not None and (not values or values == [True]):
        return None
    if values and len(values) == 1:
        return Constant(_shown(values[0]), "schema")
    if values and len({_meaning(value) for value in values}) == 1:
        return Constant(", ".join(map(_shown, values[:4])), "values")
    said = _said(name, text)
    if not said or not allowed_types(schema) <= {"string", "integer", "number", "null"}:
        return None
    return Constant(said, "text", passing=bool(_passing().search(text, 0, _LONGEST)))


def find_wanted(name: str, schema: Json, about: str, root: Json) -> str:
    """The value, as JSON, that a tool's description wants in every call for a parameter that takes others, too."""
    if (
        "always" not in about.lower()
        or name not in about
        or not _CONSENTS.isdisjoint(map(stem, split_identifier(name)))
    ):
        return ""
    match = re.search(
        rf"\balways (?:set|use|pass|send|give) (?:the )?[\"'`]?{re.escape(name)}[\"'`]? ?(?:parameter )?(?:to|as|=) ?"
        r"[\"'`“](?P<value>[^\"'`“”\s]{1,40})[\"'`”](?! (?:or|and|when|if|for|unless)\b)",
        about,
        re.IGNORECASE,
    )
    schema = target(schema, root)
    if match is None or not isinstance(schema, dict):
        return ""
    values = _values(schema)
    return _shown(match.group("value")) if values is None or match.group("value") in values else ""


def _values(schema: dict[str, Json]) -> list[Json] | None:
    if "const" in schema:
        return [schema["const"]]
    values = schema.get("enum")
    if isinstance(values, list):
        return values
    lowest, highest = schema.get("minimum"), schema.get("maximum")
    if isinstance(lowest, int | float) and not isinstance(lowest, bool) and lowest == highest:
        return [lowest]
    return None


def _meaning(value: Json) -> str:
    plain = json.dumps(value) if not isinstance(value, str) else value.strip().casefold()
    return next((min(words) for words in _SAME if plain in words), plain)


def _said(name: str, text: str) -> str:
    lowered = text[:_LONGEST].lower()
    if "only" not in lowered and "always" not in lowered and "must" not in lowered and "fixed" not in lowered:
        return ""
    for pattern in _patterns():
        match = pattern.search(text, 0, _LONGEST)
        # bare words are values of a choice only: "only HTTPS is supported" is no value of an address
        if match and (match.group("mark") or split_identifier(name)[-1:] in _CHOICES):
            return _shown(match.group("value"))
    return ""


def _shown(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


@cache
def _passing() -> re.Pattern[str]:
    return expression(r"\b(?:currently|at present|at the moment|for now|so far|yet)\b", re.IGNORECASE)


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    """The patterns, compiled on first use: most catalogs need none of them."""
    value = r"(?P<mark>[\"'`“‘]?)(?P<value>(?<=[\"'`“‘])[^\"'`“”‘’\s]{1,40}|(?-i:[A-Z][A-Z0-9]{1,11}\b))[\"'`”’]?"
    end = r"(?=\s{0,2}(?:[.;!)\]\n]|$))"
    allowed = "(?:supported|allowed|accepted|valid|available|possible)"
    plain = (
        rf"\b(?:must|has to|needs to) (?:always |currently )?be (?:set to |exactly )?{value}{end}",
        rf"\b(?:currently |at present )?only {value} (?:is |are )?(?:currently |yet )?{allowed}{end}",
        rf"\b(?:only|single) {allowed} value(?: is|:)? {value}{end}",
        rf"^(?:always|fixed(?: value)?|constant)(?: set to| use| pass)?:? {value}{end}",
    )
    return tuple(expression(pattern, re.IGNORECASE) for pattern in plain)
