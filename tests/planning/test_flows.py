from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint.planning import flows
from catalint.planning.figures import standard
from catalint.planning.flows import INDEX, META, SCHEMAS, SEARCHES, TOOLS, Setting
from catalint.planning.ledger import Bill, build_tariff
from catalint.planning.session import Session, build_session
from catalint.planning.sizes import Sizes
from catalint.planning.strategies import ALL, STRATEGIES

FIGURES = standard()
ANTHROPIC = FIGURES.providers["anthropic"]
META_TOKENS: Mapping[str, float] = {"search": 250, "loading": 160, "toolsets": 110, "execute": 75}

PARTS = {TOOLS, META, INDEX, SEARCHES, SCHEMAS, flows.SYSTEM, flows.MESSAGES, flows.RESULTS}


def of_size(setting: Setting, tools: float) -> Setting:
    """The same setting for a catalog of another number of such tools."""
    return replace(setting, sizes=setting.sizes.of(tools))


def session(**given: float) -> Session:
    return build_session(FIGURES, "task", given)


def setting(tools: float = 100, provider: str = "anthropic", repeats: float = 1.0, **given: float) -> Setting:
    sizes = Sizes(tools, full=200, brief=70, line=20, signature=35, groups=max(1, tools / 5), sign=50)
    return Setting(session(**given), sizes, FIGURES.providers[provider], META_TOKENS, 300, repeats)


@st.composite
def settings(draw: st.DrawFn) -> Setting:
    calls = draw(st.floats(0, 60))
    made = setting(
        draw(st.floats(1, 3_000)),
        draw(st.sampled_from(["anthropic", "openai"])),
        draw(st.floats(1, 3)),
        turns=draw(st.floats(1, 30)),
        calls=calls,
        distinct=draw(st.floats(0, 20)),
        system=draw(st.floats(0, 20_000)),
        pause=draw(st.floats(0, 4_000)),
    )
    hot = min(made.sizes.tools, draw(st.floats(0, 6)))
    return replace(made, sizes=replace(made.sizes, hot=hot, hot_full=200, hot_share=draw(st.floats(0, 1))))


def ways(given: Setting) -> list[str]:
    return [name for name, way in STRATEGIES.items() if way.is_for(given.provider)]


@given(settings())
def test_every_way_is_made_of_stated_parts(given: Setting) -> None:
    for name in ways(given):
        flow = STRATEGIES[name].flow(given)
        assert set(flow.prefix) | set(flow.added) <= PARTS, name
        assert all(tokens >= 0 and math.isfinite(tokens) for tokens in (*flow.prefix.values(), *flow.added.values()))
        assert flow.requests >= given.session.requests - 1e-9, name
        assert 0 <= flow.trips <= flow.requests - given.session.requests + 1e-9, name
        assert flow.output >= 0, name


@given(settings(), st.floats(1, 500), st.booleans())
def test_more_tools_never_make_all_up_front_cheaper(given: Setting, more: float, caches: bool) -> None:
    tariff = build_tariff(given.provider, given.provider.models[given.provider.default_model], caches=caches)
    less = Bill(flows.all_up_front(given), tariff)
    larger = Bill(flows.all_up_front(of_size(given, given.sizes.tools + more)), tariff)
    assert larger.first > less.first
    assert larger.sent > less.sent
    if not caches or less.first >= tariff.floor:
        # what brings a prompt over the floor can make it cheaper: that is what a floor does
        assert larger.cost > less.cost


@given(settings())
def test_strict_lazy_never_has_more_in_the_prefix_than_sticky(given: Setting) -> None:
    strict, bounded, sticky = (way(given) for way in (flows.strict_lazy, flows.bounded_sticky, flows.sticky))
    same = replace(given, meta={**given.meta, "loading": given.meta["search"]})
    strict, bounded, sticky = (way(same) for way in (flows.strict_lazy, flows.bounded_sticky, flows.sticky))
    front = sum(strict.prefix.values())
    for each in (bounded, sticky):
        # in these the schemas join the tools
        assert front <= sum(each.prefix.values()) + each.added[SCHEMAS] + 1e-6
    assert bounded.added[SCHEMAS] <= sticky.added[SCHEMAS] + 1e-6
    assert strict.rewrites == 0
    assert sticky.rewrites == pytest.approx(given.session.distinct)
    assert bounded.rewrites >= sticky.rewrites - 1e-9


@given(settings())
def test_the_prefix_of_progressive_ways_is_the_same_for_every_catalog(given: Setting) -> None:
    for name in ("strict-lazy", "bounded-sticky", "sticky", "toolsets", "code-search"):
        way = STRATEGIES[name]
        larger = of_size(given, given.sizes.tools * 10)
        assert sum(way.flow(given).prefix.values()) == pytest.approx(sum(way.flow(larger).prefix.values())), name


def test_three_meta_tools() -> None:
    flow = flows.strict_lazy(setting(distinct=3, calls=5))
    assert flow.prefix[META] == 250
    assert flow.trips == 6
    assert flow.added[SCHEMAS] == 3 * 200
    assert flow.added[SEARCHES] == 6 * session().query + 3 * 5 * 20


def test_searches_that_miss_are_made_again() -> None:
    once, twice = flows.strict_lazy(setting(distinct=3)), flows.strict_lazy(setting(distinct=3, repeats=2))
    assert twice.trips - once.trips == 3
    assert twice.added[SCHEMAS] == once.added[SCHEMAS]


def test_a_bounded_client_loads_again_what_it_drove_out() -> None:
    few = flows.bounded_sticky(setting(calls=20, distinct=4, schemas=8))
    many = flows.bounded_sticky(setting(calls=20, distinct=10, schemas=5))
    assert few.rewrites == 4
    # half of the ten further calls meet a tool that is not there
    assert many.rewrites == 10 + (20 - 10) * (1 - 5 / 10)
    assert many.added[SCHEMAS] == 5 * 200


def test_tool_search_keeps_deferred_tools_out_and_adds_five_for_a_search() -> None:
    given = setting(distinct=4)
    given = replace(given, sizes=replace(given.sizes, hot=3, hot_full=100, hot_share=0.5))
    flow = flows.tool_search(given)
    assert flow.prefix[META] == 500
    assert flow.prefix[TOOLS] == 300
    # two of four tools are hot, the others take a search each
    assert flow.added[SCHEMAS] == 2 * 5 * 200
    assert flow.requests == given.session.requests + 2
    assert flow.trips == flow.rewrites == 0


def test_namespaces_keep_a_summary_and_functions_their_description() -> None:
    given = setting(provider="openai", distinct=2)
    spaces, functions = flows.namespaces(given), flows.functions(given)
    assert spaces.prefix[INDEX] == 20 * 50
    assert spaces.added[SCHEMAS] == 2 * 5 * 200
    assert functions.prefix[INDEX] == 100 * 70
    assert functions.added[SCHEMAS] == 2 * (200 - 70)


def test_toolsets_change_the_tools_for_each_group() -> None:
    one = flows.toolsets(setting(distinct=1))
    assert (one.rewrites, one.trips) == (1, 2)
    assert one.added[SCHEMAS] == 5 * 200
    several = flows.toolsets(setting(distinct=4))
    # four tools of twenty groups meet 3.7 groups, if they are spread evenly
    assert several.rewrites == pytest.approx(20 * (1 - (19 / 20) ** 4))


def test_gemini_has_only_what_a_client_does() -> None:
    gemini = FIGURES.providers["gemini"]
    found = {name for name, way in STRATEGIES.items() if way.is_for(gemini)}
    assert {ALL, "subset", "strict-lazy", "bounded-sticky", "sticky", "toolsets", "code-index"} <= found
    assert not found & {"tool-search", "namespaces", "functions"}


def test_a_pause_that_outlasts_the_cache_costs_a_rewrite_for_each_turn() -> None:
    assert flows.all_up_front(setting(turns=5, pause=10)).expiries == 0
    assert flows.all_up_front(setting(turns=5, pause=301)).expiries == 4


def test_a_session_without_calls_needs_no_search() -> None:
    for name in ways(setting()):
        flow = STRATEGIES[name].flow(setting(calls=0, distinct=0))
        assert flow.trips == 0, name
        assert flow.added[SCHEMAS] == 0, name
