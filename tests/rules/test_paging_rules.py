"""incomplete-list and pagination-loop: what following the cursors of a list comes to."""

from __future__ import annotations

from typing import Any

import pytest

from catalint import Finding
from catalint.testing import findings
from catalint_rules.stability.incomplete_list import IncompleteList
from catalint_rules.stability.pagination_loop import PaginationLoop


def _page(*names: str, cursor: Any = None) -> dict[str, Any]:
    tools = [{"name": name, "description": f"Return {name}.", "inputSchema": {"type": "object"}} for name in names]
    return {"tools": tools} if cursor is None else {"tools": tools, "nextCursor": cursor}


def _find(*pages: dict[str, Any]) -> tuple[list[Finding], list[Finding]]:
    return findings(IncompleteList, {"sea": list(pages)}), findings(PaginationLoop, {"sea": list(pages)})


@pytest.mark.parametrize(
    "pages",
    [
        [_page("tide")],
        [_page("tide", cursor="")],
        [_page("tide", cursor=7)],
        [_page("tide", cursor="2"), _page("wind")],
        [_page("tide", cursor="2"), _page("wind", cursor="3"), _page("swell")],
    ],
)
def test_lists_that_end(pages: list[Any]) -> None:
    assert _find(*pages) == ([], [])


@pytest.mark.parametrize(
    ("pages", "said"),
    [
        ([_page("tide", cursor="2")], "its 1 tool is only a part of it"),
        ([_page("tide", "wind", cursor="2")], "its 2 tools are only a part of it"),
        ([_page("tide", cursor="2"), _page("wind", cursor="3")], "2 tools on 2 pages are only a part of it"),
    ],
)
def test_incomplete(pages: list[Any], said: str) -> None:
    incomplete, loops = _find(*pages)
    assert said in incomplete[0].message
    assert incomplete[0].where.pointer == "/nextCursor"
    assert not loops


@pytest.mark.parametrize(
    ("pages", "said", "data"),
    [
        (
            [_page("tide", cursor="2"), _page("tide", cursor="2")],
            'Page 2 of the list (cursor "2") brings the tools of page 1 again',
            {"page": 2, "first": 1, "cursor": "2"},
        ),
        (
            [_page("tide", cursor="2"), _page("wind", cursor="2")],
            'Page 2 of the list names the same next page as page 1 (cursor "2"): itself',
            {"page": 2, "first": 1, "cursor": "2"},
        ),
        (
            [_page("tide", cursor="2"), _page("wind", cursor="3"), _page("swell", cursor="2")],
            'Page 3 of the list names the same next page as page 1 (cursor "2"), so',
            {"page": 3, "first": 1, "cursor": "2"},
        ),
        (
            [_page("tide", cursor="2"), _page("wind", cursor="3"), _page("tide")],
            'Page 3 of the list (cursor "3") brings the tools of page 1 again',
            {"page": 3, "first": 1, "cursor": "3"},
        ),
    ],
)
def test_loop(pages: list[Any], said: str, data: dict[str, Any]) -> None:
    incomplete, loops = _find(*pages)
    assert not incomplete
    assert len(loops) == 1
    assert loops[0].message.startswith(said)
    assert len(loops[0].message) <= 240
    assert loops[0].data == data
