"""How messages of one line are made: names in backticks, short lists, quotes, and what is left out where it is long."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from catalint import Tool

# What the house allows for the first line of a finding.
LONGEST_LINE = 240
# Half a sentence can't be judged, so a text of one short sentence is quoted whole.
_WHOLE = 80
_CUTS = (80, 60, 45)
_OPENING, _CLOSING = "([{（【", ")]}）】"


def quote(name: str) -> str:
    """A name in backticks."""
    return f"`{name}`"


def listing(items: Sequence[str], most: int = 3, joint: str = "and") -> str:
    """`a, b and c`, or `a, b and 4 more` where there are more than `most`."""
    shown = list(items) if len(items) <= most else [*items[: most - 1], f"{len(items) - most + 1} more"]
    if len(items) > most:
        joint = "and"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} {joint} {shown[-1]}"


def name_rival(rival: Tool, tool: Tool) -> str:
    """The name of a tool that is compared with another, with its server where that is another one, too."""
    return quote(rival.name) if rival.server == tool.server else f"{quote(rival.name)} of {quote(rival.server)}"


def names(items: Iterable[str], most: int = 3) -> str:
    """A listing of names in backticks."""
    quoted = [quote(item) for item in items]
    return listing(quoted, most)


def cite(text: str) -> str:
    """A text in quotation marks that it does not hold itself, so that what stands between them can be searched for."""
    return f"“{text}”" if '"' in text else f'"{text}"'


def excerpt(text: str, length: int) -> str:
    """A text as `cite` has it, on one line; a longer one is cut to a length, at a word where one ends near it."""
    return cite(shorten(text, length))


def shorten(text: str, length: int) -> str:
    """A text on one line, cut to a length, at a word where one ends near it."""
    return _cut(" ".join(text.split()), length)


def clause(text: str, start: int, end: int) -> str:
    """The words of a text from `start` to the end of the clause that goes on behind `end`, just as they stand there.

    Inside brackets, the clause is what these hold: `optional` in "(string, optional): The folder" has no part of the
    words behind, and all that stands beside it.
    """
    start += len(text[start:end]) - len(text[start:end].lstrip(" .;,:([{*`-—–（【"))
    opened: list[int] = []
    for place, char in enumerate(text[:start]):
        if char in _OPENING:
            opened.append(place + 1)
        elif char in _CLOSING and opened:
            opened.pop()
    if opened and _closes(text, opened[-1]):
        return text[opened[-1] : _closes(text, opened[-1])].strip(" `*.;,")
    depth = 0
    for place in range(start, len(text)):
        char = text[place]
        ends = char in ".;" and place >= end - 1 and text[place + 1 : place + 2] in ("", " ", "\n")
        if (ends and not depth) or (char in _CLOSING and not depth):
            return _bare(text[start:place])
        depth += (char in _OPENING) - (char in _CLOSING)
    return _bare(text[start:])


def _closes(text: str, inside: int) -> int:
    """Where the bracket closes that opens right before `inside`; 0 if it does not."""
    depth = 0
    for place in range(inside, len(text)):
        if text[place] in _CLOSING:
            if not depth:
                return place
            depth -= 1
        depth += text[place] in _OPENING
    return 0


def _bare(text: str) -> str:
    """A text without the blanks, stops and halves of a mark at its ends."""
    text = text.strip(" .;,")
    for mark in ("`", "*", '"'):
        if text.count(mark) % 2:
            text = text.strip(mark)
    return text.strip(" .;,")


def fit(*lines: str, action: str | Sequence[str] = "", text: str = "") -> str:
    """A message of one line from what is wrong and what to do about it.

    `lines` say what is wrong, the most telling one first; each leaves out some evidence of the one before. `action`, or
    the first of several that leaves room, ends the message whole; one with a capital is a sentence of its own. `{}` in
    a line stands for `text` in quotes, whole if it has at most 80 characters. Evidence goes before a better action
    does, and where nothing fits, the last line is cut, never the action.
    """
    actions = (action,) if isinstance(action, str) else tuple(action) or ("",)
    quotes = _quotes(text)
    for ending in actions:
        for line in lines:
            for quoted in quotes:
                message = _end(_fill(line, quoted), ending)
                if len(message) <= LONGEST_LINE:
                    return message
    ending = min(actions, key=len)
    room = LONGEST_LINE - len(_end("", ending))
    return _end(_cut(_fill(lines[-1], quotes[-1]), max(room, _CUTS[-1])), ending)[:LONGEST_LINE]


def _quotes(text: str) -> Sequence[str]:
    """A text in quotes, as long as it may be first."""
    if not text:
        return ("",)
    folded = " ".join(text.split())
    return (cite(folded),) if len(folded) <= _WHOLE else [excerpt(folded, length) for length in _CUTS]


def _fill(line: str, quoted: str) -> str:
    return line.replace("{}", quoted, 1) if quoted else line


def _end(line: str, action: str) -> str:
    if not action:
        return line
    return f"{line}. {action}" if action[0].isupper() else f"{line}; {action}"


def _cut(text: str, length: int) -> str:
    """A text cut to a length, at a word if that leaves most of it."""
    if len(text) <= length:
        return text
    head = text[: length - 1]
    whole = head.rpartition(" ")[0]
    return f"{(whole if 2 * len(whole) > length else head).rstrip(' ,;:.([')}…"
