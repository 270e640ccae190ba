"""`catalint explain`: the page of a rule, or the facts about a target, for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import click

from catalint import config, options
from catalint.cli import console
from catalint.cli.arguments import color_option, config_options, read_config
from catalint.errors import UserError
from catalint.output.terminal import escape
from catalint.pack import RulePack
from catalint.rule import Rule
from catalint.target import Target

_EFFECTS = {
    "rejects-all": "the whole list is refused",
    "drops-tool": "the tool is lost",
    "rewrites": "it is changed",
    "advises": "none, it is advice",
}


@click.command(
    short_help="Explain a rule or a target.",
    epilog="""\b
Examples:
  catalint explain vague-description
  catalint explain oversized-tool --format markdown
  catalint explain claude-code""",
)
@click.argument("name", metavar="RULE|TARGET")
@config_options
@click.option("-f", "--format", "form", type=click.Choice(["text", "markdown"]), default="text", help="(text)")
@color_option
def explain(name: str, *, config_file: Path | None, no_config: bool, form: str, color: str) -> None:
    """Tell why a rule exists, what it finds, what it can't see, and how it is set here.

    Of a target: all facts that are known, with their sources, dates and how sure they are.
    """
    document = read_config(config_file, use=not no_config)
    packs = config.packs(document)
    target = _load_target(name, packs)
    if target is not None:
        _say_page(describe(target), form, color)
        return
    found = _find(name, packs)
    try:
        page = found.read_page()
    except OSError as error:
        raise UserError(f"rule {name} has no page ({error.strerror}: {error.filename})") from error
    if form == "markdown":
        console.say(page)
        return
    from catalint.cli.markdown import render

    settings = config.load(document, packs, config.Flags())
    text = render(page, width=console.reading_width(), color=console.wants_color(color))
    heading = console.styled("How it is set here", "heading", color=console.wants_color(color))
    console.say("\n".join([text, heading, *(f"  {escape(line)}" for line in _settings(found, settings))]) + "\n")


def _load_target(name: str, packs: Iterable[RulePack]) -> Target | None:
    for pack in packs:
        if name in pack.targets and pack.load_target is not None:
            return pack.load_target(name)
    return None


def _say_page(page: str, form: str, color: str) -> None:
    if form == "markdown":
        console.say(page)
        return
    from catalint.cli.markdown import render

    console.say(render(page, width=console.reading_width(), color=console.wants_color(color)))


def describe(target: Target) -> str:
    """The page of a target, as Markdown."""
    lines = [f"# {target.name}", "", target.summary, ""]
    if target.by_name:
        lines += ["Judged by only where it is named: `all` leaves it out.", ""]
    if target.naming.template != "{tool}":
        what = "A model sees" if target.naming.seen else "What counts is"
        plugin = f", of a plugin `{target.naming.plugin}`" if target.naming.plugin else ""
        lines += ["## Names", "", f"{what} `{target.naming.template}`{plugin}.", ""]
    lines += ["## Facts", ""]
    for fact in target.facts:
        taken = f", as at {fact.origin}" if fact.origin else ""
        holds = f" ({fact.versions})" if fact.versions else ""
        source = f"{fact.confidence.capitalize()}, {fact.date}{holds}: <{fact.source}>"
        refused = target.kind == "directory" and fact.effect == "drops-tool"
        effect = "the submission is refused" if refused else _EFFECTS[fact.effect]
        outcome = f"Effect: {effect}{taken}. Rule: {fact.rule} ({fact.severity})."
        lines.append(f"- `{fact.id}`: {fact.text} {outcome} {source}")
    if target.remarks:
        lines += ["", "## Besides", "", "What a list of tools does not show:", ""]
        for each in target.remarks:
            lines.append(f"- {each.text} {each.confidence.capitalize()}, {each.date}: <{each.source}>")
    return "\n".join(lines) + "\n"


def _find(name: str, packs: tuple[RulePack, ...]) -> type[Rule[Any]]:
    rules = {rule.meta.id: rule for rule in chain.from_iterable(pack.rules for pack in packs)}
    if name not in rules:
        from catalint.hints import did_you_mean

        family = sorted(rule.meta.id for rule in rules.values() if rule.family() == name)
        if family:
            raise UserError(f"{name!r} is a family of rules: {', '.join(family)}")
        targets = sorted(chain.from_iterable(pack.targets for pack in packs))
        hint = did_you_mean(name, [*sorted(rules), *targets]) or " (`catalint rules` and `catalint targets` list them)"
        raise UserError(f"unknown rule or target {name!r}{hint}")
    return rules[name]


def _settings(rule: type[Rule[Any]], settings: config.Config) -> Iterator[str]:
    """One line each: whether the rule runs, its severity, its options; with the place that set them."""
    base = f"rules.{rule.meta.id}"
    setting = settings.rules.get(rule.meta.id, config.RuleSetting())
    state = "on" if config.runs(rule, settings) else f"off ({rule.meta.profile} profile)"
    yield f"runs: {state}"
    level = rule.meta.severity if setting.severity is None else setting.severity
    origin = settings.origins.get(f"{base}.severity") or settings.origins.get(base)
    yield f"severity: {level}{f'  ({origin})' if setting.severity is not None else ''}"
    for name, field in options.fields(rule).items():
        value = setting.options.get(name, field.default)
        changed = name in setting.options
        where = f"  ({settings.origins[f'{base}.{name}']}; default {_shown(field.default)})" if changed else ""
        yield f"{name}: {_shown(value)}{where}"
    for entry in settings.overrides:
        if rule.meta.id in entry.rules:
            changed_to = entry.rules[rule.meta.id]
            yield f"{'off' if changed_to is None else changed_to} for {', '.join(entry.tools)}  ({entry.origin})"


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "none"
    return str(value)
