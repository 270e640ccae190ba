"""How facts of targets are tested: each check finds the places of a tool that a fact does not allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from catalint import Catalog, Context, Tool
from catalint.analyses.references import KEYWORDS as REFERENCES
from catalint.target import Fact, Target
from catalint_rules.targets.checks import marks, names, parts, sums, values, wholes
from catalint_rules.targets.checks.spot import CatalogCheck, Spot, ToolCheck

_SCHEMA_CHECKS: Mapping[str, ToolCheck] = {**wholes.TOOL_CHECKS, **parts.TOOL_CHECKS, **values.TOOL_CHECKS}
_TOOL_CHECKS: Mapping[str, ToolCheck] = {**names.TOOL_CHECKS, **_SCHEMA_CHECKS, **marks.TOOL_CHECKS}
_CATALOG_CHECKS: Mapping[str, CatalogCheck] = {**names.CATALOG_CHECKS, **sums.CATALOG_CHECKS}
_NAME_CHECKS = frozenset(("name-length", "name-pattern", "sent-names"))
# Keywords without any of which a schema meets the facts of a check, where they are the same for all facts.
_TRIGGERS: Mapping[str, frozenset[str]] = {
    "all-required": frozenset(("properties",)),
    "any-of": frozenset(("anyOf", "oneOf")),
    "array-items": frozenset(("type",)),
    "closed-objects": frozenset(("type", "properties")),
    "dialect": frozenset(("$schema",)),
    "enum": frozenset(("enum",)),
    "pattern": frozenset(("pattern",)),
    "recursion": frozenset(REFERENCES),
    "ref": frozenset(REFERENCES),
    "required-defined": frozenset(("required",)),
    "single-type": frozenset(("type",)),
}


def breaches_of_tool(tool: Tool, fact: Fact, target: Target, ctx: Context) -> Iterator[Spot]:
    """The places of a tool that a fact does not allow; none for facts about whole catalogs."""
    check = _TOOL_CHECKS.get(fact.check)
    if check is not None:
        yield from check(tool, fact, target, ctx)


def breaches_of_catalog(
    catalog: Catalog, fact: Fact, target: Target, ctx: Context
) -> Iterator[tuple[Tool | None, Spot]]:
    """What a fact about whole catalogs does not allow, with the tool that it is about where there is one."""
    check = _CATALOG_CHECKS.get(fact.check)
    if check is not None:
        yield from check(catalog, fact, target, ctx)


def is_about_catalogs(fact: Fact) -> bool:
    """Whether a fact is about all tools together."""
    return fact.check in _CATALOG_CHECKS


def find_triggers(fact: Fact) -> frozenset[str]:
    """Keywords without any of which a tool's schemas meet a fact; empty where no keyword tells."""
    if fact.check == "keyword":
        return frozenset(fact.value["keywords"])
    if fact.check == "root-combinator":
        return frozenset(fact.value)
    return _TRIGGERS.get(fact.check, frozenset())


def is_about_schemas(fact: Fact) -> bool:
    """Whether a fact is about the schemas of one tool."""
    return fact.check in _SCHEMA_CHECKS


def is_about_sent_names(fact: Fact) -> bool:
    """Whether what a fact allows depends on how its target writes names; all others ask the same of every target."""
    return fact.check in _NAME_CHECKS
