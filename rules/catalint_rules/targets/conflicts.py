"""What can be written in several ways of which some target refuses one: which way most of them take, or all.

Nothing is known here beyond the facts: each form of a construct is put into a small tool, and the targets judge that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from catalint import Catalog, Context, Corpus, Json, Severity, Tool
from catalint.judgement import Breach, Conflict, Form, Judgement
from catalint.schema import follow, types_of
from catalint.target import Fact, Target
from catalint_rules.targets import load
from catalint_rules.targets.judging import all_breaches, breaches_together

Schema: TypeAlias = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Construct:
    """Something that can be written in several ways: what a breach of it is called, how its subschema is told.

    Each way has an input schema that is an example of it.
    """

    what: str
    causes: frozenset[str]
    found: Callable[[Schema], bool]
    forms: tuple[tuple[str, Schema], ...]


def _property(schema: Schema, root: Schema | None = None, *, required: bool = True) -> Schema:
    """An input schema with one parameter, closed as strict modes want it."""
    named = {"required": ["value"]} if required else {}
    plain = {"type": "object", "properties": {"value": schema}, **named, "additionalProperties": False}
    return {**plain, **(root or {})}


def _always(node: Schema) -> bool:
    del node
    return True


_TEXT = {"type": "string"}
_NULL = {"type": "null"}

CONSTRUCTS = (
    Construct(
        "no arguments",
        frozenset(("properties",)),
        _always,
        (
            ('`"properties": {}`', {"type": "object", "properties": {}}),
            (
                '`"properties": {}` and `"additionalProperties": false`',
                {"type": "object", "properties": {}, "additionalProperties": False},
            ),
            ('`"additionalProperties": false` alone', {"type": "object", "additionalProperties": False}),
        ),
    ),
    Construct(
        "a value that may be null",
        frozenset(("types",)),
        lambda node: "null" in types_of(node),
        (
            ("`anyOf` with null", _property({"anyOf": [_TEXT, _NULL]})),
            ("a list of types with null", _property({"type": ["string", "null"]})),
            ("a parameter that may be left out", _property(_TEXT, required=False)),
        ),
    ),
    Construct(
        "a value of several types",
        frozenset(("types", "choice of array and string")),
        lambda node: "null" not in types_of(node),
        (
            ("`anyOf` with a schema for each type", _property({"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]})),
            ("a list of types", _property({"type": ["string", "array"], "items": _TEXT})),
            ("one type only", _property({"type": "array", "items": _TEXT})),
        ),
    ),
    Construct(
        "a bound that is excluded",
        frozenset(("exclusiveMinimum", "exclusiveMaximum")),
        _always,
        (
            ("a number as `exclusiveMinimum`", _property({"type": "integer", "exclusiveMinimum": 0})),
            ("true as `exclusiveMinimum`", _property({"type": "integer", "minimum": 0, "exclusiveMinimum": True})),
            ("`minimum` with the nearest value", _property({"type": "integer", "minimum": 1})),
            ("no bound, said in the description", _property({"type": "integer"})),
        ),
    ),
    Construct(
        "one value only",
        frozenset(("const",)),
        _always,
        (
            ("`const` beside the type", _property({"type": "string", "const": "a"})),
            ("`enum` with one value", _property({"type": "string", "enum": ["a"]})),
        ),
    ),
    Construct(
        "numbers to choose from",
        frozenset(("enum types", "enum owner")),
        _always,
        (
            ("an enum of numbers", _property({"type": "integer", "enum": [1, 2]})),
            ("an enum of texts", _property({"type": "string", "enum": ["1", "2"]})),
            ("bounds", _property({"type": "integer", "minimum": 1, "maximum": 2})),
            ("no enum, said in the description", _property({"type": "integer"})),
        ),
    ),
    Construct(
        "a part that has a name",
        frozenset(("ref",)),
        _always,
        (
            ("`$ref` to `$defs`", _property({"$ref": "#/$defs/A"}, {"$defs": {"A": _TEXT}})),
            ("`$ref` to `definitions`", _property({"$ref": "#/definitions/A"}, {"definitions": {"A": _TEXT}})),
            ("the part written out each time", _property(_TEXT)),
        ),
    ),
    Construct(
        "the dialect",
        frozenset(("dialect",)),
        _always,
        (
            ("no `$schema`", _property(_TEXT)),
            ("2020-12", _property(_TEXT, {"$schema": "https://json-schema.org/draft/2020-12/schema"})),
            ("draft-07", _property(_TEXT, {"$schema": "http://json-schema.org/draft-07/schema#"})),
        ),
    ),
    Construct(
        "a parameter that may be left out",
        frozenset(("optional",)),
        _always,
        (
            ("left out of `required`", _property(_TEXT, required=False)),
            ("required, with `anyOf` and null", _property({"anyOf": [_TEXT, _NULL]})),
            ("required, with a list of types and null", _property({"type": ["string", "null"]})),
        ),
    ),
    Construct(
        "parameters that exclude each other",
        frozenset(("combinator",)),
        _always,
        (
            ("a choice at the root", _property(_TEXT, {"anyOf": [{"required": ["value"]}]})),
            ("said in the description", _property(_TEXT)),
        ),
    ),
    Construct(
        "an object with keys of any name",
        frozenset(("open", "additionalProperties")),
        lambda node: bool(node.get("additionalProperties")) or not node.get("properties"),
        (
            ("a schema for further keys", _property({"type": "object", "additionalProperties": _TEXT})),
            ("an object that says nothing of its keys", _property({"type": "object"})),
            ("a list of objects with a key and a value", _property({"type": "array", "items": _property(_TEXT)})),
        ),
    ),
)


def judge(ctx: Context) -> Judgement:
    """What the targets of a run make of its catalogs: all breaches, and what can't be settled for all of them."""
    targets = [load(name) for name in ctx.targets]
    refused = {construct.what: _forms(construct, targets) for construct in CONSTRUCTS}
    breaches = {catalog: all_breaches(catalog, targets, ctx) for catalog in ctx.corpus.catalogs}
    for catalog, breach in breaches_together(targets, ctx):
        breaches[catalog].append(breach)
    return Judgement(
        targets, breaches, {catalog: list(_conflicts(catalog, found, refused)) for catalog, found in breaches.items()}
    )


def _conflicts(catalog: Catalog, breaches: Sequence[Breach], forms: dict[str, Sequence[Form]]) -> Iterator[Conflict]:
    for construct in CONSTRUCTS:
        tools = dict.fromkeys(breach.tool for breach in breaches if breach.tool and _is_of(breach, construct))
        if tools:
            yield Conflict(construct.what, [tool for tool in catalog.tools if tool in tools], forms[construct.what])


def _is_of(breach: Breach, construct: Construct) -> bool:
    if breach.note not in construct.causes or breach.where.path[:1] != ("inputSchema",) or breach.tool is None:
        return False
    # the keyword at fault, or the subschema itself
    for path in (breach.where.path[:-1], breach.where.path):
        node = follow(dict(breach.tool.raw), path)
        if isinstance(node, dict) and ("type" in node or path != breach.where.path):
            return construct.found(node)
    return False


def _forms(construct: Construct, targets: Sequence[Target]) -> Sequence[Form]:
    """The ways to write a construct and who does not take each, the one that most take first."""
    ways = [Form(label, _refused(schema, targets)) for label, schema in construct.forms]
    return sorted(ways, key=lambda way: len(way.refused))


def _refused(schema: Schema, targets: Sequence[Target]) -> dict[str, Fact]:
    raw: dict[str, Json] = {"name": "example", "description": "An example.", "inputSchema": schema}
    catalog = Catalog("example", (Tool("example", 0, "example", raw),))
    ctx = Context(Corpus((catalog,)))
    found: dict[str, Fact] = {}
    for breach in all_breaches(catalog, targets, ctx):
        # directories ask for more than schemas, which no form of one can give
        if breach.fact.severity >= Severity.WARNING and breach.where.path[:1] == ("inputSchema",):
            found.setdefault(breach.target.name, breach.fact)
    return found
