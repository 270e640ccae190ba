"""The two sides of `catalint diff`: what is compared with what, read so that one server has one name."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from catalint import bounded, records, saving, sources
from catalint.cli.inputs import Gathered, read_inputs
from catalint.cli.reading import Reading, host_of, is_address
from catalint.comparison.locks import Drift, find_drift
from catalint.config import Config
from catalint.errors import InputError
from catalint.location import Location
from catalint.model import Catalog, Corpus
from catalint.output.files import is_there
from catalint.report import Unread
from catalint.sources import revision

HEAD = "HEAD"
_MOST_LOCK = 8_000_000


@dataclass(frozen=True, eq=False)
class Sides:
    """Both sides. `old` and `new` are what they are called, `lock` the lock that stands for the old one."""

    old: str
    new: str
    before: Gathered
    after: Gathered
    lock: str = ""

    @property
    def unread(self) -> tuple[Unread, ...]:
        """The inputs of both sides that could not be read."""
        return (*self.before.unread, *self.after.unread)

    @property
    def notes(self) -> tuple[str, ...]:
        """What was odd about the inputs of both sides."""
        return tuple(dict.fromkeys((*self.before.notes, *self.after.notes)))


def read_sides(reading: Reading, settings: Config) -> Sides:
    """Read what the command line compares; without inputs the dumps of the configuration with those of git's HEAD.

    With `start` and without inputs, the servers of the configuration with their dumps. Raises click.UsageError for
    anything but two sides.
    """
    if reading.names_any:
        return _read_named(reading, settings)
    servers = [server for server in settings.servers.values() if server.dump]
    if reading.only:
        servers = [server for server in servers if server.name in reading.only]
    if not servers:
        raise click.UsageError(
            "nothing to compare: name two dumps (`catalint diff old.json new.json`), a revision and a dump (`catalint "
            "diff git:main:tools.json tools.json`), a dump and a server (`catalint diff tools.json -- COMMAND`), or "
            "dumps of servers in catalint.yaml"
        )
    if reading.start:
        before = read_inputs(replace(reading, start=False), settings, "diff")
        return Sides("saved dumps", "live servers", before, read_inputs(reading, settings, "diff"))
    parts = []
    for server in servers:
        path = server.dump if server.dump.startswith("..") else f"./{server.dump}"
        name = f"{revision.PREFIX}{HEAD}:{path}".replace(os.sep, "/")
        if revision.is_there(name):
            parts.append(sources.load((name,), server_name=server.name, allow_empty=True))
    merged = sources.merge(parts)
    before = Gathered(merged.corpus, merged.unread, merged.notes)
    return Sides(f"git {HEAD}", "dumps of the configuration", before, read_inputs(reading, settings, "diff"))


def catalogs(sides: Sides) -> tuple[list[Catalog], list[Catalog]]:
    """The catalogs of both sides: a single one on each side is the same server, whatever it is called.

    Where an input was not read, a server that one side alone has may be that one, and is left out.
    """
    before, after = list(sides.before.corpus.catalogs), list(sides.after.corpus.catalogs)
    if len(before) == len(after) == 1:
        return [_call(before[0], after[0].server)], after
    if sides.unread:
        common = {catalog.server for catalog in before} & {catalog.server for catalog in after}
        before = [catalog for catalog in before if catalog.server in common]
        after = [catalog for catalog in after if catalog.server in common]
    return before, after


def find_drifts(sides: Sides, before: Sequence[Catalog], after: Sequence[Catalog]) -> Iterator[Drift]:
    """How the catalogs stand to the locks beside them. Raises InputError for a lock that is none.

    A dump is held against its own lock, which it differs from only if somebody edited it; a new side without a lock,
    such as a live server, against that of the old one.
    """
    by_server = {catalog.server: catalog for catalog in before}
    if sides.lock:
        for catalog in after:
            yield _drift(sides.lock, _read_lock(sides.lock), catalog)
        return
    for catalog in before:
        lock = _find_lock(catalog)
        drift = _drift(*lock, catalog) if lock else None
        if drift and drift.any:
            yield drift
    for catalog in after:
        own = _find_lock(catalog)
        old = by_server.get(catalog.server)
        lock = own or (_find_lock(old) if old else None)
        drift = _drift(*lock, catalog) if lock else None
        if drift and (drift.any or not own):
            yield drift


def find_unlocked(sides: Sides, before: Sequence[Catalog], after: Sequence[Catalog]) -> tuple[str, ...]:
    """The servers of the new side that no lock is there for, neither beside their dump nor beside the old one."""
    if sides.lock:
        return ()
    locked = {catalog.server for catalog in (*before, *after) if _lock_beside(catalog)}
    return tuple(catalog.server for catalog in after if catalog.server not in locked)


def is_lock(name: str) -> bool:
    """Whether a side is named like a lock."""
    return name.endswith(saving.LOCK_SUFFIX)


def _read_named(reading: Reading, settings: Config) -> Sides:
    names = list(_names(reading))
    if len(names) != 2:
        given = "one side" if len(names) == 1 else f"{len(names)} sides"
        raise click.UsageError(f"two sides are compared, OLD and NEW; here is {given} (several servers: two folders)")
    addresses = [is_address(name) for name in reading.inputs]
    if reading.headers and not any(addresses):
        raise click.UsageError("--header and --bearer-env are for a URL, and neither side is one")
    if reading.headers and all(addresses) and len(addresses) == 2 and len(set(map(host_of, reading.inputs))) > 1:
        raise click.UsageError("--header and --bearer-env would go to two hosts: dump one side first")
    second = replace(reading, inputs=reading.inputs[1:], again=(), twice=False)
    after = _read(second, settings, headers=not second.inputs or is_address(second.inputs[0]))
    new = after.corpus.catalogs[0].origin if len(after.corpus.catalogs) == 1 and reading.command else names[1]
    if is_lock(names[0]):
        return Sides(names[0], new, Gathered(Corpus(())), after, names[0])
    first = replace(
        reading, inputs=reading.inputs[:1], command=(), again=(), twice=False, start=False, only=(), server_name=""
    )
    before = _read(first, settings, headers=addresses[0])
    return Sides(names[0], new, before, after)


def _read(reading: Reading, settings: Config, *, headers: bool) -> Gathered:
    return read_inputs(reading if headers else replace(reading, headers={}), settings, "diff")


def _names(reading: Reading) -> Iterator[str]:
    """What sides are called: files as they are, addresses and commands without secrets."""
    for name in reading.inputs:
        if is_address(name):
            from catalint.live.display import mask_url

            yield mask_url(name)
        else:
            yield name
    if reading.command:
        from catalint.live import Command
        from catalint.live.display import shown

        yield shown(Command(reading.command))


def _call(catalog: Catalog, server: str) -> Catalog:
    """The catalog under another name of its server."""
    if catalog.server == server:
        return catalog

    def moved(where: Location) -> Location:
        return replace(where, server=server)

    return replace(
        catalog,
        server=server,
        tools=tuple(replace(tool, server=server) for tool in catalog.tools),
        flaws=tuple(replace(flaw, where=moved(flaw.where)) for flaw in catalog.flaws),
        saved=None,
        again=(),
    )


def _drift(name: str, lock: saving.Lock, catalog: Catalog) -> Drift:
    drift = find_drift(name, lock.listed, catalog.origin or catalog.server, lock.tools, saving.digests(catalog.tools))
    told = catalog.is_introduced and saving.instructions_digest(catalog) != lock.instructions
    return replace(drift, instructions=told, unreadable=len(catalog.broken))


def _find_lock(catalog: Catalog) -> tuple[str, saving.Lock] | None:
    """The lock beside the dump of a catalog; None if there is none."""
    name = _lock_beside(catalog)
    return (name, _read_lock(name)) if name else None


def _lock_beside(catalog: Catalog) -> str:
    """The name of the lock beside the dump of a catalog; empty if there is none."""
    if not catalog.origin or catalog.source is None:
        return ""
    name = f"{catalog.origin}{saving.LOCK_SUFFIX}"
    there = revision.is_there(name) if name.startswith(revision.PREFIX) else is_there(Path(name))
    return name if there else ""


def _read_lock(name: str) -> saving.Lock:
    try:
        if name.startswith(revision.PREFIX):
            data = revision.read(name, _MOST_LOCK)
        else:
            data = bounded.read_bytes(Path(name), _MOST_LOCK)
    except OSError as error:
        raise InputError(name, f"can't be read: {error.strerror or error}") from None
    return saving.read_lock(name, records.decode(name, data, "lock"))
