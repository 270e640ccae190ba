"""The tools of a run as a search sees them, and how findable each is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from catalint.context import Analysis, Context
from catalint.model import Catalog, Tool
from catalint.search.bm25 import Bm25
from catalint.search.document import Document
from catalint.search.findability import Findability, Judge
from catalint.search.naming import Naming, bare, of_client
from catalint.search.tokenization import ENGLISH, Profile


@dataclass(frozen=True, eq=False)
class SearchIndexes:
    """BM25 indexes over the tools that a model sees, made when they are asked for; texts are tokenised once.

    `mounted` says that a search is over all catalogs together, under the names of `naming`.
    """

    catalogs: Sequence[Catalog]
    mounted: bool = False
    naming: Naming = bare
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

    def around(self, catalog: Catalog, profile: Profile = ENGLISH) -> Bm25:
        """What a client searches that has a catalog: all that are mounted with it, else its own tools."""
        return self.overall(profile) if self.mounted else self.within(catalog, profile)

    @property
    def is_joint(self) -> bool:
        """Whether tools of several servers are searched together."""
        return self.mounted and sum(1 for catalog in self.catalogs if catalog.visible) > 1

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
            self._documents[key] = Document(tool, profile, twin, self.naming(tool))
        return self._documents[key]


@dataclass(frozen=True, eq=False)
class Verdicts:
    """How findable each tool that a model sees is, judged when it is asked for: among the tools around it."""

    indexes: SearchIndexes
    _judges: dict[Bm25, Judge] = field(default_factory=dict, repr=False)

    def of(self, tool: Tool, catalog: Catalog) -> Findability:
        """The verdict on a tool of a catalog."""
        index = self.indexes.around(catalog)
        if index not in self._judges:
            self._judges[index] = Judge(index)
        return self._judges[index].judge(index.position[tool])


def _index(ctx: Context) -> SearchIndexes:
    named = of_client(ctx.client.naming, ctx.plugin) if ctx.mounted and ctx.client else bare
    return SearchIndexes(ctx.corpus.catalogs, ctx.mounted, named)


SEARCH: Analysis[SearchIndexes] = Analysis("search", _index)
FINDABILITY: Analysis[Verdicts] = Analysis("findability", lambda ctx: Verdicts(ctx.get(SEARCH)))
