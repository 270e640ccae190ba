"""Reading descriptions: first sentences, and the parts of a docstring that explain parameters.

Many servers hand the docstring of a function to the model as it is, so a parameter may be described in the tool's text
instead of its schema. Known styles: Google (`Args:`), NumPy (underlined `Parameters`), Sphinx and Javadoc (`:param x:`,
`@param x`), XML comments (`<param name="x">`) and Markdown lists.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

# A sentence ends at . ! or ? before white space and no lower-case letter, at a CJK full stop, or at an empty line.
_END = re.compile(r"[.!?](?=[\"')\]]?(?:\s+[^\sa-z]|\s*$))[\"')\]]?|[。！？]|\n\s*\n|\n(?=\s*(?:[-*#•]|\d+[.)])\s)")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|incl|no|max|min|St|Dr|Mr|Ms|Inc|Ltd)|\b[A-Z])\.$", re.IGNORECASE
)

_SECTION = re.compile(
    r"^[ \t]*(?:#+[ \t]*|\*\*|__)?"
    r"(args|arguments|parameters?|params|keyword args|keyword arguments|other parameters|inputs?|input parameters|"
    r"options|required parameters|optional parameters|required|optional|returns?|yields?|raises|examples?|notes?|"
    r"usage|output|response|see also|warnings?|errors?|tips?)"
    r"[ \t]*(?:\([^)\n]*\))?[ \t]*(?::[ \t]*(?:\*\*|__)?|(?:\*\*|__)[ \t]*:?|(?=\n[ \t]*-{3,}))[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_PARAMETER_SECTIONS = frozenset(
    """
    args,arguments,parameter,parameters,param,params,inputs,input,options,required,optional,keyword args,
    keyword arguments,other parameters,input parameters,required parameters,optional parameters
    """.replace("\n    ", "")
    .strip()
    .split(",")
)
_NAME = r"[`\"'*_]{0,3}(?P<name>[A-Za-z_$][\w$.\[\]-]*?)[`\"'*_]{0,3}"
_ITEM = re.compile(
    rf"^[ \t]*(?:[-*+•][ \t]+|\d+[.)][ \t]+)?{_NAME}[ \t]*(?:\((?P<kind>[^()\n]*(?:\([^()\n]*\)[^()\n]*)*)\))?[ \t]*"
    r"(?:[*_]{2})?(?::(?!//)|[ \t]+[-–—]+(?=[ \t])|[ \t]+=(?=[ \t]))[*_]{0,2}[ \t]*(?P<text>[^\n]*)$",
    re.MULTILINE,
)
_SPHINX = re.compile(
    r"^[ \t]*(?::param(?:eter)?[ \t]+(?:[\w.\[\], ]+[ \t]+)?(?P<a>\w+)[ \t]*:"
    r"|@param[ \t]+(?:\{[^}]*\}[ \t]*)?(?P<b>\w+)[ \t]*-?)"
    r"[ \t]*(?P<text>[^\n]*(?:\n(?![ \t]*[:@]\w)[ \t]+[^\n]+)*)",
    re.MULTILINE,
)
_XML = re.compile(r"<param\s+name=[\"'](?P<name>[\w$.-]+)[\"']\s*>(?P<text>.*?)</param>", re.DOTALL)


@dataclass(frozen=True)
class Docstring:
    """A description taken apart. `summary` is the text without its parts on parameters; `parameters` are those parts."""

    summary: str
    parameters: Mapping[str, str] = field(default_factory=dict)


def first_sentence(text: str) -> str:
    """The first sentence of a text, which is all that a one-line index shows; white space is folded."""
    stripped = text.strip()
    for match in _END.finditer(stripped):
        end = match.end() if not match.group().isspace() and match.group().strip() else match.start()
        head = stripped[:end].rstrip()
        if match.group().startswith(".") and _ABBREVIATION.search(head):
            continue
        return " ".join(head.split())
    return " ".join(stripped.split())


@lru_cache(maxsize=8192)
def parse_docstring(text: str, names: Collection[str] = frozenset()) -> Docstring:
    """Take a description apart. `names` are the tool's parameters; loose lists count only where they name one."""
    parameters: dict[str, str] = {}
    kept: list[str] = []
    position = 0
    for name, start, end in _sections(text):
        body = text[start:end]
        if name not in _PARAMETER_SECTIONS:
            continue
        found = _items(body, names)
        if found or name not in ("required", "optional", "input", "inputs", "options"):
            parameters.update({key: value for key, value in found.items() if key not in parameters})
            heading = text.rfind("\n", 0, start - 1) + 1
            kept.append(text[position:heading])
            position = end
    kept.append(text[position:])
    rest = "".join(kept)
    for pattern in (_SPHINX, _XML):
        for match in pattern.finditer(rest):
            groups = match.groupdict()
            key = groups.get("name") or groups.get("a") or groups.get("b") or ""
            parameters.setdefault(key, " ".join(match.group("text").split()))
        rest = pattern.sub("", rest)
    if names:
        for key, value in _items(rest, names).items():
            parameters.setdefault(key, value)
    return Docstring(rest.strip(), parameters)


def _sections(text: str) -> list[tuple[str, int, int]]:
    heads = list(_SECTION.finditer(text))
    ends = [match.start() for match in heads[1:]] + [len(text)]
    return [(match.group(1).lower(), match.end(), end) for match, end in zip(heads, ends, strict=False)]


def _items(body: str, names: Collection[str]) -> dict[str, str]:
    """The `name: text` items of a parameter section, with the lines that continue them."""
    found: dict[str, str] = {}
    matches = list(_ITEM.finditer(body))
    ends = [match.start() for match in matches[1:]] + [len(body)]
    for match, end in zip(matches, ends, strict=False):
        if names and match.group("name") not in names:
            continue
        tail = body[match.end() : end].split("\n\n", 1)[0]
        text = f"{match.group('text')} {tail}"
        kind = match.group("kind")
        found.setdefault(match.group("name"), " ".join((f"({kind}) {text}" if kind else text).split()))
    if not found:
        found = _numpy_items(body, names)
    return found


def _numpy_items(body: str, names: Collection[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    pattern = re.compile(r"^[ \t]*(?P<name>\w+)[ \t]*(?::[^\n]*)?\n(?P<text>(?:[ \t]+[^\n]+\n?)+)", re.MULTILINE)
    for match in pattern.finditer(body):
        if not names or match.group("name") in names:
            found.setdefault(match.group("name"), " ".join(match.group("text").split()))
    return found
