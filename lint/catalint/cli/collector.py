"""The collector of reference cycles, kept out of the way of a short run."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused() -> Iterator[None]:
    """Collect no cycles inside, and none when the process ends.

    A run makes few cycles and keeps a million objects alive. For 2,000 tools, looking through them again and again
    takes half a second of five and finds nothing, and doing so once more at the end as much again.
    """
    collecting = gc.isenabled()
    gc.disable()
    # what is frozen is left to the operating system; a second run in one process must not register it twice
    atexit.unregister(gc.freeze)
    atexit.register(gc.freeze)
    try:
        yield
    finally:
        if collecting:
            gc.enable()
