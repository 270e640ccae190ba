"""Runs labelled searches and counts what was found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from catalint.model import Tool
from catalint.queries.reading import Label, LabelledSearch
from catalint.search.retriever import TOP, Hit, Retriever

# Hits looked at for each search: a right tool further down adds less than 0.01 to the mean reciprocal rank.
DEPTH = 100


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one search brought: `ranks` runs parallel to its labels, 1-based, 0 for not among the first `DEPTH` hits.

    `winners` are the first hits, at most `TOP`.
    """

    search: LabelledSearch
    ranks: tuple[int, ...]
    winners: tuple[Hit, ...]

    @property
    def rank(self) -> int:
        """The best rank of a right tool, 0 if none was found."""
        return min((rank for rank in self.ranks if rank), default=0)

    @property
    def recall(self) -> float:
        """Share of the right tools that are among the first `TOP`."""
        return sum(0 < rank <= TOP for rank in self.ranks) / len(self.ranks)

    @property
    def missing(self) -> tuple[tuple[Label, int], ...]:
        """The right tools that are not among the first `TOP`, each with its rank (0: not found)."""
        pairs = zip(self.search.labels, self.ranks, strict=True)
        return tuple((label, rank) for label, rank in pairs if not 0 < rank <= TOP)

    @property
    def intruders(self) -> tuple[Hit, ...]:
        """The winners that are not right for the search."""
        right = self.search.tools
        return tuple(hit for hit in self.winners if hit.tool not in right)


@dataclass(frozen=True, slots=True)
class Score:
    """The outcomes of all searches, in the order of the file, and their means."""

    outcomes: tuple[Outcome, ...]

    def hit_at(self, top: int) -> float:
        """Share of the searches with a right tool among the first `top`."""
        return _mean(0 < outcome.rank <= top for outcome in self.outcomes)

    @property
    def mrr(self) -> float:
        """Mean reciprocal rank of the best right tool; 0 for a search that brings none among the first `DEPTH`."""
        return _mean(1 / outcome.rank if outcome.rank else 0.0 for outcome in self.outcomes)

    @property
    def recall(self) -> float:
        """Mean over the searches of the share of right tools that are among the first `TOP`.

        Where each search has one right tool this is hit@5.
        """
        return _mean(outcome.recall for outcome in self.outcomes)

    @property
    def misses(self) -> tuple[Outcome, ...]:
        """The searches that lack a right tool among the first `TOP`."""
        return tuple(outcome for outcome in self.outcomes if outcome.missing)

    def of(self, tool: Tool) -> tuple[int, int]:
        """How many searches a tool is right for, and how many of those have it among the first `TOP`."""
        found = [
            0 < rank <= TOP
            for outcome in self.outcomes
            for label, rank in zip(outcome.search.labels, outcome.ranks, strict=True)
            if tool in label.tools
        ]
        return len(found), sum(found)


def run(retriever: Retriever, searches: Iterable[LabelledSearch]) -> Score:
    """Run searches. An error of the retriever (a pattern that is none) is for the caller."""
    return Score(tuple(_run(retriever, search) for search in searches))


def _run(retriever: Retriever, search: LabelledSearch) -> Outcome:
    hits = retriever.find(search.query, DEPTH)
    ranks = {hit.tool: rank for rank, hit in enumerate(hits, start=1)}
    best = tuple(_best(label, ranks) for label in search.labels)
    return Outcome(search, best, hits[:TOP])


def _best(label: Label, ranks: dict[Tool, int]) -> int:
    return min((ranks[tool] for tool in label.tools if tool in ranks), default=0)


def _mean(values: Iterable[float]) -> float:
    found: Sequence[float] = list(values)
    return sum(found) / len(found) if found else 0.0
