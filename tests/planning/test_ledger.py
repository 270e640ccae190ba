from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from catalint.planning.figures import Price
from catalint.planning.ledger import Bill, Flow, Tariff

PRICE = Price(input=2.0, output=10.0, cached=0.2)
TARIFF = Tariff(PRICE, PRICE, math.inf, write=1.25, floor=1_000, share=1.0, lifetime=300, window=1e6)

amounts = st.floats(0, 50_000, allow_nan=False)
whole = st.integers(1, 60)


@st.composite
def flows(draw: st.DrawFn) -> Flow:
    requests = draw(whole)
    prefix = {"tools": draw(amounts), "system": draw(amounts), "messages": draw(st.floats(1, 500))}
    added = {"results": draw(amounts), "messages": draw(amounts)} if requests > 1 else {"results": 0.0}
    rewrites, expiries = draw(st.floats(0, 5)), draw(st.floats(0, 5))
    return Flow(prefix, added, float(requests), draw(amounts), rewrites=rewrites, expiries=expiries)


@st.composite
def tariffs(draw: st.DrawFn) -> Tariff:
    return replace(
        TARIFF,
        floor=draw(st.floats(0, 100_000)),
        share=draw(st.floats(0, 1)),
        write=draw(st.floats(1, 2)),
        above=draw(st.one_of(st.just(math.inf), st.floats(100, 200_000))),
        long=Price(4.0, 15.0, 0.4),
        caches=draw(st.booleans()),
    )


def by_hand(flow: Flow, tariff: Tariff) -> tuple[float, float, float, float]:
    """Request by request: fresh, written, read, dollars of input."""
    first = sum(flow.prefix.values())
    requests = int(flow.requests)
    growth = sum(flow.added.values()) / (requests - 1) if requests > 1 else 0.0
    chance = min(1.0, (flow.rewrites + flow.expiries) / (requests - 1)) if requests > 1 else 0.0
    fresh = written = read = cost = 0.0
    known = None  # what the cache holds
    for number in range(requests):
        size = first + growth * number
        price = tariff.long if size > tariff.above else tariff.price
        if not tariff.caches or size < tariff.floor:
            now = (size, 0.0, 0.0)
        elif known is None:
            now = (0.0, size, 0.0)
            known = size
        else:
            hit = tariff.share * known
            now = ((1 - chance) * (known - hit), chance * size + (1 - chance) * (size - known), (1 - chance) * hit)
            known = size
        fresh, written, read = fresh + now[0], written + now[1], read + now[2]
        cost += now[0] * price.input + now[1] * price.input * tariff.write + now[2] * price.cached
    return fresh, written, read, cost / 1e6


@given(flows(), tariffs())
def test_the_series_are_what_request_by_request_gives(flow: Flow, tariff: Tariff) -> None:
    made = Bill(flow, tariff)
    # a floor or a price that is met exactly is rounded one way here and the other way there
    edges = (tariff.floor, tariff.above)
    sizes = [made.first + made.growth * number for number in range(int(flow.requests))]
    assume(all(abs(size - edge) > 1e-6 * max(1.0, size) for size in sizes for edge in edges))
    fresh, written, read, cost = by_hand(flow, tariff)
    scale = max(1.0, made.sent)
    assert made.amounts.fresh == pytest.approx(fresh, abs=1e-6 * scale)
    assert made.amounts.written == pytest.approx(written, abs=1e-6 * scale)
    assert made.amounts.read == pytest.approx(read, abs=1e-6 * scale)
    output = made.cost - sum(
        (part.fresh * price.input + part.written * price.input * tariff.write + part.read * price.cached) / 1e6
        for part, price in zip(made._tiers, (tariff.price, tariff.long), strict=True)
    )
    assert made.cost - output == pytest.approx(cost, abs=1e-6)


@given(flows(), tariffs())
def test_what_is_charged_is_what_is_sent(flow: Flow, tariff: Tariff) -> None:
    made = Bill(flow, tariff)
    assert made.amounts.sent == pytest.approx(made.sent, rel=1e-9, abs=1e-6)
    assert min(made.amounts.fresh, made.amounts.written, made.amounts.read) >= -1e-6 * max(1.0, made.sent)


@given(flows(), tariffs())
def test_parts_add_up(flow: Flow, tariff: Tariff) -> None:
    made = Bill(flow, tariff)
    assert sum(made.parts.values()) == pytest.approx(made.sent, rel=1e-9, abs=1e-6)


@given(flows(), st.floats(1, 1_000))
def test_without_a_cache_definitions_cost_in_proportion_to_requests(flow: Flow, factor: float) -> None:
    """What is added on the way is sent again and again; without it, twice the requests are twice the cost."""
    bare = replace(flow, added={}, output=0.0)
    tariff = replace(TARIFF, caches=False)
    one, many = Bill(bare, tariff), Bill(replace(bare, requests=bare.requests * factor), tariff)
    assert many.cost == pytest.approx(one.cost * factor, rel=1e-9)


@given(flows())
def test_rewriting_is_never_cheaper_than_reading(flow: Flow) -> None:
    calm = Bill(replace(flow, rewrites=0.0, expiries=0.0), TARIFF)
    assert calm.cost <= Bill(flow, TARIFF).cost + 1e-12


@given(flows())
def test_a_warm_cache_never_costs_more(flow: Flow) -> None:
    shared = flow.prefix["tools"] + flow.prefix["system"]
    assert Bill(replace(flow, shared=shared), TARIFF).cost <= Bill(flow, TARIFF).cost + 1e-12


def test_nothing_below_the_floor_is_cached() -> None:
    made = Bill(Flow({"tools": 300.0, "messages": 50.0}, {"results": 500.0}, 6.0, 0.0), TARIFF)
    assert made.largest == 850
    assert made.amounts.fresh == made.sent
    assert made.amounts.read == made.amounts.written == 0


def test_one_request_by_hand() -> None:
    """4,000 tokens at 1.25 times two dollars, 100 out at ten."""
    made = Bill(Flow({"tools": 3_900.0, "messages": 100.0}, {}, 1.0, 100.0), TARIFF)
    assert made.cost == pytest.approx((4_000 * 2 * 1.25 + 100 * 10) / 1e6)


def test_long_requests_cost_more() -> None:
    """Two requests of 1,000 and 3,000 tokens, the second above 2,000."""
    tariff = replace(TARIFF, caches=False, above=2_000, long=Price(4.0, 15.0, 0.4))
    made = Bill(Flow({"tools": 1_000.0}, {"results": 2_000.0}, 2.0, 0.0), tariff)
    assert made.cost == pytest.approx((1_000 * 2 + 3_000 * 4) / 1e6)


def test_the_window() -> None:
    made = Bill(Flow({"tools": 900_000.0}, {"results": 200_000.0}, 3.0, 0.0), TARIFF)
    assert made.largest == 1_100_000
    assert not made.fits
