"""Rule hidden-unicode."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from catalint import Catalog, CatalogRule, Context, Finding, Json, Meta, NoOptions, Severity
from catalint.expression import expression
from catalint_rules.safety.characters import INVISIBLE, hidden_characters
from catalint_rules.safety.documents import DOCUMENTS, Document, Text

_TAG_TEXT = expression("[\U000e0020-\U000e007e]+")
_SHOWN = 5
_LONGEST_SMUGGLED = 40


class HiddenUnicode(CatalogRule[NoOptions]):
    """A string of a tool, or of the server's instructions, with characters that a person does not see."""

    meta = Meta(
        "hidden-unicode",
        "Text holds characters that people do not see",
        Severity.ERROR,
        precision="very-high",
        audience="client",
        tags=("security", "unicode"),
        evidence=(
            "https://www.unicode.org/reports/tr36/",
            "https://genai.owasp.org/llmrisk/llm01-prompt-injection/",
        ),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Report each string once, with the characters that it hides."""
        for document in ctx.get(DOCUMENTS)[catalog]:
            if document.json.isascii() or not INVISIBLE.search(document.json):
                continue
            for text in document.texts():
                hidden = hidden_characters(text.text)
                if hidden:
                    where = document.at(text.path, text.part)
                    yield self.finding(where, _message(document, text, hidden), key="hidden", data=_data(text, hidden))


def _message(document: Document, text: Text, hidden: str) -> str:
    kinds = list(dict.fromkeys(hidden))
    codes = ", ".join(f"U+{ord(character):04X}" for character in kinds[:_SHOWN])
    more = f" and {len(kinds) - _SHOWN} more kinds" if len(kinds) > _SHOWN else ""
    count = f"{len(hidden)} invisible character{'s' if len(hidden) > 1 else ''}"
    subject = f"{text.owner} of {document.subject}"
    smuggled = _smuggled(hidden)
    if smuggled:
        return (
            f'{subject} hides "{smuggled}" in {count} ({codes}{more}), which a model reads and a reviewer does not: '
            "delete them"
        )
    name = unicodedata.name(kinds[0], "an unassigned code point").lower()
    first = f"{codes}, {name}" if len(kinds) == 1 else f"{codes}{more}; first {name}"
    them = "it" if len(hidden) == 1 else "them"
    return (
        f"{subject} holds {count} ({first}): a model reads what no reviewer sees; delete {them} or type the text again"
    )


def _smuggled(hidden: str) -> str:
    """The plain text that tag characters spell, shortened; empty if there is none."""
    plain = _tag_text(hidden)
    return plain if len(plain) <= _LONGEST_SMUGGLED else f"{plain[: _LONGEST_SMUGGLED - 3]}..."


def _tag_text(hidden: str) -> str:
    return "".join(chr(ord(character) - 0xE0000) for character in "".join(_TAG_TEXT.findall(hidden)))


def _data(text: Text, hidden: str) -> dict[str, Json]:
    return {
        "characters": [f"U+{ord(character):04X}" for character in dict.fromkeys(hidden)],
        "count": len(hidden),
        "first_offset": text.text.find(hidden[0]),
        "hidden_text": _tag_text(hidden),
    }
