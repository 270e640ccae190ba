"""The rule repeated-subschema."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from catalint import (
    Catalog,
    CatalogRule,
    Context,
    Finding,
    Json,
    Meta,
    Path,
    Related,
    Severity,
    Tool,
    option,
    tokenizer,
)
from catalint.analyses.jsontext import compact
from catalint.analyses.schemas import SCHEMAS, ToolSchema
from catalint.analyses.tokens import TOKENS
from catalint.schema import Node, follow, spell
from catalint_rules.tokens.limits import LONGEST_MESSAGE, quote
from catalint_rules.tokens.savings import count_with, rewrite

# What may stand beside a `$ref` and differ from place to place.
_ANNOTATIONS = frozenset(("default", "deprecated", "description", "examples", "readOnly", "title", "writeOnly"))
# A token of JSON is about four characters; a text with fewer than this many a token does not occur.
_FEWEST_CHARACTERS = 1.5
# Candidates of a tool that are counted exactly, the most promising first.
_COUNTED = 4
_SHOWN = 10
# More subschemas than this are reported together: then it is a habit of the catalog.
_MOST_FINDINGS = 3


@dataclass(frozen=True)
class Options:
    """The limits: below, a definition and its references would take about as much as they save."""

    min_tokens: int = option(30, "Fewest tokens of a subschema that is worth a definition.", minimum=1)
    min_places: int = option(3, "Fewest places in one tool at which it stands.", minimum=2)
    min_percent: int = option(10, "Least share of the tool's tokens that is saved, in percent.", minimum=1, maximum=100)


@dataclass(frozen=True, eq=False)
class _Repeat:
    """One subschema at several places of a tool; `text` is its JSON, `saving` what one definition saves in tokens."""

    schema: ToolSchema
    text: str
    paths: Sequence[Path]
    tokens: int
    saving: int


class RepeatedSubschema(CatalogRule[Options]):
    """A tool spells the same subschema out again and again."""

    meta = Meta(
        "repeated-subschema",
        "Tool spells one subschema out several times",
        Severity.NOTE,
        tags=("tokens", "cost"),
        evidence=(
            "https://github.com/PrefectHQ/fastmcp/issues/3141",
            "https://github.com/PrefectHQ/fastmcp/pull/2814",
            "https://github.com/github/copilot-cli/issues/1876",
        ),
    )
    options_type = Options

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Report each subschema that a tool repeats, once for all tools that repeat it."""
        by_text: defaultdict[str, list[_Repeat]] = defaultdict(list)
        for tool in catalog.visible:
            repeat = self._find(tool, ctx)
            if repeat:
                by_text[repeat.text].append(repeat)
        groups = list(by_text.values())
        if len(groups) > _MOST_FINDINGS:
            groups = [[repeat for repeats in groups for repeat in repeats]]
        for repeats in groups:
            yield self._report(catalog, sorted(repeats, key=lambda repeat: -repeat.saving), ctx)

    def _find(self, tool: Tool, ctx: Context) -> _Repeat | None:
        """What a tool could save most on, if that is enough."""
        options, counted = self.options, ctx.get(TOKENS)[tool]
        total = counted.total
        schema = next((schema for schema in ctx.get(SCHEMAS)[tool] if schema.key == "inputSchema"), None)
        if schema is None or total - counted.description < options.min_places * options.min_tokens:
            return None
        places = _group(schema.nodes, options)
        promising = sorted(places, key=lambda text: -len(text) * (len(places[text]) - 1))[:_COUNTED]
        found = [self._measure(schema, text, places[text], ctx) for text in promising]
        worth = [repeat for repeat in found if repeat and 100 * repeat.saving >= options.min_percent * total]
        return max(worth, key=lambda repeat: repeat.saving, default=None)

    def _measure(self, schema: ToolSchema, text: str, paths: Sequence[Path], ctx: Context) -> _Repeat | None:
        tokens = tokenizer.counter(ctx.encoding).count(text)
        if tokens < self.options.min_tokens:
            return None
        total = ctx.get(TOKENS)[schema.tool].total
        return _Repeat(schema, text, paths, tokens, total - count_with(schema.tool, _hoist(schema, text, paths), ctx))

    def _report(self, catalog: Catalog, repeats: Sequence[_Repeat], ctx: Context) -> Finding:
        worst, tokens = repeats[0], ctx.get(TOKENS)
        total = tokens[worst.schema.tool].total
        elsewhere = _count_elsewhere(catalog, worst, ctx)
        return self.finding(
            worst.schema.at(*worst.paths[0]),
            _message(worst, total, len(repeats) - 1),
            related=tuple(
                Related(repeat.schema.at(*path), f"the same {repeat.tokens:,} tokens")
                for repeat in repeats
                for path in repeat.paths
                if repeat is not worst or path != worst.paths[0]
            )[:_SHOWN],
            detail=_detail(repeats, {repeat: tokens[repeat.schema.tool].total for repeat in repeats}, elsewhere),
            data={
                "tokens": worst.tokens,
                "places": len(worst.paths),
                "saving": worst.saving,
                "total": total,
                "share": round(worst.saving / total, 4),
                "elsewhere": {"places": elsewhere, "tokens": elsewhere * worst.tokens},
                "tools": [
                    {"tool": repeat.schema.tool.name, "places": len(repeat.paths), "saving": repeat.saving}
                    for repeat in repeats
                ],
            },
        )


def _group(nodes: Sequence[Node], options: Options) -> Mapping[str, list[Path]]:
    """The places of each subschema that stands at enough of them, by its JSON, with and without its annotations."""
    least = options.min_tokens * _FEWEST_CHARACTERS
    places: defaultdict[str, list[Path]] = defaultdict(list)
    for strip in (True, False):
        outlines = [_outline(node.schema, least, strip=strip) if node.path else None for node in nodes]
        counts = Counter(outlines)
        for node, outline in zip(nodes, outlines, strict=True):
            if outline is not None and counts[outline] >= options.min_places and isinstance(node.schema, dict):
                places[compact(_core(node.schema) if strip else node.schema)].append(node.path)
    return {
        text: paths
        for text, paths in places.items()
        if len(paths) >= options.min_places and len(text) >= least and '"$anchor"' not in text and '"$id"' not in text
    }


def _outline(schema: Json, least: float, *, strip: bool) -> tuple[str, ...] | None:
    """What equal subschemas have in common and is had cheaply; None for one that is too short or has no annotations.

    With `strip` annotations do not count, so that subschemas are equal that differ in them only.
    """
    if not isinstance(schema, dict):
        return None
    kept = [key for key in schema if key not in _ANNOTATIONS] if strip else list(schema)
    if not strip and _ANNOTATIONS.isdisjoint(kept):
        return None
    size = 0.0
    for key in kept:
        value = schema[key]
        size += (
            len(key) + (len(value) if isinstance(value, str) else least if isinstance(value, dict | list) else 8) + 6
        )
    description = schema.get("description")
    return (*kept, description if not strip and isinstance(description, str) else "") if size >= least else None


def _core(schema: dict[str, Json]) -> dict[str, Json]:
    return {key: value for key, value in schema.items() if key not in _ANNOTATIONS}


def _annotations(schema: dict[str, Json]) -> dict[str, Json]:
    return {key: value for key, value in schema.items() if key in _ANNOTATIONS}


def _hoist(schema: ToolSchema, text: str, paths: Sequence[Path]) -> dict[str, Json]:
    """The schema with one definition in place of what stands at the paths; annotations that differ stay beside it."""
    keyword = "definitions" if "definitions" in schema.root and "$defs" not in schema.root else "$defs"
    known = schema.root.get(keyword)
    name = spell(paths[0]).rpartition(".")[2] or "shared"
    while isinstance(known, dict) and name in known:
        name += "_"
    put: dict[Path, Json] = {}
    for path in paths:
        node = follow(schema.root, path)
        beside = _annotations(node) if isinstance(node, dict) and compact(node) != text else {}
        put[path] = {**beside, "$ref": f"#/{keyword}/{name}"}
    first = follow(schema.root, paths[0])
    definition = _core(first) if isinstance(first, dict) and compact(first) != text else first
    if isinstance(known, dict):
        put[(keyword, name)] = definition
    else:
        put[(keyword,)] = {name: definition}
    return rewrite(schema.root, put=put)


def _message(worst: _Repeat, total: int, others: int) -> str:
    names = list(dict.fromkeys(spell(path) for path in worst.paths))
    more = f"; {others:,} more tool{'s repeat' if others > 1 else ' repeats'} one" if others else ""
    text = ""
    for count in (3, 2, 1, 0):
        shown = ", ".join(quote(name) for name in names[:count]) + (", …" if len(names) > count else "")
        text = (
            f"{quote(worst.schema.tool.name)} spells one schema of {worst.tokens:,} tokens out {len(worst.paths)} times"
            f"{f' ({shown})' if count else ''}; in `$defs` it would save {worst.saving:,} of {total:,} "
            f"({worst.saving / total:.0%}){more}. Where clients can't follow `$ref`, shorten it."
        )
        if len(text) <= LONGEST_MESSAGE:
            break
    return text


def _count_elsewhere(catalog: Catalog, repeat: _Repeat, ctx: Context) -> int:
    """How often the subschema stands in other tools of the catalog."""
    schemas = ctx.get(SCHEMAS)
    first = follow(repeat.schema.root, repeat.paths[0])
    outline = _outline(first, 0, strip=True)
    return sum(
        repeat.text in (compact(_core(node.schema)), compact(node.schema))
        for tool in catalog.visible
        for schema in schemas[tool]
        if schema.key == "inputSchema" and schema is not repeat.schema
        for node in schema.nodes
        if isinstance(node.schema, dict) and _outline(node.schema, 0, strip=True) == outline
    )


def _detail(repeats: Sequence[_Repeat], totals: Mapping[_Repeat, int], elsewhere: int) -> str:
    lines = [
        f"{quote(repeat.schema.tool.name)}: {repeat.tokens:,} tokens × {len(repeat.paths)}, "
        f"{repeat.saving:,} of {totals[repeat]:,} saved"
        for repeat in repeats[:_SHOWN]
    ]
    if elsewhere:
        lines.append(
            f"the first stands {elsewhere:,} times in other tools, for {elsewhere * repeats[0].tokens:,} tokens: "
            "definitions do not reach across tools, each needs its own"
        )
    lines.append("Copilot Studio leaves tools with `$ref` out, and some clients pass `$ref` on without `$defs`")
    return "\n".join(lines)
