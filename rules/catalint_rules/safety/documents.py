"""All text that a server sends, tool by tool: written as JSON for a first look, string by string for a second one.

Nearly all tools are clean, and a look at their JSON in one piece shows it at a tenth of what each string would cost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from catalint import Analysis, Catalog, Context, Json, Location, Path, Tool
from catalint.analyses.jsontext import compact
from catalint.location import Part
from catalint_rules.safety.passages import Passage, read
from catalint_rules.safety.signs import Sign

# What a server says of itself, beside its tools.
_STATEMENTS = ("instructions", "serverInfo")
# Data for programs, which no model gets to read.
_UNREAD = frozenset(("_meta", "icons", "execution"))
# Nothing shorter tells a model what to do; Chinese and Japanese need fewer characters.
_SHORTEST = 15
_SHORTEST_NON_ASCII = 5
_LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Text:
    """A string and where it stands, from the root of its document; a key of an object counts as a string, too."""

    path: Path
    text: str
    part: Part = "value"

    @property
    def is_name(self) -> bool:
        """Whether it is one word to programs: a key, or the name of a tool."""
        return self.part == "key" or self.path == ("name",)

    @property
    def owner(self) -> str:
        """What the string is, for a message: `The description`, `The key 'limit'`, `The text at ...`."""
        return describe(self.path, self.part)


@dataclass(frozen=True, eq=False)
class Document:
    """What one tool says, or what the server says of itself (`tool` is None then).

    `json` is the whole in compact JSON, characters as they are.
    """

    ctx: Context
    catalog: Catalog
    tool: Tool | None
    value: Mapping[str, Json]
    json: str

    @property
    def subject(self) -> str:
        """Who speaks, for a message: the tool's name in backticks, or the server."""
        if self.tool is None:
            return "the server"
        name = self.tool.name if self.tool.name.isprintable() else repr(self.tool.name)[1:-1]
        return f"`{name if len(name) <= 60 else f'{name[:57]}...'}`"

    def at(self, path: Path, part: Part = "value") -> Location:
        """Where a part of the document stands."""
        return Location(self.catalog.server, self.tool.index if self.tool else None, path, part)

    @cached_property
    def lower(self) -> str:
        """The JSON in lower case, to look for words."""
        return self.json.lower()

    def texts(self) -> Iterator[Text]:
        """Yield every string, keys included, in the order of the document. Iterative: depth is no matter."""
        stack: list[tuple[Path, Json]] = [((key,), value) for key, value in reversed(list(self.value.items()))]
        while stack:
            path, value = stack.pop()
            if isinstance(value, str):
                yield Text(path, value)
            elif isinstance(value, dict):
                for key in value:
                    yield Text((*path, key), key, "key")
                stack.extend(((*path, key), child) for key, child in reversed(list(value.items())))
            elif isinstance(value, list):
                stack.extend(((*path, index), child) for index, child in reversed(list(enumerate(value))))

    def passages(self, signs: Sequence[Sign]) -> Iterator[Passage]:
        """Yield the strings that a model may read as prose, made plain, as far as one of the signs shows in them.

        Prose has several words, or letters of another script. The signs are looked for in lower case, before and after
        a string is made plain.
        """
        for text in self.texts():
            if text.part == "value" and text.path[0] not in _UNREAD and _is_prose(text.text):
                lower = text.text.lower()
                if any(sign.shows_in(lower) for sign in signs):
                    passage = read(text.path, text.text)
                    if any(sign.shows_in(passage.lower) for sign in signs):
                        yield passage


def describe(path: Path, part: Part = "value") -> str:
    """What stands at a path of a document, for a message: "The description", "The parameter `limit`", "A key"."""
    if part == "key":
        return "A key"
    if len(path) == 1:
        if path[0] in _STATEMENTS:
            return f"The text `{path[0]}`"
        return f"The {path[0]}" if path[0] in ("name", "title", "description") else "A text"
    if path[:2] == ("inputSchema", "properties"):
        # the last property on the way is the one that a reader knows
        names = [str(path[at + 1]) for at in range(len(path) - 1) if path[at] == "properties"]
        name = names[-1] if names else ""
        if name.isprintable() and 0 < len(name) <= _LONGEST_NAME:
            return f"The parameter `{name}`"
    return "A text"


def _is_prose(text: str) -> bool:
    return (len(text) >= _SHORTEST and " " in text) if text.isascii() else len(text) >= _SHORTEST_NON_ASCII


def _compute(ctx: Context) -> Mapping[Catalog, tuple[Document, ...]]:
    return {catalog: tuple(_documents(catalog, ctx)) for catalog in ctx.corpus.catalogs}


DOCUMENTS: Analysis[Mapping[Catalog, tuple[Document, ...]]] = Analysis("documents", _compute)
"""The documents of each catalog: its tools in order, and behind them what the server says of itself, if anything."""


def _documents(catalog: Catalog, ctx: Context) -> Iterator[Document]:
    for tool in catalog.tools:
        yield Document(ctx, catalog, tool, tool.raw, compact(dict(tool.raw)))
    said = {key: catalog.envelope[key] for key in _STATEMENTS if key in catalog.envelope}
    if said:
        yield Document(ctx, catalog, None, said, compact(said))
