"""Which tools ask for many things, and what keeps a result small."""

from __future__ import annotations

from typing import Any

import pytest

from catalint.testing import findings
from catalint_rules.parameters.missing_limit_parameter import MissingLimitParameter

TEXT = {"type": "string", "description": "Words."}


def tool(
    name: str, properties: dict[str, Any], required: tuple[str, ...] = (), description: str = ""
) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "required": list(required)}
    return {"name": name, "description": description or "Serves the library.", "inputSchema": schema}


def search(**more: Any) -> dict[str, Any]:
    return tool("search_scores", {"words": TEXT, **more}, ("words",))


@pytest.mark.parametrize(
    "given",
    [
        search(),
        search(fuzzy={"type": "boolean"}),
        tool("searchScores", {"q": TEXT}),
        tool("list_orders", {}),
        tool("list_comments", {"concert": TEXT}, ("concert",)),
        tool("list_files", {"folder": TEXT, "hidden": {"type": "boolean"}}, ("folder",)),
        tool("find_reviews", {"concert": TEXT}, ("concert",)),
        tool("comments_list", {}),
        tool("fetch_all_orders", {}),
    ],
)
def test_open_ended(given: dict[str, Any]) -> None:
    assert len(findings(MissingLimitParameter, [given])) == 1


@pytest.mark.parametrize(
    "given",
    [
        search(limit={"type": "integer"}),
        search(maxResults={"type": "integer"}),
        search(page_token=TEXT),
        search(since=TEXT),
        search(paging={"type": "object", "properties": {"per_page": {"type": "integer"}}}),
        tool("list_comments", {"author": TEXT}),
        tool("list_rules", {"selector": TEXT}, ("selector",)),
        tool("search_scores", {"words": TEXT}, ("words",), "Search the ten best matches."),
        tool("list_orders", {}, (), "List orders, paginated."),
        tool("list_halls", {}),
        tool("get_orders", {}),
        tool("search_and_replace", {"words": TEXT}),
        tool("find_element", {"selector": TEXT}),
        tool("list", {}),
        tool("list_files", {}, (), "List the files that are open files of the editor."),
        tool("company_search", {"code": TEXT}, ("code",)),
        tool("search_company", {"key": {"type": "string", "description": "Its registration number."}}, ("key",)),
        tool("multi_search", {"queries": {"type": "array", "items": {"type": "object"}}}, ("queries",)),
    ],
)
def test_bounded_or_few(given: dict[str, Any]) -> None:
    assert findings(MissingLimitParameter, [given]) == []


def test_one_finding_a_catalog() -> None:
    tools = [tool(f"list_{thing}", {}) for thing in ("orders", "comments", "files", "users", "reviews", "notes")]
    (found,) = findings(MissingLimitParameter, [*tools, search(limit={"type": "integer"})])
    assert found.message.startswith("6 of 7 list and search tools take no limit")
    assert found.data == {
        "tools": ["list_orders", "list_comments", "list_files", "list_users", "list_reviews", "list_notes"],
        "listing": 7,
    }
    assert len(found.related) == 5
    assert len(found.message) <= 240


def test_a_lone_tool_is_named() -> None:
    (found,) = findings(MissingLimitParameter, [search()])
    assert found.message.startswith("`search_scores` takes no limit")
    assert found.where.path == ("name",)
