"""Which tools stay loaded beside a search, and which make up a curated subset.

To keep a tool loaded costs its definition in each request. It saves, as often as the tool is needed, a search for it,
and a session that is done again where no search finds it. Both are taken from the same bills as the plan:

    worth = needs * (searches for it * cost of one + chance that all miss it * cost with all tools loaded)
            - tokens of its definition * cost of a token in the prefix

So a tool is hot if it is needed often, or if it is needed and a search misses it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from catalint.model import Tool
from catalint.planning.losses import count_searches
from catalint.planning.planner import Planner
from catalint.planning.session import Session
from catalint.planning.strategies import ALL, STRATEGIES, Strategy

_MOST = 5
_SAMPLE = 1000  # tokens in the prefix that the price of one is taken from
_PART = 0.01  # of a search, likewise


@dataclass(frozen=True, slots=True)
class Worth:
    """What it is worth to keep a tool loaded, in dollars a session; `found` is the chance that one search finds it."""

    tool: Tool
    worth: float
    found: float
    needs: float


def weigh(planner: Planner, strategy: Strategy, session: Session, tokens: Mapping[Tool, float]) -> Sequence[Worth]:
    """What each tool is worth, most first; ties by server, name and position. `planner` has no hot tools yet."""
    bare = replace(planner.sizes, hot=0.0, hot_full=0.0, hot_share=0.0)
    cost = planner.bill(strategy, session, bare).cost
    one = replace(session, distinct=session.distinct + _PART)
    repeats = planner.loss(strategy, session).repeats
    search = (planner.bill(strategy, one, bare).cost - cost) / (_PART * repeats)
    token = (planner.bill(strategy, session, replace(bare, hot=1.0, hot_full=_SAMPLE)).cost - cost) / _SAMPLE
    again = planner.bill(STRATEGIES[ALL], session).cost
    chances = planner.chances.of(strategy.retriever) if planner.chances else {}
    found = []
    for tool, share in planner.demand.shares.items():
        chance = chances.get(tool, 1.0)
        miss = 1 - chance
        needs = session.distinct * share
        worth = (
            needs * (count_searches(chance, session.tries) * search + miss**session.tries * again)
            - tokens[tool] * token
        )
        found.append(Worth(tool, worth, chance, needs))
    return sorted(found, key=lambda each: (-each.worth, each.tool.server, each.tool.name, each.tool.index))


def choose_hot(
    worths: Sequence[Worth], kept: Sequence[Tool], number: int | None, least: int, most: int
) -> tuple[Tool, ...]:
    """The tools to keep loaded: those that have to be, then by worth.

    There are `number` beside those that have to be; else as many as are worth it, at least `least` and at most `most`.
    """
    others = [each for each in worths if each.tool not in kept]
    if number is None:
        paying = sum(each.worth > 0 for each in others)
        number = min(max(paying, least), most) - len(kept)
    return (*kept, *(each.tool for each in others[: max(0, number)]))


def choose_subset(planner: Planner, size: int) -> tuple[Tool, ...]:
    """The tools that are needed most; ties by server, name and position."""
    weights = planner.demand.weights
    ranked = sorted(weights, key=lambda tool: (-weights[tool], tool.server, tool.name, tool.index))
    if planner.demand.measured:
        ranked = [tool for tool in ranked if weights[tool] > 0]
    return tuple(ranked[:size])
