"""From a client's configuration file to the servers that it names."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from catalint.clients.configuration import Configuration, Entry
from catalint.clients.document import Source, read_document
from catalint.clients.entry import Reader
from catalint.clients.expansion import Variables
from catalint.clients.known import UNKNOWN, Client, client_of_path, project_of
from catalint.clients.layout import Named, find_layout
from catalint.errors import InputError
from catalint.wording import listing

MOST_SERVERS = 1_000
"""Servers of one configuration: each is started or asked, and no person has a tenth as many."""

# What a file has in it that names servers, in whatever notation.
_HINT = re.compile(rb"""mcpServers|mcp_servers|context_servers|["']mcp\.servers["']|["']servers["']|["']mcp["']""")
_SURE = re.compile(rb"""["']?(?:mcpServers|context_servers)["']?\s*:|^\s*\[\s*mcp_servers\s*[.\]]""", re.MULTILINE)
# Files of this name may name servers, too, but are no client's.
_OTHERS = frozenset(("package.json", "package-lock.json", "server.json"))


def looks_like(path: str, data: bytes) -> bool:
    """Whether a file that holds no catalog is a client's configuration, be it a broken one."""
    plain = data.replace(b"\0", b"")
    if not _HINT.search(plain) or os.path.basename(path).lower() in _OTHERS:  # noqa: PTH119
        return False
    try:
        source = read_document(path, data)
    except InputError:
        return client_of_path(path) is not None or bool(_SURE.search(plain))
    return find_layout(path, source.data, lambda _: True) is not None


def read(path: str, data: bytes, environment: Mapping[str, str]) -> Configuration:
    """Read the servers of a configuration, with the values of an environment.

    Raises InputError, with line and column, for a file that its client can't read, and for what is no configuration.
    """
    source = read_document(path, data)
    layout = find_layout(path, source.data, _is_around)
    if layout is None:
        raise InputError(path, "names no MCP servers that a client would start", 1, 1)
    if len(layout.servers) > MOST_SERVERS:
        raise InputError(
            path, f"names {len(layout.servers):,} servers, more than the {MOST_SERVERS:,} that are read", 1, 1
        )
    client = layout.client
    if source.strict is not None and not client.comments:
        raise InputError(
            path, f"{source.strict.message} ({client.title} reads plain JSON)", source.strict.line, source.strict.column
        )
    reader = Reader(client, _variables(path, client, environment))
    entries: list[Entry] = []
    for named in layout.servers:
        place = source.place(named.path)
        entry, where = reader.read(named, path, place)
        entries.append(entry if where == named.path else replace(entry, place=source.place(where)))
    return Configuration(path, client.name, tuple(entries), client.title, tuple(_find_lost(source, layout.servers)))


def _find_lost(source: Source, servers: Iterable[Named]) -> Iterator[str]:
    """The servers, or whole maps of them, that their file has again further down: a parser keeps the last."""
    ways = {named.path[:length] for named in servers for length in range(1, len(named.path) + 1)}
    for path, lines in source.repeated.items():
        if path in ways:
            others = listing(map(str, lines[:-1]), 3)
            are = "line" if len(lines) == 2 else "lines"
            yield f"{path[-1]} stands there {len(lines):,} times: clients take line {lines[-1]}, not {are} {others}"


def _variables(path: str, client: Client, environment: Mapping[str, str]) -> Variables:
    project = _project(path, client)
    variables = Variables(environment, project)
    # a file in the user's own folder belongs to no project
    if project and os.path.realpath(project) == os.path.realpath(variables.home):
        project = ""
    if client.name == "claude-code":
        # a plugin is where its file is
        folder = project or os.getcwd()  # noqa: PTH109
        environment = {"CLAUDE_PLUGIN_ROOT": folder, "CLAUDE_PROJECT_DIR": folder, **environment}
    return Variables(environment, project)


def _project(path: str, client: Client) -> str:
    up = project_of(path, client) if client is not UNKNOWN else None
    if up is None:
        return ""
    folder = os.path.dirname(os.path.abspath(path))  # noqa: PTH100, PTH120
    for _ in range(up):
        folder = os.path.dirname(folder)  # noqa: PTH120
    return folder


def _is_around(folder: str) -> bool:
    """Whether a folder is the working directory or one above it."""
    here = os.getcwd()  # noqa: PTH109
    return here == folder or here.startswith(folder.rstrip("/\\") + os.sep)
