"""The rule overlong-description."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from catalint import Context, Finding, Meta, Severity, Tool, ToolRule, option
from catalint.analyses.tokens import TOKENS
from catalint.docstrings import parse_docstring
from catalint_rules.tokens.cutting import CLIENT_LIMIT, Cut, cut, dedent, measure
from catalint_rules.tokens.limits import LONGEST_MESSAGE, quote
from catalint_rules.wording import cite

_SHOWN = 3


@dataclass(frozen=True)
class Options:
    """The limit: where Claude Code cuts."""

    max_characters: int = option(CLIENT_LIMIT, "Most characters of a tool's description.", minimum=1)


class OverlongDescription(ToolRule[Options]):
    """A client cuts the description, and the model never reads its end."""

    meta = Meta(
        "overlong-description",
        "Description is cut by clients",
        Severity.WARNING,
        precision="very-high",
        tags=("tokens", "descriptions"),
        evidence=(
            "https://code.claude.com/docs/en/mcp",
            "https://github.com/anthropics/claude-code/issues/41593",
            "https://github.com/anthropics/claude-code/issues/39106",
        ),
    )
    options_type = Options

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        """Report a description of which something is lost."""
        limit = self.options.max_characters
        found = cut(tool.description, limit)
        if found is None:
            return
        parameters = _lost_parameters(tool, found)
        yield self.finding(
            tool.at("description"),
            _message(tool, found, parameters, limit),
            detail=_detail(found, parameters),
            data={
                "characters": found.characters,
                "limit": limit,
                "lost": measure(found.lost),
                "share": round(found.share, 4),
                "headings": list(found.headings),
                "parameters": list(parameters),
                "tokens": ctx.get(TOKENS)[tool].description,
            },
        )


def _lost_parameters(tool: Tool, found: Cut) -> Sequence[str]:
    """The parameters that the schema does not describe and that have their entry in the text behind the cut.

    The rest of the text may speak of them in other words, so an entry is all that is claimed to be lost.
    """
    names = frozenset(parameter.name for parameter in tool.parameters if not parameter.description)
    if not names:
        return ()
    told = parse_docstring(found.kept, names).parameters
    whole = parse_docstring(tool.description, names).parameters
    return tuple(name for name in whole if name in names and name not in told)


def _message(tool: Tool, found: Cut, parameters: Sequence[str], limit: int) -> str:
    head = (
        f"The description of {quote(tool.name)} has {found.characters:,} characters; Claude Code cuts at {limit:,}, "
        f"so {found.say_lost()}"
    )
    start = f", from {cite(found.opening)} on"
    texts = (
        f"{head}{start}{what}. {advice}"
        for advice in _advise(tool, found, parameters, limit)
        for what in (_what(found, parameters, _SHOWN), _what(found, parameters, 1), "")
    )
    return next((text for text in texts if len(text) <= LONGEST_MESSAGE), f"{head}.")


def _what(found: Cut, parameters: Sequence[str], most: int) -> str:
    if parameters:
        more = f" and {len(parameters) - most} more" if len(parameters) > most else ""
        return f", with entries for {', '.join(map(quote, parameters[:most]))}{more}"
    headings = found.headings
    if headings:
        more = ", …" if len(headings) > most else ""
        return f" (with {', '.join(headings[:most])}{more})"
    return ""


def _advise(tool: Tool, found: Cut, parameters: Sequence[str], limit: int) -> Iterator[str]:
    """What to do about it, the most telling advice first."""
    bare = measure(dedent(tool.description))
    if bare <= limit:
        yield f"Without its indentation it has {bare:,}: strip that."
    if parameters:
        left = bare - _documented(tool)
        yield f"Describe parameters in the schema{_and_more(left, limit)}."
    if found.samples:
        left = bare - found.samples
        yield f"Move the {found.samples:,} characters of samples out{_and_more(left, limit)}."
    yield "Put what matters first, move the rest out."
    yield "Shorten it."


def _documented(tool: Tool) -> int:
    """The characters that a description spends on parameters which the schema does not describe."""
    names = frozenset(parameter.name for parameter in tool.parameters if not parameter.description)
    told = parse_docstring(tool.description, names).parameters
    return sum(measure(text) for name, text in told.items() if name in names)


def _and_more(left: int, limit: int) -> str:
    """What else is to be done where a cut leaves more characters than the limit."""
    return "" if left <= limit else ", shorten the rest"


def _detail(found: Cut, parameters: Sequence[str]) -> str:
    lines = [f"lost from: {cite(found.opening)}"]
    if parameters:
        lines.append(f"parameters with their entry there: {', '.join(map(quote, parameters))}")
    if found.headings:
        lines.append(f"headings: {', '.join(found.headings)}")
    return "\n".join(lines)
