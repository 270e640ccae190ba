"""How often each tool is needed: by counts of calls, else by how central the tool is in its catalog.

Centrality is a guess from the texts alone and says no more than this: a tool that others name, or that supplies what
others require, is needed before them. A tool counts

    1 + the number of tools whose description names it + the number of tools that it supplies with an input

It supplies another tool with an input if that requires an identifier (`invoice_id`, `invoiceId`, `id` of a tool about
invoices does not count), its own name is about that thing (`find_invoices`, `create_invoice`), and it does not require
the identifier itself; or if its output schema has a property of that name. Where several tools could supply the same,
each has its part.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from catalint.model import Json, Tool
from catalint.planning.grouping import singular
from catalint.words import split_identifier

_IDENTIFIERS = frozenset(("id", "ids", "key", "uuid", "guid", "slug", "number", "ref", "handle", "sku"))
# What such a tool does: it brings the thing up, or makes it.
_SUPPLYING = frozenset(
    """
    add book browse create fetch find get list lookup new open query read register resolve search show start upload
    """.split()
)
_WORD = re.compile(r"[^\W_](?:[\w.-]*[^\W_])?")


@dataclass(frozen=True)
class Demand:
    """The share of needs that is for each tool; the shares add up to 1. `measured` is true for counts of calls.

    `unknown` are names of the counts that no tool has, `weights` the counts, or what centrality says.
    """

    shares: Mapping[Tool, float]
    weights: Mapping[Tool, float]
    measured: bool
    unknown: tuple[str, ...] = ()

    @property
    def needed(self) -> int:
        """The number of tools that are needed at all."""
        return sum(share > 0 for share in self.shares.values())


def by_usage(tools: Sequence[Tool], counts: Mapping[str, float]) -> Demand:
    """Demand by counts of calls, under the names of tools or `server/tool`; a tool without a count is not needed.

    A bare name that several servers have is shared out among them. Where no count is above 0, all tools are alike.
    """
    by_name: defaultdict[str, list[Tool]] = defaultdict(list)
    for tool in tools:
        by_name[tool.name].append(tool)
        by_name[f"{tool.server}/{tool.name}"].append(tool)
    weights = dict.fromkeys(tools, 0.0)
    for name, count in counts.items():
        for tool in by_name.get(name, ()):
            weights[tool] += count / len(by_name[name])
    unknown = tuple(name for name in counts if name not in by_name)
    return Demand(_shared(weights), weights, measured=True, unknown=unknown)


def by_centrality(tools: Sequence[Tool]) -> Demand:
    """Demand by how central each tool is."""
    weights = dict.fromkeys(tools, 1.0)
    _add_names(tools, weights)
    _add_supplies(tools, weights)
    return Demand(_shared(weights), weights, measured=False)


def _shared(weights: Mapping[Tool, float]) -> Mapping[Tool, float]:
    total = sum(weights.values())
    if not total:
        return {tool: 1 / len(weights) for tool in weights}
    return {tool: weight / total for tool, weight in weights.items()}


def _add_names(tools: Iterable[Tool], weights: dict[Tool, float]) -> None:
    """Count the tools that name each tool. A name of one word is a word like others and doesn't count."""
    named: defaultdict[tuple[str, str], list[Tool]] = defaultdict(list)
    for tool in tools:
        if len(split_identifier(tool.name)) > 1:
            named[tool.server, tool.name].append(tool)
    for tool in weights:
        words = set(_WORD.findall(tool.description)) - {tool.name}
        for word in words:
            for other in named.get((tool.server, word), ()):
                weights[other] += 1


def _add_supplies(tools: Iterable[Tool], weights: dict[Tool, float]) -> None:
    wanted: defaultdict[tuple[str, str], list[Tool]] = defaultdict(list)
    for tool in tools:
        for thing in _wanted(tool):
            wanted[tool.server, thing].append(tool)
    suppliers: defaultdict[tuple[str, str], list[Tool]] = defaultdict(list)
    for tool in weights:
        own = set(_wanted(tool))
        for thing in _supplied(tool) - own:
            if (tool.server, thing) in wanted:
                suppliers[tool.server, thing].append(tool)
    for key, found in suppliers.items():
        for tool in found:
            weights[tool] += len(wanted[key]) / len(found)


def _wanted(tool: Tool) -> Iterator[str]:
    """The things whose identifiers a tool requires: `customer` for `customer_id`."""
    for parameter in tool.parameters:
        if parameter.required:
            thing = _identified(parameter.name)
            if thing:
                yield thing


def _identified(name: str) -> str:
    words = split_identifier(name)
    return singular(words[-2]) if len(words) > 1 and words[-1] in _IDENTIFIERS else ""


def _supplied(tool: Tool) -> set[str]:
    words = split_identifier(tool.name)
    things = {singular(word) for word in words} if _SUPPLYING.intersection(words) else set()
    return things | {thing for name in _properties(tool.output_schema, 3) if (thing := _identified(name))}


def _properties(schema: Json, depth: int) -> Iterator[str]:
    if not isinstance(schema, dict) or not depth:
        return
    properties = schema.get("properties")
    if isinstance(properties, dict):
        for name, value in properties.items():
            yield name
            yield from _properties(value, depth - 1)
    yield from _properties(schema.get("items"), depth - 1)
