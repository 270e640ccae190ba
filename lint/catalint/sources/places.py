"""Where the parts of one catalog stand in its file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from catalint.location import Location, Part, Path, Place
from catalint.schema import follow
from catalint.sources.dialects import Entry
from catalint.sources.document import Document
from catalint.sources.jsonscan import Offsets

_SMALL = 80
"""Characters of an object or list on one line up to which it is pointed at as a whole, and not by its key."""


@dataclass(frozen=True, eq=False)
class DumpSource:
    """Finds places in a dump. `entries` are those of the catalog by index, `fields` the values of its envelope.

    A region is small, and on one line where it can be: a pull request shows an annotation only if all of its lines were
    changed. So a whole tool is its name, and a value of several lines is its key.
    """

    entries: Sequence[Entry]
    fields: Mapping[str, tuple[Document, Path]]
    head: tuple[Document, Path]

    def place(self, location: Location) -> Place | None:
        """Return the place of a location, or of the nearest thing around it that is there."""
        if location.tool is None or not 0 <= location.tool < len(self.entries):
            return self._catalog_place(location)
        entry = self.entries[location.tool]
        path = location.path
        if path[:1] in ((), ("name",)):
            return self._name_place(entry, location.part)
        document, there = entry.document, source_path(entry, path)
        lowest = len(entry.path)
        for length in range(len(there), lowest, -1):
            if document.value_at(there[:length]) is not None:
                return _place(document, there[:length], location.part if length == len(there) else "key")
        return self._name_place(entry, "value")

    def extent(self, location: Location) -> Place | None:
        """Return from where to where a value of a tool stands, so that another can replace it.

        None where the file does not have that value there: it is spelled otherwise (the types of Gemini), implied, or
        also stands in other places (aliases).
        """
        if location.tool is None or not 0 <= location.tool < len(self.entries):
            return None
        entry = self.entries[location.tool]
        document, path = entry.document, source_path(entry, location.path)
        span = None if document.is_shared else document.value_at(path)
        if span is None or span[0] == span[1] or follow(document.data, path) != follow(entry.value, location.path):
            return None
        text = document.text
        return Place(text.path, text.span(*span), text.utf16_columns(*span))

    def _name_place(self, entry: Entry, part: Part) -> Place:
        if entry.named_by_key:
            return _place(entry.document, entry.path, "key")
        name = source_path(entry, ("name",))
        if entry.document.value_at(name) is None:
            return _place(entry.document, entry.path, "value")
        return _place(entry.document, name, part)

    def _catalog_place(self, location: Location) -> Place:
        found = self.fields.get(str(location.path[0])) if location.path else None
        if found is None:
            return _place(*self.head, "key")
        document, field = found
        for length in range(len(location.path), 0, -1):
            path = (*field, *location.path[1:length])
            if document.value_at(path) is not None:
                return _place(document, path, location.part if length == len(location.path) else "key")
        return _place(*self.head, "key")


def source_path(entry: Entry, path: Path) -> Path:
    """Where a part of a tool, named in the keys of MCP, stands in the document."""
    moved = entry.moved.get(str(path[0])) if path else None
    return (*entry.path, *path) if moved is None else (*entry.path, *moved, *path[1:])


def mcp_path(entry: Entry, path: Path) -> Path:
    """What a path inside a document's entry is in the keys of MCP; the inverse of `source_path`."""
    inside = path[len(entry.path) :]
    for key, there in entry.moved.items():
        if inside[: len(there)] == there:
            return (key, *inside[len(there) :])
    return inside


def _place(document: Document, path: Path, part: Part) -> Place:
    text = document.text
    start, end = _region(document, path, part)
    return Place(text.path, text.span(start, end), text.utf16_columns(start, end))


def _region(document: Document, path: Path, part: Part) -> Offsets:
    """The value if it is small, else its key; of a list item, which has none, the opening bracket or first line."""
    key = document.key_at(path)
    start, end = document.value_at(path) or (0, 0)
    value = document.text.content[start:end]
    lines = value.splitlines() or [""]
    is_container = value[:1] in ("{", "[")
    is_small = len(lines) == 1 and 0 < len(value) <= (_SMALL if is_container else len(value))
    if key is not None and (part == "key" or not is_small):
        return key
    if is_small:
        return start, end
    return start, start + (1 if is_container else len(lines[0]))
