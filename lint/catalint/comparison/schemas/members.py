"""Whether a single value is in a domain."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from fractions import Fraction

from catalint.comparison.schemas.domains import Arrays, Domain, Numbers, Objects, Strings, Values, kind_of
from catalint.comparison.schemas.nodes import Conjunction, value_key
from catalint.comparison.schemas.verdict import Verdict
from catalint.model import Json

Expand = Callable[[Conjunction], tuple[Domain, ...]]


def has(domain: Domain, value: Json, expand: Expand | None = None) -> Verdict:
    """Whether a domain has a value. Without `expand`, what is inside lists and objects is not looked at."""
    if isinstance(domain, Values):
        found = Verdict.YES if value_key(value) in domain.values else Verdict.NO
    elif kind_of(value) != domain.kind:
        found = Verdict.NO
    elif isinstance(domain, Numbers):
        found = _has_number(domain, value)
    elif isinstance(domain, Strings):
        fits = isinstance(value, str) and _is_long(len(value), domain.least, domain.most)
        found = (Verdict.MAYBE if domain.patterns or domain.formats else Verdict.YES) if fits else Verdict.NO
    elif isinstance(domain, Arrays):
        found = _has_list(domain, value, expand)
    else:
        found = _has_object(domain, value, expand)
    return min(found, Verdict.MAYBE) if domain.residue else found


def allows(schemas: Conjunction, value: Json, expand: Expand | None) -> Verdict:
    """Whether a value meets all of some schemas."""
    if not schemas:
        return Verdict.YES
    if expand is None:
        return Verdict.MAYBE
    return max((has(domain, value, expand) for domain in expand(schemas)), default=Verdict.NO)


def _has_number(domain: Numbers, value: Json) -> Verdict:
    if isinstance(value, float) and not math.isfinite(value):
        return Verdict.MAYBE
    number = Fraction(value) if isinstance(value, int) else Fraction(repr(value))
    fits = (
        (domain.least is None or number > domain.least or (number == domain.least and not domain.above))
        and (domain.most is None or number < domain.most or (number == domain.most and not domain.below))
        and (domain.step is None or (number / domain.step).denominator == 1)
    )
    return Verdict.YES if fits else Verdict.NO


def _has_list(domain: Arrays, value: Json, expand: Expand | None) -> Verdict:
    if not isinstance(value, list) or not _is_long(len(value), domain.least, domain.most):
        return Verdict.NO
    if domain.unique and len(set(map(value_key, value))) < len(value):
        return Verdict.NO
    return _least(allows(domain.item(index), item, expand) for index, item in enumerate(value))


def _has_object(domain: Objects, value: Json, expand: Expand | None) -> Verdict:
    if not isinstance(value, dict) or not _is_long(len(value), domain.least, domain.most):
        return Verdict.NO
    if not domain.required <= value.keys():
        return Verdict.NO
    found = _least(
        allows(domain.properties[name], item, expand) for name, item in value.items() if name in domain.properties
    )
    others = [item for name, item in value.items() if name not in domain.properties]
    if domain.patterns and value:
        return min(found, Verdict.MAYBE)
    return min(found, _least(allows(domain.rest, item, expand) for item in others))


def _is_long(length: int, least: int, most: int | None) -> bool:
    return least <= length and (most is None or length <= most)


def _least(verdicts: Iterable[Verdict]) -> Verdict:
    return min(verdicts, default=Verdict.YES)
