"""A parameter that every call must carry though it is no longer wanted: the rule `required-deprecated`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from catalint import Context, Finding, Location, Meta, Related, Severity, Tool, ToolRule
from catalint.analyses.schemas import input_nodes
from catalint.rule import NoOptions
from catalint.schema import spell
from catalint_rules.analyses.deprecation import find_deprecation
from catalint_rules.analyses.optionality import SUSPECTS
from catalint_rules.wording import cite

_LONGEST = 240


class _Leftover(NamedTuple):
    """A required property, its name with dots where it is nested, and the words that call it deprecated."""

    where: Location
    name: str
    words: str


class RequiredDeprecated(ToolRule[NoOptions]):
    """Finds required properties, at any depth, that the schema or its text calls deprecated, legacy or unused."""

    meta = Meta(
        "required-deprecated",
        "Required parameter is deprecated",
        Severity.WARNING,
        precision="very-high",
        tags=("parameters", "schema"),
        evidence=("https://json-schema.org/draft/2020-12/json-schema-validation#section-9.3",),
    )

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        """Report the properties of one tool together."""
        found = [
            _Leftover(item.parameter.at(part="key"), item.parameter.name, item.evidence)
            for item in ctx.get(SUSPECTS).get(tool, ())
            if item.kind == "deprecated"
        ]
        found += _nested(tool, ctx)
        if found:
            yield self.finding(
                found[0].where,
                _message(found),
                related=tuple(Related(item.where, item.words) for item in found[1:]),
                key=found[0].name,
                data={"parameters": {item.name: item.words for item in found}},
            )


def _nested(tool: Tool, ctx: Context) -> Iterator[_Leftover]:
    """The same below the top level, where the schema alone speaks."""
    for node in input_nodes(tool, ctx):
        schema = node.schema
        properties = schema.get("properties") if isinstance(schema, dict) else None
        required = schema.get("required") if isinstance(schema, dict) else None
        if not node.path or not isinstance(properties, dict) or not isinstance(required, list):
            continue
        for name in required:
            if not isinstance(name, str):
                continue
            value = properties.get(name)
            text = value.get("description") if isinstance(value, dict) else None
            words = find_deprecation(value, text if isinstance(text, str) else "", tool.input_schema)
            if words:
                path = (*node.path, "properties", name)
                yield _Leftover(tool.at("inputSchema", *path, part="key"), spell(path), words)


def _message(found: Sequence[_Leftover]) -> str:
    text = ""
    if len(found) == 1:
        (item,) = found
        said = item.words if item.words == "deprecated: true" else f"called {cite(item.words)}"
        return (
            f"`{item.name}` is required although it is {said}, so every call has to invent a value nobody wants: "
            "take it out of `required`"
        )
    for most in (4, 3, 2, 1):
        shown = ", ".join(f"`{item.name}` ({item.words})" for item in found[:most])
        more = f" and {len(found) - most} more" if len(found) > most else ""
        text = (
            f"{shown}{more} are required although they are deprecated, so calls have to invent values nobody wants: "
            "take them out of `required`"
        )
        if len(text) <= _LONGEST:
            return text
    return f"{text[: _LONGEST - 1]}…"
