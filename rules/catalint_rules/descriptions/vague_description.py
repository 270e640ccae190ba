"""vague-description: a text that fits any tool."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from catalint import Context, Finding, Meta, Severity, Tool, ToolRule
from catalint.rule import NoOptions
from catalint.words import singular
from catalint_rules.descriptions.jobs import aim, job
from catalint_rules.descriptions.rewrite import ask, sentence
from catalint_rules.descriptions.specificity import READINGS, Reading, Word
from catalint_rules.wording import fit, listing, quote

_SHOWN = 6
# Who calls a tool, and what any tool has.
_ANY = frozenset(
    """
    analysis api argument input interface output overview parameter report request response solution summary support
    user
    """.split()
)


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
        verb = reading.vocabulary.verb
        things = [word for word in words if word.tier == "thing" and not verb(word.text.lower())]
        yield self.finding(
            tool.at("description"),
            fit(*_faults(reading, words, things), action=_advise(reading, words), text=reading.lead),
            detail=_detail(words),
            data={
                "words": len(words),
                "things": [word.text for word in things],
                "job": job(reading.name),
                "suggestion": sentence(tool, reading.name, reading.clause),
            },
        )


def _faults(reading: Reading, words: Sequence[Word], things: Sequence[Word]) -> Sequence[str]:
    """What holds of the words, and of all of them, in two lengths."""
    count = len(words)
    if reading.names_only:
        shown = ", ".join(word.text for word in things[:_SHOWN])
        start = "{} has only names"
        return f"{start} ({shown}) and no verb, so no search for a job finds it", f"{start} and no verb"
    others = [word.text.lower() for word in words if word not in things]
    shown = ", ".join(others[:_SHOWN]) + (", …" if len(others) > _SHOWN else "")
    if things:
        only = listing([quote(text) for text in {word.key: word.text.lower() for word in reversed(things)}.values()])
        return (f"{{}} has {count} content words and names only {only}, which the name says too",)
    if count == 1:
        return (f"{{}} fits any tool: its only content word, {shown}, says not which thing it is about",)
    fault = f"{{}} fits any tool: none of its {count} content words says which thing it is about"
    return f"{fault} ({shown})", fault


def _advise(reading: Reading, words: Sequence[Word]) -> str:
    """What to say instead: which thing the general nouns are about, or what is done to the thing in the name."""
    if reading.names_only:
        return "open with a verb, and say what it acts on and what comes back"
    nouns = [
        word
        for word in words
        if word.tier in ("aspect", "kind") and word.kind != "service" and singular(word.text.lower()) not in _ANY
    ]
    if nouns:
        return f"say which or whose {listing([quote(word.text.lower()) for word in nouns])} it is about"
    target = aim(reading.tool, reading.name, reading.clause)
    if target.job and target.thing and any(word.tier == "thing" for word in words):
        # the text says what is done to what, and nothing else
        return ask(target)
    return "say which thing it works on and what comes back"


def _detail(words: Sequence[Word]) -> str:
    tiers = {"empty": "say nothing", "aspect": "aspects of anything", "kind": "kinds of things", "action": "verbs"}
    lines = [(name, [word.text for word in words if word.tier == tier]) for tier, name in tiers.items()]
    return "\n".join(f"{name}: {', '.join(found)}" for name, found in lines if found)


def _distinct(words: Sequence[Word]) -> list[Word]:
    return list({word.text.lower(): word for word in words}.values())
