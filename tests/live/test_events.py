"""Server-sent events, however they are cut into chunks."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint.live.events import Event, Events
from catalint.live.failure import Fault

STREAM = (
    "\ufeff: high tide\n"
    "retry: 10\r\n"
    "event: endpoint\rdata: /messages\r\r"
    "data: first\ndata:  second\ndata:third\n\n"
    "id: 7\n\n"
    "event: none\n\n"
    "data\n\n"
    "event: weather\r\ndata: Flut in Büsum\r\n\r\n"
    "data: cut off\n"
).encode()
EVENTS = [
    Event("endpoint", "/messages"),
    Event("message", "first\n second\nthird"),
    Event("message", ""),
    Event("weather", "Flut in Büsum"),
]


def read(chunks: list[bytes], most: int = 1000) -> list[Event]:
    events = Events(most)
    return [event for chunk in chunks for event in events.take(chunk)]


def test_a_stream() -> None:
    assert read([STREAM]) == EVENTS


@given(st.lists(st.integers(0, len(STREAM)), max_size=12).map(sorted))
def test_chunks_make_no_difference(cuts: list[int]) -> None:
    places = [0, *cuts, len(STREAM)]
    assert read([STREAM[start:end] for start, end in itertools.pairwise(places)]) == EVENTS


@given(st.lists(st.sampled_from([b"data:", b"a", b"\r", b"\n", b"\r\n", b":", b"event: b", b" ", b""]), max_size=30))
def test_a_byte_at_a_time_is_the_same(parts: list[bytes]) -> None:
    stream = b"".join(parts)
    assert read([stream[place : place + 1] for place in range(len(stream))]) == read([stream]) == read(parts)


def test_what_is_not_ended() -> None:
    events = Events(1000)
    assert list(events.take(b"data: berth\n")) == []
    assert events.is_within
    assert list(events.take(b"\n")) == [Event("message", "berth")]
    assert not events.is_within


@pytest.mark.parametrize("stream", [b"data: " + b"b" * 100, b"data: b\n" * 20, b"data:\n" * 20, b":" + b"c" * 100])
def test_an_event_that_is_too_long(stream: bytes) -> None:
    with pytest.raises(Fault, match="longer than 9e-05 MB"):
        read([stream], most=90)
    with pytest.raises(Fault):
        read([stream[place : place + 1] for place in range(len(stream))], most=90)


def test_many_comments_are_no_event_that_is_too_long() -> None:
    assert read([b": still here\n\n: and here\n" * 100, b"data: b\n\n"], most=90) == [Event("message", "b")]
