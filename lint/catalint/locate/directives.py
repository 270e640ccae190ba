"""Ignore comments on lines of code that define tools: `# catalint: ignore[rule-id] reason`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from catalint.hints import did_you_mean
from catalint.ignores import Ignore, escape_glob
from catalint.locate.code import Spot
from catalint.locate.codebase import CodeIndex
from catalint.locate.definition import Definition
from catalint.locate.tokens import Tokens
from catalint.location import Location, Path, Place, to_pointer
from catalint.model import Corpus, Tool
from catalint.quoting import shown

_DIRECTIVE = re.compile(r"catalint:[ \t]*ignore\b(?:[ \t]*\[([^\]\r\n]*)\])?[ \t]*([^\r\n]*)")
# Ends of comments that stand on one line with the words.
_END = re.compile(r"\s*(?:\*/|-->|#\})?\s*$")
_GLOB = frozenset("*?[")
_PARAMETER = 3


@dataclass(frozen=True)
class Comments:
    """The ignores that comments in code make, and what to tell the user of comments that make none."""

    ignores: tuple[Ignore, ...] = ()
    notes: tuple[str, ...] = ()


class _Target(NamedTuple):
    """A tool, or a part of one, that a line defines."""

    tool: Tool
    path: Path


class _Directive(NamedTuple):
    """One comment: where it is, the line of code that it is about, what it says. No rules: nothing is ignored."""

    spot: Spot
    about: int
    rules: tuple[str, ...]
    reason: str


def read(code: Mapping[str, CodeIndex], corpus: Corpus, rules: Collection[str]) -> Comments:
    """Read the ignore comments of the code of all servers; each counts once, whatever servers share its file."""
    files: dict[str, Tokens] = {}
    lines: dict[tuple[str, int], list[_Target]] = {}
    for server, index in code.items():
        catalog = corpus.by_server.get(server)
        commented = {tokens.file.path: tokens for tokens in index.commented()}
        if catalog is None or not commented:
            continue
        files.update(commented)
        by_index = {tool.index: tool for tool in catalog.tools}
        for position, definition in index.definitions(catalog).items():
            _register(by_index[position], definition, lines)
    ignores: list[Ignore] = []
    notes: list[str] = []
    for path, tokens in files.items():
        for directive in _directives(tokens):
            targets = lines.get((path, directive.about), ())
            origin = f"{path}:{directive.spot.line}"
            notes.extend(_faults(directive, targets, origin, rules))
            if targets:
                known = [rule for rule in directive.rules if _is_known(rule, rules)]
                ignores.extend(_ignore(rule, directive, targets, origin) for rule in known)
    return Comments(tuple(ignores), tuple(notes))


def _register(tool: Tool, definition: Definition, lines: dict[tuple[str, int], list[_Target]]) -> None:
    """Note what of a tool each line defines: all of it, or the widest parts that begin there."""
    whole = {(spot.file.path, spot.line) for spot in (definition.spot, *definition.heads)}
    for place in whole:
        lines.setdefault(place, []).append(_Target(tool, ()))
    parts: dict[tuple[str, int], list[Path]] = {}
    for path in sorted(definition.spots, key=len):
        spot = definition.spots[path]
        place = (spot.file.path, spot.line)
        if not path or place in whole:
            continue
        part = path[:_PARAMETER] if _is_own_line(definition, path, place) else path
        wider = parts.setdefault(place, [])
        if not any(part[: len(other)] == other for other in wider):
            wider.append(part)
    for place, paths in parts.items():
        lines.setdefault(place, []).extend(_Target(tool, path) for path in paths)


def _is_own_line(definition: Definition, path: Path, place: tuple[str, int]) -> bool:
    """Whether a parameter itself stands on the line where a part of it does."""
    spot = definition.spots.get(path[:_PARAMETER])
    return len(path) > _PARAMETER and spot is not None and (spot.file.path, spot.line) == place


def _directives(tokens: Tokens) -> Iterator[_Directive]:
    content, text = tokens.file.content, tokens.file.text
    for start, end in tokens.comments:
        found = _DIRECTIVE.search(content, start, end)
        if found is None:
            continue
        line, column = text.position(start)
        alone = not content[start - column + 1 : start].strip()
        about = _next_line(tokens, end) if alone else line
        rules = (
            () if found.group(1) is None else tuple(part.strip() for part in found.group(1).split(",") if part.strip())
        )
        reason = _END.sub("", found.group(2)).lstrip(":-— ").strip()
        stop = found.start() + len(_END.sub("", found.group()))
        yield _Directive(Spot(tokens.file, found.start(), stop), about, rules, reason)


def _next_line(tokens: Tokens, offset: int) -> int:
    """The line of the first token behind a comment that stands alone: other comments between them do not count."""
    low, high = 0, len(tokens.items)
    while low < high:
        middle = (low + high) // 2
        if tokens.items[middle].start < offset:
            low = middle + 1
        else:
            high = middle
    return tokens.file.text.position(tokens.items[low].start)[0] if low < len(tokens.items) else 0


def _faults(directive: _Directive, targets: Sequence[_Target], origin: str, rules: Collection[str]) -> Iterator[str]:
    if not directive.rules:
        yield f"{origin}: this comment names no rule, so it ignores nothing: write `catalint: ignore[rule-id] reason`"
        return
    for rule in directive.rules:
        if not _is_known(rule, rules):
            hint = did_you_mean(rule, rules)
            yield f"{origin}: no rule is called {shown(rule)}, so this comment ignores nothing{hint}"
    if not targets:
        yield f"{origin}: no tool of this run is known to be defined at this comment, so it ignores nothing"


def _is_known(rule: str, rules: Collection[str]) -> bool:
    return rule in rules or not _GLOB.isdisjoint(rule)


def _ignore(rule: str, directive: _Directive, targets: Sequence[_Target], origin: str) -> Ignore:
    tools = list(dict.fromkeys(target.tool for target in targets))
    pointers = list(dict.fromkeys(to_pointer(target.path) for target in targets))
    if "" in pointers:
        pointers = [""]
    first = tools[0]
    # an ignore of one tool is looked for at that tool alone; one of several is a general one
    where = first.at() if len(tools) == 1 else Location(first.server)
    place: Place = directive.spot.place()
    names = tuple(dict.fromkeys(escape_glob(f"{tool.server}/{tool.name}") for tool in tools))
    return Ignore(
        rule,
        directive.reason,
        f"ignored at {origin}",
        where,
        tools=names,
        pointer=pointers[0],
        also=tuple(pointers[1:]),
        place=place,
    )
