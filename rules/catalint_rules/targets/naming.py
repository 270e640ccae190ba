"""The names that clients make of a tool's: what stands in front, what is replaced, what is left out."""

from __future__ import annotations

from dataclasses import replace

from catalint import Catalog, Context
from catalint.target import Naming

# A server that is not named has a name of one character at least, so that what is too long with it always is.
_UNNAMED = "x"


def sent_name(name: str, naming: Naming, ctx: Context, *, cut: bool = False) -> str:
    """A tool's name as a client sends it, with the server and plugin that the run names; shortened only if `cut`."""
    return naming.write(name, ctx.server_name or _UNNAMED, ctx.plugin, cut=cut)


def known_name(server: str, ctx: Context) -> str:
    """The name under which clients know a server: that of a mounted catalog, else what the run says; or empty."""
    return server if ctx.mounted else ctx.server_name


def seen_from(catalog: Catalog, ctx: Context) -> Context:
    """The run as it is for one catalog: with the name under which clients know its server, and the same analyses."""
    return replace(ctx, server_name=known_name(catalog.server, ctx)) if ctx.mounted else ctx
