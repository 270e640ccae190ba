"""Sorts tools into namespaces of a size that a search by namespaces is good for.

Namespaces that a list declares stay. Else a server is one where it has few enough tools; of a larger one the tools are
sorted by what their names have in common, and what is still too large is cut in the order of the names.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import heapify, heappop, heappush
from pathlib import Path

from catalint.model import Catalog, Tool
from catalint.prose import first_sentence
from catalint.search.namespaces import about
from catalint.words import STOP_WORDS, split_identifier

ACTIONS = Path(__file__).with_name("actions.txt")

_SEPARATOR = "_"
# Characters of a namespace's description: enough to name nine tools and what their server is about.
_LONGEST = 400
# Namespaces have names like functions: https://developers.openai.com/api/docs/guides/function-calling
_LONGEST_NAME = 64
_OTHER = "other"


@dataclass(frozen=True, eq=False)
class Group:
    """Tools that are loaded together. `declared` is true for a namespace of the list itself."""

    name: str
    description: str
    tools: Sequence[Tool]
    declared: bool = False


def group(catalogs: Sequence[Catalog], most: int) -> tuple[Group, ...]:
    """Sort the tools of some catalogs into groups of at most `most`, except for namespaces that a list declares."""
    alone = sum(1 for catalog in catalogs if catalog.visible) == 1
    found = [each for catalog in catalogs for each in _of_catalog(catalog, most, alone=alone)]
    used: Counter[str] = Counter()
    groups = []
    for each in found:
        used[each.name] += 1
        number = used[each.name]
        name = each.name if number == 1 else f"{each.name[: _LONGEST_NAME - 4]}_{number}"
        groups.append(Group(name, each.description, each.tools, each.declared))
    return tuple(groups)


def _of_catalog(catalog: Catalog, most: int, *, alone: bool) -> Iterator[Group]:
    declared: defaultdict[str, list[Tool]] = defaultdict(list)
    for tool in catalog.visible:
        declared[tool.namespace].append(tool)
    for name, tools in declared.items():
        if name:
            yield Group(name, catalog.namespaces.get(name, "") or _describe(catalog, "", tools), tools, declared=True)
            continue
        if len(tools) <= most:
            yield Group(safe_name(catalog.server), _describe(catalog, "", tools), tools)
            continue
        for word, inside in _by_word(tools, most).items():
            for start in range(0, len(inside), most):
                part = inside[start : start + most]
                label = word if alone else f"{catalog.server}_{word}"
                yield Group(safe_name(label), _describe(catalog, word, part), part)


def _by_word(tools: Sequence[Tool], most: int) -> dict[str, list[Tool]]:
    """Tools by words of their names, each word taking as many tools as it can that no word before it took.

    The word that most tools have comes first, as long as they are not more than `most`; of words that are level the
    first in the alphabet. Tools that share no word with another are together.
    """
    words = {tool: _things(tool) for tool in tools}
    having: defaultdict[str, dict[Tool, None]] = defaultdict(dict)
    for tool, found in words.items():
        for word in found:
            having[word][tool] = None
    for word in [word for word, found in having.items() if len(found) > len(tools) / 2]:
        del having[word]  # a prefix tells no two tools apart, also where others have taken most that have it
    sorted_out: dict[str, list[Tool]] = {}
    # a word has its place in the queue anew whenever its tools became fewer, and counts with the number it has now
    queue = [(-len(found), word) for word, found in having.items()]
    heapify(queue)
    while queue:
        number, word = heappop(queue)
        size = len(having[word])
        if -number != size or not 1 < size <= most:
            continue
        sorted_out[word] = list(having[word])
        for tool in sorted_out[word]:
            for other in words[tool]:
                if other in having:
                    having[other].pop(tool, None)
                    heappush(queue, (-len(having[other]), other))
    taken = {tool for found in sorted_out.values() for tool in found}
    rest = [tool for tool in tools if tool not in taken]
    return {**dict(sorted(sorted_out.items())), **({_OTHER: rest} if rest else {})}


def _things(tool: Tool) -> tuple[str, ...]:
    """The words of a name that may say what a tool is about: no verbs, no function words, no single letters."""
    words = dict.fromkeys(singular(word) for word in split_identifier(tool.name))
    return tuple(word for word in words if len(word) > 1 and word not in STOP_WORDS and word not in _actions())


@cache
def _actions() -> frozenset[str]:
    return frozenset(ACTIONS.read_text(encoding="utf-8").split())


def singular(word: str) -> str:
    """An English noun without the ending of its plural, as far as its letters tell."""
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return word[:-1]
    return word


def _describe(catalog: Catalog, word: str, tools: Sequence[Tool]) -> str:
    """What a server says of itself, what sorts the tools, and the names of the tools."""
    said = first_sentence(about(catalog).strip())
    head = f"{said.rstrip('.')}. " if said and len(said) <= _LONGEST // 2 else ""
    what = f"{catalog.server}, {word}" if word and word != _OTHER else catalog.server
    text = f"{head}Tools of {what}: {', '.join(tool.name for tool in tools)}."
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 4].rsplit(', ', 1)[0]}, ..."


def safe_name(text: str) -> str:
    """A text as the name of a namespace: letters, digits and underscores, 64 at most."""
    letters = "".join(char if char.isascii() and (char.isalnum() or char in "_-") else _SEPARATOR for char in text)
    return letters.strip(_SEPARATOR)[:_LONGEST_NAME] or "tools"
