from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint.search.estimate import (
    chance_among_level,
    chance_with_rivals,
    combined,
    log_odds,
    logistic,
    short_queries,
)
from catalint.search.sayability import Sayable


@given(st.lists(st.floats(-8, 8), min_size=1, max_size=6))
def test_weights_of_the_queries_add_up_to_one(odds: list[float]) -> None:
    words = [Sayable(f"w{number}", value) for number, value in enumerate(odds)]
    queries = list(short_queries(words))
    assert sum(weight for weight, _ in queries) == pytest.approx(1)
    assert len(queries) == len(words) + math.comb(len(words), 2)
    assert all(weight > 0 for weight, _ in queries)


def test_words_that_are_said_more_often_weigh_more() -> None:
    weights = {query: weight for weight, query in short_queries([Sayable("gate", 1.0), Sayable("lock", 0.0)])}
    gate, lock = Sayable("gate", 1.0), Sayable("lock", 0.0)
    assert weights[gate,] == pytest.approx(0.5 * math.e / (1 + math.e))
    assert weights[gate, lock] == pytest.approx(0.5)
    assert list(short_queries([])) == []


def test_chances_with_rivals_are_those_of_a_poisson_distribution() -> None:
    assert chance_with_rivals(0) == 1
    assert chance_with_rivals(4) == pytest.approx(sum(math.exp(-4) * 4**n / math.factorial(n) for n in range(5)))
    assert chance_with_rivals(4, top=1) == pytest.approx(math.exp(-4))
    assert chance_with_rivals(50) == 0


@pytest.mark.parametrize(
    ("before", "level", "chance"), [(0, 5, 1.0), (0, 10, 0.5), (4, 2, 0.5), (5, 1, 0.0), (9, 3, 0)]
)
def test_equal_tools_share_the_places_that_are_left(before: int, level: int, chance: float) -> None:
    assert chance_among_level(before, level) == chance


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_probability_is_corrected_towards_the_share(probability: float, share: float) -> None:
    value = combined(probability, share, 0, 0.3)
    assert 0 < value < 1
    assert combined(probability, 1, 0, 0.3) >= value >= combined(probability, 0, 0, 0.3)
    assert logistic(log_odds(0.5)) == 0.5
