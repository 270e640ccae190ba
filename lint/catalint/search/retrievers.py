"""The searches there are, by name: what each imitates, how it differs from that, and how to make one.

To make one imports no more than it needs; what needs an optional dependency says so in `extra`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from catalint.search.findability import Findability, judge
from catalint.search.mount import Mount
from catalint.search.pattern import PatternSearch
from catalint.search.retriever import Retriever


@dataclass(frozen=True)
class Kind:
    """A kind of search.

    `imitates` and `differences` are one line each, for help and documents. `extra` is the group of optional
    dependencies that it needs, empty if none. `build` makes a search over what a client has mounted; `judge` says how
    findable each tool is by such a search, in the order of server, name and position. Both raise UserError where the
    extra is not installed.
    """

    name: str
    imitates: str
    differences: str
    build: Callable[[Mount], Retriever]
    judge: Callable[[Mount], tuple[Findability, ...]]
    extra: str = ""


def _judge_bm25(mount: Mount) -> tuple[Findability, ...]:
    return judge(mount.index())


RETRIEVERS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind(
            "bm25",
            "Anthropic's tool search, BM25 variant: words over names, descriptions, argument names and descriptions",
            "the hosted tokenisation and weights are not published; ours are the usual ones",
            Mount.index,
            _judge_bm25,
        ),
        Kind(
            "regex",
            "Anthropic's tool search, regex variant: a Python pattern over the same four fields",
            "the hosted order of matches is not published; here a match in a name comes first",
            lambda mount: PatternSearch(mount.documents()),
            _judge_bm25,
        ),
    )
}


def findability_of(kind: str, mount: Mount) -> tuple[Findability, ...]:
    """Judge all tools by one kind of search, in the order of server, name and position."""
    return RETRIEVERS[kind].judge(mount)
