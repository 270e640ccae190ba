"""Too many required parameters: the rule `bloated-required`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from catalint import Context, Finding, Meta, Parameter, Related, Severity, Tool, ToolRule, option
from catalint.explanations import target
from catalint.schema import types_of
from catalint.words import split_identifier
from catalint_rules import words
from catalint_rules.analyses.optionality import SUSPECTS, Reason, follows_strict_mode, listed
from catalint_rules.wording import fit, names


@dataclass(frozen=True)
class Options:
    """How many required parameters are many.

    Six is what reviewers of real servers still let pass where each is needed. Below five, what need not be required is
    a fault of single parameters, which other rules report.
    """

    max_required: int = option(6, "Most required parameters of a tool that are taken for granted.", minimum=1)
    min_required: int = option(5, "Fewest required parameters of a tool of which two need not be.", minimum=2)
    min_suspects: int = option(2, "Fewest of them that need not be required.", minimum=2)


class BloatedRequired(ToolRule[Options]):
    """Finds tools that make every call carry what the server could fill in."""

    meta = Meta(
        "bloated-required",
        "Many parameters are required, some needlessly",
        Severity.WARNING,
        tags=("parameters", "design"),
        evidence=("https://www.anthropic.com/engineering/writing-tools-for-agents",),
    )
    options_type = Options

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        """Judge one tool."""
        required = [parameter for parameter in tool.parameters if parameter.required]
        found = ctx.get(SUSPECTS).get(tool, ())
        if is_bloated(tool, found, self.options):
            yield self._report(tool, _message(tool, required, found), found)
        elif len(required) > self.options.max_required and not follows_strict_mode(tool):
            usual = words.vocabulary("usually_optional", ctx)
            likely = [*(item.parameter for item in found), *(p for p in required if _is_likely(p, usual))]
            usually = list(dict.fromkeys(parameter.name for parameter in likely))
            if len(usually) > 1:
                yield self._report(tool, _many(tool, len(required), usually), found, likely=usually)

    def _report(self, tool: Tool, message: str, found: Sequence[Reason], *, likely: Sequence[str] = ()) -> Finding:
        return self.finding(
            tool.at("inputSchema", "required"),
            message,
            severity=Severity.NOTE if likely else Severity.WARNING,
            related=tuple(Related(item.parameter.at(part="key"), item.evidence) for item in found),
            detail="\n".join(f"{item.parameter.name}: {item.evidence}" for item in found),
            data={
                "required": sum(1 for parameter in tool.parameters if parameter.required),
                "parameters": len(tool.parameters),
                "suspects": {item.parameter.name: item.evidence for item in found},
                "likely": list(likely),
            },
        )


def is_bloated(tool: Tool, found: Sequence[Reason], options: Options) -> bool:
    """Whether a tool requires many parameters, some of which it need not."""
    required = sum(1 for parameter in tool.parameters if parameter.required)
    return required >= options.min_required and len(found) >= options.min_suspects


def _message(tool: Tool, required: Sequence[Parameter], found: Sequence[Reason]) -> str:
    needless = {item.parameter for item in found}
    kept = [parameter.name for parameter in required if parameter not in needless]
    head = f"a call has to carry {len(required)} of {len(tool.parameters)} parameters where {len(kept)} would do"
    reasons = [listed(found, most) for most in (6, 5, 4, 3, 2, 1)]
    lines = [f"{head}: {reason} need not be" for reason in reasons]
    keep = "nothing" if not kept else names(kept, 4)
    return fit(*lines, head, action=(f"keep {keep} in `required`", f"keep {len(kept)} in `required`"))


def _many(tool: Tool, required: int, usual: Sequence[str]) -> str:
    head = (
        f"{required} of {len(tool.parameters)} parameters are required, so a model fills in all of them in every call"
    )
    lines = [f"{head}, even what often has a usual value: {names(usual, most)}" for most in (5, 4, 3, 2)]
    return fit(*lines, head, action="make optional what has one")


def _is_likely(parameter: Parameter, usual: frozenset[str]) -> bool:
    schema = target(parameter.schema, parameter.tool.input_schema)
    if types_of(schema) & {"boolean", "null"}:
        return True
    return split_identifier(parameter.name)[-1:] != [] and split_identifier(parameter.name)[-1] in usual
