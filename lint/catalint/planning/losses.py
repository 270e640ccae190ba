"""What searches are expected to miss, by the predictor of `catalint discover`, one for each kind of search.

A tool that is needed is searched for up to `tries` times, with other words each time; what one search finds with a
chance p is found by t of them with 1 - (1 - p)^t. That takes the searches for independent of each other, which
flatters: a tool that nobody's words bring up is missed by all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from catalint.model import Tool
from catalint.planning.demand import Demand
from catalint.planning.grouping import Group
from catalint.search.findability import HALF, Findability, judge
from catalint.search.mount import Mount
from catalint.search.namespace_estimate import judge_namespaces
from catalint.search.namespaces import Namespace, NamespaceSearch
from catalint.search.one_line import index_lines
from catalint.search.one_line_estimate import judge_lines


@dataclass(frozen=True)
class Chances:
    """The chance that a search finds each tool, by kind of search; judged when they are asked for.

    A search by namespaces is one over `groups`, which need not be the servers.
    """

    mount: Mount
    groups: Sequence[Group] = ()
    _found: dict[str, tuple[Findability, ...]] = field(default_factory=dict, repr=False)

    def of(self, retriever: str) -> Mapping[Tool, float]:
        """The chance for each tool to be among the first five: by `bm25`, `one-line` or `namespace`."""
        return {verdict.tool: verdict.probability for verdict in self._verdicts(retriever)}

    def _verdicts(self, retriever: str) -> tuple[Findability, ...]:
        if retriever not in self._found:
            judges = {"bm25": self._by_words, "one-line": self._by_lines, "namespace": self._by_groups}
            self._found[retriever] = judges[retriever]()
        return self._found[retriever]

    def _by_words(self) -> tuple[Findability, ...]:
        return judge(self.mount.index())

    def _by_lines(self) -> tuple[Findability, ...]:
        lines = index_lines(self.mount.documents())
        return judge_lines(self.mount.index(), lines, self._verdicts("bm25"))

    def _by_groups(self) -> tuple[Findability, ...]:
        documents = {document.tool: document for document in self.mount.documents()}
        search = NamespaceSearch(
            Namespace(_sign(group), [documents[tool] for tool in group.tools]) for group in self.groups
        )
        return judge_namespaces(self.mount.index(), search)


def _sign(group: Group) -> Tool:
    return Tool("", 0, group.name, {"name": group.name, "description": group.description})


@dataclass(frozen=True)
class Loss:
    """What a way of loading is expected to lose.

    `first` is the share of tools, each as often as it is needed, that one search misses; `missed` that all tries miss.
    `repeats` is the number of searches for a tool, on average. `worst` are the tools that one search rather misses than
    finds, the least likely to be found first, each with the chance that it is found.
    """

    first: float = 0.0
    missed: float = 0.0
    repeats: float = 1.0
    worst: Sequence[tuple[Tool, float]] = ()

    def of_session(self, distinct: float) -> float:
        """The chance that a session lacks one of the tools that it needs."""
        return 1 - float((1 - self.missed) ** distinct)


def count_searches(chance: float, tries: float) -> float:
    """How many searches for a tool are made on average, of at most `tries`: each if those before it missed.

    That is 1 + miss + miss^2 + ..., for whole numbers of tries.
    """
    return (1 - (1 - chance) ** tries) / chance if chance else tries


def lose_by_search(chances: Mapping[Tool, float], demand: Demand, tries: float, hot: frozenset[Tool]) -> Loss:
    """What a search loses of the tools that are not kept loaded."""
    searched = {tool: share for tool, share in demand.shares.items() if tool not in hot}
    first = missed = repeats = 0.0
    for tool, share in searched.items():
        miss = 1 - chances[tool]
        first += share * miss
        missed += share * miss**tries
        repeats += share * count_searches(chances[tool], tries)
    total = sum(searched.values())
    worst = sorted((tool for tool in searched if chances[tool] < HALF), key=lambda tool: chances[tool])
    return Loss(first, missed, repeats / total if total else 1.0, tuple((tool, chances[tool]) for tool in worst))


def lose_by_absence(demand: Demand, chosen: frozenset[Tool]) -> Loss:
    """What is lost where only some tools are there at all: the needs for all others."""
    absent = {tool: share for tool, share in demand.shares.items() if tool not in chosen}
    missed = sum(absent.values())
    worst = sorted(absent, key=lambda tool: -absent[tool])
    return Loss(missed, missed, 1.0, tuple((tool, 0.0) for tool in worst))
