from __future__ import annotations

import pytest

from catalint.model import Json, Tool, build_catalog
from catalint.search.bm25 import Bm25
from catalint.search.document import Document
from catalint.search.explanation import lifting_word, own_trials, rank_if_short, spellings, try_terms
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


def test_own_trials_search_by_name_and_by_the_most_sayable_words(index: Bm25, tool: Tool) -> None:
    verdict = next(verdict for verdict in judge(index) if verdict.tool is tool)
    trials = own_trials(index, verdict)
    assert trials.name.terms == ("stamp", "ticket")
    assert (len(trials.two.terms), len(trials.three.terms)) == (2, 3)
    assert trials.missed == (trials.name.missed and (trials.two.missed or trials.three.missed))


def test_the_rank_of_a_shorter_text_is_that_of_a_search_over_it(index: Bm25, tool: Tool) -> None:
    assert rank_if_short(index, tool, ("stamp", "ticket")) == 1
    short: Json = {
        **tool.raw,
        "description": "Stamp a ticket.",
        "inputSchema": {"properties": {"ticket": {}, "validator": {}}},
    }
    (changed,) = build_catalog("transit", [short]).tools
    others = [document for document in index.documents if document.tool is not tool]
    again = Bm25([*others, Document(changed)])
    assert again.search("stamp ticket")[0].tool is changed


def test_the_lifting_word_brings_the_tool_up(index: Bm25, tool: Tool) -> None:
    word = lifting_word(index, tool, ("stamp", "ticket"), lambda term: term.startswith("valid"))
    assert word == "valid"
    assert try_terms(index, tool, ("stamp", "ticket", word)).rank == 1
    assert lifting_word(index, tool, ("stamp", "ticket"), lambda _: False) == ""


def test_terms_are_spelled_as_the_tool_writes_them(tool: Tool) -> None:
    found = spellings(Document(tool))
    assert found["valid"] == "validator"
    assert found["offic"] == "office"
    assert found["ticket"] == "ticket"
