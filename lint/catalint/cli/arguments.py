"""Options that commands share, and the configuration file that they start from."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from catalint import config

if TYPE_CHECKING:
    from catalint.config.document import Document

Command = TypeVar("Command", bound=Callable[..., Any])


# For commands that write text.
color_option = click.option(
    "--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Colour the text (auto)."
)


def config_options(command: Command) -> Command:
    """Add `--config` and `--no-config`."""
    for decorate in (
        click.option("--no-config", is_flag=True, help="Read no configuration file."),
        click.option(
            "-c",
            "--config",
            "config_file",
            metavar="FILE",
            type=click.Path(path_type=Path),
            help="Configuration file (the nearest catalint.yaml, up to the root of the repository).",
        ),
    ):
        command = decorate(command)
    return command


def output_options(formats: Iterable[str]) -> Callable[[Command], Command]:
    """Add `--format`, several times, and `--output`, for `catalint.cli.request.destinations`."""

    def add(command: Command) -> Command:
        for decorate in (
            click.option(
                "-o",
                "--output",
                metavar="FILE",
                type=click.Path(path_type=Path, dir_okay=False),
                help="Write to a file.",
            ),
            click.option(
                "-f",
                "--format",
                "formats",
                metavar="FORMAT[=FILE]",
                multiple=True,
                help=f"{', '.join(formats)}; with =FILE beside the other output (repeatable).",
            ),
        ):
            command = decorate(command)
        return command

    return add


def list_option(*names: str, metavar: str, text: str) -> Callable[[Command], Command]:
    """An option that may be given several times and takes lists with commas: a tuple of texts."""
    return click.option(*names, metavar=metavar, multiple=True, callback=_split, help=f"{text} (a,b or repeated).")


def read_config(file: Path | None, *, use: bool = True) -> Document | None:
    """The configuration file that is named or found; None if there is none or it is not wanted."""
    if not use:
        if file is not None:
            raise click.UsageError("--config and --no-config exclude each other")
        return None
    found = file or config.find(Path.cwd())
    return config.read(found) if found else None


def _split(ctx: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:  # noqa: ARG001
    return tuple(part.strip() for value in values for part in value.split(",") if part.strip())
