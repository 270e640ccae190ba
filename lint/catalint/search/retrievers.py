"""The searches there are, by name: what each imitates, how it differs from that, and how to make one.

To make one imports no more than it needs; what needs an optional dependency says so in `extra`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from catalint.search.embedding import EXTRA, EmbeddingSearch
from catalint.search.embedding_estimate import judge_embeddings
from catalint.search.findability import Findability, judge
from catalint.search.mount import Mount
from catalint.search.namespace_estimate import judge_namespaces
from catalint.search.namespaces import NamespaceSearch, namespaces_of
from catalint.search.one_line import index_lines
from catalint.search.one_line_estimate import judge_lines
from catalint.search.pattern import PatternSearch
from catalint.search.pattern_estimate import judge_patterns
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


def _namespaces(mount: Mount) -> NamespaceSearch:
    return NamespaceSearch(namespaces_of(mount.catalogs, mount.documents()))


RETRIEVERS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind(
            "bm25",
            "Anthropic's tool search, BM25 variant: words over names, descriptions, argument names and descriptions",
            "the hosted tokenisation and weights are not published; ours are the usual ones",
            lambda mount: mount.index(),
            lambda mount: judge(mount.index()),
        ),
        Kind(
            "regex",
            "Anthropic's tool search, regex variant: a Python pattern over the same four fields",
            "the hosted order of matches is not published; here a match in a name comes first",
            lambda mount: PatternSearch(mount.documents()),
            lambda mount: judge_patterns(mount.index(), PatternSearch(mount.documents())),
        ),
        Kind(
            "one-line",
            "a search_tools meta-tool with a one-line index: words over names and first sentences",
            "such tools differ; some list all lines instead of ranking them, some keep more than a sentence",
            lambda mount: index_lines(mount.documents()),
            lambda mount: judge_lines(mount.index(), index_lines(mount.documents())),
        ),
        Kind(
            "namespace",
            "OpenAI's tool search: namespaces or servers by name and description, then the tools inside",
            "the model chooses by meaning and sees a loaded namespace whole; here words choose and rank",
            _namespaces,
            lambda mount: judge_namespaces(mount.index(), _namespaces(mount)),
        ),
        Kind(
            "embedding",
            "semantic tool search, as gateways and agent frameworks have it: nearness in meaning over all four fields",
            "the vectors are small ones of words that work offline; those of a service know more of phrases and names",
            lambda mount: EmbeddingSearch(mount.documents()),
            lambda mount: judge_embeddings(mount.index(), EmbeddingSearch(mount.documents())),
            EXTRA,
        ),
    )
}
