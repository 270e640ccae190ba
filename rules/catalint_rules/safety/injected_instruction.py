"""Rule injected-instruction."""

from __future__ import annotations

from collections.abc import Iterator

from catalint import Catalog, CatalogRule, Context, Finding, Meta, NoOptions, Severity
from catalint_rules.safety import injection
from catalint_rules.safety.directives import Kind, find

_KIND = Kind(injection.SIGNS, injection.SIGNS_ABROAD, injection.look)
_SAYS = {
    "take-over": (
        "tells a model to drop its other instructions",
        "Clients treat such text as an attack: say what the tool does, and nothing else",
    ),
    "file": (
        "tells a model to hand over a file that is none of the tool's business",
        "Ask for what the tool needs, by a parameter that says so",
    ),
    "conversation": (
        "asks for what the model was told",
        "That carries private words to the server unasked: ask for the one value that the tool needs",
    ),
    "message": (
        "asks for the user's own words",
        "That carries private words to the server unasked: ask for the one value that the tool needs",
    ),
}


class InjectedInstruction(CatalogRule[NoOptions]):
    """Text that takes a model over or has it hand over what is none of the tool's business."""

    meta = Meta(
        "injected-instruction",
        "Text instructs a model beyond the tool",
        Severity.WARNING,
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
            what, advice = _SAYS[found.first.kind]
            message = f"{found.subject} {what}: {found.quote}{found.more}. {advice}"
            yield self.finding(found.where, message, related=found.related, key=found.first.kind, data=found.data)
