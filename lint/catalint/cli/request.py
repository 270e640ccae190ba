"""What a command line of `catalint check` asks for."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

import click

from catalint.cli.reading import Reading
from catalint.config import Flags
from catalint.finding import Severity
from catalint.output import WRITERS
from catalint.output.files import follow_links

# Standard output, where a file could be named.
STDOUT = "-"


@dataclass(frozen=True)
class Destination:
    """A format and the file that it goes to, None for standard output."""

    format: str = "text"
    file: Path | None = None


@dataclass(frozen=True)
class Request:
    """Inputs, settings and outputs of one run.

    `flags` are what the configuration file can set, too; `code` are globs over the source files of all servers.
    """

    reading: Reading
    flags: Flags
    destinations: tuple[Destination, ...]
    config_file: Path | None = None
    use_config: bool = True
    client: str = ""
    plugin: str = ""
    root: Path | None = None
    code: tuple[str, ...] = ()
    baseline: Path | None = None
    color: str = "auto"
    exit_zero: bool = False
    least: Severity = Severity.NOTE
    verbose: bool = False
    quiet: bool = False
    stats: bool = False
    debug: bool = False


def destinations(
    formats: Iterable[str], output: Path | None, known: Collection[str] = tuple(WRITERS)
) -> tuple[Destination, ...]:
    """Read the values of --format: `NAME` goes to `output` or standard output, `NAME=FILE` to a file of its own.

    Text goes to standard output where no format is without a file; `-` is standard output. Raises click.BadParameter.
    """
    files: list[Destination] = []
    plain: list[str] = []
    for text in formats:
        name, equals, file = text.partition("=")
        if name not in known:
            from catalint.hints import did_you_mean

            hint = did_you_mean(name, known) or f" (there are: {', '.join(known)})"
            raise click.BadParameter(f"no format {name!r}{hint}", param_hint="--format")
        if equals and not file:
            raise click.BadParameter(f"{text!r} names no file", param_hint="--format")
        if equals and file != STDOUT:
            files.append(Destination(name, Path(file)))
        else:
            plain.append(name)
    if len(plain) > 1:
        raise click.BadParameter(
            f"{' and '.join(plain)} can't go to one place: write {plain[-1]}=FILE", param_hint="--format"
        )
    first = Destination(plain[0] if plain else Destination.format, None if output == Path(STDOUT) else output)
    paths = [follow_links(destination.file) for destination in (first, *files) if destination.file is not None]
    twice = next((path for path in paths if paths.count(path) > 1), None)
    if twice is not None:
        raise click.BadParameter(f"two formats can't go to one file, {twice.name}", param_hint="--format")
    return (first, *files)
