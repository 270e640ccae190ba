"""The rule oversized-tool."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from catalint import Context, Finding, Json, Meta, Severity, Tool, ToolRule, option
from catalint.analyses.jsontext import compact
from catalint.analyses.tokens import TOKENS, ToolTokens
from catalint.schema import resolve, walk
from catalint_rules.tokens.limits import LONGEST_MESSAGE, clip, quote

# A sentence as short as this is a label ("Optional."), not a text that could be said elsewhere.
_SHORTEST_SENTENCE = 40
# Repetition is worth naming from this share of a tool's counted characters on, and from this many parameters.
_LEAST_SHARE = 0.2
_LEAST_PARAMETERS = 3
_DEFINITIONS = ("$defs", "definitions")


@dataclass(frozen=True)
class Options:
    """The limit: of 4,900 tools of 117 public servers half take fewer than 150 tokens, 97 % fewer than 1,000.

    Of the eleven tools measured in modelcontextprotocol#2808 the largest has 1,024.
    """

    max_tokens: int = option(1000, "Most tokens that one tool may take.", minimum=1)


class OversizedTool(ToolRule[Options]):
    """One tool takes more tokens than a good part of a catalog."""

    meta = Meta(
        "oversized-tool",
        "Tool takes too many tokens",
        Severity.WARNING,
        precision="very-high",
        tags=("tokens", "cost"),
        evidence=(
            "https://github.com/modelcontextprotocol/modelcontextprotocol/issues/2808",
            "https://www.anthropic.com/engineering/advanced-tool-use",
        ),
    )
    options_type = Options

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        """Report a tool over the limit with its split."""
        counted = ctx.get(TOKENS)[tool]
        limit = self.options.max_tokens
        if counted.total <= limit:
            return
        head = f"{quote(tool.name)} takes {counted.total:,} tokens on every turn (limit {limit:,}): {_split(counted)}."
        advice = next((text for text in _advise(tool, counted) if len(head) + 1 + len(text) <= LONGEST_MESSAGE), "")
        yield self.finding(
            tool.at(),
            f"{head} {advice}".rstrip(),
            detail=_list(counted),
            data={
                "tokens": counted.total,
                "limit": limit,
                "name": counted.name,
                "description": counted.description,
                "parameters": dict(counted.parameters),
                "rest": counted.rest,
            },
        )


def _split(counted: ToolTokens) -> str:
    count = len(counted.parameters)
    parts = [
        (counted.description, "description"),
        (sum(counted.parameters.values()), f"{count} parameter{'' if count == 1 else 's'}"),
        (counted.rest, "rest"),
        (counted.name, "name"),
    ]
    return ", ".join(f"{label} {tokens:,}" for tokens, label in sorted(parts, key=lambda part: -part[0]) if tokens)


def _list(counted: ToolTokens) -> str:
    parameters = sorted(counted.parameters.items(), key=lambda item: -item[1])
    parts = [("description", counted.description), *((quote(name), count) for name, count in parameters)]
    return "\n".join(f"{label}: {count:,}" for label, count in (*parts, ("rest", counted.rest), ("name", counted.name)))


def _advise(tool: Tool, counted: ToolTokens) -> Iterator[str]:
    """What to do about the largest part, the most telling advice first, each shorter than the one before."""
    in_parameters = sum(counted.parameters.values())
    if counted.description >= max(in_parameters, counted.rest):
        yield "Most is the description: keep what it does and when to use it, move examples and reference elsewhere."
        yield "Most is the description: shorten it."
    elif in_parameters >= counted.rest:
        yield from _advise_on_parameters(tool, counted, in_parameters)
    else:
        yield from _advise_on_rest(tool)


def _advise_on_rest(tool: Tool) -> Iterator[str]:
    schema = tool.input_schema if isinstance(tool.input_schema, dict) else {}
    sizes = {key: len(compact(value)) for key, value in schema.items() if key != "properties"}
    largest = max(sizes, key=sizes.__getitem__, default="")
    definitions = schema.get(largest)
    if largest in _DEFINITIONS and isinstance(definitions, dict):
        yield from _advise_on_definitions(tool, schema, largest, definitions)
    if largest:
        yield f"Most is {quote(largest)} of the schema: shorten its descriptions and drop what is seldom set."
        yield f"Most is {quote(largest)} of the schema: shorten it."


def _advise_on_definitions(
    tool: Tool, schema: dict[str, Json], keyword: str, definitions: dict[str, Json]
) -> Iterator[str]:
    """Definitions that nothing refers to, or the one parameter that most of them are there for."""
    outside = [node.schema for node in walk(schema) if node.path[:1] != (keyword,)]
    unused = len(definitions) - len(_reach(outside, schema, keyword, definitions))
    if unused:
        yield f"Most is {quote(keyword)}, where {unused} of {len(definitions)} definitions are not used: drop them."
    sizes = {name: len(compact(value)) for name, value in definitions.items()}
    for parameter in tool.parameters:
        nodes = [node.schema for node in walk(parameter.schema)]
        if 2 * sum(sizes[name] for name in _reach(nodes, schema, keyword, definitions)) >= sum(sizes.values()):
            yield f"Most is {quote(keyword)} for {quote(parameter.name)}: flatten or drop that parameter."
            return


def _reach(nodes: list[Json], schema: dict[str, Json], keyword: str, definitions: dict[str, Json]) -> set[str]:
    """The names of the definitions that some subschemas lead to."""
    reached: set[str] = set()
    while nodes:
        value = nodes.pop()
        reference = value.get("$ref") if isinstance(value, dict) else None
        target = resolve(schema, reference) if isinstance(reference, str) else None
        if target and target[1][:1] == (keyword,) and len(target[1]) > 1:
            name = str(target[1][1])
            if name not in reached:
                reached.add(name)
                nodes.extend(node.schema for node in walk(definitions[name]))
    return reached


def _advise_on_parameters(tool: Tool, counted: ToolTokens, total: int) -> Iterator[str]:
    repeated = _repetition(tool)
    if repeated:
        sentence, count = repeated
        excerpt = clip(sentence.replace('"', "'"))
        yield f'{count} parameters say "{excerpt}": say it once, in the description.'
        yield f"{count} parameters repeat one sentence: say it once, in the description."
    largest = sorted(counted.parameters, key=lambda name: -counted.parameters[name])
    first = largest[0]
    if 2 * counted.parameters[first] >= total:
        yield f"Most is {quote(first)} ({counted.parameters[first]:,}): {_remedy(tool, first)}."
        yield f"Most is {quote(first)}: {_remedy(tool, first)}."
    names = [f"{quote(name)} ({counted.parameters[name]:,})" for name in largest[:3]]
    yield f"Shorten the largest first: {', '.join(names)}."
    yield f"Shorten {names[0]} first."


def _remedy(tool: Tool, name: str) -> str:
    """How one parameter gets smaller: its own text or what is nested in it, whichever is larger."""
    parameter = next(parameter for parameter in tool.parameters if parameter.name == name)
    if 2 * len(parameter.description) >= len(compact(parameter.schema)):
        return "shorten its description"
    return "flatten it, and drop the nested fields that are seldom set"


def _repetition(tool: Tool) -> tuple[str, int] | None:
    """The sentence that costs most by standing in several parameters, and how many; None if that is little."""
    found: Counter[str] = Counter()
    for parameter in tool.parameters:
        sentences = re.split(r"(?<=[.!?])\s+|\n\s*\n|(?<=[。！？])", parameter.description)
        found.update({" ".join(sentence.split()) for sentence in sentences if len(sentence) >= _SHORTEST_SENTENCE})
    if not found:
        return None
    sentence, count = max(found.items(), key=lambda item: ((item[1] - 1) * len(item[0]), item[0]))
    whole = sum(len(parameter.description) for parameter in tool.parameters)
    if count < _LEAST_PARAMETERS or (count - 1) * len(sentence) < _LEAST_SHARE * whole:
        return None
    return sentence, count
