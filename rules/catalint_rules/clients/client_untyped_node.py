"""Rule client-untyped-node."""

from __future__ import annotations

from catalint import Context, Meta, Severity
from catalint.model import json_type
from catalint.schema import follow
from catalint_rules.clients.reporting import ClientRule, Text, subject
from catalint_rules.targets.judging import Problem


class ClientUntypedNode(ClientRule):
    """A part of a schema without a type where a chosen client wants one."""

    meta = Meta(
        "client-untyped-node",
        "Part of a schema without a type, which a chosen client wants",
        Severity.ERROR,
        precision="very-high",
        audience="client",
        tags=("clients", "schema"),
        evidence=(
            "https://github.com/google-gemini/gemini-cli/issues/4400",
            "https://github.com/anomalyco/opencode/issues/49464",
        ),
    )

    def describe(self, problem: Problem, ctx: Context) -> Text:
        """Say which type the values have where they tell."""
        node = follow(dict(problem.tool.raw), problem.spot.path) if problem.tool else None
        if isinstance(node, bool):
            return Text(
                f"the schema of {subject(problem)} is only {str(node).lower()}",
                ('describe the value, such as {"type": "object"}',),
            )
        values = node.get("enum") if isinstance(node, dict) else None
        kinds = {json_type(value) for value in values} if isinstance(values, list) else set()
        known = {"a string": "string", "a boolean": "boolean"}.get(next(iter(kinds), "")) if len(kinds) == 1 else None
        return Text(f"{subject(problem)} has no type", (f'add `"type": "{known}"`' if known else 'add a `"type"`',))
