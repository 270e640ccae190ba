"""vague-description: a text that fits any tool."""

from __future__ import annotations

from collections.abc import Iterator

from catalint import Context, Finding, Meta, Severity, Tool, ToolRule
from catalint.rule import NoOptions
from catalint_rules.descriptions.rewrite import job, sentence
from catalint_rules.descriptions.specificity import READINGS, Reading, Word
from catalint_rules.wording import fit

_SHOWN = 6


class VagueDescription(ToolRule[NoOptions]):
    """Descriptions without a specific word, however short or long."""

    meta = Meta(
        id="vague-description",
        summary="Description fits any tool",
        severity=Severity.WARNING,
        precision="medium",
        tags=("selection",),
        evidence=(
            "https://arxiv.org/abs/2602.14878",
            "https://www.anthropic.com/engineering/writing-tools-for-agents",
        ),
    )

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        """Look for a word that names a thing."""
        reading = ctx.get(READINGS).get(tool)
        if reading is None or not reading.vague:
            return
        words = _distinct(reading.words)
        things = [word.text for word in words if word.tier == "thing"]
        suggestion = sentence(tool, reading.name)
        message = fit(f"{{}} {_fault(reading, words, things)}", action="name what it does to what", text=reading.lead)
        yield self.finding(
            tool.at("description"),
            message,
            detail=_detail(words),
            data={"words": len(words), "things": list(things), "job": job(reading.name), "suggestion": suggestion},
        )


def _fault(reading: Reading, words: list[Word], things: list[str]) -> str:
    if reading.names_only:
        return f"has only names ({', '.join(things[:_SHOWN])}) and no verb, so no search for a job finds it"
    if things:
        return f"fits any tool: of {len(words)} content words only `{things[0]}` names a thing"
    shown = ", ".join(word.text.lower() for word in words[:_SHOWN])
    more = ", …" if len(words) > _SHOWN else ""
    if len(words) == 1:
        return f"fits any tool: its only content word, {shown}, names no thing"
    return f"fits any tool: none of its {len(words)} content words names a thing ({shown}{more})"


def _detail(words: list[Word]) -> str:
    tiers = {"empty": "say nothing", "aspect": "aspects of anything", "kind": "kinds of things", "action": "verbs"}
    lines = [(name, [word.text for word in words if word.tier == tier]) for tier, name in tiers.items()]
    return "\n".join(f"{name}: {', '.join(found)}" for name, found in lines if found)


def _distinct(words: tuple[Word, ...]) -> list[Word]:
    return list({word.text.lower(): word for word in words}.values())
