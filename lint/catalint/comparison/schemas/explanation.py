"""The differences between two schemas as single changes, each with what it means for callers or readers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from catalint.comparison.change import Change, Effect, effect_of, worst
from catalint.comparison.schemas.aspects import ASPECTS, describe, say
from catalint.comparison.schemas.domains import Arrays, Domain, Kind, Objects, Values
from catalint.comparison.schemas.expansion import Expander
from catalint.comparison.schemas.inclusion import Inclusion, said
from catalint.comparison.schemas.members import has
from catalint.comparison.schemas.nodes import Conjunction, Root, edited, too_deep, value_key
from catalint.comparison.schemas.properties import Properties
from catalint.comparison.schemas.verdict import Verdict
from catalint.comparison.schemas.wording import list_of, sum_up
from catalint.location import Path
from catalint.model import Json
from catalint.wording import listing

Renames = Callable[[Mapping[str, Json], Mapping[str, Json]], Mapping[str, str]]
"""Is given the schemas of the properties that are gone and of those that are new, and says which are the same."""

_DEEPEST = 30
_NOUNS: Mapping[Kind, str] = {"number": "a number", "string": "a string", "array": "a list", "object": "an object"}


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the comparison is: the name of the part, and the ways to it from both tools."""

    name: str
    old: Path
    new: Path
    depth: int = 0


def explain(
    old: Json, new: Json, side: Literal["input", "output"], find_renames: Renames = lambda _gone, _fresh: {}
) -> tuple[Change, ...]:
    """The changes from one version of a schema to the next, in the order of the schemas.

    Every change of what a schema allows is in them; where the whole is worse than its parts, it stands at the end.
    """
    key = f"{side}Schema"
    if too_deep(old) or too_deep(new):
        same = value_key(old) == value_key(new)
        message = f"the {side} schema changed, and is nested too deep to be compared"
        return () if same else (Change(Effect.UNCLEAR, "schema-changed", message, side, (key,)),)
    first, second = Root(old), Root(new)
    explainer = Explainer(side, find_renames)
    # the arguments of a call are an object with parameters, whether or not the schema says so
    always = (Root({"type": "object", "properties": {}}).node,) if side == "input" else ()
    return tuple(explainer.explain((first.node, *always), (second.node, *always), Spot("", (key,), (key,))))


@dataclass(eq=False)
class Explainer:
    """Explains differences of one side's schemas."""

    side: Literal["input", "output"]
    find_renames: Renames
    expander: Expander = field(default_factory=Expander)

    def __post_init__(self) -> None:
        self.strict = Inclusion(self.expander)
        self.sent = Inclusion(self.expander, as_declared=True)
        self._around: list[tuple[frozenset[str], ...]] = []  # the pairs of schemas that are being explained
        self._outermost = math.inf  # of these, the first that was met again inside

    def explain(self, old: Conjunction, new: Conjunction, spot: Spot) -> Iterator[Change]:
        """What changed between two schemas that stand at one spot.

        A schema that has itself inside is explained once: what changed in it is not said again a level down.
        """
        if self.same(old, new):
            return
        pair = said(old), said(new)
        if pair in self._around:
            self._outermost = min(self._outermost, self._around.index(pair))
            return
        effect = effect_of(self.sent.holds(*self.ordered(old, new)))
        found: list[Change] = []
        depth = len(self._around)
        if spot.depth < _DEEPEST:
            self._around.append(pair)
            found = list(self.parts(old, new, spot))
            self._around.pop()
        told_around = self._outermost < depth
        if self._outermost >= depth:
            self._outermost = math.inf
        worst_found = worst(found)
        if (worst_found is None or effect.rank < worst_found.rank) and not told_around:
            found.append(self.whole(effect, old, new, spot))
        yield from found

    def same(self, old: Conjunction, new: Conjunction) -> bool:
        """Whether two schemas allow the same values."""
        return self.strict.holds(old, new) is Verdict.YES and self.strict.holds(new, old) is Verdict.YES

    def ordered(self, old: Conjunction, new: Conjunction) -> tuple[Conjunction, Conjunction]:
        """What is sent and what it has to meet: arguments go from old callers, results to old readers."""
        return (old, new) if self.side == "input" else (new, old)

    def parts(self, old: Conjunction, new: Conjunction, spot: Spot) -> Iterator[Change]:
        """The changes of the values of each kind, the listed ones first."""
        before, after = self.expander.expand(old), self.expander.expand(new)
        kinds = list(dict.fromkeys(domain.kind for domain in (*before, *after)))
        if not {domain.kind for domain in before} & {domain.kind for domain in after}:
            yield self.whole(effect_of(self.sent.holds(*self.ordered(old, new))), old, new, spot)
            return
        yield from self.values(before, after, spot)
        for kind in kinds:
            if kind != "values":
                yield from self.of_kind(kind, old, new, spot)

    def of_kind(self, kind: Kind, old: Conjunction, new: Conjunction, spot: Spot) -> Iterator[Change]:
        """The changes of what values of one kind may be; what both sides have is left out."""
        before, after = self.expander.expand(old), self.expander.expand(new)
        olds = [domain for domain in before if domain.kind == kind]
        news = [domain for domain in after if domain.kind == kind]
        left = [domain for domain in olds if not self.among(domain, news)]
        fresh = [domain for domain in news if not self.among(domain, olds)]
        if len(left) == 1 and len(fresh) == 1:
            yield from self.domains(left[0], fresh[0], spot)
            return
        sent, met = (left, after) if self.side == "input" else (fresh, before)
        verdict = min((self.sent.covered(domain, met) for domain in sent), default=Verdict.YES)
        name = self.subject(spot)
        if left and not fresh:
            verb = "no longer takes" if self.side == "input" else "is no longer"
            text = self.one_of(left, news, "one of its kinds")
            yield self.change(effect_of(verdict), "type-removed", f"{name} {verb} {text}", spot)
        elif fresh and not left:
            verb = "also takes" if self.side == "input" else "can also be"
            text = self.one_of(fresh, olds, "another kind")
            yield self.change(effect_of(verdict), "type-added", f"{name} {verb} {text}", spot)
        elif left:
            was, now = self.sum_up(left), self.sum_up(fresh)
            message = f"{name} was {was}, is {now}"
            if was == now:
                message = f"{name} {self.takes} other {left[0].kind}s than before{_by(old, new)}"
            yield self.change(effect_of(verdict), "type-changed", message, spot)

    @property
    def takes(self) -> str:
        """The verb for what is allowed."""
        return "takes" if self.side == "input" else "can be"

    def one_of(self, domains: list[Domain], others: list[Domain], kind: str) -> str:
        """What some domains allow, in words that tell them from others beside them."""
        text = self.sum_up(domains)
        return f"{_NOUNS[domains[0].kind]} of {kind}" if others and text == self.sum_up(others) else text

    def sum_up(self, domains: Iterable[Domain]) -> str:
        """What some domains allow, in a few words."""
        return sum_up(domains, self.expander.expand)

    def among(self, domain: Domain, others: list[Domain]) -> bool:
        """Whether one of some domains has the same values."""
        return any(
            self.strict.within(domain, other) is Verdict.YES and self.strict.within(other, domain) is Verdict.YES
            for other in others
        )

    def whole(self, effect: Effect, old: Conjunction, new: Conjunction, spot: Spot) -> Change:
        """The change of everything at once."""
        before, after = self.sum_up(self.expander.expand(old)), self.sum_up(self.expander.expand(new))
        if before != after:
            message = f"{self.subject(spot)} was {before}, is {after}"
            return self.change(effect, "type-changed", message, spot, before, after)
        if effect is Effect.UNCLEAR:
            tail = f" in a way that can't be decided{_by(old, new)}"
        elif self.side == "input":
            tail = (
                " and no longer takes all that it took"
                if effect is Effect.BREAKING
                else " and still takes all that it took"
            )
        else:
            tail = " and can be what it could not be" if effect is Effect.BREAKING else " within what it could be"
        return self.change(effect, "schema-changed", f"{self.subject(spot)} changed{tail}", spot)

    def values(self, before: tuple[Domain, ...], after: tuple[Domain, ...], spot: Spot) -> Iterator[Change]:
        """Listed values that are gone or new, null among them."""
        gone, lost = self.missing(before, after)
        fresh, gained = self.missing(after, before)
        name = self.subject(spot)
        if gone:
            effect = effect_of(lost) if self.side == "input" else Effect.COMPATIBLE
            verb = "no longer takes" if self.side == "input" else "is no longer"
            yield self.change(effect, "values-removed", f"{name} {verb} {list_of(gone)}", spot, gone[:20])
        if fresh:
            effect = Effect.COMPATIBLE if self.side == "input" else effect_of(gained)
            verb = "also takes" if self.side == "input" else "can also be"
            yield self.change(effect, "values-added", f"{name} {verb} {list_of(fresh)}", spot, None, fresh[:20])

    def missing(self, domains: tuple[Domain, ...], others: tuple[Domain, ...]) -> tuple[list[Json], Verdict]:
        """The listed values of some domains that others do not surely have, and whether they surely have not."""
        found: list[Json] = []
        least = Verdict.YES
        for domain in domains:
            for value in domain.values.values() if isinstance(domain, Values) else ():
                verdict = max((has(other, value, self.expander.expand) for other in others), default=Verdict.NO)
                if verdict is not Verdict.YES and not (domain.residue and self.listed(value, others)):
                    found.append(value)
                    least = min(least, Verdict.MAYBE if domain.residue else verdict)
        return found, least

    def listed(self, value: Json, domains: tuple[Domain, ...]) -> bool:
        """Whether some domains list a value."""
        return any(isinstance(domain, Values) and value_key(value) in domain.values for domain in domains)

    def domains(self, old: Domain, new: Domain, spot: Spot) -> Iterator[Change]:
        """The changes between two domains of one kind."""
        first, second = (old, new) if self.side == "input" else (new, old)
        aspects = self.sent.aspects(first, second)
        back = self.strict.aspects(second, first)
        forth = self.strict.aspects(first, second)
        for keyword, verdict in aspects.items():
            if back.get(keyword) is Verdict.YES and forth.get(keyword) is Verdict.YES:
                continue
            shown = say(keyword, old), say(keyword, new)
            if shown != ("", ""):
                message = f"{self.subject(spot)}: {describe(keyword, *shown)}"
                yield self.change(effect_of(verdict), f"{ASPECTS[keyword]}-changed", message, spot, *shown)
        if isinstance(old, Arrays) and isinstance(new, Arrays):
            yield from self.items(old, new, spot)
        if isinstance(old, Objects) and isinstance(new, Objects):
            yield from Properties(self, old, new, spot).changes()

    def items(self, old: Arrays, new: Arrays, spot: Spot) -> Iterator[Change]:
        """The changes of what items of a list may be."""
        length = max(len(old.prefix), len(new.prefix))
        for index in range(length):
            yield from self.explain(
                old.item(index), new.item(index), self.inside(spot, f"[{index}]", old.item(index), new.item(index))
            )
        yield from self.explain(old.rest, new.rest, self.inside(spot, "[]", old.rest, new.rest))

    def inside(self, spot: Spot, step: str, old: Conjunction, new: Conjunction) -> Spot:
        """A spot inside another one."""
        return Spot(joined(spot.name, step), path_to(old, spot.old), path_to(new, spot.new), spot.depth + 1)

    @property
    def noun(self) -> str:
        """What a property is called on this side."""
        return "parameter" if self.side == "input" else "property"

    def subject(self, spot: Spot) -> str:
        """The part as a message begins with it."""
        if not spot.name:
            return f"the {self.side}"
        return f"`{spot.name}`" if self.side == "input" else f"output `{spot.name}`"

    def change(  # noqa: PLR0917 - as `Change` has them
        self, effect: Effect, kind: str, message: str, spot: Spot, before: Json = None, after: Json = None
    ) -> Change:
        """A change at a spot."""
        return Change(effect, kind, message, self.side, spot.new, spot.name, before=before, after=after)


def _by(old: Conjunction, new: Conjunction) -> str:
    """The keywords that changed, for a change that has no better name."""
    keywords = edited(old, new)
    return f" ({listing([f'`{each}`' for each in keywords], 3)})" if keywords else ""


def joined(name: str, step: str) -> str:
    """The name of a part inside a part, as people write it."""
    if step.startswith("[") and step.endswith("]") and (step == "[]" or step[1:-1].isdecimal()):
        return f"{name}{step}"
    return f"{name}.{step}" if name else step


def path_to(schemas: Conjunction, otherwise: Path) -> Path:
    """The path to the first of some schemas, from the tool; another one where there is none."""
    return (otherwise[0], *schemas[0].path) if schemas else otherwise
