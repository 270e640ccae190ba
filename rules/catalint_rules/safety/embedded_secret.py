"""Rule embedded-secret."""

from __future__ import annotations

from collections.abc import Iterator

from catalint import Catalog, CatalogRule, Context, Finding, Json, Meta, NoOptions, Severity
from catalint_rules.safety.documents import DOCUMENTS
from catalint_rules.safety.keys import Key, find_keys, may_hold_keys

_BEGINNING = 4
_VOWELS = "AEIOU"


class EmbeddedSecret(CatalogRule[NoOptions]):
    """A key of well-known shape in any string of a tool or of the server's instructions."""

    meta = Meta(
        "embedded-secret",
        "A key was left in the definition",
        Severity.ERROR,
        precision="high",
        audience="client",
        tags=("security", "secret"),
        evidence=(
            "https://cwe.mitre.org/data/definitions/798.html",
            "https://docs.github.com/en/code-security/secret-scanning/introduction/supported-secret-scanning-patterns",
        ),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Report each string and kind of key once, without printing the key."""
        for document in ctx.get(DOCUMENTS)[catalog]:
            if not may_hold_keys(document.json):
                continue
            for text in document.texts():
                if not may_hold_keys(text.text):
                    continue
                seen: set[str] = set()
                for key in find_keys(text.text):
                    if key.kind not in seen:
                        seen.add(key.kind)
                        message = f"{text.owner} of {document.subject} {_rest(key)}"
                        data: dict[str, Json] = {"kind": key.kind, "length": len(key.text)}
                        yield self.finding(document.at(text.path, text.part), message, key=key.kind, data=data)


def _rest(key: Key) -> str:
    article = "an" if key.kind[0] in _VOWELS else "a"
    return (
        f"holds what looks like {article} {key.kind} ({key.text[:_BEGINNING]}..., {len(key.text)} characters), and"
        " every client gets it: revoke it and put a stand-in such as <token> there"
    )
