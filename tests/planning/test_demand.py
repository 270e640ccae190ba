from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from catalint.errors import InputError
from catalint.model import Tool, build_catalog
from catalint.planning import usage
from catalint.planning.demand import by_centrality, by_usage
from catalint.planning.plan import Plan


def tool(
    name: str, description: str = "", *required: str, optional: tuple[str, ...] = (), **more: Any
) -> dict[str, Any]:
    properties = {each: {"type": "string"} for each in (*required, *optional)}
    schema = {"type": "object", "properties": properties, "required": list(required)}
    return {"name": name, "description": description, "inputSchema": schema, **more}


def weights(*tools: dict[str, Any]) -> dict[str, float]:
    return {each.name: weight for each, weight in by_centrality(build_catalog("x", tools).tools).weights.items()}


def test_a_tool_that_others_name_is_central() -> None:
    found = weights(
        tool("find_hall", "Find a hall."),
        tool("book_hall", "Book a hall that find_hall returned."),
        tool("price_hall", "Price of a hall; see find_hall and book_hall."),
    )
    assert found == {"find_hall": 3, "book_hall": 2, "price_hall": 1}


def test_a_name_of_one_word_is_a_word() -> None:
    assert weights(tool("search", "Search."), tool("open_book", "Use search to find it."))["search"] == 1


def test_a_tool_that_supplies_identifiers_is_central() -> None:
    found = weights(
        tool("list_invoices", "List."),
        tool("pay_invoice", "Pay.", "invoice_id"),
        tool("void_invoice", "Void.", "invoiceId"),
        tool("print_invoice", "Print.", optional=("invoice_id",)),
    )
    assert found == {"list_invoices": 3, "pay_invoice": 1, "void_invoice": 1, "print_invoice": 1}


def test_suppliers_share_what_they_supply() -> None:
    found = weights(
        tool("find_parcels"),
        tool("create_parcel"),
        tool("track_parcel", "", "parcel_id"),
        tool("stop_parcel", "", "parcel_id"),
    )
    assert found["find_parcels"] == found["create_parcel"] == 2


def test_an_output_schema_tells_what_a_tool_supplies() -> None:
    output = {"type": "object", "properties": {"rows": {"type": "array", "items": {"properties": {"tenant_id": {}}}}}}
    found = weights(tool("audit", outputSchema=output), tool("evict", "", "tenant_id"))
    assert found == {"audit": 2, "evict": 1}


def test_who_needs_an_identifier_does_not_supply_it() -> None:
    assert weights(tool("get_ticket", "", "ticket_id"), tool("close_ticket", "", "ticket_id")) == {
        "get_ticket": 1,
        "close_ticket": 1,
    }


def test_servers_do_not_supply_each_other() -> None:
    one = build_catalog("one", [tool("list_invoices")]).tools
    two = build_catalog("two", [tool("pay_invoice", "After list_invoices.", "invoice_id")]).tools
    assert set(by_centrality([*one, *two]).weights.values()) == {1.0}


def shop() -> list[Tool]:
    return [*build_catalog("a", [tool("buy"), tool("sell")]).tools, *build_catalog("b", [tool("buy")]).tools]


def test_counts_by_name_and_by_server() -> None:
    tools = shop()
    demand = by_usage(tools, {"a/buy": 6, "sell": 2, "rent": 9})
    assert demand.shares == {tools[0]: 0.75, tools[1]: 0.25, tools[2]: 0.0}
    assert demand.unknown == ("rent",)
    assert demand.measured


def test_a_name_of_two_servers_is_shared_out() -> None:
    assert list(by_usage(shop(), {"buy": 4}).weights.values()) == [2, 0, 2]


def test_only_what_was_called_is_needed(planned: Callable[..., Plan]) -> None:
    catalog = build_catalog("a", [{"name": name, "description": f"Do {name}."} for name in ("buy", "sell", "trade")])
    plan = planned([catalog], counts={"buy": 3.0, "trade": 1.0}, given={"calls": 9.0, "distinct": 6.0})
    assert (plan.demand.needed, plan.session.distinct) == (2, 2.0)
    assert all(each.needs for each in plan.risky)
    assert planned([catalog], given={"calls": 9.0, "distinct": 6.0}).session.distinct == 3.0


def test_without_any_call_all_are_alike() -> None:
    assert set(by_usage(shop(), {"rent": 1}).shares.values()) == {1 / 3}


@pytest.mark.parametrize(
    "text",
    [
        '{"buy": 3, "a/sell": 1.5}',
        '[{"tool": "buy", "count": 3}, {"name": "a/sell", "calls": 1.5}]',
        "buy,3\na/sell,1.5\n",
        "tool,count\nbuy,1\n\nbuy,2\r\na/sell,1.5",
        '\ufeff"buy",3\n"a/sell",1.5',
    ],
)
def test_files_of_counts(text: str) -> None:
    assert usage.read("counts", text.encode()) == {"buy": 3, "a/sell": 1.5}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "holds no counts"),
        ("{}", "holds no counts"),
        ("{", "is no JSON"),
        ('{"buy": "x"}', "'buy' is no number of calls"),
        ('{"buy": -1}', "'buy' is no number of calls"),
        ('{"buy": NaN}', "'buy' is no number of calls"),
        ('{"buy": 1e999}', "'buy' is no number of calls"),
        ('{"buy": true}', "'buy' is no number of calls"),
        ('{"buy": null}', "'buy' is no number of calls"),
        ("[3]", "entry 0 is no object"),
        ('[{"count": 3}]', "entry 0 names no tool"),
        ("buy,3\nsell;4\n", "counts:2:1: a line has"),
        ("buy,3\nsell,many", "'sell' is no number of calls"),
        ("[" * 100_000, "nested too deep"),
    ],
)
def test_a_wrong_file_is_one_line(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        usage.read("counts", text.encode())
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_is_no_text() -> None:
    with pytest.raises(InputError, match="not UTF-8"):
        usage.read("counts", b"\xff\xfe\x00")
