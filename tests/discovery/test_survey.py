from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint.discovery.detail import examine
from catalint.discovery.survey import Expected, Survey, expect, reciprocal_rank
from catalint.model import Catalog, Tool, build_catalog
from catalint.search.mount import Mount
from catalint.search.naming import parse
from catalint.search.retrievers import RETRIEVERS

Make = Callable[..., Survey]


def test_rows_go_from_the_least_likely_found_up(make: Make) -> None:
    survey = make(open_gate=0.2, gate_state=0.1, book_passage=0.9)
    assert [row.tool.name for row in survey.rows][:2] == ["gate_state", "open_gate"]
    assert survey.rows[-1].tool.name == "book_passage"
    # equal ones by name
    assert [row.tool.name for row in survey.rows][2:4] == ["cancel_passage", "close_gate"]
    assert [row.missed for row in survey.rows] == [True, True, False, False, False, False, False]


def test_expectations(make: Make) -> None:
    expected = make(open_gate=0.2, gate_state=0.1, book_passage=0.9).expected
    assert (expected.tools, expected.missed) == (7, 2)
    assert expected.hits == pytest.approx((0.2 + 0.1 + 0.9 + 4 * 0.5) / 7)
    assert expected.mrr == pytest.approx(sum(map(reciprocal_rank, (0.2, 0.1, 0.9, 0.5, 0.5, 0.5, 0.5))) / 7)
    assert expect([]) == Expected(0, 0, 0, 0)


@given(st.floats(0, 1), st.floats(0, 1))
def test_reciprocal_ranks_are_possible(one: float, other: float) -> None:
    """Found with p at one of five places: the mean is between p / 5 and p, and it grows with p."""
    assert one / 5 <= reciprocal_rank(one) <= one
    assert (reciprocal_rank(one) <= reciprocal_rank(other)) or one > other


def test_one_server_has_no_company(make: Make, locks: Catalog) -> None:
    survey = make()
    assert not survey.several
    assert survey.company == {}
    assert survey.drowned == {}
    assert all(row.alone is None for row in survey.rows)
    assert survey.alone(locks) == survey.together(locks)


def test_company_is_what_the_same_searches_find(make: Make, locks: Catalog, park: Catalog) -> None:
    survey = make(locks, park)
    assert set(survey.company) == {locks, park}
    company = survey.company[locks]
    assert company.together <= company.alone
    for tool, each in survey.drowned.items():
        assert each.tool is tool
        assert 0 < each.alone.rank <= 5
        assert not 0 < each.together.rank <= 5
        assert each.alone.phrasing == each.together.phrasing
        assert {hit.tool.server for hit in each.ahead}.isdisjoint({tool.server})
        assert " " in each.together.phrasing.query


def test_a_tool_drowns_among_tools_of_its_words(make: Make, locks: Catalog) -> None:
    others = build_catalog(
        "fence", [{"name": f"gate_state_{letter}", "description": "Gate state."} for letter in "abcdef"]
    )
    survey = make(locks, others)
    (gate_state,) = (tool for tool in locks.tools if tool.name == "gate_state")
    drowning = survey.drowned[gate_state]
    assert drowning.alone.rank == 1
    assert drowning.together.rank > 5
    assert all(hit.tool.server == "fence" for hit in drowning.ahead)
    assert survey.company[locks].together < survey.company[locks].alone
    assert [each.tool.name for each in survey.company[locks].drowned] == ["gate_state"]


def test_the_order_of_the_inputs_changes_no_figure(make: Make, locks: Catalog, park: Catalog) -> None:
    first, second = make(locks, park), make(park, locks)
    assert [row.tool for row in first.rows] == [row.tool for row in second.rows]
    assert first.company[locks] == second.company[locks]
    assert list(first.drowned) == list(second.drowned)


def test_names_of_the_client_are_searched(locks: Catalog, by_name: Mapping[str, Tool]) -> None:
    named = Survey(RETRIEVERS["bm25"], Mount((locks,), parse("{server}__{tool}")))
    assert [hit.tool.server for hit in named.retriever.find("locks open")][:1] == ["locks"]
    # its own words stay those of its own name
    (name,) = (each for each in named.phrasings(by_name["open_gate"]) if each.style == "name")
    assert name.query == "open gate"


def test_words_that_only_the_client_says_are_no_words_of_a_tool(locks: Catalog, by_name: Mapping[str, Tool]) -> None:
    named = Survey(RETRIEVERS["bm25"], Mount((locks,), parse("mcp__{server}__")))
    for tool in locks.tools:
        assert "mcp" not in {word for each in named.phrasings(tool) for word in each.query.split()}
        assert "mcp" not in dict(named.common(tool))
    assert "mcp" not in {word.word for word in examine(named, by_name["open_gate"]).words}
    assert named.retriever.find("mcp", 99)


def test_common_words_come_with_how_many_tools_have_them(make: Make, by_name: Mapping[str, Tool]) -> None:
    words = dict(make().common(by_name["open_gate"]))
    assert words["gate"] == 3
    assert words["open"] == 1
