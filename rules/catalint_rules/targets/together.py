"""What clients make of catalogs that are mounted together, where each of them alone would be taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from catalint import Catalog, Context, Tool
from catalint.target import Fact, Target
from catalint_rules.targets.checks.spot import Spot


@dataclass(frozen=True, eq=False)
class Joint:
    """A fact that catalogs do not meet together. `tools` are those of several servers that become one, or none."""

    target: Target
    fact: Fact
    spot: Spot
    catalogs: Sequence[Catalog]
    tools: Sequence[Tool] = ()


def judge_together(ctx: Context, targets: Sequence[Target]) -> Iterator[Joint]:
    """What mounted catalogs do not meet together: of the run's client, or else of each target that is no directory."""
    catalogs = [catalog for catalog in ctx.corpus.catalogs if catalog.visible]
    if not ctx.mounted or len(catalogs) < 2:
        return
    if ctx.client is not None:
        asked = [target for target in targets if target.name == ctx.client.name]
    else:
        asked = [target for target in targets if target.kind != "directory"]
    for target in asked:
        for fact in target.facts:
            if fact.check == "tool-limit":
                yield from _tool_limit(catalogs, fact, target)
            elif fact.check == "sent-names" and target.naming.seen:
                yield from _sent_names(catalogs, fact, target, ctx.plugin)


def _tool_limit(catalogs: Sequence[Catalog], fact: Fact, target: Target) -> Iterator[Joint]:
    counts = [len(catalog.visible) for catalog in catalogs]
    # a catalog that is too large by itself is at fault, whatever is mounted with it
    if max(counts) <= fact.value < sum(counts):
        data = {"tools": sum(counts), "limit": fact.value, "servers": len(catalogs)}
        yield Joint(target, fact, Spot((), "tools together", data=data), catalogs)


def _sent_names(catalogs: Sequence[Catalog], fact: Fact, target: Target, plugin: str) -> Iterator[Joint]:
    groups: dict[str, dict[str, Tool]] = {}
    for catalog in catalogs:
        for tool in catalog.visible:
            sent = target.naming.write(tool.name, catalog.server, plugin)
            groups.setdefault(sent, {}).setdefault(catalog.server, tool)
    for sent, tools in groups.items():
        if len(tools) > 1:
            others = [f"{tool.server}/{tool.name}" for tool in list(tools.values())[1:]]
            spot = Spot(("name",), "collision of servers", data={"sent": sent, "others": [*others]})
            yield Joint(target, fact, spot, [each for each in catalogs if each.server in tools], [*tools.values()])
