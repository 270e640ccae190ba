"""What a text says about the default of a parameter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from catalint import Json
from catalint.expression import expression

# What follows this much text on one parameter is a manual.
_LONGEST = 2000


@dataclass(frozen=True, slots=True)
class Stated:
    """A default as a text states it: the words, and its value as a JSON scalar; `quoted` if it stood in quotes."""

    words: str
    value: bool | float | str
    quoted: bool = False


def stated_defaults(text: str) -> list[Stated]:
    """The defaults that a text states without any condition, in its order.

    Only forms that can't be read otherwise count: "defaults to 10", "(default: 'asc')", "Default is true.", "`asc`
    (default)". A number with a unit behind it ("default: 5 minutes") does not, since the schema may count in another.
    """
    if "efault" not in text[:_LONGEST] and "默认" not in text[:_LONGEST]:
        return []
    return list(_read(text[:_LONGEST]))


def contradicts(stated: Stated, default: Json, choices: tuple[Json, ...] = ()) -> bool:
    """Whether a default of a schema is another than the one stated. `choices` are the values that the schema lists.

    False where the two can't be compared: a text for a number, an empty string (which leaves the choice to the server).
    """
    value = stated.value
    if isinstance(default, bool):
        return isinstance(value, bool) and value != default
    if isinstance(default, int | float):
        return isinstance(value, float) and value != default
    if not isinstance(default, str) or not default.strip():
        return False
    if isinstance(value, float):
        return _is_number(default) and float(default) != value
    if isinstance(value, bool):
        return default.lower() in ("true", "false") and (default.lower() == "true") != value
    if _fold(value) == _fold(default):
        return False
    if choices:
        known = {_fold(choice) for choice in choices if isinstance(choice, str)}
        return _fold(value) in known
    return stated.quoted and bool(value.strip())


def says_all(text: str) -> str:
    """The words with which a text says that by default there is no restriction: "Defaults to all schemas"."""
    match = _patterns().all.search(text[:_LONGEST])
    return match.group(1) if match else ""


class _Patterns(NamedTuple):
    statement: re.Pattern[str]
    condition: re.Pattern[str]
    omission: re.Pattern[str]
    marked: re.Pattern[str]
    all: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    number = r"-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
    quoted = r"\"[^\"\n]{1,80}\"|'[^'\n]{1,80}'|`[^`\n]{1,80}`|“[^”\n]{1,80}”"
    end = r"(?=\s{0,2}(?:[),;\]}）。，；]|\.(?:\s|$)|$|\n|\())"
    lead = (
        r"\bdefaults?(?: value)?(?:\s{0,2}[:=]\s{0,2}| is(?: set to)? | to | of )(?:the value )?|"
        r"(?<=[(\[,;] )default |(?<=[(\[])default |默认(?:值)?(?:为|是)?\s?[:：]?\s?"
    )
    return _Patterns(
        expression(
            rf"(?P<words>(?:{lead})(?:(?P<quoted>{quoted})|(?P<number>{number})|(?P<bool>true|false)|"
            rf"(?P<word>[A-Za-z][\w./:-]{{0,40}}[\w]|[A-Za-z])){end})",
            re.IGNORECASE,
        ),
        expression(
            r"\b(?:if|when|unless|otherwise|depend\w*|env\w*|previous\w*|no longer|instead|used to|was|were|except|not|"
            r"never|server'?s?|config\w*|varies|either|or|but)\b",
            re.IGNORECASE,
        ),
        expression(
            r"\b(?:if|when) (?:it is |this is |the \w+ is )?(?:not \w+|omitted|un\w+|empty|left \w+|none|null|absent|"
            r"missing|blank)\b",
            re.IGNORECASE,
        ),
        expression(rf"(?P<quoted>{quoted}) \((?:the )?default\)", re.IGNORECASE),
        expression(
            r"\b(defaults?(?: to| is|:| =) ?all(?: (?:the |available |supported )?[a-z_]{3,30})?)(?=\s?[.,;)]|\s?$)",
            re.IGNORECASE,
        ),
    )


def _read(text: str) -> Iterator[Stated]:
    patterns = _patterns()
    for match in patterns.statement.finditer(text):
        before, after = _sentence(text, match.start(), match.end())
        if patterns.condition.search(patterns.omission.sub("", before)) or patterns.condition.search(after):
            continue
        words = " ".join(match["words"].split())
        if match["quoted"]:
            yield Stated(words, _scalar(match["quoted"][1:-1]), quoted=True)
        elif match["number"]:
            yield Stated(words, float(match["number"].replace(",", "")))
        elif match["bool"]:
            yield Stated(words, match["bool"].lower() == "true")
        else:
            yield Stated(words, match["word"])

    for match in patterns.marked.finditer(text):
        yield Stated(match.group(), _scalar(match["quoted"][1:-1]), quoted=True)


def _sentence(text: str, start: int, end: int) -> tuple[str, str]:
    """What stands in the same sentence before and behind a stretch of text."""
    before = re.split(r"[.!?;\n](?=\s|$)", text[max(0, start - 200) : start])[-1]
    after = re.split(r"[.!?;\n)](?=\s|$)", text[end : end + 80])[0]
    return before, after


def _scalar(text: str) -> bool | float | str:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    return float(text) if _is_number(text) else text


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?\d+(?:\.\d+)?", text) is not None


def _fold(value: Json) -> str:
    return str(value).strip().strip("\"'`").casefold().replace("-", "_").replace(" ", "_").rstrip("/")
