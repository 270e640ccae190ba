"""What a change of tools costs a prompt cache, which holds what stands before the first difference.

Tools stand at position 0 of a request, before the system prompt and the conversation, so a change in the first tool
invalidates everything. When that pays in a running session is in `catalint.planning.caching`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from catalint.analyses.tokens import ToolTokens, definition
from catalint.model import Catalog, Tool
from catalint.planning.caching import Rates

# What a session holds behind its tools where nobody says: system prompt and conversation of a longer task.
CONTEXT = 50_000
WRITE, READ = Rates().write, Rates().read


@dataclass(frozen=True, slots=True)
class Caching:
    """The assumptions: tokens behind the tools, and prices of a write and a read by that of a fresh token."""

    context: int = CONTEXT
    write: float = WRITE
    read: float = READ

    @property
    def rates(self) -> Rates:
        """The prices of the cache."""
        return Rates(self.read, self.write)


@dataclass(frozen=True, eq=False)
class Prefix:
    """What of the list of tools stays cached.

    `position` is that of the first tool that differs, in the order of the new list (0-based), None where nothing does;
    `tool` the new tool there, None where the old list goes on and the new one ends. `kept` are the tokens of the tools
    before it, `lost` those of the new list from there on.
    """

    position: int | None
    tool: Tool | None
    kept: int
    lost: int


def find_prefix(old: Catalog, new: Catalog, tokens: Mapping[Tool, ToolTokens]) -> Prefix:
    """Compare the definitions that a model reads, in their order. `tokens` are those of the new tools."""
    before = [definition(tool) for tool in old.visible]
    counts = [tokens[tool].total for tool in new.visible]
    for position, tool in enumerate(new.visible):
        if position >= len(before) or definition(tool) != before[position]:
            return Prefix(position, tool, sum(counts[:position]), sum(counts[position:]))
    if len(before) > len(counts):
        return Prefix(len(counts), None, sum(counts), 0)
    return Prefix(None, None, sum(counts), 0)
