"""missing-description: a tool that a model knows by its name only."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from catalint import Context, Finding, Meta, Severity, Tool, ToolRule
from catalint.model import json_type
from catalint.rule import NoOptions
from catalint_rules.analyses.names import NAMES
from catalint_rules.descriptions.jobs import aim
from catalint_rules.descriptions.rewrite import ask, sentence
from catalint_rules.wording import fit

# Letters and symbols by their category that show nothing: Hangul fillers and the blank Braille pattern.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800")


class MissingDescription(ToolRule[NoOptions]):
    """Tools without a description, or with one of white space and invisible characters."""

    meta = Meta(
        id="missing-description",
        summary="Tool has no description",
        severity=Severity.ERROR,
        precision="very-high",
        tags=("selection",),
        evidence=(
            "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool",
            "https://arxiv.org/abs/2602.18914",
        ),
    )

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        """Look at the key, then at its value."""
        text = tool.raw.get("description")
        if isinstance(text, str) and is_visible(text):
            return
        if "description" not in tool.raw:
            fault, where = "has no description", tool.at("name")
        elif not isinstance(text, str):
            fault, where = f"has {json_type(text)} as its description, not a string", tool.at("description")
        else:
            fault, where = _contents(text), tool.at("description")
        name = ctx.get(NAMES)[tool.server].names[tool]
        suggestion = sentence(tool, name)
        start = f"`{tool.name}` {fault}"
        example = (f'write one, such as "{suggestion}"',) if suggestion else ()
        lines = (f"{start}, so a model knows nothing but its name, and a search finds it by nothing else", start)
        yield self.finding(where, fit(*lines, action=(*example, ask(aim(tool, name)))))


def is_visible(text: str) -> bool:
    """True if a text has a character that shows: no white space, control, format or filler character."""
    return any(unicodedata.category(char)[0] not in "ZC" and char not in _BLANK for char in text)


def _contents(text: str) -> str:
    if not text:
        return "has an empty description"
    if not text.strip():
        return "has a description of white space only"
    return f"has a description of {len(text)} invisible character{'s' if len(text) > 1 else ''} only"
