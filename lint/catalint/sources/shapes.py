"""Finds the tool lists in a value, whatever is wrapped around them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from catalint.location import Path
from catalint.model import Json
from catalint.quoting import describe, shown
from catalint.sources.dialects import (
    DECLARATION_KEYS,
    Entry,
    has_schema,
    has_schema_key,
    is_provider_tool,
    read_list,
    read_map,
    read_one,
)
from catalint.sources.document import Document

ACCEPTED = (
    'accepted are a tools/list answer, {"tools": [...]}, a list of tools, a map of servers or of tools, '
    "and the tools of an Anthropic, OpenAI or Gemini request"
)
# What stands beside the list in a tools/list result of any MCP revision.
_RESULT_KEYS = frozenset(("tools", "nextCursor", "_meta", "resultType", "ttlMs", "cacheScope"))
_SERVER_MAPS = ("servers", "mcpServers", "catalogs")


@dataclass(frozen=True, eq=False)
class Answer:
    """One list of tools where it stands. `head` leads to the list or map, `holder` to the object that it is a field of.

    `envelope` are the other fields of the holder. `server` is the key of a map of servers, empty outside of one. `sure`
    is false where nothing in the value has a schema, so that it may be something else altogether.
    """

    document: Document
    head: Path
    entries: tuple[Entry, ...]
    sure: bool
    holder: Path | None = None
    envelope: Mapping[str, Json] = field(default_factory=dict)
    kind: str = "bare"
    server: str = ""


class NoCatalogError(Exception):
    """What stands at `path` is no tool list. `sure` is true for what a server said in its place."""

    def __init__(self, message: str, document: Document, path: Path = (), *, sure: bool = False) -> None:
        self.message = message
        self.document = document
        self.path = path
        self.sure = sure
        super().__init__(message)


@dataclass(frozen=True, eq=False)
class Found:
    """Tool lists, the faults in the place of others, and what was passed over: keys beside servers, values of a stream.

    Other messages of a JSON-RPC session are not counted among those values.
    """

    answers: tuple[Answer, ...]
    faults: tuple[NoCatalogError, ...] = ()
    keys_passed_over: tuple[str, ...] = ()
    values_passed_over: int = 0


def find(document: Document) -> Found:
    """Find the tool lists of a document; raises NoCatalogError, with what stands there, if it holds none."""
    return _find(document, document.data, ())


def find_all(documents: Sequence[Document]) -> Found:
    """Find the tool lists of a stream: pages, messages of a session, or tools one by one; raises NoCatalogError."""
    if len(documents) == 1:
        return find(documents[0])
    answers: list[Answer] = []
    faults: list[NoCatalogError] = []
    tools = tuple(read_one(document) for document in documents if has_schema(document.data))
    if tools:
        answers.append(Answer(tools[0].document, (), tools, sure=True))
    for document in documents:
        if not has_schema(document.data):
            try:
                answers.extend(find(document).answers)
            except NoCatalogError as fault:
                faults.append(fault)
    if not answers:
        first = next((fault for fault in faults if fault.sure), faults[0])
        if first.sure:
            raise first
        message = (
            f"{len(documents)} JSON values and no tool list among them, the first is {describe(documents[0].data)}"
        )
        raise NoCatalogError(f"{message} ({ACCEPTED})", documents[0])
    others = sum(1 for fault in faults if not _is_message(fault.document.data))
    return Found(tuple(answers), values_passed_over=others)


def _find(document: Document, value: Json, path: Path, server: str = "") -> Found:
    """Look for lists at a path. Maps of servers and lists of messages are looked for at the root only."""
    if isinstance(value, dict):
        return _in_object(document, value, path, server)
    if not isinstance(value, list):
        raise _nothing_in(document, value, path)
    if not path and any(_is_message(item) for item in value):
        parts = [(str(index), item, (*path, index)) for index, item in enumerate(value)]
        found = _gather(document, parts, server)
        if not found.answers:
            raise found.faults[0] if found.faults else _nothing_in(document, value, path)
        return Found(found.answers)  # a server may well refuse the other requests of a session
    named = [_server_name(item) for item in value] if not path else []
    if named and all(named):
        pairs = zip(named, value, strict=True)
        return _gather(document, [(name, item, (*path, index)) for index, (name, item) in enumerate(pairs)])
    if value and not any(_is_entry(item) for item in value):
        raise _nothing_in(document, value, path)
    return _listed(document, value, path, server)


def _in_object(document: Document, value: dict[str, Json], path: Path, server: str) -> Found:
    if "tools" in value:
        return _held(document, value, path, server, "bare")
    result = value.get("result")
    if isinstance(result, dict) and "tools" in result:
        return _held(document, result, (*path, "result"), server, "result" if "jsonrpc" in value else "bare")
    if value.get("error") and ("jsonrpc" in value or len(value) == 1):
        text = _error_text(value["error"])
        raise NoCatalogError(f"the server answered with an error: {text}", document, path, sure=True)
    for key in DECLARATION_KEYS:
        inner = value.get(key)
        if isinstance(inner, list):
            return _listed(document, inner, (*path, key), server)
    for key in ("result", "functions"):
        inner = value.get(key)
        if isinstance(inner, list) and any(_is_entry(item) for item in inner):
            return _listed(document, inner, (*path, key), server)
    servers = _servers_in(value) if not path else None
    if servers:
        return _in_servers(document, *servers)
    if _is_tool_map(value):
        return Found((_mapped(document, value, path, server),))
    raise _nothing_in(document, value, path)


def _held(document: Document, holder: dict[str, Json], path: Path, server: str, kind: str) -> Found:
    """Read the list or map under `tools` of an object, with the fields beside it."""
    tools = holder["tools"]
    head = (*path, "tools")
    if isinstance(tools, list):
        found = _listed(document, tools, head, server)
    elif isinstance(tools, dict) and (not tools or _is_tool_map(tools, loose=True)):
        found = Found((_mapped(document, tools, head, server),))
    elif not path and isinstance(tools, dict) and any(_is_listing(item) for item in tools.values()):
        return _in_servers(document, tools, head)
    else:
        raise NoCatalogError(f"`tools` is {describe(tools)}, not a list of tools", document, head)
    envelope = {key: value for key, value in holder.items() if key != "tools"}
    whole = kind == "result" or holder.keys() <= _RESULT_KEYS
    answer = found.answers[0]
    return Found((replace(answer, holder=path, envelope=envelope, kind=kind, sure=answer.sure or whole),))


def _servers_in(value: dict[str, Json]) -> tuple[dict[str, Json], Path] | None:
    """The map of servers in an object and where it stands: under a key that says so, or the object itself."""
    for path, servers in (*(((key,), value.get(key)) for key in _SERVER_MAPS), ((), value)):
        if isinstance(servers, dict) and any(_is_listing(item) for item in servers.values()):
            return servers, path
    return None


def _in_servers(document: Document, servers: dict[str, Json], path: Path) -> Found:
    return _gather(document, [(key, item, (*path, key)) for key, item in servers.items()])


def _gather(document: Document, parts: Iterable[tuple[str, Json, Path]], server: str | None = None) -> Found:
    """Find the lists of several values: messages of one server, or servers by their keys if `server` is None."""
    answers: list[Answer] = []
    faults: list[NoCatalogError] = []
    passed_over: list[str] = []
    for key, item, path in parts:
        try:
            answers.extend(_find(document, item, path, key if server is None else server).answers)
        except NoCatalogError as fault:
            if fault.sure or (server is None and not item):
                faults.append(fault)
            else:
                passed_over.append(key)
    return Found(tuple(answers), tuple(faults), tuple(passed_over))


def _listed(document: Document, items: list[Json], path: Path, server: str) -> Found:
    entries = tuple(read_list(document, path, items))
    sure = any(has_schema(entry.value) for entry in entries)
    return Found((Answer(document, path, entries, sure, server=server),))


def _mapped(document: Document, items: dict[str, Json], path: Path, server: str) -> Answer:
    entries = tuple(read_map(document, path, items))
    return Answer(document, path, entries, any(has_schema(entry.value) for entry in entries), server=server)


def _is_message(item: Json) -> bool:
    """Whether an item of a list is a message or a page, rather than a tool."""
    if not isinstance(item, dict) or isinstance(item.get("name"), str):
        return False
    return "jsonrpc" in item or isinstance(item.get("result"), dict) or ("tools" in item and "type" not in item)


def _server_name(item: Json) -> str:
    """The name of a server that an item of a list describes with its tools, empty for anything else."""
    if not isinstance(item, dict) or "type" in item or not _is_listing(item):
        return ""
    name = item.get("name")
    return name if isinstance(name, str) else ""


def _is_listing(item: Json) -> bool:
    """Whether a value of a map is what a server listed. A list has to prove it: objects with names are everywhere."""
    if isinstance(item, list):
        return any(has_schema(entry) for entry in item)
    if not isinstance(item, dict):
        return False
    result, tools = item.get("result"), item.get("tools")
    if isinstance(result, dict) and "tools" in result:
        return True
    if isinstance(tools, list):
        return not tools or any(isinstance(tool, dict) for tool in tools)
    return isinstance(tools, dict) and _is_tool_map(tools, loose=True)


def _is_entry(item: Json) -> bool:
    if not isinstance(item, dict):
        return False
    if item.get("type") in ("function", "namespace") or any(key in item for key in (*DECLARATION_KEYS, "inputSchema")):
        return True
    described = isinstance(item.get("name"), str) and isinstance(item.get("description"), str)
    return described or has_schema(item) or is_provider_tool(item)


def _is_tool_map(value: Mapping[str, Json], *, loose: bool = False) -> bool:
    """Whether an object maps names to tools; `loose` where it stands under `tools`, so that less has to prove it."""
    tools = [item for item in value.values() if isinstance(item, dict)]
    if loose:
        return any(has_schema_key(item) or isinstance(item.get("description"), str) for item in tools)
    return len(tools) == len(value) and any(has_schema_key(item) for item in tools)


def _nothing_in(document: Document, value: Json, path: Path) -> NoCatalogError:
    what = describe(value)
    if isinstance(value, dict):
        servers = next((value[key] for key in _SERVER_MAPS if isinstance(value.get(key), dict)), None)
        if isinstance(servers, dict) and any(_is_launch(item) for item in servers.values()):
            return NoCatalogError("a client configuration: it names servers, not their tools", document, path)
        if has_schema(value):
            return NoCatalogError("a single tool: put it into a list", document, path)
        if "jsonrpc" in value and "method" in value:
            method = value["method"]
            what = f"the JSON-RPC message {shown(method)}" if isinstance(method, str) else "a JSON-RPC message"
        elif "jsonrpc" in value and "result" in value:
            what = f"the answer to another request, {describe(value['result'])}"
    return NoCatalogError(f"no tool catalog but {what} ({ACCEPTED})", document, path)


def _is_launch(item: Json) -> bool:
    return isinstance(item, dict) and ("command" in item or "url" in item)


def _error_text(error: Json) -> str:
    if not isinstance(error, dict):
        return shown(error, 160) if isinstance(error, str) else describe(error)
    message, code = error.get("message"), error.get("code")
    text = shown(message, 160) if isinstance(message, str) else describe(error)
    return f"{text} (code {code})" if isinstance(code, int) and not isinstance(code, bool) else text
