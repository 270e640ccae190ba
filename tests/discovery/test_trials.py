from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from catalint.discovery.trials import STYLES, Phrasing, Trial, attempt, best, phrasings, spell, winners, worst
from catalint.model import Catalog, Tool, build_catalog
from catalint.search.bm25 import Bm25
from catalint.search.document import Document
from catalint.search.findability import judge
from catalint.search.retriever import TOP, Hit


def index(catalog: Catalog) -> Bm25:
    return Bm25(Document(tool) for tool in catalog.tools)


def test_phrasings_go_from_many_words_to_few(locks: Catalog) -> None:
    searched = index(locks)
    for verdict in judge(searched):
        found = phrasings(searched.documents[searched.position[verdict.tool]], verdict)
        assert [style for style in STYLES if style in {each.style for each in found}] == [each.style for each in found]
        queries = [each.query.lower() for each in found]
        assert len(set(queries)) == len(queries)
        lengths = {each.style: len(each.query.split()) for each in found}
        assert all(
            lengths.get(style, count) == count
            for style, count in (("one word", 1), ("two words", 2), ("three words", 3))
        )


def test_a_tool_without_words_has_no_phrasing() -> None:
    (catalog, searched) = (build_catalog("s", [{"name": "?!"}]), index(build_catalog("s", [{"name": "?!"}])))
    (verdict,) = judge(searched)
    assert phrasings(searched.documents[0], verdict) == ()
    assert len(catalog.tools) == 1


def test_ranks_and_what_is_around_them(locks: Catalog, by_name: Mapping[str, Tool]) -> None:
    searched = index(locks)
    trial = attempt(searched, len(searched), by_name["gate_state"], Phrasing("one word", "gate"))
    order = [hit.tool.name for hit in searched.search("gate", len(searched))]
    assert order[trial.rank - 1] == "gate_state"
    assert [hit.tool.name for hit in trial.ahead] == order[: trial.rank - 1]
    assert [hit.tool.name for hit in trial.close] == order[trial.rank : trial.rank + len(trial.close)]


def test_a_tool_that_is_no_hit(locks: Catalog, by_name: Mapping[str, Tool]) -> None:
    trial = attempt(index(locks), 7, by_name["book_passage"], Phrasing("name", "gate"))
    assert trial.rank == 0
    assert trial.missed
    assert len(trial.ahead) == 3


def test_both_ways_to_rank_agree(locks: Catalog) -> None:
    """BM25 counts scores, other searches list their hits."""
    searched = index(locks)

    class Plain:
        def search(self, query: str, limit: int = TOP) -> tuple[Hit, ...]:
            return searched.search(query, limit)

        find = search

    for query in ("gate", "water chamber", "open a gate", "the keeper of the barge", "nothing here"):
        for tool in locks.tools:
            phrasing = Phrasing("name", query)
            counted, listed = (attempt(retriever, 7, tool, phrasing) for retriever in (searched, Plain()))
            assert (counted.rank, counted.ahead) == (listed.rank, listed.ahead)


def test_far_down_only_the_rank_is_known() -> None:
    many: list[Any] = [{"name": f"gate_{number:02}", "description": "A gate."} for number in range(40)]
    catalog = build_catalog("s", many)
    trial = attempt(index(catalog), 40, catalog.tools[-1], Phrasing("one word", "gate"))
    assert (trial.rank, len(trial.ahead), trial.close) == (40, TOP, ())


def trial(rank: int, style: str = "name") -> Trial:
    return Trial(Phrasing(style, "q"), rank, ())


def test_best_and_worst() -> None:
    several = [trial(2, "sentence"), trial(1, "name"), trial(1, "two words"), trial(9, "one word")]
    assert (best(several), worst(several)) == (several[2], several[3])
    lost = [trial(0, "sentence"), trial(3, "name")]
    assert (best(lost), worst(lost)) == (lost[1], lost[0])
    assert (best([]), worst([])) == (None, None)


@pytest.mark.parametrize(("rank", "missed"), [(0, True), (1, False), (TOP, False), (TOP + 1, True)])
def test_missed(rank: int, missed: bool) -> None:
    assert trial(rank).missed is missed


def test_winners_are_those_of_missed_searches_worst_first(locks: Catalog) -> None:
    a, b, c, *_ = (Hit(tool, 1.0) for tool in locks.tools)
    trials = [
        Trial(Phrasing("name", "q"), 2, (a,)),
        Trial(Phrasing("name", "r"), 7, (b, c)),
        Trial(Phrasing("name", "s"), 0, (c,)),
    ]
    assert [hit.tool for hit in winners(trials)] == [c.tool, b.tool]


@pytest.mark.parametrize(
    ("description", "term", "word"),
    [
        ("Papers of arXiv.", "xiv", "arXiv"),
        ("Mirror a GitHub project.", "hub", "GitHub"),
        ("Takes userId and more.", "user", "user"),
        ("Takes listOpenOrders.", "order", "orders"),
    ],
)
def test_brands_stay_whole_and_identifiers_do_not(description: str, term: str, word: str) -> None:
    (tool,) = build_catalog("s", [{"name": "x", "description": description}]).tools
    assert spell(Document(tool))[term] == word
