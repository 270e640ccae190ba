"""What a tool's input says that it does to the world, where name and text keep silent: the values of a mode, a flag."""

from __future__ import annotations

from typing import NamedTuple

from catalint import Context, Tool
from catalint.explanations import explain
from catalint.expression import expression
from catalint.words import split_identifier
from catalint_rules import words
from catalint_rules.analyses.modes import MODES, Mode
from catalint_rules.analyses.names import NAMES
from catalint_rules.parameters.mixed_safety_modes import about_deeds

# A flag by which a tool that reads marks or takes away what it has read.
_MARKS = expression(
    r"\b(?:mark|flag)s?\b (?:[\w']+ ){0,4}?(?:as )?(?:read|seen|done|processed|unread)\b"
    r"|\b(?:delet|remov|archiv)(?:e|es) (?:[\w']+ ){0,4}?(?:after|once) "
    r"(?:it |they |being )?(?:is |are |was |were |been )?(?:read|reading|fetch\w*|download\w*|get\w*|return\w*)\b"
)
# Before such words a flag may ask for the mark of others: "only mails not marked as read".
_ASKED = expression(r"\b(?:only|filter\w*|include\w*|exclude\w*|exclud\w*|that (?:are|were)|not|without|never)\b")
_MADE = frozenset("add append create insert modify write".split())
# A choice that later calls of the same session go by changes nothing outside of it.
_SESSION = expression(r"\bsession|\blater calls\b|\bsubsequent\b|\bin[- ]memory\b")


class Written(NamedTuple):
    """A parameter by which a tool changes something, and the value or the words that say so."""

    parameter: str
    words: str
    flag: bool


def writes(tool: Tool, ctx: Context) -> Written | None:
    """The parameter by which a tool that otherwise reads changes something; None if it has none."""
    for parameter in tool.parameters:
        schema = parameter.schema
        if isinstance(schema, dict) and schema.get("type") == "boolean":
            text = " ".join(f"{' '.join(split_identifier(parameter.name))}. {explain(parameter)}".split()).lower()
            match = _MARKS.search(text)
            if match and not _ASKED.search(text[: match.start()]):
                return Written(parameter.name, match.group(), flag=True)
    for mode in ctx.get(MODES).get(tool, ()):
        changing = _changing(mode, ctx)
        if changing:
            return Written(mode.name, changing, flag=False)
    return None


def _changing(mode: Mode, ctx: Context) -> str:
    """The first value by which a mode changes something for sure; empty if none does."""
    name = ctx.get(NAMES)[mode.tool.server].names[mode.tool]
    if not (mode.asks and mode.jobs) or mode.flag or not mode.having("read") or about_deeds(mode, name):
        return ""
    sure = words.groups("sure_changes", ctx)
    asks = {word for value in mode.values for word in split_identifier(value)[:1]}
    for value in mode.values:
        if mode.effects[value] not in ("create", "change", "destroy"):
            continue
        verb = split_identifier(value)[0]
        if sure.get(verb) in ("destroy", "change") or verb in _MADE:
            return value
        # who can get a thing and set it changes it
        if verb == "set" and "get" in asks and not _SESSION.search(mode.tool.description.lower()):
            return value
    return ""
