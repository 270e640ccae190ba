"""Servers on versions 1 and 2 of the official SDK, listed side by side over every transport that they speak."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from catalint.live import Command, Endpoint, Launch, Limits, Listed, PythonObject, Server, ServerError, list_servers

FIXTURES = Path(__file__).parents[2] / "fixtures" / "servers"
SDK1 = Path(sys.prefix) / "sdk1"

MODULES = ("sdk_v1", "sdk_v2")
OBJECTS = {"mcp": [], "weather": ["--low-level"]}
MEDIA = {"stdio": "stdio", "http": "streamable-http", "sse": "sse"}
# Version 2 serves a low-level server over the legacy transport in no short way.
CASES = [
    (module, name, transport)
    for module in MODULES
    for name in OBJECTS
    for transport in MEDIA
    if (module, name, transport) != ("sdk_v2", "weather", "sse")
]


def environment(module: str) -> dict[str, str]:
    if module != "sdk_v1":
        return {}
    assert (SDK1 / "mcp").is_dir(), f"version 1 of the SDK is not in {SDK1}: `make test` puts it there"
    return {"PYTHONPATH": str(SDK1)}


def arguments(module: str, name: str, transport: str) -> Sequence[str]:
    return (sys.executable, str(FIXTURES / f"{module}.py"), transport, *OBJECTS[name])


@contextmanager
def running(module: str, name: str, transport: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        arguments(module, name, transport),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment(module)},
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.fixture(scope="module")
def listings() -> Mapping[str, Listed | ServerError]:
    """What each server answers over each transport, by `module-object-transport`."""
    servers: list[Server] = []
    with ExitStack() as stack:
        started = {case: stack.enter_context(running(*case)) for case in CASES if case[2] != "stdio"}
        for case in CASES:
            launch: Launch
            if case in started:
                stdout = started[case].stdout
                assert stdout is not None
                address = stdout.readline().strip()
                assert address.startswith("http://127.0.0.1:")
                sse = case[2] == "sse"
                launch = Endpoint(f"{address}/sse" if sse else f"{address}/mcp", transport="sse" if sse else "auto")
            else:
                launch = Command(tuple(arguments(*case)), environment(case[0]))
            servers.append(Server("-".join(case), launch))
        found = list_servers(servers, Limits(seconds=60))
    return dict(zip([server.name for server in servers], found, strict=True))


def result(text: str) -> Any:
    return json.loads(text)["result"]


@pytest.mark.parametrize("case", CASES, ids="-".join)
def test_every_transport(case: tuple[str, str, str], listings: Mapping[str, Listed | ServerError]) -> None:
    _, name, transport = case
    listed = listings["-".join(case)]
    assert isinstance(listed, Listed), listed
    assert (listed.medium, listed.protocol, listed.cut) == (MEDIA[transport], "2025-11-25", "")
    told = result(listed.introduction)
    sizes = [len(result(page)["tools"]) for page in listed.pages]
    if name == "mcp":
        assert told["serverInfo"]["name"] == "apiary-ledger"
        assert told["instructions"].startswith("Ledger of one apiary.")
        assert sizes == [5]
    else:
        assert told["serverInfo"] == {"name": "apiary-weather", "version": "1.4.0"}
        assert sizes == [3, 3, 1]


@pytest.mark.parametrize("name", OBJECTS)
@pytest.mark.parametrize("module", MODULES)
def test_a_server_object_says_what_the_server_says_over_stdio(
    module: str, name: str, listings: Mapping[str, Listed | ServerError], monkeypatch: pytest.MonkeyPatch
) -> None:
    for key, value in environment(module).items():
        monkeypatch.setenv(key, value)
    [listed] = list_servers([Server("object", PythonObject(f"{module}:{name}", str(FIXTURES)))])
    served = listings[f"{module}-{name}-stdio"]
    assert isinstance(listed, Listed)
    assert isinstance(served, Listed)
    assert listed.introduction == served.introduction
    assert listed.pages == served.pages
