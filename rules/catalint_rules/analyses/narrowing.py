"""Listings that another one covers by its filters: `list_tables(database_id)` beside `get_database_tables`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from catalint import Parameter, Tool
from catalint.explanations import explain
from catalint.expression import expression
from catalint.words import singular
from catalint_rules.analyses.lexicon import Lexicon
from catalint_rules.analyses.names import Name, split_name

# Words of a parameter by which a thing is asked for, not the thing.
_KEYS = frozenset("id ids iid key keys identifier name number uid url uuid slug gid".split())
_READING = frozenset(("get", "list", "search"))
# More tools than this about one thing are a family made from a template.
_CROWD = 12
_OPTIONAL = expression(r"\boptional\b|\bif (?:none|omitted|not (?:given|set|provided))\b|\bnull\b")


def find_filters(names: Iterable[Name], lexicon: Lexicon) -> Iterator[tuple[Tool, Parameter, Tool]]:
    """Yield tools that read things, an optional filter of each, and tools that read the things of what it asks for.

    `get_project_documents` requires a `project_id` and has "project" in its name; `get_documents` takes a `project_id`
    too. What else the two take is not compared here.
    """
    by_job = _by_job(names)
    for special in (name for found in by_job.values() for name in found):
        for asked in special.tool.parameters:
            things = _things(asked, lexicon) if asked.required else frozenset()
            if not things:
                continue
            chosen = frozenset(f"by:{thing}" for thing in things)
            # `list_events_by_event_type` asks for a word that stands twice in its name
            for rest in {special.wide - things - chosen, special.wide - chosen} - {frozenset(), special.wide}:
                for general in by_job.get((_job(special), rest), ()):
                    chooser = _same(asked, general)
                    if chooser and not chooser.required and general.many == special.many:
                        yield general.tool, chooser, special.tool


def find_searches(names: Iterable[Name]) -> Iterator[tuple[Tool, Parameter, Tool]]:
    """Yield searches of which every filter may be left out, one filter of each, and listings of the same things."""
    by_job = _by_job(names)
    for (job, wide), found in by_job.items():
        if job != "search" or not wide:
            continue
        for search in found:
            filters = [parameter for parameter in search.tool.parameters if _is_left_out(parameter)]
            if not filters or len(filters) < len(search.tool.parameters):
                continue
            for listing in by_job.get(("get", wide), ()):
                if listing.many:
                    yield search.tool, filters[0], listing.tool


def _by_job(names: Iterable[Name]) -> Mapping[tuple[str, frozenset[str]], Sequence[Name]]:
    grouped: defaultdict[tuple[str, frozenset[str]], list[Name]] = defaultdict(list)
    for name in names:
        if name.action in _READING:
            grouped[_job(name), name.wide].append(name)
    return {job: found for job, found in grouped.items() if len(found) <= _CROWD}


def _job(name: Name) -> str:
    return "search" if name.action == "search" else "get"


def _things(parameter: Parameter, lexicon: Lexicon) -> frozenset[str]:
    """What a parameter asks for by an id or a kind: {project} for `project_id`; nothing where it says no thing."""
    return frozenset(lexicon.noun(word) for word in split_name(parameter.name) if word not in _KEYS)


def _same(parameter: Parameter, general: Name) -> Parameter | None:
    """The parameter of another tool that asks for the same thing, be it for one or for several."""
    wanted = _letters(parameter.name)
    return next((other for other in general.tool.parameters if _letters(other.name) == wanted), None)


def _letters(name: str) -> str:
    return "".join(singular(word) for word in split_name(name))


def _is_left_out(parameter: Parameter) -> bool:
    """Whether a parameter may be left out by more than a schema that forgets to require it."""
    schema = parameter.schema
    if parameter.required or not isinstance(schema, dict):
        return False
    branches = schema.get("anyOf")
    nullable = isinstance(branches, list) and {"type": "null"} in branches
    return nullable or "default" in schema or bool(_OPTIONAL.search(explain(parameter).lower()))
