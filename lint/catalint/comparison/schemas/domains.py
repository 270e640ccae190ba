"""Sets of JSON values of one kind, and what two of them have in common."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal, TypeAlias

from catalint.comparison.schemas.nodes import Conjunction, value_key
from catalint.model import Json

Kind: TypeAlias = Literal["values", "number", "string", "array", "object"]
Residue: TypeAlias = frozenset[str]
"""What a schema says beyond a domain, as signatures: equal ones mean the same, but for `UNKNOWN`."""

UNKNOWN = "?"
"""Something that can't be told apart or taken for the same."""

# Numbers of a range that are gone through one by one, at most.
_FEW = 300


@dataclass(frozen=True, eq=False)
class Values:
    """A list of values, by their keys (`value_key`). Null and the booleans are always listed."""

    values: Mapping[str, Json]
    residue: Residue = frozenset()

    kind: Kind = field(default="values", init=False)


@dataclass(frozen=True, eq=False)
class Numbers:
    """Numbers in a range, both ends included unless said otherwise, that are multiples of `step`; 1 for integers."""

    least: Fraction | None = None
    most: Fraction | None = None
    above: bool = False
    below: bool = False
    step: Fraction | None = None
    residue: Residue = frozenset()

    kind: Kind = field(default="number", init=False)


@dataclass(frozen=True, eq=False)
class Strings:
    """Texts of some length, in code points, that match all `patterns` and are of all `formats`."""

    least: int = 0
    most: int | None = None
    patterns: frozenset[str] = frozenset()
    formats: frozenset[str] = frozenset()
    residue: Residue = frozenset()

    kind: Kind = field(default="string", init=False)


@dataclass(frozen=True, eq=False)
class Arrays:
    """Lists: the first items meet `prefix`, the others `rest`."""

    prefix: tuple[Conjunction, ...] = ()
    rest: Conjunction = ()
    least: int = 0
    most: int | None = None
    unique: bool = False
    residue: Residue = frozenset()

    kind: Kind = field(default="array", init=False)

    def item(self, index: int) -> Conjunction:
        """What an item has to meet."""
        return self.prefix[index] if index < len(self.prefix) else self.rest


@dataclass(frozen=True, eq=False)
class Objects:
    """Objects: what their properties have to meet, by name, by pattern, or as the rest.

    `rest_said` is false where the schema says nothing of further properties, which then may be anything. `declares` is
    true where it has a list of properties, if an empty one: without one an object is a map, with names of any kind.
    """

    properties: Mapping[str, Conjunction] = field(default_factory=dict)
    required: frozenset[str] = frozenset()
    patterns: Mapping[str, Conjunction] = field(default_factory=dict)
    rest: Conjunction = ()
    rest_said: bool = False
    declares: bool = False
    least: int = 0
    most: int | None = None
    residue: Residue = frozenset()

    kind: Kind = field(default="object", init=False)

    def member(self, name: str) -> Conjunction:
        """What a property has to meet, patterns aside."""
        return self.properties.get(name, self.rest)


Domain: TypeAlias = Values | Numbers | Strings | Arrays | Objects

_LISTED = Values({value_key(value): value for value in (None, True, False)})
ANYTHING: tuple[Domain, ...] = (
    _LISTED,
    Numbers(),
    Strings(),
    Arrays(),
    Objects(),
)


def is_whole(domain: Domain) -> bool:
    """Whether a domain has all values of its kind; for listed values whether it has all that `ANYTHING` lists."""
    if domain.residue:
        return False
    if isinstance(domain, Values):
        return domain.values.keys() >= _LISTED.values.keys()
    if isinstance(domain, Objects):
        domain = replace(domain, rest_said=False, declares=False)
    whole = next(each for each in ANYTHING if each.kind == domain.kind)
    return all(getattr(domain, name) == getattr(whole, name) for name in domain.__dataclass_fields__)


def kind_of(value: Json) -> Kind:
    """The kind that a value is of, where it is not listed."""
    if value is None or isinstance(value, bool):
        return "values"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list) else "object"


def list_values(values: Iterable[Json], residue: Residue = frozenset()) -> Values:
    """A domain of these values."""
    return Values({value_key(value): value for value in values}, residue)


def add_residue(domain: Domain, residue: Residue) -> Domain:
    """A domain with more said beyond it."""
    return replace(domain, residue=domain.residue | residue) if residue else domain


def intersect(first: Domain, second: Domain) -> Domain | None:
    """What two domains of one kind have in common; None for nothing. Listed values of other kinds are none of this."""
    residue = first.residue | second.residue
    if isinstance(first, Values) and isinstance(second, Values):
        common = {key: value for key, value in first.values.items() if key in second.values}
        return Values(common, residue) if common else None
    if isinstance(first, Numbers) and isinstance(second, Numbers):
        return narrow(_common_numbers(first, second, residue))
    if isinstance(first, Strings) and isinstance(second, Strings):
        least, most = max(first.least, second.least), least_of(first.most, second.most)
        patterns, formats = first.patterns | second.patterns, first.formats | second.formats
        return narrow(Strings(least, most, patterns, formats, residue))
    if isinstance(first, Arrays) and isinstance(second, Arrays):
        length = max(len(first.prefix), len(second.prefix))
        prefix = tuple(first.item(index) + second.item(index) for index in range(length))
        least, most = max(first.least, second.least), least_of(first.most, second.most)
        unique = first.unique or second.unique
        return narrow(Arrays(prefix, first.rest + second.rest, least, most, unique, residue))
    if isinstance(first, Objects) and isinstance(second, Objects):
        return narrow(_common_objects(first, second, residue))
    return None


def narrow(domain: Domain) -> Domain | None:
    """The same values, as a list where there is one; None where there are none."""
    if isinstance(domain, Numbers):
        return _narrow_numbers(domain)
    if isinstance(domain, Strings | Arrays | Objects):
        if domain.most is not None and domain.most < domain.least:
            return None
        if domain.most == 0:
            empty: Json = "" if isinstance(domain, Strings) else [] if isinstance(domain, Arrays) else {}
            said = domain.patterns or domain.formats if isinstance(domain, Strings) else ()
            if isinstance(domain, Objects) and domain.required:
                return None
            return list_values((empty,), domain.residue) if not said else domain
    return domain


def least_of(first: int | None, second: int | None) -> int | None:
    """The smaller of two bounds, None being none."""
    if first is None or second is None:
        return second if first is None else first
    return min(first, second)


def _common_numbers(first: Numbers, second: Numbers, residue: Residue) -> Numbers:
    least, above = max(
        (first.least, first.above),
        (second.least, second.above),
        key=lambda end: (end[0] is not None, end[0] or 0, end[1]),
    )
    most, below = min(
        (first.most, first.below),
        (second.most, second.below),
        key=lambda end: (end[0] is None, end[0] or 0, not end[1]),
    )
    return Numbers(least, most, above, below, common_step(first.step, second.step), residue)


def common_step(first: Fraction | None, second: Fraction | None) -> Fraction | None:
    """The step of the numbers that are multiples of both."""
    if first is None or second is None:
        return second if first is None else first
    return Fraction(math.lcm(first.numerator, second.numerator), math.gcd(first.denominator, second.denominator))


def _narrow_numbers(domain: Numbers) -> Domain | None:
    """Ends moved to the multiples inside them, and a list for a single number."""
    least, most, step = domain.least, domain.most, domain.step
    if step is not None:
        if least is not None:
            count = math.ceil(least / step)
            least = step * (count + 1 if domain.above and step * count == least else count)
        if most is not None:
            count = math.floor(most / step)
            most = step * (count - 1 if domain.below and step * count == most else count)
        domain = replace(domain, least=least, most=most, above=False, below=False)
    if least is None or most is None:
        return domain
    if most < least or (most == least and (domain.above or domain.below)):
        return None
    if most == least:
        return list_values((_number(least),), domain.residue)
    return domain


def few_numbers(domain: Domain) -> Values | None:
    """The numbers of a range as a list where they are few; None otherwise."""
    if not isinstance(domain, Numbers) or domain.least is None or domain.most is None or domain.step is None:
        return None
    count = (domain.most - domain.least) / domain.step
    if count >= _FEW:
        return None
    return list_values((_number(domain.least + domain.step * index) for index in range(int(count) + 1)), domain.residue)


def _number(value: Fraction) -> int | float:
    if value.denominator == 1:
        return int(value)
    try:
        return float(value)
    except OverflowError:  # no JSON number: what it is compared with is left open
        return math.inf if value > 0 else -math.inf


def _common_objects(first: Objects, second: Objects, residue: Residue) -> Objects:
    names = {*first.properties, *second.properties}
    patterns = dict(first.patterns)
    for pattern, schemas in second.patterns.items():
        patterns[pattern] = patterns.get(pattern, ()) + schemas
    # whether a pattern catches a name, instead of what is said of the rest, can't be told without running it
    if _ambiguous(first, second) or _ambiguous(second, first):
        residue |= {UNKNOWN}
    return Objects(
        {name: first.member(name) + second.member(name) for name in sorted(names)},
        first.required | second.required,
        patterns,
        first.rest + second.rest,
        first.rest_said or second.rest_said,
        first.declares or second.declares,
        max(first.least, second.least),
        least_of(first.most, second.most),
        residue,
    )


def _ambiguous(first: Objects, second: Objects) -> bool:
    """Whether it hangs on patterns which properties of the second the rest of the first is about."""
    if not first.rest_said:
        return False
    new_names = bool(first.patterns) and bool(second.properties.keys() - first.properties.keys())
    return new_names or bool(second.patterns.keys() - first.patterns.keys())
