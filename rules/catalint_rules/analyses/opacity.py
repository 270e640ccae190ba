"""Objects of which the schema says nothing but that they are objects, and what the texts say of their keys instead."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple

from catalint import Analysis, Context, Json, Parameter, Path, Tool
from catalint.explanations import describe, explain, target
from catalint.expression import expression
from catalint.schema import types_of
from catalint.words import split_identifier
from catalint_rules import words
from catalint_rules.analyses.modes import MODES
from catalint_rules.analyses.placement import strays
from catalint_rules.descriptions.language import is_english

Why = Literal["keys", "elsewhere", "dispatch", "blank"]

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


class Opaque(NamedTuple):
    """An object without a word in the schema on its keys, that is a main input of its tool.

    `path` leads from the tool to its schema, `name` has dots where it is nested and `[]` for the items of a list. `why`
    says what is known otherwise: its text lists the `keys`; the text says that they stand `elsewhere` in the tool's
    description; it takes what the choice beside it (`selector`) wants (`dispatch`); nothing (`blank`).
    """

    tool: Tool
    path: Path
    name: str
    why: Why
    keys: tuple[str, ...] = ()
    selector: str = ""


def _compute(ctx: Context) -> dict[Tool, tuple[Opaque, ...]]:
    free = words.vocabulary("free_maps", ctx)
    found: dict[Tool, tuple[Opaque, ...]] = {}
    for catalog in ctx.corpus.catalogs:
        # a name that is a plain word ("search") would be found in prose on anything
        names = frozenset(tool.name for tool in catalog.visible if not (tool.name.isalpha() and tool.name.islower()))
        for tool in catalog.visible:
            opaque = tuple(_find(tool, names, free, ctx))
            if opaque:
                found[tool] = opaque
    return found


# The opaque main inputs of each tool that has any.
OPAQUE = Analysis("opaque objects", _compute)


def _find(tool: Tool, names: frozenset[str], free: frozenset[str], ctx: Context) -> Iterator[Opaque]:
    for parameter in tool.parameters:
        found = _open_object(parameter.schema, tool.input_schema)
        if found is None:
            if parameter.required or len(tool.parameters) == 1:
                yield from _nested(parameter, names, free)
            continue
        selector = _selector(parameter, ctx)
        if parameter.required or (selector and len(tool.parameters) <= _FEW):
            text = explain(parameter)
            item = _judge(parameter.name + found, ("inputSchema", "properties", parameter.name), text, parameter)
            yield from _unless_excused(item._replace(selector=selector), text, names, free)


def _nested(parameter: Parameter, names: frozenset[str], free: frozenset[str]) -> Iterator[Opaque]:
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
            yield from _unless_excused(
                _judge(f"{parameter.name}.{name}{found}", path, text, parameter), text, names, free
            )


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
            return _open_object(others[0], root) if len(others) == 1 and len(others) < len(options) else None
    kinds = types_of(schema) - {"null"}
    if kinds == {"array"} and isinstance(schema.get("items"), dict):
        return "[]" if _open_object(schema["items"], root) == "" else None
    more = schema.get("additionalProperties")
    said = more is False or (isinstance(more, dict) and bool(more)) or any(schema.get(key) for key in _INSIDE)
    return "" if kinds == {"object"} and not said else None


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
    keys = listed_keys(text)
    why: Why = "keys" if len(keys) > 1 else "blank"
    if why == "blank" and _patterns().elsewhere.search(text, 0, _LONGEST):
        why = "elsewhere"
    return Opaque(parameter.tool, path, name, why, keys)


def _unless_excused(item: Opaque, text: str, names: frozenset[str], free: frozenset[str]) -> Iterator[Opaque]:
    """Let go what is free on purpose, or of which the texts say where its shape comes from."""
    if item.why != "blank":
        yield item
        return
    patterns, about = _patterns(), item.tool.description[:_LONGEST]
    others = names - {item.tool.name}
    if patterns.spoken.search(text, 0, _LONGEST) or patterns.public.search(text, 0, _LONGEST):
        return
    if item.selector:
        if not (_names_tool(f"{text}\n{about}", others) or patterns.public.search(about) or "schema" in text):
            yield item._replace(why="dispatch")
        return
    last = split_identifier(item.name)[-1:]
    if (last and last[0] in free) or patterns.free.search(text, 0, _LONGEST) or not is_english(text):
        return
    told = (sentence for sentence in re.split(r"(?<=[.!?])\s|\n", about) if patterns.telling.search(sentence))
    if not _names_tool("\n".join((text, *told)), others):
        yield item._replace(why="elsewhere") if _is_shown(item, about) else item


def _is_shown(item: Opaque, about: str) -> bool:
    """Whether the tool's description shows the object with its keys: "Body: { values: [[1, 2]] }"."""
    last = item.name.removesuffix("[]").rpartition(".")[2].lower()
    return any(match.group("name").lower() == last for match in _patterns().shown.finditer(about))


def _names_tool(text: str, names: frozenset[str]) -> bool:
    return any(word in names for word in re.findall(r"[\w.-]*\w", text[: 2 * _LONGEST]))


def listed_keys(text: str) -> tuple[str, ...]:
    """The keys of an object that a text lists, in order: "Required: name, port", "- name: ...", "with 'x' and 'y'".

    Values in brackets are none, neither is what an example happens to hold.
    """
    text = text[:_LONGEST]
    patterns = _patterns()
    found = {match.group("key"): match.start() for match in patterns.bullet.finditer(text)}
    for match in patterns.typed.finditer(text):
        if match.group("key") not in _NO_KEYS:
            found.setdefault(match.group("key"), match.start())
    shape = patterns.shape.search(text)
    for match in patterns.entry.finditer(text, shape.end() - 1) if shape else ():
        found.setdefault(match.group("key"), match.start())
    plain = patterns.brackets.sub("", text)
    for match in patterns.headed.finditer(plain):
        _add(found, patterns.word.finditer(match.group("list")), match.start("list"))
    for match in patterns.holding.finditer(plain):
        # "with the operators `and` and `or`" lists a language, no keys
        if "operator" not in match.group("list").lower():
            _add(found, patterns.coded.finditer(match.group("list")), match.start("list"))
    return tuple(sorted(found, key=found.__getitem__))


def _add(found: dict[str, int], matches: Iterator[re.Match[str]], start: int) -> None:
    for match in matches:
        key = next(group for group in match.groups() if group)
        quoted = match.group()[0] in "\"'`"
        if (quoted or key.lower() not in _NO_KEYS) and not key.isupper():
            found.setdefault(key, start + match.start())


# Words that stand where a key could.
_NO_KEYS = frozenset(
    """
    a all an and any array at both dict each example for least list map need no non none note object of one only
    optional or required see such the to two use
    """.split()
)


class _Patterns(NamedTuple):
    bullet: re.Pattern[str]
    shown: re.Pattern[str]
    typed: re.Pattern[str]
    shape: re.Pattern[str]
    entry: re.Pattern[str]
    brackets: re.Pattern[str]
    headed: re.Pattern[str]
    word: re.Pattern[str]
    holding: re.Pattern[str]
    coded: re.Pattern[str]
    elsewhere: re.Pattern[str]
    free: re.Pattern[str]
    spoken: re.Pattern[str]
    public: re.Pattern[str]
    telling: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    """The patterns, compiled on first use: only catalogs with opaque objects need them."""
    key = r"[A-Za-z_]\w{0,40}"
    quoted = rf"[\"'`]?{key}[\"'`]?"
    joint = r"\s{0,2}(?:,|/|and/or\b|and\b|or\b)\s{0,2}(?:(?:and|or)\s)?(?:non-empty )?"
    kinds = "any|str|string|int|integer|bool|boolean|list|array|number|float|dict|object|required|optional"
    heads = "keys?|fields?|required|optional|attributes|properties|parameters|settings|must have|must contain"
    holders = "with|includes?|including|contains?|containing|consisting of|must have|needs?|requires?|fields|keys"
    nouns = (
        "resources?|schema|documents?|options|query|queries|variables|definitions?|manifests?|objects?|expressions?|"
        "filters?|specs?|specification|model|operations?"
    )
    free = (
        r"\bkey[- ]?value\b|\bkeyed by\b|\bkeys? (?:are|is|should|must|be)\b|\bmap(?:ping|s)?\b|\bpairs?\b|"
        r"\b(?:dict|dictionary|object|set) of (?!fields|settings|config)|\breturned (?:by|from)\b|\barbitrary\b|"
        r"\bany (?:json|valid|shape|object)\b|\bfree-?form\b|\bcustom\b|\badditional\b|\bextra\b|"
        r"\bdepend(?:s|ing)? on\b|\b\w+-specific\b|\bspecific to\b|\bvar(?:y|ies)\b|\bmust match\b|\bmatching\b|"
        r"\btemplates?\b|\bvariables?\b|\bschema\b|\bfields and values\b|\bwith (?:their|its) (?:new )?values?\b|"
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
        "bullet": rf"(?:^|\s)[-*•]\s{{1,3}}[\"'`]?(?P<key>{key})[\"'`]?\s{{0,2}}(?:\([^()\n]{{0,60}}\)\s{{0,2}})?:",
        "typed": rf"(?<![\w'\"])(?P<key>(?-i:[a-z_]\w{{1,40}}))[\"'`]?\s?\((?:{kinds})\b",
        "shape": r"\b(?:format|shape|structure|schema|form)\b[^{}\n]{0,30}\{",
        "entry": rf"[{{,]\s{{0,20}}[\"']?(?P<key>{key})[\"']?\s{{0,2}}:",
        "brackets": r"\([^()]{0,200}\)",
        "headed": (
            rf"(?:\b(?:{heads})\b(?: to \w+)?\s{{0,2}}:\s{{0,2}}|\beach (?:\w+ )?(?:containing|contains|has|with)\s)"
            rf"(?P<list>(?:non-empty )?{quoted}(?:{joint}{quoted}){{1,30}})"
        ),
        "word": rf"(?<![\w=-])[\"'`]?({key})\b(?!-)",
        "holding": rf"\b(?:{holders})\b(?P<list>[^.;{{}}\n]{{3,160}})",
        "coded": (
            rf"(?<![=\w])[\"'`]({key})[\"'`]|(?<![\w<'\"])((?-i:[a-z]+_[a-z_]+|[a-z][a-z0-9]*[A-Z]\w+))\b|"
            r"\b((?-i:[a-z]\w+)) (?:array|object|list|dict|map)\b"
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
        "telling": r"\b(?:see|details?|documentation|schema|structure|format|fields|parameters)\b",
    }
    flags = re.IGNORECASE | re.MULTILINE
    return _Patterns(**{name: expression(pattern, flags) for name, pattern in plain.items()})
