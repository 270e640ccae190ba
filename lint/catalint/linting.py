"""From catalogs and settings to a finished report: the stages of `catalint check` between reading and writing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from catalint import config, engine, ignores, locate, suppress
from catalint.analyses import tokens
from catalint.context import Context
from catalint.location import Place
from catalint.model import Catalog
from catalint.report import CatalogSummary, Report, Unread
from catalint.rule import Rule

if TYPE_CHECKING:
    from catalint.locate.codebase import CodeIndex


@dataclass(frozen=True, eq=False)
class Surroundings:
    """What a run knows beside the catalogs: inputs that were not read, remarks, and where servers come from.

    By server name: `code` are indexes of source files, `declared` the lines of configurations that name servers.
    """

    unread: tuple[Unread, ...] = ()
    notes: tuple[str, ...] = ()
    code: Mapping[str, CodeIndex] = field(default_factory=dict)
    declared: Mapping[str, Place] = field(default_factory=dict)


def lint(
    ctx: Context,
    settings: config.Config,
    rules: Sequence[Rule[Any]],
    around: Surroundings,
    known: Iterable[str] = (),
) -> Report:
    """Judge the catalogs of a context by the rules of a run. `known` are the ids of all rules, run or not."""
    severities = config.severities(settings)
    report = engine.run(ctx, rules, severities)
    report = replace(
        report,
        unread=around.unread,
        catalogs=tuple(_summaries(ctx)),
        notes=(*around.notes, *report.notes, *config.find_unused(settings, rules, ctx.corpus)),
        seconds={**report.seconds, **ctx.seconds},
    )
    report = config.override(report, settings, rules)
    accepted = (*settings.ignores, *(ignores.of_tools(ctx.corpus) if settings.trust_tools else ()))
    if around.code:
        comments = locate.comments(around.code, ctx.corpus, frozenset(known))
        accepted = (*accepted, *comments.ignores)
        report = replace(report, notes=(*report.notes, *comments.notes))
    report = suppress.apply(report, accepted, ctx.corpus, rules, severities)
    return locate.attach(report, ctx.corpus, around.code, around.declared)


def _summaries(ctx: Context) -> Iterable[CatalogSummary]:
    counted = ctx.get(tokens.TOKENS)
    for catalog in ctx.corpus.catalogs:
        yield _sum_up(catalog, tokens.add(catalog.visible, counted))


def _sum_up(catalog: Catalog, total: tokens.Sum) -> CatalogSummary:
    listed = tuple((tool.index, tool.name) for tool in catalog.tools)
    return CatalogSummary(catalog.server, catalog.origin, total.tools, total.total, listed)
