"""Numbers of things, ranks and lists in sentences."""

from __future__ import annotations

import pytest

from catalint.wording import listing, number, ordinal


def test_a_number_has_its_noun() -> None:
    assert number(1, "tool") == "1 tool"
    assert number(0, "tool") == "0 tools"
    assert number(1_200, "tool") == "1,200 tools"
    assert number(2, "search", "searches") == "2 searches"


@pytest.mark.parametrize(
    ("rank", "said"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"), (21, "21st"),
     (111, "111th"), (122, "122nd"), (1_003, "1,003rd")],
)  # fmt: skip
def test_a_rank_is_said_as_people_do(rank: int, said: str) -> None:
    assert ordinal(rank) == said


@pytest.mark.parametrize(
    ("items", "said"),
    [
        ("", ""),
        ("a", "a"),
        ("ab", "a and b"),
        ("abc", "a, b and c"),
        ("abcd", "a, b, c and d"),
        ("abcde", "a, b, c and 2 more"),
    ],
)
def test_a_list_ends_in_a_word_or_in_what_is_left(items: str, said: str) -> None:
    assert listing(items, 3) == said
