"""The rule deep-schema."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from catalint import Catalog, CatalogRule, Context, Finding, Json, Meta, Path, Related, Severity, option
from catalint.analyses.schemas import SCHEMAS, ToolSchema
from catalint.schema import follow, resolve, types_of
from catalint_rules.tokens.limits import LONGEST_MESSAGE, quote
from catalint_rules.wording import listing

# Subschemas of one tool that are looked at, references followed: references in references can come to millions.
_MOST_PARTS = 5_000
_LONGEST_NAME = 70
# Keywords that may bring fields of their own.
_COMBINED = ("patternProperties", "allOf", "anyOf", "oneOf", "$ref", "required", "propertyNames", "minProperties")


@dataclass(frozen=True)
class Options:
    """The limit: of 4,900 tools of 117 public servers 13 nest deeper than four levels, 86 in a hundred not at all."""

    max_levels: int = option(4, "Most objects inside each other, below the arguments themselves.", minimum=1)


@dataclass(frozen=True, eq=False)
class _Deep:
    """An object inside others; `path` leads to its schema, `names` are the steps to its value (`[]` for an entry)."""

    schema: ToolSchema
    path: Path
    names: tuple[str, ...]
    levels: int

    @property
    def name(self) -> str:
        """The steps as people write them, cut in the middle: `order.lines[].parcel`."""
        name = ".".join(self.names).replace(".[]", "[]")
        if not name.isprintable():
            name = name.encode("unicode_escape").decode()
        half = _LONGEST_NAME // 2
        return name if len(name) <= _LONGEST_NAME else f"{name[:half]}...{name[-half:]}"


class DeepSchema(CatalogRule[Options]):
    """Arguments have to be packed into objects in objects."""

    meta = Meta(
        "deep-schema",
        "Objects are nested deeply",
        Severity.NOTE,
        tags=("schemas", "design"),
        evidence=(
            "https://github.com/openai/openai-agents-python/issues/1681",
            "https://github.com/tidyverse/ellmer/issues/671",
        ),
    )
    options_type = Options

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Report the innermost object of each tool that nests too deep, once for all tools that have it there."""
        alike: defaultdict[tuple[str, ...], list[_Deep]] = defaultdict(list)
        schemas = ctx.get(SCHEMAS)
        for tool in catalog.visible:
            for schema in schemas[tool]:
                if schema.key == "inputSchema" and _may_be_deep(schema, self.options.max_levels):
                    deep = _find_deepest(schema)
                    if deep.levels > self.options.max_levels:
                        alike[deep.names].append(deep)
        for found in alike.values():
            yield self._report(found)

    def _report(self, found: Sequence[_Deep]) -> Finding:
        first, *others = found
        limit = self.options.max_levels
        also = f", as do {len(others):,} more tools" if len(others) > 1 else ", as does 1 more tool" if others else ""
        head = (
            f"{quote(first.schema.tool.name)} nests {first.levels} objects down to `{first.name}`{also} (limit {limit})"
        )
        texts = (
            f"{head}; models misplace what lies so deep: {_advise(first)}.",
            f"{head}: {_advise(first)}.",
            f"{head}: flatten it.",
        )
        return self.finding(
            first.schema.at(*first.path),
            next(text for text in texts if len(text) <= LONGEST_MESSAGE),
            related=tuple(Related(other.schema.at(*other.path), "the same object") for other in others),
            data={"levels": first.levels, "limit": limit, "path": list(first.names), "tools": len(found)},
        )


def _advise(deep: _Deep) -> str:
    """What to do about it: an order without a full stop."""
    wrappers = _wrappers(deep)
    if wrappers:
        named = listing([quote(name) for name in wrappers])
        return f"drop {named}, which {'hold one field each' if len(wrappers) > 1 else 'holds one field only'}"
    if "[]" not in deep.names:
        return f"lift {quote(deep.names[-1])} into a parameter of its own, or show a whole call in the description"
    return "show a whole call in the description, or leave out what few calls set"


def _wrappers(deep: _Deep) -> list[str]:
    """The objects on the way down whose only field is the next one.

    Those in a choice are left out, since the field tells there which of the choices it is.
    """
    found = []
    path = deep.path
    for end in range(2, len(path) - 1, 2):
        # an object in an object, all the way from the arguments
        if path[end - 2] != "properties" or path[end] != "properties":
            break
        properties = follow(deep.schema.root, path[: end + 1])
        if isinstance(properties, dict) and len(properties) == 1:
            found.append(str(path[end - 1]))
    return found


def _may_be_deep(schema: ToolSchema, limit: int) -> bool:
    """False where a look at the nodes is enough to tell."""
    return any(node.depth > limit or (isinstance(node.schema, dict) and "$ref" in node.schema) for node in schema.nodes)


@dataclass(frozen=True, slots=True)
class _Part:
    """A subschema on the way down. `level` counts the objects around its value, with it once it `counts` as one."""

    schema: Json
    path: Path
    names: tuple[str, ...]
    level: int
    counts: bool
    references: frozenset[str]


def _find_deepest(schema: ToolSchema) -> _Deep:
    """The first of the objects with the most objects around them; references are followed, but none into itself."""
    deepest = _Deep(schema, (), (), 0)
    stack = [_Part(schema.root, (), (), -1, counts=False, references=frozenset())]
    for _ in range(_MOST_PARTS):
        if not stack:
            break
        part = stack.pop()
        if not isinstance(part.schema, dict):
            continue
        if not part.counts and _is_level(part):
            part = replace(part, level=part.level + 1, counts=True)
        if part.level > deepest.levels:
            deepest = _Deep(schema, part.path, part.names, part.level)
        stack.extend(reversed(list(_descend(part, schema.root))))
    return deepest


def _is_level(part: _Part) -> bool:
    """Whether a schema is an object that something has to be packed into.

    One that declares no field is none if it says so, or if it is one of several choices: generators put it there for
    what they can't tell.
    """
    assert isinstance(part.schema, dict)
    if part.schema.get("properties"):
        return True
    if "object" not in types_of(part.schema) and "properties" not in part.schema:
        return False
    further = part.schema.get("additionalProperties")
    if (isinstance(further, dict) and further) or any(part.schema.get(keyword) for keyword in _COMBINED):
        return True
    choice = len(part.path) > 1 and part.path[-2] in ("anyOf", "oneOf")
    return not choice and "properties" not in part.schema


def _descend(part: _Part, root: Json) -> Iterator[_Part]:
    """The subschemas about the same value, and those about the values in it."""
    assert isinstance(part.schema, dict)
    for keyword, value in part.schema.items():
        path = (*part.path, keyword)
        if keyword in ("properties", "patternProperties") and isinstance(value, dict):
            for name, child in value.items():
                shown = name if keyword == "properties" else "*"
                yield replace(part, schema=child, path=(*path, name), names=(*part.names, shown), counts=False)
        elif keyword == "additionalProperties":
            yield replace(part, schema=value, path=path, names=(*part.names, "*"), counts=False)
        elif keyword in ("items", "contains") and isinstance(value, dict):
            yield replace(part, schema=value, path=path, names=(*part.names, "[]"), counts=False)
        elif keyword in ("items", "prefixItems") and isinstance(value, list):
            for index, child in enumerate(value):
                yield replace(part, schema=child, path=(*path, index), names=(*part.names, "[]"), counts=False)
        elif keyword in ("allOf", "anyOf", "oneOf") and isinstance(value, list):
            for index, child in enumerate(value):
                yield replace(part, schema=child, path=(*path, index))
        elif keyword in ("if", "then", "else"):
            yield replace(part, schema=value, path=path)
        elif keyword == "$ref" and isinstance(value, str) and value not in part.references:
            target = resolve(root, value)
            if target:
                yield replace(part, schema=target[0], path=target[1], references=part.references | {value})
