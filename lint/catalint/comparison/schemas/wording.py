"""What schemas allow, in a few words."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

from catalint.analyses.jsontext import compact
from catalint.comparison.schemas.domains import Arrays, Domain, Numbers, Objects, Strings, Values
from catalint.comparison.schemas.members import Expand
from catalint.model import Json

_MOST_VALUES = 4
_LONGEST = 40
# Whole numbers from here on are written with an exponent, as JavaScript does.
_LARGE = 10**21


def sum_up(domains: Iterable[Domain], expand: Expand) -> str:
    """What some domains allow: `a whole number from 1 to 100`, `"a" or "b"`, `a text or null`."""
    parts: list[str] = []
    for domain in sorted(domains, key=lambda domain: isinstance(domain, Values)):
        if isinstance(domain, Values):
            values = list(domain.values.values())
            if {True, False} <= {value for value in values if isinstance(value, bool)}:
                parts.append("a boolean")
                values = [value for value in values if not isinstance(value, bool)]
            parts.extend(["null"] if values == [None] else [list_of(values)] if values else [])
        else:
            parts.append(_name(domain, expand))
    found = list(dict.fromkeys(parts))
    if len(found) > 4:
        return "anything" if len(found) == 6 else f"{', '.join(found[:3])} or others"
    return " or ".join((", ".join(found[:-1]), found[-1])) if len(found) > 1 else "".join(found) or "nothing"


def list_of(values: Iterable[Json]) -> str:
    """Some values as JSON, the first few of many."""
    shown = [show(value) for value in values]
    more = len(shown) - _MOST_VALUES
    if more > 1:
        return f"{', '.join(shown[:_MOST_VALUES])} and {more} others"
    return " or ".join((", ".join(shown[:-1]), shown[-1])) if len(shown) > 1 else "".join(shown)


def show(value: Json) -> str:
    """A value as JSON, cut."""
    text = compact(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def show_name(name: str) -> str:
    """A name, cut."""
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 3]}..."


def number(value: Fraction) -> str:
    """A bound as people write it; of the largest only how large they are."""
    if value.denominator == 1 and abs(value) < _LARGE:
        return str(value.numerator)
    try:
        return f"{float(value):g}"
    except OverflowError:
        bits = value.numerator.bit_length() - value.denominator.bit_length()
        return f"{'-' if value < 0 else ''}1e+{bits * math.log10(2):.0f} or so"


def _name(domain: Domain, expand: Expand) -> str:
    if isinstance(domain, Objects):
        return f"an object{_mark(domain, expand)}"
    if isinstance(domain, Numbers):
        return f"{'a whole number' if domain.step == 1 else 'a number'}{_range(domain)}"
    if isinstance(domain, Strings):
        formats = f" of format {', '.join(sorted(domain.formats))}" if domain.formats else ""
        return f"a string{formats}"
    return "a list" if isinstance(domain, Arrays) else "a value"


def _mark(domain: Objects, expand: Expand) -> str:
    """The property that tells an object from others, by its value: ` with type "page"`."""
    for name in sorted(domain.required):
        found = expand(domain.member(name))
        if len(found) == 1 and isinstance(found[0], Values) and len(found[0].values) <= _MOST_VALUES:
            return f" with {show_name(name)} {list_of(found[0].values.values())}"
    return ""


def _range(domain: Numbers) -> str:
    least = "" if domain.least is None else f" {'above' if domain.above else 'from'} {number(domain.least)}"
    most = "" if domain.most is None else f" {'below' if domain.below else 'to'} {number(domain.most)}"
    return f"{least} up{most}" if most and not least else f"{least}{most}"
