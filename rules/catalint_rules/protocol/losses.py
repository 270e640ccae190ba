"""Tools that take away or overwrite by their own words: the ground for hints that say too little."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from catalint import Analysis, Context, Tool
from catalint_rules.protocol.effects import Claim, loss


def _compute(ctx: Context) -> Mapping[str, Mapping[Tool, Claim]]:
    found: defaultdict[str, dict[Tool, Claim]] = defaultdict(dict)
    for tool in ctx.corpus.tools:
        hints = tool.annotations
        if not isinstance(hints, dict) or hints.get("readOnlyHint") is True:
            continue
        if hints.get("destructiveHint") is False and (lost := loss(tool, ctx)):
            found[tool.server][tool] = lost
    return found


# The tools of each server that lose something and are marked as only adding, each with the words that say so.
MILDENED = Analysis("losing tools marked additive", _compute)
