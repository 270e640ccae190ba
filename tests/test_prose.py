"""First sentences."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint.prose import first_sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Lists boats, e.g. Sailing boats. Sorted.", "Lists boats, e.g. Sailing boats."),
        ("  Lists\n boats.\nMore.", "Lists boats."),
        ("Lists boats\n\n- a", "Lists boats"),
        ("Lists boats of v1.2 only", "Lists boats of v1.2 only"),
        ("列出船只。更多。", "列出船只。"),
        ('Answers "yes." Then stops.', 'Answers "yes."'),
        ("", ""),
        ("Edit a note. note_id: the note to edit.", "Edit a note."),
        ("Find news by topic in Google News. topic is one of WORLD, NATION.", "Find news by topic in Google News."),
        ("Plan a trip of approx. two days. Then book it.", "Plan a trip of approx. two days."),
        ("Limit: 6 calls in 30 s. Tags a commit.", "Limit: 6 calls in 30 s."),
        ("Ask J. Doe to sign. Then send it.", "Ask J. Doe to sign."),
        ("**Needs a plan.** Tags a commit.", "**Needs a plan.**"),
    ],
)
def test_first_sentence(text: str, sentence: str) -> None:
    assert first_sentence(text) == sentence


@pytest.mark.parametrize("piece", ["a ", " ", "`", "\n \n", "e.g. ", ". ", ".  x", "? ", "。", "\n- "])
def test_work_is_linear(piece: str, calls: Callable[[Callable[[], object]], int]) -> None:
    def work(length: int) -> None:
        first_sentence(piece * (length // len(piece)))

    work(1_000)  # expressions are compiled once
    assert calls(lambda: work(20_000)) < 6 * calls(lambda: work(5_000))


@given(st.text(alphabet="ab:()-`*|# \t,=\n.?!。x_", max_size=200))
def test_it_is_the_beginning_of_the_text(text: str) -> None:
    assert " ".join(text.split()).startswith(first_sentence(text))
