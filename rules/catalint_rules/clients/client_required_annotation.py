"""Rule client-required-annotation."""

from __future__ import annotations

from catalint import Context, Meta, Severity
from catalint_rules.clients.reporting import ClientRule, Text
from catalint_rules.targets.judging import Problem
from catalint_rules.wording import names


class ClientRequiredAnnotation(ClientRule):
    """A tool without the hints that a chosen directory asks for."""

    meta = Meta(
        "client-required-annotation",
        "Annotation that a chosen directory asks for is missing",
        Severity.ERROR,
        precision="high",
        audience="client",
        tags=("clients", "annotations"),
        evidence=(
            "https://github.com/anthropics/claude-plugins-official/blob/main/directory-checklist.md",
            "https://github.com/Teamwork/mcp/pull/420",
        ),
    )

    def describe(self, problem: Problem, ctx: Context) -> Text:
        """Say which hints."""
        missing = problem.spot.data.get("missing")
        if isinstance(missing, list):
            return Text(
                f"{names(map(str, missing), 4)} {'is' if len(missing) == 1 else 'are'} not set",
                ("set each to true or false",),
            )
        return Text(
            "neither `readOnlyHint` nor `destructiveHint` is true",
            ("set `readOnlyHint` if the tool changes nothing, else `destructiveHint`",),
        )

    # each hint that is missing is one edit of one object
    most_places = 1
