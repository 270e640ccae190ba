"""Checks of all tools of a catalog together: how many there are, and of what they have how much."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from catalint import Catalog, Context, Json, Tool
from catalint.analyses.schemas import SCHEMAS
from catalint.target import Fact, Target
from catalint_rules.targets.checks.parts import left_out
from catalint_rules.targets.checks.spot import CatalogCheck, Spot


def _tool_limit(catalog: Catalog, fact: Fact, target: Target, ctx: Context) -> Iterator[tuple[Tool | None, Spot]]:
    del target, ctx
    if len(catalog.visible) > fact.value:
        yield None, Spot((), "tools", data={"tools": len(catalog.visible), "limit": fact.value})


def _count(catalog: Catalog, fact: Fact, target: Target, ctx: Context) -> Iterator[tuple[Tool | None, Spot]]:
    del target
    kind, most = fact.value["of"], fact.value["max"]
    if kind == "tools":
        found = len(catalog.visible)
        top: list[tuple[str, int]] = []
    else:
        counter = _optional if kind == "optional" else _unions
        counts = Counter[str]()
        for tool in catalog.visible:
            counts[tool.name] += counter(tool, ctx)
        found, top = counts.total(), [item for item in counts.most_common(3) if item[1]]
    if found > most:
        heaviest: list[Json] = [name for name, _ in top]
        yield None, Spot((), f"count of {kind}", data={"count": found, "limit": most, "of": kind, "heaviest": heaviest})


def _optional(tool: Tool, ctx: Context) -> int:
    total = 0
    for schema in ctx.get(SCHEMAS)[tool]:
        if schema.key == "inputSchema":
            for node in schema.nodes:
                if isinstance(node.schema, dict):
                    total += len(left_out(node.schema))
    return total


def _unions(tool: Tool, ctx: Context) -> int:
    return sum(
        1
        for schema in ctx.get(SCHEMAS)[tool]
        if schema.key == "inputSchema"
        for node in schema.nodes
        if isinstance(node.schema, dict) and ("anyOf" in node.schema or isinstance(node.schema.get("type"), list))
    )


CATALOG_CHECKS: Mapping[str, CatalogCheck] = {
    "count": _count,
    "tool-limit": _tool_limit,
}
