"""Server-sent events, as HTML defines them: https://html.spec.whatwg.org/multipage/server-sent-events.html."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from catalint.live.failure import too_long

_LINE_END = re.compile(rb"\r\n|\r|\n")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class Event:
    """An event: its type, `message` if it names none, and its data."""

    type: str
    data: str


class Events:
    """Reads a stream of events from chunks, and keeps no more of one than `most` bytes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._line: list[bytes] = []
        self._size = 0
        self._type = b""
        self._data: list[bytes] = []
        self._follows_return = False
        self._is_first = True

    @property
    def is_within(self) -> bool:
        """Whether an event was begun and not ended."""
        return bool(self._data or any(self._line))

    def take(self, chunk: bytes) -> Iterator[Event]:
        """Add a chunk; the events that end in it are given. Raises Fault for one that is too long."""
        if self._follows_return and chunk[:1] == b"\n":
            chunk = chunk[1:]  # the second half of a line end
            self._follows_return = False
        if not chunk:
            return
        self._follows_return = chunk.endswith(b"\r")
        start = 0
        for end in _LINE_END.finditer(chunk):
            self._keep(chunk[start : end.start()])
            start = end.end()
            line = b"".join(self._line)
            self._line = []
            event = self._end_line(line)
            if event:
                yield event
        self._keep(chunk[start:])

    def _keep(self, part: bytes) -> None:
        self._size += len(part)
        if self._size > self._most:
            raise too_long("an event", self._most)
        if part:
            self._line.append(part)

    def _end_line(self, line: bytes) -> Event | None:
        if self._is_first:
            line = line.removeprefix(_BYTE_ORDER_MARK)
            self._is_first = False
        if not line:
            event = Event(_text(self._type) or "message", _text(b"\n".join(self._data))) if self._data else None
            self._type, self._data, self._size = b"", [], 0
            return event
        field, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if field == b"data":
            self._data.append(value)
        else:
            # comments, ids and times to wait before coming again take no room
            self._size -= len(line)
            if field == b"event":
                self._type = value
        return None


def _text(data: bytes) -> str:
    return data.decode("utf-8", errors="replace")
