from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint.model import Json, Tool, build_catalog
from catalint.search.bm25 import Bm25
from catalint.search.document import ARGUMENT_NAME, DESCRIPTION, NAME, Document
from catalint.search.tokenization import PLAIN

LOCK: dict[str, str] = {
    "open_gate": "Open the gate of a lock.",
    "close_gate": "Close the gate.",
    "read_level": "Read the water level.",
}


def tools(texts: dict[str, str], server: str = "canal") -> list[Tool]:
    entries: list[Json] = [{"name": name, "description": text} for name, text in texts.items()]
    return list(build_catalog(server, entries).tools)


def index(found: list[Tool]) -> Bm25:
    return Bm25(Document(tool) for tool in found)


def test_scores_are_those_of_the_formula() -> None:
    # lengths 5, 4, 5; mean 14/3. idf(gate) = ln(1 + 1.5/2.5) = 0.470004, idf(open) = ln(1 + 2.5/1.5) = 0.980829.
    # open_gate: penalty 1.5 * (0.25 + 0.75 * 5/4.666667) = 1.580357, so 2 * 2.5/(2 + 1.580357) = 1.396509 a word.
    # close_gate: penalty 1.5 * (0.25 + 0.75 * 4/4.666667) = 1.339286, so 2 * 2.5/(2 + 1.339286) = 1.497326.
    hits = index(tools(LOCK)).search("open gate")
    assert [hit.tool.name for hit in hits] == ["open_gate", "close_gate"]
    assert hits[0].score == pytest.approx((0.980829 + 0.470004) * 1.396509, abs=1e-5)
    assert hits[1].score == pytest.approx(0.470004 * 1.497326, abs=1e-5)


def test_matches_add_up_and_say_where() -> None:
    (first, _) = index(tools(LOCK)).search("gate open!")
    assert [(match.word, match.fields) for match in first.matches] == [
        ("open", (NAME, DESCRIPTION)),
        ("gate", (NAME, DESCRIPTION)),
    ]
    assert sum(match.score for match in first.matches) == pytest.approx(first.score)
    assert first.matches[0].score == pytest.approx(0.980829 * 1.396509, abs=1e-5)


def test_a_word_counts_once_however_often_it_is_asked_for() -> None:
    found = index(tools(LOCK))
    assert found.search("gate gate gates") == found.search("gate")


def test_b_zero_ignores_length_and_k1_zero_ignores_repetition() -> None:
    documents = [Document(tool) for tool in tools({"a1": "gate gate gate", "b1": "gate lock sluice basin weir"})]
    flat = Bm25(documents, b=0).scores(["gate"])
    assert flat[0] == pytest.approx(Bm25(documents).idf("gate") * 3 * 2.5 / (3 + 1.5))
    assert flat[1] == pytest.approx(Bm25(documents).idf("gate") * 1 * 2.5 / (1 + 1.5))
    same = Bm25(documents, k1=0).scores(["gate"])
    assert same[0] == pytest.approx(same[1])


def test_argument_names_and_texts_are_searched() -> None:
    schema: Json = {"properties": {"draught": {"description": "How deep the vessel lies in the water."}}}
    (tool,) = build_catalog("canal", [{"name": "enter_lock", "inputSchema": schema}]).tools
    found = index([tool, *tools({"leave_lock": "Leave the lock."})])
    assert [hit.tool.name for hit in found.search("draughts")] == ["enter_lock"]
    assert found.search("draught")[0].matches[0].fields == (ARGUMENT_NAME,)
    assert [hit.tool.name for hit in found.search("vessels")] == ["enter_lock"]


def test_a_tool_that_nothing_speaks_for_is_no_hit() -> None:
    found = index(tools(LOCK))
    assert found.search("aeroplane") == ()
    assert found.search("") == ()
    assert found.search("the of") == ()
    assert len(found.search("gate", limit=1)) == 1


def test_equal_scores_are_ordered_by_server_name_and_position() -> None:
    same = "Open the gate."
    twins: list[Json] = [{"name": f"gate_{letter}", "description": same} for letter in "bba"]
    found = index(
        [*build_catalog("south", twins).tools, *build_catalog("north", twins).tools],
    )
    order = [(hit.tool.server, hit.tool.name, hit.tool.index) for hit in found.search("gate", limit=9)]
    assert order == [
        ("north", "gate_a", 2),
        ("north", "gate_b", 0),
        ("north", "gate_b", 1),
        ("south", "gate_a", 2),
        ("south", "gate_b", 0),
        ("south", "gate_b", 1),
    ]


def test_the_order_of_the_listing_changes_nothing() -> None:
    shuffler = random.Random(5)  # noqa: S311
    words = "gate lock level water pump basin weir sluice".split()
    texts = {f"tool_{number}": " ".join(shuffler.choices(words, k=4)) for number in range(40)}
    reference = [(hit.tool.name, hit.score) for hit in index(tools(texts)).search("pump the basin", limit=40)]
    for _ in range(5):
        items = list(texts.items())
        shuffler.shuffle(items)
        found = index(tools(dict(items))).search("pump the basin", limit=40)
        assert [(hit.tool.name, hit.score) for hit in found] == reference


def test_text_without_spaces_is_found_by_pairs() -> None:
    found = index(tools({"maps_weather": "查询城市天气", "maps_route": "查询路线", "maps_place": "地点详情"}))
    assert [hit.tool.name for hit in found.search("天气")] == ["maps_weather"]
    assert {hit.tool.name for hit in found.search("查询")} == {"maps_weather", "maps_route"}


def test_a_split_word_is_found_whole_or_by_its_parts() -> None:
    found = index(tools({"list_repos": "List repositories on GitHub.", "git_log": "Show the log.", "x_post": "Post."}))
    assert [hit.tool.name for hit in found.search("github")] == ["list_repos"]
    assert [hit.tool.name for hit in found.search("GitHub")] == ["list_repos"]
    assert found.search("github")[0].score == found.search("GitHub")[0].score
    assert [hit.tool.name for hit in found.search("gitLog")] == ["git_log", "list_repos"]


def test_missing_words_are_those_that_no_tool_has() -> None:
    found = index(tools(LOCK))
    assert found.missing("open the drawbridge gate, Drawbridge") == ("drawbridge", "Drawbridge")
    assert found.missing("open gates") == ()


def test_the_plain_profile_neither_stems_nor_splits() -> None:
    found = Bm25((Document(tool, PLAIN) for tool in tools(LOCK)), PLAIN)
    assert [hit.tool.name for hit in found.search("open_gate")] == ["open_gate"]
    assert found.search("gates") == ()
    assert len(found.search("the")) == 3


def test_rank_and_weight_of_a_changed_document() -> None:
    found = index(tools(LOCK))
    position = {document.tool.name: at for at, document in enumerate(found.documents)}
    assert found.rank(position["close_gate"], ["open", "gate"]) == 2
    assert found.rank(position["read_level"], ["open", "gate"]) == 3
    assert found.rank(position["close_gate"], ["open", "gate"], own=99.0) == 1
    weight = found.weights("gate")[position["open_gate"]]
    assert found.weight_if("gate", 2, 5) == pytest.approx(weight)
    assert found.weight_if("gate", 0, 5) == 0


def test_an_empty_index_finds_nothing() -> None:
    empty = index([])
    assert empty.search("gate") == ()
    assert len(empty) == 0
    assert len(index(tools({"a": ""}))) == 1


WORDS = "get list user order item the note file mail send".split()


@given(st.data())
def test_counting_who_comes_before_is_ranking(data: st.DataObject) -> None:
    texts = data.draw(st.lists(st.lists(st.sampled_from(WORDS), max_size=6), min_size=1, max_size=12))
    found = index(tools({f"t{number}": " ".join(words) for number, words in enumerate(texts)}))
    terms = [found.profile.words(word)[0].terms[0] for word in WORDS if found.profile.words(word)]
    query = data.draw(st.lists(st.sampled_from(terms), max_size=5))
    most = data.draw(st.integers(1, 14))
    own = data.draw(st.none() | st.sampled_from([0.0, 0.3, 1.0, 2.5]))
    for position in range(len(found)):
        assert found.count_before(position, query, most, own) == min(most, found.rank(position, query, own) - 1)


def test_looks_at_few_of_many_tools_that_share_a_word() -> None:
    """All thousand have the first word, every tenth the second as well; who has both comes before who has one."""
    entries = {f"get_user_{n}" if n % 10 else f"get_user_note_{n}": "Get the user." for n in range(1_000)}
    found = index(tools(entries))
    for position in range(len(found)):
        found.count_before(position, ["user", "note"], 5)
    assert found.effort < 250 * len(found)
