from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from catalint.errors import UserError
from catalint.model import Catalog, build_catalog
from catalint.planning.losses import lose_by_absence, lose_by_search
from catalint.planning.plan import Plan
from catalint.planning.strategies import ALL, STRATEGIES

Make = Callable[..., Plan]


def test_a_small_catalog_is_loaded_as_a_whole(planned: Make, depot: Catalog) -> None:
    plan = planned([depot])
    assert plan.outcome.best is plan.outcome.baseline


def test_a_large_one_is_not(nursery: Make) -> None:
    plan = nursery(300)
    assert plan.outcome.best is not None
    assert plan.outcome.best.strategy.name != ALL
    assert plan.outcome.saving(plan.outcome.best) > plan.planner.margin


def test_the_recommendation_pays_for_what_it_loses(nursery: Make) -> None:
    plan = nursery(300)
    base = plan.outcome.baseline
    for choice in plan.outcome.choices.values():
        assert choice.expected == pytest.approx(choice.bill.cost + choice.lost * base.bill.cost)
        assert choice.lost == pytest.approx(1 - (1 - choice.loss.missed) ** plan.session.distinct)
    cheapest = min(plan.outcome.choices.values(), key=lambda choice: choice.bill.cost)
    # what is cheapest before losses is the subset, which lacks most of what is needed
    assert cheapest.strategy.name == "subset"
    assert cheapest is not plan.outcome.best


def test_without_losses_the_cheapest_is_chosen_or_one_as_cheap(nursery: Make) -> None:
    plan = nursery(300, blind=True, sandbox=True)
    best = plan.outcome.best
    assert best is not None
    assert all(not choice.loss.first for choice in plan.outcome.choices.values() if not choice.strategy.subset)
    rest = [choice for choice in plan.outcome.choices.values() if not choice.strategy.subset]
    assert best.expected == min(choice.expected for choice in rest)


@pytest.mark.parametrize("count", [40, 60, 90, 140, 300])
@pytest.mark.parametrize("provider", ["anthropic", "openai", "gemini"])
def test_of_ways_that_cost_alike_the_one_that_loses_least_is_chosen(nursery: Make, provider: str, count: int) -> None:
    plan = nursery(count, provider=provider)
    best, base = plan.outcome.best, plan.outcome.baseline
    assert best is not None
    able = [choice for choice in plan.outcome.choices.values() if plan.planner.is_open(choice)]
    least = min(choice.expected for choice in able)
    alike = [choice for choice in able if choice.expected * (1 - plan.planner.margin) <= least]
    assert best in alike
    assert round(best.lost, 2) == min(round(choice.lost, 2) for choice in alike)
    assert base not in alike or best is base


def test_the_margin_is_what_counts_as_alike(nursery: Make) -> None:
    plan = nursery(60)
    wide = replace(plan.planner, margin=0.9).compare(plan.session)
    narrow = replace(plan.planner, margin=0.0).compare(plan.session)
    assert wide.best is wide.baseline  # which loses nothing
    assert narrow.best is not None
    assert narrow.best.lost
    assert narrow.best.expected == min(each.expected for each in narrow.choices.values() if plan.planner.is_open(each))


def test_code_is_only_recommended_with_a_sandbox(nursery: Make) -> None:
    without, with_one = nursery(120), nursery(120, sandbox=True)
    assert without.outcome.best is not None
    assert with_one.outcome.best is not None
    assert not without.outcome.best.strategy.needs
    assert with_one.outcome.best.strategy.needs


def test_what_does_not_fit_is_not_possible(nursery: Make) -> None:
    plan = nursery(3_000, model="claude-haiku-4.5", blind=True)
    base = plan.outcome.baseline
    assert "do not fit into a window of 200,000" in base.against
    assert plan.outcome.best is not None
    assert plan.outcome.best is not base


def test_too_many_functions(nursery: Make) -> None:
    gemini = nursery(600, provider="gemini", blind=True).outcome.baseline
    assert gemini.against == "600 functions where Gemini takes 512"
    openai = nursery(600, provider="openai", blind=True).outcome.baseline
    # nobody is sure of this limit, so it is a doubt
    assert openai.possible
    assert openai.doubts == "600 functions where OpenAI takes 128"


def test_more_than_may_be_deferred(nursery: Make) -> None:
    plan = nursery(10_010, blind=True, hot=5)
    assert plan.outcome.choices["tool-search"].against == "10,005 deferred tools where 10,000 are allowed"


def test_one_tool(nursery: Make) -> None:
    plan = nursery(1)
    assert plan.outcome.best is plan.outcome.baseline
    assert plan.session.distinct == 1
    assert plan.outcome.choices["subset"].against == "the subset would be all tools"


def test_counts_decide_what_stays_loaded(nursery: Make) -> None:
    counts = {"sell_plant3": 900, "water_plant9": 90, "sow_plant0": 9}
    plan = nursery(100, counts=counts)
    assert [tool.name for tool in plan.hot[:2]] == ["sell_plant3", "water_plant9"]
    assert len(plan.hot) in (3, 4, 5)
    assert [tool.name for tool in plan.planner.chosen] or plan.planner.chosen
    assert {tool.name for tool in plan.planner.chosen} == set(counts)


def test_a_tool_that_a_search_misses_is_rather_kept(nursery: Make) -> None:
    """Of tools of one size that are needed alike, those come first that are found least."""
    plan = nursery(60, counts={f"{job}_plant{number}": 1.0 for number in range(12) for job in ("sow", "find", "water")})
    needed = [each for each in plan.worths if each.needs > 0]
    same = [each for each in needed if plan.tokens[each.tool] == plan.tokens[needed[0].tool]]
    assert len(same) > 3
    assert [each.found for each in same] == sorted(each.found for each in same)


def test_what_has_to_stay_and_how_many(nursery: Make) -> None:
    plan = nursery(80, keep=("prune_*1",), hot=2)
    assert [tool.name for tool in plan.hot[:2]] == ["prune_plant1", "prune_plant11"]
    assert len(plan.hot) == 4
    assert set(plan.hot) | set(plan.deferred) == set(plan.tools)
    assert not set(plan.hot) & set(plan.deferred)
    assert nursery(80, hot=0).hot == ()


def test_a_subset_that_is_given(nursery: Make) -> None:
    plan = nursery(80, subset=("sow_*",))
    assert all(tool.name.startswith("sow_") for tool in plan.planner.chosen)
    loss = plan.outcome.choices["subset"].loss
    assert loss.missed == pytest.approx(1 - plan.sizes.chosen_share)


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"provider": "antropic"}, "did you mean 'anthropic'"),
        ({"model": "claude-opus-55"}, "did you mean 'claude-opus-5.5'"),
        ({"model": "gpt-6-sol"}, "gpt-6-sol is a model of OpenAI: add --provider openai"),
        ({"profile": "tusk"}, "did you mean 'task'"),
        ({"lifetime": "7d"}, "there are: 5m, 1h"),
        ({"keep": ("nothing*",)}, "--keep: no tool 'nothing*'"),
        ({"subset": ("sow_plnt1",)}, "--subset: no tool 'sow_plnt1'; did you mean"),
    ],
)
def test_wrong_requests_are_one_line(nursery: Make, request_: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError) as caught:
        nursery(10, **request_)
    assert message in str(caught.value)


def test_losses_of_a_search(nursery: Make) -> None:
    plan = nursery(20, counts={"sow_plant0": 3, "find_plant0": 1})
    first, second = plan.tools[0], plan.tools[1]
    chances = {**dict.fromkeys(plan.tools, 1.0), first: 0.5, second: 0.2}
    once = lose_by_search(chances, plan.demand, 1, frozenset())
    assert once.missed == once.first == pytest.approx(0.75 * 0.5 + 0.25 * 0.8)
    assert once.repeats == 1
    assert [tool for tool, _ in once.worst] == [second]
    twice = lose_by_search(chances, plan.demand, 2, frozenset())
    assert twice.missed == pytest.approx(0.75 * 0.25 + 0.25 * 0.64)
    assert twice.repeats == pytest.approx(1 + once.missed)
    hot = lose_by_search(chances, plan.demand, 2, frozenset([first]))
    assert hot.missed == pytest.approx(0.25 * 0.64)
    assert hot.repeats == pytest.approx(1.8)
    assert lose_by_absence(plan.demand, frozenset([first])).missed == pytest.approx(0.25)


def test_a_search_that_never_finds(nursery: Make) -> None:
    plan = nursery(5)
    loss = lose_by_search(dict.fromkeys(plan.tools, 0.0), plan.demand, 3, frozenset())
    assert [loss.missed, loss.repeats] == pytest.approx([1, 3])
    assert loss.of_session(2) == pytest.approx(1)


def test_sensitivity_names_the_inputs_that_move_most(nursery: Make) -> None:
    found = nursery(300).sensitivity
    assert found is not None
    widths = [high - low for low, high in (found.ranges[each.name] for each in found.inputs)]
    assert widths == sorted(widths, reverse=True)
    assert len(found.cells) == 9
    assert found.is_stable == (len({cell.best for cell in found.cells}) == 1)


def test_what_is_given_is_not_varied(nursery: Make) -> None:
    found = nursery(300, given={"tries": 2.0, "distinct": 4.0}).sensitivity
    assert found is not None
    assert not {"tries", "distinct"} & {each.name for each in found.inputs}


def test_varying_puts_values_in_as_if_they_were_given(nursery: Make) -> None:
    """The middle of the grid is the plan itself; a corner is the plan with these values given."""
    plan = nursery(300)
    found = plan.sensitivity
    assert found is not None
    choice = plan.outcome.choices[found.compared]
    assert found.cells[4].saving == pytest.approx(plan.outcome.saving(choice))
    names = [each.name for each in found.inputs[:2]]
    if set(names) <= set(plan.inputs):
        values: dict[str, Any] = dict(zip(names, found.cells[0].values, strict=True))
        outcome = plan.planner.compare(replace(plan.session, **values))
        assert found.cells[0].best == (outcome.best.strategy.name if outcome.best else "")


def test_servers_together(planned: Make) -> None:
    names = ("north", "south")
    catalogs = [
        build_catalog(name, [{"name": f"open_{name}_door", "description": "Open.", "inputSchema": {"type": "object"}}])
        for name in names
    ]
    plan = planned(catalogs)
    assert len(plan.tools) == 2
    assert [group.name for group in plan.groups] == ["north", "south"]


def test_the_ways_of_each_provider(nursery: Make) -> None:
    for provider, own in (("anthropic", {"tool-search"}), ("openai", {"namespaces", "functions"}), ("gemini", set())):
        names = set(nursery(40, provider=provider, blind=True).outcome.choices)
        assert own <= names
        assert names <= set(STRATEGIES)
    gemini = nursery(40, provider="gemini")
    assert gemini.search is None
    assert gemini.hot == ()
