"""Which revision of the protocol a catalog is judged by."""

from __future__ import annotations

from typing import Any

import pytest

from catalint import Catalog, Context
from catalint.testing import corpus
from catalint_rules.targets import NAMES, REVISIONS, judged_by, shown_revision, targeted_revisions

TOOL = {"name": "list_tides", "inputSchema": {"type": "object"}}


def catalog(*, message: bool = False, **fields: Any) -> Catalog:
    answer = {"tools": [TOOL], **fields}
    listing: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "result": answer} if message else answer
    return corpus({"example": listing}).catalogs[0]


def context(*targets: str) -> Context:
    return Context(corpus([]), targets=targets)


@pytest.mark.parametrize(
    ("targets", "revisions"),
    [
        ((), ("2026-07-28",)),
        (("mcp",), ("2026-07-28",)),
        (("openai", "mcp"), ("2026-07-28",)),
        (("mcp-2025-06-18",), ("2025-06-18",)),
        (("mcp", "mcp-2025-06-18", "mcp-2024-11-05"), ("2024-11-05", "2025-06-18", "2026-07-28")),
        (("anthropic", "openai"), ()),
        (NAMES, REVISIONS),
    ],
)
def test_targeted_revisions(targets: tuple[str, ...], revisions: tuple[str, ...]) -> None:
    assert targeted_revisions(context(*targets)) == revisions


@pytest.mark.parametrize(
    ("sent", "revision"),
    [
        (catalog(), ""),
        (catalog(nextCursor="x"), ""),
        (catalog(ttlMs=5), "2026-07-28"),
        (catalog(message=True), "2025-11-25"),
        (catalog(message=True, nextCursor="x"), "2025-11-25"),
        (catalog(message=True, cacheScope="public"), "2026-07-28"),
        (catalog(message=True, protocolVersion="2025-03-26"), "2025-03-26"),
        (catalog(protocolVersion="2025-06-18", ttlMs=5), "2025-06-18"),
        (catalog(protocolVersion="2025-07-01"), "2025-06-18"),
        (catalog(protocolVersion="2030-01-01"), "2026-07-28"),
        (catalog(protocolVersion="2024-10-07"), "2024-11-05"),
        (catalog(protocolVersion=None), ""),
        (catalog(supportedVersions=["2026-07-28"]), "2026-07-28"),
    ],
)
def test_shown_revision(sent: Catalog, revision: str) -> None:
    assert shown_revision(sent) == revision


def test_mcp_follows_what_a_dump_shows_and_a_named_revision_does_not() -> None:
    old = catalog(protocolVersion="2025-03-26")
    assert judged_by(old, context("mcp")) == ("2025-03-26",)
    assert judged_by(old, context()) == ("2025-03-26",)
    assert judged_by(old, context("mcp", "mcp-2026-07-28")) == ("2025-03-26", "2026-07-28")
    assert judged_by(old, context("mcp-2025-11-25")) == ("2025-11-25",)
    assert judged_by(old, context("openai")) == ()
    assert judged_by(catalog(), context("mcp")) == ("2026-07-28",)
