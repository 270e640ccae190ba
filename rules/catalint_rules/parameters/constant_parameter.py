"""A required parameter that takes one value only: the rule `constant-parameter`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from catalint import Catalog, CatalogRule, Context, Finding, Location, Meta, Related, Severity, Tool
from catalint.analyses.schemas import input_nodes
from catalint.rule import NoOptions
from catalint.schema import spell
from catalint_rules.analyses.constants import Constant, find_constant
from catalint_rules.analyses.optionality import SUSPECTS
from catalint_rules.parameters.bloated_required import Options, is_bloated

_LONGEST = 240
# Below these keywords a constant tells the branch that holds.
_CHOOSING = frozenset(("anyOf", "oneOf", "not", "if", "then", "else", "patternProperties", "dependentSchemas"))
# Inside an object these names tell its kind, which may get siblings without a change to what is sent today.
_KIND_NAMES = frozenset(("@type", "apiVersion", "kind", "jsonrpc", "object", "type", "version"))


class _Fixed(NamedTuple):
    """A required property with one value: its name, with dots where it is nested, and its tool."""

    tool: Tool
    where: Location
    name: str
    constant: Constant


class ConstantParameter(CatalogRule[NoOptions]):
    """Finds required properties that a call can fill in one way only."""

    meta = Meta(
        "constant-parameter",
        "Required parameter takes one value only",
        Severity.NOTE,
        tags=("parameters", "tokens"),
        evidence=("https://www.anthropic.com/engineering/writing-tools-for-agents",),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Report a property of the same name and value once, with all tools that have it."""
        groups: dict[tuple[str, str], list[_Fixed]] = {}
        for tool in catalog.visible:
            for item in _find(tool, ctx):
                leaf = str(item.where.path[-1])
                groups.setdefault((leaf, item.constant.value), []).append(item)
        for (name, value), items in groups.items():
            yield self.finding(
                items[0].where,
                _message(items),
                related=tuple(Related(item.where, f"only {value}") for item in items[1:]),
                key=f"{name}={value}",
                data={"parameter": items[0].name, "value": value, "tools": [item.tool.name for item in items]},
            )


def _find(tool: Tool, ctx: Context) -> Iterator[_Fixed]:
    suspects = ctx.get(SUSPECTS).get(tool, ())
    # bloated-required lists them among what need not be required
    if not is_bloated(tool, suspects, Options()):
        single = {item.parameter.name for item in suspects if item.kind == "single"}
        for parameter in tool.parameters if single else ():
            found = find_constant(parameter.name, parameter.schema, parameter.description, tool.input_schema)
            if parameter.name in single and found:
                yield _Fixed(tool, parameter.at(part="key"), parameter.name, found)
    yield from _nested(tool, ctx)


def _nested(tool: Tool, ctx: Context) -> Iterator[_Fixed]:
    for node in input_nodes(tool, ctx):
        schema = node.schema
        properties = schema.get("properties") if isinstance(schema, dict) else None
        required = schema.get("required") if isinstance(schema, dict) else None
        if not node.path or not isinstance(properties, dict) or not isinstance(required, list):
            continue
        if not _CHOOSING.isdisjoint(node.path):
            continue
        for name in required:
            if not isinstance(name, str) or name in _KIND_NAMES:
                continue
            value = properties.get(name)
            text = value.get("description") if isinstance(value, dict) else None
            found = find_constant(name, value, text if isinstance(text, str) else "", tool.input_schema)
            if found and not (isinstance(value, dict) and "default" in value):
                path = (*node.path, "properties", name)
                yield _Fixed(tool, tool.at("inputSchema", *path, part="key"), spell(path), found)


def _message(items: Sequence[_Fixed]) -> str:
    first = items[0]
    tools = len({item.tool for item in items})
    where = f" in {tools} tools" if tools > 1 else f" at {len(items)} places" if len(items) > 1 else ""
    value = first.constant.value
    if first.constant.source == "values":
        text = f"`{first.name}` is required{where} and all its values mean the same ({value})"
    else:
        said = " by its text" if first.constant.source == "text" else ""
        text = f"`{first.name}` is required{where} and takes only {value}{said}"
    text = f"{text}, so it costs tokens and tells the server nothing: leave it out and set it in the server"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
