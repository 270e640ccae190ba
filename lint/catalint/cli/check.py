"""`catalint check`: from inputs to findings to an exit code."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from catalint import __version__, config, engine, ignores, locate, suppress, tokenizer
from catalint.analyses import tokens
from catalint.cli import console
from catalint.cli.arguments import config_options, list_option, read_config
from catalint.cli.client import add_target, client_of, client_option, find_client
from catalint.cli.inputs import Gathered, read_inputs
from catalint.cli.reading import CatalogCommand, Reading, reads_catalogs
from catalint.cli.request import Destination, Request, destinations
from catalint.context import Context
from catalint.finding import Severity
from catalint.model import Catalog
from catalint.output import WRITERS, RunInfo, describe, notices
from catalint.output.files import find_root, save
from catalint.output.repository import blob_address
from catalint.pack import RulePack
from catalint.report import CatalogSummary, Report
from catalint.rule import Rule
from catalint.target import Target


def lint(request: Request) -> int:
    """Read, check and report; returns the exit code. Raises UserError for wrong usage or configuration."""
    document = read_config(request.config_file, use=request.use_config)
    packs = config.packs(document)
    find_client(request.client, packs)  # what is no client is wrong usage, and said before anything is read
    settings = config.load(document, packs, request.flags)
    rules = config.select(settings, packs)
    tokenizer.counter(settings.encoding)  # an encoding that is not here is wrong usage, not a crash of each rule
    loaded = read_inputs(request.reading, settings, "check")
    client = client_of(request.client, loaded.client, packs)
    settings = replace(settings, targets=add_target(settings.targets, client))
    ctx = _context(loaded, settings, request, client)
    report = engine.run(ctx, rules, config.severities(settings))
    report = _complete(report, ctx, loaded)
    report = replace(report, notes=(*report.notes, *config.find_unused(settings, rules, loaded.corpus)))
    report = config.override(report, settings, rules)
    report = _suppress(report, ctx, settings, rules)
    report = locate.attach(report, loaded.corpus)
    code = report.exit_code(settings.fail_on)
    code = 0 if code == 1 and request.exit_zero else code
    report = report.from_severity(request.least)
    run = _run_info(packs, rules, request)
    if loaded.configurations and request.destinations[0] == Destination():
        from catalint.cli.configurations import show

        show(loaded.configurations, color=run.color)
    for destination in request.destinations:
        _write(report, run, destination, silent=request.quiet and code == 0)
    _complain(report, request)
    return code


def _context(loaded: Gathered, settings: config.Config, request: Request, client: Target | None) -> Context:
    return Context(
        loaded.corpus,
        words=settings.words,
        targets=settings.targets,
        encoding=settings.encoding,
        server_name=request.reading.server_name,
        mounted=loaded.mounted or bool(request.client),
        client=client,
        plugin=request.plugin,
    )


def _suppress(report: Report, ctx: Context, settings: config.Config, rules: Sequence[Rule[Any]]) -> Report:
    carried = tuple(ignores.of_tools(ctx.corpus)) if settings.trust_tools else ()
    return suppress.apply(report, (*settings.ignores, *carried), ctx.corpus, rules, config.severities(settings))


def _run_info(packs: Iterable[RulePack], rules: Iterable[Rule[Any]], request: Request) -> RunInfo:
    here = Path.cwd()
    return RunInfo(
        version=__version__,
        rules=describe(packs, rules),
        directory=here,
        root=request.root or find_root(here),
        blob=blob_address(os.environ),
        color=console.wants_color(request.color),
        verbose=request.verbose,
        width=console.width(),
    )


def _complete(report: Report, ctx: Context, loaded: Gathered) -> Report:
    """Add to a report what the engine does not know: the inputs, and what each catalog comes to."""
    counted = ctx.get(tokens.TOKENS)
    sums = [(catalog, tokens.add(catalog.visible, counted)) for catalog in ctx.corpus.catalogs]
    return replace(
        report,
        unread=loaded.unread,
        notes=loaded.notes,
        configurations=tuple(loaded.describe_configurations()),
        catalogs=tuple(_sum_up(catalog, total) for catalog, total in sums),
        seconds={**report.seconds, **ctx.seconds},
    )


def _sum_up(catalog: Catalog, total: tokens.Sum) -> CatalogSummary:
    listed = tuple((tool.index, tool.name) for tool in catalog.tools)
    return CatalogSummary(catalog.server, catalog.origin, total.tools, total.total, listed)


def _write(report: Report, run: RunInfo, destination: Destination, *, silent: bool) -> None:
    if destination.file is not None:
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


def _complain(report: Report, request: Request) -> None:
    """Say on standard error what went wrong, a line each, whatever the format of the report."""
    console.report_unread(report.unread)
    for failure in report.failures:
        console.complain("error", f"rule {failure.rule} crashed: {failure.error} (a bug; the other rules ran)")
    for note in report.notes if not request.quiet else ():
        console.complain("note", note)
    if request.debug:
        for failure in report.failures:
            click.echo(failure.traceback, err=True)
    if request.stats:
        for name, seconds in sorted(report.seconds.items(), key=lambda item: (-item[1], item[0])):
            click.echo(f"{seconds:8.3f} s  {name}", err=True)


@click.command(
    cls=CatalogCommand,
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
@click.option(
    "--trust-tools/--no-trust-tools",
    default=None,
    help="Whether tools may ignore findings about themselves, in _meta (they may).",
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
    "--target",
    metavar="NAME",
    text="Protocol revisions and clients that the catalog is for: rules about them judge by these; all for every one",
)
@reads_catalogs
@client_option
@click.option(
    "--plugin",
    metavar="NAME",
    default="",
    help="Name of the plugin that brings the server: clients put it before the names of tools.",
)
@click.option(
    "--hook", is_flag=True, help="Skip JSON and YAML files that hold no catalog, as a pre-commit hook has to."
)
@click.option(
    "--again",
    metavar="DUMP",
    multiple=True,
    help="A later listing of the same server, to see whether the two differ (repeatable).",
)
@click.option("--twice", is_flag=True, help="List live servers two times, to see whether the two differ.")
@click.option("--encoding", metavar="NAME", help="Tokenizer encoding to count with (o200k_base).")
@click.option(
    "--root",
    metavar="FOLDER",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Root that SARIF names files from (the repository).",
)
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Colour the text.")
@click.option(
    "--from",
    "least",
    type=click.Choice([str(severity) for severity in reversed(Severity)]),
    default=str(Severity.NOTE),
    help="Show findings from this severity on (note).",
    show_default=False,
)
@click.option("-v", "--verbose", is_flag=True, help="Show every finding, with details.")
@click.option("-q", "--quiet", is_flag=True, help="Print no text where the exit code is 0.")
@click.option("--stats", is_flag=True, help="Print on standard error what each rule and analysis took.")
@click.pass_context
def check(
    ctx: click.Context,
    /,
    *,
    reading: Reading,
    hook: bool,
    again: tuple[str, ...],
    twice: bool,
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
        trust_tools=values.pop("trust_tools"),
        encoding=values.pop("encoding"),
        strict=values.pop("strict"),
        fail_on=values.pop("fail_on"),
    )
    request = Request(
        replace(reading, hook=hook, again=again, twice=twice),
        flags,
        destinations(formats, output),
        least=Severity.parse(values.pop("least")),
        use_config=not no_config,
        debug=ctx.find_root().params["debug"],
        **values,
    )
    ctx.exit(lint(request))
