"""Servers side by side."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from catalint.live import (
    Command,
    Endpoint,
    Limits,
    Listed,
    PythonObject,
    Server,
    ServerError,
    list_servers,
    listing,
    sockets,
)


def test_none() -> None:
    assert list_servers([]) == []


def test_twenty_wait_for_each_other(start: Callable[..., Server]) -> None:
    """Each answers when all have been started: one after the other, the first would wait for ever."""
    with socket.create_server(("127.0.0.1", 0), backlog=20) as meeting:
        port = meeting.getsockname()[1]

        def meet() -> None:
            arrived = [meeting.accept()[0] for _ in range(20)]
            for each in arrived:
                each.send(b"1")
                each.close()

        meeting.settimeout(60)
        thread = threading.Thread(target=meet)
        thread.start()
        servers = [start("barrier", str(port)) for _ in range(20)]
        outcomes = list_servers(servers, Limits(seconds=60))
        thread.join()
    assert [outcome.server for outcome in outcomes] == servers
    assert all(isinstance(outcome, Listed) and outcome.pages for outcome in outcomes)


def test_no_more_than_allowed_at_the_same_time(start: Callable[..., Server]) -> None:
    servers = [start("handshake") for _ in range(4)]
    assert all(isinstance(outcome, Listed) for outcome in list_servers(servers, Limits(together=1)))


def test_who_is_waited_for_is_told(start: Callable[..., Server]) -> None:
    """The last one answers only once it has been told of alone."""
    told: list[list[str]] = []
    with socket.create_server(("127.0.0.1", 0)) as gate:
        slow = replace(start("barrier", str(gate.getsockname()[1])), name="slow")
        quick = replace(start("handshake"), name="quick")

        def waiting(names: Sequence[str]) -> None:
            told.append([*names])
            if told[-1] == ["slow"] and ["slow"] not in told[:-1]:
                arrived = gate.accept()[0]
                arrived.send(b"1")
                arrived.close()

        outcomes = list_servers([slow, quick], Limits(seconds=60), waiting)
    assert all(isinstance(outcome, Listed) for outcome in outcomes)
    assert ["slow"] in told
    assert all(names in (["slow", "quick"], ["slow"], ["quick"], []) for names in told)


def test_one_that_fails_does_not_keep_the_others(start: Callable[..., Server]) -> None:
    servers = [start("exits"), start("paging"), Server("nobody", Endpoint("http://127.0.0.1:9/")), start("handshake")]
    outcomes = list_servers(servers)
    kinds = [outcome.kind if isinstance(outcome, ServerError) else len(outcome.pages) for outcome in outcomes]
    assert kinds == ["could not start", 3, "refused", 1]


def test_the_message_names_the_server() -> None:
    (error,) = list_servers([Server("quay", Command(()))])
    assert str(error) == "quay: could not start: there is no command"


def test_texts_are_as_they_came(start: Callable[..., Server]) -> None:
    (found,) = list_servers([start("handshake")])
    assert isinstance(found, Listed)
    assert found.introduction.startswith('{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": ')
    assert json.loads(found.pages[0])["id"] == 2


@pytest.mark.parametrize("path", ["silent", "drip", "legacy-mute"])
def test_an_interruption_ends_a_request(path: str, harbour: Any, at: Callable[..., Server]) -> None:
    assert_interrupted(
        at(path), lambda: any(seen[0] == ("GET" if "legacy" in path else "POST") for seen in harbour.seen)
    )


def test_an_interruption_ends_what_waits_for_a_process(start: Callable[..., Server], tmp_path: Path) -> None:
    assert_interrupted(start("grandchild", str(tmp_path / "number")), (tmp_path / "number").exists)


def test_an_interruption_ends_what_waits_for_a_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """The queue of a listener that accepts nobody is full: who comes now waits as for a machine that is not there."""
    begun = threading.Event()
    connect = sockets._connect

    def observed(*arguments: Any) -> None:
        begun.set()
        connect(*arguments)

    monkeypatch.setattr(sockets, "_connect", observed)
    with socket.create_server(("127.0.0.1", 0), backlog=0) as listener, ExitStack() as waiting:
        for _ in range(4):
            client = waiting.enter_context(socket.socket())
            client.setblocking(False)
            client.connect_ex(listener.getsockname())
        assert_interrupted(Server("quay", Endpoint(f"http://127.0.0.1:{listener.getsockname()[1]}/mcp")), begun.is_set)


def test_an_interruption_ends_what_waits_for_the_address_of_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, end = threading.Event(), threading.Event()

    def look_up(*_: object, **__: object) -> list[object]:
        asked.set()
        end.wait(60)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    try:
        assert_interrupted(Server("quay", Endpoint("http://localhost:9/mcp")), asked.is_set)
    finally:
        end.set()


def assert_interrupted(server: Server, is_under_way: Callable[[], bool]) -> None:
    run = listing._Run(Limits(seconds=300))
    outcomes: list[Listed | ServerError] = []
    thread = threading.Thread(target=lambda: outcomes.append(run.list(server)))
    thread.start()
    for _ in range(1000):
        if is_under_way():
            break
        time.sleep(0.01)
    run.stop()
    thread.join(30)
    assert not thread.is_alive()
    (outcome,) = outcomes
    assert isinstance(outcome, ServerError)
    (refused,) = (run.list(server),)
    assert isinstance(refused, ServerError)  # nothing begins after the end


def test_a_python_object(tmp_path: Path) -> None:
    (tmp_path / "quay.py").write_text("mcp = 3")
    (error,) = list_servers([Server("quay", PythonObject("quay:mcp", str(tmp_path)))])
    assert isinstance(error, ServerError)
    assert error.kind == "could not start"
