"""Reading descriptions: first sentences, and the parts of a docstring that explain parameters.

Many servers hand the docstring of a function to the model as it is, so a parameter may be described in the tool's text
instead of its schema. Known styles: Google (`Args:`, also squeezed into one line), NumPy (underlined `Parameters`),
Sphinx and Javadoc (`:param x:`, `@param x`), XML comments (`<param name="x">`), Markdown lists and tables.

Texts come from strangers: every pattern is bounded or anchored, so that the time is linear in the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from catalint.expression import expression

# A sentence ends at . ! or ? before white space and no lower-case letter, behind a whole word even before one ("… of a
# note. item_key: …"), at a CJK full stop, or at an empty line.
_END = expression(
    r"(?<=[A-Za-z]{4})\.(?=\s+[a-z])|[.!?](?=[\"')\]*_]{0,3}(?:\s+[^\sa-z]|\s*$))[\"')\]*_]{0,3}|[。！？]|\n\s*\n|\n(?=\s*(?:[-*#•]|\d+[.)])\s)"
)
# Of single letters only capitals are initials: "30 s." ends a sentence.
_ABBREVIATION = expression(
    r"\b(?:(?i:e\.g|i\.e|etc|vs|cf|approx|incl|no|max|min|resp|spec|config|temp|corp|dept|st|dr|mr|ms|inc|ltd)|[A-Z])\.$"
)
_LONGEST_ABBREVIATION = 10

_PARAMETER_HEADS = frozenset(
    """
    args,arguments,parameter,parameters,param,params,inputs,input,options,required,optional,keyword args,
    keyword arguments,other parameters,input parameters,required parameters,optional parameters,required arguments,
    optional arguments,tool parameters,parameters explained
    """.replace("\n    ", "")
    .strip()
    .split(",")
)
# These words are headings of other things, too: such a section is one of parameters only if it holds items.
_UNSURE_HEADS = frozenset(("required", "optional", "input", "inputs", "options"))
# What stands below these is not about what a caller sends, even where it bears a parameter's name.
_RESULT_HEADS = frozenset(
    "return,returns,yields,raises,output,outputs,response,result,results,errors,example,examples,usage examples,"
    "example usage,example output".split(",")
)
_OTHER_HEADS = frozenset("note,notes,usage,see also,warning,warnings,error,tip,tips".split(","))
_HEADS = _PARAMETER_HEADS | _RESULT_HEADS | _OTHER_HEADS
_HEAD = expression(
    r"(?P<mark>#{1,6} ?|\*\*|__)?(?P<name>[A-Za-z][A-Za-z ]{0,30}?)(?: ?/ ?\w{1,20})?(?: ?\([^()]{0,60}\))?"
    r"(?P<end> ?:? ?(?:\*\*|__)? ?:?)"
)
_MARKDOWN_HEAD = expression(r"#{1,6} ")
_RULE = expression(r"[-=~]{3,200}")

_WORD = r"[`\"'*_]{0,3}[^\W\d][\w$.\[\]-]{0,80}[`\"'*_]{0,3}"
_ITEM = expression(
    r"(?P<bullet>[-*+•‣◦][ \t]{1,8}|\d{1,3}[.)][ \t]{1,8})?"
    rf"(?P<names>{_WORD}(?:[ ]{{0,2}}(?:[,/|&]|and|or)[ ]{{1,2}}{_WORD}|/{_WORD}){{0,7}})"
    r"[ \t]{0,8}(?P<kind>\([^()]{0,300}(?:\([^()]{0,120}\)[^()]{0,300}){0,4}\)|\[[^\[\]]{1,120}\]|<[^<>]{1,60}>)?"
    r"[*_`]{0,2}[ \t]{0,8}(?P<separator>[:：](?!//)|[-–—]{1,3}[ \t]|=>|→|=(?=[ \t]))?[*_]{0,2}"
)
_NUMPY_ITEM = expression(rf"(?P<names>{_WORD}(?:, {_WORD}){{0,7}})[ \t]{{0,8}}(?::[ \t]{{0,8}}(?P<kind>.{{0,200}}))?")
_NAME = expression(r"[^\W\d][\w$.\[\]-]*")
_CONNECTIVES = frozenset(("and", "or"))
_TAG = expression(
    r"(?::param(?:eter)?|[@\\]param)[ \t]{1,8}(?:\{[^{}]{0,80}\}[ \t]{0,8})?"
    r"(?:(?P<kind>[\w.\[\], |]{1,60})[ \t])?(?P<name>\[?\w{1,80}(?:=[^\]\s]{0,40})?\]?)"
    r"[ \t]{0,8}(?:[:：]|-[ \t]|[ \t]|$)"
)
_OTHER_TAG = expression(r":(?:return|returns|rtype|raise|raises|type)\b|[@\\](?:return|returns|throws|type)\b")
_XML = expression(r"<param\s{1,4}name=[\"'](?P<name>[\w$.-]{1,80})[\"']\s{0,4}>(?P<text>.{0,4000}?)</param>", re.DOTALL)
_INLINE_HEAD = expression(
    r"(?:^|(?<=[.\s:;)]))(?:args|arguments|parameters|params|Args|Arguments|Parameters|Params):[ \t]"
)
_INLINE_END = expression(r"(?<=[\s.])(?:Returns?|Raises|Examples?|Notes?|Yields):[ \t]|(?<=\.)[ \t](?=Returns?[ \t])")


@dataclass(frozen=True)
class Docstring:
    """A description taken apart: `parameters` are its parts on parameters, `summary` is the text without them."""

    summary: str
    parameters: Mapping[str, str] = field(default_factory=dict)


@lru_cache(maxsize=8192)
def first_sentence(text: str) -> str:
    """The first sentence of a text, which is all that a one-line index shows; white space is folded."""
    stripped = text.strip()
    for match in _END.finditer(stripped):
        end = match.end() if match.group().strip() else match.start()
        tail = stripped[max(0, end - _LONGEST_ABBREVIATION) : end].rstrip()
        if match.group().startswith(".") and _ABBREVIATION.search(tail):
            continue
        return " ".join(stripped[:end].split())
    return " ".join(stripped.split())


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
        for match in _XML.finditer(summary):
            reader.add((match.group("name"),), match.group("text"))
        summary = _XML.sub("", summary)
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
        indent = _indent(line)
        # deeper than the items of a section, "Example:" belongs to an item
        inside = self._level > self._heading_indent and indent >= self._level
        head = "" if inside else _heading(stripped, following)
        if head:
            self._enter(head, line, indent, numpy=bool(_RULE.fullmatch(following.strip())))
        elif self._numpy and _RULE.fullmatch(stripped):
            pass
        elif not (self._read_tag(stripped, indent) or self._read_row(stripped)):
            if self._section in _PARAMETER_HEADS:
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
        if head in _PARAMETER_HEADS:
            self._held = [line]
        else:
            self.kept.append(line)

    def _release(self) -> None:
        """Give the lines of a section without items back to the prose, unless its heading can mean nothing else."""
        if self._held and self._level < 0 and self._section in _UNSURE_HEADS:
            self.kept.extend(self._held)
        self._held = []

    def _leave(self) -> None:
        self._release()
        self._section = ""
        self._close()

    def _keep(self, line: str) -> None:
        if self._section in _PARAMETER_HEADS:
            self._held.append(line)
        else:
            self.kept.append(line)

    def _close(self) -> None:
        self._open, self._tagged = None, False

    def _begin(self, names: Collection[str], indent: int, *texts: str) -> bool:
        self._open, self._open_indent, self._tagged = self.add(names, *texts), indent, False
        return self._open is not None

    def _read_section(self, line: str, stripped: str, indent: int) -> None:
        item = (_numpy_item if self._numpy else _item)(stripped, in_section=True)
        if stripped.startswith("#") and _MARKDOWN_HEAD.match(stripped):
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
        if self._open is not None and self._tagged and not self._blank and not _OTHER_TAG.match(stripped):
            self._open.append(stripped)
            self.kept.pop()
            return
        if not self.names or self._section in _RESULT_HEADS:
            self._close()
            return
        item = _item(stripped, in_section=False)
        if item and self.names.issuperset(item[0]) and self._begin(item[0], indent, *item[1]):
            return
        if self._open is not None and indent > self._open_indent and not self._blank:
            self._open.append(stripped)
            return
        self._close()
        self._read_inline(line)

    def _read_inline(self, line: str) -> None:
        """`Args: a (str): ..., b: ...` in one line: what is left of a docstring whose white space was folded."""
        head = _INLINE_HEAD.search(line)
        if not head:
            return
        end = _INLINE_END.search(line, head.end())
        stop = end.start() if end else len(line)
        found = dict(_inline_items(line[head.end() : stop], self.names))
        for name, text in found.items():
            self.add((name,), text)
        if found:
            self.kept[-1] = f"{line[: head.start()]}{line[stop:]}".rstrip()

    def _read_tag(self, stripped: str, indent: int) -> bool:
        match = _TAG.match(stripped) if stripped[0] in ":@\\" else None
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
        if stripped[0] != "|" or not self.names or self._section in _RESULT_HEADS:
            return False
        cells = [cell.strip() for cell in stripped.strip("|").split("|")]
        name = cells[0].strip("`*_ ")
        if len(cells) < 2 or name not in self.names:
            return False
        self._begin((name,), 0, *cells[1:])
        self._close()
        return True


def _heading(stripped: str, following: str) -> str:
    """The heading that a line is, in lower case; empty if it is none."""
    if len(stripped) > 110:
        return ""
    match = _HEAD.fullmatch(stripped)
    if not match:
        return ""
    name = match.group("name").lower().strip()
    marked = match.group("mark") or ":" in match.group("end") or _RULE.fullmatch(following.strip())
    return name if marked and name in _HEADS else ""


def _item(stripped: str, *, in_section: bool) -> tuple[tuple[str, ...], tuple[str, ...], bool] | None:
    """The names, texts and bullet of a line such as `- name (str): text`; None if it is no item."""
    match = _ITEM.match(stripped)
    if not match:
        return None
    bullet, kind, rest = match.group("bullet"), match.group("kind"), stripped[match.end() :].strip()
    quoted = match.group("names").startswith(("`", "*", '"', "'"))
    # `name (str, optional)` alone, or `- **name** (optional) text`: only the parentheses tell
    telling = kind and (in_section or (bullet and quoted)) and (quoted or not rest)
    if not match.group("separator") and not telling:
        return None
    names = _names(match.group("names"))
    shown = f"({kind[1:-1].strip()})" if kind else ""
    return (names, (shown, rest), bool(bullet)) if names else None


def _numpy_item(stripped: str, *, in_section: bool) -> tuple[tuple[str, ...], tuple[str, ...], bool] | None:
    match = _NUMPY_ITEM.fullmatch(stripped) if in_section else None
    if not match:
        return None
    kind = match.group("kind")
    return _names(match.group("names")), (f"({kind.strip()})" if kind else "",), False


def _names(listed: str) -> tuple[str, ...]:
    """The names of `a`, `a, b` or `a and b`, without the marks of Markdown."""
    found = (name.rstrip(".-") for name in _NAME.findall(listed))
    bare = (name.strip("_") if name.startswith("_") and name.endswith("_") else name for name in found)
    return tuple(name for name in bare if name and name not in _CONNECTIVES)


def _inline_items(segment: str, names: frozenset[str]) -> Iterator[tuple[str, str]]:
    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    pattern = re.compile(rf"(?<![\w.$])[`'\"*]{{0,2}}({known})[`'\"*]{{0,2}} ?(?=[(:：=]|[-–—] )")
    matches = list(pattern.finditer(segment))
    ends = [*(match.start() for match in matches[1:]), len(segment)]
    for match, end in zip(matches, ends, strict=False):
        text = segment[match.end() : end].strip(" \t,;:：=-–—")
        yield match.group(1), text


def _indent(line: str) -> int:
    expanded = line.expandtabs(4)
    return len(expanded) - len(expanded.lstrip())
