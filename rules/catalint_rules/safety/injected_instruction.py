"""Rule injected-instruction."""

from __future__ import annotations

from collections.abc import Iterator

from catalint import Catalog, CatalogRule, Context, Finding, Meta, NoOptions, Severity
from catalint_rules.safety.directives import Directive, Kind, find
from catalint_rules.safety.documents import Document
from catalint_rules.safety.passages import Passage
from catalint_rules.safety.signs import signs

# First looks at text in lower case, which may be JSON. Each begins with fixed letters, so that a search is fast.
_ON = r"(?:\\n|\W){1,8}(?:\w{1,14}(?:\\n|\W){1,4}){0,4}"
_WHAT = (
    r"(?:instruc|prompt|rule|guid|direct|command|order|polic|safeg|constr|restr|train|told|taught|said|above|request"
    r"|message|wish|question|intent|everything|istruz|anweis|befehl|regel|vorgab|consign)"
)
_EXACT = (
    r"(?:original|exact|full|entire|complete|whole|verbatim|unmodified|raw|most|last|latest|previous|past|initial"
    r"|current)"
)
_SIGNS = signs(
    rf"ignor\w{{0,5}}{_ON}{_WHAT}",
    rf"disregard{_ON}{_WHAT}",
    rf"forget{_ON}{_WHAT}",
    rf"bypass{_ON}{_WHAT}",
    rf"overrid\w{{1,2}}{_ON}{_WHAT}",
    rf"supersede{_ON}{_WHAT}",
    rf"not (?:follow|obey|comply|listen|heed){_ON}{_WHAT}",
    r"you are now ",
    r"verbatim",
    r"conversation",
    r"chat (?:history|log|transcript|so far)",
    rf"user(?:['’]s|s['’]?)? (?:own )?{_EXACT}\b",
    r"(?:original|exact|full|entire|complete|raw)_?user_?[mpriw]",
    r"user_?(?:original|exact|full|entire|verbatim|raw)_?[mpriw]",
    r"the user (?:said|wrote|typed|asked)",
    r"your (?:\w+ )?(?:system|initial) ",
    r"/\.(?:ssh|aws|cursor|netrc|gnupg|kube)\b",
    r"mcp\.json",
    r"claude_desktop",
    r"/etc/(?:passwd|shadow)",
    r"home directory",
    r"ssh keys?",
    r"environment variables",
    r"\.env\b",
)
# Beyond ASCII a verb is a better sign than its object: 提示 and 指示 are in every other text.
_ABROAD = signs(*"忽略 无视 無視 忘记 忘記 忘れ 무시 игнорируй забудь précédentes antérieures instruções".split())


def _look(document: Document, passage: Passage) -> Iterator[Directive]:
    from catalint_rules.safety import injection

    return injection.look(document, passage)


_KIND = Kind(_SIGNS, _ABROAD, _look)
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
