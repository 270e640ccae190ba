"""What a line of a docstring is: a heading, the item of a list of parameters, a tag."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from catalint.expression import expression

PARAMETER_HEADS = frozenset(
    """
    args,arguments,parameter,parameters,param,params,inputs,input,options,required,optional,keyword args,
    keyword arguments,other parameters,input parameters,required parameters,optional parameters,required arguments,
    optional arguments,tool parameters,parameters explained
    """.replace("\n    ", "")
    .strip()
    .split(",")
)
# These words are headings of other things, too: such a section is one of parameters only if it holds items.
UNSURE_HEADS = frozenset(("required", "optional", "input", "inputs", "options"))
# What stands below these is not about what a caller sends, even where it bears a parameter's name.
RESULT_HEADS = frozenset(
    "return,returns,yields,raises,output,outputs,response,result,results,errors,example,examples,usage examples,"
    "example usage,example output".split(",")
)
_OTHER_HEADS = frozenset("note,notes,usage,see also,warning,warnings,error,tip,tips".split(","))
_HEADS = PARAMETER_HEADS | RESULT_HEADS | _OTHER_HEADS
_HEAD = expression(
    r"(?P<mark>#{1,6} ?|\*\*|__)?(?P<name>[A-Za-z][A-Za-z ]{0,30}?)(?: ?/ ?\w{1,20})?(?: ?\([^()]{0,60}\))?"
    r"(?P<end> ?:? ?(?:\*\*|__)? ?:?)"
)
MARKDOWN_HEAD = expression(r"#{1,6} ")
RULE = expression(r"[-=~]{3,200}")

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
TAG = expression(
    r"(?::param(?:eter)?|[@\\]param)[ \t]{1,8}(?:\{[^{}]{0,80}\}[ \t]{0,8})?"
    r"(?:(?P<kind>[\w.\[\], |]{1,60})[ \t])?(?P<name>\[?\w{1,80}(?:=[^\]\s]{0,40})?\]?)"
    r"[ \t]{0,8}(?:[:：]|-[ \t]|[ \t]|$)"
)
OTHER_TAG = expression(r":(?:return|returns|rtype|raise|raises|type)\b|[@\\](?:return|returns|throws|type)\b")
XML = expression(r"<param\s{1,4}name=[\"'](?P<name>[\w$.-]{1,80})[\"']\s{0,4}>(?P<text>.{0,4000}?)</param>", re.DOTALL)
_INLINE_HEAD = expression(
    r"(?:^|(?<=[.\s:;)]))(?:args|arguments|parameters|params|Args|Arguments|Parameters|Params):[ \t]"
)
_INLINE_END = expression(r"(?<=[\s.])(?:Returns?|Raises|Examples?|Notes?|Yields):[ \t]|(?<=\.)[ \t](?=Returns?[ \t])")


def find_heading(stripped: str, following: str) -> str:
    """The heading that a line is, in lower case; empty if it is none."""
    if len(stripped) > 110:
        return ""
    match = _HEAD.fullmatch(stripped)
    if not match:
        return ""
    name = match.group("name").lower().strip()
    marked = match.group("mark") or ":" in match.group("end") or RULE.fullmatch(following.strip())
    return name if marked and name in _HEADS else ""


def read_item(stripped: str, *, in_section: bool) -> tuple[tuple[str, ...], tuple[str, ...], bool] | None:
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


def read_numpy_item(stripped: str, *, in_section: bool) -> tuple[tuple[str, ...], tuple[str, ...], bool] | None:
    """As `read_item`, for a line such as `name : str`, whose text follows on the lines below."""
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


def read_inline(line: str, names: frozenset[str]) -> tuple[Mapping[str, str], str]:
    """The parameters of a line such as `Args: a (str): ..., b: ...`, and the line without them; none where it is none.

    So looks a docstring whose white space was folded.
    """
    head = _INLINE_HEAD.search(line)
    if not head:
        return {}, line
    end = _INLINE_END.search(line, head.end())
    stop = end.start() if end else len(line)
    return dict(_inline_items(line[head.end() : stop], names)), f"{line[: head.start()]}{line[stop:]}".rstrip()


def _inline_items(segment: str, names: frozenset[str]) -> Iterator[tuple[str, str]]:
    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    pattern = re.compile(rf"(?<![\w.$])[`'\"*]{{0,2}}({known})[`'\"*]{{0,2}} ?(?=[(:：=]|[-–—] )")
    matches = list(pattern.finditer(segment))
    ends = [*(match.start() for match in matches[1:]), len(segment)]
    for match, end in zip(matches, ends, strict=False):
        text = segment[match.end() : end].strip(" \t,;:：=-–—")
        yield match.group(1), text


def measure_indent(line: str) -> int:
    """Columns of white space in front of a line; a tab goes on to the next multiple of 4."""
    expanded = line.expandtabs(4)
    return len(expanded) - len(expanded.lstrip())
