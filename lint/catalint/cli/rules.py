"""`catalint rules`: all rules, and what the configuration makes of them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Any

import click

from catalint import config, options
from catalint.cli import console
from catalint.cli.arguments import color_option, config_options, read_config
from catalint.output.encode import encode
from catalint.output.terminal import STYLES
from catalint.pack import RulePack
from catalint.rule import Rule

_STATE_WIDTH = 9
_INDENT = 6
# Text in fewer columns is hard to read.
_NARROWEST = 24


@click.command(
    short_help="List the rules.",
    epilog="""\b
Examples:
  catalint rules
  catalint rules --strict --format json""",
)
@config_options
@click.option("--strict", is_flag=True, help="Show what --strict turns on.")
@click.option("-f", "--format", "form", type=click.Choice(["text", "json", "markdown"]), default="text", help="(text)")
@color_option
def rules(*, config_file: Path | None, no_config: bool, strict: bool, form: str, color: str) -> None:
    """List the rules by family: id, severity, whether it runs, and what it reports.

    Severities are those that catalint.yaml sets, where there is one.
    """
    document = read_config(config_file, use=not no_config)
    packs = config.packs(document)
    settings = config.load(document, packs, config.Flags(strict=strict))
    config.select(settings, packs)
    if form == "markdown":
        from catalint.docs import index

        console.say(index(packs))
    elif form == "json":
        console.put(encode({"version": 1, "rules": [_entry(pack, rule, settings) for pack, rule in _sorted(packs)]}))
    else:
        listed = [rule for _, rule in _sorted(packs)]
        console.say(_table(listed, settings, color=console.wants_color(color), width=console.width()))


def _sorted(packs: Iterable[RulePack]) -> list[tuple[RulePack, type[Rule[Any]]]]:
    """The rules in the order of their pack's families, by id inside a family."""
    found: list[tuple[RulePack, type[Rule[Any]]]] = []
    for pack in packs:
        families = list(dict.fromkeys(rule.family() for rule in pack.rules))
        ordered = sorted(pack.rules, key=lambda rule: (families.index(rule.family()), rule.meta.id))
        found.extend((pack, rule) for rule in ordered)
    return found


def _entry(pack: RulePack, rule: type[Rule[Any]], settings: config.Config) -> dict[str, Any]:
    meta = rule.meta
    return {
        "id": meta.id,
        "family": rule.family(),
        "pack": pack.name,
        "summary": meta.summary,
        "severity": str(config.severities(settings).get(meta.id, meta.severity)),
        "default_severity": str(meta.severity),
        "profile": meta.profile,
        "enabled": config.runs(rule, settings),
        "precision": meta.precision,
        "since": meta.since,
        "audience": meta.audience,
        "tags": list(meta.tags),
        "evidence": list(meta.evidence),
        "options": options.json_schema(rule),
        "help": pack.help_url(rule),
    }


def _table(rules: list[type[Rule[Any]]], settings: config.Config, *, color: bool, width: int | None) -> str:
    """The rules in columns; what a rule reports is wrapped in its column, or below where that would be too narrow."""
    severities = config.severities(settings)
    name_width = max((len(rule.meta.id) for rule in rules), default=0)
    column = name_width + _STATE_WIDTH + 4
    beside = width is None or width - column >= _NARROWEST
    lines: list[str] = []
    for family, members in groupby(rules, key=lambda rule: rule.family()):
        lines += [console.styled(family, "heading", color=color)]
        for rule in members:
            on = config.runs(rule, settings)
            level = severities.get(rule.meta.id, rule.meta.severity)
            state = str(level) if on else "strict" if rule.meta.profile == "strict" else config.OFF
            name = console.styled(rule.meta.id, "" if on else "dim", color=color)
            mark = console.styled(state, STYLES[level] if on else "dim", color=color)
            gaps = [" " * (name_width - len(rule.meta.id) + 2), " " * (_STATE_WIDTH - len(state))]
            first, *others = _wrapped(rule.meta.summary, width, column if beside else _INDENT)
            if beside:
                lines.append(f"  {name}{gaps[0]}{mark}{gaps[1]}{first}")
            else:
                lines += [f"  {name}  {mark}", f"{' ' * _INDENT}{first}"]
            lines += [f"{' ' * (column if beside else _INDENT)}{other}" for other in others]
        lines.append("")
    running = sum(1 for rule in rules if config.runs(rule, settings))
    lines += _wrapped(f"{running} of {len(rules)} rules run; `catalint explain RULE` tells all about one", width, 0)
    return "\n".join(lines) + "\n"


def _wrapped(text: str, width: int | None, column: int) -> list[str]:
    """The lines of a text that begin at a column of a terminal and end before its width."""
    if width is None:
        return [text]
    import textwrap

    most = max(width - column, _NARROWEST)
    return textwrap.wrap(text, most, break_long_words=False, break_on_hyphens=False) or [""]
