"""Rule client-metadata."""

from __future__ import annotations

import json

from catalint import Context, Meta, Severity
from catalint.words import split_identifier
from catalint_rules.clients.reporting import ClientRule, Text
from catalint_rules.schemas.wording import cut
from catalint_rules.targets.judging import Problem

_LONGEST = 40


class ClientMetadata(ClientRule):
    """A mark for a chosen client that it ignores, or a title that a directory asks for."""

    meta = Meta(
        "client-metadata",
        "Mark or title that a chosen client can not use",
        Severity.WARNING,
        precision="high",
        audience="client",
        tags=("clients", "annotations"),
        evidence=(
            "https://code.claude.com/docs/en/mcp",
            "https://github.com/elgorro/aiquila/issues/386",
        ),
    )

    def describe(self, problem: Problem, ctx: Context) -> Text:
        """Quote the mark, or give a title."""
        tool, data = problem.tool, problem.spot.data
        if problem.spot.cause == "title":
            own = str(data["title"]).strip()
            title = own or (" ".join(split_identifier(tool.name)).capitalize() if tool else "")
            return Text(
                "there is no title in the annotations",
                (
                    f'add `"title": {json.dumps(title, ensure_ascii=False)}` to `annotations`',
                    "add a title to `annotations`",
                ),
            )
        value = problem.objections[0].fact.value
        wanted = (
            "true"
            if value.get("const") is True
            else f"{value['maximum']:,} or less"
            if "maximum" in value
            else f"a {value['type']}"
        )
        return Text(
            f"`{data['key']}` is {cut(json.dumps(data['value']), _LONGEST)}", (f"make it {wanted}, or leave it out",)
        )
