"""Rule client-name-length."""

from __future__ import annotations

from catalint import Context, Meta, Severity
from catalint_rules.clients.renaming import shorten
from catalint_rules.clients.reporting import ClientRule, Text
from catalint_rules.targets.judging import Problem
from catalint_rules.targets.naming import known_name


class ClientNameLength(ClientRule):
    """A tool name that is longer than a chosen client takes it, as the client sends it."""

    meta = Meta(
        "client-name-length",
        "Name is too long for a chosen client",
        Severity.ERROR,
        precision="very-high",
        audience="client",
        tags=("clients", "names"),
        evidence=(
            "https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools",
            "https://github.com/anthropics/claude-code/issues/19882",
            "https://github.com/executeautomation/mcp-playwright/issues/145",
        ),
    )

    def describe(self, problem: Problem, ctx: Context) -> Text:
        """Give the name as it is sent, its length, and what is left for the tool's own part."""
        tool = problem.tool
        if tool is None:
            raise TypeError("a name belongs to a tool")
        # the tightest limit is the one to meet
        worst = min(problem.objections, key=lambda each: each.fact.value["max"] - int(str(each.spot.data["length"])))
        sent, length, most = str(worst.spot.data["sent"]), int(str(worst.spot.data["length"])), worst.fact.value["max"]
        before = length - len(tool.name)
        room = most - before
        if before and known_name(problem.catalog.server, ctx):
            what = f"{worst.target.title} sends `{sent}`: {length} characters, {most} at most"
            action = (
                f"this server leaves {room} for a tool's name"
                if room > 0
                else "choose shorter names for the server and the plugin"
            )
        elif before:
            who = worst.target.title
            what = f"`{tool.name}` has {len(tool.name)} characters, and {who} puts the server's name before it"
            action = f"keep it well below {most}"
        else:
            what = f"`{tool.name}` has {length} characters, {most} at most"
            action = f"take out {length - most}"
        shorter = shorten(tool.name, room, problem.catalog)
        return Text(what, (f"{action}, such as `{shorter}`", action) if shorter else (action,))
