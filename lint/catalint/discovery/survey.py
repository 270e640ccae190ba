"""The tools of a run under one kind of search: what is expected of each, of each server, and of all together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from catalint.discovery.trials import Phrasing, Trial, attempt, likely_words, phrasings
from catalint.model import Catalog, Tool
from catalint.search.bm25 import Bm25
from catalint.search.findability import HALF, Findability
from catalint.search.mount import Mount
from catalint.search.retriever import Hit, Retriever
from catalint.search.retrievers import Kind

# Mean reciprocal rank of the tools that are found with a probability p: p * (LEVEL + RISE * p). A tool that is found
# more often is also found further up. Fitted by tests/eval/fit_reciprocal_rank.py to the labelled searches of MetaTool,
# StableToolBench and BFCL, each of the same weight.
LEVEL, RISE = 0.6, 0.2


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


@dataclass(frozen=True, slots=True)
class Drowning:
    """A search that finds a tool while its server is alone, and misses it among all.

    `ahead` are those of the first hits that other servers have; none if the search has no hit at all.
    """

    tool: Tool
    alone: Trial
    together: Trial
    ahead: tuple[Hit, ...]


@dataclass(frozen=True, slots=True)
class Company:
    """What other servers do to the tools of one.

    `alone` and `together` are the shares of the searches in the tools' own words that find their tool, while the server
    is mounted by itself and among all. `drowned` are the tools that a search of several words loses, those that fall
    deepest first.
    """

    alone: float
    together: float
    drowned: tuple[Drowning, ...]


@dataclass(frozen=True, eq=False)
class Survey:
    """All tools under one kind of search. Trials are made for the tools that somebody asks for."""

    kind: Kind
    mount: Mount
    _trials: dict[Tool, tuple[Trial, ...]] = field(default_factory=dict, repr=False)

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

    @property
    def index(self) -> Bm25:
        """The words of the tools as the search sees them: its own index of words, else that over all four fields."""
        return self.retriever if isinstance(self.retriever, Bm25) else self.mount.index()

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
        if tool not in self._trials:
            self._trials[tool] = self._attempts(self.retriever, len(self.rows), tool)
        return self._trials[tool]

    @cached_property
    def company(self) -> Mapping[Catalog, Company]:
        """What the servers do to each other; empty if there is only one."""
        return {catalog: self._company(catalog) for catalog in self.mount.catalogs} if self.several else {}

    @cached_property
    def drowned(self) -> Mapping[Tool, Drowning]:
        """The tools of all servers that drown among the others, those that fall deepest first."""
        found = [drowning for company in self.company.values() for drowning in company.drowned]
        return {drowning.tool: drowning for drowning in sorted(found, key=_depth)}

    def _company(self, catalog: Catalog) -> Company:
        retriever = self.kind.build(self._mount_of(catalog))
        size = len(catalog.visible)
        alone = {tool: self._attempts(retriever, size, tool) for tool in catalog.visible}
        pairs = {tool: list(zip(alone[tool], self.trials(tool), strict=True)) for tool in catalog.visible}
        count = sum(map(len, pairs.values())) or 1
        drowned = [drowning for tool in catalog.visible if (drowning := _drowning(tool, pairs[tool]))]
        return Company(
            sum(not before.missed for trials in pairs.values() for before, _ in trials) / count,
            sum(not after.missed for trials in pairs.values() for _, after in trials) / count,
            tuple(sorted(drowned, key=_depth)),
        )

    def common(self, tool: Tool) -> tuple[tuple[str, int], ...]:
        """The words that a search for a tool most likely has, each with the number of tools that have it."""
        index = self.index
        words = likely_words(index.documents[index.position[tool]], self.row[tool].verdict)
        return tuple((word, index.frequency(term)) for term, word in words.items())

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


def _drowning(tool: Tool, pairs: Iterable[tuple[Trial, Trial]]) -> Drowning | None:
    """The search with the most words, two at least, that only the other servers make miss a tool."""
    for alone, together in pairs:
        ahead = tuple(hit for hit in together.ahead if hit.tool.server != tool.server)
        lost = together.missed and not alone.missed
        # what comes before it may be nothing: a search by namespaces that opens none has no hits
        if lost and (ahead or not together.ahead) and " " in together.phrasing.query:
            return Drowning(tool, alone, together, ahead)
    return None


def _depth(drowning: Drowning) -> float:
    """The deeper, the smaller."""
    return -(drowning.together.rank or float("inf"))


def reciprocal_rank(probability: float) -> float:
    """The mean reciprocal rank that is expected of a tool that is among the first five with a probability."""
    return probability * (LEVEL + RISE * probability)
