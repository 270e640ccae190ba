"""Why a required parameter looks as if it were not: a default, the word "optional", a mode that has no use for it.

The texts are read sentence by sentence with bounded patterns, so that the time is linear in their length.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from catalint import Analysis, Context, Json, Parameter, Tool
from catalint.explanations import docstring, target
from catalint.schema import allowed_types
from catalint_rules.analyses.constants import find_constant
from catalint_rules.analyses.deprecation import find_deprecation
from catalint_rules.analyses.modes import MODES
from catalint_rules.analyses.omission import expressions, words_on_omission
from catalint_rules.wording import excerpt

Kind = Literal["default", "text", "mode", "single", "deprecated"]

_QUOTE = 60


class Reason(NamedTuple):
    """Why a parameter need not be required. `evidence` fits behind the parameter's name in brackets."""

    parameter: Parameter
    kind: Kind
    evidence: str


def _compute(ctx: Context) -> Mapping[Tool, tuple[Reason, ...]]:
    found = {
        tool: tuple(_reasons([parameter for parameter in tool.parameters if parameter.required], ctx))
        for tool in ctx.corpus.visible
    }
    return {tool: reasons for tool, reasons in found.items() if reasons}


# The required parameters of each tool that look as if they need not be, in their order.
SUSPECTS = Analysis("suspects", _compute)


def listed(reasons: Sequence[Reason], most: int) -> str:
    """Parameters with their evidence: `limit` (default 10), `notify` ("optional") and 2 more."""
    most = most + 1 if len(reasons) == most + 1 else most
    shown = ", ".join(f"`{item.parameter.name}` ({item.evidence})" for item in reasons[:most])
    return shown + (f" and {len(reasons) - most} more" if len(reasons) > most else "")


def follows_strict_mode(tool: Tool) -> bool:
    """Whether a schema is written for OpenAI's strict mode, where all keys are required and null means "left out".

    https://platform.openai.com/docs/guides/structured-outputs#all-fields-must-be-required
    """
    root = tool.input_schema
    closed = isinstance(root, dict) and root.get("additionalProperties") is False
    return (
        closed and all(parameter.required for parameter in tool.parameters) and any(map(_takes_null, tool.parameters))
    )


def _reasons(required: Sequence[Parameter], ctx: Context) -> Iterator[Reason]:
    for parameter in required:
        found = _reason(parameter, ctx, lonely=len(required) == 1)
        if found:
            yield found


def _reason(parameter: Parameter, ctx: Context, *, lonely: bool) -> Reason | None:
    """The best reason against requiring a parameter; None if there is none."""
    schema = target(parameter.schema, parameter.tool.input_schema)
    said = f"{parameter.description}\n{docstring(parameter.tool).parameters.get(parameter.name, '')}"
    deprecation = find_deprecation(parameter.schema, said, parameter.tool.input_schema)
    if deprecation:
        return Reason(parameter, "deprecated", deprecation)
    for candidate in (parameter.schema, schema):
        if isinstance(candidate, dict) and "default" in candidate:
            return Reason(parameter, "default", f"default {_shown(candidate['default'])}")
    strict = _takes_null(parameter) and follows_strict_mode(parameter.tool)
    stated = "" if strict else words_on_omission(parameter, schema, lonely=lonely)
    if stated:
        return Reason(parameter, "text", excerpt(stated.rstrip(" .;,"), _QUOTE))
    for mode in ctx.get(MODES).get(parameter.tool, ()):
        tie = mode.ties.get(parameter.name) if mode.jobs and "." not in mode.name else None
        if tie and (tie.source == "schema" or (tie.source == "text" and expressions().exclusive.search(tie.quote))):
            return Reason(parameter, "mode", f"only for {mode.name} {', '.join(tie.values[:2])}")
    constant = find_constant(parameter.name, parameter.schema, parameter.description, parameter.tool.input_schema)
    if constant is None:
        return None
    same = constant.source == "values"
    return Reason(
        parameter, "single", f"{constant.value} mean the same" if same else f"only {constant.value} is allowed"
    )


def _takes_null(parameter: Parameter) -> bool:
    return "null" in allowed_types(target(parameter.schema, parameter.tool.input_schema))


def _shown(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 30 else f"{text[:29]}…"
