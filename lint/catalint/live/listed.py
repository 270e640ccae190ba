"""What a listing brought."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from catalint.live.launch import Server

Medium: TypeAlias = Literal["stdio", "streamable-http", "sse", "python"]


@dataclass(frozen=True, eq=False)
class Listed:
    """A server's own words: the texts of its JSON-RPC answers, as they came.

    `introduction` is its answer to `initialize` or `server/discover`, empty if it gave none. `pages` are its answers to
    `tools/list`, in their order, each whole message as JSON text; a page that repeats an earlier one is the last.
    `protocol` is the revision that both sides agreed on, `medium` how they spoke. `cut` says why pages after the last
    were not asked for though the server named more, empty where it did not. `notes` are remarks for the user, one line
    each, on what was odd and did no harm. `places` are the files and lines (1-based) that define tools, by the tool's
    name, where a server object knows them.
    """

    server: Server
    introduction: str
    pages: tuple[str, ...]
    protocol: str
    medium: Medium
    seconds: float = 0.0
    cut: str = ""
    notes: tuple[str, ...] = ()
    places: Mapping[str, tuple[str, int]] = field(default_factory=dict)
