"""What holds of every kind of search."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from catalint.errors import UserError
from catalint.model import Catalog, Json, build_catalog
from catalint.search import embedding
from catalint.search.mount import Mount
from catalint.search.naming import parse
from catalint.search.retriever import Hit, Retriever, tie_break
from catalint.search.retrievers import RETRIEVERS, Kind

KINDS = list(RETRIEVERS.values())
WORDS = "book seat room member loan fine shelf order report branch renew cancel list".split()
TEXT = st.lists(st.sampled_from(WORDS), max_size=7)


def catalogs(texts: Sequence[Sequence[str]]) -> list[Catalog]:
    entries: list[Json] = [
        {"name": "_".join(words[:2]) or "a", "description": f"{' '.join(words).capitalize()}."} for words in texts
    ]
    half = len(entries) // 2
    return [build_catalog("library", entries[:half]), build_catalog("member desk", entries[half:])]


def key(hit: Hit) -> tuple[float, tuple[str, str, int]]:
    return (-hit.score, tie_break(hit.tool))


def test_the_registry() -> None:
    assert list(RETRIEVERS) == ["bm25", "regex", "one-line", "namespace", "embedding"]
    for name, kind in RETRIEVERS.items():
        assert kind.name == name
        for line in (kind.imitates, kind.differences):
            assert line
            assert "\n" not in line
            assert len(line) <= 120
            assert not line.endswith(".")
    assert [kind.name for kind in RETRIEVERS.values() if kind.extra] == ["embedding"]


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(texts=st.lists(TEXT, max_size=12), task=TEXT)
def test_hits_are_in_order_and_the_limit_cuts_them(kind: Kind, texts: list[list[str]], task: list[str]) -> None:
    found: Retriever = kind.build(Mount(catalogs(texts)))
    query = " ".join(task)
    for search in (found.search, found.find):
        hits = search(query, 99)
        assert list(hits) == sorted(hits, key=key)
        assert len({hit.tool for hit in hits}) == len(hits) <= len(texts)
        assert all(hit.score > 0 for hit in hits)
        assert search(query, 3) == hits[:3]
        for hit in hits:
            assert sum(match.score for match in hit.matches) == pytest.approx(hit.score, abs=1e-4)


@pytest.mark.parametrize("kind", KINDS)
def test_neither_hits_nor_verdicts_hang_on_the_order_of_the_listing(kind: Kind) -> None:
    shuffler = random.Random(3)  # noqa: S311
    # names are unique: tools of one name are told apart by their position
    texts = [[word, other, *shuffler.choices(WORDS, k=3)] for word in WORDS[:6] for other in WORDS[6:]]

    def outcome(mount: Mount) -> object:
        hits = kind.build(mount).find("renew the loan of a book for a member")
        verdicts = kind.judge(mount)
        return (
            [(hit.tool.server, hit.tool.name, hit.score) for hit in hits],
            [(verdict.tool.name, pytest.approx(verdict.probability, abs=1e-6)) for verdict in verdicts],
        )

    entries: list[Json] = [{"name": "_".join(words[:2]), "description": " ".join(words)} for words in texts]
    other = build_catalog("desk", [{"name": "open_desk", "description": "Open the desk for members."}])
    reference = outcome(Mount([build_catalog("library", entries), other]))
    for _ in range(2):
        shuffler.shuffle(entries)
        assert outcome(Mount([other, build_catalog("library", entries)])) == reference


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
@given(texts=st.lists(TEXT, max_size=12))
def test_every_tool_is_judged(kind: Kind, texts: list[list[str]]) -> None:
    mount = Mount(catalogs(texts))
    verdicts = kind.judge(mount)
    tools = [tool for catalog in mount.catalogs for tool in catalog.tools]
    assert [verdict.tool for verdict in verdicts] == sorted(tools, key=tie_break)
    for verdict in verdicts:
        assert 0 <= verdict.probability <= 1
        assert -1e-9 <= verdict.share <= 1 + 1e-9


@pytest.mark.parametrize("kind", KINDS)
def test_a_tool_with_words_of_its_own_is_likelier_to_be_found_than_one_of_a_crowd(kind: Kind) -> None:
    entries: list[Json] = [{"name": f"get_data_{n}", "description": "Get the data of the system."} for n in range(25)]
    entries.append({"name": "split_bill", "description": "Split a restaurant bill among the guests."})
    chances = {v.tool.name: v.probability for v in kind.judge(Mount([build_catalog("desk", entries)]))}
    assert chances["split_bill"] > max(value for name, value in chances.items() if name != "split_bill")


@pytest.mark.parametrize("kind", KINDS)
def test_tasks_find_their_tools(kind: Kind) -> None:
    entries: list[Json] = [
        {"name": "lend_book", "description": "Lend a book to a reader."},
        {"name": "reserve_seat", "description": "Reserve a seat in the reading room."},
        {"name": "pay_fine", "description": "Pay a fine for late return."},
    ]
    found = kind.build(Mount([build_catalog("library", entries)]))
    assert found.find("I want to reserve a seat")[0].tool.name == "reserve_seat"
    assert found.find("pay the fine")[0].tool.name == "pay_fine"
    assert found.find("") == ()
    assert kind.build(Mount([])).find("pay the fine") == ()


@pytest.mark.parametrize("kind", KINDS)
def test_the_names_that_the_client_shows_are_searched(kind: Kind) -> None:
    pair = [
        build_catalog(server, [{"name": "open_file", "description": "Open a file."}])
        for server in ("harbour", "airport")
    ]
    hits = kind.build(Mount(pair, parse("mcp__{server}__"))).find("airport")
    assert hits[0].tool.server == "airport"


def test_without_its_extra_a_search_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding, "find_spec", lambda _: None)
    mount = Mount([build_catalog("desk", [{"name": "a"}])])
    kind = RETRIEVERS["embedding"]
    for action in (kind.build, kind.judge):
        with pytest.raises(UserError) as caught:
            action(mount)
        assert str(caught.value) == "the embedding search needs an extra: pip install 'catalint[embedding]'"
        assert caught.value.exit_code == 2
