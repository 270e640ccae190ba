"""`catalint baseline`: accepts the findings of today, so that only new ones count."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from catalint import baseline, config
from catalint.cli import console
from catalint.cli.arguments import config_options, list_option
from catalint.cli.check import complain
from catalint.cli.client import client_option
from catalint.cli.judging import Judged, judge, read_baseline, without_accepted
from catalint.cli.reading import CatalogCommand, Reading, reads_catalogs
from catalint.cli.request import Request
from catalint.output.files import is_there, save
from catalint.output.terminal import escape
from catalint.wording import number


@click.command(
    "baseline",
    cls=CatalogCommand,
    short_help="Accept the findings of today.",
    epilog="""\b
Examples:
  catalint baseline tools.json
  catalint baseline                    the servers of catalint.yaml
  catalint baseline tools.json --accept

\b
Exit codes: 0 written; 2 wrong usage or configuration; 3 an input could not be
read; 4 a rule crashed. With 3 and 4 nothing is written.""",
)
@click.argument("inputs", metavar="[INPUT]...", nargs=-1)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help=f"The baseline (that of catalint.yaml, else {baseline.FILE_NAME}).",
)
@click.option("--accept", is_flag=True, help="Accept new findings, too, where there is a baseline.")
@config_options
@list_option("--select", metavar="RULE", text="Run only these rules: ids, families or globs")
@list_option("--ignore", metavar="RULE", text="Leave these rules out: ids, families or globs")
@click.option("--strict", is_flag=True, help="Run the strict rules too.")
@list_option("--target", metavar="NAME", text="Protocol revisions and clients that the catalog is for")
@reads_catalogs
@client_option
@click.option("--plugin", metavar="NAME", default="", help="Name of the plugin that brings the server.")
@click.pass_context
def baseline_command(
    ctx: click.Context,
    /,
    *,
    reading: Reading,
    output: Path | None,
    accept: bool,
    no_config: bool,
    **values: Any,
) -> None:
    """Write a file with all findings that there are; `catalint check --baseline FILE` then fails on others only.

    Where there is a baseline already, those that are gone are taken out of it,
    and new ones come in with --accept only. A finding is known again by what it
    is about: rewording, reformatting and reordering do not make it new, and
    neither does mending a part of what it names.
    """
    flags = config.Flags(
        select=values.pop("select"),
        ignore=values.pop("ignore"),
        targets=values.pop("target"),
        strict=values.pop("strict"),
    )
    request = Request(
        reading,
        flags,
        (),
        use_config=not no_config,
        baseline=output if output is not None and is_there(output) else None,
        debug=ctx.find_root().params["debug"],
        **values,
    )
    judged = judge(request, "baseline", writes_baseline=True)
    complain(judged.report, request)
    if judged.report.failures or judged.report.unread:
        ctx.exit(4 if judged.report.failures else 3)
    _update(judged, output, accept=accept)


def _update(judged: Judged, output: Path | None, *, accept: bool) -> None:
    file = output or Path(judged.settings.baseline or baseline.FILE_NAME)
    before = judged.baseline or (read_baseline(file) if is_there(file) else None)
    if before is not None and judged.baseline is None:
        judged = without_accepted(judged, before)
    found = judged.report.active
    if before is None:
        save(file, baseline.write(baseline.accept(found)))
        console.say(f"wrote {escape(str(file))} with {number(len(found), 'finding')}\n{_advice(file, judged)}")
        return
    entries = baseline.shrink(before, judged.gone, judged.report)
    if accept:
        entries = baseline.merge(entries, baseline.accept(found))
    text = baseline.write(entries)
    changed = [f"{len(judged.gone)} gone"] * bool(judged.gone) + [f"{len(found)} accepted"] * bool(found and accept)
    if entries != before.entries:
        save(file, text)
    console.say(f"{escape(str(file))}: {number(len(entries), 'finding')}, {', '.join(changed) or 'nothing changed'}\n")
    if found and not accept:
        console.complain(
            "note", f"{number(len(found), 'new finding')} stayed out: `catalint check` shows them, --accept accepts"
        )


def _advice(file: Path, judged: Judged) -> str:
    if judged.settings.baseline:
        return ""
    name = escape(str(file))
    return f"\nTo use it, add this to catalint.yaml, or say --baseline {name}:\n\n  baseline: {name}\n"
