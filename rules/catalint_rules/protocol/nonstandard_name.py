"""Rule nonstandard-name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from catalint import Catalog, CatalogRule, Context, Finding, Json, Meta, Related, Severity, Tool, option
from catalint_rules.safety.characters import control_characters, hidden_characters
from catalint_rules.schemas.wording import cut
from catalint_rules.targets import judged_by

# MCP, revision 2025-11-25, server/tools, "Tool Names".
_SINCE = "2025-11-25"
_LONGEST = 128
_OTHER = re.compile(r"[^A-Za-z0-9_.-]")
_SPOKEN = {" ": "a space", "`": "a backtick"}
_SHOWN = 4
_LONGEST_SHOWN = 60
_CALL_IT = "call it "
_RULE = "MCP asks for letters, digits, `_`, `-` and `.` only"


@dataclass(frozen=True)
class Options:
    """How many findings one habit may have."""

    # three names are mended one by one; from four on it is how the catalog writes its names
    fold_from: int = option(4, "Names with the same characters from which on they are one finding.", minimum=2)


class NonstandardName(CatalogRule[Options]):
    """A tool name that is longer than MCP wants it or has other characters."""

    meta = Meta(
        "nonstandard-name",
        "Tool name is not of the standard form",
        Severity.WARNING,
        precision="very-high",
        audience="client",
        tags=("names", "compatibility"),
        evidence=("https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names",),
    )

    options_type = Options

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for each such name, and one for many with the same characters."""
        if not any(revision >= _SINCE for revision in judged_by(catalog, ctx)):
            return
        taken = {tool.name for tool in catalog.tools}
        alike: dict[tuple[str, ...], list[Tool]] = {}
        for tool in catalog.tools:
            name = tool.name
            others = list(dict.fromkeys(_OTHER.findall(name)))
            # what nobody sees or a terminal obeys is for hidden-unicode and control-character to report
            if hidden_characters(name) or control_characters(name, is_name=True):
                continue
            if others or len(name) > _LONGEST:
                alike.setdefault(tuple(sorted(others)), []).append(tool)
        for characters, tools in alike.items():
            if characters and len(tools) >= self.options.fold_from:
                yield self._report_many(tools, characters, taken)
                continue
            for tool in tools:
                others = list(dict.fromkeys(_OTHER.findall(tool.name)))
                data: dict[str, Json] = {"length": len(tool.name), "characters": list(others)}
                yield self.finding(tool.at("name"), _message(tool, others, taken), key="form", data=data)

    def _report_many(self, tools: Sequence[Tool], characters: Sequence[str], taken: set[str]) -> Finding:
        first, *others = tools
        advice = {tool: _advice(tool, taken) for tool in tools}
        mended = next((tool for tool in tools if advice[tool].startswith(_CALL_IT)), first)
        return self.finding(
            first.at("name"),
            f"{len(tools)} names hold {_listed(characters)}, and {_RULE}; the APIs of several models refuse the whole"
            f" list for that: {_of(advice[mended], mended)}",
            related=tuple(Related(tool.at("name"), f"holds {_listed(characters)}, too") for tool in others),
            detail="\n".join(f"{tool.name}: {fix}" for tool, fix in advice.items()),
            key="form " + "".join(characters),
            data={"characters": list(characters), "tools": [tool.name for tool in tools]},
        )


def _of(advice: str, tool: Tool) -> str:
    """Advice about one of several tools."""
    if not advice.startswith(_CALL_IT):
        return advice.replace("another name", "other names").replace("this one", "these")
    return f"{advice.replace(_CALL_IT, 'write ')} for {_quoted(tool.name)}, and so on"


def _quoted(name: str) -> str:
    return f"`{cut(name, _LONGEST_SHOWN)}`" if "`" not in name else f'"{cut(name, _LONGEST_SHOWN)}"'


def _listed(characters: Sequence[str]) -> str:
    named = [_SPOKEN.get(character) or f"`{character}`" for character in characters[:_SHOWN]]
    return ", ".join(named) + (f" and {len(characters) - _SHOWN} more" if len(characters) > _SHOWN else "")


def _message(tool: Tool, others: list[str], taken: set[str]) -> str:
    shown = _quoted(tool.name)
    if not others:
        return (
            f"{shown} has {len(tool.name)} characters, and MCP asks for {_LONGEST} at most: shorten it; several model"
            " APIs stop at 64"
        )
    return (
        f"{shown} holds {_listed(others)}, and {_RULE}; the APIs of several models"
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
    return f"{_CALL_IT}`{cut(better, _LONGEST_SHOWN)}`"
