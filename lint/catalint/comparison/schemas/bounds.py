"""Whether numbers and texts of one domain keep within the bounds of another, keyword by keyword."""

from __future__ import annotations

from collections.abc import Mapping

from catalint.comparison.schemas.domains import Domain, Numbers, Strings
from catalint.comparison.schemas.formats import STANDARD, implies
from catalint.comparison.schemas.verdict import Verdict

Aspects = Mapping[str, Verdict]
"""By keyword, or by `properties` and `items` for what is inside: whether the first domain keeps within the second."""


def compare_numbers(domain: Numbers, other: Numbers) -> Aspects:
    """Whether the numbers of a range are in another one."""
    least = other.least is None or (
        domain.least is not None
        and (domain.least > other.least or (domain.least == other.least and (domain.above or not other.above)))
    )
    most = other.most is None or (
        domain.most is not None
        and (domain.most < other.most or (domain.most == other.most and (domain.below or not other.below)))
    )
    step = other.step is None or (domain.step is not None and (domain.step / other.step).denominator == 1)
    return {"minimum": surely(least), "maximum": surely(most), "multipleOf": surely(step)}


def compare_strings(domain: Strings, other: Strings) -> Aspects:
    """Whether texts have the length and the shape of others."""
    shaped = bool(domain.patterns or domain.formats)
    # a pattern or a format may bound the length itself, and one pattern may mean another
    no = Verdict.MAYBE if shaped else Verdict.NO
    most = other.most is None or (domain.most is not None and domain.most <= other.most)
    lacking = [name for name in other.formats if not any(implies(mine, name) for mine in domain.formats)]
    strange = Verdict.MAYBE if domain.patterns or not set(lacking) <= STANDARD else Verdict.NO
    if not domain.formats <= STANDARD:
        strange = Verdict.MAYBE
    return {
        "minLength": Verdict.YES if domain.least >= other.least else no,
        "maxLength": Verdict.YES if most else no,
        "pattern": Verdict.YES if other.patterns <= domain.patterns else no,
        "format": strange if lacking else Verdict.YES,
    }


def surely(holds: bool) -> Verdict:
    """Yes or no."""
    return Verdict.YES if holds else Verdict.NO


def possibly(holds: bool) -> Verdict:
    """Yes or maybe."""
    return Verdict.YES if holds else Verdict.MAYBE


def may_be_few(domain: Domain) -> bool:
    """Whether a list could have all that a domain has."""
    if isinstance(domain, Numbers):
        return domain.step is not None and domain.least is not None and domain.most is not None
    return not isinstance(domain, Strings) or domain.most is not None or bool(domain.patterns)
