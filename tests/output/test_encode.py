"""What of a finding's data is written, and what is not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from catalint.model import Json
from catalint.output.encode import encode, plain_data, plain_unread
from catalint.report import Unread


def nested(levels: int) -> Any:
    value: Any = {"type": "string"}
    for _ in range(levels):
        value = {"properties": {"inner": value}}
    return value


@pytest.mark.parametrize("value", [2**53, -(2**63), float("inf"), nested(12)])
def test_a_suggestion_that_would_be_another_one_is_left_out(value: Any) -> None:
    patch: list[Json] = [{"op": "add", "path": "/inputSchema/properties/vans", "value": value}]
    assert plain_data({"suggestion": {"patch": patch, "changes": "Nothing."}, "limit": 2**53}) == {
        "limit": "0x20000000000000"
    }


@pytest.mark.parametrize("value", [2**53 - 1, True, 0.5, None, nested(3)])
def test_any_other_suggestion_is_written_as_it_is(value: Any) -> None:
    data: dict[str, Json] = {
        "suggestion": {"patch": [{"op": "add", "path": "/inputSchema", "value": value}], "changes": "Nothing."}
    }
    assert plain_data(data) == data


def test_no_command_of_a_runner_gets_through() -> None:
    value = {"##[add-mask]": ["##vso[task.complete]x", "###[x]", "## [a]", "##"]}
    text = encode(value)
    assert json.loads(text) == value
    assert "##[" not in text
    assert "##vso[" not in text
    assert "## [a]" in text


def test_what_a_failed_server_said_is_in_every_document() -> None:
    file = Unread("old.json", "not valid JSON", 3, 7)
    server = Unread("ferries", "no answer to `initialize`", kind="timed out", detail=("connecting ...", "\x1b[31m?"))
    assert plain_unread([file, server]) == [
        {"path": "old.json", "line": 3, "column": 7, "message": "not valid JSON", "kind": None, "detail": []},
        {
            "path": "ferries",
            "line": None,
            "column": None,
            "message": "no answer to `initialize`",
            "kind": "timed out",
            "detail": ["connecting ...", "\x1b[31m?"],
        },
    ]
