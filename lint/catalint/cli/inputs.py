"""What commands read: the inputs that the command line names, else the servers of the configuration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from catalint import sources
from catalint.model import Corpus

if TYPE_CHECKING:
    from catalint.config import Config


def read_inputs(
    inputs: Sequence[str],
    settings: Config,
    command: str,
    *,
    server_name: str = "",
    hook: bool = False,
    allow_empty: bool = False,
) -> sources.Loaded:
    """Read catalogs, from the command line or else from the servers of the configuration.

    Raises click.UsageError if neither names any, and for a `server_name` where there is more than one catalog to name.
    """
    loaded = _read(inputs, settings, command, server_name=server_name, hook=hook, allow_empty=allow_empty)
    if server_name and (not inputs or len(inputs) > 1 or len(loaded.corpus.catalogs) > 1):
        raise click.UsageError("--server-name names one catalog of the command line: here is not exactly one")
    return loaded


def _read(
    inputs: Sequence[str], settings: Config, command: str, *, server_name: str, hook: bool, allow_empty: bool
) -> sources.Loaded:
    if inputs:
        return sources.load(inputs, server_name=server_name, hook=hook, allow_empty=allow_empty)
    if not settings.servers:
        usage = f"catalint {command}" + (' "QUERY"' if command == "search" else "")
        raise click.UsageError(
            f"nothing to read: name a dump (`{usage} tools.json`), pipe one in (`{usage} -`), "
            "or name servers in catalint.yaml (`catalint init` writes one)"
        )
    loads = [
        sources.load((server.dump,), server_name=name, allow_empty=allow_empty)
        for name, server in settings.servers.items()
    ]
    named = [settings.origins.get(f"servers.{name}.dump", settings.path) for name in settings.servers]
    return sources.Loaded(
        Corpus(tuple(catalog for loaded in loads for catalog in loaded.corpus.catalogs)),
        unread=tuple(
            replace(unread, message=f"{unread.message} (named at {origin})")
            for loaded, origin in zip(loads, named, strict=True)
            for unread in loaded.unread
        ),
        notes=tuple(note for loaded in loads for note in loaded.notes),
    )
