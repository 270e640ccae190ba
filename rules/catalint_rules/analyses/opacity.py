"""Objects of which the schema says nothing but that they are objects, and what the texts say of their keys instead."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Literal, NamedTuple

from catalint import Analysis, Context, Json, Parameter, Path, Tool
from catalint.explanations import describe, explain, target
from catalint.expression import expression
from catalint.schema import types_of
from catalint.words import split_identifier, split_prose
from catalint_rules import words
from catalint_rules.analyses.listed_keys import listed_keys
from catalint_rules.analyses.modes import MODES
from catalint_rules.analyses.placement import strays
from catalint_rules.descriptions.language import is_english

Why = Literal["keys", "elsewhere", "dispatch", "kinds", "blank"]

_LONGEST = 1500
# Keywords of which each says something of what is inside an object.
_INSIDE = ("properties", "patternProperties", "propertyNames", "allOf", "$ref", "enum", "const", "required")
_SCALARS = ("string", "integer", "number", "boolean")
# Last words of names under which all that a tool needs is passed on.
_WHOLE = tuple([word] for word in "args arguments body data input inputs params parameters payload".split())
# Last words of names that say which job is meant, beside those of a mode.
_CHOOSING = frozenset("action api command endpoint function method operation op procedure tool".split())
# An optional object beside more parameters than this is one setting among many.
_FEW = 3
_PAIR = 2
# Kinds that are few enough to get a schema each; more are another system's.
_MOST_KINDS = 12
# Words of a tool that reads what a record type consists of, and of what that is.
_DESCRIBING = frozenset("describe fetch get inspect list read show".split())
_PARTS = frozenset("attribute attributes column columns field fields schema".split())


class Opaque(NamedTuple):
    """An object without a word in the schema on its keys, that is a main input of its tool.

    `path` leads from the tool to its schema, `name` has dots where it is nested and `[]` for the items of a list. `why`
    says what is known otherwise: its text lists the `keys`; the text says that they stand `elsewhere` in the tool's
    description; it takes what the choice beside it (`selector`) wants (`dispatch`); it takes what one of a few `kinds`
    has, of which nothing says what that is; nothing (`blank`). `untold` are the values of `selector` of which a text
    that lists keys value by value has none.
    """

    tool: Tool
    path: Path
    name: str
    why: Why
    keys: tuple[str, ...] = ()
    selector: str = ""
    untold: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()


class _Known(NamedTuple):
    """What a catalog has that lets an object go: tools by names, and the words on them that describe a record type."""

    names: frozenset[str]
    describing: Mapping[str, Sequence[Tool]]
    free: frozenset[str]


def _compute(ctx: Context) -> dict[Tool, tuple[Opaque, ...]]:
    free = words.vocabulary("free_maps", ctx)
    found: dict[Tool, tuple[Opaque, ...]] = {}
    for catalog in ctx.corpus.catalogs:
        # a name that is a plain word ("search") would be found in prose on anything
        names = frozenset(tool.name for tool in catalog.visible if not (tool.name.isalpha() and tool.name.islower()))
        known = _Known(names, _describing(catalog.visible), free)
        for tool in catalog.visible:
            opaque = tuple(_find(tool, known, ctx))
            if opaque:
                found[tool] = opaque
    return found


# The opaque main inputs of each tool that has any.
OPAQUE = Analysis("opaque objects", _compute)


def _describing(tools: Iterable[Tool]) -> Mapping[str, Sequence[Tool]]:
    """By parameter, the tools that read what a thing named by it consists of: `get_fields(model)`."""
    found: defaultdict[str, list[Tool]] = defaultdict(list)
    for tool in tools:
        parts = split_identifier(tool.name)
        if not _DESCRIBING.isdisjoint(parts) and not _PARTS.isdisjoint((*parts, *split_prose(tool.description[:200]))):
            for parameter in tool.parameters:
                found[parameter.name].append(tool)
    return found


def _find(tool: Tool, known: _Known, ctx: Context) -> Iterator[Opaque]:
    for parameter in tool.parameters:
        found = _open_object(parameter.schema, tool.input_schema)
        if found is None:
            if parameter.required or len(tool.parameters) == 1:
                yield from _nested(parameter, known)
            continue
        selector = _selector(parameter, ctx)
        if parameter.required or (selector and len(tool.parameters) <= _FEW):
            text = explain(parameter)
            item = _judge(parameter.name + found, ("inputSchema", "properties", parameter.name), text, parameter)
            yield from _unless_excused(item._replace(selector=selector), text, known)


def _nested(parameter: Parameter, known: _Known) -> Iterator[Opaque]:
    """The same in an object that wraps all input or that must be given: `request.arguments`."""
    root = parameter.tool.input_schema
    schema = target(parameter.schema, root)
    properties = schema.get("properties") if isinstance(schema, dict) else None
    required = schema.get("required") if isinstance(schema, dict) else None
    if not isinstance(properties, dict) or not isinstance(required, list):
        return
    for name, value in properties.items():
        found = _open_object(value, root) if name in required else None
        if found is not None:
            path: Path = ("inputSchema", "properties", parameter.name)
            if schema is parameter.schema:
                path = (*path, "properties", name)
            text = describe(value, root)
            yield from _unless_excused(_judge(f"{parameter.name}.{name}{found}", path, text, parameter), text, known)


def _open_object(schema: Json, root: Json) -> str | None:
    """`""` for an object of which nothing is said, `[]` for a list of such; None for anything else."""
    schema = target(schema, root)
    # keys that stand beside `properties` are misplaced-schema's to report
    if not isinstance(schema, dict) or schema.get("type") in _SCALARS or strays(schema):
        return None
    for keyword in ("anyOf", "oneOf"):
        options = schema.get(keyword)
        if isinstance(options, list):
            others = [option for option in options if types_of(option) != {"null"}]
            if len(others) == 1 and len(others) < len(options):
                return _open_object(others[0], root)
            # the same as JSON in a string says no more of its keys
            rest = [option for option in others if option != {"type": "string"}]
            as_text = len(others) == _PAIR and len(rest) == 1 and _may_hold_json(schema, root)
            return _open_object(rest[0], root) if as_text else None
    kinds = types_of(schema) - {"null"}
    if kinds == {"array"} and isinstance(schema.get("items"), dict):
        return "[]" if _open_object(schema["items"], root) == "" else None
    more = schema.get("additionalProperties")
    said = more is False or (isinstance(more, dict) and bool(more)) or any(schema.get(key) for key in _INSIDE)
    return "" if kinds == {"object"} and not said else None


def _may_hold_json(schema: Json, root: Json) -> bool:
    """Whether a string beside an object stands for that object, and for no name or text of its own."""
    text = describe(schema, root)
    return not text or bool(_patterns().json.search(text)) or len(listed_keys(text)) > 1


def _selector(parameter: Parameter, ctx: Context) -> str:
    """The parameter beside this one that says which job is meant, so that this one takes what the job needs."""
    if split_identifier(parameter.name)[-1:] not in _WHOLE:
        return ""
    modes = {mode.name for mode in ctx.get(MODES).get(parameter.tool, ()) if mode.jobs}
    for other in parameter.tool.parameters:
        found = [word for word in split_identifier(other.name) if word not in ("name", "type", "id")]
        if other is not parameter and (other.name in modes or (found and found[-1] in _CHOOSING and other.required)):
            return other.name
    return ""


def _judge(name: str, path: Path, text: str, parameter: Parameter) -> Opaque:
    chooser, values = _chooser(parameter, text)
    # what follows the name of a job are its keys, the name is none
    keys = tuple(key for key in listed_keys(text) if key not in values)
    why: Why = "keys" if len(keys) > 1 else "blank"
    if why == "blank" and _patterns().elsewhere.search(text, 0, _LONGEST):
        why = "elsewhere"
    found = Opaque(parameter.tool, path, name, why, keys)
    told = [value for value in values if re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text)]
    if why == "keys" and len(told) > 1:
        return found._replace(selector=chooser, untold=tuple(value for value in values if value not in told))
    return found


def _chooser(parameter: Parameter, text: str) -> tuple[str, tuple[str, ...]]:
    """The choice beside a parameter whose values head the lists of its text, with those values."""
    best: tuple[str, tuple[str, ...]] = ("", ())
    for other in parameter.tool.parameters:
        found = _values(other)
        heads = [value for value in found if re.search(rf"(?<!\w){re.escape(value)}[\"'`*]{{0,3}}\s?:", text)]
        if other is not parameter and len(heads) > 1:
            best = (other.name, found)
    return best


def _values(parameter: Parameter) -> tuple[str, ...]:
    schema = target(parameter.schema, parameter.tool.input_schema)
    values = schema.get("enum") if isinstance(schema, dict) else None
    return tuple(value for value in values if isinstance(value, str)) if isinstance(values, list) else ()


def _kinds(item: Opaque, text: str) -> Opaque | None:
    """The object if its text says that it depends on which of a few kinds is meant, and no more."""
    match = _patterns().bound.search(text, 0, _LONGEST)
    if match is None:
        return None
    about = frozenset(split_prose(match.group("what")))
    for other in item.tool.parameters:
        values = _values(other)
        if other.name != item.name and 1 < len(values) <= _MOST_KINDS and split_identifier(other.name)[-1] in about:
            return item._replace(why="kinds", selector=other.name, kinds=values)
    named = match.group("named")
    return item._replace(why="kinds", kinds=tuple(re.split(r",? or |, ", named))) if named else None


def _is_described(item: Opaque, text: str, known: _Known) -> bool:
    """Whether the object holds fields of what another parameter names, and another tool reads which it has."""
    if _PARTS.isdisjoint(split_prose(text)):
        return False
    return any(
        any(tool is not item.tool for tool in known.describing.get(other.name, ()))
        for other in item.tool.parameters
        if other.required and types_of(other.schema) == {"string"} and not _values(other)
    )


def _unless_excused(item: Opaque, text: str, known: _Known) -> Iterator[Opaque]:
    """Let go what is free on purpose, or of which the texts say where its shape comes from."""
    if item.why != "blank":
        yield item
        return
    patterns, about = _patterns(), item.tool.description[:_LONGEST]
    others = known.names - {item.tool.name}
    if patterns.spoken.search(text, 0, _LONGEST) or patterns.public.search(text, 0, _LONGEST):
        return
    if item.selector:
        if not (_names_tool(f"{text}\n{about}", others) or patterns.public.search(about) or "schema" in text):
            yield item._replace(why="dispatch")
        return
    kinds = _kinds(item, text)
    if kinds:
        told = (sentence for sentence in _sentences(about) if patterns.shaping.search(sentence))
        if not _names_tool("\n".join((text, *told)), others):
            yield kinds
        return
    last = split_identifier(item.name)[-1:]
    if (last and last[0] in known.free) or patterns.free.search(text, 0, _LONGEST) or not is_english(text):
        return
    if _is_described(item, text, known):
        return
    told = (sentence for sentence in _sentences(about) if patterns.telling.search(sentence))
    if not _names_tool("\n".join((text, *told)), others):
        yield item._replace(why="elsewhere") if _is_shown(item, about) else item


def _sentences(text: str) -> Sequence[str]:
    return re.split(r"(?<=[.!?])\s|\n", text)


def _is_shown(item: Opaque, about: str) -> bool:
    """Whether the tool's description shows the object with its keys: "Body: { values: [[1, 2]] }"."""
    last = item.name.removesuffix("[]").rpartition(".")[2].lower()
    return any(match.group("name").lower() == last for match in _patterns().shown.finditer(about))


def _names_tool(text: str, names: frozenset[str]) -> bool:
    return any(word in names for word in re.findall(r"[\w.-]*\w", text[: 2 * _LONGEST]))


class _Patterns(NamedTuple):
    shown: re.Pattern[str]
    elsewhere: re.Pattern[str]
    free: re.Pattern[str]
    spoken: re.Pattern[str]
    public: re.Pattern[str]
    telling: re.Pattern[str]
    shaping: re.Pattern[str]
    bound: re.Pattern[str]
    json: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    """The patterns, compiled on first use: only catalogs with opaque objects need them."""
    key = r"[A-Za-z_]\w{0,40}"
    nouns = (
        "resources?|schema|documents?|options|query|queries|variables|definitions?|manifests?|objects?|expressions?|"
        "filters?|specs?|specification|model|operations?"
    )
    free = (
        r"\bkey[- ]?value\b|\bkeyed by\b|\bkeys? (?:are|is|should|must|be)\b|\bmap(?:ping|s)?\b|\bpairs?\b|"
        r"\b(?:dict|dictionary|object|set) of (?!fields|settings|config)|\breturned (?:by|from)\b|\barbitrary\b|"
        r"\bany (?:json|valid|shape|object)\b|\bfree-?form\b|\bcustom\b|\badditional\b|\bextra\b|"
        r"\bdepend(?:s|ing)? on\b|\b\w+-specific\b|\bspecific to\b|\bvar(?:y|ies)\b|\bmust match\b|\bmatching\b|"
        r"\b(?:the|an?|its|each|\w+'s) (?:\w+ )?templates?\b|"
        r"\btemplates? (?:arguments|context|data|fields|parameters|values)\b|"
        r"\bvariables?\b|\bschema\b|\bfields and values\b|\bwith (?:their|its) (?:new )?values?\b|"
        r"\b(?:names?|ids?|codes?) (?:as (?:the )?keys?|(?:and|to) (?:their )?(?:new |own )?values?)\b|"
        r"\bjson document\b|\bdocument to\b"
    )
    spoken = (
        r"https?://|\bsyntax\b|\boperators?\b|\bexpressions?\b|\bgrammar\b|\bquery language\b|\bdsl\b|\$\w|"
        rf"\{{\s{{0,3}}[\"']?{key}[\"']?\s{{0,2}}:"
    )
    plain = {
        "shown": (
            rf"\b(?P<name>{key})[\"'`*]{{0,3}}\s{{0,2}}[:=]\s{{0,2}}[\"'`]?\[?\s{{0,4}}"
            rf"\{{\s{{0,8}}[\"']?{key}[\"']?\??\s{{0,2}}:"
        ),
        "elsewhere": (
            r"\b(?:see|in|per) (?:the )?(?:tool(?:'s)? )?description\b|\bsee\b[^.\n]{0,40}\b(?:above|below)\b"
        ),
        "free": free,
        "spoken": spoken,
        "public": (
            r"\b(?-i:[A-Z][A-Z0-9]{2,}|[A-Z][a-z]+[A-Z]\w*)(?<!JSON)(?<!HTTP)(?<!API) "
            rf"(?:API (?={nouns})|\w+ )?(?:{nouns})\b"
        ),
        "shaping": r"\b(?:schemas?|structures?|formats?|fields|keys)\b",
        "bound": (
            r"\b(?:specific to|depend(?:s|ing) on|var(?:y|ies) (?:by|with)) (?:the |its )?"
            r"(?P<what>(?:\w+ ){0,2}\w+)(?: \((?P<named>\w+(?:, \w+){0,5},? or \w+)\))?"
        ),
        "json": r"\bjson\b|\bdict(?:ionary)?\b|\bobjects?\b",
        "telling": r"\b(?:see|details?|documentation|schema|structure|format|fields|parameters)\b",
    }
    flags = re.IGNORECASE | re.MULTILINE
    return _Patterns(**{name: expression(pattern, flags) for name, pattern in plain.items()})
