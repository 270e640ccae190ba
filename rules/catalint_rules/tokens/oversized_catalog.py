"""The rule oversized-catalog."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from catalint import Catalog, Context, Corpus, CorpusRule, Finding, Meta, Related, Severity, Tool, option
from catalint.analyses.tokens import HOT_TOOLS, SEARCH_TOOL, TOKENS, WINDOW, ToolTokens, add, defer
from catalint_rules.tokens.definitions import find_unused
from catalint_rules.tokens.limits import (
    MAX_TOOLS,
    advise_together,
    find_overloads,
    name_together,
    name_window,
    quote,
)
from catalint_rules.tokens.reductions import count_leftovers
from catalint_rules.tokens.repeated_texts import find_repeated_texts
from catalint_rules.tokens.repeats import find_repeat
from catalint_rules.tokens.savings import Size
from catalint_rules.tokens.texts import MOST_CUT, read_texts
from catalint_rules.wording import excerpt, fit

_SHOWN = 10
# So few tools are no sets to choose from.
_FEW = 15
# What oversized-tool takes for too large.
_LARGE = 1_000
# So few tools that take this share of a catalog of many are what to look at first.
_FEW_GIANTS = 3
_GIANT_SHARE = 0.2
# One cause that takes this share of a catalog is to be named before any general advice.
_NAMED_SHARE = 0.1
_LONGEST_QUOTE = 40


@dataclass(frozen=True)
class Options:
    """The limit: Anthropic advises tool search from 10,000 tokens of definitions on; 50 tools take 10,000 to 20,000."""

    max_tokens: int = option(
        10_000, "Most tokens that the tools of a run may take, in one catalog or together.", minimum=1
    )
    window: int = option(WINDOW, "Context window, in tokens, that the message gives the share of.", minimum=1)


class OversizedCatalog(CorpusRule[Options]):
    """Tool definitions fill a good part of the context before the first question."""

    meta = Meta(
        "oversized-catalog",
        "Catalog takes too many tokens",
        Severity.WARNING,
        precision="very-high",
        tags=("tokens", "cost"),
        evidence=(
            "https://www.anthropic.com/engineering/advanced-tool-use",
            "https://code.claude.com/docs/en/agent-sdk/tool-search",
            "https://github.com/anthropics/claude-code/issues/13717",
            "https://github.com/anthropics/claude-code/issues/11364",
        ),
    )
    options_type = Options

    def check_corpus(self, corpus: Corpus, ctx: Context) -> Iterator[Finding]:
        """Report each catalog over the limit, else the run as a whole."""
        totals = {catalog: add(catalog.visible, ctx.get(TOKENS)).total for catalog in corpus.catalogs}
        for catalogs in find_overloads(corpus, totals.__getitem__, self.options.max_tokens, mounted=ctx.mounted):
            yield self._report(catalogs, totals, ctx)

    def _report(self, catalogs: tuple[Catalog, ...], totals: Mapping[Catalog, int], ctx: Context) -> Finding:
        tokens = ctx.get(TOKENS)
        limit, window = self.options.max_tokens, self.options.window
        tools = [tool for catalog in catalogs for tool in catalog.visible]
        total = sum(totals[catalog] for catalog in catalogs)
        heaviest = sorted(tools, key=lambda tool: -tokens[tool].total)[:_SHOWN]
        left = defer(total, len(tools))
        several = len(catalogs) > 1
        parts = sorted(catalogs, key=lambda catalog: (-totals[catalog], catalog.server))
        share = f"{total / window:.1%} of a {name_window(window)} context"
        if several:
            subject = name_together(ctx, catalogs)
            items = [f"{quote(catalog.server)} {totals[catalog]:,}" for catalog in parts]
            short = "Switch some off." if ctx.mounted else "If one client loads them all, switch some off."
            actions: Sequence[str] = (advise_together(ctx), short)
        else:
            subject = f"{len(tools):,} tools take" if len(tools) != 1 else "1 tool takes"
            items = [f"{quote(tool.name)} {tokens[tool].total:,}" for tool in heaviest]
            actions = self._advise(tools, total, tokens, ctx)
        head = (
            f"{subject} {total:,} tokens{' together' if several and not ctx.mounted else ''} (limit {limit:,}), {share}"
        )
        message = fit(*(f"{head}; most: {', '.join(items[:most])}" for most in (3, 2, 1)), head, action=actions)
        first, *others = sorted(catalogs, key=lambda catalog: catalog.server)
        return self.finding(
            first.at(),
            message,
            related=tuple(
                Related(catalog.at(), f"{totals[catalog]:,} tokens")
                for catalog in sorted(others, key=lambda catalog: -totals[catalog])
            ),
            detail=_detail(heaviest, tokens, left, several=several),
            key=" ".join(sorted(catalog.server for catalog in catalogs)) if several else "",
            data={
                "tokens": total,
                "limit": limit,
                "tools": len(tools),
                "window": window,
                "share": round(total / window, 4),
                "deferred": left,
                "heaviest": [
                    {"server": tool.server, "tool": tool.name, "tokens": tokens[tool].total} for tool in heaviest
                ],
            },
        )

    def _advise(
        self, tools: Sequence[Tool], total: int, tokens: Mapping[Tool, ToolTokens], ctx: Context
    ) -> Sequence[str]:
        """What brings a catalog below the limit: the least change that does, else fewer tools at once."""
        limit, excess = self.options.max_tokens, total - self.options.max_tokens
        fitting = max(1, int(limit * len(tools) / total))
        average = f"{fitting:,} of average size fit" if fitting > 1 else "one of average size fits"
        toolsets = f"offer toolsets to switch on by need ({average})"
        sizes = [
            Size(tool, tool.input_schema, tokens[tool], limit, ctx)
            for tool in tools
            if isinstance(tool.input_schema, dict)
        ]
        unused = sum(size.without(paths) for size in sizes if (paths := find_unused(size.schema)))
        if unused >= _NAMED_SHARE * total:
            return _drop_definitions(unused, total, limit)
        if len(tools) > MAX_TOOLS:
            return _thin_out(tools, tokens, limit, ctx)
        # more than half goes neither from texts nor from leftovers
        if total > 2 * limit:
            start, *_ = _shorten_repeated(tools, total, ctx) or [""]
            general = f"{toolsets[0].upper()}{toolsets[1:]}."
            if start:
                return (f"{start}, and {toolsets}.", f"{start}, and offer toolsets.", f"{start}.", general)
            return (f"Even half of that is over the limit: {toolsets}.", general)
        leftovers = sum(count_leftovers(size) for size in sizes)
        if leftovers >= excess:
            return (
                f"Without what its schema generator left ({leftovers:,}) it takes {total - leftovers:,}: drop that.",
            )
        large = [tool for tool in tools if tokens[tool].total > _LARGE]
        capped = sum(tokens[tool].total - _LARGE for tool in large)
        if capped >= excess:
            which = f"the {len(large):,} tools" if len(large) > 1 else "the one tool"
            return (f"Cut {which} above {_LARGE:,} to that: {total - capped:,} are left.",)
        if repeated := _shorten_repeated(tools, total, ctx):
            return [f"{start}." for start in repeated]
        texts = sum(found.description + found.schema for found in map(read_texts, sizes))
        if texts and excess <= MOST_CUT * texts:
            percent = ceil(100 * excess / texts)
            start = f"Descriptions of tools and parameters take {texts:,}: shorten them by {percent}%"
            return (f"{start}, or offer toolsets." if len(tools) > _FEW else f"{start}.", f"{start}.")
        found = {tool: find_repeat(tool, ctx) for tool in tools}
        repeats = {tool: repeat for tool, repeat in found.items() if repeat and repeat.saving > 0}
        saved = sum(tokens[tool].total - repeat.left for tool, repeat in repeats.items())
        if saved >= excess:
            bare = any(repeat.total < tokens[tool].total for tool, repeat in repeats.items())
            also = ", and nothing that a generator left there," if bare else ""
            return (f"One definition in `$defs` for what each tool repeats{also} leaves {total - saved:,}.",)
        start = f"With half of its descriptions it still takes {total - int(MOST_CUT * texts):,}"
        return (f"{start}: {toolsets}.", f"{toolsets[0].upper()}{toolsets[1:]}.")


def _drop_definitions(unused: int, total: int, limit: int) -> Sequence[str]:
    """What to do where a good part of a catalog is definitions that nothing in their schema leads to."""
    left = total - unused
    start = f"Drop the definitions that no `$ref` of their tool leads to ({unused:,}, {unused / total:.0%})"
    if left <= limit:
        return (f"{start}: {left:,} are left.", f"{start}.")
    return (f"{start} first: {left:,} are left; then load fewer or shorten them.", f"{start} first.")


def _shorten_repeated(tools: Sequence[Tool], total: int, ctx: Context) -> Sequence[str]:
    """The costliest text that tools repeat, where such texts are a good part of a catalog: orders without a stop."""
    found = find_repeated_texts(tools, ctx)
    taken = sum(repeated.tokens for repeated in found)
    if not found or taken < _NAMED_SHARE * total:
        return ()
    most = found[0]
    named = f"that on {quote(most.parameter)}" if most.parameter else excerpt(most.text, _LONGEST_QUOTE)
    short = f"Shorten first what {most.tools:,} tools say word for word: {named} ({most.tokens:,})"
    if most.tokens >= _NAMED_SHARE * total:
        what = f"The text on {quote(most.parameter)}" if most.parameter else named
        share = f"{most.tokens:,} ({most.tokens / total:.0%})"
        return (f"{what} stands word for word in {most.tools:,} tools, {share}: shorten it first", short)
    share = f"{taken:,} ({taken / total:.0%})"
    start = f"Texts that tools repeat word for word take {share}, {named} in {most.tools:,} tools alone {most.tokens:,}"
    return (f"{start}: shorten these first", short)


def _thin_out(tools: Sequence[Tool], tokens: Mapping[Tool, ToolTokens], limit: int, ctx: Context) -> Sequence[str]:
    """What brings a catalog of many tools below the limit: a few giants first, then fewer tools at once."""
    sizes = sorted((tokens[tool].total for tool in tools), reverse=True)
    total = sum(sizes)
    # one of a row of equals is no giant
    giants = next(
        (
            count
            for count in range(1, _FEW_GIANTS + 1)
            if sum(sizes[:count]) >= _GIANT_SHARE * total and sizes[count - 1] > max(_LARGE, 2 * sizes[count])
        ),
        0,
    )
    if giants:
        taken = sum(sizes[:giants])
        first = "The largest alone takes" if giants == 1 else f"The {giants} largest alone take"
        it = "it" if giants == 1 else "them"
        start = f"{first} {taken:,} ({taken / total:.0%}): shorten {it} first"
        rest = round(MAX_TOOLS * (total - taken) / (len(tools) - giants))
        load = f"; of the others, {MAX_TOOLS} of average size take {rest:,}" if rest <= limit else ", and load fewer"
        return (f"{start}{load}.", f"{start}, and load fewer.", f"{start}.")
    if repeated := _shorten_repeated(tools, total, ctx):
        return (*(f"{start}, and load fewer." for start in repeated), f"{repeated[-1]}.")
    at_most = round(MAX_TOOLS * total / len(tools))
    if at_most <= limit:
        return (f"Load fewer at once: {MAX_TOOLS} of average size take {at_most:,}.",)
    capped = round(MAX_TOOLS * sum(min(size, _LARGE) for size in sizes) / len(tools))
    large = sum(size > _LARGE for size in sizes)
    if large and capped <= limit:
        start = f"Load fewer at once: {MAX_TOOLS} of average size take {at_most:,}, or {capped:,}"
        which = f"the {large:,} above {_LARGE:,} are" if large > 1 else f"the one above {_LARGE:,} is"
        return (f"{start} once {which} cut to that.",)
    fitting = max(1, int(limit * len(tools) / total))
    start = f"Load fewer at once, or shorten them: {MAX_TOOLS} of average size still take {at_most:,}"
    return (f"{start}, {fitting:,} fit.", f"{start}.", "Load fewer at once, or shorten them.")


def _detail(heaviest: list[Tool], tokens: Mapping[Tool, ToolTokens], left: int, *, several: bool) -> str:
    names = (
        f"{quote(tool.name)}{f' of {quote(tool.server)}' if several else ''} {tokens[tool].total:,}"
        for tool in heaviest
    )
    return (
        f"heaviest tools: {', '.join(names)}\n"
        f"deferred loading leaves about {left:,}: a search tool of {SEARCH_TOOL} and {HOT_TOOLS} tools of average size"
    )
