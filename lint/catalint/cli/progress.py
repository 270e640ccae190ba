"""A line on the terminal while servers take their time: an installation by npx or uvx may take a minute."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from shutil import get_terminal_size

from catalint.output.terminal import fit

# Most servers answer sooner, and nobody needs to be told.
_PATIENCE = 2.0
_ERASE = "\r\x1b[K"


class Progress:
    """Says on standard error which servers a run waits for, if that is a terminal and they take long."""

    def __init__(self) -> None:
        self._is_shown = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._start = time.monotonic()
        self._line = ""

    def tell(self, names: Sequence[str]) -> None:
        """Show the servers that have not answered yet, in place of what was shown before."""
        if not self._is_shown or not names or time.monotonic() - self._start < _PATIENCE:
            return
        line = fit(f"waiting for {', '.join(names)}", get_terminal_size().columns - 1)
        if line != self._line:
            self._write(f"{_ERASE}{line}")
            self._line = line

    def clear(self) -> None:
        """Take away what was shown."""
        if self._line:
            self._write(_ERASE)
            self._line = ""

    def _write(self, text: str) -> None:
        encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
        sys.stderr.write(text.encode(encoding, "backslashreplace").decode(encoding))
        sys.stderr.flush()


@contextmanager
def progress() -> Iterator[Progress]:
    """A line that is gone at the end, whatever that is."""
    shown = Progress()
    try:
        yield shown
    finally:
        shown.clear()
