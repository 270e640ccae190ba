"""`catalint discover`: which tools a search will miss, and what labelled searches say."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from catalint import __version__, bounded, config
from catalint.cli import console
from catalint.cli.arguments import (
    color_option,
    config_options,
    list_option,
    read_config,
)
from catalint.cli.client import client_option, configured_naming, find_naming
from catalint.cli.drafts import write_drafts
from catalint.cli.inputs import Gathered, read_inputs
from catalint.cli.reading import CatalogCommand, Reading, reads_catalogs
from catalint.discovery.run import DETAILS, SHOWN, WHOLE, Discovery, default_most
from catalint.errors import UserError
from catalint.model import Corpus, Tool
from catalint.output import files
from catalint.search.mount import Mount
from catalint.search.naming import bare
from catalint.search.retrievers import RETRIEVERS, Kind

if TYPE_CHECKING:
    from catalint.queries.reading import QueryFile

_ALL = "all"
_UNREADABLE = 3


class _Share(click.FloatRange):
    """A number from 0 to 1. Click takes `nan` for one, which nothing reaches."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        share = float(super().convert(value, param, ctx))
        if math.isnan(share):
            self.fail(f"{value!r} is no number from 0 to 1.", param, ctx)
        return share


@click.command(
    cls=CatalogCommand,
    short_help="See which tools a search will miss.",
    epilog="""\b
Examples:
  catalint discover tools.json
  catalint discover mail.json crm.json wiki.json --prefix claude-code
  catalint discover tools.json --tool "create_*"
  catalint discover tools.json --write-queries queries.yaml
  catalint discover tools.json --queries queries.yaml --min-recall 0.9
\b
Exit codes: 0 done; 1 recall below --min-recall; 2 wrong usage or
configuration; 3 an input or the labelled searches could not be read.""",
)
@click.argument("inputs", metavar="[INPUT]...", nargs=-1)
@config_options
@click.option("-f", "--format", "form", type=click.Choice(["text", "json", "markdown"]), default="text", help="(text)")
@click.option(
    "--worst",
    metavar="N",
    type=click.IntRange(min=0),
    help=f"Show the N tools least likely to be found, 0 for none (all of up to {WHOLE}, else {SHOWN}).",
)
@click.option(
    "--tool",
    "globs",
    metavar="GLOB",
    multiple=True,
    help=f"Examine the tools of this name: what finds them, what would help ({DETAILS} at most, or --worst N).",
)
@list_option("--retriever", metavar="KIND", text=f"Kinds of search: {', '.join(RETRIEVERS)}, {_ALL}; bm25 by default")
@click.option(
    "--prefix",
    metavar="NAMES",
    default="",
    help="Names that a search sees: those of a client (see --client), or a prefix such as mcp__{server}__.",
)
@client_option
@click.option(
    "--queries", metavar="FILE", type=click.Path(path_type=Path), help="Run the labelled searches of this file."
)
@click.option(
    "--min-recall",
    metavar="SHARE",
    type=_Share(0, 1),
    help="Exit with 1 below this recall@5: the share of its right tools that a search has among the first five, "
    "averaged over the labelled searches.",
)
@click.option(
    "--write-queries",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Draft labelled searches, one for each tool that the file of --queries has none for, and stop.",
)
@click.option("--force", is_flag=True, help="Let --write-queries replace a file.")
@reads_catalogs
@color_option
@click.pass_context
def discover(
    ctx: click.Context,
    /,
    *,
    reading: Reading,
    config_file: Path | None,
    no_config: bool,
    form: str,
    worst: int | None,
    globs: tuple[str, ...],
    retriever: tuple[str, ...],
    prefix: str,
    client: str,
    queries: Path | None,
    min_recall: float | None,
    write_queries: Path | None,
    force: bool,
    color: console.Color,
) -> None:
    """Predict which tools a tool search will miss, and measure it.

    For each tool: the probability that a search for what it does has it
    among the first five, the best and the worst search in its own words, and
    what comes before it. Several inputs are searched together, as an agent
    has them that mounts all of them, and compared with each alone. Without
    INPUT these are the servers that catalint.yaml names.

    With labelled searches (what people ask, and the tools that are right)
    it says how many find their tools, and which ones miss.
    """
    document = read_config(config_file, use=not no_config)
    settings = config.Config() if document is None else config.load(document, config.packs(document), config.Flags())
    kinds = _kinds(retriever)
    naming = find_naming(prefix, client, lambda: config.packs(document))
    if force and write_queries is None:
        raise click.UsageError("--force is for --write-queries")
    if write_queries is None and min_recall is not None and not (queries or settings.queries):
        raise click.UsageError("--min-recall needs labelled searches: name them with --queries FILE")
    loaded = read_inputs(reading, settings, "discover")
    if loaded.client and not (prefix or client):
        naming = configured_naming(loaded.client, lambda: config.packs(document))
        client = "" if naming is bare else loaded.client
    console.report_inputs(loaded.notes, loaded.unread)
    code = _UNREADABLE if loaded.unread else 0
    if not any(catalog.visible for catalog in loaded.corpus.catalogs):
        if form == "json":
            _write(Discovery(Mount(loaded.corpus.catalogs, naming), kinds), form, color, loaded)
        elif loaded.corpus.catalogs:
            console.complain("note", "no tool that a model sees: there is nothing to find")
        ctx.exit(code)
    named = queries or (Path(settings.queries) if settings.queries else None)
    origin = "" if queries else settings.origins.get("discover.queries", "")
    if write_queries is not None:
        # the configuration may name a file that is only now drafted
        is_there = named is not None and (queries is not None or files.is_there(named))
        searches = _read_queries(named, origin, loaded.corpus, drafts=True) if named and is_there else None
        write_drafts(write_queries, loaded.corpus, searches, reading.inputs, named if is_there else None, force=force)
        ctx.exit(code)
    run = Discovery(
        Mount(loaded.corpus.catalogs, naming),
        kinds,
        most=_most(worst, loaded.corpus, form, globs),
        globs=globs,
        naming=prefix or client,
        queries=_read_queries(named, origin, loaded.corpus) if named else None,
        least=min_recall if min_recall is not None else settings.min_recall,
    )
    if globs and not run.examined:
        raise click.UsageError(_no_tool(globs, run.tools))
    _write(run, form, color, loaded)
    if not run.passed:
        asks = "--min-recall asks for"
        if min_recall is None:
            asks = f"{settings.origins.get('discover.min-recall', 'the configuration')} asks for"
        for survey, score in zip(run.surveys, run.scores, strict=True):
            if run.least is not None and score.recall < run.least:
                missed = f"recall@5 of the labelled searches is {score.recall:.3f} by {survey.kind.name}"
                console.complain("error", f"{missed}, {asks} {run.least:g}")
        code = max(code, 1)
    ctx.exit(code)


def _kinds(names: Sequence[str]) -> tuple[Kind, ...]:
    """The kinds of search that are asked for; `all` leaves out what is not installed."""
    chosen = names or ("bm25",)
    for name in chosen:
        if name not in RETRIEVERS and name != _ALL:
            from catalint.hints import did_you_mean

            known = [*RETRIEVERS, _ALL]
            hint = did_you_mean(name, known) or f" (there are: {', '.join(known)})"
            raise click.UsageError(f"no kind of search {name!r}{hint}")
    if _ALL in chosen:
        return tuple(kind for kind in RETRIEVERS.values() if _is_installed(kind))
    return tuple(RETRIEVERS[name] for name in dict.fromkeys(chosen))


def _is_installed(kind: Kind) -> bool:
    """Whether a kind of search can be made here; says so where it can't."""
    if kind.extra:
        try:
            kind.build(Mount(()))
        except UserError as error:
            console.complain("note", f"{kind.name} is left out: {error}")
            return False
    return True


def _most(worst: int | None, corpus: Corpus, form: str, globs: Sequence[str]) -> int | None:
    if worst is not None:
        return worst
    if globs:
        return DETAILS
    return None if form == "json" else default_most(sum(1 for _ in corpus.visible))


def _read_queries(file: Path, origin: str, corpus: Corpus, *, drafts: bool = False) -> QueryFile:
    """Read labelled searches; raises QueriesError for what can't be read or, unless `drafts` will do, has none."""
    from catalint.queries.reading import QueriesError, read

    shown = os.path.relpath(file) if file.is_absolute() else str(file)
    named = f" (named at {origin})" if origin else ""
    try:
        data = bounded.read_bytes(file)
    except OSError as error:
        reason = error.strerror or str(error)
        hint = "; --write-queries drafts one" if isinstance(error, FileNotFoundError) else ""
        raise QueriesError(f"{shown}: can't be read: {reason}{named}{hint}") from error
    found = read(shown, data, corpus.catalogs)
    if not found.counted and not drafts:
        line = found.searches[0].line
        all_of = "its only search is a draft" if found.drafts == 1 else f"all {found.drafts} searches are drafts"
        raise QueriesError(
            f"{shown}:{line}:1: {all_of}, which are not counted: put them into a user's words and delete `draft: true`"
        )
    return found


def _no_tool(globs: Sequence[str], tools: Sequence[Tool]) -> str:
    from catalint.hints import did_you_mean

    names = [name for tool in tools for name in (tool.name, f"{tool.server}/{tool.name}")]
    hint = did_you_mean(globs[0], names) if not any(char in globs[0] for char in "*?[") else ""
    return f"no tool is called {', '.join(map(repr, globs))}{hint}"


def _write(run: Discovery, form: str, color: console.Color, loaded: Gathered) -> None:
    """Write a run in one of the formats."""
    if form == "json":
        from catalint.output.discovery import json
        from catalint.output.encode import encode

        console.put(encode(json.to_json(run, __version__, loaded.unread)))
    elif form == "markdown":
        from catalint.output.discovery import markdown

        console.put(markdown.write(run))
    else:
        from catalint.output.discovery import text

        view = text.View(color=console.wants_color(color), width=console.width())
        console.say(text.write(run, view))
