"""From what servers listed to catalogs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from catalint import sources
from catalint.live.failure import ServerError
from catalint.live.listed import Listed
from catalint.location import Location, Place
from catalint.model import Catalog, Corpus, Source
from catalint.report import Unread


def read(listed: Listed, *, origin: str, allow_empty: bool = False) -> sources.Loaded:
    """The catalog of a server, named as the server is; `origin` is where it came from, as it may be shown.

    What the server answered and nobody can read is in `unread` under the server's name.
    """
    name = listed.server.name
    if not listed.pages:
        return _without_tools(listed, origin, allow_empty=allow_empty)
    messages = [message for message in (listed.introduction, *listed.pages) if message]
    loaded = sources.load_messages(name, origin, messages, allow_empty=True)
    empty = [catalog for catalog in loaded.corpus.catalogs if not catalog.tools and not catalog.broken]
    if empty and not allow_empty:
        loaded = replace(loaded, corpus=Corpus(()), unread=(*loaded.unread, _no_tools(name)))
    remarks = [note.removeprefix(f"{origin}: ") for note in loaded.notes]
    cut = [f"its list was not read to the end: {listed.cut}"] if listed.cut else []
    return sources.Loaded(
        loaded.corpus,
        tuple(replace(each, path=name, kind=each.kind or "protocol error") for each in loaded.unread),
        tuple(f"{name}: {note}" for note in (*listed.notes, *cut, *remarks)),
    )


def _without_tools(listed: Listed, origin: str, *, allow_empty: bool) -> sources.Loaded:
    name = listed.server.name
    notes = tuple(f"{name}: {note}" for note in listed.notes)
    if allow_empty:
        return sources.Loaded(Corpus((Catalog(name, (), origin=origin),)), notes=notes)
    return sources.Loaded(Corpus(()), (_no_tools(name),), notes)


def _no_tools(name: str) -> Unread:
    return Unread(name, "--allow-empty if that is right", kind="no tools")


def refuse(error: ServerError) -> Unread:
    """A server that was not listed, as an input that was not read."""
    return Unread(error.server.name, error.message, kind=error.kind, detail=error.stderr)


def beside(live: Catalog, saved: Catalog) -> Catalog:
    """A live catalog with the dump that is kept of it, in whose file its tools have their places."""
    by_name = {tool.name: tool.index for tool in reversed(saved.tools)}
    indexes = {tool.index: by_name[tool.name] for tool in live.tools if tool.name in by_name}
    source = _SavedSource(saved, indexes) if saved.source else None
    return replace(live, saved=saved, source=source)


@dataclass(frozen=True, eq=False)
class _SavedSource:
    """Places of a live catalog in the file of its dump: tools are matched by their names."""

    saved: Catalog
    indexes: Mapping[int, int]

    def place(self, location: Location) -> Place | None:
        """The place of the part of that path in the dump, or of the nearest thing around it."""
        source, moved = self._find(location)
        return source.place(moved) if source and moved else None

    def extent(self, location: Location) -> Place | None:
        """None: the dump may say something else there, so nothing of it is to be replaced."""
        return None

    def _find(self, location: Location) -> tuple[Source | None, Location | None]:
        if location.tool is None:
            return self.saved.source, location
        index = self.indexes.get(location.tool)
        return self.saved.source, None if index is None else replace(location, tool=index)
