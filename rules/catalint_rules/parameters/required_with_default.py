"""A required parameter that the server could fill in itself: the rule `required-with-default`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from catalint import Catalog, CatalogRule, Context, Finding, Location, Meta, Related, Severity, Tool
from catalint.rule import NoOptions
from catalint_rules.analyses.optionality import SUSPECTS, Reason, listed
from catalint_rules.parameters.bloated_required import Options, is_bloated
from catalint_rules.wording import fit

# One tool is a slip, this many tools of a catalog are its generator.
_GENERATED = 2
_INPUT = 'z.toJSONSchema(schema, {io: "input"})'


class RequiredWithDefault(CatalogRule[NoOptions]):
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

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Report the parameters of one tool together: they have one cause."""
        reported: dict[Tool, list[Reason]] = {}
        for tool in catalog.visible:
            found = ctx.get(SUSPECTS).get(tool, ())
            # where a tool requires too much altogether, bloated-required lists what only a text calls optional
            kinds = ("default",) if is_bloated(tool, found, Options()) else ("default", "text", "mode")
            reasons = [item for item in found if item.kind in kinds]
            if reasons:
                reported[tool] = reasons
        output = describes_output(catalog, reported)
        for tool, reasons in reported.items():
            yield self.finding(
                _place(reasons[0]),
                _message(reasons, len(output) if tool in output else 0),
                related=tuple(Related(_place(item), item.evidence) for item in reasons[1:]),
                detail=_detail(reasons),
                data={
                    "parameters": {item.parameter.name: item.evidence for item in reasons},
                    "generated": tool in output,
                },
            )


def describes_output(catalog: Catalog, reported: Mapping[Tool, Sequence[Reason]]) -> frozenset[Tool]:
    """The tools whose schemas describe values after parsing, as zod's do unless they are asked for the input.

    There, every object is closed and names its dialect, and whatever has a default is required.
    """
    made = {
        tool
        for tool, reasons in reported.items()
        if all(item.kind == "default" for item in reasons) and not _must_be_set(reasons[0])
    }
    for tool in catalog.visible:
        schema = tool.input_schema
        closed = isinstance(schema, dict) and "$schema" in schema and schema.get("additionalProperties") is False
        spared = any(isinstance(p.schema, dict) and "default" in p.schema and not p.required for p in tool.parameters)
        if not closed or spared:
            return frozenset()
    return frozenset(made) if len(made) >= _GENERATED else frozenset()


def _place(item: Reason) -> Location:
    schema = item.parameter.schema
    if item.kind == "default" and isinstance(schema, dict) and "default" in schema:
        return item.parameter.at("default")
    if item.kind == "text" and isinstance(schema, dict) and "description" in schema:
        return item.parameter.at("description")
    return item.parameter.at(part="key")


def _message(reasons: Sequence[Reason], alike: int) -> str:
    """`alike` is the number of tools of the catalog whose schemas describe the output, 0 if this one's does not."""
    are = "are" if len(reasons) > 1 else "is"
    if alike:
        return fit(
            *(
                f"{listed(reasons, most)} {are} required, like all with a default in {alike} tools here, so the "
                "schemas seem to describe the parsed output"
                for most in (4, 3, 2, 1)
            ),
            action=f"with zod, generate them by {_INPUT}",
        )
    if len(reasons) > 1:
        return fit(
            *(
                f"{listed(reasons, most)} are required although they need not be, so every call has to carry them"
                for most in (4, 3, 2, 1)
            ),
            action="take them out of `required`",
        )
    (item,) = reasons
    name = f"`{item.parameter.name}`"
    action = "every call has to carry it; take it out of `required`"
    if item.kind == "default" and _must_be_set(item):
        return f"{name} is required and callers must set it, so its {item.evidence} never applies: drop the default"
    if item.kind == "default":
        return f"{name} is required, so its {item.evidence} never applies: {action}"
    if item.kind == "mode":
        return f"{name} is required although it is {item.evidence}: take it out of `required`, or split the tool"
    return f"{name} is required although its text says {item.evidence}: {action}"


def _must_be_set(item: Reason) -> bool:
    text = item.parameter.description.lower()
    return "must be true" in text or "must be set" in text or "must be explicitly" in text


def _detail(reasons: Sequence[Reason]) -> str:
    lines = [f"{item.parameter.name}: {item.evidence}" for item in reasons]
    if any(item.kind == "default" for item in reasons):
        lines.append(
            "Some generators list what has a default as required where they describe values after parsing; "
            f"with zod, ask for the schema of the input: {_INPUT}."
        )
    return "\n".join(lines)
