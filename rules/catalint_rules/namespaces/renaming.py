"""New names for tools: a prefix as the siblings write it, put in front of a name or in the place of another."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from catalint import Tool
from catalint.expression import expression

_SEPARATOR = expression(r"[_.\-/:]+")


def written(word: str, tools: Sequence[Tool]) -> str:
    """A prefix as the names have it, with its separator: `github_`."""
    count = Counter(prefix_of(tool.name, word) for tool in tools)
    return count.most_common(1)[0][0]


def prefix_of(name: str, word: str) -> str:
    """The first word of a name as it is written, with its separator."""
    start = re.match(r"[^A-Za-z0-9]*", name)
    end = (start.end() if start else 0) + len(word)
    separator = _SEPARATOR.match(name, end)
    return name[: separator.end() if separator else end]


def prepend(prefix: str, name: str) -> str:
    """A name below a prefix, in the style of the prefix: `crm_get_lead`, `crmGetLead`."""
    if _SEPARATOR.search(prefix[-1:]):
        return prefix + name
    return prefix + name[:1].upper() + name[1:]


def replace(prefix: str, word: str, tool: Tool) -> str:
    """A name with another prefix in the place of its first word."""
    return prepend(prefix, tool.name[len(prefix_of(tool.name, word)) :])


def front(prefix: str, word: str, tool: Tool) -> str:
    """A name with the prefix that stands behind its verb in front: `crm_get_lead` for `get_crm_lead`."""
    match = re.search(
        rf"(?<![A-Za-z0-9])(?i:{re.escape(word)})(?:[_.\-/:]+|$)|{re.escape(word.capitalize())}(?![a-z])", tool.name
    )
    rest = tool.name[: match.start()] + tool.name[match.end() :] if match else tool.name
    return prepend(prefix, rest)


def renames(tools: Sequence[Tool], renamed: Sequence[str]) -> str:
    """The old names with the new ones, a pair a line."""
    return "\n".join(f"{tool.name} -> {name}" for tool, name in zip(tools, renamed, strict=True))
