"""Parameters that neither a text nor their own name explains: the rule `undescribed-parameter`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Literal, NamedTuple

from catalint import Analysis, Context, Finding, Json, Meta, Parameter, Related, Severity, Tool, ToolRule, option
from catalint.explanations import explain, target
from catalint.expression import expression
from catalint.schema import allowed_types, types_of
from catalint.words import singular, split_identifier
from catalint_rules import words
from catalint_rules.analyses.lexicon import LEXICON
from catalint_rules.analyses.modes import MODES
from catalint_rules.analyses.names import NAMES, Name
from catalint_rules.analyses.opacity import OPAQUE
from catalint_rules.analyses.placement import strays
from catalint_rules.parameters.telling import is_listed, is_told
from catalint_rules.wording import fit, listing

# "a crawl ID" says of what the identifier is, "by ID" does not.
_OWNED_ID = expression(
    r"\b(?!(?:the|an?|by|its|this|given|specific|unique|with|and|or|numeric|string)\b)[a-z]+[ _-]ids?\b", re.IGNORECASE
)
_NUMBERED = expression(r"[a-z]\d+|(?:arg|param|val|value|input|opt|data|field|text|str)_?\d+")
# Parameters that say of what kind the thing is whose identifier stands beside them.
_KIND_NAMES = frozenset(
    "resource resource_type resourceType type entity entity_type entityType object_type objectType kind".split()
)
# Both ends of a span, and words of tools for which it is one of time; of a list it counts entries.
_SPANS = (frozenset(("start", "end")), frozenset(("from", "to")), frozenset(("since", "until")))
_SCHEDULES = frozenset(
    "appointment availability booking calendar downtime event events maintenance meeting outage reservation schedule "
    "shift".split()
)
_MOST_DEPTH = 2
# Fields of an object that are looked at: many parameters may refer to one that has thousands.
_MOST_FIELDS = 100

Flaw = Literal["opaque", "whose", "values", "unit"]
_DOUBTS: dict[Flaw, str] = {"opaque": "", "whose": "of what?", "values": "which values?", "unit": "unit?"}


@dataclass(frozen=True)
class Options:
    """What is too much to guess."""

    min_parameters: int = option(1, "Fewest parameters of a tool that must be unexplained.", minimum=1)


class Unexplained(NamedTuple):
    """A parameter that nothing explains; `name` has dots where the fault lies inside an object."""

    parameter: Parameter
    name: str
    flaw: Flaw


class UndescribedParameter(ToolRule[Options]):
    """Finds parameters without a description whose names do not explain themselves."""

    meta = Meta(
        "undescribed-parameter",
        "Parameter has neither a description nor a telling name",
        Severity.WARNING,
        tags=("parameters", "descriptions"),
        evidence=(
            "https://www.anthropic.com/engineering/writing-tools-for-agents",
            "https://arxiv.org/abs/2602.14878",
        ),
    )
    options_type = Options

    def check_tool(self, tool: Tool, ctx: Context) -> Iterator[Finding]:
        """Report the parameters of one tool together."""
        lists = ctx.get(_LISTS)
        name = ctx.get(NAMES)[tool.server].names[tool]
        # of an object without keys, opaque-object says more
        opaque = {item.name.rstrip("[]") for item in ctx.get(OPAQUE).get(tool, ())}
        judged = (_judge(parameter, name, lists, ctx) for parameter in tool.parameters if parameter.name not in opaque)
        found = [item for item in judged if item]
        if len(found) >= self.options.min_parameters and found:
            silent = sum(1 for parameter in tool.parameters if not explain(parameter))
            yield self.finding(
                found[0].parameter.at(part="key"),
                _message(tool, found),
                related=tuple(Related(item.parameter.at(part="key"), _DOUBTS[item.flaw]) for item in found[1:]),
                data={
                    "parameters": [item.name for item in found],
                    "flaws": {item.name: item.flaw for item in found},
                    "undescribed": silent,
                },
            )


class _Lists(NamedTuple):
    opaque: frozenset[str]
    identifiers: frozenset[str]
    choices: frozenset[str]
    quantities: frozenset[str]
    units: frozenset[str]


def _load(ctx: Context) -> _Lists:
    lines = words.lines("unit_names", ctx)
    return _Lists(
        words.vocabulary("opaque_names", ctx),
        words.vocabulary("identifier_names", ctx),
        words.vocabulary("choice_names", ctx),
        frozenset(word for line in lines if not line.startswith("/") for word in line.split()),
        frozenset(word for line in lines if line.startswith("/") for word in line[1:].split()),
    )


_LISTS = Analysis("words for parameters", _load)


def _judge(parameter: Parameter, name: Name, lists: _Lists, ctx: Context) -> Unexplained | None:
    if parameter.description.strip() or explain(parameter):
        return None
    schema = target(parameter.schema, parameter.tool.input_schema)
    # a schema that is no object, or keeps schemas where keywords belong, is broken in a way that other rules report
    if not isinstance(schema, dict) or strays(schema):
        return None
    flaw = _flaw(parameter, schema, name, lists, ctx)
    inner = "" if flaw else _inner_quantity(schema, lists, 0)
    if not (flaw or inner) or is_told(parameter):
        return None
    return Unexplained(parameter, f"{parameter.name}.{inner}" if inner else parameter.name, flaw or "unit")


def _flaw(parameter: Parameter, schema: dict[str, Json], name: Name, lists: _Lists, ctx: Context) -> Flaw | None:
    found = split_identifier(parameter.name)
    if not found or _speaks(schema):
        return None
    kinds = allowed_types(schema) - {"null"}
    if len(found) == 1 and found[0] in lists.identifiers:
        return None if _is_obvious(parameter, name, ctx) else "whose"
    if kinds == {"boolean"} and "flag" not in found and not _is_numbered(parameter.name):
        return None
    if _is_numbered(parameter.name) or (len(found) == 1 and len(found[0]) == 1):
        return None if _is_mathematical(parameter.tool) else "opaque"
    if all(word in lists.opaque or word.isdigit() for word in found):
        return None if _has_typed_items(schema) else "opaque"
    if len(found) == 1 and found[0] in lists.choices and kinds <= {"string"} and "default" not in schema:
        return None if is_listed(parameter, found[0], ctx.get(LEXICON).verbs) else "values"
    return "unit" if _lacks_unit(found, kinds, lists) or _is_moment(parameter, found, kinds) else None


def _is_moment(parameter: Parameter, found: Sequence[str], kinds: frozenset[str]) -> bool:
    """Whether a number is a point in time, in seconds or in milliseconds: `start` and `end` of `schedule_downtime`."""
    ends = {other.name.lower() for other in parameter.tool.parameters}
    return (
        bool(kinds)
        and kinds <= {"number", "integer"}
        and any(set(found) <= pair <= ends for pair in _SPANS)
        and not _SCHEDULES.isdisjoint(split_identifier(parameter.tool.name))
    )


def _speaks(schema: dict[str, Json], depth: int = 0) -> bool:
    """Whether the schema itself says what to send: by values, a format, an example or fields."""
    if any(key in schema for key in ("enum", "const", "format", "pattern", "examples", "example")):
        return True
    if "properties" in schema and (schema["properties"] or schema.get("additionalProperties") is False):
        return True
    if any(isinstance(value, dict) and "description" in value for value in schema.values()):
        return True
    inner = [schema.get("items"), schema.get("additionalProperties"), *_branches(schema)]
    return depth < _MOST_DEPTH and any(isinstance(part, dict) and _speaks(part, depth + 1) for part in inner)


def _branches(schema: dict[str, Json]) -> list[Json]:
    found: list[Json] = []
    for keyword in ("anyOf", "oneOf", "allOf"):
        branches = schema.get(keyword)
        found.extend(branches if isinstance(branches, list) else ())
    return found


def _has_typed_items(schema: Json, depth: int = 0) -> bool:
    """Whether a schema is a list that says what is in it, maybe beside null or another spelling."""
    if not isinstance(schema, dict):
        return False
    items = schema.get("items")
    if isinstance(items, dict) and (types_of(items) or "$ref" in items):
        return True
    return depth < _MOST_DEPTH and any(_has_typed_items(branch, depth + 1) for branch in _branches(schema))


def _is_obvious(parameter: Parameter, name: Name, ctx: Context) -> bool:
    """Whether an identifier can only be that of the one thing that the tool is about."""
    if _OWNED_ID.search(parameter.tool.description):
        return True
    if any(mode.jobs and "." not in mode.name for mode in ctx.get(MODES).get(parameter.tool, ())):
        return True
    if (name.verb == "add" or name.action not in ("create", "add", "search")) and _is_owner(
        parameter.tool.description, name
    ):
        return True
    if not parameter.required or not name.head or name.action in ("create", "add", "search"):
        return False
    # `list_server_domains` takes the identifier of a server, `get_user` of a user; `get_collaborators` leaves it open
    verbs = set(name.verb.split("_"))
    if not name.many or sum(1 for word in name.words if word not in verbs) > 1:
        return True
    return any(other.name in _KIND_NAMES for other in parameter.tool.parameters)


def _is_owner(text: str, name: Name) -> bool:
    """Whether a text calls one word of the tool's name the owner of what it is about: "Resources on a server"."""
    owners = {singular(word) for word in name.words if word == singular(word)} - {name.head, ""}
    nouns = "|".join(map(re.escape, sorted(owners)))
    joint = "to" if name.verb == "add" else "(?:of|for|on|in|from)"
    behind = rf"\b{joint}\s(?:an?|the|this|one)?\s?(?:\w+\s){{0,2}}(?:{nouns})\b"
    return bool(nouns) and bool(re.search(behind, text.lower()))


def _is_numbered(name: str) -> bool:
    return bool(_NUMBERED.fullmatch(name.lower()))


@lru_cache(maxsize=1)  # all parameters of a tool are judged in a row
def _is_mathematical(tool: Tool) -> bool:
    """Whether single letters are the usual ones of coordinates or of a formula."""
    letters = [parameter for parameter in tool.parameters if len(parameter.name) == 1]
    if not all(_numeric(letter) for letter in letters):
        return False
    names = {letter.name.lower() for letter in letters}
    return all(map(_numeric, tool.parameters)) or {"x", "y"} <= names


def _numeric(parameter: Parameter) -> bool:
    schema = parameter.schema
    return (
        isinstance(schema, dict)
        and bool(allowed_types(schema) - {"null"})
        and (allowed_types(schema) - {"null"}) <= {"number", "integer"}
    )


def _lacks_unit(found: Sequence[str], kinds: frozenset[str], lists: _Lists) -> bool:
    if not kinds or not kinds <= {"number", "integer"} or lists.units & set(found):
        return False
    if found[-1] in lists.quantities:
        return True
    # a size of a file or an upload: in bytes or in megabytes?
    return "size" in found and bool({"file", "upload", "disk", "memory", "attachment"} & set(found))


def _inner_quantity(schema: Json, lists: _Lists, depth: int) -> str:
    """The dotted name of an undescribed number without a unit inside an object; empty if there is none."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(properties, dict) or depth >= _MOST_DEPTH:
        return ""
    for name, value in islice(properties.items(), _MOST_FIELDS):
        if isinstance(value, dict) and not value.get("description"):
            if _lacks_unit(split_identifier(name), (allowed_types(value) - {"null"}), lists) and not _speaks(value):
                return name
            inner = _inner_quantity(value, lists, depth + 1)
            if inner:
                return f"{name}.{inner}"
    return ""


def _message(tool: Tool, found: Sequence[Unexplained]) -> str:
    if len(found) == 1:
        return _single(tool, found[0])
    head = f"{len(found)} of {len(tool.parameters)} parameters have neither a description nor a name that explains them"
    shown = [f"`{item.name}`{_doubt(item)}" for item in found]
    lines = [f"{head}: {listing(shown, most)}" for most in (12, 8, 6, 4, 3, 2)]
    return fit(*lines, head, action="describe each, with its format, or rename it")


def _doubt(item: Unexplained) -> str:
    return f" ({_DOUBTS[item.flaw]})" if _DOUBTS[item.flaw] else ""


def _single(tool: Tool, item: Unexplained) -> str:
    name, owner = f"`{item.name}`", f"`{tool.name}`"
    if item.flaw == "whose":
        return (
            f"{name} has no description and its name does not say which thing it identifies: describe what {owner} "
            "takes, or put the thing into the name"
        )
    if item.flaw == "values":
        return (
            f"{name} has no description and no text says which values it takes, so a model must guess: describe them, "
            "or list them in an `enum` if there are no others"
        )
    if item.flaw == "unit":
        return f"{name} is a number without description or unit: put the unit into its description or its name"
    return f"{name} has no description and its name does not say what to send: describe what {owner} expects in it"
