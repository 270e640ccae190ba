"""Live inputs of a command line: addresses, commands, server objects, and the servers of configurations."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import click

from catalint import sources
from catalint.cli.configurations import Mount, read_configurations
from catalint.cli.inputs import PYTHON, Admit, Gathered, join_configured, read_dump
from catalint.cli.progress import progress
from catalint.cli.reading import Reading, host_of, is_address
from catalint.clients.masking import show_command, show_url
from catalint.config.servers import ServerSetting
from catalint.errors import InputError
from catalint.live import Command, Endpoint, Launch, Limits, Listed, PythonObject, Server, ServerError, list_servers
from catalint.live.catalogs import beside, read, refuse
from catalint.live.display import shown
from catalint.live.names import derive
from catalint.model import Corpus, Relisting
from catalint.report import Unread

_VARIABLE = re.compile(r"\$\{(?P<name>[A-Za-z_]\w*)(?::-(?P<default>[^}]*))?\}")


def read_named(
    reading: Reading, files: Gathered, diverted: Sequence[tuple[str, bytes]], admit: Admit | None = None
) -> Gathered:
    """Add to the catalogs of files those of the servers that the command line names, itself or by configurations."""
    named = _named(reading)
    mounts = read_configurations(diverted, reading)
    taken = [catalog.server for catalog in files.corpus.catalogs]
    servers = _told_apart([*named, *(mount.server for mount in mounts.started)], taken)
    parts, listed = _list(servers, reading, admit)
    started = dict(zip([server.name for server in servers[len(named) :]], mounts.started, strict=True))
    parts = [_narrowed(part, started) for part in parts]
    merged = sources.merge(parts)
    return Gathered(
        Corpus((*files.corpus.catalogs, *merged.corpus.catalogs)),
        (*files.unread, *mounts.unread, *merged.unread),
        (*files.notes, *mounts.notes, *merged.notes),
        declared={**files.declared, **{name: mount.place for name, mount in started.items()}},
        settings=files.settings,
        mounted=bool(started) and not named and not taken,
        client=mounts.client if started and not named and not taken else "",
        configurations=() if reading.start else mounts.configurations,
        listed=listed,
    )


def read_configured(
    reading: Reading, servers: Sequence[ServerSetting], admit: Admit | None = None, *, compare: bool
) -> Gathered:
    """List the servers of our own configuration that say how; with `compare`, beside the dumps that they have."""
    problems: dict[str, Unread] = {}
    live: list[Server] = []
    for setting in servers:
        if setting.is_live:
            try:
                live.append(_launched(setting))
            except InputError as error:
                problems[setting.name] = Unread.because(error)
    parts, listed = _list(live, reading, admit)
    by_name = dict(zip([server.name for server in live], parts, strict=True))
    read_all: list[sources.Loaded] = []
    for setting in servers:
        if setting.name in problems:
            read_all.append(sources.Loaded(Corpus(()), (problems[setting.name],)))
        elif setting.name in by_name:
            part = by_name[setting.name]
            read_all.append(_beside_dump(part, setting) if compare else part)
        else:
            read_all.append(read_dump(setting, allow_empty=reading.allow_empty))
    return join_configured(servers, read_all, listed)


def _beside_dump(part: sources.Loaded, setting: ServerSetting) -> sources.Loaded:
    if not setting.dump or not part.corpus.catalogs:
        return part
    saved = read_dump(setting, allow_empty=True)
    catalogs = tuple(
        beside(catalog, saved.corpus.catalogs[0]) for catalog in part.corpus.catalogs if saved.corpus.catalogs
    )
    return sources.Loaded(
        Corpus(catalogs or part.corpus.catalogs), (*part.unread, *saved.unread), (*part.notes, *saved.notes)
    )


def _list(
    servers: Sequence[Server], reading: Reading, admit: Admit | None
) -> tuple[list[sources.Loaded], tuple[Listed, ...]]:
    """List servers side by side; one part for each, those that failed with the reason."""
    if not servers:
        return [], ()
    if admit is not None:
        admit([server.name for server in servers])
    limits = Limits(seconds=reading.seconds)
    start = time.monotonic()
    with progress() as line:
        answers = list_servers(servers, limits, line.tell)
        seconds = time.monotonic() - start
        second = list_servers(servers, limits, line.tell) if reading.twice else []
    parts = [_read(answer, reading) for answer in answers]
    if reading.twice:
        again = [_read(answer, reading) for answer in second]
        parts = [_beside_second(first, second, seconds) for first, second in zip(parts, again, strict=True)]
    return parts, tuple(answer for answer in answers if isinstance(answer, Listed))


def _read(answer: Listed | ServerError, reading: Reading) -> sources.Loaded:
    if isinstance(answer, ServerError):
        unread = refuse(answer)
        if answer.kind == "timed out":
            unread = replace(unread, message=f"{unread.message} (--timeout SECONDS gives it more)")
        return sources.Loaded(Corpus(()), (unread,))
    origin = answer.server.shown or shown(answer.server.launch)
    return read(answer, origin=origin, allow_empty=reading.allow_empty)


def _beside_second(first: sources.Loaded, second: sources.Loaded, seconds: float) -> sources.Loaded:
    """A first listing with the second one of the same server; why there is none is said where there is a first."""
    if not first.corpus.catalogs:
        return first
    again = tuple(Relisting(catalog, seconds) for catalog in second.corpus.catalogs)
    missing = tuple(replace(each, message=f"{each.message} (the second time)") for each in second.unread)
    return sources.Loaded(
        Corpus(tuple(replace(catalog, again=again) for catalog in first.corpus.catalogs)),
        (*first.unread, *missing),
        tuple(dict.fromkeys((*first.notes, *second.notes))),
    )


def _narrowed(part: sources.Loaded, started: Mapping[str, Mount]) -> sources.Loaded:
    """Leave out the tools that the configuration keeps its client from loading."""
    catalogs, notes = [], list(part.notes)
    for catalog in part.corpus.catalogs:
        keeps = started[catalog.server].keeps if catalog.server in started else None
        tools = tuple(tool for tool in catalog.tools if keeps is None or keeps(tool.name))
        left_out = len(catalog.tools) - len(tools)
        if left_out:
            notes.append(f"{catalog.server}: {left_out} of {len(catalog.tools)} tools are left out, as its client does")
        catalogs.append(replace(catalog, tools=tools) if left_out else catalog)
    return sources.Loaded(Corpus(tuple(catalogs)), part.unread, tuple(notes))


def _named(reading: Reading) -> list[Server]:
    """The servers that the command line names itself."""
    launches: list[Launch] = []
    addresses = [name for name in reading.inputs if is_address(name)]
    _refuse_headers(reading, addresses)
    for name in reading.inputs:
        if is_address(name):
            launches.append(Endpoint(name, reading.headers, reading.transport))
        elif name.startswith(PYTHON):
            launches.append(PythonObject(name.removeprefix(PYTHON)))
    if reading.command:
        launches.append(Command(reading.command))
    return [Server(reading.server_name or derive(launch), launch, "the command line") for launch in launches]


def _refuse_headers(reading: Reading, addresses: Sequence[str]) -> None:
    """Headers may hold secrets: they go to one host, and never to nobody."""
    if reading.headers and not addresses:
        raise click.UsageError("--header and --bearer-env are for a URL, and no input is one")
    if reading.headers and len({host_of(address) for address in addresses}) > 1:
        raise click.UsageError("--header and --bearer-env would go to several hosts: name one URL in a run")


def _told_apart(servers: Sequence[Server], taken: Sequence[str]) -> list[Server]:
    """Servers with names that no other catalog of the run has."""
    names = set(taken)
    apart: list[Server] = []
    for server in servers:
        name, number = server.name, 1
        while name in names:
            number += 1
            name = f"{server.name}#{number}"
        names.add(name)
        apart.append(replace(server, name=name))
    return apart


def _launched(setting: ServerSetting) -> Server:
    """A server of our configuration as it is started; raises InputError for a variable that is not set."""
    if setting.python:
        return Server(setting.name, PythonObject(setting.python, setting.folder), setting.place.start)
    values: list[str] = []
    put = partial(_expand, setting=setting, values=values)
    launch: Launch
    if setting.url:
        launch = Endpoint(put(setting.url), {key: put(value) for key, value in setting.headers.items()})
        as_written = show_url(setting.url, [*setting.headers.values(), *launch.headers.values()])
    else:
        environment = {key: put(value) for key, value in setting.env.items()}
        launch = Command(tuple(map(put, setting.command)), environment, setting.cwd)
        first, *others = setting.command
        as_written = show_command(first, others, [*setting.env.values(), *environment.values()])
    return Server(setting.name, launch, setting.place.start, as_written, tuple(values))


def _expand(text: str, *, setting: ServerSetting, values: list[str]) -> str:
    """Put the values of variables for `${NAME}` and `${NAME:-default}`, and note them."""

    def value(match: re.Match[str]) -> str:
        found = os.environ.get(match["name"])
        if found is None and match["default"] is None:
            span = setting.place.span
            message = f"{setting.name} was not listed: the variable {match['name']} is not set"
            raise InputError(setting.place.path, message, span.start_line, span.start_column)
        values.append(match["default"] if found is None else found)
        return values[-1]

    return _VARIABLE.sub(value, text)
