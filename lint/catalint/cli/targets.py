"""`catalint targets`: what is known of clients, and what they make of a catalog."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import click

from catalint import __version__, config
from catalint.cli import console
from catalint.cli.arguments import (
    color_option,
    config_options,
    list_option,
    read_config,
)
from catalint.cli.client import add_target, client_of, client_option
from catalint.cli.inputs import read_inputs
from catalint.cli.naming import find_unused_plugin
from catalint.cli.reading import CatalogCommand, Reading, reads_catalogs
from catalint.context import Context
from catalint.judgement import Judgement
from catalint.output import matrix, verdicts
from catalint.output.encode import encode
from catalint.pack import RulePack
from catalint.target import Target
from catalint.wording import number

# Columns of running text that are worth wrapping to.
_NARROWEST = 30


@click.command(
    cls=CatalogCommand,
    short_help="See which clients take a catalog.",
    epilog="""\b
Examples:
  catalint targets
  catalint targets tools.json
  catalint targets tools.json --target all --format json
  catalint explain claude-code
\b
Exit codes: 0 done; 2 wrong usage or configuration; 3 an input could not be
read.""",
)
@click.argument("inputs", metavar="[INPUT]...", nargs=-1)
@config_options
@list_option("--target", metavar="NAME", text="Clients and revisions to judge by; all for every one not marked +")
@click.option("-f", "--format", "form", type=click.Choice(["text", "json"]), default="text", help="(text)")
@reads_catalogs
@client_option
@click.option("--plugin", metavar="NAME", default="", help="Name of the plugin that brings the server.")
@color_option
@click.pass_context
def targets(
    ctx: click.Context,
    /,
    *,
    reading: Reading,
    config_file: Path | None,
    no_config: bool,
    target: tuple[str, ...],
    form: str,
    client: str,
    plugin: str,
    color: str,
) -> None:
    """List the targets, or show what they make of each tool.

    Without INPUT: the clients, APIs, directories and protocol revisions that a
    catalog can be checked for. With INPUT: for each tool and target whether the
    tool is accepted, rewritten, dropped (by a directory: refused), or makes the
    target reject all tools; and of what some of them refuse, the form that all
    of them take. A question mark stands where the source is not certain.
    """
    document = read_config(config_file, use=not no_config)
    packs = config.packs(document)
    settings = config.load(document, packs, config.Flags(targets=target))
    if not reading.names_any:
        if reading.server_name or plugin or client:
            raise click.UsageError("--server-name, --client and --plugin are for catalogs: name one")
        _list(packs, settings.targets, form, color=console.wants_color(color), narrowed=bool(target))
        return
    loaded = read_inputs(reading, settings, "targets")
    mounted = client_of(client, loaded.client, packs)
    run = Context(
        loaded.corpus,
        targets=add_target(settings.targets, mounted),
        server_name=reading.server_name,
        plugin=plugin,
        mounted=loaded.mounted or bool(client),
        client=mounted,
    )
    judgement = _judge(packs, run)
    if form == "json":
        console.put(encode(verdicts.to_json(judgement, __version__, loaded.unread)))
    elif loaded.corpus.catalogs:
        console.say(matrix.write(judgement, matrix.View(console.wants_color(color), console.width())))
    console.report_inputs((*loaded.notes, *find_unused_plugin(plugin, run.targets, packs)), loaded.unread)
    ctx.exit(3 if loaded.unread else 0)


def _judge(packs: Iterable[RulePack], run: Context) -> Judgement:
    """What the targets of all packs make of the catalogs; each pack judges by its own."""
    parts = [
        pack.judge(replace(run, targets=tuple(name for name in run.targets if name in pack.targets)))
        for pack in packs
        if pack.judge is not None
    ]
    return Judgement(
        [target for part in parts for target in part.targets],
        {catalog: [each for part in parts for each in part.breaches[catalog]] for catalog in run.corpus.catalogs},
        {catalog: [each for part in parts for each in part.conflicts[catalog]] for catalog in run.corpus.catalogs},
    )


def _list(packs: Iterable[RulePack], chosen: tuple[str, ...], form: str, *, color: bool, narrowed: bool) -> None:
    known = [
        (pack, name) for pack in packs for name in pack.targets if pack.load_target and (name in chosen or not narrowed)
    ]
    found = [pack.load_target(name) for pack, name in known if pack.load_target]
    if form == "json":
        entries = [
            {
                "name": target.name,
                "title": target.title,
                "kind": target.kind,
                "summary": target.summary,
                "default": target.name in pack.default_targets,
                "by_name": target.by_name,
                "facts": verdicts.list_facts(target),
                "remarks": [
                    {"text": each.text, "source": each.source, "date": each.date, "confidence": each.confidence}
                    for each in target.remarks
                ],
            }
            for (pack, _), target in zip(known, found, strict=True)
        ]
        console.put(encode({"version": 1, "targets": entries}))
        return
    console.say(
        _table(
            found, {name for pack, name in known if name in pack.default_targets}, width=console.width(), color=color
        )
    )


def _table(found: list[Target], default: set[str], *, width: int | None, color: bool) -> str:
    first = max((len(target.name) for target in found), default=0) + 2
    lines: list[str] = []
    for kind in dict.fromkeys(target.kind for target in found):
        lines.append(console.styled(kind, "heading", color=color))
        for target in found:
            if target.kind == kind:
                mark = "*" if target.name in default else "+" if target.by_name else " "
                facts = number(len(target.facts), "fact")
                lines.append(_hung(f"  {target.name:<{first}}{mark} {facts:<10} ", target.summary, width))
        lines.append("")
    lines.append(_hung("* ", "checked for unless a run chooses", width))
    lines.append(
        _hung("+ ", "only where it is named, since `all` leaves out what concerns only those who use it", width)
    )
    lines.append(_hung("", "`catalint explain TARGET` shows the facts of one with their sources", width))
    return "\n".join(lines) + "\n"


def _hung(head: str, text: str, width: int | None) -> str:
    """A text behind its head; on a terminal that has the room, further lines begin where the first one does."""
    if width is None or width < len(head) + _NARROWEST:
        return head + text
    return textwrap.fill(
        text,
        width,
        initial_indent=head,
        subsequent_indent=" " * len(head),
        break_long_words=False,
        break_on_hyphens=False,
    )
