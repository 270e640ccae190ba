"""One search for the tools of a catalog in the code of its server."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from catalint.locate import attributes, calls, literals, matching, structs
from catalint.locate.code import Spot
from catalint.locate.definition import PROPERTIES, Definition, Draft, Strength
from catalint.locate.tokens import Tokens
from catalint.locate.values import Program
from catalint.location import Path
from catalint.model import Catalog, Json, Tool

if TYPE_CHECKING:
    from catalint.locate.codebase import CodeIndex, Raw

SOURCE_KEY = "io.github.catalint/source"
"""The key of `_meta` under which a server in development may say where a tool is defined: `path` and `line`."""
_SHORTEST_END = 4


def search(index: CodeIndex, catalog: Catalog) -> Mapping[int, Definition]:
    """Find the definitions of a catalog's tools, by their index; those that are not found are left out."""
    return _Search(index, catalog).run()


class _Search:
    """One search for the tools of a catalog: the likely files first, the others only for what is not found in them."""

    def __init__(self, index: CodeIndex, catalog: Catalog) -> None:
        self._index = index
        self._tools = catalog.tools
        self._program = Program(self._more, self._at)
        self._found: dict[str, list[Definition]] = {}
        self._done: set[str] = set()
        self._loaded: set[str] = set()

    def run(self) -> Mapping[int, Definition]:
        raws = self._index.raw
        known: dict[int, Definition] = {}
        named = [raw for raw in raws if _holds(raw, {tool.name for tool in self._tools})]
        found = self._among([raw for raw in named if raw.may_define or raw.may_describe], self._tools)
        missing = [tool for tool in self._tools if tool not in found]
        if missing:
            ends = {end for tool in missing for end in _ends(tool.name)}
            found |= self._among([raw for raw in raws if raw.may_define and _holds(raw, ends)], missing)
            missing = [tool for tool in missing if tool not in found]
        if missing:
            found |= self._among([raw for raw in raws if raw.may_define], missing)
            missing = [tool for tool in missing if tool not in found]
        if missing:
            self._take_functions(missing, named)
            found |= self._among((), missing)
            missing = [tool for tool in missing if tool not in found]
        if missing:
            tokens = (self._index.tokens(raw) for raw in named)
            found |= literals.by_name((each for each in tokens if each is not None), missing)
        for tool in self._tools:
            definition = self._pointed(tool) or found.get(tool) or self._by_description(tool)
            if definition is not None:
                known[tool.index] = self._completed(tool, definition)
        return known

    def _among(self, raws: Iterable[Raw], tools: Sequence[Tool]) -> dict[Tool, Definition]:
        """Look into files; returns the tools whose definition is known then."""
        for raw in raws:
            self._take(raw)
        chosen = {tool: matching.choose(tool, self._found.get(tool.name, ())) for tool in tools}
        rest = [tool for tool in tools if chosen[tool] is None]
        candidates = [each for definitions in self._found.values() for each in definitions] if rest else []
        chosen |= {tool: matching.choose_renamed(tool, candidates) for tool in rest}
        return {tool: definition for tool, definition in chosen.items() if definition is not None}

    def _pointed(self, tool: Tool) -> Definition | None:
        """The definition at the line that a hint or the tool itself names; the line alone if there is none."""
        hinted = self._hinted(tool)
        if hinted is None:
            return None
        return self._near(tool, hinted) or Definition(tool.name, {(): hinted}, Strength.MENTION, (hinted,))

    def _by_description(self, tool: Tool) -> Definition | None:
        spot = self._described(tool)
        spots: dict[Path, Spot] = {} if spot is None else {(): spot, ("description",): spot}
        return None if spot is None else Definition(tool.name, spots, Strength.MENTION, (spot,))

    def _more(self, word: str) -> Iterator[Tokens]:
        """The files, of languages that are read as tokens, that hold a word and are not part of the program yet."""
        sought = word.encode("utf-8", "surrogatepass")
        for raw in self._index.raw:
            if raw.path not in self._loaded and sought in raw.data and not raw.is_python:
                self._loaded.add(raw.path)
                if (tokens := self._index.tokens(raw)) is not None:
                    yield tokens

    def _at(self, stem: str) -> Iterator[Tokens]:
        """The files that an import means and that are not part of the program yet."""
        for raw in self._index.by_stem.get(stem, ()):
            if raw.path not in self._loaded and (tokens := self._index.tokens(raw)) is not None:
                self._loaded.add(raw.path)
                yield tokens

    def _take(self, raw: Raw) -> None:
        """Look for definitions in a file."""
        if raw.path in self._done:
            return
        self._done.add(raw.path)
        if raw.is_python:
            drafts = self._index.parsed.find_tools(raw.inside)
            if drafts is not None:
                self._keep(drafts)
                return
        tokens = self._index.tokens(raw)
        if tokens is None:
            return
        if raw.path not in self._loaded:
            self._loaded.add(raw.path)
            self._program.add(tokens)
        self._keep(calls.find_tools(self._program, tokens))
        self._keep(attributes.find_tools(self._program, tokens))

    def _keep(self, drafts: Iterable[Draft]) -> None:
        for draft in drafts:
            self._found.setdefault(draft.name, []).append(draft.finish())

    def _take_functions(self, missing: Iterable[Tool], named: Iterable[Raw]) -> None:
        names = frozenset(tool.name for tool in missing)
        for raw in named:
            if raw.is_python:
                self._keep(self._index.parsed.find_functions(raw.inside, names))

    def _described(self, tool: Tool) -> Spot | None:
        words = literals.telling_words(tool.description).encode("utf-8", "surrogatepass")
        raws = [raw for raw in self._index.raw if words in raw.data] if words else []
        files = (self._index.decode(raw) for raw in raws)
        return literals.by_description((file for file in files if file is not None), tool)

    def _hinted(self, tool: Tool) -> Spot | None:
        given = self._index.hints.get(tool.name) or _source(tool.meta.get(SOURCE_KEY))
        return self._index.line(*given) if given else None

    def _near(self, tool: Tool, hinted: Spot) -> Definition | None:
        """The definition that a named line means: one of its file with that line, or with the tool's name."""
        there = [
            each
            for definitions in self._found.values()
            for each in definitions
            if each.spot.file.path == hinted.file.path
        ]
        line = hinted.line
        on_it = [each for each in there if line in {spot.line for spot in (each.spot, *each.heads)}]
        return next(iter(on_it), None) or next((each for each in there if each.name == tool.name), None)

    def _completed(self, tool: Tool, definition: Definition) -> Definition:
        """The definition with what is found beside it: the words of the description, fields of a struct of Go."""
        spots = dict(definition.spots)
        if ("description",) not in spots and tool.description and (spot := self._described(tool)) is not None:
            spots["description",] = spot
        missing = {parameter.name for parameter in tool.parameters} - definition.parameters
        if missing and definition.spot.file.language.name == "go":
            for name, each in structs.best_fields(
                self._program.files, {parameter.name for parameter in tool.parameters}
            ):
                spots.setdefault((*PROPERTIES, name), each.spot)
                if each.description is not None:
                    spots.setdefault((*PROPERTIES, name, "description"), each.description)
        return replace(definition, spots=spots)


def _holds(raw: Raw, names: Iterable[str]) -> bool:
    return any(name.encode("utf-8", "surrogatepass") in raw.data for name in names)


def _ends(name: str) -> Iterator[str]:
    """What a name may be called before something is put in front of it: `list_files` of `disk_list_files`."""
    for position, letter in enumerate(name):
        if letter in matching.SEPARATORS and len(name) - position > _SHORTEST_END:
            yield name[position + 1 :]


def _source(value: Json) -> tuple[str, int] | None:
    """What `_meta` says of a source; None for anything of another shape."""
    if not isinstance(value, dict):
        return None
    path, line = value.get("path"), value.get("line")
    if isinstance(path, str) and path and isinstance(line, int) and not isinstance(line, bool):
        return path, line
    return None
