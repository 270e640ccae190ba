"""`catalint plan`: what each way of loading a catalog costs, and which to choose."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from catalint import __version__, bounded, config, tokenizer
from catalint.cli import console
from catalint.cli.arguments import color_option, config_options, list_option, read_config
from catalint.cli.inputs import read_inputs
from catalint.cli.reading import CatalogCommand, Reading, reads_catalogs
from catalint.context import Context
from catalint.errors import InputError, UserError
from catalint.model import Corpus
from catalint.output import files
from catalint.output.encode import encode
from catalint.search.mount import Mount
from catalint.wording import number

if TYPE_CHECKING:
    from catalint.judgement import Judgement
    from catalint.pack import RulePack
    from catalint.planning.checks import Objection
    from catalint.planning.figures import Figures
    from catalint.planning.plan import Plan, Request

_UNREADABLE = 3
_MOST = 1e9
_PASTED = ("anthropic", "openai", "openai-functions", "index", "meta-tools")

Command = TypeVar("Command", bound=Callable[..., Any])


class _Amount(click.ParamType):  # type: ignore[type-arg] # generic for type checkers only, before click 8.4
    """A number that may be broken, from `least` on. Click takes `nan` and `inf` for numbers."""

    name = "number"

    def __init__(self, least: float = 0.0) -> None:
        self.least = least

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not self.least <= number <= _MOST:
            self.fail(f"{value!r} is no number from {self.least:g} to {_MOST:,.0f}", param, ctx)
        return number


# Option, field of the session, smallest value, help.
_SESSION = (
    ("--turns", "turns", 1.0, "Messages of a person in a session."),
    ("--calls", "calls", 0.0, "Calls of tools in a session."),
    ("--distinct", "distinct", 0.0, "Tools that these are of."),
    ("--system-tokens", "system", 0.0, "System prompt."),
    ("--message-tokens", "message", 0.0, "Message of a person."),
    ("--answer-tokens", "answer", 0.0, "Answer at the end of a turn."),
    ("--call-tokens", "call", 0.0, "What the model writes to call a tool."),
    ("--result-tokens", "result", 0.0, "What a call brings back."),
    ("--pause", "pause", 0.0, "Seconds before a person answers."),
    ("--tries", "tries", 1.0, "Searches before a tool is given up."),
    ("--schemas", "schemas", 1.0, "Schemas that a bounded client keeps."),
)


def _session_options(command: Command) -> Command:
    for option, field, least, text in reversed(_SESSION):
        command = click.option(option, field, metavar="N", type=_Amount(least), help=text)(command)
    return command


@click.command(
    cls=CatalogCommand,
    short_help="See what each way of loading costs.",
    epilog="""\b
Examples:
  catalint plan tools.json
  catalint plan crm.json mail.json --profile agent --usage counts.csv
  catalint plan tools.json --provider openai --turns 9 --calls 30
  catalint plan tools.json --chart plan.svg
  catalint plan tools.json --paste anthropic > request-tools.json
\b
Exit codes: 0 planned; 2 wrong usage, configuration or prices; 3 an input or
the counts of calls could not be read.""",
)
@click.argument("inputs", metavar="[INPUT]...", nargs=-1)
@config_options
@click.option("-f", "--format", "form", type=click.Choice(["text", "json", "markdown"]), default="text", help="(text)")
@click.option("--provider", metavar="NAME", default="anthropic", help="anthropic, openai or gemini (anthropic).")
@click.option("--model", metavar="NAME", default="", help="Model whose prices count (one of medium price).")
@click.option(
    "--profile", metavar="NAME", default="task", help="Session: chat, task, agent, one-shot or measured-... (task)."
)
@_session_options
@click.option("--cache", "lifetime", metavar="KIND", default="", help="Kind of cache: 5m or 1h of Anthropic, or none.")
@click.option("--warm", is_flag=True, help="Other sessions keep tools and system prompt in the cache.")
@click.option("--sandbox", is_flag=True, help="Recommend ways that run code of the model, too.")
@click.option("--usage", metavar="FILE", type=click.Path(path_type=Path), help="Counts of calls by tool, JSON or CSV.")
@click.option("--hot", metavar="N", type=click.IntRange(min=0), help="Tools that stay loaded beside a search (3 to 5).")
@list_option("--keep", metavar="GLOB", text="Tools that stay loaded in any case")
@list_option("--subset", metavar="GLOB", text="The curated subset, instead of the tools needed most")
@click.option("--no-losses", "blind", is_flag=True, help="Take it that searches find every tool.")
@click.option("--prices", metavar="FILE", type=click.Path(path_type=Path), help="Figures instead of those built in.")
@click.option("--chart", metavar="FILE", type=click.Path(path_type=Path), help="Write a chart of costs, SVG.")
@click.option("--paste", type=click.Choice(_PASTED), help="Write only the tools as a request takes them, or an index.")
@click.option("--encoding", metavar="NAME", help="Tokenizer encoding to count with (o200k_base).")
@reads_catalogs
@color_option
@click.pass_context
def plan(
    ctx: click.Context,
    /,
    *,
    reading: Reading,
    config_file: Path | None,
    no_config: bool,
    form: str,
    provider: str,
    model: str,
    profile: str,
    lifetime: str,
    warm: bool,
    sandbox: bool,
    usage: Path | None,
    hot: int | None,
    keep: tuple[str, ...],
    subset: tuple[str, ...],
    blind: bool,
    prices: Path | None,
    chart: Path | None,
    paste: str | None,
    encoding: str | None,
    color: console.Color,
    **session: float | None,
) -> None:
    """Compare the ways of loading a catalog, and say which one to choose.

    A model of a stated session, no measurement: tokens and dollars of all
    tools up front, of a subset, of meta-tools and of the provider's own tool
    search, with what its cache saves; from how many tools, turns and calls on
    each pays; what a search is expected to miss; which tools to keep loaded.
    """
    from catalint.planning import plan as planning

    document = read_config(config_file, use=not no_config)
    settings = config.Config() if document is None else config.load(document, config.packs(document), config.Flags())
    name = encoding or settings.encoding
    tokenizer.counter(name)
    figures = _figures(prices)
    request = planning.Request(
        provider=provider,
        model=model,
        profile=profile,
        given={field: value for field, value in session.items() if value is not None},
        counts=None if usage is None else _counts(usage),
        keep=keep,
        hot=hot,
        subset=subset,
        lifetime="" if lifetime == "none" else lifetime,
        warm=warm,
        caches=lifetime != "none",
        sandbox=sandbox,
        blind=blind,
    )
    planning.validate(figures, request)  # said before anything is read
    loaded = read_inputs(reading, settings, "plan")
    made = _make(loaded.corpus, name, figures, request)
    objections = _check(made, config.packs(document), name) if made else ()
    if paste:
        _paste(made, paste, objections)
    elif form == "json":
        from catalint.output.planning.json import to_json

        console.put(encode(to_json(made, objections, __version__, loaded.unread)))
    elif made:
        _show(made, objections, form, color)
    if chart is not None and made:
        from catalint.output.planning.chart import draw

        files.save(chart, draw(made))
    _comment(made, loaded.corpus)
    console.report_inputs(loaded.notes, loaded.unread)
    ctx.exit(_UNREADABLE if loaded.unread else 0)


def _figures(prices: Path | None) -> Figures:
    from catalint.planning import figures

    return figures.standard() if prices is None else figures.override(_read(prices, "prices"), str(prices))


def _read(path: Path, what: str) -> str:
    try:
        return bounded.read_bytes(path).decode("utf-8-sig")
    except OSError as error:
        raise UserError(f"{path}: the {what} can't be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise UserError(f"{path}: the {what} can't be read: not UTF-8") from None


def _counts(path: Path) -> Mapping[str, float]:
    from catalint.planning import usage

    try:
        data = bounded.read_bytes(path)
    except OSError as error:
        raise InputError(str(path), f"the counts of calls can't be read: {error.strerror or error}") from None
    return usage.read(str(path), data)


def _make(corpus: Corpus, encoding: str, figures: Figures, request: Request) -> Plan | None:
    from catalint.planning.plan import make_plan

    if not any(catalog.visible for catalog in corpus.catalogs):
        return None
    ctx = Context(corpus, encoding=encoding)
    return make_plan(ctx, figures, request, Mount(corpus.catalogs))


def _check(plan: Plan, packs: Sequence[RulePack], encoding: str) -> Sequence[Objection]:
    from catalint.planning.checks import check

    return check(plan, _judgement(plan, packs, encoding))


def _judgement(plan: Plan, packs: Sequence[RulePack], encoding: str) -> Judgement | None:
    """What the facts known of the provider say to the tools, if a pack knows it."""
    target = plan.provider.target
    pack = next((pack for pack in packs if target in pack.targets and pack.judge), None)
    if pack is None or pack.judge is None:
        return None
    return pack.judge(Context(Corpus(tuple(plan.catalogs)), targets=(target,), encoding=encoding))


def _paste(plan: Plan | None, kind: str, objections: Sequence[Objection]) -> None:
    from catalint.output.planning import wording
    from catalint.planning.paste import KINDS, REQUESTS

    if plan is None:
        return
    for each in objections:
        if each.refused and REQUESTS.get(kind) == plan.provider.name:
            names = ", ".join(wording.called(plan, tool) for tool in each.tools[:3])
            console.complain("warning", f"{wording.objection(plan, each)}{f' ({names})' if names else ''}")
    made = KINDS[kind](plan)
    console.put(made if isinstance(made, str) else json.dumps(made, indent=2, ensure_ascii=True) + "\n")


def _show(plan: Plan, objections: Sequence[Objection], form: str, color: console.Color) -> None:
    if form == "markdown":
        from catalint.output.planning import markdown

        console.say(markdown.write(plan, objections))
        return
    from catalint.output.planning import text

    view = text.View(color=console.wants_color(color), width=console.width())
    console.say(text.write(plan, objections, view))


def _comment(plan: Plan | None, corpus: Corpus) -> None:
    broken = sum(len(catalog.broken) for catalog in corpus.catalogs)
    if broken:
        entries = number(broken, "entry", "entries")
        verb = "is" if broken == 1 else "are"
        console.complain(
            "note", f"{entries} can't be read as tools and {verb} not in the plan (catalint check tells why)"
        )
    if plan is None:
        if corpus.catalogs:
            console.complain("note", "no tool that a model sees: there is nothing to plan")
        return
    unknown = plan.demand.unknown
    if unknown:
        names = ", ".join(unknown[:5]) + (", ..." if len(unknown) > 5 else "")
        console.complain("note", f"--usage: no tool is called {names}")
    if plan.demand.measured and not any(plan.demand.weights.values()):
        console.complain("note", "--usage: no tool of these catalogs was called: all are taken to be needed alike")
