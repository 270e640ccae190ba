"""Rule client-tool-limit."""

from __future__ import annotations

from catalint import Context, Meta, Severity
from catalint_rules.clients.reporting import ClientRule, Text
from catalint_rules.targets.judging import Problem


class ClientToolLimit(ClientRule):
    """More tools than a chosen client takes."""

    meta = Meta(
        "client-tool-limit",
        "More tools than a chosen client takes",
        Severity.WARNING,
        precision="high",
        audience="client",
        tags=("clients", "tokens"),
        evidence=(
            "https://github.com/microsoft/vscode-copilot-chat/blob/main/src/extension/tools/common/virtualTools/virtualToolsConstants.ts",
            "https://github.com/DaxianLee/cocos-mcp-server/issues/11",
        ),
    )

    def describe(self, problem: Problem, ctx: Context) -> Text:
        """Give both numbers."""
        count = int(str(problem.spot.data["tools"]))
        worst = max(problem.objections, key=lambda each: (each.fact.severity, -int(str(each.spot.data["limit"]))))
        limit = int(str(worst.spot.data["limit"]))
        if problem.others:
            return Text(
                f"{1 + len(problem.others):,} servers bring {count:,} tools together, more than {limit:,}",
                ("switch off the servers or tools that you can do without", "switch some off"),
            )
        return Text(
            f"{count:,} tools are more than {limit:,}",
            ("split the server, or let users choose groups of tools", "split the server"),
        )
