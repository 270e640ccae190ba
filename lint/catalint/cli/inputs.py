"""What commands read: the inputs that the command line names, else the servers of the configuration."""

from __future__ import annotations

from collections.abc import Sequence
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
    """Read catalogs; raises click.UsageError if neither the command line nor the configuration names any."""
    if inputs:
        return sources.load(inputs, server_name=server_name, hook=hook, allow_empty=allow_empty)
    if not settings.servers:
        raise click.UsageError(
            f"nothing to read: name a dump (`catalint {command} tools.json`), pipe one in (`catalint {command} -`), "
            "or name servers in catalint.yaml (`catalint init` writes one)"
        )
    loads = [
        sources.load((dump,), server_name=name, allow_empty=allow_empty) for name, dump in settings.servers.items()
    ]
    return sources.Loaded(
        Corpus(tuple(catalog for loaded in loads for catalog in loaded.corpus.catalogs)),
        unread=tuple(unread for loaded in loads for unread in loaded.unread),
        notes=tuple(note for loaded in loads for note in loaded.notes),
    )
