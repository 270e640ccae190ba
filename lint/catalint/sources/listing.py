"""From answers to catalogs: pages joined, entries sorted, what is odd in the text mapped to the tools it concerns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from catalint.location import Location, Path
from catalint.model import BrokenEntry, Catalog, Json, Page, TextFlaw, Tool, read_entry
from catalint.schema import follow
from catalint.sources.dialects import Entry
from catalint.sources.document import Document
from catalint.sources.jsonscan import MAX_DEPTH
from catalint.sources.places import DumpSource, mcp_path
from catalint.sources.shapes import Answer

# Of the answers to `initialize` and to `server/discover` (2026-07-28).
_FACTS = ("protocolVersion", "supportedVersions", "serverInfo", "instructions")
_DEEP_STEPS = 4  # so far goes the path to a value nested too deep: the whole of it would fill the screen


@dataclass(frozen=True, eq=False)
class Listing:
    """All tools that one server listed. `listings` counts how often they were listed; the last time is what counts."""

    answer: Answer
    entries: tuple[Entry, ...]
    pages: tuple[Page, ...]
    listings: int = 1
    facts: Mapping[str, tuple[Document, Path]] = field(default_factory=dict)

    @property
    def server(self) -> str:
        """The key of the server in a map of servers, empty outside of one."""
        return self.answer.server

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing in it to check, not even a broken entry."""
        return all(entry.skipped for entry in self.entries)

    @property
    def skipped(self) -> Mapping[str, int]:
        """How many tools of a provider's own are in it, by their kind."""
        return Counter(entry.skipped for entry in self.entries if entry.skipped)


def join(answers: Iterable[Answer], documents: Sequence[Document]) -> list[Listing]:
    """Join the answers of each server, in their order. `documents` may say more about the server of a session."""
    by_server: dict[str, list[Answer]] = {}
    for answer in answers:
        by_server.setdefault(answer.server, []).append(answer)
    listings = [_joined(pages) for pages in by_server.values()]
    if len(listings) == 1 and not listings[0].server:
        listings[0] = replace(listings[0], facts=_facts(documents))
    return listings


def build(listing: Listing, server: str, origin: str) -> Catalog:
    """Make the catalog of a listing under the name that its server goes by."""
    flaws = list(_flaws(listing, server))
    too_deep = {flaw.where.tool: flaw.where.path for flaw in reversed(flaws) if flaw.kind == "too-deep"}
    read: list[Tool | BrokenEntry] = []
    for index, entry in enumerate(listing.entries):
        if index in too_deep:
            reason = f"a tool nested deeper than {MAX_DEPTH} levels"
            read.append(BrokenEntry(index, "too-deep", reason, too_deep[index], entry.name))
        elif not entry.skipped:
            read.append(read_entry(server, index, entry.value, entry.namespace))
    answer = listing.answer
    fields = dict(listing.facts)
    if answer.holder is not None:
        fields |= {key: (answer.document, (*answer.holder, key)) for key in answer.envelope}
    return Catalog(
        server,
        tuple(entry for entry in read if isinstance(entry, Tool)),
        tuple(entry for entry in read if isinstance(entry, BrokenEntry)),
        origin=origin,
        envelope={**{key: follow(held.data, path) for key, (held, path) in listing.facts.items()}, **answer.envelope},
        envelope_kind=answer.kind,
        source=DumpSource(listing.entries, fields, (answer.document, answer.head)),
        pages=listing.pages,
        flaws=tuple(flaws),
        namespaces={entry.namespace: entry.about for entry in listing.entries if entry.namespace},
    )


def _joined(answers: Sequence[Answer]) -> Listing:
    """Join pages. What follows a page without a cursor goes on with the list if all of its tools are new, else anew."""
    pages: list[Page] = []
    entries: list[Entry] = []
    read: list[list[Json]] = []
    names: set[str] = set()
    listings = 1
    for answer in answers:
        values = [entry.value for entry in answer.entries]
        new_names = {entry.name for entry in answer.entries}
        goes_on = bool(pages and pages[-1].cursor)
        if not goes_on and not names.isdisjoint(new_names):
            listings += 1
            pages, entries, read, names = [], [], [], set()
        repeats = read.index(values) if goes_on and values and values in read else None
        added = () if repeats is not None else answer.entries
        cursor = answer.envelope.get("nextCursor")
        pages.append(Page(len(entries), len(added), cursor if isinstance(cursor, str) else "", repeats))
        entries.extend(added)
        read.append(values)
        names |= new_names - {""}
    return Listing(answers[-1], tuple(entries), tuple(pages), listings)


def _facts(documents: Sequence[Document]) -> Mapping[str, tuple[Document, Path]]:
    """Where the server says of itself what it is, in a recorded session or beside its list; the first time counts."""
    found: dict[str, tuple[Document, Path]] = {}
    for document in documents:
        for path, statement in _statements(document.data):
            if "protocolVersion" in statement or "supportedVersions" in statement:
                for key in _FACTS:
                    if key in statement:
                        found.setdefault(key, (document, (*path, key)))
    return found


def _statements(data: Json) -> Iterator[tuple[Path, dict[str, Json]]]:
    """The objects in which a server may have introduced itself: answers, their results, and what stands in a field.

    Requests are left out: a client names its protocol version, too.
    """
    messages: list[tuple[Path, Json]] = (
        [((index,), item) for index, item in enumerate(data)] if isinstance(data, list) else [((), data)]
    )
    for path, message in messages:
        if isinstance(message, dict) and "method" not in message:
            yield path, message
            for key, value in message.items():
                if isinstance(value, dict) and "method" not in value:
                    yield (*path, key), value
                    result = value.get("result")
                    if isinstance(result, dict):
                        yield (*path, key, "result"), result


def _flaws(listing: Listing, server: str) -> Iterator[TextFlaw]:
    answer = listing.answer
    documents = {id(document): document for document in (*(e.document for e in listing.entries), answer.document)}
    flawed = [document for document in documents.values() if document.flaws]
    if not flawed:
        return
    indexes = {(id(entry.document), entry.path): index for index, entry in enumerate(listing.entries)}
    for document in flawed:
        for flaw in document.flaws:
            prefixes = (flaw.path[:length] for length in range(len(flaw.path), -1, -1))
            index = next((indexes[id(document), path] for path in prefixes if (id(document), path) in indexes), None)
            if index is not None:
                path = mcp_path(listing.entries[index], flaw.path)
            elif document is answer.document and answer.holder == flaw.path[: len(answer.holder or ())]:
                path = flaw.path[len(answer.holder) :]
            else:
                continue
            if flaw.kind == "too-deep":
                path = path[:_DEEP_STEPS]
            where = Location(server, index, path, "key" if flaw.kind == "duplicate-key" else "value")
            yield TextFlaw(flaw.kind, where, tuple(document.text.position(start)[0] for start, _ in flaw.spans))
