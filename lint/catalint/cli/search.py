"""`catalint search`: what a tool search would find in these catalogs."""

from __future__ import annotations

from pathlib import Path

import click

from catalint import __version__, config
from catalint.analyses.search import SEARCH
from catalint.cli import console
from catalint.cli.arguments import config_options, read_config
from catalint.cli.inputs import read_inputs
from catalint.context import Context
from catalint.model import Corpus
from catalint.output import hits
from catalint.output.encode import encode
from catalint.search.pattern import PatternSearch
from catalint.search.retriever import TOP, Retriever

# https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool
_LONGEST_QUERY = 500


@click.command(
    short_help="Search catalogs as an agent does.",
    epilog="""\b
Examples:
  catalint search "create an invoice" tools.json
  catalint search "send email" mail.json crm.json --limit 10
  catalint search --regex "(?i)invoice.*(send|mail)" tools.json
\b
Exit codes: 0 searched, whether or not anything was found; 2 wrong usage,
configuration or pattern; 3 an input could not be read.""",
)
@click.argument("query", metavar="QUERY")
@click.argument("inputs", metavar="[INPUT]...", nargs=-1)
@config_options
@click.option("--regex", is_flag=True, help="Take the query as a Python regular expression.")
@click.option(
    "--limit",
    metavar="N",
    type=click.IntRange(min=1),
    default=TOP,
    help=f"Show the best N tools ({TOP}).",
    show_default=False,
)
@click.option("-f", "--format", "form", type=click.Choice(["text", "json"]), default="text", help="(text)")
@click.option("--server-name", metavar="NAME", default="", help="Name of the server, where there is one input.")
@click.option("--allow-empty", is_flag=True, help="Take a catalog without tools as read.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Colour the text (auto).")
@click.pass_context
def search(
    ctx: click.Context,
    /,
    *,
    query: str,
    inputs: tuple[str, ...],
    config_file: Path | None,
    no_config: bool,
    regex: bool,
    limit: int,
    form: str,
    server_name: str,
    allow_empty: bool,
    color: console.Color,
) -> None:
    """Search catalogs as an agent with a tool search does.

    Ranks the tools of all inputs together by BM25 over their names,
    descriptions, argument names and argument descriptions, and shows which
    words matched where. With --regex the query is a Python regular
    expression (200 characters at most, (?i) to ignore case).
    """
    if not inputs and Path(query).exists():
        raise click.UsageError(f'{query!r} was taken for the query: catalint search "QUERY" {query}')
    document = read_config(config_file, use=not no_config)
    settings = config.Config() if document is None else config.load(document, config.packs(document), config.Flags())
    loaded = read_inputs(inputs, settings, "search", server_name=server_name, allow_empty=allow_empty)
    found = _find(loaded.corpus, query, limit, regex=regex)
    if form == "json":
        console.put(encode(hits.to_json(found, __version__, loaded.unread)))
    elif loaded.corpus.catalogs:
        console.say(hits.write(found, color=console.wants_color(color), width=console.width()))
    if not regex and found.tools and not found.hits and not found.missing:
        console.complain("note", f"{query!r} has no word to search by: articles, prepositions and the like are skipped")
    if not regex and len(query) > _LONGEST_QUERY:
        console.complain(
            "note", f"the hosted search takes {_LONGEST_QUERY} characters at most, this query has {len(query)}"
        )
    for note in loaded.notes:
        console.complain("note", note)
    for unread in loaded.unread:
        position = f":{unread.line}:{unread.column}" if unread.line else ""
        console.complain("error", f"{unread.path}{position}: {unread.message}")
    ctx.exit(3 if loaded.unread else 0)


def _find(corpus: Corpus, query: str, limit: int, *, regex: bool) -> hits.Found:
    index = Context(corpus).get(SEARCH).overall()
    method = "regex" if regex else "bm25"
    retriever: Retriever = PatternSearch(index.documents) if regex else index
    ranked = retriever.search(query, len(index))
    missing = () if regex else index.missing(query)
    return hits.Found(query, method, len(index), len(ranked), ranked[:limit], missing, len(corpus.catalogs) > 1)
