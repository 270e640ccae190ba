"""Rule concealment-directive."""

from __future__ import annotations

from collections.abc import Iterator

from catalint import Catalog, CatalogRule, Context, Finding, Meta, NoOptions, Severity
from catalint_rules.safety import concealment
from catalint_rules.safety.directives import Kind, find

_KIND = Kind(concealment.SIGNS, concealment.SIGNS_ABROAD, concealment.look)


class ConcealmentDirective(CatalogRule[NoOptions]):
    """Text that tells a model to keep something from the person it works for."""

    meta = Meta(
        "concealment-directive",
        "Text tells a model to hide something from the user",
        Severity.ERROR,
        precision="high",
        tags=("security", "prompt-injection"),
        evidence=(
            "https://genai.owasp.org/llmrisk/llm01-prompt-injection/",
            "https://invariantlabs.ai/blog/mcp-security-notification-tool-poisoning-attacks",
        ),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Report each tool once, with the first such sentence."""
        for found in find(_KIND, catalog, ctx):
            message = (
                f"{found.subject} tells a model to keep something from the user: {found.quote}{found.more}. A model"
                " that obeys deceives the person it works for: say openly what is so, or drop the sentence"
            )
            yield self.finding(found.where, message, related=found.related, key=found.first.kind, data=found.data)
