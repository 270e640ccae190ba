"""Rule cross-tool-directive."""

from __future__ import annotations

from collections.abc import Iterator

from catalint import Catalog, CatalogRule, Context, Finding, Meta, NoOptions, Severity
from catalint_rules.safety import steering
from catalint_rules.safety.directives import Kind, find

_KIND = Kind(steering.SIGNS, (), steering.look)
_SAYS = {
    "precedes": "wants to be called before all other tools",
    "first": "wants to be called first, whatever the task",
    "every": "wants to be called at every turn",
    "forbids": "forbids the use of other tools",
    "prefers": "puts itself above all other tools",
    "answers": "forbids a model to answer by itself",
    "knows": "tells a model not to trust what it knows",
    "prerequisite": "demands another call that yields nothing for this one",
}


class CrossToolDirective(CatalogRule[NoOptions]):
    """Text that orders a model about beyond the tool: which other tools to call, when, or not at all."""

    meta = Meta(
        "cross-tool-directive",
        "Text orders a model about beyond the tool",
        Severity.WARNING,
        precision="medium",
        tags=("security", "tool-shadowing"),
        evidence=(
            "https://invariantlabs.ai/blog/mcp-security-notification-tool-poisoning-attacks",
            "https://genai.owasp.org/llmrisk/llm01-prompt-injection/",
        ),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Report each tool once, with the first such order; a note where all of them are mild."""
        for found in find(_KIND, catalog, ctx):
            severities = [directive.severity for _, directives in found.passages for directive in directives]
            message = (
                f"{found.subject} {_SAYS[found.first.kind]}: {found.quote}{found.more}. That costs calls in a client"
                " with more servers: say what this tool does and when it fits"
            )
            yield self.finding(
                found.where,
                message,
                severity=Severity.NOTE if all(severities) else None,
                related=found.related,
                key=found.first.kind,
                data=found.data,
            )
