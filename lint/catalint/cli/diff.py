"""`catalint diff`: what changed between two versions of a catalog, for who reviews it and for a gate."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from catalint import __version__, config, linting, tokenizer
from catalint.cli import console
from catalint.cli.arguments import color_option, config_options, list_option, output_options, read_config
from catalint.cli.reading import CatalogCommand, Reading, reads_catalogs
from catalint.cli.request import Destination, destinations
from catalint.cli.sides import catalogs, find_drifts, find_unlocked, is_lock, read_sides
from catalint.comparison.catalogs import Comparison, compare
from catalint.comparison.findings import Delta, compare_reports
from catalint.comparison.prefix import CONTEXT, READ, WRITE, Caching
from catalint.comparison.review import GATES, OF_LOCKS, Gate, Review, parse_gates
from catalint.context import Context
from catalint.linting import Surroundings
from catalint.model import Catalog, Corpus
from catalint.output import RunInfo
from catalint.output.files import find_root, save
from catalint.report import Failure, Report
from catalint.rule import Rule

FORMATS = ("text", "json", "markdown", "sarif")


class _Price(click.FloatRange):
    """A price by that of a fresh token; reads and writes of all providers lie well inside. Click lets `nan` through."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = float(super().convert(value, param, ctx))
        if math.isnan(number):
            self.fail(f"{value!r} is no price", param, ctx)
        return number


_PRICE = _Price(0.001, 100)


@click.command(
    cls=CatalogCommand,
    short_help="Compare two versions of a catalog.",
    epilog="""\b
Examples:
  catalint diff old.json new.json
  catalint diff git:main:tools.json tools.json --fail-on breaking
  catalint diff tools.json -- uvx mcp-server-git
  catalint diff tools.json.lock -- uvx mcp-server-git --fail-on lock
  catalint diff                    dumps of catalint.yaml against git HEAD
  catalint diff --start            servers of catalint.yaml against dumps

\b
Exit codes: 0 compared; 1 something of --fail-on; 2 wrong usage or
configuration; 3 an input could not be read; 4 a rule crashed.""",
)
@click.argument("inputs", metavar="[OLD [NEW]]", nargs=-1)
@config_options
@list_option("--fail-on", metavar="GATE", text=f"Exit with 1 for these: {', '.join(GATES)}")
@output_options(FORMATS)
@click.option(
    "--context-tokens",
    metavar="N",
    type=click.IntRange(0, 100_000_000),
    default=CONTEXT,
    help=f"Tokens that a running session has behind its tools ({CONTEXT:,}).",
)
@click.option(
    "--cache-write", metavar="X", type=_PRICE, default=WRITE, help=f"Price of writing a token to a cache ({WRITE:g})."
)
@click.option(
    "--cache-read", metavar="X", type=_PRICE, default=READ, help=f"Price of reading a token from a cache ({READ:g})."
)
@click.option("--encoding", metavar="NAME", help="Tokenizer encoding to count with (o200k_base).")
@click.option("-v", "--verbose", is_flag=True, help="Show every change, with nothing folded.")
@reads_catalogs
@color_option
@click.pass_context
def diff(
    ctx: click.Context,
    /,
    *,
    reading: Reading,
    config_file: Path | None,
    no_config: bool,
    fail_on: tuple[str, ...],
    formats: tuple[str, ...],
    output: Path | None,
    context_tokens: int,
    cache_write: float,
    cache_read: float,
    encoding: str | None,
    verbose: bool,
    color: console.Color,
) -> None:
    """Compare two versions of a catalog: what breaks, costs and gets lost.

    OLD and NEW are dumps, folders of dumps, servers (a URL, py:module:object, or
    a command behind --), or files of a git revision (git:main:tools.json). OLD
    may be a lock (tools.json.lock): then it says which tools changed since.

    Schemas are compared by what they allow: a change is breaking if a call that
    was right may be refused now, or a result be what it could not be. What
    can't be decided is said to be so.
    """
    gates = parse_gates(fail_on)
    caching = _caching(context_tokens, cache_write, cache_read)
    if reading.inputs and is_lock(reading.inputs[0]):
        _expect_gates_of_locks(gates)
    targets = destinations(formats, output, FORMATS)
    document = read_config(config_file, use=not no_config)
    packs = config.packs(document)
    settings = config.load(document, packs, config.Flags(encoding=encoding))
    tokenizer.counter(settings.encoding)  # one that is not here is wrong usage, said before anything is read
    sides = read_sides(reading, settings)
    console.report_inputs(sides.notes, sides.unread)
    before, after = catalogs(sides)
    review = Review(
        sides.old,
        sides.new,
        compare([], []) if sides.lock else compare(before, after, settings.encoding),
        drifts=tuple(find_drifts(sides, before, after)),
        caching=caching,
        unread=sides.unread,
        unlocked=find_unlocked(sides, before, after),
    )
    failures: tuple[Failure, ...] = ()
    if review.comparison.catalogs:
        delta, failures = _findings(review.comparison, before, after, settings, config.select(settings, packs))
        review = replace(review, delta=delta)
    failed = {gate.name: reason for gate in gates if (reason := gate.check(review))}
    if after or before or not sides.unread:
        for target in targets:
            _write(review, target, failed, color=color, verbose=verbose)
    ctx.exit(_finish(review, gates, failed, failures))


def _caching(context: int, write: float, read: float) -> Caching:
    if write < read:
        raise click.UsageError(f"--cache-write {write:g} is less than --cache-read {read:g}, which no cache charges")
    return Caching(context, write, read)


def _expect_gates_of_locks(gates: Sequence[Gate]) -> None:
    for gate in gates:
        if gate.name.partition(":")[0] not in OF_LOCKS:
            raise click.UsageError(
                f"--fail-on {gate.name} can't be judged by a lock, which has no more than digests: name the dump "
                "beside it as OLD"
            )


def _findings(
    comparison: Comparison,
    before: Sequence[Catalog],
    after: Sequence[Catalog],
    settings: config.Config,
    rules: Sequence[Rule[Any]],
) -> tuple[Delta, tuple[Failure, ...]]:
    old, new = (_lint(side, settings, rules) for side in (before, after))
    renamed = {
        (catalog.server, was.name): now.name for catalog in comparison.catalogs for was, now in catalog.matched.renamed
    }
    failures = {failure.rule: failure for failure in (*old.failures, *new.failures)}
    return compare_reports(old, new, renamed), tuple(failures.values())


def _lint(side: Sequence[Catalog], settings: config.Config, rules: Sequence[Rule[Any]]) -> Report:
    ctx = Context(Corpus(tuple(side)), words=settings.words, targets=settings.targets, encoding=settings.encoding)
    return linting.lint(ctx, settings, rules, Surroundings())


def _write(
    review: Review, target: Destination, failed: Mapping[str, str], *, color: console.Color, verbose: bool
) -> None:
    text = _WRITERS[target.format](review, failed, target, color, verbose)
    if target.file is not None:
        save(target.file, text)
    elif target.format == "text":
        console.say(text)
    else:
        console.put(text)


def _text(review: Review, _failed: Mapping[str, str], target: Destination, color: console.Color, verbose: bool) -> str:
    from catalint.output.comparison import text

    if target.file is not None:
        return text.write(review, text.View(verbose=verbose))
    return text.write(review, text.View(console.wants_color(color), console.width(), verbose))


def _json(review: Review, failed: Mapping[str, str], *_: object) -> str:
    from catalint.output.comparison import json
    from catalint.output.encode import encode

    return encode(json.to_json(review, __version__, failed))


def _markdown(review: Review, *_: object) -> str:
    from catalint.output.comparison import markdown

    return markdown.write(review)


def _sarif(review: Review, *_: object) -> str:
    from catalint.output.comparison import sarif
    from catalint.output.sarif import notices

    here = Path.cwd()
    run = RunInfo(__version__, directory=here, root=find_root(here))
    written = sarif.write(review, run)
    for notice in notices(sarif.to_report(review), run, written):
        console.complain(notice.level, notice.message)
    return written


_WRITERS: Mapping[str, Callable[[Review, Mapping[str, str], Destination, console.Color, bool], str]] = {
    "text": _text,
    "json": _json,
    "markdown": _markdown,
    "sarif": _sarif,
}


def _finish(review: Review, gates: Sequence[Gate], failed: Mapping[str, str], failures: Sequence[Failure]) -> int:
    """Say on standard error what did not pass, and return the exit code."""
    for failure in failures:
        console.complain("error", f"rule {failure.rule} crashed: {failure.error} (a bug; the other rules ran)")
    for gate in gates:
        if gate.name in failed:
            console.complain("error", f"--fail-on {gate.name}: {failed[gate.name]}")
    if failures:
        return 4
    if review.unread:
        return 3
    return 1 if failed else 0
