"""Where parameters and their descriptions stand in code: JSON Schema objects, zod and its kin, typed builders."""

from __future__ import annotations

from dataclasses import dataclass

from catalint.locate.definition import MOST_SPOTS, Draft
from catalint.locate.syntax import Call, Entry, Range, calls, entries, find_object, value_end
from catalint.locate.tokens import Tokens
from catalint.locate.values import Program
from catalint.location import Path

_DEEPEST = 8
# How a library's own names for parts of a schema are called in JSON Schema.
_KEYS = {
    "Type": "type",
    "Description": "description",
    "Properties": "properties",
    "Required": "required",
    "Items": "items",
    "Enum": "enum",
    "Default": "default",
    "Title": "title",
}
_KEYWORDS = frozenset(
    "type description properties required items enum default title minimum maximum format pattern examples oneOf anyOf "
    "allOf additionalProperties minLength maxLength minItems maxItems const $ref".split()
)
_DESCRIBING = frozenset(("describe", "description", "Description", "desc", "annotations", "meta", "openapi"))
_LISTS = frozenset(("array", "Array", "list", "List", "set"))


def read_schema(program: Program, tokens: Tokens, value: Range, path: Path, draft: Draft) -> None:
    """Take the parts of a schema that an expression is; what it takes from elsewhere is followed by its name."""
    _Reader(program, draft).read(tokens, value, path, 0)


@dataclass(frozen=True, eq=False)
class _Reader:
    program: Program
    draft: Draft

    def read(self, tokens: Tokens, value: Range, path: Path, depth: int) -> None:
        if depth > _DEEPEST or len(self.draft.spots) > MOST_SPOTS:
            return
        opening = find_object(tokens, value)
        if opening is not None:
            found = list(entries(tokens, opening))
            if _is_json_schema({_KEYS.get(entry.name, entry.name) for entry in found}, path):
                self.json_schema(tokens, found, path, depth)
            else:
                self.shape(tokens, found, (*path, "properties"), depth)
            return
        called = list(calls(tokens, value))
        name = _leading_name(tokens, value)
        # what a chain says counts more than what it begins with
        if name and not (called and called[0].name == value.start):
            self.follow(tokens, name, path, depth)
        for call in called:
            self.call(tokens, call, path, depth)

    def follow(self, tokens: Tokens, name: str, path: Path, depth: int) -> None:
        """`Schema` of `Schema.shape`, `schemas.Search` of `schemas.Search.extend(...)`: the longest name there is."""
        names = name.split(".")
        for length in range(len(names), 0, -1):
            constant = self.program.constant(".".join(names[:length]), tokens)
            if constant is not None:
                self.read(constant.tokens, constant.value, path, depth + 1)
                return

    def json_schema(self, tokens: Tokens, found: list[Entry], path: Path, depth: int) -> None:
        for entry in found:
            key = _KEYS.get(entry.name, entry.name)
            if key == "...":
                self.read(tokens, entry.value, path, depth + 1)
            elif key == "properties":
                self.properties(tokens, entry.value, path, depth)
            elif key == "items":
                self.read(tokens, entry.value, (*path, "items"), depth + 1)
            elif key == "description":
                text = self.program.text(tokens, entry.value)
                self.draft.put((*path, key), text.spot if text else tokens.spot(entry.key))
            elif key in _KEYWORDS:
                self.draft.put((*path, key), tokens.spot(entry.key, max(entry.key, entry.value.end - 1)))

    def properties(self, tokens: Tokens, value: Range, path: Path, depth: int) -> None:
        opening = find_object(tokens, value)
        if opening is None and (name := _leading_name(tokens, value)):
            constant = self.program.constant(name, tokens)
            if constant is None:
                return
            tokens, opening = constant.tokens, find_object(constant.tokens, constant.value)
        if opening is not None:
            self.shape(tokens, list(entries(tokens, opening)), (*path, "properties"), depth)

    def shape(self, tokens: Tokens, found: list[Entry], path: Path, depth: int) -> None:
        """A map from names to schemas."""
        for entry in found:
            if entry.name == "...":
                # a map that is spread into this one: read as the schema around it
                self.read(tokens, entry.value, path[:-1], depth + 1)
            elif entry.name:
                self.draft.put((*path, entry.name), tokens.spot(entry.key))
                self.read(tokens, entry.value, (*path, entry.name), depth + 1)

    def call(self, tokens: Tokens, call: Call, path: Path, depth: int) -> None:
        name = tokens.word(call.name)
        first = Range(call.opening + 1, value_end(tokens, call.opening + 1, tokens.closing[call.opening], lines=False))
        if first.end <= first.start:
            return
        if name in _DESCRIBING:
            self.describe(tokens, first, path)
        elif name in _LISTS:
            self.read(tokens, first, (*path, "items"), depth + 1)
        elif find_object(tokens, first) is not None or tokens.word(first.start):
            self.read(tokens, first, path, depth + 1)

    def describe(self, tokens: Tokens, value: Range, path: Path) -> None:
        """`.describe("...")` or `.meta({description: "..."})`; of several in a chain the last one counts."""
        text = self.program.text(tokens, value)
        opening = find_object(tokens, value) if text is None else None
        for entry in entries(tokens, opening) if opening is not None else ():
            if entry.name == "description":
                text = self.program.text(tokens, entry.value)
        if text is not None:
            self.draft.spots[*path, "description"] = text.spot


def _leading_name(tokens: Tokens, value: Range) -> str:
    names: list[str] = []
    position = value.start
    while position < value.end and tokens.word(position):
        names.append(tokens.word(position))
        if position + 1 < value.end and tokens.items[position + 1].text in (".", "?."):
            position += 2
        else:
            break
    return ".".join(names)


def _is_json_schema(names: set[str], path: Path) -> bool:
    if path[-2:-1] == ("properties",) or path[-1:] == ("items",):
        return bool(names & _KEYWORDS)
    return "properties" in names or ("type" in names and names <= _KEYWORDS)
