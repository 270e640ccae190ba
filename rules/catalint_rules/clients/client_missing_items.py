"""Rule client-missing-items."""

from __future__ import annotations

from catalint import Context, Meta, Severity
from catalint.schema import follow
from catalint_rules.clients.reporting import ClientRule, Text, subject
from catalint_rules.targets.judging import Problem


class ClientMissingItems(ClientRule):
    """A list that does not say what its items are where a chosen client wants that."""

    meta = Meta(
        "client-missing-items",
        "List without `items`, which a chosen client wants",
        Severity.ERROR,
        precision="very-high",
        audience="client",
        tags=("clients", "schema"),
        evidence=(
            "https://github.com/apify/apify-mcp-server/issues/36",
            "https://github.com/microsoft/vscode/issues/325618",
        ),
    )

    def describe(self, problem: Problem, ctx: Context) -> Text:
        """Say what to add, by the list's default where it tells."""
        node = follow(dict(problem.tool.raw), problem.spot.path) if problem.tool else None
        default = node.get("default") if isinstance(node, dict) else None
        sample = default[0] if isinstance(default, list) and default else None
        kind = {str: "string", bool: "boolean", int: "integer", float: "number", dict: "object"}.get(type(sample), "")
        example = f'`"items": {{"type": "{kind or "string"}"}}`'
        action = f"add {example}" if kind else f"say what the items are, such as {example}"
        several = isinstance(node, dict) and isinstance(node.get("type"), list)
        return Text(f"{subject(problem)} {'may be' if several else 'is'} a list without `items`", (action,))
