"""Rule client-enum."""

from __future__ import annotations

import json

from catalint import Context, Meta, Severity
from catalint_rules.clients.reporting import ClientRule, Text, subject
from catalint_rules.targets.judging import Problem


class ClientEnum(ClientRule):
    """An enum with values, or on a type, that a chosen client does not take."""

    meta = Meta(
        "client-enum",
        "Enum that a chosen client refuses",
        Severity.ERROR,
        precision="very-high",
        audience="client",
        tags=("clients", "schema"),
        evidence=(
            "https://github.com/sbroenne/mcp-server-excel/issues/607",
            "https://platform.claude.com/docs/en/build-with-claude/structured-outputs",
        ),
    )

    def describe(self, problem: Problem, ctx: Context) -> Text:
        """Say which value or type it is."""
        data, who = problem.spot.data, subject(problem, above=1)
        if problem.spot.cause == "enum empty":
            return Text(
                f"{who} has an enum with the empty text",
                ("leave the empty text out, and make the parameter optional instead",),
            )
        if problem.spot.cause == "enum case":
            values = data["values"]
            shown = " and ".join(f'"{value}"' for value in values) if isinstance(values, list) else ""
            return Text(f"{who} has an enum with {shown}, which differ in case alone", ("keep one of them",))
        if problem.spot.cause == "enum owner":
            return Text(
                f"{who} has an enum and the type {data['type']}",
                ("make it a text, or give the values in the description",),
            )
        if problem.spot.cause == "enum objects":
            return Text(f"{who} has an enum of objects or lists", ("give each value a name, and take that",))
        return Text(
            f"{who} has an enum with {json.dumps(data['value'])}, which is no text",
            ("make the values texts, or give bounds or say them in the description", "make the values texts"),
        )
