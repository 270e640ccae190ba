"""Parameters of which the schema does not say what kind of value they take: the rule `untyped-parameter`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from catalint import Context, Finding, Json, Location, Meta, Path, Related, Severity, Tool, ToolRule, option
from catalint.analyses.schemas import input_nodes
from catalint.explanations import docstring
from catalint.expression import expression
from catalint.schema import spell
from catalint.words import split_identifier
from catalint_rules import words
from catalint_rules.analyses.kinds import written_kind_of
from catalint_rules.analyses.placement import keywords_among_properties, strays

_LONGEST = 240
_MOST_TEXT = 400
# Keywords of which each says enough: a type, a set of values, a choice, or what only one type has inside.
_SAYING = frozenset(
    """
    $dynamicRef $ref additionalProperties allOf anyOf const enum if items not oneOf patternProperties prefixItems
    properties type
    """.split()
)


# The types of docstrings, as JSON names them.
_PYTHON = {"str": "string", "int": "integer", "float": "number", "bool": "boolean", "list": "array", "dict": "object"}


@dataclass(frozen=True)
class Options:
    """How far down the rule looks.

    Three names deep is what a person would still write by hand; below, schemas are copies of what other systems take.
    """

    max_depth: int = option(3, "Most names on the way to a nested property that is judged.", minimum=1)


class _Untyped(NamedTuple):
    """A property without a type: its name, with dots where it is nested, and the types that its text or default tells.

    `guess` is empty, one type, or several with "or" before the last.
    """

    where: Location
    name: str
    guess: str


class UntypedParameter(ToolRule[Options]):
    """Finds properties without a type, a reference, values or a choice."""

    meta = Meta(
        "untyped-parameter",
        "Parameter has no type",
        Severity.WARNING,
        yields_to=("client-untyped-node",),
        tags=("parameters", "schema"),
        evidence=(
            "https://github.com/anthropics/claude-code/issues/82652",
            "https://github.com/awslabs/mcp/issues/3486",
            "https://github.com/google-gemini/gemini-cli/issues/4400",
        ),
    )
    options_type = Options

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        """Report the properties of one tool together."""
        found = list(_find(tool, ctx, self.options.max_depth))
        if found:
            yield self.finding(
                found[0].where,
                _message(found),
                related=tuple(Related(item.where, item.guess or "no type") for item in found[1:]),
                data={"parameters": {item.name: item.guess for item in found}},
            )


def _find(tool: Tool, ctx: Context, deepest: int) -> Iterator[_Untyped]:
    free = words.vocabulary("free_values", ctx)
    for node in input_nodes(tool, ctx):
        properties = node.schema.get("properties") if isinstance(node.schema, dict) else None
        # of keywords among the names and of schemas in the wrong place misplaced-schema speaks
        if keywords_among_properties(properties):
            return
        required = node.schema.get("required") if isinstance(node.schema, dict) else None
        for name, value in properties.items() if isinstance(properties, dict) else ():
            if not isinstance(value, dict) or not _SAYING.isdisjoint(value) or _holds_schemas(value) or strays(value):
                continue
            path: Path = (*node.path, "properties", name)
            text = _text(tool, path, value)
            parts = split_identifier(name)
            fixed = _fixed(text)
            if (parts and parts[-1] in free and not fixed) or _any_pattern().search(text, 0, _MOST_TEXT):
                continue
            guess = fixed or _guess(value, text) or (_annotated(tool, str(name)) if not node.path else "")
            # a nested property that need not be given and on which nothing is said is hardly ever filled in
            if node.path and not guess and not (isinstance(required, list) and name in required):
                continue
            if spell(path).count(".") < deepest:
                yield _Untyped(tool.at("inputSchema", *path, part="key"), spell(path), guess)


def _holds_schemas(value: dict[str, Json]) -> bool:
    """Whether properties stand where keywords belong, which other rules report."""
    return any(isinstance(inner, dict) and not _SAYING.isdisjoint(inner) for inner in value.values())


def _text(tool: Tool, path: Path, value: dict[str, Json]) -> str:
    text = value.get("description")
    own = text if isinstance(text, str) else ""
    return own or (docstring(tool).parameters.get(str(path[-1]), "") if len(path) == 2 else "")


def _fixed(text: str) -> str:
    """The types that a text names as all there are: "must be a string", "string, number, boolean or object"."""
    listed = _listed_pattern().search(text, 0, _MOST_TEXT)
    if listed:
        kinds = [kind.lower().replace("list", "array") for kind in _kind_pattern().findall(listed.group())]
        distinct = list(dict.fromkeys(kinds))
        return f"{', '.join(distinct[:-1])} or {distinct[-1]}" if len(distinct) > 1 else distinct[0]
    must = _must_pattern().search(text, 0, _MOST_TEXT)
    return must.group(1).lower().replace("list", "array") if must else ""


def _guess(value: dict[str, Json], text: str) -> str:
    """The type that a default, an example or the text tells; empty if none does."""
    examples = value.get("examples")
    samples = [value.get("default"), *(examples[:1] if isinstance(examples, list) else ())]
    told = next((sample for sample in samples if sample is not None), None)
    if told is not None:
        return written_kind_of(told)
    if any(key in value for key in ("format", "pattern", "minLength", "maxLength")):
        return "string"
    if any(key in value for key in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")):
        return "number"
    either = _either_pattern().search(text, 0, _MOST_TEXT)
    if either:
        first, second = (kind.lower().replace("list", "array") for kind in either.groups())
        return first if first == second else f"{first} or {second}"
    for kind, pattern in _kind_patterns():
        if pattern.search(text, 0, _MOST_TEXT):
            return kind
    return ""


def _annotated(tool: Tool, name: str) -> str:
    """The type that a docstring gives a parameter: "prompt (str): ..."."""
    match = re.search(rf"(?<!\w){re.escape(name)} ?\(({'|'.join(_PYTHON)})\b", tool.description)
    return _PYTHON[match.group(1)] if match else ""


@cache
def _any_pattern() -> re.Pattern[str]:
    """What says that anything goes on purpose."""
    return expression(
        r"\b(?:any|arbitrary|whatever|every)\s(?:valid |kind of |type of |other )?"
        r"(?:json|types?|values?|scalar|data|primitive)\b|\bof any (?:type|kind)\b|\bfree-?form\b|任意|beliebig",
        re.IGNORECASE,
    )


@cache
def _either_pattern() -> re.Pattern[str]:
    kinds = "(string|number|integer|boolean|array|list|object)s?"
    return expression(rf"\b{kinds}(?: of \w+(?: \w+)?)? or (?:an? )?(?:\w+ )?{kinds}\b", re.IGNORECASE)


_KINDS = "string|number|integer|boolean|array|list|object"


@cache
def _kind_pattern() -> re.Pattern[str]:
    return expression(rf"\b({_KINDS})s?\b", re.IGNORECASE)


@cache
def _listed_pattern() -> re.Pattern[str]:
    """Three types or more in a row, as what the value itself is: at the beginning, in brackets, or behind "must be"."""
    kind = rf"(?:an? )?(?:{_KINDS})s?"
    return expression(
        rf"(?:^|\(|: |\bmust be ){kind}(?:(?:, ?|/| ?\| ?){kind}){{1,5}}(?:,? or |/| ?\| ?){kind}\b", re.IGNORECASE
    )


@cache
def _must_pattern() -> re.Pattern[str]:
    return expression(rf"\bmust (?:always )?be an? ({_KINDS})\b(?! (?:or|of|with|that|in)\b)", re.IGNORECASE)


@cache
def _kind_patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    some = r"^(?:the |an? )?(?:\w+ )?"
    plain = (
        ("array", rf"{some}(?:array|list)s? of\b|\b(?:as|be|is) an? (?:json )?(?:array|list)\b"),
        ("object", rf"\b(?:json|geojson) (?:object|feature)\b|{some}(?:object|dictionary|map|mapping)\b"),
        ("boolean", r"^(?:whether|true|if true|if set|set to true|enable|include)\b"),
        ("integer", r"^(?:the )?(?:maximum |minimum |largest |smallest |total )?(?:number|count) of\b"),
    )
    return tuple((kind, expression(pattern, re.IGNORECASE)) for kind, pattern in plain)


def _message(found: Sequence[_Untyped]) -> str:
    if len(found) == 1:
        (item,) = found
        head = f"`{item.name}` has no type, so no client can check what is sent and some pass it on as text"
        if " or " in item.guess:
            every = "each" if "," in item.guess else "both"
            return f"{head}: its text speaks of {item.guess}, so give it `anyOf` with {every}"
        if item.guess:
            return f'{head}: add `"type": "{item.guess}"`'
        return f'{head}: add a `"type"`, or `anyOf` with those that it takes'
    text = ""
    for most in (5, 4, 3, 2, 1):
        shown = ", ".join(f"`{item.name}`{f' ({item.guess}?)' if item.guess else ''}" for item in found[:most])
        more = f" and {len(found) - most} more" if len(found) > most else ""
        text = (
            f"{shown}{more} have no type, so no client can check what is sent and some pass them on as text: "
            'add a `"type"` to each, or `anyOf` with those that it takes'
        )
        if len(text) <= _LONGEST:
            return text
    return f"{text[: _LONGEST - 1]}…"
