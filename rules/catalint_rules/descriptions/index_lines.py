"""What a first sentence could say instead: another sentence of the text, a part of it, the words that differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from catalint import Tool
from catalint.expression import expression
from catalint.words import split_identifier, split_prose
from catalint_rules.analyses.names import Name
from catalint_rules.descriptions.opening import Openings, index_line
from catalint_rules.descriptions.rewrite import complete
from catalint_rules.wording import excerpt

# How much of the end of a sentence shows where it is, in characters.
_TAIL = 45
# "[Service]-Documents-Tables-Create a table": a path of headings, with what the tool does at its end.
_PATH = expression(r"(?:\[[^\[\]]{1,40}\]|[^\s-]{1,40})-(?:[^-]{1,80}-){2,8}(?P<last>[^-]{8,})$")
# Joints where a sentence can end: its only comma, or a word that opens a clause.
_JOINT = expression(
    r",\s(?=[^,]*$)(?=(?:\w+\s){3,}\w+)(?!(?:and|or|at|for|from|in|into|of|on|to|with)\s)"
    r"|,?\s(?:which|that|so|while|where|by|using|including|and then)\s"
)


def own_words(names: Sequence[Name], most: int) -> list[str]:
    """The words of each name that not all of them have, for the first few names."""
    common = frozenset.intersection(*(frozenset(split_identifier(name.tool.name)) for name in names))
    own = (" ".join(w for w in split_identifier(name.tool.name) if w not in common) for name in names[:most])
    return [words for words in dict.fromkeys(own) if words]


def shared_length(texts: Sequence[str]) -> int:
    """How many characters the texts have in common at their start."""
    shortest, longest = min(texts), max(texts)
    return next((i for i, char in enumerate(shortest) if longest[i : i + 1] != char), len(shortest))


def suggest(tool: Tool, name: Name, openings: Openings, *, own: bool = False) -> str:
    """A sentence to begin with: one of the text, else one made of the schema, else the tool's title if it is one.

    With `own`, a sentence of the text has to share a word with the tool's name.
    """
    found = openings.purpose(tool.description, tool.name, own=own) or complete(tool, name)
    if found:
        return found
    title = tool.title or (tool.annotations.get("title") if isinstance(tool.annotations, dict) else "")
    if not isinstance(title, str) or set(split_prose(title)) <= set(split_identifier(tool.name)):
        return ""
    return title if openings.states_purpose(title, tool.name) else ""


def remainder(text: str, length: int) -> str:
    """What a text says behind its first characters, from a word on and as a sentence."""
    if length < len(text) and text[length - 1].isalnum() and text[length].isalnum():
        length = text.rfind(" ", 0, length) + 1
    rest = index_line(text[length:].lstrip(" ,;:.-"))
    return rest[:1].upper() + rest[1:]


def shorten(line: str, fits: Callable[[str], bool]) -> str:
    """The advice to end a sentence at its first joint, or to start with the end of a path; empty if neither is enough.

    `fits` tells of a sentence whether an index holds it.
    """
    if path := _PATH.match(line):
        return f"start with its last part, {excerpt(path.group('last'), 60)}"
    ends = (
        match.start()
        for match in _JOINT.finditer(line)
        if line.count(" ", 0, match.start()) >= 3 and "," not in line[: match.start()]
    )
    end = next(ends, 0)
    return f"end it after {_tail(line[:end])}" if end and fits(line[:end]) else ""


def _tail(text: str) -> str:
    """The end of a text in quotes, from a word on, so that one sees where to stop."""
    if len(text) <= _TAIL:
        return f'"{text}"'
    return f'"…{text[-_TAIL:].partition(" ")[2]}"'
