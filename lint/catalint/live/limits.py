"""Bounds of a listing: a server may answer slowly, endlessly or with more than anybody can read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """What one server may take. `seconds` are for the whole of its listing, the start of a command included.

    `message_bytes` bound one message, `total_bytes` all of them, `pages` the answers to `tools/list`. `together` is how
    many servers are listed at the same time.
    """

    seconds: float = 60.0
    message_bytes: int = 32_000_000
    total_bytes: int = 64_000_000
    pages: int = 1_000
    together: int = 32
