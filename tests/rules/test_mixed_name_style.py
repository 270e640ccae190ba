"""Styles of names are told apart, and what looks like a style but is none is left alone."""

from __future__ import annotations

from typing import Any

import pytest

from catalint.testing import findings
from catalint_rules.names.mixed_name_style import MixedNameStyle, style_of


def tools(names: str) -> list[dict[str, Any]]:
    return [{"name": name, "description": "", "inputSchema": {"type": "object"}} for name in names.split()]


@pytest.mark.parametrize(
    ("name", "style"),
    [
        ("list_orders", "snake_case"),
        ("list-orders", "kebab-case"),
        ("shop.orders", "dotted.case"),
        ("bn/save", "slash/case"),
        ("listOrders", "camelCase"),
        ("ListOrders", "PascalCase"),
        ("Get_User", "Capitalised_Words"),
        ("list-orders_of_day", "kebab-and_snake"),
        ("list", ""),
        ("List", ""),
        ("orders2", ""),
        ("run_SQL", "snake_case"),
        ("list_VMs", "snake_case"),
        ("refresh_OAuth_token", "snake_case"),
        ("search_GitHub", "snake_case"),
        ("GET_user", "snake_case"),
        ("__node_version", "snake_case"),
        ("list__orders", "snake_case"),
        ("shop.list_orders", "snake_case"),
        ("web-shop_listOrders", "camelCase"),
        ("ShopApi--ListOrders", "Capitalised-Words"),
        ("shop_listOrders", "camelCase"),
        ("listOrders_v2", "camelCase"),
        ("list_orders_2", "snake_case"),
        ("getURL", "camelCase"),
        ("", ""),
        ("___", ""),
        ("查询订单", ""),
    ],
)
def test_style_of(name: str, style: str) -> None:
    assert style_of(name, frozenset({"github"})) == style


@pytest.mark.parametrize(
    "names",
    [
        "list_orders cancel_order print_slip",
        "list-orders cancel-order print-slip",
        "listOrders cancelOrder printSlip",
        "ListOrders CancelOrder PrintSlip",
        "list_orders cancel_order search ping",
        "list_orders run_SQL list_VMs search_GitHub",
        "browser_clickLink browser_openPage browser_close browser_goBack",
        "web-shop_listOrders web-shop_cancelOrder depot_splitShipment",
        "im_v1_chatMembers_get im_v1_chat_create docs_v1_appTable_list docs_v1_app_get docs_v1_page_rawContent",
        "listOrders cancel_order",
        "fetchOrdersV1 cancelOrderV1 splitOrder_v2",
    ],
)
def test_one_style(names: str) -> None:
    assert findings(MixedNameStyle, tools(names)) == []


@pytest.mark.parametrize(
    ("names", "rare"),
    [
        ("list_orders cancel_order print_slip refundPayment split_order blockCustomer", "refundPayment blockCustomer"),
        ("list-orders cancel-order print_slip", "print_slip"),
        ("ListOrders CancelOrder printSlip", "printSlip"),
        ("listOrders cancelOrder print_slip split_order", "print_slip split_order"),
        ("list_orders cancelOrder Print-Slip split_order", "cancelOrder Print-Slip"),
        ("list_orders cancel_order print_slip split_order get_orderInfo", "get_orderInfo"),
        ("crm_get_user crm_list_users crm_get_user_notes crm_getUser crm_listUsers", "crm_getUser crm_listUsers"),
        ("list_orders cancel_order print_slip search-by_name", "search-by_name"),
    ],
)
def test_mixed(names: str, rare: str) -> None:
    (finding,) = findings(MixedNameStyle, tools(names))
    first, *others = [names.split().index(name) for name in rare.split()]
    assert finding.where.pointer == f"/tools/{first}/name"
    assert [related.where.tool for related in finding.related] == others
    assert all(f"`{name}`" in finding.message for name in rare.split())


@pytest.mark.parametrize(
    ("names", "renames"),
    [
        ("list_orders cancel_order refundPayment", {"refundPayment": "refund_payment"}),
        ("list-orders cancel-order getS3Url", {"getS3Url": "get-s3-url"}),
        ("listOrders cancelOrder print_slip", {"print_slip": "printSlip"}),
        ("ListOrders CancelOrder print-slip", {"print-slip": "PrintSlip"}),
        ("crm_getUser crm_listUsers crm_addNote crm_drop_user", {"crm_drop_user": "crm_dropUser"}),
    ],
)
def test_renames(names: str, renames: dict[str, str]) -> None:
    (finding,) = findings(MixedNameStyle, tools(names))
    assert finding.data["renames"] == renames


def test_many_names_stay_on_the_line() -> None:
    names = " ".join([f"list_things_of_kind_{n}" for n in range(60)] + [f"listAllThingsOfKind{n}" for n in range(50)])
    (finding,) = findings(MixedNameStyle, tools(names))
    assert len(finding.message) <= 240
    assert len(finding.related) == 49


def test_min_tools() -> None:
    assert findings(MixedNameStyle, tools("listOrders cancel_order"), {"min-tools": 2}) != []
    assert findings(MixedNameStyle, tools("list_orders cancel_order printSlip"), {"min-tools": 4}) == []


def test_a_name_of_any_length_takes_no_time_to_speak_of() -> None:
    assert style_of("Args:\n a: b\n" * 20_000) == ""
