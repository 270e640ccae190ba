from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from catalint.model import Catalog, Json, Tool, build_catalog, read_entry
from catalint.search.document import DESCRIPTION, NAME
from catalint.search.findability import judge
from catalint.search.mount import Mount
from catalint.search.namespace_estimate import judge_namespaces
from catalint.search.namespaces import LOADED, NAMESPACE, NamespaceSearch, about, namespaces_of


def server(name: str, tools: Mapping[str, str], **envelope: Json) -> Catalog:
    made = build_catalog(name, [{"name": tool, "description": text} for tool, text in tools.items()])
    return replace(made, envelope=envelope)


BILLING = server(
    "billing",
    {"create_invoice": "Create an invoice.", "list_items": "List what was sold."},
    instructions="Invoices and payments of customers.",
)
CRM = server("crm", {"create_lead": "Create a lead.", "list_invoices": "List the invoices of a customer."})
WIKI = server("wiki", {"find_page": "Find a page."}, serverInfo={"title": "Handbook", "description": "For customers."})


def search(*catalogs: Catalog) -> NamespaceSearch:
    return NamespaceSearch(namespaces_of(catalogs, Mount(catalogs).documents()))


def names(found: NamespaceSearch, query: str, limit: int = 5) -> list[str]:
    return [f"{hit.tool.server}/{hit.tool.name}" for hit in found.search(query, limit)]


def test_a_tool_is_found_only_if_its_server_says_what_it_is_about() -> None:
    # crm has a tool for it, but neither its name nor a description of it says so
    assert names(search(BILLING, CRM, WIKI), "invoice of a payment") == ["billing/create_invoice", "billing/list_items"]
    assert names(search(BILLING, CRM, WIKI), "page") == []
    assert names(search(BILLING, CRM, WIKI), "handbook page") == ["wiki/find_page"]


def test_scores_are_those_of_namespace_and_tool_together() -> None:
    found = search(BILLING, CRM, WIKI)
    (_, sign), *_ = found.choose("invoice")
    first, second = found.search("invoice")
    own = found.namespaces[0].index.search("invoice")[0].score
    assert first.score == pytest.approx(sign.score + own)
    assert second.score == sign.score
    assert [(match.word, match.fields) for match in first.matches] == [("invoice", (NAMESPACE, NAME, DESCRIPTION))]
    assert second.matches[0].fields == (NAMESPACE,)
    assert first.score == pytest.approx(sum(match.score for match in first.matches))


def test_several_namespaces_may_be_loaded() -> None:
    chosen = search(BILLING, CRM, WIKI).choose("customers")
    assert [namespace.name for namespace, _ in chosen] == ["wiki", "billing"]
    many = [server(f"desk_{number}", {"a": "A."}, instructions="Lends books.") for number in range(9)]
    assert [namespace.name for namespace, _ in search(*many).choose("book")] == ["desk_0", "desk_1", "desk_2"][:LOADED]


def test_an_only_namespace_is_loaded_whatever_it_says() -> None:
    found = search(CRM)
    assert names(found, "invoices") == ["crm/list_invoices"]
    assert names(found, "weather") == []
    assert names(found, "crm") == ["crm/create_lead", "crm/list_invoices"]


def test_declared_namespaces_go_before_servers() -> None:
    entries: list[tuple[str, str, str]] = [
        ("leads", "list", "List all."),
        ("leads", "add", "Add one."),
        ("pages", "list", "List all."),
        ("", "list_leads_now", "List leads."),
    ]
    tools = [
        read_entry("office", index, {"name": name, "description": text}, space)
        for index, (space, name, text) in enumerate(entries)
    ]
    catalog = Catalog(
        "office",
        tuple(tool for tool in tools if isinstance(tool, Tool)),
        namespaces={"leads": "People who may buy.", "pages": ""},
    )
    found = search(catalog)
    assert sorted(namespace.name for namespace in found.namespaces) == ["leads", "list_leads_now", "pages"]
    hits = found.search("who may buy: list them")
    assert [(hit.tool.namespace, hit.tool.name) for hit in hits] == [
        ("leads", "list"),
        ("", "list_leads_now"),
        ("leads", "add"),
    ]
    assert found.search("office") == ()


def test_what_a_server_says_of_itself() -> None:
    assert about(BILLING) == "Invoices and payments of customers."
    assert about(WIKI) == "Handbook\nFor customers."
    assert about(replace(CRM, envelope={"serverInfo": "x", "instructions": 3})) == ""


def test_missing_words_are_those_that_no_namespace_has() -> None:
    assert search(BILLING, CRM).missing("create an invoice") == ("create",)
    assert search().search("invoice") == ()


def test_findability_is_the_chance_of_the_namespace_times_that_inside() -> None:
    chances = {}
    for text in ("", "Invoices.", "Create invoices, list what was sold."):
        mount = Mount([replace(BILLING, envelope={"instructions": text}), CRM, WIKI])
        found = NamespaceSearch(namespaces_of(mount.catalogs, mount.documents()))
        verdicts = judge_namespaces(mount.index(), found)
        assert [verdict.tool for verdict in verdicts] == [document.tool for document in mount.index().documents]
        chances[text] = {verdict.tool.name: verdict.probability for verdict in verdicts}
    assert 0 < chances[""]["create_invoice"] < chances["Invoices."]["create_invoice"] < 1
    assert chances["Invoices."]["list_items"] < chances["Create invoices, list what was sold."]["list_items"]
    # what a server says of itself does nothing for the tools of another that share no word with it
    assert chances[""]["create_lead"] >= chances["Create invoices, list what was sold."]["create_lead"]


def test_findability_in_an_only_namespace_is_that_of_its_tools() -> None:
    few = Mount([BILLING])
    assert {v.probability for v in judge_namespaces(few.index(), search(BILLING))} == {1.0}
    many = server("many", {f"sort_{number}": "Sort a shelf." for number in range(12)})
    expected = [verdict.probability for verdict in judge(Mount([many]).index())]
    assert [v.probability for v in judge_namespaces(Mount([many]).index(), search(many))] == expected
