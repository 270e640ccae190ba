"""Lines and their bounds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint.live.failure import Fault
from catalint.live.lines import Intake, Lines, Tail


@given(st.lists(st.binary(max_size=8)))
def test_lines_are_those_of_the_whole(chunks: list[bytes]) -> None:
    lines = Lines(1_000_000)
    found = [line for chunk in chunks for line in lines.take(chunk)]
    *complete, rest = b"".join(chunks).split(b"\n")
    assert found == [line.removesuffix(b"\r") for line in complete]
    assert lines.rest == rest


def test_a_line_that_is_too_long() -> None:
    lines = Lines(10)
    assert list(lines.take(b"0123456789\n0123456")) == [b"0123456789"]
    with pytest.raises(Fault, match="longer than 1e-05 MB"):
        list(lines.take(b"7890"))
    assert lines.rest == b""


def test_more_than_may_come() -> None:
    intake = Intake(10)
    intake.take(b"0123456789")
    with pytest.raises(Fault, match="without an answer"):
        intake.take(b"0")
    intake.begin()
    intake.take(b"0123456789")


def test_the_last_lines() -> None:
    tail = Tail()
    tail.take(b"".join(f"line {number}\r\n".encode() for number in range(100)))
    tail.take(b"\n  \nno e")
    tail.take(b"nd")
    assert tail.lines == (*(f"line {number}" for number in range(81, 100)), "no end")


def test_long_lines_are_cut() -> None:
    tail = Tail()
    for _ in range(1000):
        tail.take("ü".encode() * 1000)
    tail.take(b"\nshort\n\xff\n")
    assert tail.lines == ("ü" * 500 + "…", "short", "\ufffd")


@given(st.lists(st.binary(max_size=40)))
def test_the_last_lines_of_anything(chunks: list[bytes]) -> None:
    tail = Tail()
    for chunk in chunks:
        tail.take(chunk)
    text = b"".join(chunks)
    expected = [line.decode("utf-8", errors="replace").rstrip("\r") for line in text.split(b"\n") if line.strip()]
    assert tail.lines == tuple(expected[-20:])
