from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from catalint import Context, Finding, Meta, RulePack, Severity, Tool, ToolRule, option


@dataclass(frozen=True)
class Limits:
    most_words: int = option(40, "Most words accepted.", minimum=1, maximum=500)
    share: float = option(0.5, "Share of tools from which on it counts.", minimum=0, maximum=1)
    loud: bool = option(False, "Say more.")
    prefix: str = option("", "Prefix that is left out.")
    skip: tuple[str, ...] = option((), "Names that are left out.")


class LongText(ToolRule[Limits]):
    meta = Meta("long-text", "Text is long", Severity.WARNING)
    options_type = Limits

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        if len(tool.description.split()) > self.options.most_words:
            yield self.finding(tool.at("description"), "too long")


class LongTitle(ToolRule[object]):
    meta = Meta("long-title", "Title is long", Severity.NOTE, profile="strict")

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        yield self.finding(tool.at("title"), "too long")


class OddName(ToolRule[object]):
    meta = Meta("odd-name", "Name is odd", Severity.ERROR)

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        yield self.finding(tool.at("name"), "odd")


class TwinName(ToolRule[object]):
    meta = Meta("twin-name", "Names are alike", Severity.WARNING, mutual=True)

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        yield self.finding(tool.at("name"), "alike")


# a rule's family is the folder of its module
LongText.__module__ = LongTitle.__module__ = "pack.texts.module"
OddName.__module__ = TwinName.__module__ = "pack.names.module"


@pytest.fixture(scope="session")
def pack() -> RulePack:
    """A pack of four rules in two families, one of them strict."""
    return RulePack(
        "builtin",
        (LongText, LongTitle, OddName, TwinName),
        targets=("mcp", "desktop", "editor"),
        default_targets=("mcp", "editor"),
        words=("verbs", "brands"),
    )
