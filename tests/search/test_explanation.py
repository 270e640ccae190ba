from __future__ import annotations

import pytest

from catalint.model import Json, Tool, build_catalog
from catalint.search.bm25 import Bm25
from catalint.search.document import Document
from catalint.search.explanation import (
    is_missed,
    own_trials,
    rank_if_said,
    rank_if_short,
    spellings,
    spoken_names,
    try_terms,
)
from catalint.search.findability import judge

FILLER = "Staff fill in every line by hand and hand it to the office before noon. " * 6


def catalog() -> list[Tool]:
    entries: list[Json] = [
        {"name": f"stamp_{kind}_ticket", "description": f"Stamp a ticket for the {kind}."}
        for kind in ("bus", "tram", "ferry", "train", "cable car", "night bus", "funicular")
    ]
    long: Json = {
        "name": "stamp_ticket",
        "description": f"Stamp a ticket. {FILLER}",
        "inputSchema": {"properties": {"ticket": {}, "validator": {"description": "Validator at the gate."}}},
    }
    return list(build_catalog("transit", [*entries, long]).tools)


@pytest.fixture
def index() -> Bm25:
    return Bm25(Document(tool) for tool in catalog())


@pytest.fixture
def tool(index: Bm25) -> Tool:
    return next(document.tool for document in index.documents if document.tool.name == "stamp_ticket")


def test_a_trial_gives_the_rank_and_who_is_ahead(index: Bm25, tool: Tool) -> None:
    trial = try_terms(index, tool, ("stamp", "ticket"))
    assert trial.rank == 8
    assert trial.missed
    assert [rival.name for rival in trial.ahead] == [hit.tool.name for hit in index.search("stamp ticket")]
    assert not try_terms(index, tool, ("stamp", "ticket", "valid")).missed
    assert try_terms(index, tool, ()).rank == 1


def test_a_tool_is_missed_if_a_trial_misses_it(index: Bm25) -> None:
    queries = [("stamp", "ticket"), ("stamp",), ("bus",), ("ticket", "valid"), (), ("stamp", "ticket", "night", "bus")]
    for tool in (document.tool for document in index.documents):
        for terms in queries:
            assert is_missed(index, tool, terms) is try_terms(index, tool, terms).missed, (tool.name, terms)


def test_own_trials_search_by_name_and_by_the_most_sayable_words(index: Bm25, tool: Tool) -> None:
    verdict = next(verdict for verdict in judge(index) if verdict.tool is tool)
    trials = own_trials(index, verdict, ("stamp", "ticket"))
    assert trials.name.terms == ("stamp", "ticket")
    assert (len(trials.two.terms), len(trials.three.terms)) == (2, 3)


def test_a_spoken_name_has_no_namespace_and_no_numbers(index: Bm25, tool: Tool) -> None:
    spoken = spoken_names(index, lambda word: word == "stamp")
    assert spoken[tool] == {"stamp": "stamp", "ticket": "ticket"}
    # all names begin with it, and it is no verb here
    assert spoken_names(index, lambda _: False)[tool] == {"ticket": "ticket"}
    entries: list[Json] = [{"name": f"acme_v2_{name}"} for name in ("open_door", "close_door", "2_doors")]
    names = spoken_names(Bm25(map(Document, build_catalog("acme", entries).tools)), lambda _: False)
    assert sorted(tuple(name.values()) for name in names.values()) == [("close", "door"), ("doors",), ("open", "door")]


def test_the_rank_with_a_word_said_is_that_of_a_search_over_the_text(index: Bm25, tool: Tool) -> None:
    assert rank_if_said(index, tool, ("stamp", "ticket"), 10) == (8, ())
    assert rank_if_said(index, tool, ("stamp", "ticket"), 3) == (4, ())
    crowd = [tool for tool in catalog() if tool.name != "stamp_ticket"]
    entries: list[Json] = [dict(each.raw) for each in crowd]
    silent: Json = {"name": "stamp_pass", "description": "What the gate asks for."}
    before = Bm25(map(Document, build_catalog("transit", [*entries, silent]).tools))
    target = next(document.tool for document in before.documents if document.tool.name == "stamp_pass")
    rank, lacking = rank_if_said(before, target, ("stamp", "pass"), 3)
    assert (rank, lacking) == (1, ("stamp", "pass"))
    said: Json = {"name": "stamp_pass", "description": "What the gate asks for. Stamp, pass."}
    after = Bm25(map(Document, build_catalog("transit", [*entries, said]).tools))
    assert after.search("stamp pass")[0].tool.name == "stamp_pass"


def test_the_rank_of_a_shorter_text_is_that_of_a_search_over_it(index: Bm25, tool: Tool) -> None:
    assert rank_if_short(index, tool, ("stamp", "ticket"), 3) == 1
    short: Json = {
        **tool.raw,
        "description": "Stamp a ticket.",
        "inputSchema": {"properties": {"ticket": {}, "validator": {}}},
    }
    (changed,) = build_catalog("transit", [short]).tools
    others = [document for document in index.documents if document.tool is not tool]
    again = Bm25([*others, Document(changed)])
    assert again.search("stamp ticket")[0].tool is changed


def test_terms_are_spelled_as_the_tool_writes_them(tool: Tool) -> None:
    found = spellings(Document(tool))
    assert found["valid"] == "validator"
    assert found["offic"] == "office"
    assert found["ticket"] == "ticket"
