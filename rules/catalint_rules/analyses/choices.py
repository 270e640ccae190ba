"""Choices that a schema offers: enums, constants in branches, values that only a text lists, booleans that are verbs.

A container is an object whose properties a caller fills in together: the input schema itself, an object below it, or
the branches of a choice between objects.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from catalint import Json, Path, Tool
from catalint.explanations import describe, docstring, explain, target
from catalint.schema import allowed_types, types_of
from catalint.words import singular, split_identifier
from catalint_rules.analyses.enumerations import MOST_VALUES, values_behind, values_in_calls, values_in_text
from catalint_rules.analyses.lexicon import Lexicon

_DEEPEST = 3
_BRANCHES = ("oneOf", "anyOf")
# Tools on these take flags for what is allowed or of interest, not for what to do.
_GRANTS = frozenset("permission role policy acl grant scope webhook hook notification event trigger access".split())
# What a tool has more of was not written by hand: in 117 public servers the most are 205 properties of an object, 16
# objects with several properties, 31 branches of a choice and a description of 35,000 characters.
_MOST_PROPERTIES, _MOST_OBJECTS, _MOST_BRANCHES, _MOST_TEXT = 500, 100, MOST_VALUES, 50_000


@dataclass(frozen=True, eq=False)
class Container:
    """An object schema of a tool. `names` are the properties that lead to it, `path` leads from the tool to its schema.

    `properties` are its own and those of its branches, the first of a name; `places` says where each stands, counted
    from `path`, and `twins` are those of the same name in further branches, with their places. `branches` are the
    choices among whose alternatives a caller picks one.
    """

    tool: Tool
    names: tuple[str, ...]
    path: Path
    schema: Mapping[str, Json]
    properties: Mapping[str, Json]
    places: Mapping[str, Path]
    required: frozenset[str]
    twins: Mapping[str, Sequence[tuple[Json, Path]]] = field(default_factory=dict)
    branches: tuple[Mapping[str, Json], ...] = ()
    conditions: tuple[Mapping[str, Json], ...] = ()
    _texts: dict[str, str] = field(default_factory=dict, repr=False)

    def explain(self, name: str) -> str:
        """All text on one of the properties."""
        text = self._texts.get(name)
        if text is None:
            text = self._texts[name] = self._explained(name)[:_MOST_TEXT]
        return text

    def about(self) -> str:
        """The text on the whole: the tool's description without its parts on parameters, or that of the object."""
        text = describe(dict(self.schema), self.tool.input_schema) if self.names else docstring(self.tool).summary
        return text[:_MOST_TEXT]

    def _explained(self, name: str) -> str:
        if not self.names:
            for parameter in self.tool.parameters:
                if parameter.name == name:
                    return explain(parameter)
        return describe(self.properties[name], self.tool.input_schema)


def containers(tool: Tool) -> Iterator[Container]:
    """The objects of a tool's input with two properties or more, outermost first.

    The items of a list are left out: a list of steps is a batch, and a batch can't be split into tools.
    """
    root = tool.input_schema
    pending: list[tuple[tuple[str, ...], Path, Json]] = [((), ("inputSchema",), root)]
    looked_at = 0
    while pending and looked_at < _MOST_OBJECTS:
        looked_at += 1
        names, path, schema = pending.pop(0)
        container = _container(tool, names, path, schema)
        if container is None:
            continue
        if len(container.properties) > 1:
            yield container
        if len(names) < _DEEPEST:
            for name, value in container.properties.items():
                places = [(value, container.places[name]), *container.twins.get(name, ())]
                for twin, place in places:
                    inner = _object(twin, root)
                    if inner is not None:
                        pending.append(((*names, name), (*path, *place), inner))


def listed_values(container: Container, name: str, *, in_prose: bool) -> tuple[str, ...]:
    """The values that a property allows: by schema, or, if asked for and the schema is silent, by its text."""
    schema = target(container.properties[name], container.tool.input_schema)
    values = tuple(dict.fromkeys(_constants(schema, container.tool.input_schema)))
    if values or not in_prose:
        return values if len(values) <= MOST_VALUES else ()
    if types_of(schema) - {"string", "null"}:
        return ()
    calls = called_values(container, name)
    if calls:
        return tuple(calls)
    values = values_in_text(container.explain(name)) or values_behind(container.about(), name)
    return () if set(values) & set(container.properties) else values


def called_values(container: Container, name: str) -> Mapping[str, frozenset[str]]:
    """The values that a text on a property or on the whole writes as calls, with the properties that each takes."""
    others = container.properties.keys() - {name}
    text = f"{container.explain(name)}\n\n{container.about()}"
    found = values_in_calls(text, others)
    return {} if found.keys() & container.properties.keys() else found


def discriminators(container: Container) -> Mapping[str, tuple[str, ...]]:
    """The properties that a constant in each branch gives a value of its own, with those values."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for branch in container.branches:
        for name, value in _properties(branch).items():
            found[name].extend(_constants(value, container.tool.input_schema))
    return {
        name: tuple(dict.fromkeys(values))
        for name, values in found.items()
        if len(set(values)) > 1 and len(set(values)) >= len(container.branches) > 1
    }


def branch_ties(container: Container, name: str) -> Mapping[str, frozenset[str]]:
    """For a choice with a discriminator, or for `if`/`then`: the values below which each other property stands."""
    root = container.tool.input_schema
    found: defaultdict[str, set[str]] = defaultdict(set)
    for branch in container.branches:
        properties = _properties(branch)
        values = set(_constants(properties.get(name), root))
        for other in (*properties, *_strings(branch.get("required"))):
            if other != name:
                found[other] |= values
    for condition in container.conditions:
        test = condition.get("if")
        values = set(_constants(_properties(test).get(name), root)) if isinstance(test, dict) else set()
        then = condition.get("then")
        if values and isinstance(then, dict):
            for other in (*_properties(then), *_strings(then.get("required"))):
                if other != name:
                    found[other] |= values
    return {other: frozenset(values) for other, values in found.items() if values and other in container.properties}


def flags(container: Container, reversing: Collection[str], lexicon: Lexicon) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Booleans that are verbs, with the jobs that they choose between.

    A pair of opposites (`start`, `stop`) gives both; one that reverses what the tool does (`is_delete` on `save_note`)
    gives the tool's verb and itself. Flags of a grant or a subscription (`read`, `delete`) say what is allowed.
    """
    tool_words = split_identifier(container.tool.name)
    if container.names or not _GRANTS.isdisjoint(map(singular, tool_words)):
        return
    verbs = {_flag_verb(name): name for name, schema in container.properties.items() if _is_boolean(schema)}
    pairs = [
        (verbs[first], verbs[second])
        for first in verbs
        for second in verbs
        if first < second
        and (first, second) in lexicon.opposites
        and first in lexicon.verbs
        and second in lexicon.verbs
    ]
    for first, second in pairs[:1]:
        yield first, (first, second)
    does = next((word for word in tool_words if word in lexicon.verbs), "")
    for verb, name in verbs.items():
        if (
            does
            and verb in reversing
            and lexicon.verbs.get(verb, verb) != lexicon.verbs[does]
            and does not in reversing
        ):
            yield name, (does, name)


def _flag_verb(name: str) -> str:
    found = split_identifier(name)
    while len(found) > 1 and found[0] in ("is", "do", "should", "to", "just"):
        found = found[1:]
    return found[0] if len(found) == 1 else ""


def _is_boolean(schema: Json) -> bool:
    return allowed_types(schema) - {"null"} == {"boolean"}


def _container(tool: Tool, names: tuple[str, ...], path: Path, schema: Json) -> Container | None:
    if not isinstance(schema, dict):
        return None
    root = tool.input_schema
    if len(_properties(schema)) > _MOST_PROPERTIES:
        return None
    properties: dict[str, Json] = dict(_properties(schema))
    places: dict[str, Path] = {name: ("properties", name) for name in properties}
    twins: defaultdict[str, list[tuple[Json, Path]]] = defaultdict(list)
    branches: list[Mapping[str, Json]] = []
    for keyword in _BRANCHES:
        options = schema.get(keyword)
        for index, option in enumerate(options[: _MOST_BRANCHES + 1] if isinstance(options, list) else ()):
            branch = target(option, root)
            if isinstance(branch, dict) and 0 < len(_properties(branch)) <= _MOST_PROPERTIES:
                branches.append(branch)
                for name, value in _properties(branch).items():
                    place: Path = (keyword, index, "properties", name)
                    if name not in properties:
                        properties[name], places[name] = value, place
                    elif value != properties[name]:
                        twins[name].append((value, place))
    if not properties:
        return None
    shared = frozenset(_strings(schema.get("required")))
    if branches:
        shared |= frozenset.intersection(*(frozenset(_strings(branch.get("required"))) for branch in branches))
    every = schema.get("allOf")
    conditions = [schema, *(every if isinstance(every, list) else ())]
    return Container(
        tool,
        names,
        path,
        schema,
        properties,
        places,
        shared,
        twins,
        tuple(branches) if len(branches) <= MOST_VALUES else (),
        tuple(condition for condition in conditions if isinstance(condition, dict) and "if" in condition),
    )


def _object(value: Json, root: Json) -> Json:
    """The object that a property holds: itself, behind a reference, beside null only, or a choice of objects."""
    schema = target(value, root)
    if not isinstance(schema, dict):
        return None
    if _properties(schema):
        return schema
    for keyword in _BRANCHES:
        options = schema.get(keyword)
        if isinstance(options, list) and len(options) <= _MOST_BRANCHES:
            objects = [option for option in (target(option, root) for option in options) if _properties(option)]
            if len(objects) == 1:
                return objects[0]
            if objects:
                return schema
    return None


def _properties(schema: Json | Mapping[str, Json]) -> Mapping[str, Json]:
    properties = schema.get("properties") if isinstance(schema, Mapping) else None
    return properties if isinstance(properties, dict) else {}


def _constants(schema: Json, root: Json) -> list[str]:
    """The texts that a schema allows, if it allows no others beside null."""
    return _allowed(schema, root, 0, [_MOST_BRANCHES * 4])


def _allowed(schema: Json, root: Json, depth: int, left: list[int]) -> list[str]:
    """The same below a schema; `left` is the number of schemas that may still be looked at: references can fan out."""
    left[0] -= 1
    schema = target(schema, root)
    if not isinstance(schema, dict) or depth > _DEEPEST or left[0] < 0:
        return []
    if "const" in schema:
        return _strings([schema["const"]])
    if isinstance(values := schema.get("enum"), list):
        return _strings(values[: MOST_VALUES * 10])
    for keyword in _BRANCHES:
        options = schema.get(keyword)
        if isinstance(options, list) and len(options) <= _MOST_BRANCHES:
            parts = [(option, _allowed(option, root, depth + 1, left)) for option in options]
            if all(found or types_of(option) == {"null"} for option, found in parts):
                return [value for _, found in parts for value in found]
    return []


def _strings(value: Json) -> list[str]:
    return [item for item in value if isinstance(item, str) and item] if isinstance(value, Sequence) else []
