"""Rule client-missing-properties."""

from __future__ import annotations

from catalint import Context, Meta, Severity
from catalint_rules.clients.reporting import ClientRule, Text
from catalint_rules.targets.judging import Problem


class ClientMissingProperties(ClientRule):
    """An input schema without properties where a chosen client wants them."""

    meta = Meta(
        "client-missing-properties",
        "No `properties` at the root, which a chosen client wants",
        Severity.ERROR,
        precision="very-high",
        audience="client",
        tags=("clients", "schema"),
        evidence=(
            "https://github.com/github/copilot-cli/issues/1825",
            "https://github.com/unclecode/crawl4ai/issues/2207",
        ),
    )

    def describe(self, problem: Problem, ctx: Context) -> Text:
        """Say what to add."""
        return Text("the input schema has no `properties`", ('add `"properties": {}`, which every client takes',))
