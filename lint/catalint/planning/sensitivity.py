"""How far the recommendation hangs on inputs that nobody knows: the two that move it most are varied together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from catalint.planning.figures import Figure
from catalint.planning.planner import Outcome, Planner
from catalint.planning.session import Session

Case = tuple[Planner, Session]


@dataclass(frozen=True)
class Input:
    """An input that is not sure: its figure, and how it is put into a plan."""

    name: str
    figure: Figure
    apply: Callable[[Case, float], Case]

    @property
    def values(self) -> tuple[float, float, float]:
        """Low, as assumed, high."""
        return self.figure.low, self.figure.value, self.figure.high


@dataclass(frozen=True)
class Cell:
    """What is recommended for one value of each input, and what the plan's own recommendation then saves."""

    values: tuple[float, ...]
    best: str
    saving: float


@dataclass(frozen=True)
class Sensitivity:
    """The inputs by how far they move the saving, and what is recommended if the first two are other than assumed.

    `saving` is that of `compared`: the recommended way, or of all others the cheapest where all up front is
    recommended. `ranges` are its least and largest value over each input by itself.
    """

    compared: str
    ranges: Mapping[str, tuple[float, float]]
    inputs: Sequence[Input]
    cells: Sequence[Cell]

    @property
    def is_stable(self) -> bool:
        """Whether the recommendation is the same everywhere."""
        return len({cell.best for cell in self.cells}) <= 1


def find_inputs(planner: Planner, figures: Mapping[str, Figure], given: frozenset[str]) -> Sequence[Input]:
    """The inputs that have a range and that nobody gave."""
    found = [
        Input(name, figure, _of_session(name))
        for name, figure in figures.items()
        if figure.low < figure.high and name not in given
    ]
    for name, figure in planner.provider.limits.items():
        if figure.low < figure.high:
            found.append(Input(name, figure, _of_limit(name)))
    return found


def vary(planner: Planner, session: Session, outcome: Outcome, inputs: Sequence[Input]) -> Sensitivity | None:
    """Vary each input by itself, then the two that move the saving most together; None without two inputs."""
    if outcome.best is None or len(inputs) < 2:
        return None
    compared = outcome.best
    if compared is outcome.baseline:
        others = [choice for choice in outcome.choices.values() if choice is not compared and planner.is_open(choice)]
        compared = min(others, key=lambda choice: choice.expected, default=compared)
    name = compared.strategy.name
    ranges = {}
    for each in inputs:
        savings = [_saving(each.apply((planner, session), value), name) for value in each.values]
        ranges[each.name] = (min(savings), max(savings))
    ranked = sorted(inputs, key=lambda each: (ranges[each.name][0] - ranges[each.name][1], each.name))
    first, second = ranked[:2]
    cells = []
    for one in first.values:
        for two in second.values:
            case = second.apply(first.apply((planner, session), one), two)
            there = case[0].compare(case[1])
            best = there.best.strategy.name if there.best else ""
            cells.append(Cell((one, two), best, there.saving(there.choices[name])))
    return Sensitivity(name, ranges, ranked, cells)


def _saving(case: Case, name: str) -> float:
    outcome = case[0].compare(case[1])
    return outcome.saving(outcome.choices[name])


def _of_session(name: str) -> Callable[[Case, float], Case]:
    def apply(case: Case, value: float) -> Case:
        planner, session = case
        values: dict[str, Any] = {name: value}
        changed = replace(session, **values)
        return planner, replace(changed, distinct=min(changed.distinct, changed.calls, float(planner.demand.needed)))

    return apply


def _of_limit(name: str) -> Callable[[Case, float], Case]:
    def apply(case: Case, value: float) -> Case:
        planner, session = case
        limits = {**planner.provider.limits, name: replace(planner.provider.limits[name], value=value)}
        return replace(planner, provider=replace(planner.provider, limits=limits)), session

    return apply
