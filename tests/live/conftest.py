from __future__ import annotations

import importlib
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from catalint.live import Command, Endpoint, Limits, Listed, Server, ServerError, list_servers

SERVERS = Path(__file__).parents[2] / "fixtures" / "servers"

# Time for a machine that does much else; what is to time out in a test has its own.
PATIENT = Limits(seconds=30)


def plain(*arguments: str, environment: dict[str, str] | None = None) -> Server:
    """A plain server over standard input and output, as a mode and its arguments."""
    command = (sys.executable, str(SERVERS / "plain_stdio.py"), *arguments)
    return Server(arguments[0] if arguments else "plain", Command(command, environment or {}))


@pytest.fixture
def listed() -> Callable[..., Listed]:
    def list_one(server: Server, limits: Limits = PATIENT) -> Listed:
        (outcome,) = list_servers([server], limits)
        assert isinstance(outcome, Listed), outcome
        return outcome

    return list_one


@pytest.fixture
def failed() -> Callable[..., ServerError]:
    def fail_one(server: Server, limits: Limits = PATIENT) -> ServerError:
        (outcome,) = list_servers([server], limits)
        assert isinstance(outcome, ServerError), outcome
        return outcome

    return fail_one


@pytest.fixture
def start() -> Callable[..., Server]:
    return plain


@pytest.fixture(scope="session")
def harbour_module() -> Iterator[Any]:
    sys.path.insert(0, str(SERVERS))
    try:
        yield importlib.import_module("plain_http")
    finally:
        sys.path.remove(str(SERVERS))


@pytest.fixture
def harbour(harbour_module: Any) -> Iterator[Any]:
    """The plain servers over HTTP, on a port of their own; `seen` are the requests of this test."""
    server = harbour_module.Harbour()
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield server
    finally:
        server.closing.set()
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def at(harbour: Any) -> Callable[..., Server]:
    def endpoint(path: str, **more: Any) -> Server:
        return Server(path, Endpoint(f"{harbour.url}/{path}", **more))

    return endpoint
