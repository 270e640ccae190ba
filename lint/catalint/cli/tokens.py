"""`catalint tokens`: what each tool costs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from catalint import __version__, config, tokenizer
from catalint.analyses.tokens import WINDOW
from catalint.cli import console
from catalint.cli.arguments import color_option, config_options, read_config
from catalint.cli.inputs import read_inputs
from catalint.cli.reading import CatalogCommand, Reading, reads_catalogs
from catalint.context import Context
from catalint.output import bill, sheet
from catalint.output.encode import encode

_UNITS = {"": 1, "k": 1_000, "m": 1_000_000}


class _Window(click.ParamType):  # type: ignore[type-arg] # generic for type checkers only, before click 8.4
    """A number of tokens: 200000, 200k, 1M."""

    name = "tokens"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        match = re.fullmatch(r"(\d+)([km]?)", str(value).strip().lower().replace("_", ""), re.ASCII)
        size = int(match[1]) * _UNITS[match[2]] if match and len(match[1]) < 12 else 0
        if size <= 0:
            self.fail(f"{value!r} is no number of tokens: write 200000, 200k or 1M", param, ctx)
        return size


@click.command(
    cls=CatalogCommand,
    short_help="See what each tool costs.",
    epilog="""\b
Examples:
  catalint tokens tools.json
  catalint tokens dumps/*.json --top 5
  catalint tokens tools.json --params --sort list
  catalint tokens tools.json --format json
\b
Exit codes: 0 counted; 2 wrong usage or configuration; 3 an input could not
be read.""",
)
@click.argument("inputs", metavar="[INPUT]...", nargs=-1)
@config_options
@click.option("-f", "--format", "form", type=click.Choice(["text", "json"]), default="text", help="(text)")
@click.option(
    "--sort",
    "order",
    type=click.Choice(["tokens", "name", "list"]),
    default="tokens",
    help="Largest first, by name, or as the server lists them (tokens).",
)
@click.option(
    "--top", metavar="N", type=click.IntRange(min=1), help="Show N tools of each catalog, and the sum of the others."
)
@click.option("--params", is_flag=True, help="Show what each parameter costs.")
@click.option(
    "--window", metavar="TOKENS", type=_Window(), default=WINDOW, help="Context window for shares: 200k, 1M (200k)."
)
@click.option("--encoding", metavar="NAME", help="Tokenizer encoding to count with (o200k_base).")
@reads_catalogs
@color_option
@click.pass_context
def tokens(
    ctx: click.Context,
    /,
    *,
    reading: Reading,
    config_file: Path | None,
    no_config: bool,
    form: str,
    order: sheet.Order,
    top: int | None,
    params: bool,
    window: int,
    encoding: str | None,
    color: console.Color,
) -> None:
    """Show what each tool costs a model in tokens, on every turn.

    Counted is what a client hands to a model: name, description and input
    schema of each tool as compact JSON, exactly as tiktoken counts. The bars
    split a tool into its description, its parameters and the rest. Tools that
    only an app's user interface calls are left out.
    """
    document = read_config(config_file, use=not no_config)
    settings = config.Config() if document is None else config.load(document, config.packs(document), config.Flags())
    name = encoding or settings.encoding
    tokenizer.counter(name)  # an encoding that can't be counted with is said before anything is read
    loaded = read_inputs(reading, settings, "tokens")
    sums = bill.Bill(loaded.corpus.catalogs, Context(loaded.corpus, encoding=name), window)
    if form == "json":
        console.put(encode(bill.to_json(sums, __version__, loaded.unread)))
    elif loaded.corpus.catalogs:
        view = sheet.View(
            order=order,
            top=top,
            parameters=params,
            color=console.wants_color(color),
            width=console.width(),
            blocks=console.can_show("█▓░"),
        )
        console.say(sheet.write(sums, view))
    console.report_inputs(loaded.notes, loaded.unread)
    ctx.exit(3 if loaded.unread else 0)
