"""Rule client-name-collision."""

from __future__ import annotations

from catalint import Context, Meta, Severity, Tool
from catalint_rules.analyses.rewriting import rewrite
from catalint_rules.clients.reporting import ClientRule, Text
from catalint_rules.targets.judging import Problem
from catalint_rules.wording import listing, quote


class ClientNameCollision(ClientRule):
    """Tools whose names a chosen client makes one."""

    meta = Meta(
        "client-name-collision",
        "A chosen client makes two names one",
        Severity.ERROR,
        precision="high",
        audience="client",
        tags=("clients", "names"),
        evidence=(
            "https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/tools/mcp-tool.ts",
            "https://code.claude.com/docs/en/mcp",
        ),
    )

    def describe(self, problem: Problem, ctx: Context) -> Text:
        """Name the tools and what they become."""
        tool, data = problem.tool, problem.spot.data
        others = data["others"]
        if tool is None or not isinstance(others, list):
            raise TypeError("a collision is one of tools")
        if problem.others:
            names = [
                f"{quote(each.name)} of {quote(each.server)}"
                for each in (tool, *problem.others)
                if isinstance(each, Tool)
            ]
            return Text(
                f"{listing(names, 2)} become `{data['sent']}`",
                ("give one of the servers another name in the client's configuration", "rename one of the servers"),
            )
        count = f"{quote(tool.name)} and {'another tool' if len(others) == 1 else f'{len(others)} other tools'}"
        return Text(
            f"{count} become `{data['sent']}`",
            ("let them differ near the beginning or the end, and be shorter", "choose shorter names"),
        )

    def is_said_elsewhere(self, problem: Problem, ctx: Context) -> bool:
        """Names that differ in case or separators alone are for colliding-name to report."""
        if problem.others:
            return False
        others = problem.spot.data["others"]
        named = [problem.tool.name] if problem.tool else []
        named += [str(name) for name in others] if isinstance(others, list) else []
        return len({rewrite(name) for name in named}) == 1
