"""Compares all ways of loading for one catalog, provider and session, and says which one to choose.

The rule: a session that lacks a tool it needs has to be done again with all tools loaded. So what counts is

    expected cost = cost + chance of such a session * cost with all tools loaded

The figures are too rough to tell ways apart whose expected costs are within a margin of the least. Of these the one is
chosen that loses the fewest sessions, to a per cent; all up front before any other that loses as few, since it is
simpler. Where all tools do not fit into the window, a session is done again in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from catalint.model import Tool
from catalint.planning.demand import Demand
from catalint.planning.figures import Provider
from catalint.planning.flows import Setting
from catalint.planning.ledger import Bill, Tariff
from catalint.planning.losses import Chances, Loss, lose_by_absence, lose_by_search
from catalint.planning.session import Session
from catalint.planning.sizes import Sizes
from catalint.planning.strategies import ALL, STRATEGIES, Strategy

_SURE = ("confirmed", "reported")


@dataclass(frozen=True)
class Choice:
    """A way of loading in a session. `lost` is the chance that the session lacks a tool, `expected` in dollars.

    `against` says why it is not possible, `doubts` what may speak against it.
    """

    strategy: Strategy
    bill: Bill
    loss: Loss
    lost: float
    expected: float
    against: str = ""
    doubts: str = ""

    @property
    def possible(self) -> bool:
        """Whether it can be done at all."""
        return not self.against


@dataclass(frozen=True)
class Outcome:
    """All ways in one session. `baseline` is all up front, `best` what is recommended; None if nothing is possible."""

    choices: Mapping[str, Choice]
    baseline: Choice
    best: Choice | None

    def saving(self, choice: Choice) -> float:
        """What a way saves of the cost with all tools loaded, as a share, losses counted."""
        return 1 - choice.expected / self.baseline.expected if self.baseline.expected else 0.0


@dataclass(frozen=True)
class Planner:
    """What a plan is made for. `hot` tools stay loaded beside a search, `chosen` are the curated subset.

    `chances` is None where searches are taken to find everything. `meta` are the tokens of meta-tools by kind. Ways
    that need a sandbox for code are only recommended with `sandbox`.
    """

    provider: Provider
    tariff: Tariff
    sizes: Sizes
    meta: Mapping[str, float]
    demand: Demand
    chances: Chances | None = None
    hot: frozenset[Tool] = frozenset()
    chosen: frozenset[Tool] = frozenset()
    margin: float = 0.1
    sandbox: bool = False
    _losses: dict[tuple[object, ...], Loss] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def considered(self) -> Sequence[Strategy]:
        """The ways that the provider has, all up front first."""
        return [way for way in STRATEGIES.values() if way.is_for(self.provider)]

    def bill(self, strategy: Strategy, session: Session, sizes: Sizes | None = None) -> Bill:
        """What a session costs in one way, for a catalog of other sizes if they are given."""
        setting = Setting(
            session,
            sizes or self.sizes,
            self.provider,
            self.meta,
            self.tariff.lifetime,
            self.loss(strategy, session).repeats,
        )
        return Bill(strategy.flow(setting), self.tariff)

    def loss(self, strategy: Strategy, session: Session) -> Loss:
        """What one way is expected to lose."""
        # a copy with other hot tools has the same dictionary
        key = (strategy.name, session.tries, self.hot, self.chosen)
        if key not in self._losses:
            self._losses[key] = self._lose(strategy, session)
        return self._losses[key]

    def _lose(self, strategy: Strategy, session: Session) -> Loss:
        if strategy.subset:
            return lose_by_absence(self.demand, self.chosen)
        if not strategy.retriever or self.chances is None:
            return Loss()
        hot = self.hot if strategy.keeps_hot else frozenset[Tool]()
        return lose_by_search(self.chances.of(strategy.retriever), self.demand, session.tries, hot)

    def expect(self, strategy: Strategy, session: Session, sizes: Sizes | None = None) -> float:
        """The expected cost of a way, in dollars."""
        own = self.bill(strategy, session, sizes)
        lost = self.loss(strategy, session).of_session(session.distinct)
        if not lost:
            return own.cost
        whole = self.bill(STRATEGIES[ALL], session, sizes)
        return own.cost + lost * (whole.cost if whole.fits else own.cost)

    def compare(self, session: Session) -> Outcome:
        """All ways in a session, and the one to choose."""
        choices = {way.name: self._choose(way, session) for way in self.considered}
        baseline = choices[ALL]
        open_ways = [choice for choice in choices.values() if self.is_open(choice)]
        least = min((choice.expected for choice in open_ways), default=0.0)
        alike = [choice for choice in open_ways if choice.expected * (1 - self.margin) <= least]
        best = min(
            alike, key=lambda each: (round(each.lost, 2), each is not baseline, each.expected, each.lost), default=None
        )
        return Outcome(choices, baseline, best)

    def is_open(self, choice: Choice) -> bool:
        """Whether a way can be recommended."""
        return choice.possible and (self.sandbox or not choice.strategy.needs)

    def _choose(self, strategy: Strategy, session: Session) -> Choice:
        bill, loss = self.bill(strategy, session), self.loss(strategy, session)
        against, doubts = self._object(strategy, bill)
        lost = loss.of_session(session.distinct)
        return Choice(strategy, bill, loss, lost, self.expect(strategy, session), against, doubts)

    def _object(self, strategy: Strategy, bill: Bill) -> tuple[str, str]:
        """Why a way is not possible, and what may speak against it."""
        if not bill.fits:
            return f"{bill.largest:,.0f} tokens do not fit into a window of {self.tariff.window:,.0f}", ""
        limits = self.provider.limits
        loaded = {ALL: self.sizes.tools}.get(strategy.name, self.sizes.chosen if strategy.subset else 0)
        if "functions" in limits and loaded > limits["functions"].value:
            text = f"{loaded:,.0f} functions where {self.provider.title} takes {limits['functions'].value:,}"
            return (text, "") if limits["functions"].confidence in _SURE else ("", text)
        deferred = self.sizes.tools - self.sizes.hot
        if strategy.name == "tool-search" and deferred > self.provider.limit("deferred"):
            return f"{deferred:,.0f} deferred tools where {limits['deferred'].value:,} are allowed", ""
        if strategy.subset and not 0 < self.sizes.chosen < self.sizes.tools:
            return ("no tool is in the subset" if not self.chosen else "the subset would be all tools"), ""
        return "", ""
