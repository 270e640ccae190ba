"""What checks find, the shape of a check, and the schemas of a tool that a fact is about."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeAlias

from catalint import Catalog, Context, Json, Part, Path, Tool
from catalint.analyses.schemas import SCHEMAS, ToolSchema
from catalint.target import Fact, Target

SIDES = {"input": ("inputSchema",), "output": ("outputSchema",), "both": ("inputSchema", "outputSchema")}


@dataclass(frozen=True, eq=False)
class Spot:
    """A place that a fact does not allow: the path from the tool object, or from the catalog.

    `cause` tells apart what is wrong there, the same for all places of one kind in a tool; `data` is what a message
    may quote.
    """

    path: Path
    cause: str
    part: Part = "value"
    data: Mapping[str, Json] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """How many there are of what a catalog has too many of; 0 for anything else."""
        found = self.data.get("count", self.data.get("tools"))
        return found if isinstance(found, int) else 0


ToolCheck: TypeAlias = Callable[[Tool, Fact, Target, Context], Iterator[Spot]]
CatalogCheck: TypeAlias = Callable[[Catalog, Fact, Target, Context], "Iterator[tuple[Tool | None, Spot]]"]


def schemas_meant(tool: Tool, fact: Fact, ctx: Context) -> Iterator[ToolSchema]:
    """The schemas of a tool that a fact is about, of those that are objects."""
    keys = SIDES[fact.side]
    return (schema for schema in ctx.get(SCHEMAS)[tool] if schema.key in keys)


@cache
def compiled(text: str) -> re.Pattern[str]:
    """A pattern of a fact, compiled once."""
    return re.compile(text)


def over_nodes(find: Callable[[dict[str, Json], Any], Iterator[Spot]]) -> ToolCheck:
    """A check of each subschema by itself; the paths that it yields are continued from there."""

    def check(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
        del target
        for schema in schemas_meant(tool, fact, ctx):
            for node in schema.nodes:
                if isinstance(node.schema, dict):
                    for spot in find(node.schema, fact.value):
                        yield Spot((schema.key, *node.path, *spot.path), spot.cause, spot.part, spot.data)

    return check
