"""Docstrings: the parts of a description that explain parameters.

Many servers hand the docstring of a function to the model as it is, so a parameter may be described in the tool's text
instead of its schema. Known styles: Google (`Args:`, also squeezed into one line), NumPy (underlined `Parameters`),
Sphinx and Javadoc (`:param x:`, `@param x`), XML comments (`<param name="x">`), Markdown lists and tables.

Texts come from strangers: every pattern is bounded or anchored, so that the time is linear in the length of the text.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from catalint.docstrings.lines import (
    MARKDOWN_HEAD,
    OTHER_TAG,
    PARAMETER_HEADS,
    RESULT_HEADS,
    RULE,
    TAG,
    UNSURE_HEADS,
    XML,
    find_heading,
    measure_indent,
    read_inline,
    read_item,
    read_numpy_item,
)


@dataclass(frozen=True)
class Docstring:
    """A description taken apart: `parameters` are its parts on parameters, `summary` is the text without them."""

    summary: str
    parameters: Mapping[str, str] = field(default_factory=dict)


@lru_cache(maxsize=8192)
def parse_docstring(text: str, names: Collection[str] = frozenset()) -> Docstring:
    """Take a description apart. `names` are the tool's parameters; loose lists count only where they name one.

    The text of a parameter is on one line, white space folded, its type or "optional" in front in parentheses. Where
    `names` are given, only those are returned.
    """
    reader = _Reader(frozenset(names))
    lines = text.replace("\r\n", "\n").split("\n")
    for position, line in enumerate(lines):
        following = lines[position + 1] if position + 1 < len(lines) else ""
        reader.read(line, following)
    reader.finish()
    summary = "\n".join(reader.kept)
    if "</param>" in summary:
        for match in XML.finditer(summary):
            reader.add((match.group("name"),), match.group("text"))
        summary = XML.sub("", summary)
    return Docstring(summary.strip(), {name: " ".join(" ".join(parts).split()) for name, parts in reader.found.items()})


class _Reader:
    """Reads a description line by line; what it has kept of the prose and found on parameters grows with each line."""

    def __init__(self, names: frozenset[str]) -> None:
        self.names = names
        self.kept: list[str] = []
        self.found: dict[str, list[str]] = {}
        self._section = ""  # the heading in lower case that the line stands below
        self._held: list[str] = []  # lines of a section that has shown no item yet
        self._numpy = False
        self._heading_indent = 0
        self._level = -1  # indentation of the section's items
        self._blank = False
        self._open: list[str] | None = None  # the parts of the item that a line may continue
        self._open_indent = 0
        self._tagged = False  # the open item began with a tag such as `:param`

    def read(self, line: str, following: str) -> None:
        stripped = line.strip()
        if not stripped:
            self._blank = True
            self._keep(line)
            return
        indent = measure_indent(line)
        # deeper than the items of a section, "Example:" belongs to an item
        inside = self._level > self._heading_indent and indent >= self._level
        head = "" if inside else find_heading(stripped, following)
        if head:
            self._enter(head, line, indent, numpy=bool(RULE.fullmatch(following.strip())))
        elif self._numpy and RULE.fullmatch(stripped):
            pass
        elif not (self._read_tag(stripped, indent) or self._read_row(stripped)):
            if self._section in PARAMETER_HEADS:
                self._read_section(line, stripped, indent)
            else:
                self._read_loose(line, stripped, indent)
        self._blank = False

    def finish(self) -> None:
        self._release()

    def add(self, names: Collection[str], *texts: str) -> list[str] | None:
        """Note a text for the names that count; None if none does or all have one."""
        parts: list[str] = [text for text in texts if text]
        fresh = [name for name in names if (not self.names or name in self.names) and name not in self.found]
        for name in fresh:
            self.found[name] = parts
        return parts if fresh else None

    def _enter(self, head: str, line: str, indent: int, *, numpy: bool) -> None:
        self._release()
        self._section, self._heading_indent, self._level = head, indent, -1
        self._numpy = numpy
        self._close()
        if head in PARAMETER_HEADS:
            self._held = [line]
        else:
            self.kept.append(line)

    def _release(self) -> None:
        """Give the lines of a section without items back to the prose, unless its heading can mean nothing else."""
        if self._held and self._level < 0 and self._section in UNSURE_HEADS:
            self.kept.extend(self._held)
        self._held = []

    def _leave(self) -> None:
        self._release()
        self._section = ""
        self._close()

    def _keep(self, line: str) -> None:
        if self._section in PARAMETER_HEADS:
            self._held.append(line)
        else:
            self.kept.append(line)

    def _close(self) -> None:
        self._open, self._tagged = None, False

    def _begin(self, names: Collection[str], indent: int, *texts: str) -> bool:
        self._open, self._open_indent, self._tagged = self.add(names, *texts), indent, False
        return self._open is not None

    def _read_section(self, line: str, stripped: str, indent: int) -> None:
        item = (read_numpy_item if self._numpy else read_item)(stripped, in_section=True)
        if stripped.startswith("#") and MARKDOWN_HEAD.match(stripped):
            self._leave()
            self.kept.append(line)
            return
        if item and (self._level < 0 or indent <= self._level):
            names, texts, bulleted = item
            dedented = self._level > self._heading_indent >= indent and not bulleted
            if not (dedented and not (self.names & set(names))):
                if self._level < 0 or indent < self._level:
                    self._level = indent
                self._begin(names, indent, *texts)
                return
        outside = indent <= self._heading_indent and (self._blank or self._level > self._heading_indent)
        if outside and self._level >= 0 and not (self._numpy and not self._blank):
            self._leave()
            self._read_loose(line, stripped, indent)
        elif self._open is not None:
            self._open.append(stripped)
        elif self._level < 0:
            self._held.append(line)

    def _read_loose(self, line: str, stripped: str, indent: int) -> None:
        self.kept.append(line)
        if self._open is not None and self._tagged and not self._blank and not OTHER_TAG.match(stripped):
            self._open.append(stripped)
            self.kept.pop()
            return
        if not self.names or self._section in RESULT_HEADS:
            self._close()
            return
        item = read_item(stripped, in_section=False)
        if item and self.names.issuperset(item[0]) and self._begin(item[0], indent, *item[1]):
            return
        if self._open is not None and indent > self._open_indent and not self._blank:
            self._open.append(stripped)
            return
        self._close()
        self._read_inline(line)

    def _read_inline(self, line: str) -> None:
        found, rest = read_inline(line, self.names)
        for name, text in found.items():
            self.add((name,), text)
        if found:
            self.kept[-1] = rest

    def _read_tag(self, stripped: str, indent: int) -> bool:
        match = TAG.match(stripped) if stripped[0] in ":@\\" else None
        if not match:
            return False
        name = match.group("name").strip("[]").partition("=")[0]
        kind = match.group("kind")
        self._begin((name,), indent, f"({kind.strip()})" if kind else "", stripped[match.end() :].strip())
        self._tagged = True
        if self._open is None:
            self._open = []  # its continuation lines are no prose either
        return True

    def _read_row(self, stripped: str) -> bool:
        """A row of a Markdown table whose first cell is a parameter's name."""
        if stripped[0] != "|" or not self.names or self._section in RESULT_HEADS:
            return False
        cells = [cell.strip() for cell in stripped.strip("|").split("|")]
        name = cells[0].strip("`*_ ")
        if len(cells) < 2 or name not in self.names:
            return False
        self._begin((name,), 0, *cells[1:])
        self._close()
        return True
