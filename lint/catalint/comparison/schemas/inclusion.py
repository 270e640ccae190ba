"""Whether every value that one schema allows is allowed by another.

Yes is said only where it holds. No is said where some value shows it, given that patterns and formats let values of any
length through. Everything else is maybe.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from catalint.comparison.schemas.bounds import (
    Aspects,
    compare_numbers,
    compare_strings,
    may_be_few,
    possibly,
    surely,
)
from catalint.comparison.schemas.domains import (
    UNKNOWN,
    Arrays,
    Domain,
    Numbers,
    Objects,
    Strings,
    Values,
    few_numbers,
    kind_of,
)
from catalint.comparison.schemas.expansion import Expander
from catalint.comparison.schemas.members import has
from catalint.comparison.schemas.nodes import Conjunction
from catalint.comparison.schemas.verdict import Verdict
from catalint.model import Json

# Pairs of schemas looked at in one question, and pairs inside pairs, from which on it is left open.
_MOST_STEPS = 20_000
_DEEPEST = 50


@dataclass(eq=False)
class Inclusion:
    """Compares schemas. With `as_declared`, those on the left are what somebody sends who keeps to what they declare.

    Such a sender puts no property into an object that the schema has a list of properties for and that is not in it,
    unless it says what further ones have to be. Not every sender is like that: where the other side forbids further
    properties, the answer is maybe at best, and no if they were allowed in so many words.
    """

    expander: Expander
    as_declared: bool = False
    # pairs taken to hold, in the order in which they were: a dictionary without values
    _assumed: dict[object, None] = field(default_factory=dict, repr=False)
    _refuted: dict[object, Verdict] = field(default_factory=dict, repr=False)
    _met: dict[object, Verdict] = field(default_factory=dict, repr=False)
    _held: list[Conjunction] = field(default_factory=list, repr=False)
    _steps: int = 0
    _depth: int = 0

    def holds(self, first: Conjunction, second: Conjunction) -> Verdict:
        """Whether whatever meets the first schemas meets the second ones."""
        if not self._depth:
            self._steps = 0
            self._assumed.clear()
        if not second or said(first) >= said(second):
            return Verdict.YES
        key = (_identity(first), _identity(second))
        if key in self._assumed:
            # a pair inside itself: nothing speaks against it that was not found before
            return Verdict.YES
        if key in self._refuted:
            return self._refuted[key]
        self._steps += 1
        if self._steps > _MOST_STEPS or self._depth > _DEEPEST:
            return Verdict.MAYBE
        start = len(self._assumed)
        self._assumed[key] = None
        self._held.extend((first, second))
        self._depth += 1
        try:
            verdict = self._compare(first, second)
        finally:
            self._depth -= 1
        if verdict is not Verdict.YES:
            # what was found on the strength of it falls with it
            while len(self._assumed) > start:
                self._assumed.popitem()
            if self._steps <= _MOST_STEPS:
                self._refuted[key] = verdict
        return verdict

    def _compare(self, first: Conjunction, second: Conjunction) -> Verdict:
        others = self.expander.expand(second)
        worst = Verdict.YES
        for domain in self.expander.expand(first):
            worst = min(worst, self.covered(domain, others))
        return worst

    def covered(self, domain: Domain, others: tuple[Domain, ...]) -> Verdict:
        """Whether some domains together have all that one has."""
        if isinstance(domain, Values):
            listed = [
                max(
                    (_within(domain, other, has(_bare(other), value, self.expander.expand)) for other in others),
                    default=Verdict.NO,
                )
                for value in domain.values.values()
            ]
            return self._doubted(domain, min(listed, default=Verdict.YES))
        rivals = [other for other in others if other.kind == domain.kind]
        found = [self.within(domain, other) for other in rivals]
        if Verdict.YES in found:
            return Verdict.YES
        if len(found) > 1:  # those that share no value with it change nothing
            found = [
                verdict for other, verdict in zip(rivals, found, strict=True) if not self.expander.apart(domain, other)
            ]
        if self.inhabited(domain) is Verdict.NO:
            return Verdict.YES
        few = few_numbers(domain)
        if few is not None:
            return self.covered(few, others)
        is_listed = any(kind_of(value) == domain.kind for value in _listed(others))
        # of several domains each may have what the other lacks; a list alone never has all of a number or text
        if len(found) > 1 or (is_listed and (found or may_be_few(domain))):
            return Verdict.MAYBE
        return self._doubted(domain, found[0] if found else Verdict.NO)

    def _doubted(self, domain: Domain, verdict: Verdict) -> Verdict:
        """A no is none where the domain may have no value, or fewer than it seems."""
        if verdict is Verdict.NO and (domain.residue or self.inhabited(domain) is not Verdict.YES):
            return Verdict.MAYBE
        return verdict

    def within(self, domain: Domain, other: Domain) -> Verdict:
        """Whether one domain of a kind is part of another."""
        return _within(domain, other, min(self.aspects(domain, other).values(), default=Verdict.YES))

    def aspects(self, domain: Domain, other: Domain) -> Aspects:
        """Whether one domain of a kind keeps within what each keyword of another says."""
        if isinstance(domain, Numbers) and isinstance(other, Numbers):
            return compare_numbers(domain, other)
        if isinstance(domain, Strings) and isinstance(other, Strings):
            return compare_strings(domain, other)
        if isinstance(domain, Arrays) and isinstance(other, Arrays):
            return self._arrays(domain, other)
        if isinstance(domain, Objects) and isinstance(other, Objects):
            return self._objects(domain, other)
        return {"type": Verdict.NO}

    def _arrays(self, domain: Arrays, other: Arrays) -> Aspects:
        most = domain.most
        if self._never(domain.rest):
            most = len(domain.prefix) if most is None else min(most, len(domain.prefix))
        length = max(len(domain.prefix), len(other.prefix))
        length = length if most is None else min(length, most)
        items = [self.holds(domain.item(index), other.item(index)) for index in range(length)]
        if most is None or most > length:
            items.append(self.holds(domain.rest, other.rest))
        single = most is not None and most <= 1
        return {
            "minItems": surely(domain.least >= other.least),
            "maxItems": surely(other.most is None or (most is not None and most <= other.most)),
            "uniqueItems": surely(not other.unique or domain.unique or single),
            "items": min(items, default=Verdict.YES),
        }

    def _objects(self, domain: Objects, other: Objects) -> Aspects:
        names = sorted({*domain.properties, *other.properties})
        found = [self.property(name, domain, other) for name in names]
        missing = surely(other.required <= domain.required)
        if domain.least and missing is Verdict.NO:
            missing = Verdict.MAYBE  # so many properties may leave no choice
        return {
            "required": missing,
            "properties": min(found, default=Verdict.YES),
            "additionalProperties": self.further(domain, other),
            "minProperties": possibly(max(domain.least, len(domain.required)) >= other.least),
            "maxProperties": possibly(other.most is None or self._keeps_few(domain, other.most)),
        }

    def property(self, name: str, domain: Objects, other: Objects) -> Verdict:
        """Whether what a property may be on the one side is allowed on the other."""
        undescribed = name not in domain.properties and self._keeps_to_names(domain)
        if undescribed and name not in domain.required:
            return Verdict.YES
        ours, theirs = domain.member(name), other.member(name)
        if not other.patterns and not domain.patterns:
            verdict = self.holds(ours, theirs)
        else:
            # the patterns may catch the name or not: enough if it holds both ways
            extra = () if name in other.properties else other.rest
            all_of_them = (
                *other.properties.get(name, extra),
                *(each for one in other.patterns.values() for each in one),
            )
            mine = domain.properties.get(name, ())
            verdict = max(self.holds(mine, all_of_them), Verdict.MAYBE)
        if verdict is Verdict.NO and self._never(ours):
            return Verdict.YES
        if verdict is Verdict.NO and (undescribed or domain.most is not None):
            return Verdict.MAYBE  # what is sent by a name alone is anybody's guess
        return verdict

    def further(self, domain: Objects, other: Objects) -> Verdict:
        """Whether what properties without a name may be on the one side is allowed on the other."""
        if domain.patterns or other.patterns:
            same = domain.patterns.keys() == other.patterns.keys()
            pairs = [self.holds(domain.patterns[name], other.patterns[name]) for name in other.patterns] if same else []
            if not same or min(pairs, default=Verdict.YES) is not Verdict.YES:
                return Verdict.MAYBE
        if not other.rest:
            return Verdict.YES
        if self._keeps_to_names(domain) and not domain.rest_said:
            return Verdict.MAYBE
        verdict = self.holds(domain.rest, other.rest)
        if verdict is Verdict.NO and self._never(domain.rest):
            return Verdict.YES
        return min(verdict, Verdict.MAYBE) if domain.most is not None and verdict is Verdict.NO else verdict

    def _keeps_to_names(self, domain: Objects) -> bool:
        """Whether a sender has no properties but those with a name."""
        return self.as_declared and domain.declares and not domain.rest and not domain.patterns

    def _keeps_few(self, domain: Objects, most: int) -> bool:
        """Whether no object of a domain has more properties than so many."""
        # who may send further ones in so many words may send many
        closed = self._never(domain.rest) or (self._keeps_to_names(domain) and not domain.rest_said)
        few = closed and not domain.patterns and len(domain.properties.keys() | domain.required) <= most
        return few or (domain.most is not None and domain.most <= most)

    def _never(self, schemas: Conjunction) -> bool:
        """Whether no value meets some schemas."""
        return self._any(schemas) is Verdict.NO

    def inhabited(self, domain: Domain) -> Verdict:
        """Whether a domain has any value at all."""
        found = Verdict.YES
        if isinstance(domain, Values):
            found = surely(bool(domain.values))
        elif isinstance(domain, Arrays):
            needed = min(domain.least, len(domain.prefix) + 1)
            found = min((self._any(domain.item(index)) for index in range(needed)), default=found)
        elif isinstance(domain, Objects):
            # a pattern may catch a name that is not listed, instead of the rest
            known = [name for name in sorted(domain.required) if name in domain.properties or not domain.patterns]
            found = min((self._any(domain.member(name)) for name in known), default=found)
            if domain.patterns or domain.least > len(domain.properties):
                found = min(found, Verdict.MAYBE)
        return min(found, Verdict.MAYBE) if domain.residue else found

    def _any(self, schemas: Conjunction) -> Verdict:
        if not schemas:
            return Verdict.YES
        key = _identity(schemas)
        if key not in self._met:
            self._met[key] = Verdict.MAYBE  # what a schema that needs itself finds on its way
            self._held.append(schemas)
            domains = self.expander.expand(schemas)
            self._met[key] = max((self.inhabited(domain) for domain in domains), default=Verdict.NO)
        return self._met[key]


def _within(domain: Domain, other: Domain, verdict: Verdict) -> Verdict:
    """A verdict on two domains with what is said beyond them."""
    covered = UNKNOWN not in other.residue and other.residue <= domain.residue
    return verdict if covered else min(verdict, Verdict.MAYBE)


def _bare(domain: Domain) -> Domain:
    return replace(domain, residue=frozenset()) if domain.residue else domain


def _listed(domains: Iterable[Domain]) -> Iterator[Json]:
    for domain in domains:
        if isinstance(domain, Values):
            yield from domain.values.values()


def said(schemas: Conjunction) -> frozenset[str]:
    """What some schemas say, as signatures: equal ones allow the same values."""
    return frozenset(node.signature for node in schemas)


def _identity(schemas: Conjunction) -> tuple[tuple[int, int], ...]:
    return tuple(sorted({node.identity for node in schemas}))
