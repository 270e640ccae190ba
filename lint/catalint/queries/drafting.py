"""Drafts labelled searches from the tools' own texts, for the author to correct.

A search in a tool's own words finds it however vague it is. So drafts are marked as such, and not counted until
somebody has put them into a user's words and taken the mark away.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence

from catalint.model import Catalog, Tool
from catalint.output.terminal import escape
from catalint.prose import first_sentence
from catalint.words import STOP_WORDS, split_identifier

# Words of a draft: about what people type; what follows in a first sentence are conditions and asides.
_LONGEST = 10
# Characters of a draft: ten words have half as many; a script without spaces has all of a text in one word.
_LONGEST_TEXT = 200
# A sentence of more characters is cut in the comment above a draft.
_LONGEST_COMMENT = 160
# How descriptions begin and no user does.
_OPENINGS = frozenset(
    "get gets fetch fetches return returns retrieve retrieves obtain obtains provide provides allow allows use".split()
)
# What stands before a first sentence and is not part of it: `[Beta] Create ...`, `(deprecated)`, marks of Markdown.
_LABEL = re.compile(r"[\s*_#`>]*(?:[\[(][^\])]{1,40}[\])]:?[\s*_#`]+)*")
_ARTICLES = frozenset(("a", "an", "the"))
_CLAUSE = re.compile(r"[,;:]$")
_JOINTS = frozenset("and or that which who so if when where while because after before based".split())
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*(?:/[A-Za-z0-9_.-]+)?")
_NO_YAML = re.compile("[\ufffe\uffff]")
_WORDS_OF_YAML = frozenset(("true", "false", "null", "y", "n", "yes", "no", "on", "off"))

HEAD = """\
# Labelled searches: what people ask, and the tools that are right for it.
# `catalint discover --queries FILE` runs them and says which ones miss.
#
# These are drafts. They are in the words of the tools, and by its own words a tool is found however vague it is, so
# drafts are not counted. For each one: say it as somebody would who has never seen the tool (their words, an example
# in place of the class), name every tool that would be right, and delete `draft: true`.
"""


def draft(catalogs: Sequence[Catalog], *, covered: Iterable[Tool] = ()) -> str:
    """The text of a file with a draft for each tool that a model sees, those `covered` by a search left out.

    Tools whose drafts would be the same search stand together under one.
    """
    left_out = frozenset(covered)
    drafts: dict[str, list[Tool]] = {}
    for catalog in catalogs:
        for tool in catalog.visible:
            if tool not in left_out:
                drafts.setdefault(query(tool), []).append(tool)
    several = len(catalogs) > 1
    blocks = [HEAD, *(_block(text, tools, several=several) for text, tools in drafts.items())]
    return "\n".join(blocks)


def query(tool: Tool) -> str:
    """A search that could be one for a tool: its first sentence without how descriptions open, at most ten words.

    The words of its name where there is no sentence, and its place in the list where there are none either.
    """
    sentence = first_sentence(tool.description)
    words = _LABEL.sub("", sentence, count=1).split() or sentence.split()
    for opening in (_OPENINGS, _ARTICLES):
        if len(words) > 1 and words[0].lower() in opening:
            words = words[1:]
    if len(words) > _LONGEST:
        words = _clause(words)
    text = " ".join(words)[:_LONGEST_TEXT].rstrip(".!?,;:([*_` ")
    text = text or " ".join(split_identifier(tool.name)) or f"tool {tool.index + 1}"
    return text if text[:2].isupper() else text[0].lower() + text[1:]


def _clause(words: list[str]) -> list[str]:
    """Cut at the last end of a clause that leaves at least half of the words, else at the length."""
    kept = words[:_LONGEST]
    ends = [number for number, word in enumerate(kept, start=1) if _CLAUSE.search(word)]
    ends += [number for number, word in enumerate(kept) if word.lower() in _JOINTS or word.startswith("(")]
    end = max((end for end in ends if end >= _LONGEST // 2), default=len(kept))
    while end > 1 and kept[end - 1].lower() in STOP_WORDS:
        end -= 1
    return kept[:end]


def _block(text: str, tools: Sequence[Tool], *, several: bool) -> str:
    names = [f"{tool.server}/{tool.name}" if several else tool.name for tool in tools]
    comments = [f"# {line}\n" for line in _comments(tools, names)]
    listed = ", ".join(map(scalar, names))
    return f"{''.join(comments)}- query: {scalar(text, plain=False)}\n  tools: [{listed}]\n  draft: true\n"


def _comments(tools: Sequence[Tool], names: Sequence[str]) -> Iterator[str]:
    for tool, name in zip(tools, names, strict=True):
        sentence = first_sentence(tool.description)
        cut = sentence if len(sentence) <= _LONGEST_COMMENT else f"{sentence[: _LONGEST_COMMENT - 3]}..."
        yield _printable(f"{name}: {cut}" if cut else f"{name} (no description)")


def scalar(text: str, *, plain: bool = True) -> str:
    """A text as YAML reads it back: as it is where `plain` allows it and nothing can be misread, else in quotes."""
    if plain and _PLAIN.fullmatch(text) and text.lower() not in _WORDS_OF_YAML:
        return text
    return _printable(json.dumps(text, ensure_ascii=False))


def _printable(text: str) -> str:
    return _NO_YAML.sub(lambda match: f"\\u{ord(match.group()):04x}", escape(text))
