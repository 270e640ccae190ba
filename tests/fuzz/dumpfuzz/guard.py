"""Notes what a run may not do: open connections, start processes, and write files elsewhere than it was told to.

Audit hooks can't be taken away again, so there is one, and it looks at nothing outside of a run.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

# https://docs.python.org/3/library/audit_events.html
FORBIDDEN = (
    "socket.",
    "subprocess.",
    "os.exec",
    "os.fork",
    "os.posix_spawn",
    "os.spawn",
    "os.system",
    "os.startfile",
    "pty.",
    "urllib.",
    "http.client.",
    "ftplib.",
    "smtplib.",
    "webbrowser.",
)
CHANGES = (
    "os.remove",
    "os.rename",
    "os.mkdir",
    "os.rmdir",
    "os.chmod",
    "os.chown",
    "os.link",
    "os.symlink",
    "os.truncate",
    "shutil.",
)
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class _Watch:
    """Where files may be written at the moment, None outside of a run; and what else was done."""

    allowed: str | None = None
    seen: list[str] = []  # noqa: RUF012 - there is one watch, as there is one hook
    hooked = False


@contextmanager
def watched(folder: str) -> Iterator[list[str]]:
    """Note what the body does that a run may not do; files may be written below `folder`."""
    if not _Watch.hooked:
        sys.addaudithook(_look)
        _Watch.hooked = True
    _Watch.allowed, _Watch.seen = os.path.realpath(folder), []
    try:
        yield _Watch.seen
    finally:
        _Watch.allowed = None


def _look(event: str, arguments: tuple[Any, ...]) -> None:
    if _Watch.allowed is None:
        return
    if event.startswith(FORBIDDEN):
        _Watch.seen.append(f"{event}{arguments!r:.200}")
    elif event == "open":
        path, mode, flags = arguments
        writes = any(sign in mode for sign in "wax+") if isinstance(mode, str) else bool((flags or 0) & _WRITING)
        if writes and not _is_allowed(path):
            _Watch.seen.append(f"open for writing: {path!r}")
    elif event.startswith(CHANGES) and not all(
        _is_allowed(path) for path in arguments if isinstance(path, str | bytes)
    ):
        _Watch.seen.append(f"{event}{arguments!r:.200}")


def _is_allowed(path: Any) -> bool:
    if isinstance(path, int):
        return True  # opened before, and looked at then
    name = os.fsdecode(path)
    return "__pycache__" in name or os.path.realpath(name).startswith(f"{_Watch.allowed}{os.sep}")
