"""Checks of names: of tools, as they are and as clients send them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from catalint import Catalog, Context, Tool
from catalint.target import Fact, Target
from catalint_rules.targets.checks.spot import CatalogCheck, Spot, ToolCheck, compiled
from catalint_rules.targets.naming import sent_name


def _name_pattern(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    del ctx
    # a client that rewrites names refuses none for its characters
    if not target.naming.replace and not compiled(fact.value["pattern"]).fullmatch(tool.name):
        yield Spot(("name",), "characters")


def _name_length(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    sent = sent_name(tool.name, target.naming, ctx)
    if len(sent) > fact.value["max"]:
        yield Spot(("name",), "length", data={"sent": sent, "length": len(sent)})


def _unique_names(catalog: Catalog, fact: Fact, target: Target, ctx: Context) -> Iterator[tuple[Tool | None, Spot]]:
    del fact, target, ctx
    seen: set[tuple[str, str]] = set()
    for tool in catalog.tools:
        if (tool.namespace, tool.name) in seen:
            yield tool, Spot(("name",), "twice")
        seen.add((tool.namespace, tool.name))


def _sent_names(catalog: Catalog, fact: Fact, target: Target, ctx: Context) -> Iterator[tuple[Tool | None, Spot]]:
    del fact
    if not target.naming.replace:
        return
    groups: dict[str, dict[str, Tool]] = {}
    for tool in catalog.tools:
        sent = sent_name(tool.name, target.naming, ctx, cut=True)
        groups.setdefault(sent, {}).setdefault(tool.name, tool)
    for sent, tools in groups.items():
        if len(tools) > 1:
            first, *others = tools.values()
            yield first, Spot(("name",), "collision", data={"sent": sent, "others": [tool.name for tool in others]})


TOOL_CHECKS: Mapping[str, ToolCheck] = {
    "name-length": _name_length,
    "name-pattern": _name_pattern,
}
CATALOG_CHECKS: Mapping[str, CatalogCheck] = {
    "sent-names": _sent_names,
    "unique-names": _unique_names,
}
