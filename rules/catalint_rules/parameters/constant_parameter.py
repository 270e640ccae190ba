"""A required parameter that takes one value only: the rule `constant-parameter`."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from catalint import Analysis, Catalog, CatalogRule, Context, Finding, Location, Meta, Related, Severity, Tool
from catalint.analyses.schemas import input_nodes
from catalint.rule import NoOptions
from catalint.schema import spell
from catalint.words import split_identifier
from catalint_rules import words
from catalint_rules.analyses.constants import Constant, find_constant, find_wanted
from catalint_rules.analyses.optionality import SUSPECTS
from catalint_rules.parameters.bloated_required import Options, is_bloated

_LONGEST = 240
# Below these keywords a constant tells the branch that holds.
_CHOOSING = frozenset(("anyOf", "oneOf", "not", "if", "then", "else", "patternProperties", "dependentSchemas"))
# Inside an object these names tell its kind, which may get siblings without a change to what is sent today.
_KIND_NAMES = frozenset(("@type", "apiVersion", "kind", "jsonrpc", "object", "type", "version"))


class _Fixed(NamedTuple):
    """A required property with one value: its name, with dots where it is nested, and its tool.

    `wanted` where it takes others and the tool's description wants this one always.
    """

    tool: Tool
    where: Location
    name: str
    constant: Constant
    wanted: bool = False


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
        groups: dict[tuple[str, str, bool], list[_Fixed]] = {}
        for tool in catalog.visible:
            for item in _find(tool, ctx):
                leaf = str(item.where.path[-1])
                if not _tells_apart(item, ctx):
                    groups.setdefault((leaf, item.constant.value, item.wanted), []).append(item)
        for (name, value, _), items in groups.items():
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
    yield from _wanted(tool)
    yield from _nested(tool, ctx)


def _wanted(tool: Tool) -> Iterator[_Fixed]:
    for parameter in tool.parameters:
        schema = parameter.schema if isinstance(parameter.schema, dict) else {}
        if not parameter.required or "default" in schema:
            continue
        about = f"{tool.description}\n{parameter.description}"
        value = find_wanted(parameter.name, schema, about, tool.input_schema)
        if value and not find_constant(parameter.name, schema, parameter.description, tool.input_schema):
            yield _Fixed(tool, parameter.at(part="key"), parameter.name, Constant(value, "text"), wanted=True)


def _tells_apart(item: _Fixed, ctx: Context) -> bool:
    """Whether another tool has other values at the same place of a choice of jobs, so that the value names the job.

    Such tools are a family behind one entrance; one with a single job has the same shape as the others.
    """
    last = split_identifier(item.name.rpartition(".")[2])[-1:]
    if not last or last[0] not in words.vocabulary("mode_names", ctx):
        return False
    return any(item.constant.value not in values for values in ctx.get(_OFFERED)[item.tool.server][item.name])


def _offer(ctx: Context) -> Mapping[str, Mapping[str, AbstractSet[frozenset[str]]]]:
    named = words.vocabulary("mode_names", ctx)
    found: defaultdict[str, defaultdict[str, set[frozenset[str]]]] = defaultdict(lambda: defaultdict(set))
    for tool in ctx.corpus.visible:
        for node in input_nodes(tool, ctx):
            last = split_identifier(str(node.path[-1]))[-1:] if node.path else []
            if isinstance(node.schema, dict) and last and last[0] in named:
                values = [node.schema["const"]] if "const" in node.schema else node.schema.get("enum")
                if isinstance(values, list) and values:
                    shown = frozenset(json.dumps(value, ensure_ascii=False) for value in values)
                    found[tool.server][spell(node.path)].add(shown)
    return found


# The values of each choice of jobs, by server and by the names that lead to it.
_OFFERED = Analysis("offered jobs", _offer)


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
    action = "so it costs tokens and tells the server nothing: leave it out and set it in the server"
    if first.wanted:
        text = f"`{first.name}` is required{where} and the description always wants {value}"
        action = "so every call repeats what the server could assume: make it optional with that default"
    elif first.constant.passing:
        text = f"`{first.name}` is required{where} and takes only {value} for now, by its text"
        action = "so every call repeats what the server knows: make it optional with that default"
    elif first.constant.source == "values":
        text = f"`{first.name}` is required{where} and all its values mean the same ({value})"
    else:
        said = " by its text" if first.constant.source == "text" else ""
        text = f"`{first.name}` is required{where} and takes only {value}{said}"
    text = f"{text}, {action}"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
