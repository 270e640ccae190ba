"""The rule overlong-instructions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from catalint import Catalog, CatalogRule, Context, Finding, Meta, Severity, option
from catalint.analyses.tokens import INSTRUCTIONS, TOKENS, add
from catalint_rules.tokens.cutting import CLIENT_LIMIT, Cut, cut, measure
from catalint_rules.tokens.limits import LONGEST_MESSAGE
from catalint_rules.wording import cite


@dataclass(frozen=True)
class Options:
    """The limit: where Claude Code cuts."""

    max_characters: int = option(CLIENT_LIMIT, "Most characters of a server's instructions.", minimum=1)


class OverlongInstructions(CatalogRule[Options]):
    """A client cuts what the server tells models, and they never read its end."""

    meta = Meta(
        "overlong-instructions",
        "Server instructions are cut by clients",
        Severity.WARNING,
        precision="very-high",
        tags=("tokens", "cost"),
        evidence=(
            "https://code.claude.com/docs/en/mcp",
            "https://github.com/anthropics/claude-code/issues/41593",
        ),
    )
    options_type = Options

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Report instructions of which something is lost; there are none where the input does not hold them."""
        limit = self.options.max_characters
        found = cut(catalog.instructions, limit)
        if found is None:
            return
        tokens = ctx.get(INSTRUCTIONS)[catalog]
        total = add(catalog.visible, ctx.get(TOKENS)).total
        yield self.finding(
            catalog.at("instructions"),
            _message(found, tokens, total, limit),
            detail=f"headings lost: {', '.join(found.headings)}" if found.headings else "",
            data={
                "characters": found.characters,
                "limit": limit,
                "lost": measure(found.lost),
                "share": round(found.share, 4),
                "headings": list(found.headings),
                "tokens": tokens,
            },
        )


def _message(found: Cut, tokens: int, total: int, limit: int) -> str:
    head = (
        f"Server instructions have {found.characters:,} characters ({tokens:,} tokens beside {total:,} for the tools); "
        f"Claude Code cuts at {limit:,}, so {found.say_lost()}, from {cite(found.opening)} on"
    )
    texts = (
        f"{head}. Say first when to use the server, and move the rest into the tools it is about.",
        f"{head}. Put what matters first, move the rest out.",
        f"{head}.",
    )
    return next(text for text in texts if len(text) <= LONGEST_MESSAGE)
