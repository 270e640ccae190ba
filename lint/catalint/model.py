"""The catalog as rules see it: a corpus of catalogs of tools with parameters.

Everything here is frozen and compared by identity, so that tools can be keys of a dictionary. Raw JSON is kept beside
the typed fields: a rule may look at whatever a server sent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, Protocol, TypeAlias

from catalint.location import Location, Part, Path, Place, Step
from catalint.quoting import describe

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
FlawKind: TypeAlias = Literal["duplicate-key", "not-a-number", "huge-number", "lone-surrogate", "too-deep"]


class Source(Protocol):
    """Knows where in a file each part of one catalog stands."""

    def place(self, location: Location) -> Place | None:
        """Return the place of a location, or of the nearest thing around it; None if the catalog has no file."""
        ...

    def extent(self, location: Location) -> Place | None:
        """Return from where to where a value stands, so that another can replace it; None if that is not possible."""
        ...


@dataclass(frozen=True, eq=False)
class Parameter:
    """One top-level property of a tool's input schema."""

    tool: Tool
    name: str
    schema: Json
    required: bool

    @property
    def description(self) -> str:
        """The schema's own description, empty if there is none."""
        text = self.schema.get("description") if isinstance(self.schema, dict) else None
        return text if isinstance(text, str) else ""

    def at(self, *path: Step, part: Part = "value") -> Location:
        """Location of something inside the parameter's schema, or of the whole parameter."""
        return self.tool.at("inputSchema", "properties", self.name, *path, part=part)


@dataclass(frozen=True, eq=False)
class Tool:
    """One tool of a catalog, in the keys of MCP. `index` is its position in the server's list, 0-based.

    `namespace` is that of an OpenAI list, where names need to be unique only inside it; empty elsewhere.
    """

    server: str
    index: int
    name: str
    raw: Mapping[str, Json]
    namespace: str = ""

    @property
    def title(self) -> str:
        """The display title, empty if there is none."""
        return self._text("title")

    @property
    def description(self) -> str:
        """The description, empty if it is missing or no text."""
        return self._text("description")

    @property
    def input_schema(self) -> Json:
        """The input schema as the server sent it; None if it is missing."""
        return self.raw.get("inputSchema")

    @property
    def output_schema(self) -> Json:
        """The output schema as the server sent it; None if it is missing."""
        return self.raw.get("outputSchema")

    @property
    def annotations(self) -> Json:
        """The annotations as the server sent them; None if they are missing."""
        return self.raw.get("annotations")

    @property
    def meta(self) -> Mapping[str, Json]:
        """The `_meta` object, empty if it is missing or no object."""
        meta = self.raw.get("_meta")
        return meta if isinstance(meta, dict) else {}

    @cached_property
    def model_visible(self) -> bool:
        """False for a tool that only an app's user interface calls (`_meta.ui.visibility` is `["app"]`)."""
        interface = self.meta.get("ui")
        visibility = interface.get("visibility") if isinstance(interface, dict) else None
        return not (isinstance(visibility, list) and visibility and "model" not in visibility)

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """The top-level properties of the input schema in their order; empty for a schema of another shape."""
        schema = self.input_schema
        properties = schema.get("properties") if isinstance(schema, dict) else None
        if not isinstance(properties, dict):
            return ()
        required = schema.get("required") if isinstance(schema, dict) else None
        names = {name for name in required if isinstance(name, str)} if isinstance(required, list) else set()
        return tuple(Parameter(self, name, value, name in names) for name, value in properties.items())

    def at(self, *path: Step, part: Part = "value") -> Location:
        """Location of something inside the tool object; of the whole tool without a path."""
        return Location(self.server, self.index, path, part)

    def _text(self, key: str) -> str:
        text = self.raw.get(key)
        return text if isinstance(text, str) else ""


@dataclass(frozen=True, slots=True)
class BrokenEntry:
    """An entry of the list that is no tool object or can't be read as one.

    `reason` says in a few words what stands there, `path` where inside the entry the fault is, `name` what the entry is
    called if it has a name.
    """

    index: int
    kind: Literal["no-object", "no-name", "too-deep"]
    reason: str
    path: Path = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """One answer of a listing, as it was read: which entries of the catalog it brought and where it says to go on.

    `repeats` is the number (from 0) of the earlier page whose entries it brings again; they are left out of the catalog
    then and `count` is 0. None for a page of its own.
    """

    start: int
    count: int
    cursor: str = ""
    repeats: int | None = None


@dataclass(frozen=True, slots=True)
class TextFlaw:
    """Something odd in the text of a dump that its data no longer shows.

    `where` is the value at fault; for a key that one object has twice, the key and value that won. `lines` are the
    1-based lines of the value, or of all such keys in their order. Of equal keys the last value is kept, for a number
    out of range an infinity, for a lone surrogate U+FFFD, for what is nested too deep null.
    """

    kind: FlawKind
    where: Location
    lines: tuple[int, ...]


# What a server says of itself when a session begins.
_INTRODUCED = frozenset(("instructions", "serverInfo", "protocolVersion", "supportedVersions"))


@dataclass(frozen=True, eq=False)
class Catalog:
    """One server's list of tools: pages joined, order kept.

    `server` is the user's name for it (a configuration key or the stem of a file), never what the server calls itself.
    `envelope` holds the fields around the list (`nextCursor`, `ttlMs`, `instructions`, ...), of the last page where
    there are several; also what the server said of itself in a recorded session or beside the list (`protocolVersion`,
    `supportedVersions`, `serverInfo`, `instructions`). `envelope_kind` is `result` where the list came in a JSON-RPC
    message, else `bare`. `namespaces` are those that an OpenAI list declares, each with its description.
    `saved` is the dump that is kept of a server, where a run has both that and what the server lists now; `again` are
    further listings of the server, in the order of time.
    """

    server: str
    tools: tuple[Tool, ...]
    broken: tuple[BrokenEntry, ...] = ()
    origin: str = ""
    envelope: Mapping[str, Json] = field(default_factory=dict)
    envelope_kind: str = "bare"
    source: Source | None = None
    pages: tuple[Page, ...] = ()
    flaws: tuple[TextFlaw, ...] = ()
    namespaces: Mapping[str, str] = field(default_factory=dict)
    saved: Catalog | None = None
    again: tuple[Relisting, ...] = ()

    @cached_property
    def visible(self) -> tuple[Tool, ...]:
        """The tools that a model gets to see."""
        return tuple(tool for tool in self.tools if tool.model_visible)

    @property
    def instructions(self) -> str:
        """What the server tells models on the use of its tools, empty if the catalog does not hold it."""
        text = self.envelope.get("instructions")
        return text if isinstance(text, str) else ""

    @property
    def is_introduced(self) -> bool:
        """Whether the catalog holds what the server says of itself; a list alone tells nothing of instructions."""
        return bool(_INTRODUCED & self.envelope.keys())

    def at(self, *path: Step) -> Location:
        """Location of the catalog as a whole, or of a field of its envelope."""
        return Location(self.server, None, path)


@dataclass(frozen=True, eq=False)
class Relisting:
    """What the same server listed another time, `seconds` after the first time; None where that is not known."""

    catalog: Catalog
    seconds: float | None = None


@dataclass(frozen=True, eq=False)
class Corpus:
    """All catalogs of one run."""

    catalogs: tuple[Catalog, ...]

    @property
    def tools(self) -> Iterator[Tool]:
        """All tools of all catalogs, in order."""
        return (tool for catalog in self.catalogs for tool in catalog.tools)

    @property
    def visible(self) -> Iterator[Tool]:
        """All tools that a model gets to see, in order."""
        return (tool for catalog in self.catalogs for tool in catalog.visible)

    @cached_property
    def by_server(self) -> Mapping[str, Catalog]:
        """The catalogs by the user's server name."""
        return {catalog.server: catalog for catalog in self.catalogs}


def build_catalog(server: str, entries: Sequence[Json]) -> Catalog:
    """Make a catalog from the entries of a tools list that are already in the keys of MCP, without positions."""
    tools, broken = sort_entries(server, entries)
    return Catalog(server, tools, broken)


def sort_entries(server: str, entries: Sequence[Json]) -> tuple[tuple[Tool, ...], tuple[BrokenEntry, ...]]:
    """Split list entries into tools and broken entries; both keep their position in the list as `index`."""
    read = [read_entry(server, index, entry) for index, entry in enumerate(entries)]
    tools = tuple(entry for entry in read if isinstance(entry, Tool))
    return tools, tuple(entry for entry in read if isinstance(entry, BrokenEntry))


def read_entry(server: str, index: int, entry: Json, namespace: str = "") -> Tool | BrokenEntry:
    """Make a tool of a list entry that is an object with a name, else a broken entry with the reason."""
    if not isinstance(entry, dict):
        return BrokenEntry(index, "no-object", f"{describe(entry)} where a tool object belongs")
    name = entry.get("name")
    if isinstance(name, str) and name:
        return Tool(server, index, name, entry, namespace)
    if "name" not in entry:
        return BrokenEntry(index, "no-name", f"{describe(entry)}, without a name")
    if name == "":
        return BrokenEntry(index, "no-name", "a tool with an empty name", ("name",))
    return BrokenEntry(index, "no-name", f"a tool whose name is {describe(name)}, not a string", ("name",))


def json_type(value: Json) -> str:
    """Name the JSON type of a value with its article, for messages."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a string"
    return "a list" if isinstance(value, list) else "an object"
