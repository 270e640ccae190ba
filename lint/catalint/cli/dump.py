"""`catalint dump`: saves what servers list, so that it can be committed and reviewed."""

from __future__ import annotations

import datetime as dt
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from catalint import config, saving
from catalint.cli import console
from catalint.cli.arguments import config_options, read_config
from catalint.cli.inputs import read_inputs
from catalint.cli.reading import CatalogCommand, Reading, reads_catalogs
from catalint.errors import InputError, UserError
from catalint.live.listed import Listed
from catalint.model import Catalog
from catalint.output.files import is_there, save
from catalint.output.terminal import escape
from catalint.wording import number

if TYPE_CHECKING:
    from catalint.config.servers import ServerSetting

_SUFFIX = ".tools.json"
_DEVICES = ("/dev/", "/proc/")
# What is no letter, no digit and none of a few marks: a line end, a slash, a drive of Windows, a wildcard.
_ODD = re.compile(r"[^\w.@+ -]+")
# Characters of a name: each may take four bytes, and most systems have room for 255 with the suffixes.
_LONGEST = 50
STDOUT = "-"


@dataclass(frozen=True)
class _Target:
    """A listing, and the file that its dump goes to; None for standard output."""

    listed: Listed
    catalog: Catalog
    file: Path | None


@click.command(
    cls=CatalogCommand,
    short_help="Save what a server lists.",
    epilog="""\b
Examples:
  catalint dump -o tools.json -- uvx mcp-server-git
  catalint dump -o tools.json https://mcp.example.com/mcp --bearer-env TOKEN
  catalint dump -o dumps/ .mcp.json --start
  catalint dump --start            the dumps that catalint.yaml names

\b
Exit codes: 0 done; 2 wrong usage or configuration; 3 a server could not be
listed.""",
)
@click.argument("inputs", metavar="[INPUT]...", nargs=-1)
@click.option(
    "-o",
    "--output",
    metavar="FILE|FOLDER",
    type=click.Path(),
    help="Where to: a file for one server, a folder for several (standard output).",
)
@config_options
@reads_catalogs
@click.pass_context
def dump(
    ctx: click.Context,
    /,
    *,
    reading: Reading,
    output: str | None,
    config_file: Path | None,
    no_config: bool,
) -> None:
    """List servers and save their answers, a file for each.

    The dump holds the tools in the order in which the server lists them, and
    what the server says of itself. Beside a dump goes FILE.lock: where and when
    it was listed, and a digest of each tool. A dump that is up to date is left
    alone. Without INPUT the servers of catalint.yaml are listed, and their
    dumps written, with --start.
    """
    document = read_config(config_file, use=not no_config)
    settings = config.Config() if document is None else config.load(document, config.packs(document), config.Flags())
    if not reading.names_any and settings.servers and not reading.start:
        raise click.UsageError("dump starts the servers of catalint.yaml: say so with --start")
    if not reading.names_any and output is None:
        reading = _with_dumps(reading, settings.servers)
    files: dict[str, Path | None] = {}
    configured = {} if reading.names_any else settings.servers
    kept = [*reading.inputs, *([document.file] if document else [])]

    def admit(names: Sequence[str]) -> None:
        files.update(_files(names, configured, output))
        _spare(kept, files.values())

    gathered = read_inputs(reading, settings, "dump", admit)
    by_name = gathered.corpus.by_server
    listed = [each for each in gathered.listed if each.server.name in by_name]
    if len(gathered.corpus.catalogs) > len(listed):
        others = [name for name in by_name if name not in {each.server.name for each in listed}]
        _refuse_dumps(others, named=reading.names_any)
    for each in listed:
        name = each.server.name
        _write(_Target(each, by_name[name], files[name]))
    console.report_inputs(gathered.notes, gathered.unread)
    ctx.exit(3 if gathered.unread else 0)


def _refuse_dumps(names: Sequence[str], *, named: bool) -> None:
    """A dump is what others are compared with: a file is never written from a file."""
    if named:
        raise click.UsageError(f"{names[0]} is a dump already: name a URL, py:module:object, or -- COMMAND")
    for name in names:
        console.complain("note", f"{name} has no command, url or python in catalint.yaml: its dump is left as it is")


def _with_dumps(reading: Reading, configured: Mapping[str, ServerSetting]) -> Reading:
    """Leave out the servers that have no file to write where others have one: JSON and messages would mix."""
    chosen = [name for name in configured if not reading.only or name in reading.only]
    live = [configured[name] for name in chosen if configured[name].is_live]
    homeless = [server.name for server in live if not server.dump]
    if not homeless or len(homeless) == len(live):
        return reading
    hint = f"`--only {homeless[0]}` writes it to standard output, `-o FOLDER` all of them"
    console.complain("note", f"without a dump in catalint.yaml, and so left out: {', '.join(homeless)} ({hint})")
    return replace(reading, only=tuple(name for name in chosen if name not in homeless))


def _files(names: Sequence[str], configured: Mapping[str, ServerSetting], output: str | None) -> dict[str, Path | None]:
    """The file for each server, None for standard output.

    Raises click.UsageError for several where there is room for one: before any is started.
    """
    if not (output is None or output):
        raise click.UsageError("-o names no file: - is standard output")
    # os.path says no to a name that is too long, where pathlib raises
    is_folder = output is not None and (os.path.isdir(output) or output.endswith(("/", os.sep)))  # noqa: PTH112
    if output is not None and output != STDOUT and is_folder:
        return {name: Path(output, f"{stem}{_SUFFIX}") for name, stem in _stems(names).items()}
    if output is not None and output != STDOUT:
        if len(names) > 1:
            raise click.UsageError(f"{len(names)} servers can't go to one file: name a folder (-o {output}/)")
        return dict.fromkeys(names, Path(output))
    dumps = {} if output == STDOUT else {name: setting.dump for name, setting in configured.items() if setting.dump}
    homeless = [name for name in names if name not in dumps]
    if len(homeless) > 1:
        raise click.UsageError(f"{len(homeless)} servers can't go to standard output: name a folder (-o dumps/)")
    return {name: Path(dumps[name]) if name in dumps else None for name in names}


def _stems(names: Sequence[str]) -> dict[str, str]:
    """What the files of servers are called: as they are, without what has a meaning in paths, each another."""
    stems: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        plain = _ODD.sub("-", name).strip(" .-")[:_LONGEST] or "server"
        stem, number = plain, 1
        while stem.casefold() in taken:  # some systems see no difference in case
            number += 1
            stem = f"{plain}-{number}"
        taken.add(stem.casefold())
        stems[name] = stem
    return stems


def _spare(kept: Iterable[str], files: Iterable[Path | None]) -> None:
    """Raise click.UsageError for a file that would go over one that says what to list."""
    real = {os.path.realpath(name): name for name in kept if "\0" not in name}
    for file in files:
        name = real.get(os.path.realpath(file)) if file else None
        if name is not None:
            raise click.UsageError(f"a dump would overwrite {name}, which says what to list: write it elsewhere")


def _write(target: _Target) -> None:
    try:
        text = saving.dump_text(target.listed)
    except (ValueError, RecursionError) as error:
        raise UserError(f"{target.catalog.server}: its answer can't be written as a dump ({error})") from error
    if target.file is None:
        console.put(text)
        return
    file, lock = target.file, Path(f"{target.file}{saving.LOCK_SUFFIX}")
    tools = number(len(target.catalog.tools), "tool")
    # a pipe or a device may be read for ever, and nothing is beside it, wherever /dev/stdout leads
    is_file = (os.path.isfile(file) or not is_there(file)) and not str(file).startswith(_DEVICES)  # noqa: PTH113
    if is_file and _read(file) == text and _is_current(lock, target.catalog):
        console.say(f"{escape(str(file))} is up to date ({tools})\n")
        return
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{file.parent}: no folder can be made there: {error.strerror or error}") from error
    save(file, text)
    if is_file:
        save(lock, saving.lock_text(_lock(target)))
    console.say(f"wrote {escape(str(file))} ({tools})\n")


def _is_current(lock: Path, catalog: Catalog) -> bool:
    """Whether a lock is of these tools: one that is not there, broken or of others is written anew."""
    text = _read(lock)
    try:
        known = saving.read_lock(str(lock), text) if text is not None else None
    except InputError:
        return False
    return known is not None and (known.tools, known.instructions) == (
        saving.digests(catalog.tools),
        saving.instructions_digest(catalog),
    )


def _read(file: Path) -> str | None:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def _lock(target: _Target) -> saving.Lock:
    info = target.catalog.envelope.get("serverInfo")
    known = info if isinstance(info, dict) else {}
    now = dt.datetime.now(tz=dt.UTC).replace(microsecond=0)
    return saving.Lock(
        source=target.catalog.origin,
        listed=now.isoformat().replace("+00:00", "Z"),
        protocol=target.listed.protocol,
        server={key: value for key in ("name", "version") if isinstance(value := known.get(key), str)},
        tools=saving.digests(target.catalog.tools),
        instructions=saving.instructions_digest(target.catalog),
    )
