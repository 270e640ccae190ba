"""From catalogs and settings to a finished report: the stages of `catalint check` between reading and writing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from catalint import config, engine, ignores, locate, suppress, tokenizer
from catalint.analyses import tokens
from catalint.context import Context
from catalint.report import CatalogSummary, Report
from catalint.rule import Rule
from catalint.sources import Loaded


def lint(loaded: Loaded, settings: config.Config, rules: Sequence[Rule[Any]], *, server_name: str = "") -> Report:
    """Judge what was loaded by the rules of a run. Raises UserError for a tokenizer encoding that is not there."""
    tokenizer.counter(settings.encoding)  # one that is not here is a wrong option, not a crash of each rule
    severities = config.severities(settings)
    ctx = Context(
        loaded.corpus,
        words=settings.words,
        targets=settings.targets,
        encoding=settings.encoding,
        server_name=server_name,
    )
    report = engine.run(ctx, rules, severities)
    counted = ctx.get(tokens.TOKENS)
    sums = [(catalog, tokens.add(catalog.visible, counted)) for catalog in loaded.corpus.catalogs]
    report = replace(
        report,
        unread=loaded.unread,
        catalogs=tuple(CatalogSummary(each.server, each.origin, total.tools, total.total) for each, total in sums),
        notes=(*loaded.notes, *config.find_unused(settings, rules, loaded.corpus)),
        seconds={**report.seconds, **ctx.seconds},
    )
    report = config.override(report, settings, rules)
    carried = tuple(ignores.of_tools(loaded.corpus)) if settings.trust_tools else ()
    report = suppress.apply(report, (*settings.ignores, *carried), loaded.corpus, rules, severities)
    return locate.attach(report, loaded.corpus)
