"""placeholder-description: a text that holds the place of a description that nobody has written."""

from __future__ import annotations

from collections.abc import Iterator

from catalint import Context, Finding, Meta, Severity, Tool, ToolRule
from catalint.rule import NoOptions
from catalint_rules.analyses.names import NAMES
from catalint_rules.descriptions.jobs import aim
from catalint_rules.descriptions.placeholders import placeholder
from catalint_rules.descriptions.rewrite import ask, sentence
from catalint_rules.wording import fit


class PlaceholderDescription(ToolRule[NoOptions]):
    """Tools whose description is a template's own text, a note to its author, or blind text."""

    meta = Meta(
        id="placeholder-description",
        summary="Description is a placeholder",
        severity=Severity.WARNING,
        precision="very-high",
        tags=("selection",),
        evidence=("https://arxiv.org/abs/2602.18914", "https://arxiv.org/abs/2602.14878"),
    )

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        """Compare the description with the list of placeholders."""
        found = placeholder(tool.description, ctx)
        if not found:
            return
        name = ctx.get(NAMES)[tool.server].names[tool]
        suggestion = sentence(tool, name)
        example = [f'write one, such as "{suggestion}"'] if suggestion else []
        fault = "{} only holds the place of a description"
        yield self.finding(
            tool.at("description"),
            fit(
                f"{fault}, so a model has nothing but the name `{tool.name}` to go by",
                fault,
                action=[*example, ask(aim(tool, name))],
                text=tool.description,
            ),
            data={"placeholder": found, "suggestion": suggestion},
        )
