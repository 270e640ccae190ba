"""Reads a file of labelled searches; each fault has its line and column.

    - query: how heavy is parcel 4711
      tools: [depot_get_parcel]
    - query: a crate arrived broken
      tools: [claims/open_claim, depot/report_damage]
      draft: true

`tools` are those that are right for the search, by name or as `server/name`; one of them may stand there without a
list. A `draft` is not counted yet. JSON of the same shape is read, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from catalint.errors import InputError, UserError
from catalint.hints import did_you_mean
from catalint.location import Path
from catalint.model import Catalog, Json, Tool
from catalint.quoting import describe, shown

KEYS = ("query", "tools", "draft")
EXAMPLE = "`- query: ...` with `tools: [...]`"
# A file for another server has nothing but unknown tools; this many lines say so as well as a thousand.
_MOST_FAULTS = 20


class QueriesError(UserError):
    """A file of labelled searches can't be used; one line `file:line:column: message` for each fault."""

    exit_code = 3


@dataclass(frozen=True, slots=True)
class Label:
    """A tool that is right for a search, as the file names it.

    `tools` are those of that name: more than one where several servers have one and the file names no server. Any of
    them will do.
    """

    name: str
    tools: tuple[Tool, ...]


@dataclass(frozen=True, slots=True)
class LabelledSearch:
    """A search and what is right for it. `line` is the line of its query, 1-based."""

    query: str
    labels: tuple[Label, ...]
    line: int
    draft: bool = False

    @property
    def tools(self) -> frozenset[Tool]:
        """All tools that are right."""
        return frozenset(tool for label in self.labels for tool in label.tools)


@dataclass(frozen=True, slots=True)
class QueryFile:
    """The searches of a file in their order."""

    path: str
    searches: tuple[LabelledSearch, ...]

    @property
    def counted(self) -> tuple[LabelledSearch, ...]:
        """The searches that are no drafts."""
        return tuple(search for search in self.searches if not search.draft)

    @property
    def drafts(self) -> int:
        """Number of searches that are drafts."""
        return sum(search.draft for search in self.searches)


def read(path: str, data: bytes, catalogs: Iterable[Catalog]) -> QueryFile:
    """Read a file and look its tools up in the catalogs; raises QueriesError."""
    from catalint.sources.decoding import decode
    from catalint.sources.reader import read_documents

    try:
        text, _ = decode(path, data)
    except InputError as error:
        raise QueriesError(str(error)) from error
    try:
        documents = read_documents(text, is_yaml=True).values
    except InputError as error:
        # without a place there is nothing in the file
        empty = f"{path}:1:1: {error.message}: write {EXAMPLE}"
        raise QueriesError(str(error) if error.line else empty) from error
    reader = _Reader(path, documents[0], _Names(catalogs))
    if len(documents) > 1:
        raise QueriesError(reader.fault((), "only one YAML document belongs here", documents[1]))
    searches = tuple(reader.searches())
    if reader.faults:
        more = len(reader.faults) - _MOST_FAULTS
        shown_faults = reader.faults[:_MOST_FAULTS] + ([f"{path}: and {more} more faults"] if more > 0 else [])
        raise QueriesError("\n".join(shown_faults))
    return QueryFile(path, searches)


class _Names:
    """The names that a file may use, and the tools that they mean."""

    def __init__(self, catalogs: Iterable[Catalog]) -> None:
        self.known: dict[str, tuple[Tool, ...]] = {}
        self.hidden: set[str] = set()
        self.servers: set[str] = set()
        for catalog in catalogs:
            self.servers.add(catalog.server)
            for tool in catalog.tools:
                for name in (tool.name, f"{catalog.server}/{tool.name}"):
                    if tool.model_visible:
                        self.known[name] = (*self.known.get(name, ()), tool)
                    else:
                        self.hidden.add(name)

    def why_not(self, name: str) -> str:
        """Why a name means no tool."""
        if name in self.hidden:
            return f"only apps call the tool {shown(name)}, no search is to find it"
        # a slip of the pen in a plain name is near to plain names, not to those with a server
        names = [known for known in self.known if ("/" in known) == ("/" in name)]
        return f"unknown tool {shown(name, 80)}{did_you_mean(name, names) or self._inventory()}"

    def _inventory(self) -> str:
        servers = sorted(self.servers)
        named = ", ".join(servers[:3]) + (", ..." if len(servers) > 3 else "")
        return f" (no tool of {named} has that name)" if servers else " (no catalog was read)"


class _Reader:
    """Walks a document; `faults` are collected, so that a file can be mended in one go."""

    def __init__(self, path: str, document: Any, names: _Names) -> None:
        self.path = path
        self.faults: list[str] = []
        self._document = document
        self._names = names
        self._seen: dict[tuple[str, bool], tuple[int, Path]] = {}

    def searches(self) -> Iterator[LabelledSearch]:
        value: Json = self._document.data
        for flaw in self._document.flaws:
            if flaw.kind == "duplicate-key":
                self._add(flaw.path, f"{shown(str(flaw.path[-1]))} is here twice", "key")
        if not isinstance(value, list):
            what = "the file is empty" if value is None else f"{describe(value)} where a list of searches belongs"
            self._add((), f"{what}: write {EXAMPLE}")
            return
        if not value:
            self._add((), f"no searches in it: write {EXAMPLE}")
        for index, entry in enumerate(value):
            search = self._search(entry, (index,))
            if search:
                yield search

    def fault(self, path: Path, message: str, document: Any = None, part: str = "value") -> str:
        """`file:line:column: message` for the value or key at a path."""
        line, column = self._position(path, document or self._document, part)
        return f"{self.path}:{line}:{column}: {message}"

    def _search(self, entry: Json, path: Path) -> LabelledSearch | None:
        if not isinstance(entry, dict):
            self._add(path, f"{describe(entry)} where a search belongs: write {EXAMPLE}")
            return None
        before = len(self.faults)
        for key in entry:
            if key not in KEYS:
                hint = did_you_mean(key, KEYS) or f" (known: {', '.join(KEYS)})"
                self._add((*path, key), f"unknown key {shown(key)}{hint}", "key")
        query = self._query(entry, path)
        labels = self._labels(entry, path)
        draft = entry.get("draft", False)
        if not isinstance(draft, bool):
            self._add((*path, "draft"), f"'draft' takes true or false, not {describe(draft)}")
        if len(self.faults) > before:
            return None
        line, _ = self._position((*path, "query"), self._document, "value")
        first, there = self._seen.setdefault((query, bool(draft)), (line, path))
        if there != path:
            self._add((*path, "query"), f"the search {shown(query)} is in line {first} already: give its tools there")
            return None
        return LabelledSearch(query, labels, line, bool(draft))

    def _query(self, entry: Mapping[str, Json], path: Path) -> str:
        value = entry.get("query")
        if "query" not in entry:
            self._add(path, "no 'query' here: what does the user ask?")
        elif not isinstance(value, str) and value is not None:
            self._add((*path, "query"), f"'query' takes a text, not {describe(value)}: put it in quotes")
        elif not value or not str(value).strip():
            self._add((*path, "query"), "'query' is empty")
        else:
            return " ".join(str(value).split())
        return ""

    def _labels(self, entry: Mapping[str, Json], path: Path) -> tuple[Label, ...]:
        value = entry.get("tools")
        if "tools" not in entry:
            self._add(path, "no 'tools' here: which tools are right for the search?")
            return ()
        names, places = (value, True) if isinstance(value, list) else ([value], False)
        if not names or value is None:
            self._add((*path, "tools"), "'tools' is empty: name the tools that are right for the search")
        labels: dict[str, Label] = {}
        for index, name in enumerate(names if value is not None else ()):
            place = (*path, "tools", index) if places else (*path, "tools")
            if not isinstance(name, str):
                self._add(place, f"'tools' takes names of tools, not {describe(name)}")
            elif name not in self._names.known:
                self._add(place, self._names.why_not(name))
            else:
                labels[name] = Label(name, self._names.known[name])
        return tuple(labels.values())

    def _add(self, path: Path, message: str, part: str = "value") -> None:
        self.faults.append(self.fault(path, message, None, part))

    def _position(self, path: Path, document: Any, part: str) -> tuple[int, int]:
        span = document.key_at(path) if part == "key" else document.value_at(path)
        if span is None or span[0] == span[1]:  # nothing behind a key of YAML: the key is what there is
            span = document.key_at(path) or span or (0, 0)
        line, column = document.text.position(span[0])
        return int(line), int(column)
