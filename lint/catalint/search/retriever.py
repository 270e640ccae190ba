"""What every search has in common: a query goes in, ranked tools with the words that brought them up come out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from catalint.model import Tool

# Anthropic's tool search hands the model three to five tools a query.
# https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool
TOP = 5


@dataclass(frozen=True, slots=True)
class Match:
    """What a part of a query gave a tool.

    `word` is a word as the query has it, or the text that a pattern matched; `score` its share of the tool's score;
    `fields` where it stands, in the order of `catalint.search.document.FIELDS`.
    """

    word: str
    score: float
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hit:
    """A tool that a search found. `matches` are in the order of their share, largest first."""

    tool: Tool
    score: float
    matches: tuple[Match, ...] = ()


class Retriever(Protocol):
    """A search over a fixed set of tools.

    Hits are ordered by score, largest first; equal scores by server, tool name and position in the server's list, so
    that neither the order of a listing nor that of a dictionary decides. A tool that nothing speaks for is no hit.
    """

    def search(self, query: str, limit: int = TOP) -> tuple[Hit, ...]:
        """Return at most `limit` hits for a query in the language of the search, which may be a pattern."""
        ...

    def find(self, task: str, limit: int = TOP) -> tuple[Hit, ...]:
        """Return at most `limit` hits for a task in words, searching as a model would that has the task.

        Where queries are words, this is a search for them.
        """
        ...


def tie_break(tool: Tool) -> tuple[str, str, int]:
    """The order of tools with equal scores."""
    return (tool.server, tool.name, tool.index)
