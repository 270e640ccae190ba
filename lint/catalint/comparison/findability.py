"""Which tools a search found before and no longer does, or the other way round, and which change did that.

How findable a tool is, is what `catalint discover` predicts: the probability that a search has it among the first five.
A cause is not guessed: each change that may be it is undone, in a copy of the catalog, and the tool is judged again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from catalint.comparison.matching import Match
from catalint.discovery.trials import Phrasing, attempt, likely_words, phrasings
from catalint.model import Tool
from catalint.search.bm25 import Bm25
from catalint.search.document import Document
from catalint.search.findability import HALF, Findability, Judge
from catalint.search.retriever import TOP

# A search over fewer tools returns half of them anyway; the rule undiscoverable-tool judges none, too.
FEWEST = 10
# A tool that was nearly as hard to find before did not get lost.
LEAST_CHANGE = 0.1
# Tools whose change is looked into, those that changed most first, and changes of others that are undone one by one.
_EXPLAINED, _SUSPECTS = 10, 6
# In larger catalogs undoing takes seconds a change: then only all changes of a sort are undone together.
_LARGE = 600

CauseKind: TypeAlias = Literal["text", "added", "changed", "removed", "several"]


@dataclass(frozen=True, eq=False)
class Cause:
    """The change that did it: what was undone, and the probability that the tool has then.

    `text`: its own texts, of which `words` went or came. `added`, `changed`, `removed`: other tools, `tools`, each the
    new one or, if it is gone, the old one. `several`: no sort of change alone is enough; `after` is None then.
    """

    kind: CauseKind
    tools: tuple[Tool, ...] = ()
    words: tuple[str, ...] = ()
    after: float | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """A search that anyone can repeat: the tool's rank before, after, and with the cause undone; 0 for no hit.

    `ahead` are the new tools that come before it now.
    """

    query: str
    before: int
    after: int
    undone: int | None
    ahead: tuple[Tool, ...]


@dataclass(frozen=True, eq=False)
class Shift:
    """A tool that was lost, or found: the probability that a search has it among the first five, before and after."""

    old: Tool
    new: Tool
    before: float
    after: float
    cause: Cause
    proof: Proof | None

    @property
    def lost(self) -> bool:
        """Whether it was likely to be found and no longer is."""
        return self.after < self.before


def find_shifts(old: Sequence[Tool], new: Sequence[Tool], matched: Match) -> tuple[Shift, ...]:
    """The tools that were lost or found, those that changed most first. Both lists are what a model sees, in order."""
    if min(len(old), len(new)) < FEWEST:
        return ()
    first, second = _World(old), _World(new)
    seen = (set(old), set(new))
    pairs = [(a, b) for a, b in (*matched.same, *matched.renamed) if a in seen[0] and b in seen[1]]
    moved = [(a, b, first.probability(a), second.probability(b)) for a, b in pairs]
    moved = [
        each for each in moved if (each[2] < HALF) is not (each[3] < HALF) and abs(each[2] - each[3]) >= LEAST_CHANGE
    ]
    moved.sort(key=lambda each: (each[2] < HALF, -abs(each[2] - each[3]), each[1].index))
    before = {b: a for a, b in pairs}
    search = _Inquiry(first, second, before)
    shifts = []
    for number, (a, b, was, now) in enumerate(moved):
        cause, undone = search.cause(a, b) if number < _EXPLAINED else (Cause("several"), None)
        shifts.append(Shift(a, b, was, now, cause, search.proof(a, b, undone, lost=now < was)))
    return tuple(shifts)


class _World:
    """A list of tools as a search sees it; documents are made once and shared with variants."""

    def __init__(self, tools: Sequence[Tool], documents: Mapping[Tool, Document] | None = None) -> None:
        known = documents or {}
        self.tools = tools
        self.documents = {tool: known.get(tool) or Document(tool) for tool in tools}
        self.index = Bm25(self.documents.values())
        self._judge: Judge | None = None

    def verdict(self, tool: Tool) -> Findability:
        self._judge = self._judge or Judge(self.index)
        return self._judge.judge(self.index.position[tool])

    def probability(self, tool: Tool) -> float:
        return self.verdict(tool).probability

    def rank(self, tool: Tool, query: str) -> tuple[int, tuple[Tool, ...]]:
        """The rank for a query, 0 for no hit, and what comes first."""
        trial = attempt(self.index, len(self.tools), tool, Phrasing("", query))
        return trial.rank, tuple(hit.tool for hit in trial.ahead)


@dataclass(frozen=True)
class _Inquiry:
    """Looks for causes: the world before, the world after, and what each new tool was before."""

    first: _World
    second: _World
    before: Mapping[Tool, Tool]

    def cause(self, old: Tool, new: Tool) -> tuple[Cause, _World | None]:
        """The change that did it and the world without it; the smallest that is enough."""
        lost = self.second.probability(new) < HALF
        best: tuple[float, Cause, _World] | None = None
        for stage in self.stages(old, new):
            for cause, world, tool in stage:
                probability = world.probability(tool)
                if (probability >= HALF) is lost and (best is None or (probability > best[0]) is lost):
                    best = probability, replace(cause, after=probability), world
            if best is not None:
                return best[1], best[2]
        return Cause("several"), None

    def stages(self, old: Tool, new: Tool) -> Iterator[Iterator[tuple[Cause, _World, Tool]]]:
        """Changes to undo: single ones first, then all of a sort together."""
        yield self.single(old, new)
        yield self.together(new)

    def single(self, old: Tool, new: Tool) -> Iterator[tuple[Cause, _World, Tool]]:
        if not self.same_text(old, new):
            words = self.words(old, new)
            yield Cause("text", (), words), self.variant(self.exchanged({new: old})), old
        if len(self.second.tools) > _LARGE:
            return
        for other in self.suspects(new):
            yield self.undo((other,), new)
        for gone in self.gone()[:_SUSPECTS]:
            yield Cause("removed", (gone,)), self.variant((*self.second.tools, gone)), new

    def together(self, new: Tool) -> Iterator[tuple[Cause, _World, Tool]]:
        fresh = [tool for tool in self.second.tools if tool not in self.before]
        edited = [
            tool
            for tool, was in self.before.items()
            if tool is not new and tool in self.second.index.position and not self.same_text(was, tool)
        ]
        gone = self.gone()
        for group in (fresh, edited):
            if group:
                yield self.undo(tuple(group), new)
        if gone:
            yield Cause("removed", tuple(gone)), self.variant((*self.second.tools, *gone)), new

    def suspects(self, new: Tool) -> Sequence[Tool]:
        """New and edited tools that come before it in searches for it, most often first."""
        found: dict[Tool, int] = {}
        for query in self.queries(new, self.second):
            for other in self.second.rank(new, query)[1]:
                was = self.before.get(other)
                if was is None or not self.same_text(was, other):
                    found[other] = found.get(other, 0) + 1
        return sorted(found, key=lambda tool: (-found[tool], tool.index))[:_SUSPECTS]

    def undo(self, others: tuple[Tool, ...], new: Tool) -> tuple[Cause, _World, Tool]:
        """The world without some other tools if they are new, with their old texts if they were edited."""
        if others[0] not in self.before:
            left = tuple(tool for tool in self.second.tools if tool not in others)
            return Cause("added", others), self.variant(left), new
        exchange = {tool: self.before[tool] for tool in others}
        return Cause("changed", others), self.variant(self.exchanged(exchange)), new

    def gone(self) -> Sequence[Tool]:
        kept = set(self.before.values())
        return [tool for tool in self.first.tools if tool not in kept]

    def exchanged(self, exchange: Mapping[Tool, Tool]) -> tuple[Tool, ...]:
        return tuple(exchange.get(tool, tool) for tool in self.second.tools)

    def variant(self, tools: Sequence[Tool]) -> _World:
        return _World(tools, {**self.first.documents, **self.second.documents})

    def same_text(self, old: Tool, new: Tool) -> bool:
        """Whether a search sees no difference."""
        return self.first.documents[old].texts == self.second.documents[new].texts

    def words(self, old: Tool, new: Tool) -> tuple[str, ...]:
        """The words that people would most likely search by and that went; those that came where it was found."""
        lost = self.second.probability(new) < HALF
        ours, theirs = (self.first.documents[old], self.second.documents[new])
        if not lost:
            ours, theirs = theirs, ours
        verdict = self.first.verdict(old) if lost else self.second.verdict(new)
        return tuple(word for term, word in likely_words(ours, verdict).items() if term not in theirs.terms)

    def queries(self, tool: Tool, world: _World) -> Sequence[str]:
        return [each.query for each in phrasings(world.documents[tool], world.verdict(tool))]

    def proof(self, old: Tool, new: Tool, undone: _World | None, *, lost: bool) -> Proof | None:
        """The search in the tool's own words that lost it or found it, with the most words."""
        queries = dict.fromkeys((*self.queries(old, self.first), *self.queries(new, self.second)))
        found = [(query, self.first.rank(old, query)[0], *self.second.rank(new, query)) for query in queries]
        telling = [each for each in found if (_found(each[1]), _found(each[2])) == (lost, not lost)]
        for query, before, after, ahead in telling:
            tool = next((tool for tool in (new, old) if undone and tool in undone.index.position), None)
            again = undone.rank(tool, query)[0] if undone and tool else None
            if again is None or _found(again) is lost:
                return Proof(query, before, after, again, ahead)
        return None


def _found(rank: int) -> bool:
    return 0 < rank <= TOP


def lost(shifts: Iterable[Shift]) -> tuple[Shift, ...]:
    """The tools that were lost."""
    return tuple(shift for shift in shifts if shift.lost)
