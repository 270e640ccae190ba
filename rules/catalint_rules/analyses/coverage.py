"""One tool that does other tools' jobs through a parameter: `search(domain)` beside `search_articles`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from catalint import Context, Parameter, Tool
from catalint.explanations import explain
from catalint.expression import expression
from catalint.words import singular
from catalint_rules import words
from catalint_rules.analyses.evidence import mentions
from catalint_rules.analyses.lexicon import Lexicon
from catalint_rules.analyses.names import CatalogNames, Name, split_name
from catalint_rules.analyses.narrowing import find_filters, find_searches

# An enum with more values is a list of things to choose from, not of jobs.
_MOST_VALUES = 40

# Names of objects that hold what has no name of its own.
_LOOSE = frozenset("params parameters options extra extras extraparams additionalparams kwargs".split())

# A list of kinds of results is a part of what comes back anyway, no other thing to look for.
_SHAPES = frozenset("result results response return include includes exclude output fields columns metrics".split())

_DEPRECATED = expression(r"\bdeprecated\b", re.IGNORECASE)

How: TypeAlias = Literal["value", "text", "filter", "none"]

_Key = tuple[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class _Words:
    """Names of parameters by what they are for."""

    queries: frozenset[str]
    views: frozenset[str]
    paging: frozenset[str]
    modes: frozenset[str]
    generic: frozenset[str]


@dataclass(frozen=True, eq=False, slots=True)
class Cover:
    """A tool whose parameter makes it do what another tool does.

    It does so by a `value` of the parameter, by a free text in it, by an id to filter by, or by none of its filters;
    `value` is empty for the last three.
    """

    general: Tool
    parameter: Parameter
    value: str
    special: Tool
    how: How = "value"


def find_covers(catalog: CatalogNames, lexicon: Lexicon, ctx: Context) -> Iterator[Cover]:
    """Yield the tools that others cover, unless one of the two texts names the other tool."""
    by_job: defaultdict[_Key, list[Name]] = defaultdict(list)
    for name in catalog.names.values():
        by_job[_job(name.action), name.wide].append(name)
    listed = _Words(
        queries=words.vocabulary("query_parameters", ctx),
        views=words.vocabulary("view_parameters", ctx),
        paging=words.vocabulary("paging_parameters", ctx),
        modes=words.vocabulary("mode_names", ctx),
        generic=words.vocabulary("generic", ctx),
    )
    # who passes an expression that shapes the result searches for nothing
    languages = words.phrases("query_languages", ctx)
    for name in catalog.names.values():
        for parameter in name.tool.parameters:
            plain = _plain(parameter.name)
            if plain in listed.queries:
                if languages.search(explain(parameter)):
                    continue
                pairs = _by_query(name, by_job)
            elif plain not in listed.views:
                pairs = _by_value(name, parameter, by_job, lexicon, listed)
            else:
                continue
            for value, other in pairs:
                if _accepts(name.tool, other, parameter, listed) and not _told_apart(name.tool, other):
                    yield Cover(name.tool, parameter, value, other, "value" if value else "text")
    every = catalog.names.values()
    narrowed: tuple[tuple[How, Iterator[tuple[Tool, Parameter, Tool]]], ...] = (
        ("filter", find_filters(every, lexicon)),
        ("none", find_searches(every)),
    )
    for how, found in narrowed:
        for general, parameter, special in found:
            if _takes_all(general, special, parameter, listed) and not _told_apart(general, special):
                yield Cover(general, parameter, "", special, how)


def _job(action: str) -> str:
    return "get" if action == "list" else action


def _is_mode(parameter: str, words: _Words) -> bool:
    found = [word for word in split_name(parameter) if word not in ("type", "name")]
    return bool(found) and found[-1] in words.modes


@lru_cache(maxsize=8192)
def _plain(parameter: str) -> str:
    return "".join(letter for letter in parameter.lower() if letter.isalnum())


def _by_query(name: Name, by_job: Mapping[_Key, Sequence[Name]]) -> Iterator[tuple[str, Tool]]:
    """A listing that takes a search text, beside a search for the same things."""
    if name.many and _job(name.action) == "get":
        for other in by_job.get(("search", name.wide), ()):
            yield "", other.tool


def _by_value(
    name: Name,
    parameter: Parameter,
    by_job: Mapping[_Key, Sequence[Name]],
    lexicon: Lexicon,
    listed: _Words,
) -> Iterator[tuple[str, Tool]]:
    """A tool that is told by a value what to do, or what to do it to, beside tools that do just this."""
    values = values_of(parameter)
    if not values:
        return
    mode = _is_mode(parameter.name, listed)
    choices = [frozenset(lexicon.noun(word) for word in split_name(value)) for value in values]
    for value in values:
        found = split_name(value)
        nouns = frozenset(lexicon.noun(word) for word in found)
        keys = []
        if name.action and not nouns <= name.wide:
            keys.append((_job(name.action), name.wide | nouns))
            if name.wide and (name.wide in choices or listed.generic.issuperset(name.raw.values())):
                keys.append((_job(name.action), nouns))
            # `search_objects(search_type: property)` beside `search_by_property`
            keys.append((_job(name.action), frozenset(f"by:{noun}" for noun in nouns)))
            keys.append((_job(name.action), name.wide | {f"by:{noun}" for noun in nouns}))
        if mode and found[0] in lexicon.verbs and found[0] not in lexicon.nominal:
            rest = frozenset(lexicon.noun(word) for word in found[1:])
            keys.append((_job(lexicon.verbs[found[0]]), name.wide | rest))
        for key in keys:
            for other in by_job.get(key, ()):
                if other is not name and _count_alike(name, found, other, key[0]):
                    yield value, other.tool


def _count_alike(name: Name, value: Sequence[str], other: Name, job: str) -> bool:
    """Whether a tool deals with as many things as another when this value is chosen.

    To move a card is not to move the cards that a filter finds; but values that are kinds may be plurals: who creates
    an object of the type `contacts` creates one contact.
    """
    if job == "search":
        return True  # whoever searches finds many, whatever the names count
    many = _asks_for_many(name, value)
    return other.many == many if job == "get" else many or name.many or not other.many


def _asks_for_many(name: Name, value: Sequence[str]) -> bool:
    """Whether a tool that reads deals with one thing or many when this value is chosen, in the sense of `Name.many`."""
    return value[-1] != singular(value[-1]) or "list" in (value[0], name.action)


def values_of(parameter: Parameter) -> list[str]:
    """The texts that a parameter, or each item of it, is chosen from; none if there is but one, or very many."""
    schema = parameter.schema
    if not isinstance(schema, dict):
        return []
    items = schema.get("items")
    if schema.get("type") == "array" and isinstance(items, dict) and _SHAPES.isdisjoint(split_name(parameter.name)):
        schema = items
    values = schema.get("enum")
    if not isinstance(values, list):
        branches = schema.get("oneOf") or schema.get("anyOf")
        values = []
        for branch in branches if isinstance(branches, list) else ():
            if isinstance(branch, dict):
                inner = branch.get("enum")
                values.extend(inner if isinstance(inner, list) else [branch.get("const")])
    texts = [value for value in values if isinstance(value, str) and value.strip()]
    return texts if 1 < len(texts) <= _MOST_VALUES else []


def _accepts(general: Tool, special: Tool, chooser: Parameter, words: _Words) -> bool:
    """True if the general tool can stand in for the special one: it knows what that one takes and needs no more."""
    known = {_plain(parameter.name) for parameter in general.parameters}
    taken = {_plain(parameter.name) for parameter in special.parameters}
    asked = {_plain(p.name) for p in general.parameters if p.required and p.name != chooser.name}
    loose = {_plain(parameter.name) for parameter in special.parameters if _is_loose(parameter)}
    missing = {name for name in taken - known - loose if name not in words.views and name not in words.paging}
    surplus = asked - taken
    needed = {_plain(parameter.name) for parameter in special.parameters if parameter.required}
    # one text under two names, such as `query` and `term`, is no difference; an id in the place of a filter is one
    return (
        (not missing and not surplus)
        or (len(missing) == len(surplus) == 1 and missing <= needed)
        or (missing <= words.queries and not surplus)
    )


def _is_loose(parameter: Parameter) -> bool:
    """True for an optional object of which nothing is said: "additional parameters"."""
    schema = parameter.schema
    if parameter.required or not isinstance(schema, dict) or schema.get("type") != "object":
        return False
    return not schema.get("properties") and _plain(parameter.name) in _LOOSE


def _takes_all(general: Tool, special: Tool, chooser: Parameter, words: _Words) -> bool:
    """True if the general tool takes all that the special one does, and requires nothing that it does not require."""
    known = {_singular(parameter.name) for parameter in general.parameters}
    taken = {_singular(parameter.name) for parameter in special.parameters} - {_singular(chooser.name)}
    asked = {_singular(parameter.name) for parameter in general.parameters if parameter.required}
    needed = {_singular(parameter.name) for parameter in special.parameters if parameter.required}
    missing = {name for name in taken - known if name not in words.views and name not in words.paging}
    return not missing and asked <= needed


def _singular(parameter: str) -> str:
    return singular(_plain(parameter))


def _told_apart(one: Tool, other: Tool) -> bool:
    texts = one.description, other.description
    return mentions(texts[0], other.name) or mentions(texts[1], one.name) or any(_DEPRECATED.search(t) for t in texts)
