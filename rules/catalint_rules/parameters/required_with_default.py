"""A required parameter that the server could fill in itself: the rule `required-with-default`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from catalint import Context, Finding, Location, Meta, Related, Severity, Tool, ToolRule
from catalint.rule import NoOptions
from catalint_rules.analyses.optionality import SUSPECTS, Reason, listed
from catalint_rules.parameters.bloated_required import Options, is_bloated

_LONGEST = 240


class RequiredWithDefault(ToolRule[NoOptions]):
    """Finds required parameters that have a default or that the texts call optional."""

    meta = Meta(
        "required-with-default",
        "Required parameter has a default or is called optional",
        Severity.WARNING,
        precision="very-high",
        tags=("parameters", "schema"),
        evidence=(
            "https://json-schema.org/draft/2020-12/json-schema-validation#section-9.2",
            "https://zod.dev/json-schema",
        ),
    )

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        """Report the parameters of one tool together: they have one cause."""
        found = ctx.get(SUSPECTS).get(tool, ())
        # where a tool requires too much altogether, bloated-required lists what only a text calls optional
        kinds = ("default",) if is_bloated(tool, found, Options()) else ("default", "text", "mode")
        reasons = [item for item in found if item.kind in kinds]
        if reasons:
            yield self.finding(
                _place(reasons[0]),
                _message(reasons),
                related=tuple(Related(_place(item), item.evidence) for item in reasons[1:]),
                detail=_detail(reasons),
                data={"parameters": {item.parameter.name: item.evidence for item in reasons}},
            )


def _place(item: Reason) -> Location:
    schema = item.parameter.schema
    if item.kind == "default" and isinstance(schema, dict) and "default" in schema:
        return item.parameter.at("default")
    if item.kind == "text" and isinstance(schema, dict) and "description" in schema:
        return item.parameter.at("description")
    return item.parameter.at(part="key")


def _message(reasons: Sequence[Reason]) -> str:
    for most in (4, 3, 2, 1):
        text = _worded(reasons, most)
        if len(text) <= _LONGEST:
            return text
    return f"{text[: _LONGEST - 1]}…"


def _worded(reasons: Sequence[Reason], most: int) -> str:
    cost = "every call has to carry it; take it out of `required`"
    if len(reasons) > 1:
        return (
            f"{listed(reasons, most)} are required although they need not be, so every call has to carry them; "
            "take them out of `required`"
        )
    (item,) = reasons
    name = f"`{item.parameter.name}`"
    if item.kind == "default" and _must_be_set(item):
        return f"{name} is required and callers must set it, so its {item.evidence} never applies: drop the default"
    if item.kind == "default":
        return f"{name} is required, so its {item.evidence} never applies: {cost}"
    if item.kind == "mode":
        return f"{name} is required although it is {item.evidence}: take it out of `required`, or split the tool"
    return f"{name} is required although its text says {item.evidence}: {cost}"


def _must_be_set(item: Reason) -> bool:
    text = item.parameter.description.lower()
    return "must be true" in text or "must be set" in text or "must be explicitly" in text


def _detail(reasons: Sequence[Reason]) -> str:
    lines = [f"{item.parameter.name}: {item.evidence}" for item in reasons]
    if any(item.kind == "default" for item in reasons):
        lines.append(
            "Some generators list what has a default as required where they describe values after parsing; "
            'with zod, ask for the schema of the input: z.toJSONSchema(schema, {io: "input"}).'
        )
    return "\n".join(lines)
