"""What each tool costs a model in tokens, split by part.

Counted is what a client hands to a model on every turn: the compact JSON (no white space, characters as they are, keys
in this order) of

    {"name": ..., "description": ..., "input_schema": ...}

for each tool by itself; a missing description or schema is left out. Everything else in a tool object (`title`,
`annotations`, `outputSchema`, `icons`, `_meta`, ...) stays between server and client and is counted apart, in WIRE.
So are the instructions of a server, in INSTRUCTIONS: clients load them beside the tools, as plain text. How a provider
renders the definitions around that is its own and not counted.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate

from catalint import tokenizer
from catalint.analyses.jsontext import compact
from catalint.context import Analysis, Context
from catalint.model import Catalog, Json, Tool
from catalint.prose import first_sentence

# The context window that shares are given of: the usual one of Claude models when this was written.
WINDOW = 200_000
# The definition of a tool-search tool, roughly, and the 3 to 5 tools to keep loaded beside it, at the upper end:
# https://www.anthropic.com/engineering/advanced-tool-use (2025-11-24).
SEARCH_TOOL = 500
HOT_TOOLS = 5


@dataclass(frozen=True, slots=True)
class ToolTokens:
    """Tokens of one tool. `name`, `description`, `parameters` and `rest` add up to `total` exactly.

    A token belongs to the part in which its first byte stands. Name and description are the texts with their quotes, a
    parameter is its key with its schema, by name in the order of the schema; `rest` is all else that is counted: keys,
    brackets, `required`, `$defs`.
    """

    total: int
    name: int
    description: int
    parameters: Mapping[str, int]
    rest: int


@dataclass(frozen=True, slots=True)
class Sum:
    """Tokens of several tools together; the parts add up to `total`."""

    tools: int = 0
    total: int = 0
    name: int = 0
    description: int = 0
    parameters: int = 0
    rest: int = 0


def add(tools: Iterable[Tool], tokens: Mapping[Tool, ToolTokens]) -> Sum:
    """Sum up tools; of a catalog or a corpus take the `visible` ones, since no model reads the others."""
    sums: Tally[str] = Tally()
    for tool in tools:
        counted = tokens[tool]
        sums["tools"] += 1
        for part in ("total", "name", "description", "rest"):
            sums[part] += getattr(counted, part)
        sums["parameters"] += sum(counted.parameters.values())
    return Sum(**sums)


def defer(total: int, tools: int) -> int:
    """About what deferred loading leaves of the tokens of some tools.

    That is a search tool and HOT_TOOLS tools of average size, but never more than `total`: a client that gains nothing
    loads all tools as before.
    """
    return min(total, SEARCH_TOOL + round(HOT_TOOLS * total / tools)) if tools else total


def index_line(tool: Tool) -> str:
    """The line that stands for a tool in a one-line index: its name and the first sentence of its description."""
    sentence = first_sentence(tool.description)
    return f"{tool.name}: {sentence}" if sentence else tool.name


def index(tools: Iterable[Tool], counter: tokenizer.Counter) -> int:
    """The tokens of a one-line index of tools, each line with its line feed."""
    return sum(counter.count(f"{index_line(tool)}\n") for tool in tools)


def _count_all(ctx: Context) -> Mapping[Tool, ToolTokens]:
    counter = tokenizer.counter(ctx.encoding)
    return {tool: _count(tool, counter) for tool in ctx.corpus.tools}


def _weigh_wire(ctx: Context) -> Mapping[Tool, int]:
    counter, tokens = tokenizer.counter(ctx.encoding), ctx.get(TOKENS)
    return {
        tool: 0 if tool.raw.keys() <= _COUNTED_KEYS else counter.count(compact(dict(tool.raw))) - tokens[tool].total
        for tool in ctx.corpus.tools
    }


def _count_instructions(ctx: Context) -> Mapping[Catalog, int]:
    counter = tokenizer.counter(ctx.encoding)
    return {catalog: counter.count(catalog.instructions) for catalog in ctx.corpus.catalogs}


TOKENS: Analysis[Mapping[Tool, ToolTokens]] = Analysis("tokens", _count_all)
"""Tokens of every tool, those that only an app calls included."""

WIRE: Analysis[Mapping[Tool, int]] = Analysis("wire tokens", _weigh_wire)
"""What every tool has on top of its counted tokens: those of the compact JSON of the whole object, minus `total`."""

INSTRUCTIONS: Analysis[Mapping[Catalog, int]] = Analysis("instruction tokens", _count_instructions)
"""Tokens of the instructions of every server as plain text, 0 where its catalog does not hold them."""

_COUNTED_KEYS = frozenset(("name", "description", "inputSchema"))


def definition(tool: Tool) -> str:
    """The text that is counted for a tool."""
    return "".join(text for _, text in _segments(tool))


_NAME, _DESCRIPTION, _REST = -3, -2, -1


def _segments(tool: Tool) -> Iterator[tuple[int, str]]:
    """The text that is counted, cut into stretches with their part: one of the constants, or a parameter's index."""
    yield _REST, '{"name":'
    yield _NAME, compact(tool.name)
    description = tool.raw.get("description")
    if description is not None:
        yield _REST, ',"description":'
        yield _DESCRIPTION, compact(description)
    schema = tool.input_schema
    if isinstance(schema, dict) and tool.parameters:
        opening = ',"input_schema":{'
        for key, value in schema.items():
            if key != "properties":
                yield _REST, opening + _member(key, value)
            else:
                opening += '"properties":{'
                for position, parameter in enumerate(tool.parameters):
                    yield _REST, opening
                    yield position, _member(parameter.name, parameter.schema)
                    opening = ","
                yield _REST, "}"
            opening = ","
        yield _REST, "}"
    elif schema is not None:
        yield _REST, f',"input_schema":{compact(schema)}'
    yield _REST, "}"


def _member(key: str, value: Json) -> str:
    return compact({key: value})[1:-1]


def _count(tool: Tool, counter: tokenizer.Counter) -> ToolTokens:
    segments = list(_segments(tool))
    text = "".join(part for _, part in segments)
    lengths = counter.lengths(text)
    starts = list(accumulate(lengths, initial=0))
    sums: Tally[int] = Tally()
    position = first = 0
    for part, stretch in segments:
        # a quote stands at each end of a text, so surrogates pair up inside a stretch only
        position += len(stretch) if stretch.isascii() else len(tokenizer.replace_surrogates(stretch).encode())
        last = bisect_left(starts, position)
        sums[part] += last - first
        first = last
    return ToolTokens(
        total=len(lengths),
        name=sums[_NAME],
        description=sums[_DESCRIPTION],
        parameters={parameter.name: sums[index] for index, parameter in enumerate(tool.parameters)},
        rest=sums[_REST],
    )
