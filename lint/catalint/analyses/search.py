"""The tools of a run as a search sees them, and how findable each is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from catalint.context import Analysis
from catalint.model import Catalog, Tool
from catalint.search.bm25 import Bm25
from catalint.search.document import Document
from catalint.search.findability import Findability, Judge
from catalint.search.tokenization import ENGLISH, Profile


@dataclass(frozen=True, eq=False)
class SearchIndexes:
    """BM25 indexes over the tools that a model sees, made when they are asked for; texts are tokenised once."""

    catalogs: Sequence[Catalog]
    _documents: dict[tuple[str, Tool], Document] = field(default_factory=dict, repr=False)
    _indexes: dict[tuple[str, Catalog | None], Bm25] = field(default_factory=dict, repr=False)

    def overall(self, profile: Profile = ENGLISH) -> Bm25:
        """All tools of the run together, as a client has them that mounts all servers."""
        if len(self.catalogs) == 1:
            return self.within(self.catalogs[0], profile)
        return self._index(None, profile)

    def within(self, catalog: Catalog, profile: Profile = ENGLISH) -> Bm25:
        """The tools of one catalog."""
        return self._index(catalog, profile)

    def _index(self, catalog: Catalog | None, profile: Profile) -> Bm25:
        key = (profile.name, catalog)
        if key not in self._indexes:
            catalogs = self.catalogs if catalog is None else (catalog,)
            tools = (tool for each in catalogs for tool in each.visible)
            self._indexes[key] = Bm25((self._document(tool, profile) for tool in tools), profile)
        return self._indexes[key]

    def _document(self, tool: Tool, profile: Profile) -> Document:
        key = (profile.name, tool)
        if key not in self._documents:
            twin = None if profile is ENGLISH else self._document(tool, ENGLISH)
            self._documents[key] = Document(tool, profile, twin)
        return self._documents[key]


@dataclass(frozen=True, eq=False)
class Verdicts:
    """How findable each tool that a model sees is within its catalog, judged when it is asked for."""

    indexes: SearchIndexes
    _judges: dict[str, Judge] = field(default_factory=dict, repr=False)

    def of(self, tool: Tool, catalog: Catalog) -> Findability:
        """The verdict on a tool of a catalog."""
        index = self.indexes.within(catalog)
        if catalog.server not in self._judges:
            self._judges[catalog.server] = Judge(index)
        return self._judges[catalog.server].judge(index.position[tool])


SEARCH: Analysis[SearchIndexes] = Analysis("search", lambda ctx: SearchIndexes(ctx.corpus.catalogs))
FINDABILITY: Analysis[Verdicts] = Analysis("findability", lambda ctx: Verdicts(ctx.get(SEARCH)))
