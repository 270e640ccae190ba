"""Catalogs as one client has them before it searches: the tools of all servers together, under the client's names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from catalint.model import Catalog
from catalint.search.bm25 import Bm25
from catalint.search.document import Document
from catalint.search.naming import Naming, bare
from catalint.search.tokenization import ENGLISH, Profile


@dataclass(frozen=True, eq=False)
class Mount:
    """The tools that a model sees of some catalogs; texts are tokenised once, indexes are made when asked for."""

    catalogs: Sequence[Catalog]
    naming: Naming = bare
    _documents: dict[str, Sequence[Document]] = field(default_factory=dict, repr=False)
    _indexes: dict[str, Bm25] = field(default_factory=dict, repr=False)

    def documents(self, profile: Profile = ENGLISH) -> Sequence[Document]:
        """The tools as a search sees them, in the order of the catalogs."""
        if profile.name not in self._documents:
            if profile is ENGLISH:
                made = [Document(tool, name=self.naming(tool)) for catalog in self.catalogs for tool in catalog.visible]
            else:
                made = [Document(twin.tool, profile, twin, twin.name) for twin in self.documents()]
            self._documents[profile.name] = made
        return self._documents[profile.name]

    def index(self, profile: Profile = ENGLISH) -> Bm25:
        """The index over all four fields of all tools."""
        if profile.name not in self._indexes:
            self._indexes[profile.name] = Bm25(self.documents(profile), profile)
        return self._indexes[profile.name]
