"""Where the tools of a server object are defined: version 2 of the official SDK."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mcp.server import MCPServer, Server

from catalint.live import definitions


def traced(function: Callable[..., str]) -> Callable[..., str]:
    @functools.wraps(function)
    def wrapper(*arguments: Any, **named: Any) -> str:
        return function(*arguments, **named)

    return wrapper


@traced
def read_gauge(station: str) -> str:
    return station


class Station:
    __name__ = "station"

    def read_level(self, gauge: str) -> str:
        return gauge

    def __call__(self, gauge: str) -> str:
        return gauge


def partly() -> Any:
    partial = functools.partial(functools.partial(read_gauge))
    partial.__name__ = "read"  # type: ignore[attr-defined] # the SDK wants a name
    return partial


def made(number: int) -> Callable[[str], str]:
    def read_any(station: str) -> str:
        return f"{station}{number}"

    return read_any


def serve(**functions: Callable[..., str]) -> MCPServer[Any]:
    server: MCPServer[Any] = MCPServer("gauges")
    for name, function in functions.items():
        server.add_tool(function, name=name)
    return server


@pytest.mark.parametrize(
    ("function", "defined"),
    [
        (read_gauge, inspect.unwrap(read_gauge)),
        (partly(), inspect.unwrap(read_gauge)),
        (Station().read_level, Station.read_level),
        (Station(), Station.__call__),
    ],
    ids=["decorated", "partial", "method", "callable"],
)
def test_what_a_tool_is_made_of(function: Callable[..., str], defined: Any) -> None:
    found = definitions.find(serve(read=function))
    assert found == {"read": (str(Path(__file__).resolve()), defined.__code__.co_firstlineno)}


def test_decorators_are_part_of_a_function() -> None:
    _, line = definitions.find(serve(read=read_gauge))["read"]
    assert Path(__file__).read_text(encoding="utf-8").splitlines()[line - 1] == "@traced"


def test_what_serves_several_tools_defines_none() -> None:
    found = definitions.find(serve(first=made(1), second=made(2), third=read_gauge))
    assert list(found) == ["third"]


def test_code_without_a_file() -> None:
    scope: dict[str, Any] = {}
    exec("def read_gauge(station: str) -> str:\n    return station\n", scope)  # noqa: S102 - as a notebook has it
    assert definitions.find(serve(read=scope["read_gauge"])) == {}


@pytest.mark.parametrize("server", [Server("bare"), object(), None])
def test_objects_that_keep_no_functions(server: object) -> None:
    assert definitions.find(server) == {}
