"""Rule client-strict-limit."""

from __future__ import annotations

from catalint import Context, Meta, Severity
from catalint_rules.clients.reporting import ClientRule, Text, subject
from catalint_rules.targets.judging import Problem
from catalint_rules.wording import names

_COUNTED = {
    "count of tools": "tools",
    "count of optional": "optional parameters",
    "count of unions": "parameters with several types",
}


class ClientStrictLimit(ClientRule):
    """Something that strict mode does not allow, or too much of it."""

    meta = Meta(
        "client-strict-limit",
        "Beyond what strict mode allows",
        Severity.ERROR,
        precision="very-high",
        audience="client",
        tags=("clients", "schema"),
        evidence=(
            "https://platform.claude.com/docs/en/build-with-claude/structured-outputs",
            "https://github.com/openai/openai-agents-python/blob/main/src/agents/strict_schema.py",
        ),
    )

    # each object and each default is one cause in a tool
    most_places = 1

    def describe(self, problem: Problem, ctx: Context) -> Text:
        """Say which limit, with the numbers."""
        data, cause, who = (
            problem.spot.data,
            problem.spot.cause,
            subject(problem, above=int(problem.spot.cause == "default")),
        )
        if cause in _COUNTED:
            heaviest = data["heaviest"]
            named = names(map(str, heaviest)) if isinstance(heaviest, list) and heaviest else ""
            action = "set `strict` for fewer tools"
            return Text(
                f"{data['count']:,} {_COUNTED[cause]} are too many if all tools are strict, {data['limit']} at most",
                (f"{action}, first not for {named}", action) if named else (action,),
            )
        if cause == "open":
            return Text(f"{who} takes keys that it does not name", ('add `"additionalProperties": false`',))
        if cause == "optional":
            left = data["names"]
            shown = names(map(str, left)) if isinstance(left, list) else ""
            return Text(f"{shown} of {who} may be left out", ("add all to `required`, and let those take null",))
        if cause == "depth":
            return Text(f"{who} lies {data['levels']} objects deep", ("flatten the schema",))
        return Text(f"{who} has a default", ("say it in the description, and drop it",))
