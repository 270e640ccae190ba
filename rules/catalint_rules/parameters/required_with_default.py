"""A required parameter that the server could fill in itself: the rule `required-with-default`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from catalint import Catalog, CatalogRule, Context, Finding, Location, Meta, Related, Severity, Tool
from catalint.expression import expression
from catalint.rule import NoOptions
from catalint_rules.analyses.optionality import SUSPECTS, Reason, listed
from catalint_rules.parameters.bloated_required import Options, is_bloated
from catalint_rules.wording import fit

# Texts by which some calls need the parameter: for those, the server has to check what the schema no longer does.
_CONDITIONAL = expression(r"\b(?:ignored|only|not (?:required|needed|necessary)|required|needed)\b", re.IGNORECASE)
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
        bloated: dict[Tool, list[Reason]] = {}
        for tool in catalog.visible:
            found = ctx.get(SUSPECTS).get(tool, ())
            reasons = [item for item in found if item.kind in ("default", "text", "mode")]
            # where a tool requires too much altogether, bloated-required lists what need not be
            if reasons:
                (bloated if is_bloated(tool, found, Options()) else reported)[tool] = reasons
        output = describes_output(catalog, {**reported, **bloated})
        if output:
            made = {tool: reasons for tool, reasons in {**reported, **bloated}.items() if tool in output}
            yield self._of_generator({tool: made[tool] for tool in catalog.visible if tool in made})
        left = {tool: reasons for tool, reasons in (*reported.items(), *bloated.items()) if tool not in output}
        for alike in _fold(left):
            if any(reasons[0].parameter.tool in reported for reasons in alike):
                yield self._report(alike)

    def _of_generator(self, made: Mapping[Tool, Sequence[Reason]]) -> Finding:
        first, *others = [item for reasons in made.values() for item in reasons]
        return self.finding(
            _place(first),
            _generated([first, *others], len(made)),
            related=tuple(Related(_place(item), item.evidence) for item in others),
            detail="\n".join(
                f"{tool.name}: {', '.join(f'{item.parameter.name} ({item.evidence})' for item in reasons)}"
                for tool, reasons in made.items()
            ),
            key="generated",
            data={"tools": [tool.name for tool in made], "generated": True},
        )

    def _report(self, alike: Sequence[Sequence[Reason]]) -> Finding:
        """One finding for tools that have the same parameters with the same words on them: they were copied."""
        first, *others = [item for reasons in alike for item in reasons]
        return self.finding(
            _place(first),
            _message(alike[0], len(alike)),
            related=tuple(Related(_place(item), item.evidence) for item in others),
            detail=_detail(alike[0]),
            data={
                "parameters": {item.parameter.name: item.evidence for item in alike[0]},
                "tools": [reasons[0].parameter.tool.name for reasons in alike],
                "generated": False,
            },
        )


def _fold(found: Mapping[Tool, Sequence[Reason]]) -> Iterator[Sequence[Sequence[Reason]]]:
    """Bring together the tools that require the same parameters on the same terms: they were copied.

    What several tools share is taken out of a tool that requires more, so that it is counted wherever it stands.
    """
    left = {tool: {(item.parameter.name, item.evidence): item for item in reasons} for tool, reasons in found.items()}
    alike = Counter(frozenset(causes) for causes in left.values())
    for shared, count in alike.most_common():
        if count > 1:
            having = [tool for tool, causes in left.items() if shared <= causes.keys()]
            if having:
                yield [[item for cause, item in left[tool].items() if cause in shared] for tool in having]
            for tool in having:
                left[tool] = {cause: item for cause, item in left[tool].items() if cause not in shared}
    rest: dict[frozenset[tuple[str, str]], list[Sequence[Reason]]] = {}
    for causes in left.values():
        if causes:
            rest.setdefault(frozenset(causes), []).append(list(causes.values()))
    yield from rest.values()


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


def _generated(found: Sequence[Reason], tools: int) -> str:
    return fit(
        *(
            f"all {len(found)} parameters with a default in {tools} tools are required ({listed(found, most)}), so the "
            "schemas seem to describe the parsed output"
            for most in (3, 2, 1)
        ),
        action=f"with zod, generate them by {_INPUT}",
    )


def _message(reasons: Sequence[Reason], tools: int) -> str:
    """What is wrong in so many tools."""
    where = f" in {tools} tools" if tools > 1 else ""
    if len(reasons) > 1:
        return fit(
            *(
                f"{listed(reasons, most)} are required{where} although they need not be, so every call has to carry "
                "them"
                for most in (4, 3, 2, 1)
            ),
            action="take them out of `required`",
        )
    (item,) = reasons
    name = f"`{item.parameter.name}`"
    out = "take it out of `required`"
    if item.kind == "default" and _must_be_set(item):
        return (
            f"{name} is required{where} and callers must set it, so its {item.evidence} never applies: drop the default"
        )
    if item.kind == "default":
        return f"{name} is required{where}, so its {item.evidence} never applies: every call has to carry it; {out}"
    if item.kind == "mode":
        return (
            f"{name} is required{where} although it is {item.evidence}, so calls without use for it have to invent a "
            f"value: {out} and check it there, or split the tool"
        )
    if _CONDITIONAL.search(item.evidence):
        return (
            f"{name} is required{where} although its text says {item.evidence}, so calls without use for it have to "
            f"invent a value: {out} and check it where it counts"
        )
    return f"{name} is required{where} although its text says {item.evidence}: {out}, or correct the text"


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
