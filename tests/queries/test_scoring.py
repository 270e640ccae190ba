from __future__ import annotations

from typing import Any

import pytest

from catalint.model import Tool, build_catalog
from catalint.queries.reading import QueryFile, read
from catalint.queries.scoring import DEPTH, Score, run
from catalint.search.bm25 import Bm25
from catalint.search.document import Document
from catalint.search.retriever import TOP, Hit

# Seven tools of one family, one that stands apart.
KINDS = ("letters", "parcels", "crates", "pallets", "tubes", "drums", "sacks")
TOOLS: list[Any] = [{"name": f"list_{kind}", "description": f"List the {kind} of the depot."} for kind in KINDS]
DEPOT = build_catalog("depot", [*TOOLS, {"name": "weigh", "description": "Put something on the scales."}])


def searches(text: str) -> QueryFile:
    return read("q.yaml", text.encode(), (DEPOT,))


def score(text: str) -> Score:
    return run(Bm25(Document(tool) for tool in DEPOT.tools), searches(text).counted)


def test_ranks_and_means() -> None:
    result = score(
        """
        - {query: put it on the scales, tools: [weigh]}
        - {query: list what is in the depot, tools: [list_tubes]}
        - {query: ancient history, tools: [list_drums]}
        - {query: which crates are in the depot, tools: [list_letters, list_crates]}
        """
    )
    assert [outcome.ranks for outcome in result.outcomes] == [(1,), (7,), (0,), (3, 1)]
    assert [outcome.rank for outcome in result.outcomes] == [1, 7, 0, 1]
    assert result.hit_at(1) == 2 / 4
    assert result.hit_at(TOP) == 2 / 4
    assert result.mrr == (1 + 1 / 7 + 0 + 1) / 4
    assert result.recall == (1 + 0 + 0 + 1) / 4
    assert [outcome.search.query for outcome in result.misses] == ["list what is in the depot", "ancient history"]


def test_a_search_with_two_right_tools_can_miss_one() -> None:
    result = score("- {query: list the crates, tools: [list_crates, weigh]}")
    assert result.hit_at(1) == result.mrr == 1
    assert result.recall == 0.5
    (miss,) = result.misses
    assert [(label.name, rank) for label, rank in miss.missing] == [("weigh", 0)]


def test_intruders_are_the_winners_that_are_not_right() -> None:
    (outcome,) = score("- {query: list crates of the depot, tools: [list_crates, list_tubes]}").outcomes
    assert len(outcome.winners) == TOP
    assert outcome.winners[0].tool.name == "list_crates"
    assert "list_crates" not in [hit.tool.name for hit in outcome.intruders]
    assert len(outcome.intruders) == TOP - 1


def test_how_each_tool_does() -> None:
    result = score(
        """
        - {query: put it on the scales, tools: [weigh]}
        - {query: how heavy, tools: [weigh]}
        - {query: list the sacks, tools: [list_sacks]}
        """
    )
    by_name = {tool.name: result.of(tool) for tool in DEPOT.tools}
    assert by_name["weigh"] == (2, 1)
    assert by_name["list_sacks"] == (1, 1)
    assert by_name["list_drums"] == (0, 0)


def test_of_two_tools_with_one_name_the_better_counts() -> None:
    other = build_catalog("other", [{"name": "weigh", "description": "How heavy is a parcel?"}])
    index = Bm25(Document(tool) for tool in (*DEPOT.tools, *other.tools))
    file = read("q.yaml", b"- {query: how heavy is it, tools: [weigh]}", (DEPOT, other))
    assert run(index, file.counted).outcomes[0].ranks == (1,)


def test_drafts_are_not_counted_but_known() -> None:
    file = searches("- {query: a, tools: [weigh], draft: true}\n- {query: b, tools: [weigh]}")
    assert (file.drafts, [search.query for search in file.counted]) == (1, ["b"])


def test_nothing_counts_for_nothing() -> None:
    empty = Score(())
    assert (empty.hit_at(1), empty.mrr, empty.recall, empty.misses) == (0, 0, 0, ())


class Endless:
    """A search whose hits go on for ever; it counts how far somebody looks."""

    def __init__(self, tools: tuple[Tool, ...]) -> None:
        self.tools = tools
        self.asked: list[int] = []

    def search(self, query: str, limit: int = TOP) -> tuple[Hit, ...]:
        raise AssertionError("tasks are not queries")

    def find(self, task: str, limit: int = TOP) -> tuple[Hit, ...]:
        self.asked.append(limit)
        return tuple(Hit(tool, 1.0) for tool in self.tools[:limit])


@pytest.mark.parametrize(("place", "rank"), [(0, 1), (5, 6), (DEPTH - 1, DEPTH), (DEPTH, 0)])
def test_depth(place: int, rank: int) -> None:
    many = build_catalog("many", [{"name": f"tool_{number:03}"} for number in range(DEPTH + 20)])
    file = read("q.yaml", f"- {{query: x, tools: [tool_{place:03}]}}".encode(), (many,))
    retriever = Endless(many.tools)
    (outcome,) = run(retriever, file.counted).outcomes
    assert outcome.rank == rank
    assert retriever.asked == [DEPTH]
