"""Rule nonstandard-name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from catalint import Catalog, CatalogRule, Context, Finding, Json, Meta, NoOptions, Severity, Tool
from catalint.expression import expression
from catalint_rules.safety.characters import control_characters, hidden_characters
from catalint_rules.schemas.wording import cut
from catalint_rules.targets import judged_by

# MCP, revision 2025-11-25, server/tools, "Tool Names".
_SINCE = "2025-11-25"
_LONGEST = 128
_OTHER = expression(r"[^A-Za-z0-9_.-]")
_SPOKEN = {" ": "a space", "`": "a backtick"}
_SHOWN = 4
_LONGEST_SHOWN = 60


class NonstandardName(CatalogRule[NoOptions]):
    """A tool name that is longer than MCP wants it or has other characters."""

    meta = Meta(
        "nonstandard-name",
        "Tool name is not of the standard form",
        Severity.WARNING,
        precision="very-high",
        audience="client",
        yields_to=("client-name-length", "client-name-pattern"),
        tags=("names", "compatibility"),
        evidence=("https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names",),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for each such name."""
        if not any(revision >= _SINCE for revision in judged_by(catalog, ctx)):
            return
        taken = {tool.name for tool in catalog.tools}
        for tool in catalog.tools:
            name = tool.name
            others = list(dict.fromkeys(_OTHER.findall(name)))
            # what nobody sees or a terminal obeys is for hidden-unicode and control-character to report
            if hidden_characters(name) or control_characters(name, is_name=True):
                continue
            if others or len(name) > _LONGEST:
                data: dict[str, Json] = {"length": len(name), "characters": list(others)}
                yield self.finding(tool.at("name"), _message(tool, others, taken), key="form", data=data)


def _message(tool: Tool, others: list[str], taken: set[str]) -> str:
    shown = f"`{cut(tool.name, _LONGEST_SHOWN)}`" if "`" not in tool.name else f'"{cut(tool.name, _LONGEST_SHOWN)}"'
    if not others:
        return (
            f"{shown} has {len(tool.name)} characters, and MCP asks for {_LONGEST} at most: shorten it; several model"
            " APIs stop at 64"
        )
    named = [_SPOKEN.get(character) or f"`{character}`" for character in others[:_SHOWN]]
    listed = ", ".join(named) + (f" and {len(others) - _SHOWN} more" if len(others) > _SHOWN else "")
    return (
        f"{shown} holds {listed}, and MCP asks for letters, digits, `_`, `-` and `.` only; the APIs of several models"
        f" refuse the whole list for such a name: {_advice(tool, taken)}"
    )


def _advice(tool: Tool, taken: set[str]) -> str:
    plain = "".join(
        character for character in unicodedata.normalize("NFKD", tool.name) if not unicodedata.combining(character)
    )
    if any(character.isalpha() and not character.isascii() for character in plain):
        return "choose Latin letters, and keep this one as `title`"
    better = re.sub(r"_*[^A-Za-z0-9_.-]+_*", "_", plain).strip("_.-")
    if not better or better in taken or len(better) > _LONGEST:
        return "choose another name"
    return f"call it `{cut(better, _LONGEST_SHOWN)}`"
