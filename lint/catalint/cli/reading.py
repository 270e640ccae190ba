"""What a command line says about the catalogs to read: files, addresses, and a command behind `--`."""

from __future__ import annotations

import functools
import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from catalint.cli.arguments import list_option
from catalint.sources.inputs import SUFFIXES

if TYPE_CHECKING:
    from catalint.live.launch import Transport

Callback = TypeVar("Callback", bound=Callable[..., Any])

SECONDS = 60.0
"""How long a server may take to be listed; the first start of a package that is still to be installed takes longest."""
TRANSPORTS: tuple[Transport, ...] = ("auto", "streamable-http", "sse")

_DIVIDER = "--"
_META_KEY = "catalint.command"
_LIVE = frozenset(("start", "only", "headers", "bearer_env", "transport", "timeout"))
_MOST_SECONDS = 3600.0


@dataclass(frozen=True)
class Reading:
    """The inputs of a run and how to read them.

    `command` is what stands behind `--`, `headers` go with requests to the addresses of the command line. With `start`
    the servers of configurations are started or asked, `only` those of these names. `again` are dumps of later listings
    of the same server; with `twice`, live servers are listed two times. `seconds` bound one listing of one server. With
    `hook`, files that hold no catalog are passed over.
    """

    inputs: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    server_name: str = ""
    allow_empty: bool = False
    hook: bool = False
    start: bool = False
    only: tuple[str, ...] = ()
    again: tuple[str, ...] = ()
    twice: bool = False
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    transport: Transport = "auto"
    seconds: float = SECONDS

    @property
    def names_any(self) -> bool:
        """Whether the command line names anything to read."""
        return bool(self.inputs or self.command)


class CatalogCommand(click.Command):
    """A command that reads catalogs: what stands behind `--` starts a server."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep what stands behind `--` for `Reading` and parse the rest."""
        if _DIVIDER in args:
            divider = args.index(_DIVIDER)
            command = args[divider + 1 :]
            if not command:
                raise click.UsageError("nothing stands behind --: give the command that starts the server", ctx)
            if len(command) == 1 and Path(command[0]).suffix.lower() in SUFFIXES:
                raise click.UsageError(f"what stands behind -- is started: to read {command[0]}, leave -- out", ctx)
            ctx.meta[_META_KEY] = tuple(command)
            args = args[:divider]
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, those about live servers under a heading of their own."""
        options = [parameter for parameter in self.get_params(ctx) if isinstance(parameter, click.Option)]
        live = [option for option in options if option.name in _LIVE]
        own = [option for option in options if option.name not in _LIVE]
        for heading, group in (("Options", own), ("Live servers", live)):
            with formatter.section(heading):
                formatter.write_dl([record for option in group if (record := option.get_help_record(ctx))])

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """The pieces of the usage line."""
        return [*super().collect_usage_pieces(ctx), "[-- COMMAND...]"]


def reads_catalogs(callback: Callback) -> Callback:
    """Give a command of the class `CatalogCommand` its inputs and the options about them, as one `Reading`."""

    @functools.wraps(callback)
    def call(*args: Any, inputs: tuple[str, ...], **values: Any) -> Any:
        ctx = click.get_current_context()
        reading = Reading(
            inputs,
            command=ctx.meta.get(_META_KEY, ()),
            server_name=values.pop("server_name"),
            allow_empty=values.pop("allow_empty"),
            start=values.pop("start"),
            only=values.pop("only"),
            headers=_headers(values.pop("headers"), values.pop("bearer_env")),
            transport=values.pop("transport"),
            seconds=values.pop("timeout"),
        )
        return callback(*args, reading=reading, **values)

    decorated: Any = call
    for decorate in reversed(_OPTIONS):
        decorated = decorate(decorated)
    result: Callback = decorated
    return result


def is_address(text: str) -> bool:
    """Whether an input is a URL."""
    return text.lower().startswith(("http://", "https://"))


def host_of(address: str) -> tuple[str, str] | str:
    """The scheme and the host of a URL; the whole of what is none, as is said where it is asked."""
    from urllib.parse import urlsplit

    try:
        return urlsplit(address)[:2]
    except ValueError:
        return address


def _headers(lines: Sequence[str], bearer: str | None) -> Mapping[str, str]:
    """Read `Name: value` and the variable with a bearer token; raises click.BadParameter without showing a value."""
    headers: dict[str, str] = {}
    for line in lines:
        name, colon, value = line.partition(":")
        if not colon or not name.strip() or not name.strip().isascii():
            raise click.BadParameter("a header is written 'Name: value'", param_hint="--header")
        headers[name.strip()] = value.strip()
    if bearer is not None:
        token = os.environ.get(bearer, "").strip()
        if not token:
            from catalint.live.display import mask_text

            # somebody may have given the token itself
            name = f" {bearer!r}" if bearer.isidentifier() and mask_text(bearer) == bearer else ""
            raise click.BadParameter(f"the variable{name} is not set", param_hint="--bearer-env")
        headers["Authorization"] = f"Bearer {token}"
    return headers


def _finite(_: click.Context, __: click.Parameter, value: float) -> float:
    if math.isnan(value):
        raise click.BadParameter("nan is no number of seconds")
    return value


_OPTIONS: tuple[Callable[[Any], Any], ...] = (
    click.option("--server-name", metavar="NAME", default="", help="Name of the server, where there is one input."),
    click.option("--allow-empty", is_flag=True, help="Take a catalog without tools as read."),
    click.option("--start", is_flag=True, help="Start or ask the servers that a configuration names."),
    list_option("--only", metavar="SERVER", text="Of the servers of configurations only these"),
    click.option(
        "--header", "headers", metavar="NAME:VALUE", multiple=True, help="Send this header to a URL (repeatable)."
    ),
    click.option(
        "--bearer-env", metavar="VARIABLE", help="Send the value of this environment variable to a URL as bearer token."
    ),
    click.option(
        "--transport", type=click.Choice(TRANSPORTS), default="auto", help="How a URL speaks; auto finds out (auto)."
    ),
    click.option(
        "--timeout",
        metavar="SECONDS",
        type=click.FloatRange(0, _MOST_SECONDS, min_open=True),
        callback=_finite,
        default=SECONDS,
        help=f"How long a server may take to be listed ({SECONDS:g}).",
    ),
)
