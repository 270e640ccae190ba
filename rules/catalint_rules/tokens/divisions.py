"""What can go from a tool beside its texts: definitions, repetitions, and parameters for a tool of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from catalint import Json, Path
from catalint.analyses.jsontext import compact
from catalint.expression import expression
from catalint.schema import follow, resolve, spell, types_of, walk
from catalint_rules.tokens.definitions import DEFINITIONS, find_unused
from catalint_rules.tokens.limits import quote
from catalint_rules.tokens.repeats import find_repeat
from catalint_rules.tokens.savings import Size
from catalint_rules.wording import listing

# So many parameters that differ in a number only are a list written out.
_FAMILY = 5
# The entries of one list belong together unless there are this many kinds of them.
_MANY = 5
# A variant that is this share of a choice is what the choice is about; the others are a short form ("or its JSON").
_MAIN = 0.8
# Optional parts with a larger share are what the tool is for.
_CORE = 0.6
# A part that must lose more can't be narrowed, only go.
_NARROWED = 0.75
_SHOWN = 3
# Parts that are counted exactly: tokens and characters order parts alike but for a few places. Each takes another count
# of the whole tool, so of a tool with so many characters in its parameters they are fewer.
_COUNTED = 20
_MOST_COUNTED = 4_000_000
# Parameters times definitions that are followed at most; the largest tool of 117 public servers has 205 parameters.
_MOST_FOLLOWED = 20_000
# What a framework hands to a tool and no caller does.
_INJECTED = frozenset(("ctx", "context", "self", "cls"))
_NUMBER = expression(r"\d+")


def drop_unused(size: Size) -> Sequence[str]:
    """Definitions that nothing refers to."""
    unused = find_unused(size.schema)
    saved = size.without(unused) if unused else 0
    if not unused or saved < size.excess:
        return ()
    keyword = str(unused[0][0])
    definitions = size.schema[keyword]
    assert isinstance(definitions, dict)
    total = len(definitions)
    part = f"all {total}" if len(unused[0]) == 1 else f"{sum(path[0] == keyword for path in unused)} of {total}"
    count = f"{part if total > 1 else 'the'} {'definitions' if total > 1 else 'definition'} in {quote(keyword)}"
    return (f"Drop {count} that nothing uses: that leaves {size.left(saved)}.", f"Drop {count}, unused.")


def narrow_definitions(size: Size) -> Sequence[str]:
    """The one parameter that most definitions are there for."""
    keyword = next((word for word in DEFINITIONS if isinstance(size.schema.get(word), dict)), "")
    definitions = size.schema.get(keyword)
    if not isinstance(definitions, dict) or not definitions:
        return ()
    outside = [node for node in walk(size.schema) if node.path[:1] != (keyword,)]
    if len(size.tool.parameters) * len(definitions) > _MOST_FOLLOWED:
        return ()
    sizes = {name: len(compact(value)) for name, value in definitions.items()}
    for parameter in size.tool.parameters:
        own = _reach([node.schema for node in walk(parameter.schema)], size.schema, keyword, definitions)
        if 2 * sum(sizes[name] for name in own) >= sum(sizes.values()):
            place = ("properties", parameter.name)
            others = [node.schema for node in outside if node.path and node.path[:2] != place]
            kept = _reach(others, size.schema, keyword, definitions)
            saved = size.without([place, *((keyword, name) for name in own if name not in kept)])
            if saved >= size.excess:
                start = f"Most is {quote(keyword)} for {quote(parameter.name)}"
                # what a call can't go without is to stay, unless it is for a framework to fill in
                stays = parameter.required and parameter.name not in _INJECTED
                what = "narrow" if stays or len(size.tool.parameters) == 1 else "drop or narrow"
                return (f"{start}: without that parameter it takes {size.left(saved)}; {what} it.",)
            break
    return ()


def define_once(size: Size) -> Sequence[str]:
    """A definition for the subschema that stands several times."""
    repeat = find_repeat(size.tool, size.ctx) if size.schema else None
    if repeat is None or repeat.left > size.limit:
        return ()
    start = f"One schema of {repeat.tokens:,} stands {len(repeat.paths)} times in it"
    also = ", without what its generator left" if repeat.total < size.counted.total else ""
    what = f"once in `$defs`{also}, that leaves {repeat.left:,}"
    return (f"{start} (`{spell(repeat.paths[0])}`): {what}.", f"{start}: {what}.")


def list_numbered(size: Size) -> Sequence[str]:
    """Parameters that differ in a number only, where one list in their place is enough."""
    families: dict[str, list[str]] = {}
    for name in size.counted.parameters:
        families.setdefault(_NUMBER.sub("#", name), []).append(name)
    numbered = [name for names in families.values() if len(names) >= _FAMILY for name in names]
    saved = size.without(("properties", name) for name in numbered) if numbered else 0
    if saved < size.excess or not numbered:
        return ()
    ends = f"{quote(numbered[0])}, {quote(numbered[1])}, …"
    return (
        f"{len(numbered)} parameters are numbered ({ends}): a list in their place leaves about {size.left(saved)}.",
    )


def divide(size: Size) -> Sequence[str]:
    """The variants of the largest parameter, or optional parts that are enough."""
    parameters = size.counted.parameters
    if not parameters:
        return ()
    largest = max(parameters, key=parameters.__getitem__)
    paths: dict[str, Path] = {name: ("properties", name) for name in parameters}
    opened = _Parts("fields", {name: (path, follow(size.schema, path)) for name, path in paths.items()})
    owner, required = "", size.schema.get("required")
    if 2 * parameters[largest] >= size.counted.total:
        schema = size.schema["properties"]
        opened = _open(schema[largest] if isinstance(schema, dict) else None, ("properties", largest))
        owner, required = f" of {quote(largest)}", opened.required
        if opened.kind == "variants" and len(opened.paths) >= (_MANY if opened.listed else 2):
            start = f"Most is {quote(largest)} ({parameters[largest]:,}), {len(opened.paths)} variants"
            return (f"{start}: give the large ones tools of their own.", f"{start}: divide it.")
    if opened.kind != "fields":
        return ()
    needed = (
        frozenset(name for name in required if isinstance(name, str)) if isinstance(required, list) else frozenset()
    )
    lengths = {name: len(compact(part)) for name, (_, part) in opened.paths.items() if name not in needed}
    most = max(_SHOWN, min(_COUNTED, _MOST_COUNTED // (1 + sum(lengths.values()))))
    longest = frozenset(sorted(lengths, key=lambda name: -lengths[name])[:most])
    savings = {name: size.without([opened.paths[name][0]]) for name in opened.paths if name in longest}
    heaviest = sorted(savings, key=lambda name: -savings[name])
    for count in range(1, min(_SHOWN, len(opened.paths) // 2) + 1):
        moved = heaviest[:count]
        saved = size.without(opened.paths[name][0] for name in moved)
        if _NARROWED * saved >= size.excess:
            # what most of a tool is about goes into its calls, whatever the schema requires
            if saved > _CORE * size.counted.total:
                return ()
            named = listing([quote(name) for name in moved])
            it = "it" if len(moved) == 1 else "them"
            start = f"Without {named}{owner} ({saved:,}) it takes {size.left(saved)}"
            return (f"{start}: narrow {it}.", f"{start}.")
    return ()


class _Parts(NamedTuple):
    """The fields of an object or the variants of a choice, by name, each with its path from the root and its schema."""

    kind: str
    paths: Mapping[str, tuple[Path, Json]]
    required: Json = None
    listed: bool = False


def _open(schema: Json, path: Path) -> _Parts:
    """The first level of a schema with several parts; lists, lone fields and main variants are opened on the way."""
    listed = False
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
                return _Parts("fields", found, schema.get("required"))
            ((path, schema),) = found.values()
        elif variants:
            sizes = [len(compact(branch)) for _, branch in variants]
            if max(sizes) < _MAIN * sum(sizes):
                found = {str(number): variant for number, variant in enumerate(variants)}
                return _Parts("variants", found, listed=listed)
            path, schema = variants[sizes.index(max(sizes))]
        elif isinstance(items, dict):
            path, schema, listed = (*path, "items"), items, True
        else:
            break
    return _Parts("", {})


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
