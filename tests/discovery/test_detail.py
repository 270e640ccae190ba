from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from catalint.discovery.change import with_word
from catalint.discovery.detail import examine, lacks
from catalint.discovery.survey import Survey
from catalint.discovery.trials import Phrasing, attempt
from catalint.model import Catalog, Tool, build_catalog
from catalint.queries.reading import read
from catalint.queries.scoring import run
from catalint.search.findability import Findability, judge
from catalint.search.mount import Mount
from catalint.search.retrievers import RETRIEVERS, Kind

Make = Callable[..., Survey]


def test_words_that_reach_a_tool_do_so(make: Make, by_name: Mapping[str, Tool]) -> None:
    survey = make()
    detail = examine(survey, by_name["gate_state"])
    assert {word.word for word in detail.words} >= {"gate", "state", "lock"}
    for word in detail.words:
        hits = [hit.tool for hit in survey.retriever.find(word.word, 100)]
        assert word.rank == hits.index(by_name["gate_state"]) + 1
        assert word.reaches == (by_name["gate_state"] in hits[:5])
        assert word.tools == len(hits)


def test_place_is_from_the_least_likely_found(make: Make, by_name: Mapping[str, Tool]) -> None:
    survey = make(open_gate=0.2, gate_state=0.1, book_passage=0.9)
    places = {name: examine(survey, by_name[name]).place for name in ("gate_state", "open_gate", "book_passage")}
    assert places == {"gate_state": 1, "open_gate": 2, "book_passage": 7}


def outcomes(survey: Survey, text: str, catalog: Catalog) -> Any:
    return run(survey.retriever, read("q.yaml", text.encode(), (catalog,)).counted).misses


def test_words_of_labelled_searches_that_a_tool_lacks(make: Make, locks: Catalog, by_name: Mapping[str, Tool]) -> None:
    survey = make()
    missed = outcomes(survey, "- {query: reserve a slot for my boat, tools: [book_passage]}", locks)
    detail = examine(survey, by_name["book_passage"], missed)
    asked = {each.word: each.queries for each in detail.lacking if each.queries}
    assert set(asked) == {"reserve", "slot", "boat"}
    assert asked["boat"] == ("reserve a slot for my boat",)


def test_a_word_that_a_labelled_search_lacks_is_proven_to_lift(
    make: Make, locks: Catalog, by_name: Mapping[str, Tool]
) -> None:
    survey = make()
    missed = outcomes(survey, "- {query: boat, tools: [book_passage]}", locks)
    (lift,) = examine(survey, by_name["book_passage"], missed).lifts
    assert (lift.word, lift.fields) == ("boat", ())
    assert (lift.proof.query, lift.proof.rank_before, lift.proof.rank_after) == ("boat", 0, 1)
    # and anyone can repeat it
    tools = [with_word(tool, "boat") if tool.name == "book_passage" else tool for tool in locks.tools]
    again = Mount((replace(locks, tools=tuple(tools)),)).index()
    assert again.search("boat")[0].tool.name == "book_passage"


def test_what_a_tool_lacks_leaves_numbers_and_stop_words_out(make: Make, by_name: Mapping[str, Tool]) -> None:
    index = make().mount.index()
    document = index.documents[index.position[by_name["book_passage"]]]
    assert lacks(index, document, "Can I book 2 Barges through the gate, and the Gate?") == ("gate", "Gate")


def wishful(word: str, gain: float) -> Kind:
    """A kind of search that likes tools with a word in their first sentence."""

    def judged(mount: Mount) -> tuple[Findability, ...]:
        return tuple(
            replace(verdict, probability=0.3 + (gain if f"{word}." in verdict.tool.description else 0))
            for verdict in judge(mount.index())
        )

    return Kind("wishful", "nothing", "all of it", Mount.index, judged)


@pytest.mark.parametrize(("word", "told"), [("sluice", True), ("chamber", False), ("water", False), ("let", False)])
def test_only_names_of_arguments_that_the_sentence_lacks_are_tried(
    word: str, told: bool, locks: Catalog, by_name: Mapping[str, Tool]
) -> None:
    lifts = examine(Survey(wishful(word, 0.4), Mount((locks,))), by_name["fill_chamber"]).lifts
    assert [lift.word for lift in lifts] == ([word] if told else [])
    for lift in lifts:
        assert lift.fields == ("argument name", "argument description")
        assert lift.proof.before == pytest.approx(0.3)
        assert lift.proof.after == pytest.approx(0.7)


@pytest.mark.parametrize(("gain", "told"), [(0.06, 1), (0.04, 0), (-0.1, 0)])
def test_a_gain_that_is_none_is_not_told(gain: float, told: int, locks: Catalog, by_name: Mapping[str, Tool]) -> None:
    survey = Survey(wishful("sluice", gain), Mount((locks,)))
    assert len(examine(survey, by_name["fill_chamber"]).lifts) == told


def test_switches_and_dull_words_are_not_tried() -> None:
    arguments = {"force": {"type": "boolean"}, "urgent": {"type": "boolean"}, "limit": {}, "draught": {}}
    raw: Any = {"name": "enter_lock", "description": "Enter.", "inputSchema": {"properties": arguments}}
    others: list[Any] = [{"name": f"leave_{number}", "description": "Leave."} for number in range(9)]
    catalog = build_catalog("s", [raw, *others])
    lifts = {
        word: [lift.word for lift in examine(Survey(wishful(word, 0.4), Mount((catalog,))), catalog.tools[0]).lifts]
        for word in ("force", "urgent", "limit", "draught")
    }
    assert lifts == {"force": [], "urgent": [], "limit": [], "draught": ["draught"]}


def test_a_text_that_drowns_its_name_is_shown_short() -> None:
    padding = "Read the handbook of the canal before you do anything, and mind the weather. " * 12
    others: list[Any] = [
        {"name": f"weigh_{what}", "description": f"Weigh a {what}."}
        for what in "barge crate van tram sack drum tube".split()
    ]
    catalog = build_catalog("s", [{"name": "weigh", "description": f"Weigh. {padding}"}, *others])
    detail = examine(Survey(RETRIEVERS["bm25"], Mount((catalog,))), catalog.tools[0])
    assert detail.shortening is not None
    assert detail.shortening.words > 50
    assert (detail.shortening.proof.query, detail.shortening.proof.rank_after) == ("weigh", 1)
    assert detail.shortening.proof.rank_before > 5
    short = examine(Survey(RETRIEVERS["bm25"], Mount((catalog,))), catalog.tools[1])
    assert short.shortening is None


def test_words_that_several_tools_before_it_share(make: Make) -> None:
    rivals: list[Any] = [{"name": f"lower_{what}", "description": f"Lower the drawbridge {what}."} for what in "abcdef"]
    catalog = build_catalog(
        "s", [{"name": "lower", "description": "Lower it, or wait. " + "Mind the weather. " * 30}, *rivals]
    )
    survey = make(catalog)
    (lacking,) = (each for each in examine(survey, catalog.tools[0]).lacking if each.word == "drawbridge")
    assert len(lacking.rivals) >= 2
    assert lacking.queries == ()


def test_a_tool_without_words_is_examined(make: Make) -> None:
    catalog = build_catalog("s", [{"name": "?!"}, {"name": "open_gate"}])
    detail = examine(make(catalog), catalog.tools[0])
    assert (detail.trials, detail.words, detail.lacking, detail.lifts, detail.shortening) == ((), (), (), (), None)


def test_proofs_can_be_repeated(locks: Catalog) -> None:
    """Whatever the predictor is: what is told of a word is what the changed catalog says."""
    survey = Survey(RETRIEVERS["bm25"], Mount((locks,)))
    for tool in locks.tools:
        for lift in examine(survey, tool).lifts:
            changed = with_word(tool, lift.word)
            again = Mount((replace(locks, tools=tuple(changed if each is tool else each for each in locks.tools)),))
            verdict = next(verdict for verdict in judge(again.index()) if verdict.tool is changed)
            assert verdict.probability == pytest.approx(lift.proof.after)
            rank = attempt(again.index(), len(locks.tools), changed, Phrasing("name", lift.proof.query)).rank
            assert rank == lift.proof.rank_after
