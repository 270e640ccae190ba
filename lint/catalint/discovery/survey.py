"""The tools of a run under one kind of search: what is expected of each, of each server, and of all together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from catalint.discovery.trials import Phrasing, Trial, attempt, phrasings, spell
from catalint.model import Catalog, Tool
from catalint.search.findability import Findability
from catalint.search.mount import Mount
from catalint.search.retriever import Hit, Retriever
from catalint.search.retrievers import Kind

# Below this a tool is likely to be missed: more searches for it fail than succeed.
HALF = 0.5
# Mean reciprocal rank of the tools that are found with a probability p: p * (LEVEL + RISE * p). A tool that is found
# more often is also found further up. Fitted by tests/eval/fit_reciprocal_rank.py to the labelled searches of MetaTool,
# StableToolBench and BFCL, each of the same weight.
LEVEL, RISE = 0.5, 0.35


@dataclass(frozen=True, slots=True)
class Expected:
    """What is expected of a search for one of some tools, each equally likely to be what is searched for.

    `hits` is hit@5, the chance that it is among the first five, and `mrr` the mean reciprocal rank. `missed` is the
    number of tools that are likely to be missed.
    """

    tools: int
    hits: float
    mrr: float
    missed: int


@dataclass(frozen=True, slots=True)
class Row:
    """A tool: the probability that a search for it has it among the first five.

    `alone` is that probability where its server is mounted by itself, None where there is only one server.
    """

    tool: Tool
    verdict: Findability
    alone: float | None

    @property
    def probability(self) -> float:
        """Chance to be among the first five."""
        return self.verdict.probability

    @property
    def missed(self) -> bool:
        """Whether the tool is likely to be missed."""
        return self.probability < HALF

    @property
    def drowned(self) -> bool:
        """Whether the tool is likely to be missed among all servers, and is not where its own is alone."""
        return self.alone is not None and self.missed and self.alone >= HALF


@dataclass(frozen=True, slots=True)
class Drowning:
    """A search that finds a tool while its server is alone, and misses it among all; `ahead` are of other servers."""

    alone: Trial
    together: Trial
    ahead: tuple[Hit, ...]


@dataclass(frozen=True, eq=False)
class Survey:
    """All tools under one kind of search. Trials are made for the tools that somebody asks for."""

    kind: Kind
    mount: Mount

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """All tools, the least likely to be found first; ties by server, name and position."""
        together = self.kind.judge(self.mount)
        rows = [Row(verdict.tool, verdict, self._alone.get(verdict.tool)) for verdict in together]
        return tuple(sorted(rows, key=lambda row: row.probability))

    @cached_property
    def row(self) -> Mapping[Tool, Row]:
        """The row of each tool."""
        return {row.tool: row for row in self.rows}

    @cached_property
    def retriever(self) -> Retriever:
        """The search over all tools."""
        return self.kind.build(self.mount)

    @cached_property
    def drowned(self) -> tuple[Row, ...]:
        """The tools that are likely to be missed among all servers only, those first that lose most."""
        return tuple(
            sorted((row for row in self.rows if row.drowned), key=lambda row: row.probability - (row.alone or 0.0))
        )

    @property
    def several(self) -> bool:
        """Whether there is more than one server."""
        return len(self.mount.catalogs) > 1

    @property
    def expected(self) -> Expected:
        """What is expected of a search over everything."""
        return expect(row.probability for row in self.rows)

    def together(self, catalog: Catalog) -> Expected:
        """What is expected of a search for a tool of one server, among all servers."""
        return expect(self.row[tool].probability for tool in catalog.visible)

    def alone(self, catalog: Catalog) -> Expected:
        """What is expected of a search for a tool of one server that is mounted by itself."""
        return expect(self._alone.get(tool, self.row[tool].probability) for tool in catalog.visible)

    def trials(self, tool: Tool) -> tuple[Trial, ...]:
        """The searches for a tool in all styles."""
        return self._attempts(self.retriever, len(self.rows), tool)

    def drowning(self, tool: Tool) -> Drowning | None:
        """A search that only the other servers make miss a tool: the one with the fewest words; None if there is none.

        It is one that has the tool among the first five while its server is alone.
        """
        catalog = next(catalog for catalog in self.mount.catalogs if tool in catalog.visible)
        small = self._mount_of(catalog)
        before = self._attempts(self.kind.build(small), len(catalog.visible), tool)
        for alone, together in reversed(list(zip(before, self.trials(tool), strict=True))):
            ahead = tuple(hit for hit in together.ahead if hit.tool.server != tool.server)
            if ahead and together.missed and not alone.missed:
                return Drowning(alone, together, ahead)
        return None

    def common(self, tool: Tool) -> tuple[tuple[str, int], ...]:
        """The words that a search for a tool most likely has, each with the number of tools that have it."""
        index = self.mount.index()
        spelled = spell(index.documents[index.position[tool]])
        terms = [word.term for word in self.row[tool].verdict.words]
        return tuple((spelled.get(term, term), index.frequency(term)) for term in terms)

    def phrasings(self, tool: Tool) -> tuple[Phrasing, ...]:
        """The searches for a tool that trials are made of."""
        index = self.mount.index()
        return phrasings(index.documents[index.position[tool]], self.row[tool].verdict)

    def _attempts(self, retriever: Retriever, size: int, tool: Tool) -> tuple[Trial, ...]:
        return tuple(attempt(retriever, size, tool, phrasing) for phrasing in self.phrasings(tool))

    @cached_property
    def _alone(self) -> Mapping[Tool, float]:
        if not self.several:
            return {}
        verdicts = (verdict for catalog in self.mount.catalogs for verdict in self._judge(catalog))
        return {verdict.tool: verdict.probability for verdict in verdicts}

    def _judge(self, catalog: Catalog) -> Sequence[Findability]:
        return self.kind.judge(self._mount_of(catalog)) if catalog.visible else ()

    def _mount_of(self, catalog: Catalog) -> Mount:
        return replace(self.mount, catalogs=(catalog,), _documents={}, _indexes={})


def expect(probabilities: Iterable[float]) -> Expected:
    """The expectations that follow from the probabilities of some tools."""
    found = list(probabilities)
    if not found:
        return Expected(0, 0.0, 0.0, 0)
    hits = sum(found) / len(found)
    mrr = sum(reciprocal_rank(probability) for probability in found) / len(found)
    return Expected(len(found), hits, mrr, sum(probability < HALF for probability in found))


def reciprocal_rank(probability: float) -> float:
    """The mean reciprocal rank that is expected of a tool that is among the first five with a probability."""
    return probability * (LEVEL + RISE * probability)
