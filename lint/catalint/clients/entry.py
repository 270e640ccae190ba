"""One server of a configuration: from the object that stands there to what would be started or asked."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from catalint.clients.configuration import Entry, ToolFilter, Transport
from catalint.clients.dotenv import read_variables
from catalint.clients.expansion import Expansion, Variables, expander
from catalint.clients.known import Client
from catalint.clients.layout import Named
from catalint.clients.masking import show_command, show_url
from catalint.clients.values import WrongTypeError, kind_of, read_command_line, read_strings, read_texts
from catalint.live.launch import Command, Endpoint, Server
from catalint.live.launch import Transport as Protocol
from catalint.location import Path
from catalint.model import Json
from catalint.quoting import shown

# What clients call their transports.
_STDIO = frozenset(("stdio", "local"))
_HTTP = frozenset(("http", "https", "remote", "streamable", "streamable-http", "streamable_http", "streamablehttp"))
_URLS = ("httpUrl", "url", "serverUrl", "endpoint")
_ONLY = ("includeTools", "enabled_tools", "enabledTools")
_WITHOUT = ("excludeTools", "disabled_tools", "disabledTools")
# How alike two keys are that one is taken for the other: "comand" is 0.92 like "command", "comment" 0.71.
_NEAR = 0.85


@dataclass
class _Reach:
    """How a server is reached, before and after values of the environment are put in."""

    launch: Command | Endpoint | None = None
    transport: Transport = ""
    shown: str = ""
    problems: list[str] = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class Reader:
    """Reads the servers of one file."""

    client: Client
    variables: Variables

    def read(self, named: Named, path: str, place: tuple[int, int]) -> tuple[Entry, Path]:
        """The entry of a server, and the path of what is wrong with it: its own where nothing is."""
        expansion = Expansion()
        value = named.value
        off = named.off or bool(named.left)
        if not isinstance(value, dict):
            return Entry(named.name, None, f"{kind_of(value)}, expected an object", off, place), named.path
        off = off or value.get("disabled") is True or value.get("enabled") is False
        kept, where = ToolFilter(), named.path
        reach = _Reach()
        try:
            kept = self._filter(value)
            reach = self._reach(value, expansion)
        except WrongTypeError as error:
            reach.problems.append(str(error))
            where = (*named.path, *error.path)
        if expansion.names:
            reach.problems.append(_unset(expansion.names))
        problems = [named.left] if named.left else [*reach.problems, *expansion.reasons]
        startable = reach.launch is not None and not (reach.problems or expansion.reasons)
        origin = f"{path}:{place[0]}:{place[1]}"
        server = (
            Server(named.name, reach.launch, origin, reach.shown, tuple(expansion.values))
            if startable and reach.launch is not None
            else None
        )
        entry = Entry(
            named.name,
            server,
            "; ".join(dict.fromkeys(problems)),
            off,
            place,
            reach.transport,
            reach.shown,
            tuple(dict.fromkeys(expansion.names)),
            kept,
        )
        return entry, where

    def _filter(self, value: Mapping[str, Json]) -> ToolFilter:
        only: frozenset[str] | None = None
        for key in (*_ONLY, *(("tools",) if self.client.name == "copilot-cli" else ())):
            if key in value:
                names = read_texts(value[key], key)
                only = None if "*" in names else frozenset(_bare(name) for name in names)
        without = [name for key in _WITHOUT if key in value for name in read_texts(value[key], key)]
        return ToolFilter(only, frozenset(map(_bare, without)))

    def _reach(self, value: Mapping[str, Json], expansion: Expansion) -> _Reach:
        kind = self._kind(value)
        url = next((key for key in _URLS if isinstance(value.get(key), str) and value[key]), "")
        if kind == "other":
            return _Reach(problems=["its `type` is not one that can be listed here (stdio, http, sse)"])
        has_command = bool(value.get("command"))
        if self.client.name == "codex" and has_command and url:
            return _Reach(problems=["has both `command` and `url`, which Codex refuses"])
        # Gemini CLI goes by the URL where there is one, the others by what they are told, or start the command
        if has_command and (not url or kind == "stdio" or (not kind and self.client.name != "gemini-cli")):
            return self._command(value, expansion)
        if url:
            return self._endpoint(value, url, expansion)
        if "command" in value and not isinstance(value["command"], str | list | dict):
            raise WrongTypeError(("command",), f"`command` is {kind_of(value['command'])}, not a string")
        for key in _URLS:
            if key in value and not isinstance(value[key], str):
                raise WrongTypeError((key,), f"`{key}` is {kind_of(value[key])}, not a string")
        if self.client.name == "zed" and ("settings" in value or value.get("source") == "extension"):
            return _Reach(problems=["comes with an extension of Zed, which knows its command"])
        return _Reach(problems=[f"has neither `command` nor `url`{_slip(value)}"])

    def _kind(self, value: Mapping[str, Json]) -> str:
        """stdio, http, sse; empty where the file does not say, `other` for what is none of them."""
        name = value.get("type", value.get("transport"))
        if not isinstance(name, str):
            return ""
        low = name.lower()
        if low in _STDIO:
            return "stdio"
        return "http" if low in _HTTP else "sse" if low == "sse" else "other"

    def _command(self, value: Mapping[str, Json], expansion: Expansion) -> _Reach:
        command, arguments = read_command_line(value)
        raw = self._environment(value)
        put = expander(self.client, self.variables, expansion)
        folder = value.get("cwd")
        if folder is not None and not isinstance(folder, str):
            raise WrongTypeError(("cwd",), f"`cwd` is {kind_of(folder)}, not a string")
        environment = {**self._from_file(value, expansion), **{key: put(text) for key, text in raw.items()}}
        for name in self._passed_on(value):
            if name in self.variables.environment:
                environment.setdefault(name, self.variables.environment[name])
        launch = Command((put(command), *map(put, arguments)), environment, self._folder(put(folder) if folder else ""))
        secrets = (*raw.values(), *environment.values())
        return _Reach(launch, "stdio", show_command(command, arguments, secrets))

    def _folder(self, folder: str) -> str:
        """Where a command starts: in the folder that the file names, seen from its project."""
        folder = os.path.expanduser(folder)  # noqa: PTH111
        return os.path.join(self.variables.project, folder) if folder else self.variables.project  # noqa: PTH118

    def _environment(self, value: Mapping[str, Json]) -> dict[str, str]:
        key = "environment" if self.client.name == "opencode" else "env"
        found = value.get(key)
        command = value.get("command")
        if found is None and isinstance(command, dict):
            return read_strings(command.get("env"), ("command", "env"))
        # an editor takes numbers for texts and null for a variable that is not set
        loose = self.client.name in ("vscode", "")
        return read_strings(found, (key,), numbers=loose)

    def _from_file(self, value: Mapping[str, Json], expansion: Expansion) -> Mapping[str, str]:
        """The variables of a file that the entry names; a note of it where that can't be read."""
        name = value.get("envFile")
        if not isinstance(name, str) or not name or self.client.name not in ("vscode", "cursor", ""):
            return {}
        file = self._folder(expander(self.client, self.variables, expansion)(name))
        found = read_variables(file)
        if found is None:
            expansion.reasons.append("its `envFile` can't be read")
            return {}
        return found

    def _passed_on(self, value: Mapping[str, Json]) -> Iterator[str]:
        """The variables that Codex hands on from its own environment."""
        names = value.get("env_vars") if self.client.name == "codex" else None
        for each in names if isinstance(names, list) else ():
            name = each.get("name") if isinstance(each, dict) else each
            if isinstance(name, str):
                yield name

    def _endpoint(self, value: Mapping[str, Json], key: str, expansion: Expansion) -> _Reach:
        url = str(value[key])
        kind = self._kind(value)
        protocol: Protocol = (
            "sse" if kind == "sse" else "streamable-http" if key == "httpUrl" or kind == "http" else "auto"
        )
        if self.client.name == "opencode":
            protocol = "auto"
        put = expander(self.client, self.variables, expansion)
        raw = self._headers(value)
        headers = {name: put(text) for name, text in raw.items()}
        headers.update(self._headers_from_environment(value, expansion))
        reach = _Reach(Endpoint(put(url), headers, protocol), "sse" if protocol == "sse" else "http")
        held = (*raw.values(), *headers.values())
        # the token alone, without the scheme before it
        reach.shown = show_url(url, (*held, *(text.partition(" ")[2] for text in held)))
        if not put(url).lower().startswith(("http://", "https://")) and not expansion.names:
            reach.problems.append(f"`{key}` is no http or https URL")
        if "headersHelper" in value:
            reach.problems.append("its headers come from a command (`headersHelper`), which is not run here")
        if self.client.name == "codex" and "bearer_token" in value:
            reach.problems.append("`bearer_token` is refused by Codex: name a variable with `bearer_token_env_var`")
        return reach

    def _headers(self, value: Mapping[str, Json]) -> dict[str, str]:
        if self.client.name == "codex":
            return read_strings(value.get("http_headers"), ("http_headers",))
        options = value.get("requestOptions")
        if isinstance(options, dict) and "headers" in options:
            return read_strings(options["headers"], ("requestOptions", "headers"))
        return read_strings(value.get("headers"), ("headers",))

    def _headers_from_environment(self, value: Mapping[str, Json], expansion: Expansion) -> Iterator[tuple[str, str]]:
        """The headers that Codex takes from variables which the file names."""
        if self.client.name != "codex":
            return
        named = read_strings(value.get("env_http_headers"), ("env_http_headers",))
        token = value.get("bearer_token_env_var")
        if token is not None and not isinstance(token, str):
            raise WrongTypeError(("bearer_token_env_var",), f"`bearer_token_env_var` is {kind_of(token)}, not a string")
        for header, name in named.items():
            if name in self.variables.environment:
                yield header, self.variables.environment[name]
            else:
                expansion.names.append(name)
        if token and token in self.variables.environment:
            yield "Authorization", f"Bearer {self.variables.environment[token]}"
        elif token:
            expansion.names.append(token)


def _bare(name: str) -> str:
    """The name of a tool; Gemini CLI lets arguments follow in brackets."""
    return name.partition("(")[0]


def _unset(names: list[str]) -> str:
    names = list(dict.fromkeys(names))
    variables = [name for name in names if ":" not in name]
    inputs = [name.partition(":")[2] for name in names if ":" in name]
    parts = []
    if variables:
        parts.append(f"{', '.join(variables)} {'is' if len(variables) == 1 else 'are'} not set")
    if inputs:
        are = "the input" if len(inputs) == 1 else "the inputs"
        parts.append(f"{are} {', '.join(inputs)} {'is' if len(inputs) == 1 else 'are'} asked for by the client only")
    return "; ".join(parts)


def _slip(value: Mapping[str, Json]) -> str:
    """A key that is nearly one of those that say how a server is reached."""
    from difflib import get_close_matches

    for key in value:
        near = get_close_matches(key.casefold(), ("command", "url"), 1, _NEAR)
        if near and near[0] != key:
            return f"; is `{near[0]}` meant by {shown(key)}?"
    return ""
