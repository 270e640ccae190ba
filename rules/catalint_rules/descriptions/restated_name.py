"""restated-name: a description that says nothing beyond the name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from catalint import Context, Finding, Meta, Severity, Tool, ToolRule, option
from catalint.words import split_identifier
from catalint_rules import words
from catalint_rules.descriptions.rewrite import ASKED, IDENTIFIERS, fit, job, key_parameter, sentence
from catalint_rules.descriptions.specificity import READINGS, Reading, Word

# "in a GitHub repository": so many words, all in one prepositional phrase, make one implied noun.
_PHRASE = 2


@dataclass(frozen=True, eq=False)
class Options:
    """Options of restated-name."""

    # Off: two reviewers of 14 real servers raised 2 such texts, left 2 alone and were of two minds on 11.
    implied: bool = option(
        default=False, text="Note texts, too, that add one noun which a parameter or the rest of the catalog implies."
    )


class RestatedName(ToolRule[Options]):
    """Descriptions that repeat the name in a sentence."""

    meta = Meta(
        id="restated-name",
        summary="Description says nothing beyond the name",
        severity=Severity.WARNING,
        precision="medium",
        tags=("selection",),
        evidence=("https://arxiv.org/abs/2602.18914", "https://arxiv.org/abs/2602.14878"),
    )
    options_type = Options

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        """Compare the words of the text with those of the name."""
        reading = ctx.get(READINGS).get(tool)
        if reading is None:
            return
        if reading.restates:
            if is_obvious(reading, ctx):
                return
            if not reading.identifiers:
                reads = job(reading.name) in ("read", "list")
                # what a tool without parameters returns is mostly clear from its name
                severity = Severity.NOTE if reads and not tool.parameters else None
                yield self._finding(reading, _nothing(reading), severity)
            elif (key := _identifier(reading)) and not reading.name.plural:
                word = reading.identifiers[-1].text
                yield self._finding(reading, f"adds only `{word}`, which parameter `{key}` says too", Severity.NOTE)
        elif self.options.implied and (implied := _implied(reading)):
            said = " ".join(word.text for word in implied)
            yield self._finding(reading, f"adds only `{said}`, which goes without saying here", Severity.NOTE)

    def _finding(self, reading: Reading, fault: str, severity: Severity | None) -> Finding:
        tool = reading.tool
        suggestion = sentence(tool, reading.name)
        asked = ASKED[job(reading.name)]
        cost = "so a model has only the name to go by"
        example = f', such as "{suggestion}"' if suggestion else ""
        message = fit(
            tool.description,
            f"{{}} {fault}, {cost}; {asked}{example}",
            f"{{}} {fault}; {asked}{example}",
            f"{{}} {fault}, {cost}; {asked}",
        )
        return self.finding(
            tool.at("description"),
            message,
            severity=severity,
            data={
                "words": _distinct(reading.words),
                "added": [word.text for word in reading.added],
                "suggestion": suggestion,
            },
        )


def is_obvious(reading: Reading, ctx: Context) -> bool:
    """True for a tool without parameters whose objects everybody knows, such as `get_current_time` or `ping`."""
    known = words.vocabulary("obvious", ctx)
    return not reading.tool.parameters and all(word in known for word in reading.objects or reading.name.words)


def _nothing(reading: Reading) -> str:
    name = reading.tool.name
    total = _distinct(reading.words)
    count = f"0 of {total} content words are new" if total > 1 else "its only content word is not new"
    return f"adds nothing to `{name}` ({count})"


def _distinct(found: tuple[Word, ...]) -> int:
    return len({word.text.lower() for word in found})


def _identifier(reading: Reading) -> str:
    """The name of the parameter that holds the identifier which the text speaks of, empty if there is none."""
    key = key_parameter(reading.tool, reading.name)
    parts = split_identifier(key.name) if key else []
    return key.name if key and parts and parts[-1] in IDENTIFIERS else ""


def _implied(reading: Reading) -> tuple[Word, ...]:
    """The words of the only prepositional phrase that a text adds, where schema or catalog say them anyway."""
    added = reading.added
    if not reading.covered or not reading.objects or reading.documented or not 0 < len(added) <= _PHRASE:
        return ()
    phrases = {word.phrase for word in added}
    if len(phrases) > 1 or 0 in phrases or any(word.kind == "new" for word in added):
        return ()
    return added
