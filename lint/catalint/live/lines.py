"""Lines of a stream that nobody promised to be short."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator

from catalint.live.failure import Fault, too_long


class Lines:
    """Cuts chunks into lines, and keeps no more of a line than `most` bytes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._parts: list[bytes] = []
        self._size = 0

    @property
    def rest(self) -> bytes:
        """What stands behind the last line end."""
        return b"".join(self._parts)

    def take(self, chunk: bytes) -> Iterator[bytes]:
        """Add a chunk; its lines are given without their ends. Raises Fault for one that is too long."""
        *complete, last = chunk.split(b"\n")
        for part in complete:
            self._keep(part)
            line = self.rest
            self._parts, self._size = [], 0
            yield line.removesuffix(b"\r")
        self._keep(last)

    def _keep(self, part: bytes) -> None:
        self._size += len(part)
        if self._size > self._most:
            self._parts = []
            raise too_long("a message", self._most)
        if part:
            self._parts.append(part)


class Intake:
    """Counts what comes while one answer is waited for; what never answers must not talk for ever."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._count = 0

    def begin(self) -> None:
        """Wait for another answer."""
        self._count = 0

    def take(self, chunk: bytes) -> None:
        """Count a chunk. Raises Fault when there was too much."""
        self._count += len(chunk)
        if self._count > self._most:
            raise Fault("protocol error", f"it sent more than {self._most / 1e6:,g} MB without an answer")


class Tail:
    """The last lines of what a server wrote for people, bounded whatever it writes."""

    # Twenty lines are what a traceback of a few frames takes, and longer ones are cut where no terminal shows more.
    LINES = 20
    WIDTH = 500

    def __init__(self) -> None:
        self._lines: deque[str] = deque(maxlen=self.LINES)
        self._open = b""
        self._is_cut = False
        self._lock = threading.Lock()

    def take(self, chunk: bytes) -> None:
        """Add a chunk."""
        *complete, last = chunk.split(b"\n")
        with self._lock:
            for part in complete:
                self._extend(part)
                self._close()
            self._extend(last)

    @property
    def lines(self) -> tuple[str, ...]:
        """The last lines, the one that has no end yet included; while others may still come, from any thread."""
        with self._lock:
            return (*self._lines, *([self._shown()] if self._open.strip() else []))[-self.LINES :]

    def _extend(self, part: bytes) -> None:
        # 4 bytes are the longest character
        room = 4 * self.WIDTH - len(self._open)
        self._is_cut = self._is_cut or len(part) > room
        self._open += part[: max(0, room)]

    def _close(self) -> None:
        if self._open.strip():
            self._lines.append(self._shown())
        self._open, self._is_cut = b"", False

    def _shown(self) -> str:
        text = self._open.decode("utf-8", errors="replace").rstrip("\r")
        return f"{text[: self.WIDTH]}…" if self._is_cut or len(text) > self.WIDTH else text
