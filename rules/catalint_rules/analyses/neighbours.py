"""Tools that do one job under two names: clusters of near duplicates, aliases, and tools that others cover."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from catalint import Analysis, Context, Tool
from catalint_rules.analyses import texts
from catalint_rules.analyses.candidates import find_pairs
from catalint_rules.analyses.contrast import Likeness, compare
from catalint_rules.analyses.coverage import Cover, find_covers
from catalint_rules.analyses.lexicon import LEXICON, Lexicon
from catalint_rules.analyses.names import NAMES, CatalogNames
from catalint_rules.analyses.texts import Text


@dataclass(frozen=True, eq=False, slots=True)
class Cluster:
    """Tools that do one job, in the order of the list, with the likenesses that hold them together."""

    members: tuple[Tool, ...]
    links: tuple[Likeness, ...]


@dataclass(frozen=True, eq=False)
class Neighbours:
    """What is near what in one catalog. `text` gives the description of a tool as it was read for the comparison."""

    clusters: tuple[Cluster, ...]
    aliases: tuple[Likeness, ...]
    covers: tuple[Cover, ...]
    text: Callable[[Tool], Text]


def _compute(ctx: Context) -> Mapping[str, Neighbours]:
    lexicon = ctx.get(LEXICON)
    return {server: find_neighbours(names, lexicon, ctx) for server, names in ctx.get(NAMES).items()}


NEIGHBOURS = Analysis("neighbours", _compute)


def find_neighbours(names: CatalogNames, lexicon: Lexicon, ctx: Context) -> Neighbours:
    """Find near duplicates among the tools of one catalog; descriptions are read for candidates only."""
    cache: dict[Tool, Text] = {}
    banners = texts.find_banners(names.names)

    def read(tool: Tool) -> Text:
        text = cache.get(tool)
        if text is None:
            text = cache[tool] = texts.read(tool, lexicon, ctx, names.service, banners)
        return text

    alike: list[Likeness] = []
    aliases: list[Likeness] = []
    for pair in find_pairs(names, lexicon):
        likeness = compare(pair, read, lexicon)
        if likeness is not None:
            (alike if likeness.reason == "alike" else aliases).append(likeness)
    clusters = _cluster(alike)
    home = {tool: cluster for cluster in clusters for tool in cluster.members}
    covers = (
        cover
        for cover in find_covers(names, lexicon, ctx)
        if cover.general not in home or home[cover.general] is not home.get(cover.special)
    )
    return Neighbours(clusters, tuple(aliases), tuple(covers), read)


def _cluster(links: Sequence[Likeness]) -> tuple[Cluster, ...]:
    parent: dict[Tool, Tool] = {}

    def root(tool: Tool) -> Tool:
        while parent.setdefault(tool, tool) is not tool:
            parent[tool] = parent[parent[tool]]
            tool = parent[tool]
        return tool

    for link in links:
        first, second = root(link.pair.first.tool), root(link.pair.second.tool)
        early, late = (first, second) if first.index < second.index else (second, first)
        parent[late] = early
    members: dict[Tool, list[Tool]] = {}
    for tool in sorted(parent, key=lambda tool: tool.index):
        members.setdefault(root(tool), []).append(tool)
    bound: dict[Tool, list[Likeness]] = {}
    for link in links:
        bound.setdefault(root(link.pair.first.tool), []).append(link)
    return tuple(Cluster(tuple(found), tuple(bound[head])) for head, found in members.items())
