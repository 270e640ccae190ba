"""`catalint search`: what a tool search would find in these catalogs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from catalint import __version__, config
from catalint.cli import console
from catalint.cli.arguments import color_option, config_options, read_config
from catalint.cli.client import client_option, configured_naming, find_naming
from catalint.cli.inputs import read_inputs
from catalint.cli.reading import CatalogCommand, Reading, reads_catalogs
from catalint.output import hits
from catalint.output.encode import encode
from catalint.output.files import is_there
from catalint.search.bm25 import Bm25
from catalint.search.mount import Mount
from catalint.search.namespaces import NamespaceSearch
from catalint.search.retriever import TOP
from catalint.search.retrievers import RETRIEVERS, Kind

# https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool
_LONGEST_QUERY = 500


@click.command(
    cls=CatalogCommand,
    short_help="Search catalogs as an agent does.",
    epilog="""\b
Kinds of search:
  bm25       words, over names, descriptions, argument names and argument
             descriptions, as Anthropic's tool search has it
  regex      a Python pattern over the same, 200 characters at most, (?i) to
             ignore case, as Anthropic's other variant has it
  one-line   words, over names and first sentences: a search_tools meta-tool
  namespace  words, over names and descriptions of namespaces or servers, then
             over the tools of those found, as OpenAI's tool search has it
  embedding  nearness in meaning; needs the extra catalint[embedding]
\b
Examples:
  catalint search "create an invoice" tools.json
  catalint search "send email" mail.json crm.json --limit 10
  catalint search --regex "(?i)invoice.*(send|mail)" tools.json
  catalint search "send email" mail.json crm.json --retriever namespace
\b
Exit codes: 0 searched, whether or not anything was found; 2 wrong usage,
configuration or pattern; 3 an input could not be read.""",
)
@click.argument("query", metavar="QUERY")
@click.argument("inputs", metavar="[INPUT]...", nargs=-1)
@config_options
@click.option(
    "--retriever",
    metavar="KIND",
    type=click.Choice(list(RETRIEVERS)),
    help=f"How to search: {', '.join(RETRIEVERS)} (bm25).",
)
@click.option("--regex", is_flag=True, help="Take the query as a Python regular expression: --retriever regex.")
@click.option(
    "--prefix",
    metavar="NAMES",
    default="",
    help="Names that a search sees: those of a client (see --client), or a prefix such as mcp__{server}__.",
)
@client_option
@click.option(
    "--limit",
    metavar="N",
    type=click.IntRange(min=1),
    default=TOP,
    help=f"Show the best N tools ({TOP}).",
    show_default=False,
)
@click.option("-f", "--format", "form", type=click.Choice(["text", "json"]), default="text", help="(text)")
@reads_catalogs
@color_option
@click.pass_context
def search(
    ctx: click.Context,
    /,
    *,
    query: str,
    reading: Reading,
    config_file: Path | None,
    no_config: bool,
    retriever: str | None,
    regex: bool,
    prefix: str,
    client: str,
    limit: int,
    form: str,
    color: console.Color,
) -> None:
    """Search catalogs as an agent with a tool search does.

    Ranks the tools of all inputs together and shows which words matched
    where. The query is words, for the kind regex a pattern.
    """
    if not reading.names_any and is_there(Path(query)):
        raise click.UsageError(f'{query!r} was taken for the query: catalint search "QUERY" {query}')
    kind = _kind(retriever, regex=regex)
    document = read_config(config_file, use=not no_config)
    naming = find_naming(prefix, client, lambda: config.packs(document))
    settings = config.Config() if document is None else config.load(document, config.packs(document), config.Flags())
    loaded = read_inputs(reading, settings, "search")
    if loaded.client and not (prefix or client):
        naming = configured_naming(loaded.client, lambda: config.packs(document))
    mount = Mount(loaded.corpus.catalogs, naming)
    found = _find(mount, kind, query, limit)
    if form == "json":
        console.put(encode(hits.to_json(found, __version__, loaded.unread)))
    elif loaded.corpus.catalogs:
        console.say(hits.write(found, color=console.wants_color(color), width=console.width()))
    if kind.name != "regex":
        _comment(found)
    console.report_inputs(loaded.notes, loaded.unread)
    ctx.exit(3 if loaded.unread else 0)


def _kind(name: str | None, *, regex: bool) -> Kind:
    if regex and name not in (None, "regex"):
        raise click.UsageError(f"--regex and --retriever {name} exclude each other")
    return RETRIEVERS["regex" if regex else name or "bm25"]


def _find(mount: Mount, kind: Kind, query: str, limit: int) -> hits.Found:
    tools = sum(len(catalog.visible) for catalog in mount.catalogs)
    retriever = kind.build(mount)
    ranked = retriever.search(query, max(tools, 1))
    found = hits.Found(query, kind.name, tools, len(ranked), ranked[:limit], mount=mount)
    if isinstance(retriever, Bm25):
        return replace(found, missing=retriever.missing(query))
    if isinstance(retriever, NamespaceSearch):
        unknown = mount.index().missing(query)
        return replace(
            found,
            missing=tuple(word for word in retriever.missing(query) if word in unknown),
            namespaces=len(retriever.namespaces),
            loaded=tuple(hit for _, hit in retriever.choose(query)),
        )
    return found


def _comment(found: hits.Found) -> None:
    if found.tools and found.namespaces > 1 and not found.loaded:
        console.complain(
            "note",
            f"the query has no word of the names and descriptions of the {found.namespaces} namespaces: "
            "a model can only guess which to load",
        )
    elif found.tools and not found.hits and not found.missing:
        console.complain(
            "note", f"{found.query!r} has no word to search by: articles, prepositions and the like are skipped"
        )
    if len(found.query) > _LONGEST_QUERY:
        console.complain(
            "note", f"the hosted search takes {_LONGEST_QUERY} characters at most, this query has {len(found.query)}"
        )
