from __future__ import annotations

import pytest

from catalint.planning.caching import Rates, break_even
from catalint.planning.figures import standard


def test_the_usual_factor_is_eleven_and_a_half() -> None:
    assert Rates().factor == pytest.approx((1.25 - 0.1) / 0.1)
    assert Rates().factor == pytest.approx(11.5)


def test_rates_of_others_give_other_factors() -> None:
    assert Rates(read=0.1, write=2).factor == pytest.approx(19)  # an hour of Anthropic
    assert Rates(read=0.05, write=1.25).factor == pytest.approx(24)  # Sonnet 5.5, GPT-6.1 Terra
    assert Rates(read=0.1, write=1).factor == pytest.approx(9)  # Gemini writes for nothing extra


def test_the_published_case() -> None:
    """50,000 tokens written again for 300 saved: "about 1,900" turns; the arithmetic gives 1,916.7, 0.9 % more."""
    turns = break_even(50_000, 300)
    assert turns == pytest.approx(1916.67, abs=0.01)
    assert turns == pytest.approx(1900, rel=0.01)


def test_what_is_kept_out_of_a_cache_saves_a_tenth() -> None:
    """300 tokens kept out of a cached prefix are worth 30 at full price in each turn, exactly."""
    assert 300 * Rates().read == pytest.approx(30)


@pytest.mark.parametrize("saved", [0, -5])
def test_nothing_saved_never_pays(saved: int) -> None:
    assert break_even(1000, saved) is None


def test_reading_for_nothing_never_pays() -> None:
    assert break_even(1000, 10, Rates(read=0, write=1.25)) is None


def test_more_is_saved_sooner() -> None:
    assert (break_even(10_000, 200) or 0) < (break_even(10_000, 100) or 0) < (break_even(20_000, 100) or 0)


def test_the_usual_rates_are_those_of_the_figures() -> None:
    anthropic = standard().providers["anthropic"]
    assert anthropic.rates == Rates()
