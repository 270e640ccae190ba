"""`catalint check`: from inputs to findings to an exit code."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from catalint import __version__, config
from catalint.cli import console
from catalint.cli.arguments import config_options, list_option, output_options
from catalint.cli.client import client_option
from catalint.cli.judging import judge
from catalint.cli.reading import CatalogCommand, Reading, reads_catalogs
from catalint.cli.request import Destination, Request, destinations
from catalint.finding import Severity
from catalint.output import WRITERS, RunInfo, describe, notices
from catalint.output.files import find_root, save
from catalint.output.repository import blob_address
from catalint.pack import RulePack
from catalint.report import Report
from catalint.rule import Rule


def lint(request: Request) -> int:
    """Read, check and report; returns the exit code. Raises UserError for wrong usage or configuration."""
    judged = judge(request, "check")
    code = judged.report.exit_code(judged.settings.fail_on)
    code = 0 if code == 1 and request.exit_zero else code
    report = judged.report.from_severity(request.least)
    if judged.baseline is not None and judged.gone:
        from catalint.baseline import describe_gone

        report = replace(report, notes=(*report.notes, describe_gone(judged.gone, judged.baseline.path)))
    run = _run_info(judged.packs, judged.rules, request)
    if judged.loaded.configurations and request.destinations[0] == Destination():
        from catalint.cli.configurations import show

        show(judged.loaded.configurations, color=run.color)
    for destination in request.destinations:
        _write(report, run, destination, silent=request.quiet and code == 0)
    complain(report, request)
    return code


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


def complain(report: Report, request: Request) -> None:
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
  catalint check -- uvx mcp-server-git
  catalint check https://mcp.example.com/mcp --bearer-env TOKEN
  catalint check py:billing.server:mcp
  catalint check .mcp.json --start

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
@output_options(WRITERS)
@list_option(
    "--target",
    metavar="NAME",
    text="Protocol revisions and clients that the catalog is for: rules about them judge by these; or all",
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
    "--baseline",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Accepted findings, as `catalint baseline` writes them: only others count.",
)
@list_option(
    "--code",
    metavar="GLOB",
    text="Source files that define the tools: findings are shown on their lines",
)
@click.option(
    "--root",
    metavar="FOLDER",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Root that SARIF names files from (the repository).",
)
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Colour the text (auto).")
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
    request; its shape is detected. An INPUT may also be a URL, py:module:object,
    or the configuration of a client, and what stands behind -- is a command that
    starts a server. Without any, the servers that catalint.yaml names are
    checked.
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
