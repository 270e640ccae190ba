"""The rule oversized-tool."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Related, Severity, Tool, option
from catalint.analyses.jsontext import compact
from catalint.analyses.tokens import TOKENS, ToolTokens
from catalint.wording import number
from catalint_rules.tokens.limits import quote
from catalint_rules.tokens.reductions import advise
from catalint_rules.wording import fit

# A part with less of a tool's tokens is not what makes it large.
_SHARE = 0.1


@dataclass(frozen=True)
class Options:
    """The limit: of 4,900 tools of 117 public servers half take fewer than 150 tokens, 97 % fewer than 1,000.

    Of the eleven tools measured in modelcontextprotocol#2808 the largest has 1,024.
    """

    max_tokens: int = option(1000, "Most tokens that one tool may take.", minimum=1)


class OversizedTool(CatalogRule[Options]):
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

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Report the tools over the limit, once for all that have it from the same part."""
        tokens, limit = ctx.get(TOKENS), self.options.max_tokens
        alike: defaultdict[tuple[str, str], list[Tool]] = defaultdict(list)
        for tool in catalog.visible:
            if tokens[tool].total > limit:
                alike[_main_part(tool, tokens[tool])].append(tool)
        for (part, _), tools in alike.items():
            yield self._report(sorted(tools, key=lambda tool: -tokens[tool].total), part, ctx)

    def _report(self, tools: Sequence[Tool], part: str, ctx: Context) -> Finding:
        tokens, limit = ctx.get(TOKENS), self.options.max_tokens
        first, *others = tools
        counted = tokens[first]
        advice = advise(first, counted, limit, ctx)
        if others:
            more = f"{len(others):,} more tool{'s' if len(others) > 1 else ''}"
            least = tokens[others[-1]].total
            each = f"{least:,} to {counted.total:,}" if least < counted.total else f"{counted.total:,}"
            heads = [
                f"{quote(first.name)} and {more} with the same {part} take {each} tokens each (limit {limit:,})",
                f"{quote(first.name)} and {more} take {each} tokens each (limit {limit:,})",
            ]
        else:
            head = f"{quote(first.name)} takes {counted.total:,} tokens in every request that carries it"
            # the advice may have the same figures
            split = f"{sum(counted.parameters.values()):,}" not in advice[0]
            heads = [
                *([f"{head} (limit {limit:,}): {_split(counted)}"] if split else []),
                f"{head} (limit {limit:,})",
                f"{quote(first.name)} takes {counted.total:,} tokens (limit {limit:,})",
            ]
        return self.finding(
            first.at(),
            fit(*heads, action=advice),
            related=tuple(
                Related(tool.at(), f"{tokens[tool].total:,} tokens, with the same {part}") for tool in others
            ),
            detail=_list(counted),
            data={
                "tokens": counted.total,
                "limit": limit,
                "name": counted.name,
                "description": counted.description,
                "parameters": dict(counted.parameters),
                "rest": counted.rest,
                "tools": [tool.name for tool in tools],
            },
        )


def _main_part(tool: Tool, counted: ToolTokens) -> tuple[str, str]:
    """The part of a tool that half of its tokens are in, in words and as JSON; the tool itself if there is none."""
    half = counted.total / 2
    schema = tool.input_schema
    if isinstance(schema, dict):
        for parameter in tool.parameters:
            if counted.parameters[parameter.name] >= half:
                return quote(parameter.name), compact(parameter.schema)
        if sum(counted.parameters.values()) >= half:
            return "parameters", compact(schema.get("properties"))
        for keyword in ("$defs", "definitions"):
            if counted.rest >= half and keyword in schema:
                return quote(keyword), compact(schema[keyword])
    return "text", f"{tool.index}"


def _split(counted: ToolTokens) -> str:
    """The parts of a tool that a good share of its tokens are in, the largest first."""
    count = len(counted.parameters)
    parts = [
        (counted.description, "description"),
        (sum(counted.parameters.values()), number(count, "parameter")),
        (counted.rest, "rest of the schema"),
    ]
    large = sorted((part for part in parts if part[0] >= _SHARE * counted.total), key=lambda part: -part[0])
    return ", ".join(f"{label} {tokens:,}" for tokens, label in large)


def _list(counted: ToolTokens) -> str:
    parameters = sorted(counted.parameters.items(), key=lambda item: -item[1])
    parts = [("description", counted.description), *((quote(name), count) for name, count in parameters)]
    return "\n".join(f"{label}: {count:,}" for label, count in (*parts, ("rest", counted.rest), ("name", counted.name)))
