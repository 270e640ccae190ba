"""Servers of both versions of the official SDK, over each transport that it has."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from catalint.live import Command, Endpoint, Listed, Server, ServerError, list_servers, protocol
from catalint.live.failure import Refusal

FIXTURES = Path(__file__).parents[2] / "fixtures" / "servers"
# Where version 1 is installed beside version 2.
MODULES = Path(sys.prefix) / "sdk1"
SDK1 = (sys.executable, str(FIXTURES / "sdk_v1.py"))
SDK2 = (sys.executable, str(FIXTURES / "sdk_v2.py"))
LEDGER = ["list_hives", "read_inspections", "record_inspection", "record_harvest", "plan_treatment"]


def test_both_versions_and_all_transports() -> None:
    with contextlib.ExitStack() as running:
        http = running.enter_context(serving((*SDK1, "http"), path=str(MODULES)))
        sse = running.enter_context(serving((*SDK2, "sse")))
        *listed, refused = list_servers(
            [
                Server("stdio", Command((*SDK1, "stdio"), {"PYTHONPATH": str(MODULES)})),
                Server("http", Endpoint(f"{http}/mcp")),
                Server("sse", Endpoint(f"{sse}/sse")),
                Server("pages", Command((*SDK2, "stdio", "--low-level"))),
                Server("wrong path", Endpoint(f"{http}/nothing")),
            ]
        )
    assert isinstance(refused, ServerError)
    assert (refused.kind, "HTTP 404" in refused.message) == ("protocol error", True)
    found = [each for each in listed if isinstance(each, Listed)]
    assert [each.medium for each in found] == ["stdio", "streamable-http", "sse", "stdio"], listed
    assert {(each.protocol, each.cut, each.notes) for each in found} == {("2025-11-25", "", ())}
    assert [names(each) for each in found[:3]] == [LEDGER] * 3
    assert len(found[3].pages) > 1


def test_both_eras_list_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Why `initialize` may come first: whoever takes both lists the same tools after `server/discover`."""
    with serving((*SDK2, "http")) as url:
        server = Server("apiary", Endpoint(f"{url}/mcp"))
        (first,) = list_servers([server])
        monkeypatch.setattr(protocol, "_shake_hands", refuse)
        (second,) = list_servers([server])
    assert isinstance(first, Listed)
    assert isinstance(second, Listed), second
    assert (first.protocol, second.protocol) == ("2025-11-25", "2026-07-28")
    assert tools(first) == tools(second)


def refuse(*_: object) -> None:
    raise Refusal("protocol error", "no handshake", -32601)


@contextlib.contextmanager
def serving(command: tuple[str, ...], path: str = "") -> Iterator[str]:
    """A server over HTTP and its address; `path` comes first where it looks for modules."""
    environment = {**os.environ, **({"PYTHONPATH": path} if path else {})}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout
        try:
            yield process.stdout.readline().strip()
        finally:
            process.kill()


def tools(listing: Listed) -> list[dict[str, Any]]:
    return [tool for page in listing.pages for tool in json.loads(page)["result"]["tools"]]


def names(listing: Listed) -> list[str]:
    return [tool["name"] for tool in tools(listing)]
