"""What a comparison comes to."""

from __future__ import annotations

import enum


class Verdict(enum.IntEnum):
    """Whether something holds; ordered, so that of several that all have to hold the least is that of them together."""

    NO = 0
    MAYBE = 1
    YES = 2
