"""`catalint check`: from inputs to findings to an exit code."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from catalint import __version__, config, engine, locate, sources
from catalint.analyses.tokens import TOKENS
from catalint.cli import console
from catalint.cli.arguments import config_options, list_option, read_config
from catalint.context import Context
from catalint.finding import Severity
from catalint.model import Corpus
from catalint.output import WRITERS, RunInfo, describe, notices
from catalint.output.files import find_root, save
from catalint.report import CatalogSummary, Report


@dataclass(frozen=True)
class Destination:
    """A format and the file that it goes to, None for standard output."""

    format: str
    file: Path | None


@dataclass(frozen=True)
class Request:
    """What the command line asks for."""

    inputs: tuple[str, ...]
    flags: config.Flags
    destinations: tuple[Destination, ...]
    config_file: Path | None = None
    use_config: bool = True
    server_name: str = ""
    root: Path | None = None
    color: str = "auto"
    allow_empty: bool = False
    hook: bool = False
    exit_zero: bool = False
    verbose: bool = False
    quiet: bool = False
    stats: bool = False
    debug: bool = False


def lint(request: Request) -> int:
    """Read, check and report; returns the exit code. Raises UserError for wrong usage or configuration."""
    document = read_config(request.config_file, use=request.use_config)
    packs = config.packs(document)
    settings = config.load(document, packs, request.flags)
    rules = config.select(settings, packs)
    loaded = _load(request, settings)
    ctx = Context(
        loaded.corpus,
        words=settings.words,
        targets=settings.targets,
        encoding=settings.encoding,
        server_name=request.server_name,
    )
    report = engine.run(ctx, rules, config.severities(settings))
    report = replace(report, unread=loaded.unread, notes=loaded.notes, catalogs=_summaries(ctx))
    report = config.override(locate.attach(report, loaded.corpus), settings, rules)
    code = report.exit_code(settings.fail_on)
    run = RunInfo(
        version=__version__,
        rules=describe(packs, rules),
        directory=Path.cwd(),
        root=request.root or find_root(Path.cwd()),
        color=console.wants_color(request.color),
        verbose=request.verbose,
        width=console.width(),
    )
    for destination in request.destinations:
        _write(report, run, destination, silent=request.quiet and code == 0)
    _trouble(report, request)
    return 0 if code == 1 and request.exit_zero else code


def _load(request: Request, settings: config.Config) -> sources.Loaded:
    """Read what the command line names, else the servers of the configuration."""
    if request.inputs:
        return sources.load(
            request.inputs, server_name=request.server_name, hook=request.hook, allow_empty=request.allow_empty
        )
    if not settings.servers:
        raise click.UsageError(
            "nothing to check: name a dump (`catalint check tools.json`), pipe one in (`catalint check -`), "
            "or name servers in catalint.yaml (`catalint init` writes one)"
        )
    loads = [
        sources.load((dump,), server_name=name, allow_empty=request.allow_empty)
        for name, dump in settings.servers.items()
    ]
    return sources.Loaded(
        Corpus(tuple(catalog for loaded in loads for catalog in loaded.corpus.catalogs)),
        unread=tuple(unread for loaded in loads for unread in loaded.unread),
        notes=tuple(note for loaded in loads for note in loaded.notes),
    )


def _summaries(ctx: Context) -> tuple[CatalogSummary, ...]:
    counts = ctx.get(TOKENS)
    return tuple(
        CatalogSummary(
            catalog.server, catalog.origin, len(catalog.visible), sum(counts[tool].total for tool in catalog.visible)
        )
        for catalog in ctx.corpus.catalogs
    )


def _write(report: Report, run: RunInfo, destination: Destination, *, silent: bool) -> None:
    to_file = destination.file is not None
    if destination.format == "text" and to_file:
        run = replace(run, color=False, width=None)
    output = WRITERS[destination.format](report, run)
    if destination.file is not None:
        save(destination.file, output)
    elif destination.format != "text":
        console.put(output)
    elif not silent:
        console.say(output)
    for notice in notices(destination.format, report, run, output):
        console.complain(notice.level, notice.message)


def _trouble(report: Report, request: Request) -> None:
    """Say on standard error what went wrong, where no text report on standard output says it."""
    if not any(destination == Destination("text", None) for destination in request.destinations):
        for unread in report.unread:
            position = f":{unread.line}:{unread.column}" if unread.line else ""
            console.complain("error", f"{unread.path}{position}: {unread.message}")
        for failure in report.failures:
            console.complain("error", f"rule {failure.rule} crashed: {failure.error}")
        for note in report.notes if not request.quiet else ():
            console.complain("note", note)
    if request.debug:
        for failure in report.failures:
            click.echo(failure.traceback, err=True)
    if request.stats:
        for name, seconds in sorted(report.seconds.items(), key=lambda item: (-item[1], item[0])):
            click.echo(f"{seconds:8.3f} s  {name}", err=True)


def _destinations(formats: tuple[str, ...], output: Path | None) -> tuple[Destination, ...]:
    """Read the values of --format: `NAME` goes to -o or standard output, `NAME=FILE` to a file."""
    files: list[Destination] = []
    plain: list[str] = []
    for text in formats:
        name, equals, file = text.partition("=")
        if name not in WRITERS:
            raise click.BadParameter(f"no format {name!r} (there are: {', '.join(WRITERS)})", param_hint="--format")
        if equals and not file:
            raise click.BadParameter(f"{text!r} names no file", param_hint="--format")
        if equals:
            files.append(Destination(name, Path(file)))
        else:
            plain.append(name)
    if len(plain) > 1:
        raise click.BadParameter(
            f"{' and '.join(plain)} can't both go to one place: write {plain[-1]}=FILE", param_hint="--format"
        )
    return (Destination(plain[0] if plain else "text", output), *files)


@click.command(
    short_help="Lint catalogs.",
    epilog="""\b
Examples:
  catalint check tools.json
  catalint check dumps/ --fail-on warning
  catalint check tools.json --format sarif=catalint.sarif
  curl ... | catalint check - --server-name billing
\b
Exit codes: 0 nothing at or above --fail-on; 1 findings; 2 wrong usage or
configuration; 3 an input could not be read; 4 a rule crashed.""",
)
@click.argument("inputs", metavar="[INPUT]...", nargs=-1)
@config_options
@list_option("--select", metavar="RULE", text="Run only these rules: ids, families or globs")
@list_option("--ignore", metavar="RULE", text="Leave these rules out: ids, families or globs")
@click.option("--strict", is_flag=True, help="Run the strict rules too.")
@click.option(
    "--fail-on",
    type=click.Choice([*map(str, reversed(Severity)), "never"]),
    help="Exit with 1 from this severity on (error).",
)
@click.option("--exit-zero", is_flag=True, help="Exit with 0 where it would be 1.")
@click.option(
    "-f",
    "--format",
    "formats",
    metavar="FORMAT[=FILE]",
    multiple=True,
    help=f"{', '.join(WRITERS)}; with =FILE beside the other output (repeatable).",
)
@click.option(
    "-o", "--output", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False), help="Write to a file."
)
@list_option(
    "--target", metavar="NAME", text="Clients and protocol revisions that the catalog is for; all for every one"
)
@click.option("--server-name", metavar="NAME", default="", help="Name of the server, where there is one input.")
@click.option("--allow-empty", is_flag=True, help="Take a catalog without tools as read.")
@click.option(
    "--hook", is_flag=True, help="Skip JSON and YAML files that hold no catalog, as a pre-commit hook has to."
)
@click.option("--encoding", metavar="NAME", help="Tokenizer encoding to count with (o200k_base).")
@click.option(
    "--root",
    metavar="FOLDER",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Root that SARIF names files from (the repository).",
)
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Colour the text.")
@click.option("-v", "--verbose", is_flag=True, help="Show every finding, with details and numbers.")
@click.option("-q", "--quiet", is_flag=True, help="Print no text where the exit code is 0.")
@click.option("--stats", is_flag=True, help="Print the seconds of each rule and analysis on standard error.")
@click.pass_context
def check(
    ctx: click.Context,
    /,
    *,
    inputs: tuple[str, ...],
    formats: tuple[str, ...],
    output: Path | None,
    no_config: bool,
    **values: Any,
) -> None:
    """Lint catalogs: files, folders, globs, or - for standard input.

    A catalog is what a server answers to tools/list, or the tools of an API
    request; its shape is detected. Without INPUT the servers that catalint.yaml
    names are checked.
    """
    flags = config.Flags(
        select=values.pop("select"),
        ignore=values.pop("ignore"),
        targets=values.pop("target"),
        encoding=values.pop("encoding"),
        strict=values.pop("strict"),
        fail_on=values.pop("fail_on"),
    )
    request = Request(
        inputs,
        flags,
        _destinations(formats, output),
        use_config=not no_config,
        debug=ctx.find_root().params["debug"],
        **values,
    )
    ctx.exit(lint(request))
