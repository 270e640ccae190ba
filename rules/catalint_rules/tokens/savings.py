"""What a tool would cost with another input schema: exact counts, for rules that say what a change saves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

from catalint import Context, Json, Path, Tool, tokenizer
from catalint.analyses.tokens import ToolTokens, definition

_NOTHING: Mapping[Path, Json] = MappingProxyType({})


def count_with(tool: Tool, schema: Json, ctx: Context, *, description: str | None = None) -> int:
    """The tokens of a tool as it is, but with this input schema, and with this description if one is given."""
    told = {} if description is None else {"description": description}
    changed = replace(tool, raw={**tool.raw, **told, "inputSchema": schema})
    return tokenizer.counter(ctx.encoding).count(definition(changed))


def rewrite(
    schema: dict[str, Json], *, put: Mapping[Path, Json] = _NOTHING, drop: Iterable[Path] = ()
) -> dict[str, Json]:
    """A copy of a schema with other values at some paths and without what stands at others; the rest is shared.

    Raises KeyError or IndexError for a path that leads nowhere.
    """
    root = dict(schema)
    copies: dict[Path, Any] = {(): root}

    def holder(path: Path) -> Any:
        """The copy of what holds the value at a path."""
        for length in range(1, len(path)):
            if path[:length] not in copies:
                parent, step = copies[path[: length - 1]], path[length - 1]
                copies[path[:length]] = parent[step] = parent[step].copy()
        return copies[path[:-1]]

    for path, value in put.items():
        holder(path)[path[-1]] = value
    for path in drop:
        del holder(path)[path[-1]]
    return root


class Size(NamedTuple):
    """A tool that is too large, with its schema, its tokens and its limit."""

    tool: Tool
    schema: dict[str, Json]
    counted: ToolTokens
    limit: int
    ctx: Context

    @property
    def excess(self) -> int:
        """The tokens above the limit."""
        return self.counted.total - self.limit

    def without(self, paths: Iterable[Path]) -> int:
        """The tokens that are saved if what stands at some paths of the schema is left out."""
        return self.counted.total - count_with(self.tool, rewrite(self.schema, drop=paths), self.ctx)

    def left(self, saved: int) -> str:
        """What the tool takes once some tokens are saved."""
        return f"{self.counted.total - saved:,}"
