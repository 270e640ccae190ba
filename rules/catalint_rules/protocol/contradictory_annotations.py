"""Rule contradictory-annotations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from catalint import Context, Finding, Json, Meta, NoOptions, Related, Severity, Tool, ToolRule
from catalint_rules.schemas.wording import cut
from catalint_rules.wording import fit, names

if TYPE_CHECKING:
    from catalint_rules.protocol.effects import Claim

_LONGEST_NAME = 60
_LONGEST_WORDS = 60
_COST = "clients run read-only tools without asking"


class ContradictoryAnnotations(ToolRule[NoOptions]):
    """Annotations that contradict each other, or what the tool's name and description say that it does."""

    meta = Meta(
        "contradictory-annotations",
        "Annotations contradict each other or the tool",
        Severity.WARNING,
        precision="high",
        audience="client",
        tags=("protocol", "annotations", "safety"),
        evidence=(
            "https://modelcontextprotocol.io/specification/2025-11-25/schema#toolannotations",
            "https://blog.modelcontextprotocol.io/posts/2026-03-16-tool-annotations/",
        ),
    )

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        """Yield one finding for a tool whose hints can't all be true."""
        hints = tool.annotations
        if not isinstance(hints, dict):
            return
        from catalint_rules.protocol.effects import claim
        from catalint_rules.protocol.losses import MILDENED
        from catalint_rules.protocol.reads import DARKENED

        name = f"`{cut(tool.name, _LONGEST_NAME)}`"
        if hints.get("readOnlyHint") is True:
            said = claim(tool, ctx)
            where = tool.at("annotations", "readOnlyHint")
            if hints.get("destructiveHint") is True:
                message = f"{name} is marked read-only and destructive at once, and only one can hold: {_which(said)}"
                yield self.finding(where, message, key="both")
            elif said and not _is_mixed(tool, said, ctx):
                destructive = ", `destructiveHint` to true" if said.effect == "destroy" else ""
                fix = f"set `readOnlyHint` to false{destructive}"
                message = f"{name} is marked read-only, {_evidence(said)}, and {_COST}: {fix}"
                yield self.finding(where, message, key="read-only", data=_data(said))
            elif not said:
                yield from self._check_input(tool, name, ctx)
        # one habit of a catalog is one finding, at its first tool
        elif hints.get("destructiveHint") is False:
            mildened = ctx.get(MILDENED).get(tool.server, {})
            if next(iter(mildened), None) is tool:
                yield self._report_mildened(mildened)
        elif hints.get("destructiveHint") is True:
            darkened = ctx.get(DARKENED).get(tool.server, ())
            if darkened and darkened[0] is tool:
                yield self._report_darkened(darkened)

    def _check_input(self, tool: Tool, name: str, ctx: Context) -> Iterator[Finding]:
        """Yield a finding for a tool that reads by name and text, and changes something through a parameter."""
        from catalint_rules.parameters.mixed_safety_modes import MIXED
        from catalint_rules.protocol.inputs import writes

        written = writes(tool, ctx)
        if written is None or tool in ctx.get(MIXED):
            return
        parameter = f"`{cut(written.parameter, _LONGEST_WORDS)}`"
        if written.flag:
            start = f"{name} is marked read-only, but its flag {parameter} changes what it reads"
        else:
            start = f"{name} is marked read-only, but its {parameter} offers `{cut(written.words, _LONGEST_WORDS)}`"
        fix = "give that a tool of its own or set `readOnlyHint` to false"
        yield self.finding(
            tool.at("annotations", "readOnlyHint"),
            f"{start}, and {_COST}: {fix}",
            severity=Severity.NOTE if written.flag else None,
            key="input",
            data={"effect": "change", "source": "input", "parameter": written.parameter, "words": written.words},
        )

    def _report_mildened(self, tools: Mapping[Tool, Claim]) -> Finding:
        (first, lost), *others = tools.items()
        listed = names([cut(tool.name, _LONGEST_NAME) for tool in tools], 3)
        if others:
            starts = tuple(
                f"{subject} are marked not destructive, but say what is lost, such as "
                f'"{cut(lost.words, _LONGEST_WORDS)}", and clients ask less before such tools'
                for subject in (listed, f"{len(tools)} tools")
            )
        else:
            starts = (f"{listed} is marked not destructive, {_evidence(lost)}, and clients ask less before such tools",)
        return self.finding(
            first.at("annotations", "destructiveHint"),
            fit(*starts, action="Set `destructiveHint` to true."),
            severity=Severity.NOTE,
            related=tuple(
                Related(
                    tool.at("annotations", "destructiveHint"), f'{each.source}: "{cut(each.words, _LONGEST_WORDS)}"'
                )
                for tool, each in others
            ),
            key="additive",
            data=_data(lost) | ({"tools": [tool.name for tool in tools]} if others else {}),
        )

    def _report_darkened(self, tools: Sequence[Tool]) -> Finding:
        first, *others = tools
        listed = names([cut(tool.name, _LONGEST_NAME) for tool in tools], 3)
        one = not others
        return self.finding(
            first.at("annotations", "destructiveHint"),
            fit(
                f"{listed} only {'reads' if one else 'read'} by name and text, but {'is' if one else 'are'} marked "
                "destructive, so clients ask the user before each call",
                f"{len(tools)} tools only read by name and text, but are marked destructive",
                action="Set `readOnlyHint` to true and drop `destructiveHint`.",
            ),
            severity=Severity.NOTE,
            related=tuple(
                Related(tool.at("annotations", "destructiveHint"), f"`{tool.name}` only reads") for tool in others
            ),
            key="darkened",
            data={"effect": "read", "source": "name", "tools": [tool.name for tool in tools]},
        )


def _is_mixed(tool: Tool, said: Claim, ctx: Context) -> bool:
    """Whether a tool deletes in one of its modes only: mixed-safety-modes says then what is wrong with the hints."""
    if said.source == "name":
        return False
    from catalint_rules.parameters.mixed_safety_modes import MIXED

    return tool in ctx.get(MIXED)


def _which(said: Claim | None) -> str:
    if said:
        return f"{_evidence(said).removeprefix('but ')}, so set `readOnlyHint` to false"
    return "if it only reads, drop `destructiveHint`; otherwise set `readOnlyHint` to false"


def _evidence(said: Claim) -> str:
    return f'but its {said.source} says "{cut(said.words, _LONGEST_WORDS)}"'


def _data(said: Claim) -> dict[str, Json]:
    return {"effect": said.effect, "source": said.source, "words": said.words}
