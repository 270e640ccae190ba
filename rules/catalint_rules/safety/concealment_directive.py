"""Rule concealment-directive."""

from __future__ import annotations

from collections.abc import Iterator

from catalint import Catalog, CatalogRule, Context, Finding, Meta, NoOptions, Severity
from catalint_rules.safety.directives import Directive, Kind, find
from catalint_rules.safety.documents import Document
from catalint_rules.safety.passages import Passage
from catalint_rules.safety.signs import signs

# First looks at text in lower case, which may be JSON. Each begins with fixed letters, so that a search is fast.
_ON = r"(?:\\n|\W){1,8}(?:\w{1,12}(?:\\n|\W){1,4}){0,2}"
_ACT = (
    r"(?:tell|inform|notif|alert|warn|let|mention|reveal|disclos|divulg|admit|acknowledg|confess|show|display|expos"
    r"|shar|report|expla|say|descri|present|know|notice|find|learn|reali|suspect|told|aware|hear)"
)
_SIGNS = signs(
    f"not{_ON}{_ACT}",
    f"n['’]t{_ON}{_ACT}",
    f"never{_ON}{_ACT}",
    f"without{_ON}(?:{_ACT}|user|human|person)",
    r"from (?:the|your) (?:end )?(?:user|human|person|customer)",
    r"secret(?:ly)?\b",
    r"confidential\b",
    r"covertly\b",
    r"nothing\b",
    r"unaware\b",
    r"user['’]s back",
    r"act as (?:if|though)",
    r"nutzer",
    r"usuario",
    r"l'utilisateur",
    r"l'utente",
)
_ABROAD = signs("用户", "用戶", "使用者", "ユーザー", "사용자", "пользовател", "usuário")


def _look(document: Document, passage: Passage) -> Iterator[Directive]:
    from catalint_rules.safety import concealment

    return concealment.look(document, passage)


_KIND = Kind(_SIGNS, _ABROAD, _look)


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
