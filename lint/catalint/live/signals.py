"""Signals that ask us to end, held back until what was started has ended."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Any, Self

# What ends a run, by the handler that stands for it where nobody has set another. The last is what a shell sends whose
# terminal is closed; Windows has none.
_ENDING = {
    "SIGINT": signal.default_int_handler,
    "SIGTERM": signal.SIG_DFL,
    "SIGHUP": signal.SIG_DFL,
}


class Signals:
    """While the block runs, signals that would end us are kept; one that somebody else handles or ignores is theirs.

    An exception that a signal raises can come at any step, also while processes are being ended, and so leave some.
    Outside of the main thread, where no handler can be set, nothing is kept.
    """

    def __init__(self) -> None:
        self.came = 0
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for name, usual in _ENDING.items():
                number = getattr(signal, name, None)
                if number is not None and signal.getsignal(number) == usual:
                    self._before[number] = signal.signal(number, self._keep)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def raise_first(self) -> None:
        """Raise what the first signal stands for: KeyboardInterrupt, or SystemExit with the status of a shell."""
        if self.came == signal.SIGINT:
            raise KeyboardInterrupt
        if self.came:
            raise SystemExit(128 + self.came)

    def _keep(self, number: int, _: FrameType | None) -> None:
        self.came = self.came or number
