"""Compares two versions of catalogs: everything that `catalint diff` finds out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from catalint.analyses.tokens import INSTRUCTIONS, TOKENS, ToolTokens
from catalint.comparison.change import Change, Effect
from catalint.comparison.matching import Match, match
from catalint.comparison.prefix import Prefix, find_prefix
from catalint.comparison.tools import Status, ToolChange, added, compare_tools, removed
from catalint.context import Context
from catalint.model import Catalog, Corpus, Tool

if TYPE_CHECKING:
    from catalint.comparison.findability import Shift


@dataclass(frozen=True, slots=True)
class Guidance:
    """Instructions of a server that are not as before: tokens of the old text and of the new one, 0 for none."""

    tokens_before: int
    tokens_after: int


@dataclass(frozen=True, eq=False)
class CatalogChange:
    """One server in both versions; None where it is not there.

    `tools` are those of the new list in its order, then those that are gone in the order of the old list. `guidance` is
    None where the instructions are as before, or a side does not say what the server told of itself.
    """

    server: str
    old: Catalog | None
    new: Catalog | None
    tools: tuple[ToolChange, ...]
    matched: Match
    prefix: Prefix | None
    guidance: Guidance | None = None

    @property
    def broken(self) -> tuple[int, int]:
        """Entries of the old list and of the new one that are no tools or can't be read: nothing compares them."""
        return len(self.old.broken) if self.old else 0, len(self.new.broken) if self.new else 0

    @property
    def changed(self) -> tuple[ToolChange, ...]:
        """The tools that are not as before."""
        return tuple(tool for tool in self.tools if tool.status != "same")

    @cached_property
    def shifts(self) -> tuple[Shift, ...]:
        """The tools that a search no longer finds, or finds by now; judged when somebody asks."""
        from catalint.comparison.findability import find_shifts

        if self.old is None or self.new is None or not self.changed:
            return ()
        return find_shifts(self.old.visible, self.new.visible, self.matched)


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two versions of the same servers. `encoding` names the one that tokens are counted with."""

    catalogs: tuple[CatalogChange, ...]
    encoding: str = "o200k_base"

    @property
    def tools(self) -> Iterator[tuple[CatalogChange, ToolChange]]:
        """The tools of all servers."""
        return ((catalog, tool) for catalog in self.catalogs for tool in catalog.tools)

    def changes(self, effect: Effect) -> Iterator[tuple[CatalogChange, ToolChange, Change]]:
        """The changes of one effect, by server and tool."""
        return (
            (catalog, tool, change)
            for catalog, tool in self.tools
            for change in tool.changes
            if change.effect is effect
        )

    def count(self, effect: Effect) -> int:
        """The number of changes of one effect."""
        return sum(1 for _ in self.changes(effect))

    @property
    def tokens_before(self) -> int:
        """What a model read."""
        return sum(tool.tokens_before for _, tool in self.tools)

    @property
    def tokens_after(self) -> int:
        """What a model reads now."""
        return sum(tool.tokens_after for _, tool in self.tools)

    @property
    def growth(self) -> float | None:
        """By which share the tokens grew; None where there were none."""
        before = self.tokens_before
        return (self.tokens_after - before) / before if before else None

    @property
    def shifts(self) -> tuple[Shift, ...]:
        """The tools that were lost to searches, or found by them."""
        return tuple(shift for catalog in self.catalogs for shift in catalog.shifts)

    @property
    def broken(self) -> int:
        """The number of entries, of both sides, that are no tools or can't be read."""
        return sum(sum(catalog.broken) for catalog in self.catalogs)


def compare(old: Sequence[Catalog], new: Sequence[Catalog], encoding: str = "o200k_base") -> Comparison:
    """Compare catalogs, server by server; servers are the same if they are called the same."""
    before = {catalog.server: catalog for catalog in old}
    after = {catalog.server: catalog for catalog in new}
    contexts = [Context(Corpus(tuple(catalogs)), encoding=encoding) for catalogs in (old, new)]
    tools = {tool: tokens for ctx in contexts for tool, tokens in ctx.get(TOKENS).items()}
    texts = {catalog: tokens for ctx in contexts for catalog, tokens in ctx.get(INSTRUCTIONS).items()}
    counts = _Counts(tools, texts)
    names = dict.fromkeys((*after, *before))
    return Comparison(tuple(_compare(name, before.get(name), after.get(name), counts) for name in names), encoding)


@dataclass(frozen=True)
class _Counts:
    """Tokens of tools, and of the instructions of servers."""

    tools: Mapping[Tool, ToolTokens]
    instructions: Mapping[Catalog, int]


def _compare(server: str, old: Catalog | None, new: Catalog | None, counts: _Counts) -> CatalogChange:
    tokens = counts.tools
    olds, news = old.tools if old else (), new.tools if new else ()
    matched = match(olds, news)
    before = {after: (tool, False) for tool, after in matched.same} | {
        after: (tool, True) for tool, after in matched.renamed
    }

    def count(tool: Tool) -> int:
        return tokens[tool].total if tool.model_visible else 0

    tools: list[ToolChange] = []
    for tool in news:
        if tool not in before:
            tools.append(ToolChange(None, tool, "added", (added(tool),), 0, count(tool)))
            continue
        was, renamed = before[tool]
        changes = () if was.raw == tool.raw and not renamed else compare_tools(was, tool)
        status: Status = "renamed" if renamed else "changed" if changes else "same"
        tools.append(ToolChange(was, tool, status, changes, count(was), count(tool)))
    tools.extend(ToolChange(tool, None, "removed", (removed(tool),), count(tool), 0) for tool in matched.removed)
    prefix = find_prefix(old, new, tokens) if old and new else None
    return CatalogChange(server, old, new, tuple(tools), matched, prefix, _guide(old, new, counts.instructions))


def _guide(old: Catalog | None, new: Catalog | None, tokens: Mapping[Catalog, int]) -> Guidance | None:
    if old is None or new is None or old.instructions == new.instructions:
        return None
    if not (old.is_introduced and new.is_introduced):
        return None
    return Guidance(tokens[old], tokens[new])
