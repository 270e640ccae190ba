from __future__ import annotations

import pytest

from catalint.model import Json
from catalint.testing import findings
from catalint_rules.discoverability.unsearchable_text import UnsearchableText


def tool(name: str, description: str, *properties: str) -> dict[str, Json]:
    schema: dict[str, Json] = {"type": "object", "properties": {key: {"type": "string"} for key in properties}}
    return {"name": name, "description": description, "inputSchema": schema}


PLAIN = [
    tool("create_invoice", "Create an invoice for a customer.", "customer"),
    tool("cancel_invoice", "Cancel an invoice that is not paid yet.", "invoice"),
    tool("send_reminder", "Send a reminder to a customer.", "customer"),
]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("brixolant", "Brixolant."),
        ("brixolant_quenta", "The Brixolant by Quenta, for you."),
        ("brixolantQuenta2", "Brixolant + Quenta 2"),
        ("qx", "Do it."),
    ],
)
def test_words_that_nobody_else_uses_are_reported(name: str, text: str) -> None:
    (finding,) = findings(UnsearchableText, [*PLAIN, tool(name, text, "invoice", "id")])
    assert finding.where.pointer == "/tools/3/description"
    assert str(finding.severity) == "note"
    assert "such as `invoice` of its parameters" in finding.message


def test_the_words_are_named() -> None:
    (finding,) = findings(UnsearchableText, [*PLAIN, tool("brixolant", "Quenta Brixolant.")])
    assert "(`brixolant` and `quenta`)" in finding.message
    assert finding.data == {"words": ["brixolant", "quenta"], "parameter_words": []}


@pytest.mark.parametrize(
    "other",
    [
        tool("brixolant", "Brixolant pays an invoice."),
        tool("pay", "Brixolant."),
        tool("get_kubeconfig", "Get the kubeconfig."),
        tool("brixolant", ""),
        tool("brixolant", "   "),
        tool("rechnung_stornieren", "Storniert die Rechnung, die noch nicht bezahlt ist."),
        tool("tagihan", "請求書を取り消す"),
        tool("facturación", "Facturación électrónica."),
    ],
)
def test_one_common_word_no_text_or_another_language_is_silent(other: dict[str, Json]) -> None:
    assert findings(UnsearchableText, [*PLAIN, other]) == []


def test_catalogs_in_words_that_are_not_known_are_left_out() -> None:
    listar = [tool(f"{verb}_factura", f"{verb} factura.") for verb in ("anular", "enviar", "archivar", "duplicar")]
    assert findings(UnsearchableText, listar) == []


def test_what_many_tools_of_a_server_are_about_is_typed_by_those_who_use_it() -> None:
    quentas = [tool(f"list_{part}_of_quenta", f"List the {part} of a quenta.") for part in ("owners", "notes", "tags")]
    bare = tool("quenta", "Quenta.")
    assert findings(UnsearchableText, [*PLAIN, *quentas, bare]) == []
    assert len(findings(UnsearchableText, [*PLAIN, *quentas[:2], bare])) == 1
