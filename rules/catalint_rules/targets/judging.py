"""What the targets of a run make of its tools: for rules, grouped by what is wrong; for the matrix, all of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from catalint import Analysis, Catalog, Context, Corpus, Path, Severity, Tool
from catalint.location import Location
from catalint.target import Fact, Target
from catalint_rules.targets import NAMES, load
from catalint_rules.targets.asking import Answer, Owner, Question, answer, ask, questions, questions_about_schemas
from catalint_rules.targets.checks.spot import Spot
from catalint_rules.targets.naming import known_name, seen_from
from catalint_rules.targets.together import Joint, judge_together

if TYPE_CHECKING:
    from catalint.judgement import Breach

_FAMILY = "client-"


@dataclass(frozen=True, eq=False)
class Objection:
    """A target that does not take what a problem is about, by which fact, and what its check saw."""

    target: Target
    fact: Fact
    spot: Spot


@dataclass(frozen=True, eq=False)
class Problem:
    """A place of a tool, or of a catalog where `tool` is None, and all chosen targets that do not take it.

    `others` are what it is about besides: tools or catalogs that are mounted with this one.
    """

    catalog: Catalog
    tool: Tool | None
    objections: Sequence[Objection]
    others: Sequence[Tool | Catalog] = ()

    @property
    def spot(self) -> Spot:
        """The place, as the first check saw it."""
        return self.objections[0].spot

    @property
    def where(self) -> Location:
        """The place."""
        return _where(self.catalog, self.tool, self.spot)

    @property
    def severity(self) -> Severity:
        """That of the worst effect."""
        return max(objection.fact.severity for objection in self.objections)

    @property
    def matters(self) -> bool:
        """Whether anything is lost or refused, or advice not taken."""
        return any(not objection.fact.keeps for objection in self.objections)


def chosen_targets(ctx: Context) -> tuple[Target, ...]:
    """The targets of a run, without revisions of the protocol, which have rules of their own."""
    return tuple(target for target in known_targets(ctx) if target.kind != "protocol")


def known_targets(ctx: Context) -> tuple[Target, ...]:
    """The targets of a run that are of this pack; what others bring these rules know nothing of."""
    return tuple(load(name) for name in ctx.targets if name in NAMES)


def _compute(ctx: Context) -> Mapping[Catalog, Mapping[str, Sequence[Problem]]]:
    asked = questions(chosen_targets(ctx), _FAMILY)
    if not asked:
        return {}
    found = {catalog: _group(catalog, asked, seen_from(catalog, ctx)) for catalog in ctx.corpus.catalogs}
    for rule, problem in _problems_together(ctx):
        found[problem.catalog].setdefault(rule, []).append(problem)
    return found


PROBLEMS: Analysis[Mapping[Catalog, Mapping[str, Sequence[Problem]]]] = Analysis("targets", _compute)
"""For each catalog and each rule of the family `clients` what its findings are about, in the order of the list."""


def _problems_together(ctx: Context) -> Iterator[tuple[str, Problem]]:
    """What the targets mind of all mounted catalogs together, by rule: at the first catalog or tool of each."""
    found: dict[tuple[object, ...], list[Joint]] = {}
    for joint in judge_together(ctx, chosen_targets(ctx)):
        found.setdefault((joint.fact.check, *map(id, joint.tools or joint.catalogs)), []).append(joint)
    for joints in found.values():
        worst: dict[str, Objection] = {}
        for each in joints:
            known = worst.get(each.target.name)
            # of two facts of one target about one thing, the worse counts
            if known is None or each.fact.severity > known.fact.severity:
                worst[each.target.name] = Objection(each.target, each.fact, each.spot)
        first = joints[0]
        tool = first.tools[0] if first.tools else None
        others = first.tools[1:] if first.tools else first.catalogs[1:]
        rule = "client-name-collision" if first.tools else first.fact.rule
        yield rule, Problem(first.catalogs[0], tool, list(worst.values()), others)


def _group(catalog: Catalog, asked: Sequence[Question], ctx: Context) -> dict[str, list[Problem]]:
    found: dict[str, dict[tuple[int, Path, str], tuple[Tool | None, list[Objection]]]] = {}
    for target, fact, tool, spot in _in_order(chosen_targets(ctx), ask(catalog, asked, ctx)):
        groups = found.setdefault(fact.rule, {})
        key = (-1 if tool is None else tool.index, spot.path, spot.cause)
        _, objections = groups.setdefault(key, (tool, []))
        same = [objection for objection in objections if objection.target is target]
        # of two facts of one target about one thing, the worse counts
        if not same:
            objections.append(Objection(target, fact, spot))
        elif fact.severity > same[0].fact.severity:
            objections[objections.index(same[0])] = Objection(target, fact, spot)
    return {
        rule: [
            Problem(catalog, tool, objections)
            for _, (tool, objections) in sorted(groups.items(), key=lambda item: item[0][0])
        ]
        for rule, groups in found.items()
    }


def _in_order(
    targets: Iterable[Target], found: Mapping[Owner, Sequence[Answer]]
) -> Iterator[tuple[Target, Fact, Tool | None, Spot]]:
    for target in targets:
        for fact in target.facts:
            for tool, spot in found.get((target, fact), ()):
                yield target, fact, tool, spot


def _where(catalog: Catalog, tool: Tool | None, spot: Spot) -> Location:
    return catalog.at(*spot.path) if tool is None else tool.at(*spot.path, part=spot.part)


def all_breaches(catalog: Catalog, targets: Sequence[Target], ctx: Context) -> list[Breach]:
    """Every fact of the targets that a catalog or one of its tools does not meet, one for each place."""
    from catalint.judgement import Breach

    asked = questions(tuple(targets))
    return [
        Breach(target, fact, _where(catalog, tool, spot), tool, spot.cause, count=spot.count)
        for target, fact, tool, spot in _in_order(targets, ask(catalog, asked, seen_from(catalog, ctx)))
    ]


def breaches_together(targets: Sequence[Target], ctx: Context) -> Iterator[tuple[Catalog, Breach]]:
    """Every fact that mounted catalogs do not meet together, for each catalog and tool that it is about."""
    from catalint.judgement import Breach

    for joint in judge_together(ctx, targets):
        for catalog in joint.catalogs:
            tools: list[Tool | None] = [tool for tool in joint.tools if tool.server == catalog.server]
            for tool in tools or [None]:
                where = _where(catalog, tool, joint.spot)
                yield catalog, Breach(joint.target, joint.fact, where, tool, joint.spot.cause, True, joint.spot.count)


def count_breaches(tool: Tool, ctx: Context, *, schemas: bool = False) -> Mapping[tuple[str, str], int]:
    """How many places of a tool each fact of the run's targets does not allow, by target and fact, if any.

    With `schemas` facts about anything else than its schemas are left out.
    """
    catalog = Catalog(tool.server, (tool,))
    alone = Context(
        Corpus((catalog,)), targets=ctx.targets, server_name=known_name(tool.server, ctx), plugin=ctx.plugin
    )
    counts: dict[tuple[str, str], int] = {}
    targets = known_targets(ctx)
    for question in questions_about_schemas(targets) if schemas else questions(targets):
        count = sum(1 for _ in answer(catalog, question, alone))
        if count:
            counts.update(((target.name, fact.id), count) for target, fact in question.owners)
    return counts
