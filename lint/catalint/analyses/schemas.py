"""The schemas of all tools, each taken apart once for all rules that look inside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from catalint.context import Analysis, Context
from catalint.location import Location, Part, Path, Step
from catalint.model import Json, Tool
from catalint.schema import Node, walk

SchemaKey: TypeAlias = Literal["inputSchema", "outputSchema"]

_KEYS: tuple[SchemaKey, ...] = ("inputSchema", "outputSchema")


@dataclass(frozen=True, eq=False)
class ToolSchema:
    """One schema of a tool, as an object; `nodes` are its subschemas in the order of `catalint.schema.walk`."""

    tool: Tool
    key: SchemaKey
    root: dict[str, Json]
    nodes: tuple[Node, ...]

    @property
    def side(self) -> Literal["input", "output"]:
        """The word for the schema in a message."""
        return "input" if self.key == "inputSchema" else "output"

    @cached_property
    def by_path(self) -> Mapping[Path, Json]:
        """The subschemas by their path."""
        return {node.path: node.schema for node in self.nodes}

    def at(self, *path: Step, part: Part = "value") -> Location:
        """Location of something inside the schema, or of the whole of it."""
        return self.tool.at(self.key, *path, part=part)


def _compute(ctx: Context) -> Mapping[Tool, tuple[ToolSchema, ...]]:
    found: dict[Tool, tuple[ToolSchema, ...]] = {}
    for tool in ctx.corpus.tools:
        roots = ((key, tool.raw.get(key)) for key in _KEYS)
        found[tool] = tuple(
            ToolSchema(tool, key, root, tuple(walk(root))) for key, root in roots if isinstance(root, dict)
        )
    return found


SCHEMAS: Analysis[Mapping[Tool, tuple[ToolSchema, ...]]] = Analysis("schemas", _compute)
"""The input and output schema of each tool, as far as they are objects."""


def input_nodes(tool: Tool, ctx: Context) -> tuple[Node, ...]:
    """The subschemas of a tool's input schema, the schema itself first; none if it is no object."""
    return next((schema.nodes for schema in ctx.get(SCHEMAS)[tool] if schema.key == "inputSchema"), ())
