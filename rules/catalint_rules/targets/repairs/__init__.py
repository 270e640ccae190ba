"""Mechanical rewrites that make chosen targets take a tool, each proved on the rewritten tool before it is shown."""

from __future__ import annotations

import marshal
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from catalint import Analysis, Context, Fix, Json, Tool
from catalint.analyses.metaschema import METASCHEMA
from catalint_rules.targets.judging import Problem, count_breaches
from catalint_rules.targets.repairs import dialects, keywords, references, types
from catalint_rules.targets.repairs.edits import (
    Maker,
    Operation,
    Rewrite,
    apply,
    find_property,
    isolate_property,
    to_fix,
    to_patch,
)

Counts: TypeAlias = Mapping[tuple[str, str], int]
_SCHEMAS = ("inputSchema", "outputSchema")
_MAKERS: Mapping[str, Maker] = {**types.MAKERS, **keywords.MAKERS, **references.MAKERS, **dialects.MAKERS}


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A rewrite that holds: as a JSON Patch (RFC 6902) on the tool, and as one replacement in its file."""

    patch: Sequence[Operation]
    changes: str
    fix: Fix | None = field(default=None)


def suggest(problem: Problem, ctx: Context) -> Suggestion | None:
    """A rewrite after which no chosen target minds the place, and none minds anything new; None if there is none."""
    tool = problem.tool
    maker = _MAKERS.get(problem.objections[0].fact.check)
    if tool is None or maker is None:
        return None
    for rewrite in maker(problem, tool):
        raw = apply(tool.raw, rewrite.edits)
        if _holds(problem, tool, raw, rewrite, ctx):
            return Suggestion([*to_patch(dict(tool.raw), raw)], rewrite.changes, to_fix(tool, raw, rewrite))
    return None


def _holds(problem: Problem, tool: Tool, raw: Mapping[str, Json], rewrite: Rewrite, ctx: Context) -> bool:
    judged = ctx.get(_JUDGED)
    name = find_property(rewrite.edits)
    if name is None:
        # what becomes of the dialect must not break the schema
        broken = any(judged.faults(raw.get(key)) > judged.faults(tool.raw.get(key)) for key in _SCHEMAS)
        known, left = judged.counts(tool), count_breaches(replace(tool, raw=raw), ctx)
    else:
        before, after = isolate_property(tool.raw, name), isolate_property(raw, name)
        broken = judged.faults(after) > judged.faults(before)
        known, left = judged.counts_of_schema(before), judged.counts_of_schema(after)
    mended = all(
        left.get((each.target.name, each.fact.id), 0) < known.get((each.target.name, each.fact.id), 0)
        for each in problem.objections
        if not each.fact.keeps
    )
    return mended and not broken and all(count <= known.get(key, 0) for key, count in left.items())


@dataclass(frozen=True, eq=False)
class _Judged:
    """What the chosen targets mind of tools and of schemas, found once: tools of one server have much in common."""

    ctx: Context
    tools: dict[Tool, Counts] = field(default_factory=dict)
    schemas: dict[bytes, Counts] = field(default_factory=dict)

    def faults(self, schema: Json) -> int:
        """How many faults a schema has, none if it is missing."""
        return 0 if schema is None else len(self.ctx.get(METASCHEMA).faults(schema))

    def counts(self, tool: Tool) -> Counts:
        if tool not in self.tools:
            self.tools[tool] = count_breaches(tool, self.ctx)
        return self.tools[tool]

    def counts_of_schema(self, schema: dict[str, Json]) -> Counts:
        try:
            key = marshal.dumps(schema, 2)  # equal schemas give equal bytes
        except ValueError:  # nested too deep for it
            return self._count(schema)
        if key not in self.schemas:
            self.schemas[key] = self._count(schema)
        return self.schemas[key]

    def _count(self, schema: dict[str, Json]) -> Counts:
        tool = Tool("", 0, "tool", {"name": "tool", "inputSchema": schema})
        return count_breaches(tool, self.ctx, schemas=True)


_JUDGED: Analysis[_Judged] = Analysis("rewrites", _Judged)
