"""Reads inputs into a corpus: the only stage that touches files."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import BinaryIO, TypeAlias

from catalint import wording
from catalint.errors import InputError
from catalint.model import Corpus
from catalint.quoting import shown
from catalint.report import Unread
from catalint.sources.decoding import decode
from catalint.sources.inputs import Input, TooLargeError, expand, read_bytes
from catalint.sources.listing import Listing, build, join
from catalint.sources.names import name_servers
from catalint.sources.reader import Documents, line_at, read_documents
from catalint.sources.shapes import Found, NoCatalogError, find_all
from catalint.sources.text import Text

# Keys that only tool lists have, in the notations of all interfaces; a file with one of them is meant to be a catalog.
_CATALOG_KEY = re.compile(
    rb"""(?m)(?:"(?:tools|inputSchema|input_schema|function_declarations|functionDeclarations)"\s*"""
    rb"""|^[ \t-]*(?:tools|inputSchema|input_schema)[ \t]*):"""
)
_SHOWN_NAMES = 3
MAX_TOOLS = 20_000
"""How many tools of one input are judged: twice as many as any API takes in a request. The largest list of a public
server has 1,083."""

Divert: TypeAlias = Callable[[str, bytes], bool]
"""Is given the path and the bytes of a file that holds no catalog; true if it takes the file over."""


@dataclass(frozen=True, eq=False)
class Loaded:
    """What the inputs came to: the catalogs, the inputs that could not be read, and remarks on what was left out."""

    corpus: Corpus
    unread: tuple[Unread, ...] = ()
    notes: tuple[str, ...] = ()


def merge(parts: Sequence[Loaded]) -> Loaded:
    """All catalogs, unread inputs and remarks of some parts, in their order."""
    return Loaded(
        Corpus(tuple(catalog for part in parts for catalog in part.corpus.catalogs)),
        tuple(unread for part in parts for unread in part.unread),
        tuple(note for part in parts for note in part.notes),
    )


def load(
    inputs: Sequence[str],
    *,
    stdin: BinaryIO | None = None,
    server_name: str = "",
    hook: bool = False,
    allow_empty: bool = False,
    divert: Divert | None = None,
    called: Mapping[str, str] | None = None,
) -> Loaded:
    """Read tool catalogs from files, folders (recursively), globs, and standard input (`-`).

    Shapes and encodings are detected. A server goes by its key in a map of servers, else by the stem of its file, with
    as much of the folder as tells it from others; `called` are other names, by the real path of a file, and
    `server_name` is what it is called where there is only one. Nothing is raised for an input that can't be read: it is
    listed in `unread`, and the others go on. So is a catalog without tools, unless `allow_empty`. With `hook`, and
    among the files of a folder, what is no catalog is left out with a note, and only what is meant as one and broken
    is unread. A file that was named itself and holds no catalog is first offered to `divert`.
    """
    run = _Run(stdin, hook=hook, allow_empty=allow_empty, divert=divert)
    for found in expand(inputs):
        if isinstance(found, InputError):
            run.enter("")
            run.refuse(found)
        else:
            run.enter(found.folder)
            run.read(found)
    run.enter("")
    run.note_passed_over("")
    servers = name_servers([(found, listing.server) for found, listing in run.listings], called)
    if server_name and len(servers) == 1:
        servers = [server_name]
    elif server_name and servers:
        run.notes.append(f"the server name {shown(server_name)} is not used: there are {len(servers)} catalogs")
    catalogs = [
        build(listing, server, found.path) for (found, listing), server in zip(run.listings, servers, strict=True)
    ]
    return Loaded(Corpus(tuple(catalogs)), tuple(run.unread), tuple(run.notes))


def load_messages(server: str, origin: str, messages: Sequence[str], *, allow_empty: bool = False) -> Loaded:
    """Read a catalog from the JSON texts of a server's answers, as from a recorded session; `origin` stands for a path.

    The catalog has no places: there is no file. As of `load`, what can't be read is in `unread`, without a position.
    """
    run = _Run(None, hook=False, allow_empty=allow_empty)
    found = Input(origin)
    run.read_text(found, Text(origin, "\n".join(messages)), is_yaml=False)
    catalogs = [replace(build(listing, server, origin), source=None) for _, listing in run.listings]
    return Loaded(
        Corpus(tuple(catalogs)), tuple(replace(each, line=0, column=0) for each in run.unread), tuple(run.notes)
    )


class _Run:
    """Collects what the inputs come to, in their order."""

    def __init__(self, stdin: BinaryIO | None, *, hook: bool, allow_empty: bool, divert: Divert | None = None) -> None:
        self.listings: list[tuple[Input, Listing]] = []
        self.unread: list[Unread] = []
        self.notes: list[str] = []
        self._stdin = stdin
        self._hook = hook
        self._allow_empty = allow_empty
        self._divert = divert
        self._passed_over: dict[str, list[str]] = {}
        self._fruitful: set[str] = set()
        self._folder = ""

    def enter(self, folder: str) -> None:
        """Go on with the files of another folder, or with files named themselves, and sum up the folder before."""
        if self._folder not in ("", folder):
            self.note_passed_over(self._folder)
        self._folder = folder

    def refuse(self, error: InputError) -> None:
        """Take an input as unread."""
        self.unread.append(Unread.because(error))

    def read(self, found: Input) -> None:
        """Read one file: its tool lists are collected, or why there are none."""
        try:
            data = read_bytes(found, self._stdin or sys.stdin.buffer)
        except TooLargeError as error:
            self._fail(found, error, meant=False)
            return
        except InputError as error:
            self._fail(found, error, meant=True)
            return
        try:
            text, encoding = decode(found.path, data)
        except InputError as error:
            self._fail(found, error, meant=_is_meant(data), data=data)
            return
        remarks = (
            () if encoding == "utf-8" else (f"read as {encoding.upper().removesuffix('-LE').removesuffix('-BE')}",)
        )
        self.read_text(found, text, is_yaml=found.is_yaml, data=data, remarks=remarks)

    def read_text(
        self, found: Input, text: Text, *, is_yaml: bool | None, data: bytes = b"", remarks: tuple[str, ...] = ()
    ) -> None:
        """Read a decoded input. `data` are its bytes where it is a file, `remarks` go before those on what it holds."""
        try:
            documents = read_documents(text, is_yaml=is_yaml)
            result = find_all(documents.values)
        except InputError as error:
            self._fail(found, error, meant=_is_meant(data), data=data)
            return
        except NoCatalogError as fault:
            self._fail(found, _located(fault), meant=fault.sure, data=data)
            return
        if self._may_pass_over(found) and not any(answer.sure for answer in result.answers):
            self._pass_over(found)
            return
        self._fruitful.add(found.folder)
        tools = sum(len(answer.entries) for answer in result.answers)
        if tools > MAX_TOOLS:
            self.refuse(InputError(found.path, f"lists {tools:,} tools, more than the {MAX_TOOLS:,} that are read"))
            return
        remarks = (*remarks, *_remarks(text, documents, result))
        self.notes.extend(f"{found.path}: {remark}" for remark in remarks)
        for other in result.faults:
            self.refuse(_located(other))
        for listing in join(result.answers, documents.values):
            self._take(found, listing)

    def note_passed_over(self, folder: str) -> None:
        """Say which files of a folder were passed over; a folder without any catalog is unread."""
        paths = self._passed_over.get(folder, [])
        if not paths:
            return
        if folder and folder not in self._fruitful:
            files = "its file is no" if len(paths) == 1 else f"none of its {len(paths)} files is a"
            self.unread.append(Unread(folder, f"{files} tool catalog ({wording.listing(paths, _SHOWN_NAMES)})"))
        elif len(paths) == 1:
            self.notes.append(f"{paths[0]}: no tool catalog, left out")
        else:
            where = f"{folder}: " if folder else ""
            named = wording.listing(paths, _SHOWN_NAMES)
            self.notes.append(f"{where}{len(paths)} files are no tool catalogs and were left out ({named})")

    def _take(self, found: Input, listing: Listing) -> None:
        server = f" of the server {shown(listing.server)}" if listing.server else ""
        if listing.skipped:
            kinds = ", ".join(f"{count} × {kind}" if count > 1 else kind for kind, count in listing.skipped.items())
            self.notes.append(f"{found.path}: a provider's own tools{server} are not checked ({kinds})")
        if listing.listings > 1:
            self.notes.append(f"{found.path}: the tools{server} are listed {listing.listings} times, the last counts")
        if listing.is_empty and not self._allow_empty:
            document, head = listing.answer.document, listing.answer.head
            message = f"no tools{server} in it (--allow-empty if that is right)"
            self.refuse(_located(NoCatalogError(message, document, head)))
        else:
            self.listings.append((found, listing))

    def _fail(self, found: Input, error: InputError, *, meant: bool, data: bytes = b"") -> None:
        """Take an input as unread; or pass it over, if it need not be a catalog and is not meant as one."""
        if self._divert and data and not self._may_pass_over(found) and self._divert(found.path, data):
            return
        if meant or not self._may_pass_over(found):
            self._fruitful.add(found.folder)
            self.refuse(error)
        else:
            self._pass_over(found)

    def _may_pass_over(self, found: Input) -> bool:
        return self._hook or bool(found.folder)

    def _pass_over(self, found: Input) -> None:
        self._passed_over.setdefault(found.folder, []).append(found.path)


def _is_meant(data: bytes) -> bool:
    return bool(_CATALOG_KEY.search(data.replace(b"\0", b"")))


def _located(fault: NoCatalogError) -> InputError:
    document, text = fault.document, fault.document.text
    start, end = document.value_at(fault.path) or (0, 0)
    if start == end:  # nothing behind a key of YAML
        start, _ = document.key_at(fault.path) or (start, end)
    return InputError(text.path, fault.message, *text.position(start))


def _remarks(text: Text, documents: Documents, found: Found) -> Iterator[str]:
    lines = documents.passed_over
    if lines:
        what = "a line that is no JSON was" if len(lines) == 1 else f"{len(lines)} lines that are no JSON were"
        line, _ = text.position(lines[0])
        yield f"{what} left out (line {line}: {line_at(text.content, lines[0])})"
    if found.values_passed_over:
        count = found.values_passed_over
        yield "a JSON value that is no tool list was left out" if count == 1 else f"{count} JSON values were left out"
    if found.keys_passed_over:
        keys = [shown(key) for key in found.keys_passed_over]
        are = "is no tool list" if len(keys) == 1 else "are no tool lists"
        yield f"{wording.listing(keys, _SHOWN_NAMES)} {are}, left out"
