"""Tools by a text that occurs once: the quoted name near a word that makes tools, or words of the description."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from catalint.locate.code import CodeFile, Spot
from catalint.locate.definition import PROPERTIES, Definition, Strength
from catalint.locate.tokens import Tokens, unquote
from catalint.location import Path
from catalint.model import Tool

_SHORTEST = 24
"""Characters of a description that are looked for at least."""
_LONGEST = 200
_FEWEST_SPACES = 3
_WORDS = re.compile(r"[^\"'`\\\n\r${}<>]+")
_MAKING = re.compile(r"(?i)tool|regist|command|action|define|function")
_USING = re.compile(
    r"^(?:call|get|has|is|can|should|may|find|run|invoke|use|remove|disable|enable|log|test|expect|assert)(?=[A-Z_]|$)"
)
_NAMING = re.compile(r"(?i)^(?:.*name|id|tool|method|.*tool)$")
_COMPARING = frozenset(("==", "===", "!=", "!==", "in", "case", "when", "in_"))
_AROUND = 400


def by_name(files: Iterable[Tokens], tools: Iterable[Tool]) -> dict[Tool, Definition]:
    """The tools whose name is quoted once where something is made or named, in source rather than in tests."""
    wanted = {tool.name: tool for tool in tools}
    found: dict[str, list[tuple[int, int, Tokens, int]]] = {}
    for tokens in files:
        for index, name in _quoted(tokens, wanted):
            rank = _rank(tokens, index)
            if rank:
                found.setdefault(name, []).append((tokens.file.weight, -rank, tokens, index))
    definitions: dict[Tool, Definition] = {}
    for name, places in found.items():
        least = min(place[:2] for place in places)
        best = [place for place in places if place[:2] == least]
        if len(best) == 1 and best[0][0] < 2:
            _, _, tokens, index = best[0]
            definitions[wanted[name]] = _definition(wanted[name], tokens, index)
    return definitions


def _quoted(tokens: Tokens, wanted: dict[str, Tool]) -> Iterator[tuple[int, str]]:
    is_data = tokens.file.language.name == "data"
    for index, token in enumerate(tokens.items):
        if token.kind == "text":
            name = unquote(token, tokens.file.language.raw)
        elif is_data and token.kind == "word":
            name = token.text
        else:
            continue
        if name in wanted:
            yield index, name


def _rank(tokens: Tokens, index: int) -> int:
    """2 for the name in a call that makes a tool or behind a key such as `name`, 1 for a key or a constant, else 0."""
    before = tokens.items[index - 1] if index else None
    if before is None or before.text in _COMPARING:
        return 0
    if before.kind == "mark" and before.text == "(":
        callee = tokens.word(index - 2)
        return 2 if _MAKING.search(callee) and not _USING.match(callee) else 0
    following = tokens.items[index + 1].text if index + 1 < len(tokens.items) else ""
    if before.kind == "mark" and before.text in (":", "=", "=>", ":="):
        key = tokens.items[index - 2]
        name = unquote(key) if key.kind == "text" else key.text
        return 2 if _NAMING.match(name) else 1
    if following in (":", "=>") and before.text in ("{", ",", ";"):
        return 1
    return 0


def _definition(tool: Tool, tokens: Tokens, index: int) -> Definition:
    """What the bracket around a name says of the tool: keys and texts that are called as its parameters are."""
    spot = tokens.spot(index)
    spots: dict[Path, Spot] = {(): spot}
    opening = tokens.parent[index]
    names = {parameter.name for parameter in tool.parameters}
    end = min(tokens.closing.get(opening, index), index + _AROUND) if opening >= 0 else index
    for position in range(index + 1, end):
        token = tokens.items[position]
        name = unquote(token) if token.kind == "text" else token.text
        following = tokens.items[position + 1].text if position + 1 < len(tokens.items) else ""
        if name in names and following in (":", "=", "=>", ",", "?"):
            spots.setdefault((*PROPERTIES, name), tokens.spot(position))
    return Definition(tool.name, spots, Strength.MENTION, (spot,))


def by_description(files: Iterable[CodeFile], tool: Tool) -> Spot | None:
    """Where the first words of a description stand, if they stand in one place of the source only."""
    words = telling_words(tool.description)
    if not words:
        return None
    found: dict[int, list[Spot]] = {}
    for file in files:
        start = file.content.find(words)
        while start >= 0 and len(found.get(file.weight, ())) < 2:
            found.setdefault(file.weight, []).append(Spot(file, start, start + len(words)))
            start = file.content.find(words, start + 1)
    spots = found.get(min(found)) if found else None
    return spots[0] if spots and len(spots) == 1 and spots[0].file.weight < 2 else None


def telling_words(description: str) -> str:
    """The longest stretch of the first lines of a description that every language writes as it is; empty if short."""
    line = next((line.strip() for line in description.splitlines() if len(line.strip()) >= _SHORTEST), "")
    longest = max((match.group().strip() for match in _WORDS.finditer(line)), key=len, default="")
    return longest[:_LONGEST] if len(longest) >= _SHORTEST and longest.count(" ") >= _FEWEST_SPACES else ""
