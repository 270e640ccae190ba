"""Mechanical rewrites that make chosen targets take a tool, each proved on the rewritten tool before it is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from catalint import Analysis, Context, Fix, Json, Tool
from catalint.analyses.metaschema import METASCHEMA
from catalint_rules.targets.judging import Problem, count_breaches
from catalint_rules.targets.repairs import dialects, keywords, references, types
from catalint_rules.targets.repairs.edits import Maker, Operation, apply, to_fix, to_patch

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
        if _holds(problem, tool, raw, ctx):
            return Suggestion([*to_patch(dict(tool.raw), raw)], rewrite.changes, to_fix(tool, raw, rewrite))
    return None


def _holds(problem: Problem, tool: Tool, raw: Mapping[str, Json], ctx: Context) -> bool:
    after = Tool(tool.server, tool.index, tool.name, raw, tool.namespace)
    for key in ("inputSchema", "outputSchema"):
        # what becomes of the dialect must not break the schema
        before = ctx.get(METASCHEMA).faults(tool.raw.get(key)) if key in tool.raw else ()
        if key in raw and len(ctx.get(METASCHEMA).faults(raw[key])) > len(before):
            return False
    known = ctx.get(_KNOWN)[tool]
    left = count_breaches(after, ctx)
    mended = all(
        left.get((each.target.name, each.fact.id), 0) < known.get((each.target.name, each.fact.id), 0)
        for each in problem.objections
        if not each.fact.keeps
    )
    return mended and all(count <= known.get(key, 0) for key, count in left.items())


class _Known(dict[Tool, Mapping[tuple[str, str], int]]):
    """What the chosen targets mind of each tool as it is, found once for all places of it."""

    def __init__(self, ctx: Context) -> None:
        super().__init__()
        self._ctx = ctx

    def __missing__(self, tool: Tool) -> Mapping[tuple[str, str], int]:
        self[tool] = found = count_breaches(tool, self._ctx)
        return found


_KNOWN: Analysis[_Known] = Analysis("breaches", _Known)
