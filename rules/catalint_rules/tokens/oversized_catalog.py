"""The rule oversized-catalog."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from catalint import Catalog, Context, Corpus, CorpusRule, Finding, Meta, Related, Severity, Tool, option
from catalint.analyses.tokens import HOT_TOOLS, SEARCH_TOOL, TOKENS, WINDOW, ToolTokens, add, defer
from catalint_rules.tokens.limits import find_overloads, name_window, quote
from catalint_rules.wording import fit

_SHOWN = 10
# So few tools are no sets to choose from.
_FEW = 15


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
        tokens = ctx.get(TOKENS)
        totals = {catalog: add(catalog.visible, tokens).total for catalog in corpus.catalogs}
        for catalogs in find_overloads(corpus, totals.__getitem__, self.options.max_tokens):
            yield self._report(catalogs, totals, tokens)

    def _report(
        self, catalogs: tuple[Catalog, ...], totals: Mapping[Catalog, int], tokens: Mapping[Tool, ToolTokens]
    ) -> Finding:
        limit, window = self.options.max_tokens, self.options.window
        tools = [tool for catalog in catalogs for tool in catalog.visible]
        total = sum(totals[catalog] for catalog in catalogs)
        heaviest = sorted(tools, key=lambda tool: -tokens[tool].total)[:_SHOWN]
        left = defer(total, len(tools))
        several = len(catalogs) > 1
        parts = sorted(catalogs, key=lambda catalog: (-totals[catalog], catalog.server))
        items = (
            [f"{quote(catalog.server)} {totals[catalog]:,}" for catalog in parts]
            if several
            else [f"{quote(tool.name)} {tokens[tool].total:,}" for tool in heaviest]
        )
        subject = f"{len(catalogs):,} catalogs together take" if several else _subject(len(tools))
        head = (
            f"{subject} {total:,} tokens on every turn (limit {limit:,}), {total / window:.1%} of a "
            f"{name_window(window)} context"
        )
        # what a server can do comes first: whether tools are loaded by search is up to its users
        search = f"; clients with tool search load about {left:,}" if left < total else ""
        if several:
            action = "Switch off what is not needed"
        else:
            action = "Shorten these or offer toolsets" if len(tools) > _FEW else "Shorten these"
        message = fit(
            *(f"{head}; most: {', '.join(items[:most])}" for most in (3, 2, 1)), head, action=f"{action}{search}."
        )
        first, *others = sorted(catalogs, key=lambda catalog: catalog.server)
        return self.finding(
            first.at(),
            message,
            related=tuple(Related(catalog.at(), f"{totals[catalog]:,} tokens") for catalog in others),
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


def _subject(tools: int) -> str:
    return f"{tools:,} tools take" if tools != 1 else "1 tool takes"


def _detail(heaviest: list[Tool], tokens: Mapping[Tool, ToolTokens], left: int, *, several: bool) -> str:
    names = (
        f"{quote(tool.name)}{f' of {quote(tool.server)}' if several else ''} {tokens[tool].total:,}"
        for tool in heaviest
    )
    return (
        f"heaviest tools: {', '.join(names)}\n"
        f"deferred loading leaves about {left:,}: a search tool of {SEARCH_TOOL} and {HOT_TOOLS} tools of average size"
    )
