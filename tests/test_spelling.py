from __future__ import annotations

import time

import pytest

from catalint.spelling import LONGEST, likeness, nearest


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("message", "mesage", 92.3),
        ("Start", "state", 80),
        ("path", "PATH", 100),
        ("host", "day", 0),
        ("a" * LONGEST, "a" * LONGEST, 100),
        ("A" * 1_000_000, "a" * 1_000_000, 100),
        ("a" * 1_000_000, "a" * 999_999, 0),
    ],
)
def test_likeness(first: str, second: str, expected: float) -> None:
    assert likeness(first, second) == pytest.approx(expected, abs=0.1)
    assert likeness(second, first) == likeness(first, second)


@pytest.mark.parametrize(
    ("name", "known", "expected"),
    [
        ("mesage", ("text", "Message", "messages"), "Message"),
        ("mesage", ("text", "day"), ""),
        ("mesage", (), ""),
        ("b", ("bb", "ab", "cb"), "bb"),
        ("mesage", ("message" * 100, "message"), "message"),
        ("m" * (LONGEST + 1), ("m" * LONGEST,), ""),
    ],
)
def test_nearest(name: str, known: tuple[str, ...], expected: str) -> None:
    assert nearest(name, known, 60) == expected


def test_what_is_no_name_is_not_compared_letter_by_letter() -> None:
    first, second = "ab" * 500_000, "ba" * 500_000
    begun = time.process_time()
    assert (likeness(first, second), nearest(first, [second], 60)) == (0, "")
    # comparing them takes minutes
    assert time.process_time() - begun < 5
