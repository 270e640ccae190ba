"""The changes of the properties of an object: removed, renamed, new, required, and what further ones may be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from catalint.comparison.change import Change, Effect, effect_of
from catalint.comparison.schemas.domains import Objects
from catalint.comparison.schemas.nodes import Conjunction
from catalint.comparison.schemas.verdict import Verdict
from catalint.model import Json

if TYPE_CHECKING:
    from catalint.comparison.schemas.explanation import Explainer, Spot


@dataclass(frozen=True, eq=False)
class Properties:
    """Two versions of an object at one spot."""

    explainer: Explainer
    old: Objects
    new: Objects
    spot: Spot

    def changes(self) -> Iterator[Change]:
        """The changes, in the order of the old properties; then new ones, and what is said of no property."""
        old, new = self.old, self.new
        gone = {name: schemas for name, schemas in old.properties.items() if name not in new.properties}
        fresh = {name: schemas for name, schemas in new.properties.items() if name not in old.properties}
        renamed = self.explainer.find_renames(
            {name: _schema(schemas) for name, schemas in gone.items()},
            {name: _schema(schemas) for name, schemas in fresh.items()},
        )
        for name in old.properties:
            if name in renamed:
                yield from self._renamed(name, renamed[name])
            elif name in gone:
                yield from self._removed(name, self._at(name))
            else:
                yield from self._kept(name, self._at(name))
        for name in fresh:
            if name not in renamed.values():
                yield from self._added(name, self._at(name))
        for name in sorted((new.required ^ old.required) - old.properties.keys() - new.properties.keys()):
            yield self._required(self._at(name), now=name in new.required)
        yield from self._rest()

    @property
    def _sent(self) -> tuple[Objects, Objects]:
        """What is sent and what it has to meet."""
        return (self.old, self.new) if self.explainer.side == "input" else (self.new, self.old)

    @property
    def _is_input(self) -> bool:
        return self.explainer.side == "input"

    @property
    def _nouns(self) -> str:
        """What further properties are called here: the arguments of a call are its parameters."""
        return "parameters" if self._is_input and not self.spot.name else "keys"

    def _at(self, name: str) -> Spot:
        return self.explainer.inside(
            self.spot, name, self.old.properties.get(name, ()), self.new.properties.get(name, ())
        )

    def _renamed(self, name: str, other: str) -> Iterator[Change]:
        before, after = self.old.properties[name], self.new.properties[other]
        there = self.explainer.inside(self.spot, other, before, after)
        message = f"{self.explainer.subject(self._at(name))} renamed to `{there.name}`"
        yield self.explainer.change(Effect.BREAKING, f"{self.explainer.noun}-renamed", message, there, name, other)
        yield from self.explainer.explain(before, after, there)
        if (name in self.old.required) is not (other in self.new.required):
            yield self._required(there, now=other in self.new.required)

    def _removed(self, name: str, spot: Spot) -> Iterator[Change]:
        explainer, new = self.explainer, self.new
        required = name in self.old.required
        verdict = explainer.sent.property(name, *self._sent)
        # where further ones may be anything beside a list of names, the name meant something that nobody says any more
        taken = new.rest or not new.declares
        if self._is_input and taken and verdict is Verdict.YES:
            message = f"{self.explainer.subject(spot)} is no longer named, but taken as any other parameter"
            yield explainer.change(Effect.COMPATIBLE, "parameter-unnamed", message, spot)
            return
        refused = self._is_input and verdict is Verdict.NO
        effect = Effect.BREAKING if required or refused else Effect.UNCLEAR
        if not self._is_input:
            tail = "" if required else ", which was not always there"
        elif refused:
            tail = ", and calls that send it are refused"
        elif verdict is Verdict.MAYBE:
            tail = "; calls that send it may be refused"
        else:
            tail = "; calls that send it are let through, but nothing says what it does"
        change = explainer.change(
            effect, f"{explainer.noun}-removed", f"{self.explainer.subject(spot)} removed{tail}", spot
        )
        yield replace(change, gone=True, path=spot.old)

    def _added(self, name: str, spot: Spot) -> Iterator[Change]:
        explainer = self.explainer
        verdict = explainer.sent.property(name, *self._sent)
        if not self._is_input:
            # who only reads what is known is not hurt, who checks by the old schema is
            effect = Effect.COMPATIBLE if verdict is Verdict.YES else Effect.UNCLEAR
            tail = "" if verdict is Verdict.YES else ", which the old schema refuses"
            yield explainer.change(effect, "property-added", f"{self.explainer.subject(spot)} is new{tail}", spot)
        elif name in self.old.required:
            if name not in self.new.required:
                yield self._required(spot, now=False)
            message = f"{self.explainer.subject(spot)} was required without a schema and has one now"
            yield explainer.change(effect_of(verdict), "parameter-described", message, spot)
        elif name in self.new.required:
            message = f"{self.explainer.subject(spot)} is new and required"
            yield explainer.change(Effect.BREAKING, "required-parameter-added", message, spot)
        else:
            tail = "" if verdict is Verdict.YES else "; calls could send anything of this name before"
            message = f"{self.explainer.subject(spot)} is new and optional{tail}"
            yield explainer.change(effect_of(verdict), "optional-parameter-added", message, spot)

    def _kept(self, name: str, spot: Spot) -> Iterator[Change]:
        if (name in self.old.required) is not (name in self.new.required):
            yield self._required(spot, now=name in self.new.required)
        yield from self.explainer.explain(self.old.properties[name], self.new.properties[name], spot)

    def _required(self, spot: Spot, *, now: bool) -> Change:
        breaks = now if self._is_input else not now
        if self._is_input:
            message = f"{self.explainer.subject(spot)} is {'required now' if now else 'no longer required'}"
        else:
            message = f"{self.explainer.subject(spot)} is {'always' if now else 'no longer always'} there"
        effect = Effect.BREAKING if breaks else Effect.COMPATIBLE
        return self.explainer.change(effect, "now-required" if now else "no-longer-required", message, spot)

    def _rest(self) -> Iterator[Change]:
        """What may be there beyond the named properties."""
        explainer, old, new = self.explainer, self.old, self.new
        first, second = self._sent
        if explainer.strict.further(first, second) is explainer.strict.further(second, first) is Verdict.YES:
            return
        effect = effect_of(explainer.sent.further(first, second))
        name = explainer.subject(self.spot)
        if old.patterns or new.patterns:
            message = f"{name}: patterns of names or what they are for changed"
            yield explainer.change(effect, "further-properties-changed", message, self.spot)
            return
        was_shut, is_shut = (not explainer.expander.expand(domain.rest) for domain in (old, new))
        if is_shut:
            verb = "no longer takes" if self._is_input else "no longer has"
            message = f"{name} {verb} {self._nouns} that are not declared"
            yield explainer.change(effect, "closed", message, self.spot)
        elif was_shut:
            verb = "takes" if self._is_input else "can have"
            message = f"{name} {verb} {self._nouns} that are not declared"
            yield explainer.change(effect, "opened", message, self.spot)
        else:
            there = explainer.inside(self.spot, "*", old.rest, new.rest)
            for change in explainer.explain(old.rest, new.rest, there):
                # inside, nothing is known of who sends no such property at all
                yield replace(change, effect=max(change.effect, effect, key=lambda each: each.rank))


def _schema(schemas: Conjunction) -> Json:
    return schemas[0].schema if schemas else {}
