"""Rule client-type-array."""

from __future__ import annotations

import json

from catalint import Context, Meta, Severity
from catalint_rules.clients.reporting import ClientRule, Text, subject
from catalint_rules.targets.judging import Problem

_LONGEST = 60


class ClientTypeArray(ClientRule):
    """A list of types where a chosen client takes one only."""

    meta = Meta(
        "client-type-array",
        "List of types that a chosen client refuses",
        Severity.ERROR,
        precision="very-high",
        audience="client",
        tags=("clients", "schema"),
        evidence=(
            "https://github.com/taylorwilsdon/google_workspace_mcp/issues/1099",
            "https://github.com/microsoft/copilot-intellij-feedback/issues/691",
            "https://learn.microsoft.com/en-us/microsoft-copilot-studio/mcp-troubleshooting",
        ),
    )

    def describe(self, problem: Problem, ctx: Context) -> Text:
        """Show the types and the way around."""
        types = problem.spot.data["types"]
        names = [name for name in types if isinstance(name, str)] if isinstance(types, list) else []
        shown = json.dumps(types) if len(json.dumps(types)) < _LONGEST else "a list"
        others = [name for name in names if name != "null"]
        if len(names) == 1:
            action = f'write `"type": "{names[0]}"`'
        elif "null" in names and len(others) == 1:
            action = f'write `"type": "{others[0]}"` and leave it out of `required`, or `anyOf` with both'
        else:
            action = "write `anyOf` with a schema for each type"
        return Text(
            f"{subject(problem, above=1)} has the type `{shown}`", (action, "write `anyOf` with a schema for each type")
        )
