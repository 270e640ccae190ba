from __future__ import annotations

from typing import Any

import pytest

from catalint import Context, Corpus, Finding
from catalint.testing import corpus, findings
from catalint_rules.protocol.nonstandard_name import NonstandardName


def check(*names: str, targets: tuple[str, ...] = ("mcp", "anthropic", "openai")) -> list[Finding]:
    tools: Any = [{"name": name, "description": "Send a parcel.", "inputSchema": {"type": "object"}} for name in names]
    return findings(NonstandardName, tools, targets=targets)


@pytest.mark.parametrize("name", ["a", "getUser", "DATA_EXPORT_v2", "admin.tools.list", "-_.", "x" * 128])
def test_names_of_the_standard_are_fine(name: str) -> None:
    assert check(name) == []


@pytest.mark.parametrize(
    ("name", "better"),
    [
        ("agents/spawn", "agents_spawn"),
        ("Get rain radar", "Get_rain_radar"),
        ("list:all, please!", "list_all_please"),
        ("größe_ändern", "große"),
        ("café", "cafe"),
        ("send ✉ parcel", "send_parcel"),
        ("__a b__", "a_b"),
    ],
)
def test_a_name_is_suggested_that_keeps_the_words(name: str, better: str) -> None:
    (finding,) = check(name)
    assert finding.where.pointer == "/tools/0/name"
    if better == "große":  # a letter that has no plain form
        assert "Latin letters" in finding.message
    else:
        assert f"call it `{better}`" in finding.message


@pytest.mark.parametrize("name", ["天気を取得", "получить", "🚀🚀", "///", "a" * 129])
def test_no_name_is_invented_where_none_follows(name: str) -> None:
    (finding,) = check(name)
    assert "call it" not in finding.message


def test_a_taken_name_is_not_suggested() -> None:
    (finding,) = check("export:rows", "export_rows")
    assert "choose another name" in finding.message


def test_length_is_counted_in_characters() -> None:
    assert check("x" * 128) == []
    (finding,) = check("x" * 129)
    assert "129 characters" in finding.message
    assert finding.data["length"] == 129


@pytest.mark.parametrize(
    ("targets", "count"),
    [
        ((), 1),
        (("mcp",), 1),
        (("mcp-2025-11-25",), 1),
        (("mcp-2025-06-18", "mcp-2026-07-28"), 1),
        (("mcp-2025-06-18",), 0),
        (("mcp-2024-11-05", "mcp-2025-03-26"), 0),
        (("anthropic",), 0),
    ],
)
def test_only_revisions_that_speak_of_names(targets: tuple[str, ...], count: int) -> None:
    assert len(check("agents/spawn", targets=targets)) == count


def test_a_session_of_an_older_revision_is_judged_by_it() -> None:
    tools = [{"name": "agents/spawn", "inputSchema": {"type": "object"}}]
    for revision, count in (("2025-06-18", 0), ("2025-11-25", 1), ("2099-01-01", 1)):
        listing: Any = {"example": {"tools": tools, "protocolVersion": revision}}
        assert len(findings(NonstandardName, listing, targets=("mcp",))) == count
        assert len(findings(NonstandardName, listing, targets=("mcp", "mcp-2026-07-28"))) == 1


@pytest.mark.parametrize("name", ["list\u200b_queues", "list\x1bqueues", "a/b\n", "a b\u2060"])
def test_what_is_not_seen_is_left_to_the_rules_on_safety(name: str) -> None:
    assert check(name) == []


def test_hostile_names_keep_the_message_to_one_bounded_line() -> None:
    for name in ("`" * 500, "\ufffd" * 500, "a/" * 300, "𝒳" * 200):
        (finding,) = check(name)
        assert len(finding.message) <= 240
        assert finding.message.splitlines() == [finding.message]


def test_a_catalog_without_tools() -> None:
    assert list(NonstandardName().run(Context(Corpus(())))) == []
    assert list(NonstandardName().run(Context(corpus([])))) == []
