"""Rule control-character."""

from __future__ import annotations

from collections.abc import Iterator

from catalint import Catalog, CatalogRule, Context, Finding, Json, Meta, NoOptions, Severity
from catalint.expression import expression
from catalint_rules.safety.characters import CONTROL_IN_NAME, control_characters
from catalint_rules.safety.documents import DOCUMENTS, Document, Text

_ESCAPE = expression("\x1b\\[[0-9;?]{0,20}[A-Za-z]|\x1b\\][^\x07\x1b]{0,200}|\x9b[0-9;?]{0,20}[A-Za-z]|\x1b.")
# How JSON writes C0 controls, apart from the line breaks and tabs of plain text; DEL and C1 stand as they are.
_WRITTEN = ("\\u00", "\\b", "\\f", "\x7f")
_C1 = expression("[\x80-\x9f]")
_NAMES = {
    "\x00": "NUL",
    "\x07": "bell",
    "\x08": "backspace",
    "\t": "tab",
    "\n": "line feed",
    "\r": "carriage return",
    "\x1b": "escape",
    "\x7f": "delete",
    "\u2028": "line separator",
    "\u2029": "paragraph separator",
}
_LONGEST_ESCAPE = 20


class ControlCharacter(CatalogRule[NoOptions]):
    """A string of a tool, or of the server's instructions, with characters that a terminal obeys."""

    meta = Meta(
        "control-character",
        "Text holds control characters",
        Severity.ERROR,
        precision="very-high",
        audience="client",
        tags=("security", "terminal"),
        evidence=("https://cwe.mitre.org/data/definitions/150.html",),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Report each string once, with its first control character."""
        for document in ctx.get(DOCUMENTS)[catalog]:
            if not _may_hold_any(document):
                continue
            for text in document.texts():
                found = control_characters(text.text, is_name=text.is_name)
                if found:
                    first = found[0]
                    data: dict[str, Json] = {
                        "count": len(found),
                        "first": f"U+{ord(first):04X}",
                        "first_offset": text.text.find(first),
                    }
                    where = document.at(text.path, text.part)
                    yield self.finding(where, _message(document, text, found), key="control", data=data)


def _may_hold_any(document: Document) -> bool:
    written = document.json
    return (
        any(sign in written for sign in _WRITTEN)
        or (not written.isascii() and bool(_C1.search(written)))
        or bool(CONTROL_IN_NAME.search(_names(document)))
    )


def _names(document: Document) -> str:
    """The names of a tool and its parameters in one string: a line break in one of them is as wrong as an escape."""
    schema = document.value.get("inputSchema")
    properties = schema.get("properties") if isinstance(schema, dict) else None
    names = "".join(properties) if isinstance(properties, dict) else ""
    return document.tool.name + names if document.tool else ""


def _message(document: Document, text: Text, found: list[str]) -> str:
    subject = f"{text.owner} of {document.subject}"
    escape = _ESCAPE.search(text.text)
    if escape:
        shown = escape.group().replace("\x1b", "ESC").replace("\x9b", "CSI")[:_LONGEST_ESCAPE]
        shown = "".join(character if character.isprintable() else "\ufffd" for character in shown)
        return (
            f"{subject} holds a terminal escape sequence ({shown}), which can hide or overwrite what a reviewer sees: "
            "delete it"
        )
    first = found[0]
    name = _NAMES.get(first, "")
    code = f"U+{ord(first):04X}{f', {name}' if name else ''}"
    number = f"{len(found)} control characters (first {code})" if len(found) > 1 else f"a control character ({code})"
    if "\x80" <= first <= "\x9f":
        return f"{subject} holds {number}: Windows-1252 text was read as Latin-1; read it in its true encoding"
    if text.is_name and not control_characters(text.text, is_name=False):
        return f"{subject} holds {number}, which breaks a name in two wherever it is printed or matched: delete it"
    return f"{subject} holds {number}, which terminals and logs obey instead of showing it: delete it"
