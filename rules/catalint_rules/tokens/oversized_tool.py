"""The rule oversized-tool."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from catalint import Context, Finding, Meta, Severity, Tool, ToolRule, option
from catalint.analyses.tokens import TOKENS, ToolTokens
from catalint_rules.tokens.limits import quote
from catalint_rules.tokens.reductions import advise
from catalint_rules.wording import fit


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
        head = f"{quote(tool.name)} takes {counted.total:,} tokens on every turn (limit {limit:,})"
        part, size = _largest(counted)
        yield self.finding(
            tool.at(),
            fit(
                f"{head}: {_split(counted)}",
                f"{head}: {part} {size:,}",
                f"{head}",
                action=advise(tool, counted, ctx),
            ),
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
    return ", ".join(f"{label} {tokens:,}" for tokens, label in _parts(counted))


def _largest(counted: ToolTokens) -> tuple[str, int]:
    tokens, label = _parts(counted)[0]
    return label, tokens


def _parts(counted: ToolTokens) -> list[tuple[int, str]]:
    """The parts that a tool has, the largest first."""
    count = len(counted.parameters)
    parts = [
        (counted.description, "description"),
        (sum(counted.parameters.values()), f"{count} parameter{'' if count == 1 else 's'}"),
        (counted.rest, "rest"),
        (counted.name, "name"),
    ]
    return sorted((part for part in parts if part[0]), key=lambda part: -part[0])


def _list(counted: ToolTokens) -> str:
    parameters = sorted(counted.parameters.items(), key=lambda item: -item[1])
    parts = [("description", counted.description), *((quote(name), count) for name, count in parameters)]
    return "\n".join(f"{label}: {count:,}" for label, count in (*parts, ("rest", counted.rest), ("name", counted.name)))
