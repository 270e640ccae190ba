"""Markdown of rule pages as text for a terminal: headings, paragraphs, lists, tables, fenced blocks, inline marks."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator

from catalint.cli import console
from catalint.output.terminal import columns, escape

_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")
# Code comes first: the underscores of a name in it are no strong type.
_CODE_OR_STRONG = re.compile(
    r"(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)|(?P<mark>\*\*|__)(?=\S)(?P<strong>.+?)(?<=\S)(?P=mark)"
)
_ITEM = re.compile(r"([-*+]|\d+\.)[ \t]+")
_INDENT = "  "


def render(page: str, *, width: int, color: bool) -> str:
    """Write a page for a terminal of `width` columns."""
    lines = _COMMENT.sub("", page).splitlines()
    text = "\n\n".join(block for block in _blocks(lines, width, color=color) if block)
    return f"{text}\n"


def _blocks(lines: list[str], width: int, *, color: bool) -> Iterator[str]:
    position = 0
    while position < len(lines):
        line = lines[position]
        if line.startswith("```"):
            end = next((i for i in range(position + 1, len(lines)) if lines[i].startswith("```")), len(lines))
            yield _fence(line[3:].strip(), lines[position + 1 : end], width, color=color)
            position = end + 1
            continue
        end = position + 1
        if line.strip() and not line.startswith("#"):
            while end < len(lines) and lines[end].strip() and not lines[end].startswith(("```", "#")):
                end += 1
        yield _block(lines[position:end], width, color=color)
        position = end


def _block(lines: list[str], width: int, *, color: bool) -> str:
    first = lines[0].strip()
    if not first:
        return ""
    if first.startswith("#"):
        return console.styled(escape(first.lstrip("#").strip()), "heading", color=color)
    if first.startswith("|"):
        return _table(lines)
    if _ITEM.match(first):
        return "\n".join(_item(item, width) for item in _items(lines))
    return _wrapped(_inline(" ".join(line.strip() for line in lines)), width)


def _items(lines: list[str]) -> list[str]:
    items: list[str] = []
    for line in lines:
        if _ITEM.match(line.strip()) or not items:
            items.append(line.strip())
        else:
            items[-1] += f" {line.strip()}"
    return items


def _item(item: str, width: int) -> str:
    """An item of a list; its first word stays beside the mark, however long it is."""
    return _wrapped(_inline(item).replace(" ", "\xa0", 1), width, hang=_INDENT).replace("\xa0", " ", 1)


def _wrapped(text: str, width: int, indent: str = _INDENT, hang: str = "") -> str:
    return textwrap.fill(
        text,
        max(width, 40),
        initial_indent=indent,
        subsequent_indent=indent + hang,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _inline(text: str) -> str:
    """Text without the marks of strong type, and with addresses behind the words that link to them."""
    linked = _LINK.sub(lambda match: match.group(1) if match[1] == match[2] else f"{match[1]} ({match[2]})", text)
    return escape(_CODE_OR_STRONG.sub(lambda match: match["strong"] or match[0], linked))


def _fence(kind: str, lines: Iterable[str], width: int, *, color: bool) -> str:
    """A fenced block below a word on what it is. Code keeps its lines, findings are wrapped."""
    label = {"json bad": "bad:", "json good": "good:", "text findings": "is reported as:", "yaml options": "with:"}
    shown = [f"{_INDENT}{label[kind]}"] if kind in label else []
    if kind == "text findings":
        return "\n".join(shown + [_wrapped(escape(line), width, indent=_INDENT * 2, hang=_INDENT) for line in lines])
    return "\n".join(
        shown + [console.styled(f"{_INDENT * 2}{line}", "dim", color=color) for line in map(escape, lines)]
    )


def _table(lines: list[str]) -> str:
    rows = [
        [_inline(cell.strip().replace("\\|", "|")) for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
        for line in lines
    ]
    rows = [row for row in rows if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
    count = max(map(len, rows), default=0)
    rows = [row + [""] * (count - len(row)) for row in rows]
    widths = [max(columns(row[index]) for row in rows) for index in range(count)]
    padded = ((cell + " " * (widths[index] - columns(cell)) for index, cell in enumerate(row)) for row in rows)
    return "\n".join((_INDENT + "  ".join(cells)).rstrip() for cells in padded)
