"""What targets ask of tools: each question is put once, however many targets and facts ask it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from catalint import Analysis, Catalog, Context, Tool
from catalint.analyses.schemas import SCHEMAS
from catalint.target import Fact, Target
from catalint_rules.targets.checks import (
    breaches_of_catalog,
    breaches_of_tool,
    find_triggers,
    is_about_catalogs,
    is_about_schemas,
    is_about_sent_names,
)
from catalint_rules.targets.checks.spot import Spot

Owner: TypeAlias = tuple[Target, Fact]
Answer: TypeAlias = tuple[Tool | None, Spot]


@dataclass(frozen=True, eq=False)
class Question:
    """What the facts of some targets ask alike; `owners` are those facts, the first of them stands for all.

    Tools whose schemas have none of the keywords `triggers` meet it, if there are any.
    """

    owners: Sequence[Owner]
    triggers: frozenset[str]

    @property
    def fact(self) -> Fact:
        """A fact that asks it."""
        return self.owners[0][1]


@cache
def questions(targets: tuple[Target, ...], family: str = "") -> Sequence[Question]:
    """What targets ask by the facts that rules report whose id begins with `family`.

    Targets have much in common: of 187 facts of all of them, 110 are questions of their own.
    """
    asked: dict[tuple[object, ...], list[Owner]] = {}
    for target in targets:
        for fact in target.facts:
            if fact.rule.startswith(family):
                naming = target.naming if is_about_sent_names(fact) else None
                key = (fact.check, json.dumps(fact.value, sort_keys=True), fact.side, naming)
                asked.setdefault(key, []).append((target, fact))
    return [Question(owners, find_triggers(owners[0][1])) for owners in asked.values()]


@cache
def questions_about_schemas(targets: tuple[Target, ...]) -> Sequence[Question]:
    """Those of the questions of targets that the schemas of one tool answer."""
    return [question for question in questions(targets) if is_about_schemas(question.fact)]


def ask(catalog: Catalog, asked: Sequence[Question], ctx: Context) -> Mapping[Owner, Sequence[Answer]]:
    """What a catalog and its tools do not meet, by target and fact, in the order of the list."""
    found: dict[Owner, list[Answer]] = {}
    for question in asked:
        answers = list(answer(catalog, question, ctx))
        if answers:
            found.update(dict.fromkeys(question.owners, answers))
    return found


def answer(catalog: Catalog, question: Question, ctx: Context) -> Iterator[Answer]:
    """The places of a catalog and its tools that a question is not met at."""
    target, fact = question.owners[0]
    if is_about_catalogs(fact):
        yield from breaches_of_catalog(catalog, fact, target, ctx)
        return
    keywords = ctx.get(_KEYWORDS)
    for tool in catalog.tools:
        if not question.triggers or not question.triggers.isdisjoint(keywords[tool]):
            for spot in breaches_of_tool(tool, fact, target, ctx):
                yield tool, spot


def _find_keywords(ctx: Context) -> Mapping[Tool, frozenset[str]]:
    return {
        tool: frozenset().union(
            *(node.schema for schema in found for node in schema.nodes if isinstance(node.schema, dict))
        )
        for tool, found in ctx.get(SCHEMAS).items()
    }


_KEYWORDS: Analysis[Mapping[Tool, frozenset[str]]] = Analysis("keywords of schemas", _find_keywords)
