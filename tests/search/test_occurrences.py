from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from catalint.model import Json, build_catalog
from catalint.search.document import ARGUMENT_NAME, DESCRIPTION, NAME, Document
from catalint.search.occurrences import Occurrences

ENTRIES: list[Json] = [
    {"name": "sendInvoice", "description": "Send an invoice.\nThe invoices of a year go out at once."},
    {"name": "list_voices", "description": "", "inputSchema": {"properties": {"invoice_id": {}}}},
]


def occurrences(entries: list[Json]) -> Occurrences:
    return Occurrences([Document(tool) for tool in build_catalog("post", entries).tools])


def test_words_are_found_in_longer_ones_and_whatever_their_case() -> None:
    found = occurrences(ENTRIES)
    places = sorted(found.lines[line] for line in found.lines_with("voice"))
    assert places == [(0, DESCRIPTION), (0, DESCRIPTION), (0, NAME), (1, ARGUMENT_NAME), (1, NAME)]
    assert found.lines_with("invoices year") == frozenset()
    assert found.lines_with("") == frozenset()


def test_all_words_have_to_stand_in_one_line() -> None:
    found = occurrences(ENTRIES)
    assert len(found.lines_with_all(["send", "invoice"])) == 2
    assert found.lines_with_all(["send", "year"]) == frozenset()
    assert len(found.lines_with_any(["send", "year"])) == 3
    assert found.lines_with_any([]) == frozenset()


@given(
    st.lists(st.text("abAB1_ \n-é", max_size=12), min_size=1, max_size=4),
    st.text("ab1é", min_size=1, max_size=3),
)
def test_the_index_finds_what_a_pattern_finds(texts: list[str], word: str) -> None:
    found = occurrences([{"name": f"x{number}", "description": text} for number, text in enumerate(texts)])
    with_word = {
        position for position, field in (found.lines[line] for line in found.lines_with(word)) if field == DESCRIPTION
    }
    assert with_word == {number for number, text in enumerate(texts) if re.search(f"(?i){word}", text)}
