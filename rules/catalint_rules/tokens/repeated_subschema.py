"""The rule repeated-subschema."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Related, Severity, Tool, option
from catalint.analyses.schemas import SCHEMAS
from catalint.analyses.tokens import TOKENS
from catalint.schema import spell
from catalint_rules.tokens.limits import LONGEST_MESSAGE, quote
from catalint_rules.tokens.repeats import MIN_PLACES, MIN_TOKENS, Repeat, count_in, find_repeat

_SHOWN = 10
# More subschemas than this are reported together: then it is a habit of the catalog.
_MOST_FINDINGS = 3
# With less of a tool in what its schema generator left, the tool is measured as it is.
_LITTLE = 0.03


@dataclass(frozen=True)
class Options:
    """The limits: below the first two, a definition and its references would take about as much as they save."""

    min_tokens: int = option(MIN_TOKENS, "Fewest tokens of a subschema that is worth a definition.", minimum=1)
    min_places: int = option(MIN_PLACES, "Fewest places in one tool at which it stands.", minimum=2)
    min_percent: int = option(10, "Least share of the tool's tokens that is saved, in percent.", minimum=1, maximum=100)
    # what a client that can't follow `$ref` costs is not made up for by less
    min_saving: int = option(40, "Fewest tokens that have to be saved.", minimum=1)


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
        by_text: defaultdict[str, list[Repeat]] = defaultdict(list)
        for tool in catalog.visible:
            repeat = self._find(tool, ctx)
            if repeat:
                by_text[repeat.text].append(repeat)
        groups = list(by_text.values())
        if len(groups) > _MOST_FINDINGS:
            groups = [[repeat for repeats in groups for repeat in repeats]]
        for repeats in groups:
            yield self._report(catalog, sorted(repeats, key=lambda repeat: -repeat.saving), ctx)

    def _find(self, tool: Tool, ctx: Context) -> Repeat | None:
        """What a tool could save most on, if that is enough."""
        options = self.options
        repeat = find_repeat(tool, ctx, min_tokens=options.min_tokens, min_places=options.min_places)
        if repeat is None or repeat.saving < options.min_saving:
            return None
        return repeat if 100 * repeat.saving >= options.min_percent * repeat.total else None

    def _report(self, catalog: Catalog, repeats: Sequence[Repeat], ctx: Context) -> Finding:
        worst = repeats[0]
        total = ctx.get(TOKENS)[worst.schema.tool].total
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
            detail=_detail(repeats, elsewhere),
            data={
                "tokens": worst.tokens,
                "places": len(worst.paths),
                "saving": worst.saving,
                "total": worst.total,
                "share": round(worst.saving / worst.total, 4),
                "elsewhere": {"places": elsewhere, "tokens": elsewhere * worst.tokens},
                "tools": [
                    {"tool": repeat.schema.tool.name, "places": len(repeat.paths), "saving": repeat.saving}
                    for repeat in repeats
                ],
            },
        )


def _message(worst: Repeat, total: int, others: int) -> str:
    names = list(dict.fromkeys(spell(path) for path in worst.paths))
    more = f"; {others:,} more tool{'s repeat' if others > 1 else ' repeats'} one" if others else ""
    # what a generator left is another rule's and goes first, but a few tokens of it are not worth a word
    little = worst.total > (1 - _LITTLE) * total
    base = total if little else worst.total
    left = "" if little else " without generator leftovers"
    text = ""
    for count in (3, 2, 1, 0):
        shown = ", ".join(quote(name) for name in names[:count]) + (", …" if len(names) > count else "")
        text = (
            f"{quote(worst.schema.tool.name)} spells one schema of {worst.tokens:,} tokens out {len(worst.paths)} times"
            f"{f' ({shown})' if count else ''}; in `$defs` it would save {worst.saving:,} of {base:,}{left} "
            f"({worst.saving / base:.0%}){more}. Where clients can't follow `$ref`, shorten it."
        )
        if len(text) <= LONGEST_MESSAGE:
            break
    return text


def _count_elsewhere(catalog: Catalog, repeat: Repeat, ctx: Context) -> int:
    """How often the subschema stands in other tools of the catalog."""
    schemas = ctx.get(SCHEMAS)
    return sum(
        count_in(schema, repeat)
        for tool in catalog.visible
        for schema in schemas[tool]
        if schema.key == "inputSchema" and schema is not repeat.schema
    )


def _detail(repeats: Sequence[Repeat], elsewhere: int) -> str:
    lines = [
        f"{quote(repeat.schema.tool.name)}: {repeat.tokens:,} tokens × {len(repeat.paths)}, "
        f"{repeat.saving:,} of {repeat.total:,} saved"
        for repeat in repeats[:_SHOWN]
    ]
    if elsewhere:
        lines.append(
            f"the first stands {elsewhere:,} times in other tools, for {elsewhere * repeats[0].tokens:,} tokens: "
            "definitions do not reach across tools, each needs its own"
        )
    lines.append("Copilot Studio leaves tools with `$ref` out, and some clients pass `$ref` on without `$defs`")
    return "\n".join(lines)
