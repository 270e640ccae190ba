"""What makes one tool smaller: its largest part, and how many tokens go with what could go.

Savings are exact: the tool is counted again without that part. Nesting costs little by itself, so nothing is flattened.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from catalint import Context, Json, Parameter, Path, Tool
from catalint.analyses.jsontext import compact
from catalint.analyses.tokens import ToolTokens
from catalint.schema import resolve, types_of, walk
from catalint_rules.tokens.limits import clip, quote
from catalint_rules.tokens.savings import count_with, rewrite
from catalint_rules.wording import listing

# A sentence as short as this is a label ("Optional."), not a text that could be said elsewhere.
_SHORTEST_SENTENCE = 40
# Repetition is worth naming from this share of a tool's counted characters on, and from this many parameters.
_LEAST_SHARE = 0.2
_LEAST_PARAMETERS = 3
# Texts are what to shorten if they are this share of a part; fields are worth naming if two of them are.
_TEXTS = 0.4
_FIELDS = 0.3
# A variant that is this share of a choice is what the choice is about; the others are a short form ("or its JSON").
_MAIN = 0.8
_SHOWN = 3
_DEFINITIONS = ("$defs", "definitions")


def advise(tool: Tool, counted: ToolTokens, ctx: Context) -> Sequence[str]:
    """What to do about the largest part of a tool, each sentence shorter than the one before; empty if nothing is."""
    in_parameters = sum(counted.parameters.values())
    if counted.description >= max(in_parameters, counted.rest):
        return (
            "Most is the description: keep what it does and when to use it, move examples and reference elsewhere.",
            "Most is the description: shorten it.",
        )
    schema = tool.input_schema
    if not isinstance(schema, dict):
        return ()
    size = _Size(tool, schema, counted.total, ctx)
    found = _on_parameters(size, counted, in_parameters) if in_parameters >= counted.rest else _on_rest(size)
    return tuple(found)


class _Size(NamedTuple):
    """A tool with its schema, its tokens, and how to count it again."""

    tool: Tool
    schema: dict[str, Json]
    total: int
    ctx: Context

    def without(self, paths: Iterable[Path]) -> int:
        """The tokens that are saved if what stands at some paths of the schema is left out."""
        return self.total - count_with(self.tool, rewrite(self.schema, drop=paths), self.ctx)


def _on_parameters(size: _Size, counted: ToolTokens, total: int) -> Iterator[str]:
    yield from _on_repetition(size)
    largest = sorted(counted.parameters, key=lambda name: -counted.parameters[name])
    if 2 * counted.parameters[largest[0]] >= total:
        parameter = next(parameter for parameter in size.tool.parameters if parameter.name == largest[0])
        yield from _on_one(size, parameter, counted.parameters[largest[0]])
        return
    shown = [f"{quote(name)} ({counted.parameters[name]:,})" for name in largest[:_SHOWN]]
    texts = size.without(_texts(size.tool.parameters))
    if texts >= _TEXTS * total:
        yield f"The texts on parameters take {texts:,}: shorten those of {listing(shown)} first."
        yield f"Shorten the texts on parameters ({texts:,})."
    else:
        yield f"Leave out what is seldom set; most take {listing(shown)}."
        yield f"Leave out what is seldom set, {shown[0]} first."


def _on_repetition(size: _Size) -> Iterator[str]:
    repeated = _repetition(size.tool)
    if repeated:
        sentence, count = repeated
        excerpt = clip(sentence.replace('"', "'"))
        yield f'Say "{excerpt}" once, in the description, and not in {count} parameters.'
        yield f"Say what {count} parameters repeat once, in the description."


def _on_one(size: _Size, parameter: Parameter, tokens: int) -> Iterator[str]:
    """How one parameter that most tokens are in gets smaller: its texts, its variants or its heaviest fields."""
    start = f"Most is {quote(parameter.name)} ({tokens:,})"
    texts = size.without(_texts((parameter,)))
    if texts >= _TEXTS * tokens:
        own = 2 * len(parameter.description) >= len(compact(parameter.schema))
        if own:
            yield f"{start}: its description takes {texts:,}, shorten it."
        else:
            yield f"{start}: the texts in it take {texts:,}, shorten them."
        yield f"{start}: shorten {'its description' if own else 'the texts in it'}."
        return
    parts = _open(parameter.schema, ("properties", parameter.name))
    if parts.kind == "variants":
        yield f"{start}, {len(parts.paths)} variants: leave out the seldom ones, or give them tools of their own."
        yield f"{start}: leave out the variants that are seldom used."
        return
    heaviest = sorted(parts.paths, key=lambda name: -len(compact(parts.paths[name][1])))[:2]
    saved = size.without([parts.paths[name][0] for name in heaviest]) if heaviest else 0
    if len(heaviest) > 1 and saved >= _FIELDS * tokens:
        named = listing([quote(name) for name in heaviest])
        yield f"{start}: without {named} it takes {saved:,} less; leave out the fields that are seldom set."
    elif parts.paths:
        yield f"{start}, {len(parts.paths)} fields: leave out those that are seldom set."
    yield f"{start}: leave out what is seldom set."


class _Parts(NamedTuple):
    """The fields of an object or the variants of a choice, by name, each with its path from the root and its schema."""

    kind: str
    paths: Mapping[str, tuple[Path, Json]]


def _open(schema: Json, path: Path) -> _Parts:
    """The first level of a schema with several parts; lists, lone fields and main variants are opened on the way."""
    while isinstance(schema, dict):
        properties, items = schema.get("properties"), schema.get("items")
        keyword = next((word for word in ("oneOf", "anyOf", "allOf") if isinstance(schema.get(word), list)), "")
        branches: Json = schema.get(keyword)
        variants = [
            ((*path, keyword, number), branch)
            for number, branch in enumerate(branches if isinstance(branches, list) else ())
            if types_of(branch) != {"null"}
        ]
        if isinstance(properties, dict) and properties:
            found = {name: ((*path, "properties", name), child) for name, child in properties.items()}
            if len(found) > 1:
                return _Parts("fields", found)
            ((path, schema),) = found.values()
        elif variants:
            sizes = [len(compact(branch)) for _, branch in variants]
            if max(sizes) < _MAIN * sum(sizes):
                return _Parts("variants", {str(number): variant for number, variant in enumerate(variants)})
            path, schema = variants[sizes.index(max(sizes))]
        elif isinstance(items, dict):
            path, schema = (*path, "items"), items
        else:
            break
    return _Parts("", {})


def _texts(parameters: Iterable[Parameter]) -> Iterator[Path]:
    """The paths of all descriptions on and in some parameters."""
    for parameter in parameters:
        for node in walk(parameter.schema):
            if isinstance(node.schema, dict) and isinstance(node.schema.get("description"), str):
                yield ("properties", parameter.name, *node.path, "description")


def _on_rest(size: _Size) -> Iterator[str]:
    sizes = {key: len(compact(value)) for key, value in size.schema.items() if key != "properties"}
    largest = max(sizes, key=sizes.__getitem__, default="")
    definitions = size.schema.get(largest)
    if largest in _DEFINITIONS and isinstance(definitions, dict):
        yield from _on_definitions(size, largest, definitions)
    if largest:
        yield f"Most is {quote(largest)} of the schema: shorten its descriptions and drop what is seldom set."
        yield f"Most is {quote(largest)} of the schema: shorten it."


def _on_definitions(size: _Size, keyword: str, definitions: dict[str, Json]) -> Iterator[str]:
    """Definitions that nothing refers to, or the one parameter that most of them are there for."""
    outside = [node.schema for node in walk(size.schema) if node.path[:1] != (keyword,)]
    used = _reach(outside, size.schema, keyword, definitions)
    unused = [name for name in definitions if name not in used]
    if unused:
        saved = size.without((keyword, name) for name in unused)
        yield (
            f"Most is {quote(keyword)}, where {len(unused)} of {len(definitions)} definitions are not used: drop them, "
            f"which saves {saved:,}."
        )
    sizes = {name: len(compact(value)) for name, value in definitions.items()}
    for parameter in size.tool.parameters:
        own = _reach([node.schema for node in walk(parameter.schema)], size.schema, keyword, definitions)
        if 2 * sum(sizes[name] for name in own) >= sum(sizes.values()):
            others = [
                node.schema
                for node in walk(size.schema)
                if node.path[:1] != (keyword,) and node.path[:2] != ("properties", parameter.name)
            ]
            kept = _reach(others, size.schema, keyword, definitions) if len(others) > 1 else set()
            gone = [("properties", parameter.name), *((keyword, name) for name in own if name not in kept)]
            yield (
                f"Most is {quote(keyword)} for {quote(parameter.name)}: without that parameter it takes "
                f"{size.without(gone):,} less; drop or narrow it."
            )
            return


def _reach(nodes: Sequence[Json], schema: dict[str, Json], keyword: str, definitions: Mapping[str, Json]) -> set[str]:
    """The names of the definitions that some subschemas lead to."""
    left = list(nodes)
    reached: set[str] = set()
    while left:
        value = left.pop()
        reference = value.get("$ref") if isinstance(value, dict) else None
        target = resolve(schema, reference) if isinstance(reference, str) else None
        if target and target[1][:1] == (keyword,) and len(target[1]) > 1:
            name = str(target[1][1])
            if name not in reached:
                reached.add(name)
                left.extend(node.schema for node in walk(definitions[name]))
    return reached


def _repetition(tool: Tool) -> tuple[str, int] | None:
    """The sentence that costs most by standing in several parameters, and how many; None if that is little."""
    found: Counter[str] = Counter()
    for parameter in tool.parameters:
        sentences = re.split(r"(?<=[.!?])\s+|\n\s*\n|(?<=[。！？])", parameter.description)
        found.update({" ".join(sentence.split()) for sentence in sentences if len(sentence) >= _SHORTEST_SENTENCE})
    if not found:
        return None
    sentence, count = max(found.items(), key=lambda item: ((item[1] - 1) * len(item[0]), item[0]))
    whole = sum(len(parameter.description) for parameter in tool.parameters)
    if count < _LEAST_PARAMETERS or (count - 1) * len(sentence) < _LEAST_SHARE * whole:
        return None
    return sentence, count
