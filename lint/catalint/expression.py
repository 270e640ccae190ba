"""Regular expressions that are compiled on first use.

A run loads every rule, and the modules of the rules hold some three hundred expressions. To compile them all takes
longer than to read and judge a small catalog, and such a run asks for a third of them.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any, cast


def expression(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Like `re.compile`, but a faulty pattern raises `re.error` where it is first used."""
    return cast("re.Pattern[str]", _Expression(pattern, flags))


class _Expression:
    """Stands in for a compiled expression and takes over each of its methods when it is first asked for."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern, self._flags)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._compiled, name)
        setattr(self, name, value)
        return value
