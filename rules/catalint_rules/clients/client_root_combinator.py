"""Rule client-root-combinator."""

from __future__ import annotations

from catalint import Context, Meta, Severity
from catalint.schema import follow
from catalint_rules.clients.reporting import ClientRule, Text
from catalint_rules.targets.choices import spell_choice
from catalint_rules.targets.judging import Problem


class ClientRootCombinator(ClientRule):
    """A choice or condition at the root of an input schema that a chosen client does not take."""

    meta = Meta(
        "client-root-combinator",
        "Choice at the root of the schema that a chosen client refuses",
        Severity.ERROR,
        precision="very-high",
        audience="client",
        tags=("clients", "schema"),
        evidence=(
            "https://github.com/anthropics/claude-code/issues/5973",
            "https://code.claude.com/docs/en/mcp",
        ),
    )

    def describe(self, problem: Problem, ctx: Context) -> Text:
        """Name the keyword and what to write instead."""
        keyword, tool = str(problem.spot.data["keyword"]), problem.tool
        words = spell_choice(keyword, follow(dict(tool.raw), problem.spot.path), tool) if tool else ""
        what = f"`{keyword}` stands at the root of the input schema"
        actions = [f'take it out and say in the description: "{words}"'] if words else []
        return Text(
            what,
            (
                *actions,
                f"take `{keyword}` out, list all parameters in `properties`, and say in the text which go together",
                "list all parameters in `properties` and say in the text which go together",
            ),
        )
