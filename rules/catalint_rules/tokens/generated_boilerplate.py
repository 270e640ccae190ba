"""The rule generated-boilerplate."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Related, Severity, Tool, option, tokenizer
from catalint.analyses.jsontext import compact
from catalint.analyses.schemas import SCHEMAS, ToolSchema
from catalint.analyses.tokens import TOKENS, ToolTokens, add
from catalint.schema import follow
from catalint_rules.tokens.leftovers import Kind, Leftover, find_leftovers
from catalint_rules.tokens.limits import LONGEST_MESSAGE
from catalint_rules.tokens.savings import count_with, rewrite

_LABELS: Mapping[Kind, str] = {
    "title": "titles that repeat a name",
    "$schema": "`$schema`",
    "default: null": "`default: null`",
    "default value": "keywords at their default",
    "pattern": "patterns beside a `format`",
    "definition": "definitions that nothing uses",
}
# An estimate is within a few percent of the exact number; below this share of the limit it needs no exact count.
_NEAR = 0.8


@dataclass(frozen=True)
class Options:
    """The limits: a tenth of a catalog is what its author would notice; six dialect lines are not worth a word.

    Of 117 public servers 30 are above both.
    """

    min_percent: int = option(10, "Least share of a catalog's tokens, in percent.", minimum=1, maximum=100)
    min_tokens: int = option(100, "Fewest tokens that have to be saved.", minimum=1)


@dataclass(frozen=True)
class _Found:
    """The leftovers of a catalog. `parts` are the tokens of each kind counted by themselves."""

    by_tool: Mapping[ToolSchema, Sequence[Leftover]]
    parts: Mapping[Kind, int]
    places: Mapping[Kind, int]


class GeneratedBoilerplate(CatalogRule[Options]):
    """A good part of the catalog is what a schema generator writes without being asked."""

    meta = Meta(
        "generated-boilerplate",
        "Leftovers of a schema generator cost tokens",
        Severity.NOTE,
        tags=("tokens", "cost"),
        evidence=(
            "https://github.com/PrefectHQ/fastmcp/pull/449",
            "https://github.com/microsoft/playwright/pull/40297",
            "https://github.com/PrefectHQ/fastmcp/issues/3008",
        ),
    )
    options_type = Options

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Report a catalog of which leftovers make up too much."""
        found = _collect(catalog, ctx)
        tokens = ctx.get(TOKENS)
        total = add(catalog.visible, tokens).total
        least = max(self.options.min_tokens, self.options.min_percent / 100 * total)
        if sum(found.parts.values()) < _NEAR * least:
            return
        savings = {schema: _saving(schema, leftovers, tokens, ctx) for schema, leftovers in found.by_tool.items()}
        saved = sum(savings.values())
        if saved < least:
            return
        found = _scale(found, saved)
        kinds = sorted(found.parts, key=lambda kind: -found.parts[kind])
        heaviest = sorted(savings, key=lambda schema: -savings[schema])
        yield self.finding(
            catalog.at(),
            _message(saved, total, kinds, found),
            related=tuple(
                Related(
                    schema.at(*found.by_tool[schema][0].path, part="key"), f"{savings[schema]:,} tokens in this tool"
                )
                for schema in heaviest
            ),
            detail=_detail(kinds, found),
            data={
                "tokens": total,
                "saving": saved,
                "share": round(saved / total, 4),
                "kinds": {kind: {"places": found.places[kind], "tokens": found.parts[kind]} for kind in kinds},
            },
        )


def _collect(catalog: Catalog, ctx: Context) -> _Found:
    schemas = ctx.get(SCHEMAS)
    by_tool: dict[ToolSchema, list[Leftover]] = {}
    texts: defaultdict[Kind, list[str]] = defaultdict(list)
    for tool in catalog.visible:
        for schema in schemas[tool]:
            leftovers = list(find_leftovers(schema)) if schema.key == "inputSchema" else []
            if leftovers:
                by_tool[schema] = leftovers
            for kind, path in leftovers:
                texts[kind].append(compact({str(path[-1]): follow(schema.root, path)})[1:-1])
    counter = tokenizer.counter(ctx.encoding)
    # a comma goes with each member
    parts = {kind: counter.count(",".join((*members, ""))) for kind, members in texts.items()}
    return _Found(by_tool, parts, {kind: len(members) for kind, members in texts.items()})


def _scale(found: _Found, saved: int) -> _Found:
    """The parts in proportion, so that they do not add up to more than is saved.

    Counted by itself a member may take more tokens than it adds to the text around it.
    """
    counted = sum(found.parts.values())
    if counted <= saved:
        return found
    return replace(found, parts={kind: part * saved // counted for kind, part in found.parts.items()})


def _saving(schema: ToolSchema, leftovers: Sequence[Leftover], tokens: Mapping[Tool, ToolTokens], ctx: Context) -> int:
    bare = rewrite(schema.root, drop=(leftover.path for leftover in leftovers))
    return tokens[schema.tool].total - count_with(schema.tool, bare, ctx)


def _message(saved: int, total: int, kinds: Sequence[Kind], found: _Found) -> str:
    head = f"Leftovers of a schema generator take {saved:,} of {total:,} tokens ({saved / total:.0%})"
    advice = _advice(kinds[0])
    if len(kinds) == 1:
        return f"{head}, all of them {_LABELS[kinds[0]]}: {advice}."
    parts = [f"{found.parts[kind]:,} in {_LABELS[kind]}" for kind in kinds]
    texts = (
        f"{head}, about {', '.join(parts[:shown])}{' and more' if shown < len(parts) else ''}: {order}."
        for shown in (len(parts), 2, 1)
        for order in (advice, "drop them")
    )
    return next(text for text in texts if len(text) <= LONGEST_MESSAGE)


def _advice(kind: Kind) -> str:
    """What to do about the kind that costs most: an order without a full stop. Most servers get it from their SDK."""
    if kind == "title":
        return "take these titles out of the schemas before listing the tools"
    if kind == "$schema":
        return "take `$schema` out of the schemas before listing the tools"
    if kind == "definition":
        return "give each tool only the definitions that its `$ref`s lead to"
    return "drop them, they say nothing new"


def _is_pydantic(by_tool: Mapping[ToolSchema, Sequence[Leftover]]) -> bool:
    """Whether the titles of properties are spelled as pydantic does: `user_id` becomes `User Id`."""
    titles = [
        (follow(schema.root, path), str(path[-2]))
        for schema, leftovers in by_tool.items()
        for kind, path in leftovers
        if kind == "title" and len(path) > 2 and path[-3] == "properties"
    ]
    return bool(titles) and all(title == name.title().replace("_", " ").strip() for title, name in titles)


def _is_python_sdk(by_tool: Mapping[ToolSchema, Sequence[Leftover]]) -> bool:
    """Whether arguments are a model named as the MCP Python SDK names it: `list_ordersArguments`."""
    titles = [schema.root.get("title") for schema in by_tool]
    return all(isinstance(title, str) and title.endswith("Arguments") for title in titles)


def _is_zod(by_tool: Mapping[ToolSchema, Sequence[Leftover]]) -> bool:
    """Whether the dialect stands where zod-to-json-schema puts it: last, and draft-07."""
    return all(
        path != ("$schema",) or (list(schema.root)[-1] == "$schema" and "draft-07" in str(schema.root["$schema"]))
        for schema, leftovers in by_tool.items()
        for _, path in leftovers
    )


_REMARKS: Mapping[Kind, str] = {
    "title": "a title that repeats the name of its property, definition or tool",
    "$schema": "a dialect line; the schemas read the same in 2020-12, the default dialect of MCP",
    "default: null": "null as the default of an optional property, which is what leaving it out means",
    "default value": (
        "keywords with the value that they have when left out, such as `required: []` or limits of a safe integer"
    ),
    "pattern": "a pattern that spells out the `format` beside it",
    "definition": "a definition, or a block of them, that no `$ref` of its schema leads to",
}


def _detail(kinds: Sequence[Kind], found: _Found) -> str:
    lines = [f"{found.places[kind]:,} × {_REMARKS[kind]}: about {found.parts[kind]:,} tokens" for kind in kinds]
    if "title" in kinds and _is_pydantic(found.by_tool):
        lines.append(
            "the MCP Python SDK has no switch for titles; PrefectHQ's FastMCP takes them out by itself"
            if _is_python_sdk(found.by_tool)
            else "pydantic: pass `model_json_schema` a `GenerateJsonSchema` whose `field_title_should_be_set` is False"
        )
    if "$schema" in kinds and _is_zod(found.by_tool):
        lines.append("zod-to-json-schema has no switch for `$schema`: take it out of the result")
    return "\n".join(lines)
