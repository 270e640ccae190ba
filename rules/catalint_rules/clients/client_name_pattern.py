"""Rule client-name-pattern."""

from __future__ import annotations

from catalint import Context, Meta, Severity
from catalint_rules.clients.renaming import odd_characters, rename
from catalint_rules.clients.reporting import ClientRule, Text
from catalint_rules.schemas.wording import cut
from catalint_rules.targets.judging import Problem

_LONGEST = 60


class ClientNamePattern(ClientRule):
    """A tool name with characters that a chosen client does not take."""

    meta = Meta(
        "client-name-pattern",
        "Name has characters that a chosen client refuses",
        Severity.ERROR,
        precision="very-high",
        audience="client",
        tags=("clients", "names"),
        evidence=(
            "https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools",
            "https://github.com/openai/openai-python/blob/main/src/openai/types/shared/function_definition.py",
            "https://github.com/github/copilot-cli/issues/1879",
        ),
    )

    def describe(self, problem: Problem, ctx: Context) -> Text:
        """Name the characters, and a name that all chosen targets take."""
        tool = problem.tool
        if tool is None:
            raise TypeError("a name belongs to a tool")
        allowed = problem.objections[0].fact.value["allowed"]
        odd = odd_characters(tool.name, problem)
        what = (
            f"`{cut(tool.name, _LONGEST)}` holds {odd}"
            if odd
            else f"`{cut(tool.name, _LONGEST)}` is no name of {allowed}"
        )
        better = rename(tool.name, problem.catalog, ctx)
        action = f"call it `{better}`" if better else f"choose a name of {allowed}"
        return Text(what, (action,))
