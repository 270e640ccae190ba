"""The code of one server, read once: which tool is defined where."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from catalint.locate import attributes, calls, literals, matching, modules, structs
from catalint.locate.code import CodeFile, Spot, decode, language_of
from catalint.locate.definition import PROPERTIES, Definition, Draft, Strength
from catalint.locate.globs import CodeFiles
from catalint.locate.tokens import Tokens, tokenize
from catalint.locate.values import Program
from catalint.model import Catalog, Json, Tool
from catalint.sources.text import Text

SOURCE_KEY = "io.github.catalint/source"
"""The key of `_meta` under which a server in development may say where a tool is defined: `path` and `line`."""
MAX_FILE_BYTES = 4_000_000
"""The largest file that is read; of 900 modules of public servers the largest that a person wrote has 0.5 MB."""
MAX_BYTES = 64_000_000
"""What is read for one server in all."""

# Words of files that make tools, and of those that describe one.
_MARKS = (b"tool", b"Tool", b"TOOL", b"nputSchema", b"input_schema")
_DESCRIBING = (b"escription", b"ummary")
IGNORE_MARK = b"catalint:"
_SHOWN = 3


@dataclass(frozen=True, eq=False)
class _Raw:
    path: str
    inside: str
    data: bytes

    @cached_property
    def may_define(self) -> bool:
        return any(mark in self.data for mark in _MARKS)


@dataclass(eq=False)
class CodeIndex:
    """Finds the definitions of a server's tools in its code. Files are read at the first question, and only once.

    `hints` say for a tool's name in which file and line it is defined, where something better than reading knows that.
    """

    files: CodeFiles
    hints: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    _known: dict[Catalog, Mapping[int, Definition]] = field(default_factory=dict)
    _skipped: dict[str, list[str]] = field(default_factory=dict)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know of files that were not read, or not as what they are."""
        said = [f"{_some(paths)}: {reason}" for reason, paths in self._skipped.items()]
        return (*self.files.notes, *said)

    def definitions(self, catalog: Catalog) -> Mapping[int, Definition]:
        """Where the tools of a catalog are defined, by their index; tools that are not found are left out."""
        if catalog not in self._known:
            self._known[catalog] = _Search(self, catalog).run()
        return self._known[catalog]

    def commented(self) -> Iterator[Tokens]:
        """The files with comments for catalint."""
        for raw in self.raw:
            if IGNORE_MARK in raw.data and (tokens := self.tokens(raw)) is not None:
                yield tokens

    @cached_property
    def raw(self) -> tuple[_Raw, ...]:
        """The files as bytes, those left out that are too large or no text."""
        found: list[_Raw] = []
        total = 0
        for path in self.files.paths:
            raw = self._read(path, MAX_BYTES - total)
            if raw is not None:
                total += len(raw.data)
                found.append(raw)
        return tuple(found)

    @cached_property
    def _decoded(self) -> dict[str, CodeFile | None]:
        return {}

    @cached_property
    def _tokens(self) -> dict[str, Tokens]:
        return {}

    @cached_property
    def parsed(self) -> modules.Modules:
        """The Python modules among the files."""
        pythons = {raw.inside: raw for raw in self.raw if raw.path.endswith((".py", ".pyi"))}
        load: Callable[[str], CodeFile | None] = lambda inside: self.decode(pythons[inside])
        return modules.Modules(pythons.keys(), load, self.skip)

    def decode(self, raw: _Raw) -> CodeFile | None:
        """The text of a file; None for what is no text."""
        if raw.path not in self._decoded:
            language = language_of(raw.path)
            text = decode(raw.data, language)
            if text is None:
                self.skip("no text, not read", raw.path)
            self._decoded[raw.path] = (
                None if text is None else CodeFile(raw.path, raw.inside, Text(raw.path, text), language)
            )
        return self._decoded[raw.path]

    def tokens(self, raw: _Raw) -> Tokens | None:
        """The tokens of a file; None for what is no text."""
        if raw.path not in self._tokens:
            file = self.decode(raw)
            if file is None:
                return None
            self._tokens[raw.path] = tokenize(file)
        return self._tokens[raw.path]

    def skip(self, reason: str, path: str) -> None:
        """Keep for the notes that a file was not read as it should be."""
        self._skipped.setdefault(reason, []).append(path)

    def line(self, path: str, line: int) -> Spot | None:
        """A line that somebody names, if it is one of a file of the code or below its root, else None."""
        root = os.path.realpath(self.files.root)
        true = os.path.realpath(Path(root) / path) if "\0" not in path else ""
        raw = next((raw for raw in self.raw if os.path.realpath(raw.path) == true), None)
        if raw is None and true.startswith(root.rstrip(os.sep) + os.sep):
            raw = self._read(Path(os.path.relpath(true)), MAX_FILE_BYTES)
        file = self.decode(raw) if raw is not None else None
        if file is None or line < 1:
            return None
        start, end = file.text.offset(line), file.text.offset(line + 1)
        content = file.content[start:end]
        words = content.strip()
        start += len(content) - len(content.lstrip())
        return Spot(file, start, start + len(words)) if words else None

    def _read(self, path: Path, left: int) -> _Raw | None:
        shown = os.fsencode(path).decode("utf-8", "replace")
        try:
            status = path.stat()
            if not stat.S_ISREG(status.st_mode):
                return None
            if status.st_size > MAX_FILE_BYTES:
                self.skip(f"larger than {MAX_FILE_BYTES // 1_000_000} MB, not read", shown)
                return None
            if status.st_size > left:
                self.skip(f"more than {MAX_BYTES // 1_000_000} MB of code, not read", shown)
                return None
            with path.open("rb") as file:
                data = file.read(MAX_FILE_BYTES)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else ""
            self.skip(f"can't be read ({reason or 'no such name'})", shown)
            return None
        return _Raw(shown, os.path.relpath(path, self.files.root).replace(os.sep, "/"), data)


def _some(paths: list[str]) -> str:
    more = f" and {len(paths) - _SHOWN} more" if len(paths) > _SHOWN else ""
    return ", ".join(paths[:_SHOWN]) + more


class _Search:
    """One search for the tools of a catalog: the likely files first, the others only for what is not found in them."""

    def __init__(self, index: CodeIndex, catalog: Catalog) -> None:
        self._index = index
        self._tools = catalog.tools
        self._names = frozenset(tool.name for tool in catalog.tools)
        self._program = Program(self._more)
        self._found: dict[str, list[Definition]] = {}
        self._done: set[str] = set()
        self._loaded: set[str] = set()

    def run(self) -> Mapping[int, Definition]:
        raws = self._index.raw
        named = [raw for raw in raws if self._names_one(raw)]
        for raw in named:
            if raw.may_define or any(word in raw.data for word in _DESCRIBING):
                self._take(raw)
        found = self._chosen(self._tools)
        missing = [tool for tool in self._tools if tool not in found]
        if missing:
            for raw in raws:
                if raw.may_define:
                    self._take(raw)
            found.update(self._chosen(missing))
            missing = [tool for tool in missing if tool not in found]
        if missing:
            self._take_functions(missing, named)
            found.update(self._chosen(missing))
            found.update(self._renamed([tool for tool in missing if tool not in found]))
            missing = [tool for tool in missing if tool not in found]
        if missing:
            tokens = (self._index.tokens(raw) for raw in named)
            found.update(literals.by_name((each for each in tokens if each is not None), missing))
        return {
            tool.index: self._completed(tool, found.get(tool)) for tool in self._tools if self._possible(tool, found)
        }

    def _possible(self, tool: Tool, found: dict[Tool, Definition]) -> bool:
        hinted = self._hinted(tool)
        if hinted is not None:
            near = self._near(tool, hinted)
            found[tool] = near or Definition(tool.name, {(): hinted}, Strength.MENTION, (hinted,))
        elif tool not in found and (spot := self._described(tool)) is not None:
            found[tool] = Definition(tool.name, {(): spot, ("description",): spot}, Strength.MENTION, (spot,))
        return tool in found

    def _names_one(self, raw: _Raw) -> bool:
        return any(name.encode("utf-8", "surrogatepass") in raw.data for name in self._names)

    def _more(self, word: str) -> Iterator[Tokens]:
        """The files, of languages that are read as tokens, that hold a word and are not part of the program yet."""
        sought = word.encode("utf-8", "surrogatepass")
        for raw in self._index.raw:
            if raw.path not in self._loaded and sought in raw.data and not raw.path.endswith((".py", ".pyi")):
                self._loaded.add(raw.path)
                if (tokens := self._index.tokens(raw)) is not None:
                    yield tokens

    def _take(self, raw: _Raw) -> None:
        """Look for definitions in a file."""
        if raw.path in self._done:
            return
        self._done.add(raw.path)
        if raw.path.endswith((".py", ".pyi")):
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

    def _chosen(self, tools: Iterable[Tool]) -> dict[Tool, Definition]:
        chosen = {tool: matching.choose(tool, self._found.get(tool.name, ())) for tool in tools}
        return {tool: definition for tool, definition in chosen.items() if definition is not None}

    def _renamed(self, tools: Iterable[Tool]) -> dict[Tool, Definition]:
        candidates = [each for definitions in self._found.values() for each in definitions]
        chosen = {tool: matching.choose_renamed(tool, candidates) for tool in tools}
        return {tool: definition for tool, definition in chosen.items() if definition is not None}

    def _take_functions(self, missing: Iterable[Tool], named: Iterable[_Raw]) -> None:
        names = frozenset(tool.name for tool in missing)
        for raw in named:
            if raw.path.endswith((".py", ".pyi")):
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

    def _completed(self, tool: Tool, definition: Definition | None) -> Definition:
        """The definition with what is found beside it: the words of the description, fields of a struct of Go."""
        assert definition is not None
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


def _source(value: Json) -> tuple[str, int] | None:
    """What `_meta` says of a source; None for anything of another shape."""
    if not isinstance(value, dict):
        return None
    path, line = value.get("path"), value.get("line")
    if isinstance(path, str) and path and isinstance(line, int) and not isinstance(line, bool):
        return path, line
    return None
