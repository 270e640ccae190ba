"""The time that one listing has, and how it is woken when that time or the user's patience is over."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class TimeIsUpError(Exception):
    """The listing must end now: its time is over, or somebody interrupted it."""


class Watch:
    """Counts the time of one listing from its making, and wakes what waits.

    A read that blocks can't look at a clock, and a limit for each read is none for all of them: a server that sends a
    byte a second would be read for ever. So whoever waits says how it can be woken from another thread.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.interrupted = False
        self._start = time.monotonic()
        self._over = False
        self._lock = threading.Lock()
        self._wakers: list[Callable[[], None]] = []
        self._timer = threading.Timer(seconds, self._fire)
        self._timer.daemon = True
        self._timer.start()

    @property
    def over(self) -> bool:
        """Whether nothing more may be waited for."""
        return self._over

    @property
    def spent(self) -> float:
        """Seconds since the listing began."""
        return time.monotonic() - self._start

    @property
    def left(self) -> float:
        """Seconds until its end, 0 after it."""
        return 0.0 if self._over else max(0.0, self.seconds - self.spent)

    def check(self) -> None:
        """Raise TimeIsUpError if nothing more may be waited for."""
        if self._over:
            raise TimeIsUpError

    def interrupt(self) -> None:
        """End the listing now; from any thread."""
        self.interrupted = True
        self._fire()

    def close(self) -> None:
        """Stop counting."""
        self._timer.cancel()

    @contextmanager
    def waking(self, waker: Callable[[], None]) -> Iterator[None]:
        """Call `waker` when the time is over while the block runs, at once if it is over already.

        It is called in another thread, at most once, and must neither wait nor raise.
        """
        with self._lock:
            self._wakers.append(waker)
            over = self._over
        if over:
            waker()
        try:
            yield
        finally:
            with self._lock:
                self._wakers.remove(waker)

    def _fire(self) -> None:
        self._timer.cancel()
        with self._lock:
            if self._over:
                return
            self._over = True
            # under the lock: what is woken must not be closed, and its number taken by another, before it is
            for waker in self._wakers:
                waker()
