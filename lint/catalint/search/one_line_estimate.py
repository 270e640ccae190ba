"""How findable each tool is by its one line, judged halfway between the line and the whole text.

What a tool says further down is not searched here, but it tells which words people have for it, and a tool of which the
line alone is known is judged worse: on labelled searches the mean of both orders tools better than either (AUC 0.73
against 0.72 each).
"""

from __future__ import annotations

from dataclasses import replace

from catalint.search.bm25 import Bm25
from catalint.search.estimate import logistic, odds_of
from catalint.search.findability import Findability, judge


def judge_lines(index: Bm25, lines: Bm25) -> tuple[Findability, ...]:
    """Judge all tools of an index whose lines are those of the other, in the order of its documents."""
    return tuple(
        replace(line, probability=logistic((odds_of(line.probability) + odds_of(whole.probability)) / 2))
        for line, whole in zip(judge(lines), judge(index), strict=True)
    )
