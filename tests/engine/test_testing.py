"""What the blocks of a rule page may hold."""

from __future__ import annotations

import json
from typing import Any

import pytest

from catalint import testing

TOOL: dict[str, Any] = {"name": "ring_bell", "description": "Ring the bell of a lighthouse.", "inputSchema": {}}


def read(block: Any) -> testing.Example:
    (example,) = testing.examples(f"```json good\n{json.dumps(block)}\n```\n")
    return example


@pytest.mark.parametrize(
    "block", [TOOL, [TOOL], {"tools": [TOOL]}, {"example": [TOOL]}, {"example": {"tools": [TOOL]}}]
)
def test_a_block_is_a_tool_a_listing_or_a_map_of_listings(block: Any) -> None:
    (catalog,) = testing.corpus(read(block).catalogs).catalogs
    assert catalog.server == "example"
    assert [tool.name for tool in catalog.tools] == ["ring_bell"]
    assert catalog.envelope == {}
    assert catalog.envelope_kind == "bare"


def test_fields_beside_the_tools_are_kept() -> None:
    (catalog,) = testing.corpus(read({"tools": [TOOL], "instructions": "Ring twice in fog."}).catalogs).catalogs
    assert catalog.envelope == {"instructions": "Ring twice in fog."}
    assert catalog.envelope_kind == "bare"


def test_a_message_is_told_from_a_bare_answer() -> None:
    message = {"jsonrpc": "2.0", "id": 3, "result": {"tools": [TOOL], "ttlMs": 0}}
    (catalog,) = testing.corpus(read(message).catalogs).catalogs
    assert catalog.envelope == {"ttlMs": 0}
    assert catalog.envelope_kind == "result"


def test_servers_may_list_in_either_way() -> None:
    found = testing.corpus(read({"east": [TOOL], "west": {"tools": [TOOL], "nextCursor": "2"}}).catalogs)
    assert {catalog.server: dict(catalog.envelope) for catalog in found.catalogs} == {
        "east": {},
        "west": {"nextCursor": "2"},
    }
