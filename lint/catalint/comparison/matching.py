"""Which tool of the one list is which of the other: by name, and by likeness for those that are renamed."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest

from catalint.comparison.assignment import assign
from catalint.comparison.similarity import action, alike_names, cosine, overlap
from catalint.model import Json, Tool
from catalint.schema import types_of
from catalint.search.bm25 import Bm25
from catalint.search.document import DESCRIPTION, NAME, Document

# What a name, a description and the parameters count for in how alike two tools are. Names change most in a renaming
# and descriptions say most of what a tool does.
NAME_WEIGHT, TEXT_WEIGHT, PARAMETER_WEIGHT = 0.35, 0.4, 0.25
# From here on a tool that is gone and a new one are taken for the same; closer rivals than this leave it open.
LEAST, MARGIN = 0.6, 0.1
# For a tool that is gone so many of the new ones are looked at, those that a search for its texts brings up.
_CANDIDATES = 12


@dataclass(frozen=True)
class Match:
    """The tools of two lists: pairs of the same name, pairs of a renamed tool, and those without a partner.

    `moved` are new tools that stand elsewhere in the order of those that both lists have: the fewest whose moves
    explain the new order.
    """

    same: tuple[tuple[Tool, Tool], ...]
    renamed: tuple[tuple[Tool, Tool], ...]
    removed: tuple[Tool, ...]
    added: tuple[Tool, ...]
    moved: tuple[Tool, ...]


def match(old: Sequence[Tool], new: Sequence[Tool]) -> Match:
    """Match the tools of two lists; of several tools of one name the first is the first of the other list."""
    numbered = [_numbered(old), _numbered(new)]
    same = tuple((tool, numbered[1][key]) for key, tool in numbered[0].items() if key in numbered[1])
    gone = [tool for key, tool in numbered[0].items() if key not in numbered[1]]
    fresh = [tool for key, tool in numbered[1].items() if key not in numbered[0]]
    renamed = find_renamed(gone, fresh, [*old, *new])
    partners = set(renamed.values())
    pairs = (*same, *renamed.items())
    return Match(
        same,
        tuple(renamed.items()),
        tuple(tool for tool in gone if tool not in renamed),
        tuple(tool for tool in fresh if tool not in partners),
        _moved(pairs),
    )


def find_renamed(gone: Sequence[Tool], fresh: Sequence[Tool], around: Sequence[Tool]) -> Mapping[Tool, Tool]:
    """The new names of tools that are gone. `around` are all tools: words that many of them have weigh little."""
    if not gone or not fresh:
        return {}
    documents = {tool: Document(tool) for tool in around}
    frequency = Counter(term for document in documents.values() for term in document.terms)
    count = len(documents)
    likeness = _Likeness(documents, {term: math.log1p(count / times) for term, times in frequency.items()})
    index = Bm25(documents[tool] for tool in fresh)
    scores: dict[tuple[Tool, Tool], float] = {}
    for tool in gone:
        document = documents[tool]
        found = index.scores((*document.counted[NAME].terms, *document.counted[DESCRIPTION].terms))
        for position, _ in nlargest(_CANDIDATES, found.items(), key=lambda item: item[1]):
            other = index.documents[position].tool
            scores[tool, other] = likeness.of(tool, other)
    return assign(scores, LEAST, MARGIN)


@dataclass(frozen=True)
class _Likeness:
    documents: Mapping[Tool, Document]
    weights: Mapping[str, float]

    def of(self, old: Tool, new: Tool) -> float:
        """How alike two tools are, 0 for tools that do or promise different things."""
        if _differ(action(old.name, old.description), action(new.name, new.description)):
            return 0.0
        if _promise(old) != _promise(new) and None not in (_promise(old), _promise(new)):
            return 0.0
        parts = [(NAME_WEIGHT, alike_names(old.name, new.name, self.weigh))]
        if old.description or new.description:
            first, second = (self.documents[tool].counted[DESCRIPTION].terms for tool in (old, new))
            same = old.description == new.description
            parts.append((TEXT_WEIGHT, 1.0 if same else cosine(first, second, self.weigh)))
        ours, theirs = _parameters(old), _parameters(new)
        if ours or theirs:
            parts.append((PARAMETER_WEIGHT, overlap(ours, theirs, lambda _: 1.0)))
        return sum(weight * value for weight, value in parts) / sum(weight for weight, _ in parts)

    def weigh(self, term: str) -> float:
        return self.weights.get(term, 1.0)


def _differ(first: int | None, second: int | None) -> bool:
    return first is not None and second is not None and first != second


def _promise(tool: Tool) -> Json:
    """Whether a tool says that it only reads; None if it says nothing of it."""
    annotations = tool.annotations
    return annotations.get("readOnlyHint") if isinstance(annotations, dict) else None


def _parameters(tool: Tool) -> set[str]:
    return {f"{parameter.name}:{','.join(sorted(types_of(parameter.schema)))}" for parameter in tool.parameters}


def _numbered(tools: Sequence[Tool]) -> Mapping[tuple[str, str, int], Tool]:
    seen: defaultdict[tuple[str, str], int] = defaultdict(int)
    found: dict[tuple[str, str, int], Tool] = {}
    for tool in tools:
        key = (tool.namespace, tool.name)
        found[*key, seen[key]] = tool
        seen[key] += 1
    return found


def _moved(pairs: Sequence[tuple[Tool, Tool]]) -> tuple[Tool, ...]:
    """The new tools of pairs that are not in a longest run of pairs whose order stayed."""
    ordered = [new for _, new in sorted(pairs, key=lambda pair: pair[0].index)]
    ends: list[int] = []
    lengths: list[int] = []
    for tool in ordered:
        length = bisect_left(ends, tool.index)
        ends[length : length + 1] = [tool.index]
        lengths.append(length)
    wanted, kept = len(ends) - 1, set[Tool]()
    limit = math.inf
    for tool, length in zip(reversed(ordered), reversed(lengths), strict=True):
        if length == wanted and tool.index < limit:
            kept.add(tool)
            wanted, limit = wanted - 1, tool.index
    return tuple(sorted((tool for tool in ordered if tool not in kept), key=lambda tool: tool.index))
