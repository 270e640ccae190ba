"""Values that a text lists for a parameter: in quotes, one a line, or as words in a row."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from catalint.expression import expression

# A list of more values than this is data (countries, fonts), no list of jobs.
MOST_VALUES = 60
# What stands in brackets like a list of values and is a type.
_NO_VALUES = frozenset("optional required default string str enum int boolean eg etc".split())
_HEADS = frozenset("or and note notes example examples warning important tip returns".split())
_VALUE = r"[A-Za-z][A-Za-z0-9]{0,30}(?:[_-][A-Za-z0-9]{1,30}){0,5}"
_BETWEEN = r"\s{0,2}(?:,|/|\||;)?\s{0,2}(?:(?:or|and)\s{1,2})?"
_QUOTED = expression(
    rf"[\"'`](?P<first>{_VALUE})[\"'`](?:\s{{0,2}}\([^()]{{0,60}}\))?(?P<rest>(?:{_BETWEEN}[\"'`]{_VALUE}[\"'`]"
    rf"(?:\s{{0,2}}\([^()]{{0,60}}\))?){{1,40}})"
)
_BARE = expression(
    r"(?:\b(?:one of|either|can be|must be|may be|options?|values?|actions?|operations?|modes?|commands?|supports?|"
    r"supported)(?=[\s:(])|[:(=])[\s:(]{0,3}"
    rf"(?P<list>{_VALUE}(?:\s{{0,2}}[,/|]\s{{0,2}}(?:or |and )?{_VALUE}){{1,40}}(?:\s(?:or|and)\s{_VALUE})?)"
    r"(?=\s{0,2}(?:$|[.;)\n\]]))"
)
_BULLET = expression(
    rf"^[ \t]{{0,16}}(?:[-*+•][ \t]{{1,4}}|\d{{1,2}}[.)][ \t]{{1,4}})?"
    rf"[\"'`*]{{0,3}}(?P<value>{_VALUE})[\"'`*]{{0,3}}[ \t]{{0,4}}"
    r"(?:\([^()\n]{0,80}\))?[ \t]{0,4}(?::|[-–—]{1,2}[ \t]|=)",
    re.MULTILINE,
)
# "create(text=title, target=files) record(text=note) show list": each value with what it takes, written as a call.
_CALL = expression(rf"(?<![\w.`])(?P<value>{_VALUE})\((?P<list>\w{{1,40}}=[^()\n]{{1,120}})\)")
_GIVEN = expression(r"(?:^|,)\s{0,2}(\w{1,40})=")
_PLAIN = expression(rf"[ ,|]{{0,3}}(?P<list>{_VALUE}(?:[ ,|]{{1,3}}{_VALUE}){{0,9}})\s{{0,2}}(?=[.;\n]|$)")
_FEWEST_CALLS = 2


def values_in_calls(text: str, names: Collection[str]) -> Mapping[str, frozenset[str]]:
    """The values that a text writes as calls with the parameters that each takes, which are among `names`.

    Words in a row behind the last call are values that take none. Empty where not two calls or more say so.
    """
    calls = [
        (match, frozenset(_GIVEN.findall(match.group("list"))))
        for match in _CALL.finditer(text, 0, 4000)
        if set(_GIVEN.findall(match.group("list"))) <= set(names)
    ]
    found = {match.group("value"): given for match, given in calls}
    if len(found) < _FEWEST_CALLS:
        return {}
    rest = _PLAIN.match(text, calls[-1][0].end())
    for value in re.findall(_VALUE, rest.group("list")) if rest else ():
        found.setdefault(value, frozenset())
    return found


def values_in_text(text: str) -> tuple[str, ...]:
    """The values that a text lists for a parameter: in quotes, one a line, or after "one of", a colon or a bracket."""
    bullets = [match.group("value") for match in _BULLET.finditer(text[:4000]) if "\n" in text]
    quoted = _QUOTED.search(text, 0, 4000)
    bare = _BARE.search(text, 0, 4000)
    lists = (
        bullets,
        re.findall(_VALUE, re.sub(r"\([^()]*\)", " ", quoted.group())) if quoted else [],
        re.findall(_VALUE, bare.group("list")) if bare else [],
    )
    for values in lists:
        distinct = tuple(dict.fromkeys(value for value in values if value.lower() not in _HEADS))
        if len(distinct) > 1 and _NO_VALUES.isdisjoint(map(str.lower, distinct)):
            return distinct[:MOST_VALUES]
    return ()


def values_behind(text: str, name: str) -> tuple[str, ...]:
    """Values that a tool's description lists behind the name of the parameter: "Actions: list, get, delete."."""
    match = re.search(
        rf"\b{re.escape(name)}s?[`\"'*]{{0,3}}(?: is| are| can be| one of)?[\s*]{{0,2}}", text, re.IGNORECASE
    )
    if not match:
        return ()
    rest = text[match.end() : match.end() + 600]
    if rest[:1] == ":":
        listed = _QUOTED.search(rest, 0, 160) or _BARE.match(rest)
        return values_in_text(listed.group() if listed else rest.split("\n\n", 1)[0])
    listed = _QUOTED.match(rest.lstrip())
    return (
        values_in_text(listed.group()) if listed and match.group().strip().endswith(("is", "are", "be", "of")) else ()
    )
