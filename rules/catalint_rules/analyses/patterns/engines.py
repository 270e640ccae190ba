"""The engines that patterns meet, and what they refuse."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Engine(enum.StrEnum):
    """A dialect of regular expressions."""

    JAVASCRIPT = "JavaScript"
    PYTHON = "Python"
    RE2 = "RE2"
    RUST = "Rust"


JS, PY, RE2, RUST = Engine.JAVASCRIPT, Engine.PYTHON, Engine.RE2, Engine.RUST
ALL = frozenset(Engine)
LINEAR = frozenset((RE2, RUST))
"""The engines whose time is linear in the text: they know neither look-around nor back references."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What stands between `start` and `end` of a pattern and some engines refuse.

    `what` names it, `fix` is an order that says what to write, and `instead` is that itself, if it means the same.
    """

    start: int
    end: int
    what: str
    engines: frozenset[Engine]
    fix: str = ""
    instead: str | None = None
