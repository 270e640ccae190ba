"""How far a recommendation hangs on what nobody knows, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from catalint.output.planning import wording
from catalint.planning.plan import Plan
from catalint.planning.sensitivity import Sensitivity


def spans(found: Sensitivity) -> Sequence[str]:
    """The two inputs that what is saved hangs on most, each with its range and what is saved from end to end."""
    shown = []
    for each in found.inputs[:2]:
        low, high = found.ranges[each.name]
        values = f"{wording.amount(each.values[0])} to {wording.amount(each.values[-1])}"
        shown.append(f"{wording.NAMES[each.name]} ({values}: {low:.0%} to {high:.0%})")
    return shown


def exceptions(plan: Plan, found: Sensitivity) -> Sequence[tuple[str, str]]:
    """What else would be recommended, and for which values of the two inputs: `result 70 with turns 1 or 8`."""
    best = plan.outcome.best
    titles = {name: choice.strategy.title for name, choice in plan.outcome.choices.items()}
    first, second = (wording.NAMES[each.name] for each in found.inputs[:2])
    cases: dict[str, dict[float, list[float]]] = {}
    for cell in found.cells:
        if best is None or cell.best != best.strategy.name:
            one, two = cell.values
            cases.setdefault(cell.best, {}).setdefault(one, []).append(two)
    whole = len({cell.values[1] for cell in found.cells})
    shown = []
    for name, by_first in cases.items():
        parts: dict[str, list[str]] = {}
        for value, others in by_first.items():
            tail = "" if len(others) == whole else f" with {second} {_either(map(wording.amount, others))}"
            parts.setdefault(tail, []).append(wording.amount(value))
        text = "; ".join(f"{first} {_either(values)}{tail}" for tail, values in parts.items())
        shown.append((titles.get(name, "nothing"), text))
    return shown


def _either(values: Iterable[str]) -> str:
    found = list(values)
    return " or ".join(filter(None, (", ".join(found[:-1]), found[-1])))
