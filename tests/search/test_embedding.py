from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest

from catalint.model import Json, build_catalog
from catalint.search.document import Document
from catalint.search.embedding import EmbeddingSearch, WordVectors
from catalint.search.embedding_estimate import judge_embeddings
from catalint.search.mount import Mount

pytest.importorskip("wordllama", reason="needs the extra embedding", exc_type=ImportError)

ENTRIES: list[Json] = [
    {"name": "lend_book", "description": "Lend a book to a reader."},
    {"name": "forecast", "description": "Say whether it will rain tomorrow."},
    {"name": "book_flight", "description": "Buy a plane ticket."},
    {"name": "x", "description": ""},
]


@pytest.fixture(scope="module")
def vectors() -> Iterator[WordVectors]:
    """Weights read where no connection can be opened."""
    with pytest.MonkeyPatch.context() as patch:

        def refuse(*_: object, **__: object) -> None:
            raise AssertionError("a connection was opened")

        patch.setattr(socket.socket, "connect", refuse)
        patch.setattr(socket, "getaddrinfo", refuse)
        yield WordVectors()


def search(vectors: WordVectors, entries: list[Json]) -> EmbeddingSearch:
    return EmbeddingSearch([Document(tool) for tool in build_catalog("desk", entries).tools], vectors)


def test_tools_are_found_by_words_that_they_do_not_have(vectors: WordVectors) -> None:
    found = search(vectors, ENTRIES)
    assert found.search("weather")[0].tool.name == "forecast"
    assert found.search("novels at the library")[0].tool.name == "lend_book"
    assert found.search("airline")[0].tool.name == "book_flight"


def test_scores_are_cosines_and_the_shares_of_words_add_up(vectors: WordVectors) -> None:
    hit = search(vectors, ENTRIES).search("lend book reader lend")[0]
    assert hit.tool.name == "lend_book"
    assert 0.9 < hit.score <= 1
    assert sum(match.score for match in hit.matches) == pytest.approx(hit.score, abs=1e-5)
    assert {match.word for match in hit.matches} == {"lend", "book", "reader"}
    assert {match.fields for match in hit.matches} == {()}


def test_a_tool_without_words_is_never_found(vectors: WordVectors) -> None:
    assert "x" not in [hit.tool.name for hit in search(vectors, ENTRIES).search("anything at all", 9)]
    assert search(vectors, [{"name": "_"}]).search("anything") == ()
    assert search(vectors, ENTRIES).search("the of") == ()
    assert search(vectors, []).search("weather") == ()


def test_ties_go_by_name(vectors: WordVectors) -> None:
    twins: list[Json] = [{"name": "b2", "description": "Open gate."}, {"name": "b1", "description": "Open gate."}]
    scores = {hit.tool.name: hit.score for hit in search(vectors, twins).search("open the gate")}
    assert list(scores) == sorted(scores, key=lambda name: (-scores[name], name))


def test_words_of_other_scripts_and_invented_ones_have_vectors(vectors: WordVectors) -> None:
    entries: list[Json] = [
        {"name": "tianqi", "description": "查询城市天气"},
        {"name": "zorgblat", "description": "Zorg."},
    ]
    assert search(vectors, entries).search("天气")[0].tool.name == "tianqi"
    assert search(vectors, entries).search("zorgblat")[0].tool.name == "zorgblat"


def test_a_query_that_misses_the_crowd_finds_its_tool(vectors: WordVectors) -> None:
    crowd: list[Json] = [{"name": f"get_item_{n}", "description": "Get an item of the shop."} for n in range(12)]
    mount = Mount([build_catalog("shop", [*crowd, *ENTRIES])])
    verdicts = judge_embeddings(mount.index(), EmbeddingSearch(mount.documents(), vectors))
    shares = {verdict.tool.name: verdict.share for verdict in verdicts}
    assert shares["forecast"] > 0.7 > shares["get_item_3"]
    assert shares["x"] == 0 or shares["x"] < shares["forecast"]
    assert judge_embeddings(Mount([]).index(), EmbeddingSearch([], vectors)) == ()


def test_the_package_itself_is_not_imported() -> None:
    code = (
        "import sys\n"
        "from catalint.model import build_catalog\n"
        "from catalint.search.mount import Mount\n"
        "from catalint.search.retrievers import RETRIEVERS\n"
        "mount = Mount([build_catalog('a', [{'name': 'open_gate'}])])\n"
        "assert 'numpy' not in sys.modules\n"
        "assert RETRIEVERS['embedding'].build(mount).find('gate')\n"
        "assert not {'wordllama', 'requests', 'huggingface_hub'} & set(sys.modules), sorted(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
