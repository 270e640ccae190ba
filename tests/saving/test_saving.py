"""Dumps and locks: what they hold, that equal listings give equal bytes, and what can't be read."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint import sources
from catalint.errors import InputError
from catalint.live import Command, Listed, Server
from catalint.model import build_catalog
from catalint.saving import Lock, digest, dump_text, instructions_digest, lock_text, read_lock

SERVER = Server("depot", Command(("depot",)))
READ: dict[str, Any] = {"name": "read_parcel", "description": "Return one parcel.", "inputSchema": {"type": "object"}}
SEND: dict[str, Any] = {"name": "send_parcel", "description": "Send a parcel.", "inputSchema": {"type": "object"}}
INTRODUCTION = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "Depot", "version": "2.1"},
    "instructions": "Parcels.",
}


def _message(result: dict[str, Any]) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "result": result})


def _listed(*pages: dict[str, Any], introduction: dict[str, Any] | None = None) -> Listed:
    said = "" if introduction is None else _message(introduction)
    return Listed(SERVER, said, tuple(map(_message, pages)), "2025-11-25", "stdio")


def test_dump() -> None:
    listed = _listed(
        {"tools": [SEND], "nextCursor": "2"}, {"tools": [READ], "ttlMs": 5, "x": 1}, introduction=INTRODUCTION
    )
    value = json.loads(dump_text(listed))
    assert list(value) == ["protocolVersion", "serverInfo", "instructions", "ttlMs", "x", "tools"]
    assert value["tools"] == [SEND, READ]
    assert "capabilities" not in value


def test_dump_without_introduction_names_the_revision() -> None:
    assert json.loads(dump_text(_listed({"tools": [READ]})))["protocolVersion"] == "2025-11-25"


def test_page_that_comes_again_adds_nothing() -> None:
    pages = ({"tools": [READ], "nextCursor": "a"}, {"tools": [SEND], "nextCursor": "a"}, {"tools": [SEND]})
    assert json.loads(dump_text(_listed(*pages)))["tools"] == [READ, SEND]


def test_broken_entries_and_unknown_fields_stay() -> None:
    tools = [{**READ, "vendor": {"b": 1, "a": [None]}}, 7, {"name": 3}]
    assert json.loads(dump_text(_listed({"tools": tools})))["tools"] == tools


def test_unseen_characters_are_escaped_and_letters_are_not() -> None:
    text = dump_text(_listed({"tools": [{**READ, "description": "Größe \u202egnp\u200b \ud800 ☃ \x1b[2J"}]}))
    assert '"Größe \\u202egnp\\u200b \\ud800 ☃ \\u001b[2J"' in text


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
        max_leaves=8,
    )
)
def test_a_dump_holds_what_was_listed(value: Any) -> None:
    tools = [{**READ, "_meta": {"x": value}}]
    text = dump_text(_listed({"tools": tools}))
    assert json.loads(text)["tools"] == tools
    assert text.endswith("}\n")


def test_a_dump_is_read_as_the_listing_is() -> None:
    listed = _listed({"tools": [READ, SEND]}, introduction=INTRODUCTION)
    live = sources.load_messages("depot", "depot", (listed.introduction, *listed.pages)).corpus.catalogs[0]
    saved = sources.load_messages("depot", "depot", (dump_text(listed),)).corpus.catalogs[0]
    assert [tool.raw for tool in saved.tools] == [tool.raw for tool in live.tools]
    assert saved.envelope["instructions"] == live.envelope["instructions"] == "Parcels."


def test_lock_comes_back() -> None:
    tools = {"read_parcel": digest(READ)}
    lock = Lock("uvx depot", "2026-01-31T10:00:00Z", "2025-11-25", {"name": "Depot"}, tools, digest("Parcels."))
    assert read_lock("a.lock", lock_text(lock)) == lock


def test_digest_is_of_the_meaning() -> None:
    turned = dict(reversed(READ.items()))
    assert digest(turned) == digest(READ)
    assert digest({**READ, "description": "Return one parcel"}) != digest(READ)
    # pinned: locks that are committed have to stay right
    assert digest({"name": "a", "x": [1, 1.5, "é"]}) == (
        "sha256:552b742b337017b1c75e898aeca684bf6b329a7472736375cdf48a3b0f08b74e"
    )


@pytest.mark.parametrize(
    ("envelope", "expected"),
    [
        ({"instructions": "Parcels."}, digest("Parcels.")),
        ({"instructions": ""}, ""),
        ({"instructions": 1}, ""),
        ({}, ""),
    ],
)
def test_digest_of_instructions(envelope: dict[str, Any], expected: str) -> None:
    assert instructions_digest(replace(build_catalog("depot", [READ]), envelope=envelope)) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "a.lock:1:2: is no lock: Expecting property name enclosed in double quotes"),
        ("[]", "a.lock: is no lock of version 1"),
        ('{"version": 2}', "a.lock: is no lock of version 1"),
        ('{"version": 1, "source": 1}', "a.lock: is no lock: a field is missing or of another type"),
        (
            '{"version": 1, "source": "s", "listed": "t", "protocol": "p", "server": {}, "tools": {}}',
            "a.lock: is no lock: a field is missing or of another type",
        ),
        ("[" * 100_000, "a.lock: is no lock: its JSON can't be read"),
    ],
)
def test_what_is_no_lock(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        read_lock("a.lock", text)
    assert str(error.value) == message
