"""Rule client-ref."""

from __future__ import annotations

from catalint import Context, Meta, Severity
from catalint_rules.clients.reporting import ClientRule, Text, subject
from catalint_rules.schemas.wording import cut
from catalint_rules.targets.judging import Problem

_LONGEST = 60


class ClientRef(ClientRule):
    """A reference that a chosen client does not follow."""

    meta = Meta(
        "client-ref",
        "Reference that a chosen client does not follow",
        Severity.ERROR,
        precision="very-high",
        audience="client",
        tags=("clients", "schema"),
        evidence=(
            "https://learn.microsoft.com/en-us/microsoft-copilot-studio/mcp-troubleshooting",
            "https://github.com/anthropics/claude-code/issues/77106",
        ),
    )

    def describe(self, problem: Problem, ctx: Context) -> Text:
        """Quote the reference."""
        reference = cut(str(problem.spot.data["ref"]), _LONGEST)
        if problem.spot.cause == "recursion":
            return Text(
                f"by `{reference}` {subject(problem, above=1)} contains itself",
                ("spell out the levels that are needed and write a plain object in the last", "leave the schema out"),
            )
        if all(each.fact.value["forbid"] == "outside-defs" for each in problem.objections):
            return Text(
                f"{subject(problem, above=1)} refers to `{reference}`",
                ("put the definition under `$defs` at the root",),
            )
        return Text(f"{subject(problem, above=1)} refers to `{reference}`", ("write the definition in its place",))
