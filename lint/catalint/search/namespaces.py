"""Namespaces first, then tools: the way of OpenAI's tool search.

At first the model sees the name and the description of each namespace, or of each MCP server, and nothing of the tools
inside; it names those that it wants to have loaded. A function outside of any namespace is seen by itself, by its name
and description. So a tool is found if the namespace that it is in says what it is about.
https://developers.openai.com/api/docs/guides/tools-tool-search

A model knows what a name means; here only words count. Namespaces are ranked by BM25 over their names and descriptions,
the first few that share a word with the query are loaded, and their tools are ranked by BM25 over their definitions:
the score of a tool is that of its namespace plus its own. Where all tools are in one namespace, that is loaded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from catalint.model import Catalog, Json, Tool
from catalint.search.bm25 import Bm25
from catalint.search.document import FIELDS, Document
from catalint.search.retriever import TOP, Hit, Match, tie_break

NAMESPACE = "namespace"

# Namespaces loaded for one query. The guide names no number: its examples load one, a call may name several.
LOADED = 3

_FIELDS = (NAMESPACE, *FIELDS)


@dataclass(frozen=True, eq=False)
class Namespace:
    """What a model sees of some tools before it loads them. `sign` holds name and description, as of a tool."""

    sign: Tool
    documents: Sequence[Document]

    @property
    def name(self) -> str:
        """What the namespace is called."""
        return self.sign.name

    @cached_property
    def index(self) -> Bm25:
        """The tools inside."""
        return Bm25(self.documents, self.documents[0].profile)


class NamespaceSearch:
    """Searches namespaces and then the tools in those found. Implements `Retriever`."""

    def __init__(self, namespaces: Iterable[Namespace]) -> None:
        found = list(namespaces)
        self.signs = Bm25(Document(namespace.sign) for namespace in found)
        by_sign = {namespace.sign: namespace for namespace in found}
        self.namespaces: Sequence[Namespace] = [by_sign[document.tool] for document in self.signs.documents]

    def choose(self, query: str) -> tuple[tuple[Namespace, Hit], ...]:
        """The namespaces that are loaded for a query, each as a hit: the best first, none if no word is in any."""
        if len(self.namespaces) == 1:
            (only,) = self.namespaces
            return ((only, next(iter(self.signs.search(query)), Hit(only.sign, 0.0))),)
        hits = self.signs.search(query, LOADED)
        return tuple((self.namespaces[self.signs.position[hit.tool]], hit) for hit in hits)

    def search(self, query: str, limit: int = TOP) -> tuple[Hit, ...]:
        """Return the best tools of the namespaces that are loaded, at most `limit`.

        All tools of a namespace that shares a word with the query are hits.
        """
        hits = [hit for namespace, sign in self.choose(query) for hit in _within(namespace, sign, query)]
        hits.sort(key=lambda hit: (-hit.score, tie_break(hit.tool)))
        return tuple(hits[:limit])

    def find(self, task: str, limit: int = TOP) -> tuple[Hit, ...]:
        """Search for the words of a task."""
        return self.search(task, limit)

    def missing(self, query: str) -> tuple[str, ...]:
        """The words of a query that no namespace has in its name or description."""
        return self.signs.missing(query)


def _within(namespace: Namespace, sign: Hit, query: str) -> Iterator[Hit]:
    own = {hit.tool: hit for hit in namespace.index.search(query, len(namespace.documents))}
    for document in namespace.documents:
        hit = own.get(document.tool, Hit(document.tool, 0.0))
        if sign.score or hit.score:
            yield Hit(document.tool, sign.score + hit.score, _joined(sign.matches, hit.matches))


def _joined(signs: Iterable[Match], own: Iterable[Match]) -> tuple[Match, ...]:
    """The matches of a namespace and of a tool in it, one for each word."""
    shares: dict[str, tuple[float, frozenset[str]]] = {
        match.word: (match.score, frozenset(match.fields)) for match in own
    }
    for match in signs:
        score, fields = shares.get(match.word, (0.0, frozenset()))
        shares[match.word] = (score + match.score, fields | {NAMESPACE})
    matches = [
        Match(word, score, tuple(field for field in _FIELDS if field in fields))
        for word, (score, fields) in shares.items()
    ]
    return tuple(sorted(matches, key=lambda match: (-match.score, match.word)))


def namespaces_of(catalogs: Sequence[Catalog], documents: Iterable[Document]) -> list[Namespace]:
    """Sort tools into the namespaces that their lists declare, else into one for each server.

    A tool beside declared namespaces is one by itself.
    """
    by_server = {catalog.server: catalog for catalog in catalogs}
    grouped: dict[tuple[str, str, int], list[Document]] = {}
    for document in documents:
        tool = document.tool
        alone = bool(by_server[tool.server].namespaces) and not tool.namespace
        grouped.setdefault((tool.server, tool.namespace, tool.index if alone else -1), []).append(document)
    return [Namespace(_sign(by_server[server], name, inside), inside) for (server, name, _), inside in grouped.items()]


def _sign(catalog: Catalog, name: str, inside: Sequence[Document]) -> Tool:
    if name:
        return _tool(catalog.server, name, catalog.namespaces.get(name, ""))
    if catalog.namespaces:
        (document,) = inside
        return _tool(
            catalog.server, document.name or document.tool.name, document.tool.description, document.tool.index
        )
    return _tool(catalog.server, catalog.server, about(catalog))


def about(catalog: Catalog) -> str:
    """What a server says of itself as a whole: title and description of `serverInfo`, and its instructions."""
    info = catalog.envelope.get("serverInfo")
    facts: Mapping[str, Json] = info if isinstance(info, dict) else {}
    texts = (facts.get("title"), facts.get("description"), catalog.envelope.get("instructions"))
    return "\n".join(text for text in texts if isinstance(text, str))


def _tool(server: str, name: str, description: str, index: int = 0) -> Tool:
    return Tool(server, index, name, {"name": name, "description": description})
