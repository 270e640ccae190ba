"""Rule client-description-limit."""

from __future__ import annotations

from catalint import Context, Meta, Severity
from catalint_rules.clients.reporting import ClientRule, Text
from catalint_rules.targets.judging import Problem


class ClientDescriptionLimit(ClientRule):
    """A description that is longer than a chosen client takes."""

    meta = Meta(
        "client-description-limit",
        "Description is too long for a chosen client",
        Severity.ERROR,
        precision="high",
        audience="client",
        tags=("clients", "descriptions"),
        evidence=(
            "https://github.com/modelcontextprotocol/servers/issues/799",
            "https://code.claude.com/docs/en/mcp",
        ),
    )

    def describe(self, problem: Problem, ctx: Context) -> Text:
        """Give both numbers."""
        worst = max(problem.objections, key=lambda each: (each.fact.severity, -int(str(each.spot.data["limit"]))))
        length, limit = int(str(worst.spot.data["length"])), int(str(worst.spot.data["limit"]))
        return Text(
            f"the description has {length:,} characters, {limit:,} at most",
            (f"take out {length - limit:,}, examples and what the parameters say first",),
        )
