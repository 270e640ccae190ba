"""Lists a server object of Python in memory: JSON-RPC as over stdio, without a process or a pipe between.

The SDKs have no public way to reach a server object with plain JSON, so this takes the narrowest one that all of them
have (measured with the official SDK 1.10 to 2.3 and fastmcp 2.10 to 4.2): each high-level object holds a low-level
server, which has a public `run` over two streams, and `mcp.server.stdio.stdio_server` makes these streams from any pair
of texts. So middleware, pages and fields that no client knows are those that a client would see over stdio, and the SDK
itself writes the JSON. No SDK is imported but the one that made the object.
"""

from __future__ import annotations

import asyncio
import copy
import functools
import importlib
import inspect
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from catalint import __version__
from catalint.live.failure import FailureKind
from catalint.live.limits import Limits
from catalint.quoting import shown

# The latest revision of the handshake era; the server answers with what it speaks.
PROTOCOL = "2025-11-25"
# How long a server may take to close what its lifespan opened; its listing is complete by then.
_CLOSING_SECONDS = 2.0
_METHOD_NOT_FOUND = -32601  # JSON-RPC 2.0, 5.1
_MESSAGE_LENGTH = 400

ACCEPTED = (
    "a FastMCP, MCPServer or low-level Server of the official SDK, a FastMCP of fastmcp, or a function without "
    "parameters that returns one"
)


class ObjectError(Exception):
    """A server object that can't be found or listed, as one line."""

    def __init__(self, kind: FailureKind, message: str) -> None:
        self.kind = kind
        self.message = message
        super().__init__(message)


class AuthorError(ObjectError):
    """The author's own code raised, as `__cause__` has it."""


@dataclass(frozen=True)
class Heard:
    """What a server object said; the fields are those of `Listed`."""

    introduction: str
    pages: tuple[str, ...]
    protocol: str
    cut: str = ""
    notes: tuple[str, ...] = ()


def is_server(value: object) -> bool:
    """Whether something is a server object that can be listed."""
    return len(_low_levels(value)) == 1


async def make_server(value: object, name: str) -> object:
    """The server object that `value` is, or that it makes if it is a function; `name` is what messages call it.

    Raises ObjectError, which names what was found and what is accepted.
    """
    if is_server(value):
        return value
    if isinstance(value, type | functools.partial) or inspect.isroutine(value):
        needed = _needed(value)
        if needed:
            raise ObjectError("could not start", f"{name} can't be called: it needs {', '.join(needed)}")
        try:
            made = value()
            made = await made if inspect.isawaitable(made) else made
        except Exception as error:
            raise AuthorError("could not start", f"{name} raised {explain(error)}") from error
        if is_server(made):
            return made
        value, name = made, f"what {name} returns"
    raise ObjectError("could not start", f"{name} is {_kind(value)}; accepted is {ACCEPTED}")


async def listen(server: object, limits: Limits) -> Heard:
    """List a server object as a client would over stdio.

    Its lifespan runs, since tools may be registered there. Where it fails, say for want of a database, the server is
    listed without it and a note says so. Raises ObjectError. What takes too long is for the caller to end.
    """
    try:
        return await _listen(server, limits, alive=True)
    except _LifespanError as error:
        heard = await _listen(server, limits, alive=False)
        note = f"listed without the server's lifespan, which failed: {explain(error.cause)}"
        return Heard(heard.introduction, heard.pages, heard.protocol, heard.cut, (note, *heard.notes))


def explain(error: BaseException) -> str:
    """An exception as one line, cut to a length that fits a message."""
    while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    text = " ".join(str(error).split())
    line = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return line if len(line) <= _MESSAGE_LENGTH else f"{line[: _MESSAGE_LENGTH - 1]}…"


class _LifespanError(Exception):
    """The server's lifespan failed before anything was listed."""

    def __init__(self, cause: BaseException) -> None:
        self.cause = cause
        super().__init__(str(cause))


async def _listen(server: object, limits: Limits, *, alive: bool) -> Heard:
    low = _low_levels(server)[0]
    running = copy.copy(low)  # the author's object is left as it is: others may use it at the same time
    failed: list[BaseException] = []

    @asynccontextmanager
    async def lifespan(_: object) -> AsyncIterator[Any]:
        async with AsyncExitStack() as stack:
            try:
                # fastmcp 2.13 to 3 refuse to run where this was not entered; its own clients do the same
                outer = getattr(server, "_lifespan_manager", None)
                if outer is not None:
                    await stack.enter_async_context(outer())
                state = await stack.enter_async_context(low.lifespan(low))
            except Exception as error:
                failed.append(error)
                raise
            yield state

    @asynccontextmanager
    async def nothing(_: object) -> AsyncIterator[Any]:
        yield {}

    running.lifespan = lifespan if alive else nothing
    wire = _Wire(limits)
    serving = asyncio.create_task(_serve(running, wire))
    try:
        heard = await _Conversation(wire, serving, limits).run()
    except _EndedError as error:
        if failed:
            raise _LifespanError(failed[0]) from error
        raise ObjectError("protocol error", str(error)) from error
    finally:
        ending = await _end(serving, wire)
    note = f"the server failed while it ended: {explain(ending)}" if ending else ""
    return Heard(heard.introduction, heard.pages, heard.protocol, heard.cut, (*heard.notes, *filter(None, (note,))))


async def _serve(low: Any, wire: _Wire) -> None:
    streams = importlib.import_module("mcp.server.stdio").stdio_server
    async with streams(wire, wire) as (reading, writing):
        await low.run(reading, writing, low.create_initialization_options())


async def _end(serving: asyncio.Task[None], wire: _Wire) -> BaseException | None:
    """Close the server's input and wait for its end; returns what it raised then."""
    before = serving.done()
    wire.close()
    await asyncio.wait({serving}, timeout=_CLOSING_SECONDS)
    if not serving.done():
        serving.cancel()
        await asyncio.wait({serving}, timeout=_CLOSING_SECONDS)
    if before or not serving.done() or serving.cancelled():
        return None
    return serving.exception()


class _Wire:
    """Both ends of a connection over stdio, as far as the SDKs use them: lines to iterate over, `write` and `flush`."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._requests: asyncio.Queue[str | None] = asyncio.Queue()
        self._total = 0
        self.answers: asyncio.Queue[str] = asyncio.Queue()

    async def __aiter__(self) -> AsyncIterator[str]:
        while (line := await self._requests.get()) is not None:
            yield line

    async def write(self, text: str) -> None:
        """Take a message of the server."""
        size = len(text.encode("utf-8", "surrogatepass"))
        self._total += size
        for what, most, taken in (
            ("message", self._limits.message_bytes, size),
            ("listing", self._limits.total_bytes, self._total),
        ):
            if taken > most:
                raise _TooMuchError(f"the server's {what} is larger than {most:,} bytes")
        self.answers.put_nowait(text)

    async def flush(self) -> None:
        """Nothing waits in between."""

    def send(self, message: Mapping[str, Any]) -> None:
        """Give the server a message."""
        self._requests.put_nowait(json.dumps({"jsonrpc": "2.0", **message}) + "\n")

    def close(self) -> None:
        """End the server's input."""
        self._requests.put_nowait(None)


class _TooMuchError(Exception):
    """The server said more than the limits allow."""


class _EndedError(Exception):
    """The server ended without the answer that it was asked for."""


class _Conversation:
    """The client's side: introduces itself, then asks for page after page."""

    def __init__(self, wire: _Wire, serving: asyncio.Task[None], limits: Limits) -> None:
        self._wire = wire
        self._serving = serving
        self._limits = limits
        self._asked = 0

    async def run(self) -> Heard:
        client = {"name": "catalint", "version": __version__}
        introduction, said = await self._ask(
            "initialize", {"protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": client}
        )
        self._wire.send({"method": "notifications/initialized"})
        protocol = said.get("protocolVersion")
        pages: list[str] = []
        read: list[object] = []
        cursor, cut = "", ""
        while True:
            page, answer = await self._ask("tools/list", {"cursor": cursor} if cursor else {})
            pages.append(page)
            tools, following = answer.get("tools"), answer.get("nextCursor")
            if not isinstance(following, str) or not following:
                break
            if tools in read:
                cut = f"page {len(pages)} repeats page {read.index(tools) + 1}"
                break
            if len(pages) == self._limits.pages:
                cut = f"{len(pages):,} pages were read, and the server names more"
                break
            read.append(tools)
            cursor = following
        return Heard(introduction, tuple(pages), protocol if isinstance(protocol, str) else "", cut)

    async def _ask(self, method: str, params: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
        """The answer to a request, as it came and as its result."""
        self._asked += 1
        self._wire.send({"id": self._asked, "method": method, "params": params})
        while True:
            text = (await self._next(method)).strip()
            message = json.loads(text)
            if not isinstance(message, dict):
                continue
            if "method" in message:
                self._reply(message)
            elif message.get("id") == self._asked:
                break
        result = message.get("result")
        if not isinstance(result, dict):
            error = message.get("error")
            said = error.get("message") if isinstance(error, dict) else None
            code = error.get("code") if isinstance(error, dict) else None
            raise ObjectError("protocol error", f"`{method}` was answered with error {code}: {shown(str(said), 300)}")
        return text, result

    async def _next(self, method: str) -> str:
        getting: asyncio.Task[str] = asyncio.create_task(self._wire.answers.get())
        await asyncio.wait({getting, self._serving}, return_when=asyncio.FIRST_COMPLETED)
        if getting.done():
            return getting.result()
        getting.cancel()
        error = None if self._serving.cancelled() else self._serving.exception()
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        if isinstance(error, _TooMuchError):
            raise ObjectError("protocol error", str(error))
        why = f": {explain(error)}" if error else ""
        raise _EndedError(f"the server ended without an answer to `{method}`{why}")

    def _reply(self, message: Mapping[str, Any]) -> None:
        """Refuse what a server asks of a client that has no capabilities, so that it doesn't wait."""
        if "id" not in message:
            return
        if message["method"] == "ping":
            self._wire.send({"id": message["id"], "result": {}})
        else:
            error = {"code": _METHOD_NOT_FOUND, "message": "not supported"}
            self._wire.send({"id": message["id"], "error": error})


def _low_levels(value: object) -> list[Any]:
    """The low-level servers that a value is or holds: the SDKs keep them under different private names."""
    if _is_low_level(value):
        return [value]
    if isinstance(value, type):
        return []
    with suppress(TypeError):  # no __dict__
        return [held for held in vars(value).values() if _is_low_level(held)]
    return []


def _is_low_level(value: object) -> bool:
    return not isinstance(value, type) and all(
        callable(getattr(type(value), name, None)) for name in ("run", "create_initialization_options")
    )


def _needed(function: Any) -> list[str]:
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # a built-in
        return []
    kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [
        f"`{parameter.name}`"
        for parameter in parameters
        if parameter.default is inspect.Parameter.empty and parameter.kind not in kinds
    ]


def _kind(value: object) -> str:
    if value is None:
        return "None"
    if inspect.ismodule(value):
        return f"the module `{value.__name__}`"
    kind = type(value)
    many = len(_low_levels(value))
    holding = f" with {many} servers in it" if many else ""
    asgi = ", an ASGI application: what it serves is listed by its URL," if _is_asgi(value) else ""
    return f"an object of `{kind.__module__}.{kind.__qualname__}`{holding}{asgi}"


def _is_asgi(value: object) -> bool:
    call = type(value).__call__ if callable(value) else None
    return inspect.iscoroutinefunction(call) and len(inspect.signature(call).parameters) == 4  # self, scope, ...
