"""Where the servers stand in the value of a file, and whose file that makes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from catalint.clients.known import BY_NAME, UNKNOWN, Client, client_of_path
from catalint.location import Path
from catalint.model import Json

# Keys that say how a server is reached; an object with one of them is one.
_REACHES = frozenset(("command", "url", "httpUrl", "serverUrl", "endpoint"))
# What only the settings of Gemini CLI say of a server.
_GEMINI = frozenset(("httpUrl", "includeTools", "excludeTools", "trust", "authProviderType"))
_CATALOG_KEYS = frozenset(("inputSchema", "input_schema", "result"))


@dataclass(frozen=True)
class Named:
    """A server as it stands in a file. `left` says why the client leaves it alone, empty where it does not.

    `off` is true where the file switches it off elsewhere.
    """

    name: str
    value: Json
    path: Path
    left: str = ""
    off: bool = False


@dataclass(frozen=True)
class Layout:
    """The servers of a file, and the client that keeps them so; `UNKNOWN` where nothing tells."""

    client: Client
    servers: tuple[Named, ...]


def find_layout(path: str, data: Json, within: Callable[[str], bool]) -> Layout | None:
    """Find the servers in a value; None if it is no client's configuration.

    `within` tells whether a project's folder is that of the present run.
    """
    if not isinstance(data, dict):
        return None
    by_path = client_of_path(path)
    if isinstance(data.get("mcp_servers"), dict) and path.lower().endswith(".toml"):
        return Layout(BY_NAME["codex"], tuple(_map(data["mcp_servers"], ("mcp_servers",))))
    if _is_map(data.get("context_servers"), empty=True):
        return Layout(BY_NAME["zed"], tuple(_map(data["context_servers"], ("context_servers",))))
    if "mcpServers" in data or _has_projects(data):
        servers = _each_once(_claude_shaped(data, within))
        if any(_is_catalog(each.value) for each in servers) and not any(_is_server(each.value) for each in servers):
            return None
        if servers or _is_map(data.get("mcpServers"), empty=True) or isinstance(data.get("mcpServers"), list):
            client = by_path or _by_content(data, servers)
            return Layout(client, _of_gemini(data, servers) if client.name == "gemini-cli" else servers)
        return None
    for keys, holder in ((("mcp", "servers"), data.get("mcp")), (("servers",), data)):
        servers_map = holder.get("servers") if isinstance(holder, dict) else None
        if _is_map(servers_map, empty=by_path is not None and by_path.name == "vscode"):
            client = BY_NAME["opencode"] if _is_opencode(path, data, servers_map) else BY_NAME["vscode"]
            return Layout(client, tuple(_map(servers_map, keys)))
    if _is_map(data.get("mcp.servers"), empty=True):
        return Layout(BY_NAME["vscode"], tuple(_map(data["mcp.servers"], ("mcp.servers",))))
    if _is_map(data.get("mcp")) and _is_opencode(path, data, data["mcp"]):
        return Layout(BY_NAME["opencode"], tuple(_map(data["mcp"], ("mcp",))))
    return None


def _map(servers: Json, path: Path) -> Iterator[Named]:
    for name, value in servers.items() if isinstance(servers, dict) else ():
        yield Named(str(name), value, (*path, name))


def _is_map(value: Json, *, empty: bool = False) -> bool:
    """Whether a value maps names to servers: each is an object and one at least says how it is reached."""
    if not isinstance(value, dict):
        return False
    if not value:
        return empty
    return any(_is_server(item) for item in value.values())


def _is_server(value: Json) -> bool:
    if not isinstance(value, dict) or not _REACHES & value.keys():
        return False
    return not _is_catalog(value)


def _is_catalog(value: Json) -> bool:
    """Whether a value is what a server lists: a list, or an object with tools that are objects."""
    if isinstance(value, list):
        return True
    tools = value.get("tools") if isinstance(value, dict) else None
    if isinstance(tools, dict):
        return any(isinstance(tool, dict) for tool in tools.values())
    return (isinstance(tools, list) and any(isinstance(tool, dict) for tool in tools)) or (
        isinstance(value, dict) and not _CATALOG_KEYS.isdisjoint(value)
    )


def _each_once(servers: Iterable[Named]) -> tuple[Named, ...]:
    """Of servers of one name the first counts."""
    found: list[Named] = []
    seen: set[str] = set()
    for each in servers:
        again = not each.left and each.name in seen
        found.append(
            Named(each.name, each.value, each.path, "another server has this name", each.off) if again else each
        )
        if not each.left:
            seen.add(each.name)
    return tuple(found)


def _claude_shaped(data: Mapping[str, Json], within: Callable[[str], bool]) -> Iterator[Named]:
    """The servers of `mcpServers`, and those of the projects of Claude Code, whose own go before the user's."""
    own: list[Named] = []
    projects = data.get("projects")
    for folder, project in projects.items() if isinstance(projects, dict) else ():
        if not isinstance(project, dict) or not isinstance(project.get("mcpServers"), dict):
            continue
        off = project.get("disabledMcpServers")
        here = within(folder)
        for named in _map(project["mcpServers"], ("projects", folder, "mcpServers")):
            left = "" if here else "belongs to another project"
            is_off = isinstance(off, list) and named.name in off
            own.append(Named(named.name, named.value, named.path, left, off=is_off))
    covered = {named.name for named in own if not named.left}
    servers = data.get("mcpServers")
    if isinstance(servers, list):
        for index, value in enumerate(servers):
            name = value.get("name") if isinstance(value, dict) else None
            yield Named(name if isinstance(name, str) else f"{index + 1}", value, ("mcpServers", index))
    for named in _map(servers, ("mcpServers",)):
        left = "the project has a server of this name" if named.name in covered else ""
        yield Named(named.name, named.value, named.path, left)
    yield from own


def _has_projects(data: Mapping[str, Json]) -> bool:
    projects = data.get("projects")
    return isinstance(projects, dict) and any(
        isinstance(project, dict) and _is_map(project.get("mcpServers")) for project in projects.values()
    )


def _by_content(data: Mapping[str, Json], servers: tuple[Named, ...]) -> Client:
    if _has_projects(data):
        return BY_NAME["claude-code"]
    if isinstance(data.get("mcpServers"), list):
        return BY_NAME["continue"]
    keys = frozenset[str]().union(*(named.value.keys() for named in servers if isinstance(named.value, dict)))
    if keys & _GEMINI:
        return BY_NAME["gemini-cli"]
    return BY_NAME["windsurf"] if "serverUrl" in keys else UNKNOWN


def _of_gemini(data: Mapping[str, Json], servers: tuple[Named, ...]) -> tuple[Named, ...]:
    """Gemini CLI can be told which of the servers it may have."""
    rules = data.get("mcp")
    if not isinstance(rules, dict):
        return servers
    allowed, excluded = rules.get("allowed"), rules.get("excluded")

    def is_off(name: str) -> bool:
        return (isinstance(allowed, list) and name not in allowed) or (isinstance(excluded, list) and name in excluded)

    return tuple(replace(each, off=is_off(each.name)) for each in servers)


def _is_opencode(path: str, data: Mapping[str, Json], servers: Json) -> bool:
    client = client_of_path(path)
    if client is not None:
        return client.name == "opencode"
    schema = data.get("$schema")
    if isinstance(schema, str) and "opencode" in schema:
        return True
    kinds = (
        [item.get("type") for item in servers.values() if isinstance(item, dict)] if isinstance(servers, dict) else []
    )
    return bool(kinds) and all(kind in ("local", "remote") for kind in kinds)
