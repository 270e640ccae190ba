"""Figures that others published, from the inputs that they state. docs/plan.md has the same table in words.

Tolerances are those of the rounding of what is stated: a schema of "152 tokens" is one of 151.5 to 152.5, so sums of
280 may be off by 140. What is not stated (above all the size of results) is named where it had to be chosen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from catalint.planning import flows
from catalint.planning.crossover import find_crossover
from catalint.planning.figures import standard
from catalint.planning.flows import META, SCHEMAS, Setting
from catalint.planning.ledger import Bill, Flow, build_tariff
from catalint.planning.session import build_session
from catalint.planning.sizes import Sizes

FIGURES = standard()
GEMINI = FIGURES.providers["gemini"]
MODEL = GEMINI.models["gemini-2.5-pro"]

# Two sizes with their first requests give a schema and what stands beside the schemas: 152.4 and 57 tokens.
SCHEMA = (42_724 - 2_190) / (280 - 14)
BESIDE = 2_190 - 14 * SCHEMA
TRIO = 411 - BESIDE


def bill(
    way: Callable[[Setting], Flow],
    profile: str,
    tools: float,
    *,
    schema: float = SCHEMA,
    caches: bool = True,
    **given: Any,
) -> Bill:
    warm = given.pop("warm", False)
    session = build_session(FIGURES, profile, {"system": 0, "message": BESIDE, **given}, warm=warm)
    sizes = Sizes(tools=tools, full=schema, line=20)
    setting = Setting(session, sizes, GEMINI, {"search": TRIO, "loading": TRIO}, 300)
    return Bill(way(setting), build_tariff(GEMINI, MODEL, caches=caches))


def input_cost(made: Bill) -> float:
    """Input by the price of a fresh token, as the measurement has it: it leaves output out."""
    return made.amounts.fresh + made.amounts.written + 0.1 * made.amounts.read


def test_a_schema_has_152_tokens() -> None:
    assert round(SCHEMA) == 152


@pytest.mark.parametrize(("tools", "first"), [(14, 2_190), (42, 6_457), (84, 12_857), (280, 42_724)])
def test_the_first_request_grows_with_the_tools(tools: int, first: int) -> None:
    """2,190 and 42,724 are published, the two between follow from them."""
    assert bill(flows.all_up_front, "measured-long", tools).first == pytest.approx(first, abs=1)
    # with the schema as it is printed, 152, half a token a tool is lost at most
    assert bill(flows.all_up_front, "measured-long", tools, schema=152).first == pytest.approx(first, abs=0.5 * tools)


@pytest.mark.parametrize("tools", [14, 42, 84, 280])
def test_the_first_request_of_a_progressive_agent_does_not(tools: int) -> None:
    assert bill(flows.strict_lazy, "measured-long", tools).first == pytest.approx(411)


@pytest.mark.parametrize(
    ("profile", "basic", "progressive"),
    [("measured-long", (4, 6), (7, 9)), ("measured-middle", (3, 4), (6, 9)), ("measured-short", (3, 4), (5, 8))],
)
def test_profiles_make_the_requests_that_were_measured(
    profile: str, basic: tuple[int, int], progressive: tuple[int, int]
) -> None:
    """The middles of the ranges."""
    assert bill(flows.all_up_front, profile, 42).flow.requests == pytest.approx(sum(basic) / 2)
    assert bill(flows.strict_lazy, profile, 42).flow.requests == pytest.approx(sum(progressive) / 2)


def test_92_per_cent_of_the_largest_prompt_are_cached() -> None:
    """92 % is an input (share); the prompt of 57 tokens beside the tools is not known beforehand: 91.9 %."""
    first = bill(flows.all_up_front, "measured-long", 280, warm=True)._between(0, 1)
    assert first.read / first.sent == pytest.approx(0.92, abs=0.005)


def test_the_trio_of_meta_tools_never_reaches_the_cache() -> None:
    """0 of 36 runs: 411 tokens, and what the measured sessions add, stay below 4,400."""
    for profile in ("measured-long", "measured-middle", "measured-short"):
        made = bill(flows.strict_lazy, profile, 280, result=600, warm=True)
        assert made.largest < MODEL.floor
        assert made.amounts.read == 0


def test_the_loss_at_280_tools_though_cached() -> None:
    """Published: 2.4 times. The size of results is not; with 600 tokens each it is 2.35 to 2.85, the middle 2.57.

    So the factor is within 10 % of one that stated inputs give, for a result size that was chosen for it.
    """
    factors = [
        input_cost(bill(flows.all_up_front, profile, 280, result=600, warm=True))
        / input_cost(bill(flows.strict_lazy, profile, 280, result=600, warm=True))
        for profile in ("measured-long", "measured-middle", "measured-short")
    ]
    assert min(factors) == pytest.approx(2.4, rel=0.03)
    assert sum(factors) / 3 == pytest.approx(2.4, rel=0.1)


def crossover(profile: str, result: float) -> float:
    def difference(tools: float) -> float:
        basic = bill(flows.all_up_front, profile, tools, result=result, caches=False)
        return bill(flows.strict_lazy, profile, tools, result=result, caches=False).sent - basic.sent

    (point,) = find_crossover(difference, 1, 1_000).points
    return point


def test_two_of_three_crossovers() -> None:
    """Published: near 60, near 30 and under 20 tools, in tokens sent. With results of 1,500 tokens: 18.8, 24.6, 18.6.

    The second is within 20 % ("near"), the third holds. The first does not: it would need results of four times that
    size, which nobody states, so it is not reproduced and the model not bent.
    """
    assert crossover("measured-middle", 1_500) == pytest.approx(30, rel=0.2)
    assert crossover("measured-short", 1_500) < 20
    assert crossover("measured-long", 1_500) < 30
    assert crossover("measured-long", 6_500) == pytest.approx(60, rel=0.05)


def test_ten_servers_of_twenty_tools() -> None:
    """Ten times twenty times 500 is 100,000 exactly."""
    made = bill(flows.all_up_front, "one-shot", 10 * 20, schema=500)
    assert made.flow.prefix[flows.TOOLS] == 100_000


def test_deferral_leaves_an_eighth() -> None:
    """77,000 becomes 8,700: 72,000 of definitions, so 5,000 beside them; a search tool of 500, three tools of 3,000.

    The sum of what is stated is 8,500, 2.3 % less than published; parts are stated to the thousand.
    """
    anthropic = FIGURES.providers["anthropic"]
    three = replace(anthropic.limits["references"], value=3)
    provider = replace(anthropic, limits={**anthropic.limits, "references": three})
    session = build_session(FIGURES, "one-shot", {"system": 5_000, "message": 0})
    setting = Setting(session, Sizes(tools=72, full=1_000), provider, {}, 300)
    whole, deferred = flows.all_up_front(setting), flows.tool_search(setting)
    assert sum(whole.prefix.values()) == 77_000
    assert sum(deferred.prefix.values()) + deferred.added[SCHEMAS] == pytest.approx(8_700, rel=0.025)


def test_search_and_execute() -> None:
    """1.17 million tokens become about 1,000. The thousand is an input: nobody says what it is made of."""
    session = build_session(FIGURES, "one-shot", {"system": 0, "message": 0})
    setting = Setting(session, Sizes(tools=2_500, full=468), FIGURES.providers["anthropic"], {}, 300)
    assert flows.all_up_front(setting).prefix[flows.TOOLS] == 1_170_000
    assert flows.code_search(setting).prefix[META] == 1_000
