"""Server objects listed in memory, in this process: version 2 of the official SDK."""

from __future__ import annotations

import asyncio
import functools
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from mcp import types
from mcp.server import MCPServer, Server

from catalint.live import Limits
from catalint.live.failure import Fault
from catalint.live.memory import is_server, listen, make_server
from catalint.live.protocol import Told
from catalint.live.raised import AuthorFault
from catalint.live.watch import Watch

Lifespan = Callable[[Any], Any]
Listing = Callable[[Any, Any], Awaitable[types.ListToolsResult]]


def ledger(lifespan: Lifespan | None = None) -> MCPServer[Any]:
    server: MCPServer[Any] = MCPServer("ledger", instructions="Ask for balances in euros.", lifespan=lifespan)

    @server.tool()
    def read_balance(account: str) -> float:
        """Read the balance of an account."""
        return len(account)

    return server


def tool(name: str, **fields: Any) -> types.Tool:
    return types.Tool(name=name, input_schema={"type": "object"}, **fields)


def hear(server: object, *, limits: Limits = Limits(), seconds: float = 30.0) -> Told:  # noqa: B008
    watch = Watch(seconds)
    try:
        return asyncio.run(listen(server, limits, watch))
    finally:
        watch.close()


def names(told: Told) -> list[str]:
    return [tool["name"] for page in told.pages for tool in json.loads(page)["result"]["tools"]]


def fault(server: object, *, limits: Limits = Limits(), seconds: float = 30.0) -> Fault:  # noqa: B008
    with pytest.raises(Fault) as raised:
        hear(server, limits=limits, seconds=seconds)
    return raised.value


def make(value: object) -> object:
    return asyncio.run(make_server(value, "`shop:make`"))


def test_an_object_tells_what_a_client_would_hear() -> None:
    told = hear(ledger())
    introduction = json.loads(told.introduction)
    assert introduction["result"]["serverInfo"]["name"] == "ledger"
    assert introduction["result"]["instructions"] == "Ask for balances in euros."
    assert "tools" in introduction["result"]["capabilities"]
    assert told.protocol == introduction["result"]["protocolVersion"] == "2025-11-25"
    assert names(told) == ["read_balance"]
    assert (told.cut, told.notes) == ("", ())


def test_middleware_has_its_say() -> None:
    server = ledger()

    async def rename(ctx: Any, call_next: Any) -> Any:
        result = await call_next(ctx)
        if ctx.method == "tools/list":
            result["tools"][0]["name"] = "renamed"
            result["tools"][0]["x-unknown"] = 1
        return result

    server.middleware.append(rename)
    told = hear(server)
    assert names(told) == ["renamed"]
    assert '"x-unknown":1' in told.pages[0]


def test_pages_are_followed_until_they_repeat() -> None:
    async def pages(_: Any, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        number = int(params.cursor or 0) if params else 0
        return types.ListToolsResult(tools=[tool(f"read_{number % 3}")], next_cursor=str(number + 1))

    told = hear(Server("endless", on_list_tools=pages))
    assert names(told) == ["read_0", "read_1", "read_2", "read_0"]
    assert told.cut == "page 4 repeats page 1 and names a further one"
    assert hear(Server("endless", on_list_tools=pages), limits=Limits(pages=2)).cut == "2 pages are the limit"


def test_a_lifespan_runs_and_is_closed() -> None:
    steps: list[str] = []

    @asynccontextmanager
    async def lifespan(server: MCPServer[Any]) -> AsyncIterator[None]:
        steps.append("open")

        @server.tool()
        def read_rates(currency: str) -> float:
            """Read the rates of today."""
            return len(currency)

        yield
        steps.append("closed")

    assert names(hear(ledger(lifespan))) == ["read_balance", "read_rates"]
    assert steps == ["open", "closed"]


def test_without_a_lifespan_that_fails() -> None:
    @asynccontextmanager
    async def lifespan(_: object) -> AsyncIterator[None]:
        raise ConnectionError("no database\nat db:5432")
        yield

    told = hear(ledger(lifespan))
    assert names(told) == ["read_balance"]
    [note] = told.notes
    assert "listed without the server's lifespan, which raised ConnectionError: no database at db:5432" in note
    assert "test_memory.py:" in note


def test_a_lifespan_that_fails_at_its_end_harms_nothing() -> None:
    @asynccontextmanager
    async def lifespan(_: object) -> AsyncIterator[None]:
        yield
        raise RuntimeError("can't flush")

    told = hear(ledger(lifespan))
    assert names(told) == ["read_balance"]
    [note] = told.notes
    assert note.startswith("it raised RuntimeError: can't flush")


def test_a_lifespan_that_never_begins() -> None:
    @asynccontextmanager
    async def lifespan(_: object) -> AsyncIterator[None]:
        await asyncio.sleep(3600)
        yield

    found = fault(ledger(lifespan), seconds=0.3)
    assert (found.kind, found.message) == ("timed out", "no answer to `initialize` within 0.3 s")


def test_the_object_stays_as_it_was() -> None:
    server: Server[Any] = Server("bare", on_list_tools=one_tool)
    before = dict(vars(server))
    hear(server)
    assert vars(server) == before


async def one_tool(_: Any, __: Any) -> types.ListToolsResult:
    return types.ListToolsResult(tools=[tool("read_clock")])


def test_an_error_of_the_handler_is_refused() -> None:
    async def broken(_: Any, __: Any) -> types.ListToolsResult:
        raise KeyError("tools.toml")

    found = fault(Server("broken", on_list_tools=broken))
    assert found.kind == "protocol error"
    assert found.message.startswith("`tools/list` was answered with the error ")


def test_a_server_that_asks_back_is_answered() -> None:
    async def asking(ctx: Any, _: Any) -> types.ListToolsResult:
        await ctx.session.send_ping()
        with pytest.raises(Exception, match="only lists tools"):
            await ctx.session.send_request(types.ListRootsRequest(), types.ListRootsResult)
        return types.ListToolsResult(tools=[tool("read_clock")])

    assert names(hear(Server("asking", on_list_tools=asking))) == ["read_clock"]


def test_a_message_that_is_too_large() -> None:
    async def large(_: Any, __: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[tool("read_clock", description="ß" * 3_000)])

    found = fault(Server("large", on_list_tools=large), limits=Limits(message_bytes=5_000))
    assert (found.kind, found.message) == (
        "protocol error",
        "a message is longer than 0.005 MB, which is more than is read",
    )


def test_a_server_without_tools() -> None:
    told = hear(Server("bare"))
    assert told.pages == ()
    assert any("has no tools" in note for note in told.notes)


class Shop:
    def __init__(self) -> None:
        self.server = ledger()


class Mall:
    def __init__(self) -> None:
        self.first, self.second = ledger(), Shop().server
        self.third: Server[Any] = Server("a")
        self.fourth: Server[Any] = Server("b")


async def make_later() -> object:
    return ledger()


@pytest.mark.parametrize(
    "value",
    [ledger, make_later, functools.partial(ledger, None), lambda lifespan=None: ledger(lifespan), Shop().server],
    ids=["function", "coroutine function", "partial", "default", "object"],
)
def test_what_makes_a_server(value: object) -> None:
    assert isinstance(make(value), MCPServer)


class Holder:
    """An application of an author's own around a low-level server."""

    def __init__(self) -> None:
        self.inner: Server[Any] = Server("inner", on_list_tools=one_tool)


def test_an_object_around_a_server() -> None:
    assert is_server(Holder())
    assert names(hear(make(Holder))) == ["read_clock"]


class Application:
    async def __call__(self, scope: object, receive: object, send: object) -> None:
        """Serve ASGI."""


def needs(path: str, *, port: int) -> object:
    return path, port


def raises() -> object:
    raise ValueError("PORT is no number")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (7, "`shop:make` is an object of `builtins.int`; accepted is a FastMCP, MCPServer"),
        (None, "`shop:make` is None; accepted is"),
        (json, "`shop:make` is the module `json`; accepted is"),
        (lambda: None, "what `shop:make` returns is None; accepted is"),
        (needs, "`shop:make` can't be called: it needs `path`, `port`"),
        (Application(), "Application`, an ASGI application (what it serves is listed by its URL); accepted is"),
        (Mall(), "Mall` with 2 servers in it; accepted is"),
    ],
)
def test_what_is_no_server(value: object, message: str) -> None:
    with pytest.raises(Fault) as raised:
        make(value)
    assert raised.value.kind == "could not start"
    assert message in raised.value.message


def test_a_function_that_raises() -> None:
    with pytest.raises(AuthorFault) as raised:
        make(raises)
    assert raised.value.message.startswith("`shop:make` raised ValueError: PORT is no number (")
    assert isinstance(raised.value.__cause__, ValueError)
