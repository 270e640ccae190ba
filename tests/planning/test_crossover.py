from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalint.planning.crossover import find_crossover
from catalint.planning.plan import Plan
from catalint.planning.strategies import ALL, STRATEGIES


@given(st.floats(1.5, 900), st.floats(0.01, 100))
def test_a_line_crosses_where_it_does(point: float, slope: float) -> None:
    found = find_crossover(lambda number: slope * (point - number), 1, 1_000)
    assert list(found.points) == pytest.approx([point], rel=1e-5)
    assert not found.pays_first
    assert found.intervals == [(found.points[0], 1_000)]


def test_a_parabola_crosses_twice() -> None:
    found = find_crossover(lambda number: (number - 5) * (number - 20), 1, 100)
    assert list(found.points) == pytest.approx([5, 20], rel=1e-5)
    assert list(found.intervals[0]) == pytest.approx([5, 20], rel=1e-5)


def test_always_and_never() -> None:
    assert find_crossover(lambda _: -1.0, 1, 10).always
    assert find_crossover(lambda _: 1.0, 1, 10).never
    # what costs the same does not pay
    assert find_crossover(lambda _: 0.0, 1, 10).never


@pytest.mark.parametrize("provider", ["anthropic", "openai", "gemini"])
def test_crossovers_are_where_they_are_said_to_be(nursery: Callable[..., Plan], provider: str) -> None:
    """On both sides of each point the difference has the sign that the intervals tell."""
    plan = nursery(60, provider=provider, blind=True)
    checked = 0
    for name, sides in plan.crossovers.items():
        way, whole = STRATEGIES[name], STRATEGIES[ALL]
        found = sides["tools"]
        for number, point in enumerate(found.points):
            pays_after = (number % 2 == 0) != found.pays_first
            for tools, pays in ((point - 1e-3, not pays_after), (point + 1e-3, pays_after)):
                sizes = plan.sizes.of(tools)
                own = plan.planner.bill(way, plan.session, sizes).cost
                assert (own < plan.planner.bill(whole, plan.session, sizes).cost) == pays, (name, point)
                checked += 1
    assert checked >= 8


@settings(max_examples=20)
@given(st.integers(30, 400))
def test_progressive_ways_pay_from_the_same_number_of_tools_on_whatever_the_catalog(
    nursery: Callable[..., Plan], count: int
) -> None:
    """Catalogs of tools of one size differ by their number alone, so what pays from 40 tools on says so for each."""
    (low, _), *_ = nursery(count, blind=True).crossovers["strict-lazy"]["tools"].intervals
    assert low == pytest.approx(25, rel=0.25)
