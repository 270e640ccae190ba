"""Puts domains together: what two lists of them have in common, and values that a list of them has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from catalint.comparison.schemas.domains import (
    ANYTHING,
    UNKNOWN,
    Arrays,
    Domain,
    Objects,
    Residue,
    Strings,
    Values,
    add_residue,
    intersect,
    list_values,
)
from catalint.comparison.schemas.members import has
from catalint.comparison.schemas.verdict import Verdict
from catalint.model import Json

# Domains of one schema from which on it counts as undecided. Real schemas have a few.
MOST_DOMAINS = 48


def both(first: Sequence[Domain], second: Sequence[Domain]) -> tuple[Domain, ...]:
    """What two lists of domains have in common; undecided where that falls apart into too many."""
    if first is ANYTHING:
        return tuple(second)
    if second is ANYTHING:
        return tuple(first)
    found: list[Domain] = []
    for one in first:
        for other in second:
            if isinstance(one, Values) is isinstance(other, Values):
                common = intersect(one, other) if one.kind == other.kind else None
                found.extend((common,) if common is not None else ())
            else:
                listed, domain = (one, other) if isinstance(one, Values) else (other, one)
                if isinstance(listed, Values):
                    residue = listed.residue | domain.residue
                    found.extend(
                        add_residue(each, residue) for each in keep_listed((domain,), [*listed.values.values()])
                    )
    merged = merge(found)
    return merged if len(merged) <= MOST_DOMAINS else UNDECIDED


def merge(domains: Iterable[Domain]) -> tuple[Domain, ...]:
    """Lists of values that say nothing beyond as one list."""
    found: list[Domain] = []
    values: dict[str, Json] = {}
    for domain in domains:
        if isinstance(domain, Values) and not domain.residue:
            values |= domain.values
        else:
            found.append(domain)
    return (Values(values), *found) if values else tuple(found)


def every(residue: Residue) -> tuple[Domain, ...]:
    """All values, with something said beyond that."""
    return tuple(add_residue(domain, residue) for domain in ANYTHING)


UNDECIDED = every(frozenset((UNKNOWN,)))
"""The domains of a schema that can't be read: any value may be in them or not."""


def keep_listed(domains: Sequence[Domain], values: Sequence[Json]) -> tuple[Domain, ...]:
    """Those of some values that the domains have; where that is not plain, with what the domain says as a residue."""
    sure: list[Json] = []
    unsure: dict[Residue, list[Json]] = {}
    for value in values:
        found = [(has(domain, value), domain) for domain in domains]
        if any(verdict is Verdict.YES for verdict, _ in found):
            sure.append(value)
            continue
        doubtful = [domain for verdict, domain in found if verdict is Verdict.MAYBE]
        if doubtful:
            residue = _doubt(doubtful[0]) if len(doubtful) == 1 else frozenset((UNKNOWN,))
            unsure.setdefault(residue, []).append(value)
    listed = ([list_values(sure)] if sure else []) + [list_values(some, residue) for residue, some in unsure.items()]
    return tuple(listed)


def _doubt(domain: Domain) -> Residue:
    """What a domain says of a value that was not looked at."""
    if isinstance(domain, Strings):
        said = [f"pattern {pattern}" for pattern in domain.patterns] + [f"format {name}" for name in domain.formats]
        return domain.residue | frozenset(said)
    if isinstance(domain, Arrays | Objects):
        return domain.residue | {UNKNOWN}
    return domain.residue
