"""A name that stands twice is one finding at its second place."""

from __future__ import annotations

from typing import Any

from catalint import Severity
from catalint.context import Context
from catalint.model import Catalog, Corpus, Tool
from catalint.testing import findings
from catalint_rules.names.duplicate_name import DuplicateName


def tool(name: str, **fields: Any) -> dict[str, Any]:
    return {"name": name, "description": "Return a fine.", "inputSchema": {"type": "object"}, **fields}


def test_the_second_entry_is_at_fault_and_the_first_is_related() -> None:
    rows = [tool("pay_fine"), tool("list_fines"), tool("pay_fine", description="Take a payment.", title="Pay")]
    (finding,) = findings(DuplicateName, rows)
    assert finding.severity is Severity.ERROR
    assert finding.where.pointer == "/tools/2/name"
    assert [related.where.pointer for related in finding.related] == ["/tools/0/name"]
    assert "descriptions and titles" in finding.message


def test_more_than_two_are_one_finding() -> None:
    (finding,) = findings(DuplicateName, [tool("pay_fine") for _ in range(9)])
    assert finding.where.pointer == "/tools/1/name"
    assert len(finding.related) == 8
    assert "9 times" in finding.message
    assert finding.data["positions"] == list(range(9))


def test_each_name_is_a_finding_of_its_own() -> None:
    found = findings(DuplicateName, [tool(name) for name in ("a", "b", "a", "b", "c")])
    assert [(finding.key, finding.where.tool) for finding in found] == [("a", 2), ("b", 3)]


def test_case_and_separators_count() -> None:
    assert findings(DuplicateName, [tool("getFine"), tool("getfine"), tool("get_fine"), tool("get-fine")]) == []


def test_tools_of_an_app_interface_share_the_names_of_the_list() -> None:
    hidden = {"_meta": {"ui": {"visibility": ["app"]}}}
    assert len(findings(DuplicateName, [tool("pay_fine"), tool("pay_fine", **hidden)])) == 1


def test_servers_may_share_names() -> None:
    assert findings(DuplicateName, {"desk": [tool("pay_fine")], "shop": [tool("pay_fine")]}) == []


def test_a_long_name_stays_on_the_line() -> None:
    (finding,) = findings(DuplicateName, [tool("x" * 128) for _ in range(3)])
    assert len(finding.message) <= 240


def test_namespaces_of_one_list_may_share_names() -> None:
    def found(*places: tuple[str, str]) -> list[tuple[str, int | None]]:
        rows = [Tool("s", n, name, tool(name), namespace=namespace) for n, (namespace, name) in enumerate(places)]
        return [(item.key, item.where.tool) for item in DuplicateName().run(Context(Corpus((Catalog("s", (*rows,)),))))]

    assert found(("desk", "pay_fine"), ("shop", "pay_fine"), ("", "pay_fine")) == []
    assert found(("desk", "pay_fine"), ("shop", "pay_fine"), ("desk", "pay_fine")) == [("pay_fine", 2)]
    assert found(*[("desk", "pay_fine"), ("shop", "pay_fine")] * 2) == [("desk.pay_fine", 2), ("shop.pay_fine", 3)]
