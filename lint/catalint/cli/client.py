"""The client that catalogs are mounted in: `--client`, and the names that it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

import click

from catalint.cli import console
from catalint.search.naming import Naming, of_client, parse

if TYPE_CHECKING:
    from catalint import target
    from catalint.pack import RulePack
    from catalint.target import Target

_KINDS = ("client", "runtime")

client_option = click.option(
    "--client",
    metavar="NAME",
    default="",
    help="Client that the catalogs are mounted in, by the name of its target: each by the name of its server.",
)


def find_client(name: str, packs: Iterable[RulePack]) -> Target | None:
    """The target of a client, None for an empty name; raises click.UsageError for what is no client of the packs."""
    if not name:
        return None
    found = {key: pack for pack in packs if pack.load_target is not None for key in pack.targets}
    pack = found.get(name)
    target = pack.load_target(name) if pack and pack.load_target else None
    if target is None:
        from catalint.hints import did_you_mean

        hint = did_you_mean(name, found) or " (`catalint targets` lists them)"
        raise click.UsageError(f"no client {name!r}{hint}")
    if target.kind not in _KINDS:
        raise click.UsageError(f"--client: {name} is no client but of the kind {target.kind}: use --target {name}")
    return target


def client_of(option: str, configured: str, packs: Iterable[RulePack]) -> Target | None:
    """The client of a run: the one that `--client` names, else the one whose configurations were read."""
    packs = tuple(packs)
    if not option and not any(configured in pack.targets for pack in packs):
        return None
    return find_client(option or configured, packs)


def add_target(targets: tuple[str, ...], client: Target | None) -> tuple[str, ...]:
    """The targets of a run with that of its client."""
    return targets if client is None or client.name in targets else (*targets, client.name)


def find_naming(prefix: str, client: str, packs: Callable[[], Iterable[RulePack]]) -> Naming:
    """The names that a search sees, by `--prefix` or `--client`; `packs` is asked only if a client is named.

    Raises click.UsageError for both, and for what is no client; UserError for what is no prefix.
    """
    if prefix and client:
        raise click.UsageError("--prefix and --client exclude each other: a client has names of its own")
    found = find_client(client, packs()) if client else None
    return _named_by(found) if found else parse(prefix, lambda: _namings(packs()))


def configured_naming(client: str, packs: Callable[[], Iterable[RulePack]]) -> Naming:
    """The names that a search sees of servers which the configuration of a client names, for `Gathered.client`."""
    found = client_of("", client, packs())
    return _named_by(found) if found else parse("")


def _named_by(client: Target) -> Naming:
    if not client.naming.seen:
        console.complain("note", f"how {client.title} names tools is not known: each is searched by its own name")
    return of_client(client.naming)


def _namings(packs: Iterable[RulePack]) -> Mapping[str, target.Naming]:
    targets = (pack.load_target(name) for pack in packs if pack.load_target for name in pack.targets)
    return {target.name: target.naming for target in targets if target.kind in _KINDS}
