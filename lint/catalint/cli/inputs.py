"""What commands read: the inputs that the command line names, else the servers of the configuration."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

import click

from catalint import sources
from catalint.cli.reading import Reading, is_address
from catalint.location import Place
from catalint.model import Corpus, Json, Relisting
from catalint.report import Unread

if TYPE_CHECKING:
    from catalint.clients import Configuration
    from catalint.config import Config
    from catalint.config.servers import ServerSetting
    from catalint.live import Listed

Admit: TypeAlias = Callable[[Sequence[str]], None]
"""Is given the names of servers that are about to be started or asked."""

PYTHON = "py:"
"""What an input begins with that names a server object of a Python module."""


@dataclass(frozen=True, eq=False)
class Gathered:
    """What a run reads.

    By server name: `declared` are the lines of configurations that name the servers, `settings` what our own
    configuration says of them, whether it or the command line names their dumps. `mounted` is true where all names are
    those that a configuration gives its servers.
    `listed` are the answers of live servers, in the order of their catalogs; `configurations` are clients' files, whose
    servers were not started. `client` is the client whose configurations name all servers, empty where it is not known.
    """

    corpus: Corpus
    unread: tuple[Unread, ...] = ()
    notes: tuple[str, ...] = ()
    declared: Mapping[str, Place] = field(default_factory=dict)
    settings: Mapping[str, ServerSetting] = field(default_factory=dict)
    mounted: bool = False
    client: str = ""
    configurations: tuple[Configuration, ...] = ()
    listed: tuple[Listed, ...] = ()

    def describe_configurations(self) -> Iterator[dict[str, Json]]:
        """The configurations for programs."""
        if self.configurations:
            from catalint.output.configurations import to_json

            yield from map(to_json, self.configurations)


def read_inputs(reading: Reading, settings: Config, command: str, admit: Admit | None = None) -> Gathered:
    """Read catalogs, from the command line or else from the servers of the configuration.

    `admit` is given the names of live servers before any of them is started or asked, and may raise. Raises
    click.UsageError if neither names any, for a `server_name` where there is more than one catalog to name, and for
    names of `only` that no configuration has.
    """
    if not reading.names_any:
        gathered = _read_configured(reading, settings, command, admit)
    else:
        # both sides of a comparison go by their files, of which one may be a configured dump and the other not
        gathered = _read_named(reading, {} if command == "diff" else settings.servers, admit)
    if reading.twice and not gathered.listed and not gathered.unread:
        raise click.UsageError("--twice lists a live server two times: name one, or two dumps with --again")
    return compare_with(gathered, reading.again) if reading.again else gathered


def _read_named(reading: Reading, configured: Mapping[str, ServerSetting], admit: Admit | None) -> Gathered:
    files = [name for name in reading.inputs if not is_address(name) and not name.startswith(PYTHON)]
    diverted: list[tuple[str, bytes]] = []
    loaded = sources.Loaded(Corpus(()))
    if files:
        # a name that is given to one server of several is refused below, with all inputs in view
        name = reading.server_name if len(reading.inputs) == 1 and not reading.command else ""
        loaded = sources.load(
            files,
            server_name=name,
            hook=reading.hook,
            allow_empty=reading.allow_empty,
            divert=lambda path, data: _divert(path, data, diverted),
            called={os.path.realpath(server.dump): server.name for server in configured.values() if server.dump},
        )
        if loaded.unread:
            from catalint.cli import mistakes

            loaded = replace(loaded, unread=mistakes.explain(loaded.unread, reading.inputs))
    gathered = _recognize(loaded, configured)
    if diverted or len(files) < len(reading.inputs) or reading.command:
        from catalint.cli import live

        gathered = live.read_named(reading, gathered, diverted, admit)
    elif (reading.start or reading.only) and not loaded.unread:
        option = "--start" if reading.start else "--only"
        raise click.UsageError(f"{option} is for configurations, and no input is one")
    elif reading.headers:
        raise click.UsageError("--header and --bearer-env are for a URL, and no input is one")
    if reading.server_name and (len(reading.inputs) + bool(reading.command) > 1 or len(gathered.corpus.catalogs) > 1):
        raise click.UsageError("--server-name names one catalog of the command line: here is not exactly one")
    return gathered


def _recognize(loaded: sources.Loaded, configured: Mapping[str, ServerSetting]) -> Gathered:
    """What was read of files; those of them that the configuration has as dumps are the servers that it names."""
    known: dict[str, ServerSetting] = {}
    for catalog in loaded.corpus.catalogs:
        server = configured.get(catalog.server)
        if server and server.dump and os.path.realpath(server.dump) == os.path.realpath(catalog.origin):
            known[server.name] = server
    return Gathered(
        loaded.corpus,
        loaded.unread,
        loaded.notes,
        declared={name: server.place for name, server in known.items()},
        settings=known,
        mounted=bool(known) and len(known) == len(loaded.corpus.catalogs),
    )


def compare_with(gathered: Gathered, dumps: Sequence[str]) -> Gathered:
    """Put the listings of other dumps beside the catalogs of the same servers, for comparison.

    With one catalog a dump is of its server whatever its file is called. Raises click.UsageError for a dump of a server
    that is not among the catalogs.
    """
    again: dict[str, list[Relisting]] = {}
    unread: list[Unread] = []
    catalogs = gathered.corpus.catalogs
    for dump in dumps:
        loaded = sources.load((dump,), allow_empty=True)
        if loaded.unread:
            from catalint.cli import mistakes

            unread.extend(mistakes.explain(loaded.unread, (dump,)))
        for catalog in loaded.corpus.catalogs:
            alone = len(catalogs) == 1 and len(loaded.corpus.catalogs) == 1
            server = catalogs[0].server if alone else catalog.server
            if catalogs and server not in gathered.corpus.by_server:
                raise click.UsageError(f"--again: {catalog.origin} is of {server!r}, which is no catalog of this run")
            again.setdefault(server, []).append(Relisting(catalog))
    beside = [replace(catalog, again=(*catalog.again, *again.get(catalog.server, ()))) for catalog in catalogs]
    return replace(gathered, corpus=Corpus(tuple(beside)), unread=(*gathered.unread, *unread))


def _divert(path: str, data: bytes, found: list[tuple[str, bytes]]) -> bool:
    from catalint import clients

    if not clients.looks_like(path, data):
        return False
    found.append((path, data))
    return True


def choose(names: Sequence[str], only: Sequence[str]) -> frozenset[str]:
    """The names that `--only` leaves; raises click.UsageError for one that is not there."""
    for name in only:
        if name not in names:
            from catalint.hints import did_you_mean

            hint = did_you_mean(name, names) or (f" (there are: {', '.join(names)})" if names else "")
            raise click.UsageError(f"--only: no configuration has a server {name!r}{hint}")
    return frozenset(only or names)


def _read_configured(reading: Reading, settings: Config, command: str, admit: Admit | None) -> Gathered:
    if reading.server_name:
        raise click.UsageError("--server-name names one catalog of the command line: here is not exactly one")
    if not settings.servers:
        raise click.UsageError(_nothing_named(command, settings.path))
    chosen = choose(list(settings.servers), reading.only)
    servers = [server for name, server in settings.servers.items() if name in chosen]
    if reading.start and any(server.is_live for server in servers):
        from catalint.cli import live

        return live.read_configured(reading, servers, admit, compare=command != "dump")
    return join_configured(servers, [read_dump(server, allow_empty=reading.allow_empty) for server in servers])


def _nothing_named(command: str, file: str) -> str:
    """What to do where neither the command line nor a configuration (`file`, if there is one) names anything."""
    usage = f"catalint {command}" + (' "QUERY"' if command == "search" else "")
    configure = f"name servers in {file}" if file else "name servers in catalint.yaml (`catalint init` writes one)"
    if command == "dump":
        return (
            f"nothing to list: start a server (`{usage} -- COMMAND`), name its URL or py:module:object, or {configure}"
        )
    return (
        f"nothing to read: name a dump (`{usage} tools.json`), pipe one in (`{usage} -`), start a server "
        f"(`{usage} -- COMMAND`), or {configure}"
    )


def read_dump(server: ServerSetting, *, allow_empty: bool = False) -> sources.Loaded:
    """The saved catalog of a configured server; unread, with a hint, if it has none."""
    if not server.dump:
        message = f"{server.name} is not listed, for that would start it: add --start"
        line, column = server.place.span.start_line, server.place.span.start_column
        return sources.Loaded(Corpus(()), (Unread(server.place.path, message, line, column),))
    loaded = sources.load((server.dump,), server_name=server.name, allow_empty=allow_empty)
    named = f"(named at {server.place.start})"
    if server.is_live and not os.path.lexists(server.dump):
        named += f": `catalint dump --start --only {shlex.quote(server.name)}` writes it"
    return replace(
        loaded, unread=tuple(replace(unread, message=f"{unread.message} {named}") for unread in loaded.unread)
    )


def join_configured(
    servers: Sequence[ServerSetting], parts: Sequence[sources.Loaded], listed: tuple[Listed, ...] = ()
) -> Gathered:
    """The catalogs of configured servers as one run."""
    merged = sources.merge(parts)
    return Gathered(
        merged.corpus,
        merged.unread,
        merged.notes,
        declared={server.name: server.place for server in servers},
        settings={server.name: server for server in servers},
        mounted=True,
        listed=listed,
    )
