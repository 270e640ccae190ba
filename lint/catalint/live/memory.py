"""Lists a server object of Python in memory: JSON-RPC as over stdio, without a process or a pipe between.

The SDKs have no public way to reach a server object with plain JSON, so this takes the narrowest one that all of them
have (the official SDK 1.2 to 2.3 and fastmcp 2.3 to 4.2 were tried): a high-level object holds a low-level server,
which has a public `run` over two streams, and `mcp.server.stdio.stdio_server` makes these streams of anything that
gives and takes lines. So middleware, pages and fields that no client knows are those that a client would see over
stdio, and the SDK itself writes the JSON. No SDK is imported but the one that made the object.
"""

from __future__ import annotations

import asyncio
import copy
import functools
import importlib
import inspect
from collections.abc import AsyncIterator, Generator
from contextlib import AsyncExitStack, aclosing, asynccontextmanager, suppress
from dataclasses import replace
from queue import SimpleQueue
from typing import Any

from catalint.live.failure import Fault, too_long
from catalint.live.limits import Limits
from catalint.live.messages import Incoming, Request, read_message
from catalint.live.protocol import Told, list_tools
from catalint.live.raised import AuthorFault, explain
from catalint.live.watch import Watch

ACCEPTED = (
    "a FastMCP, MCPServer or low-level Server of the official SDK, a FastMCP of fastmcp, or a function without "
    "parameters that returns one"
)
# How long a server may take to close what its lifespan opened: its list is complete by then.
_CLOSING_SECONDS = 2.0


def is_server(value: object) -> bool:
    """Whether something is a server object that can be listed."""
    return len(_low_levels(value)) == 1


async def make_server(value: object, name: str) -> object:
    """The server object that `value` is, or that it makes if it is a function; `name` is what messages call it.

    Raises Fault, which names what was found and what is accepted.
    """
    if is_server(value):
        return value
    if isinstance(value, type | functools.partial) or inspect.isroutine(value):
        needed = _needed(value)
        if needed:
            raise Fault("could not start", f"{name} can't be called: it needs {', '.join(needed)}")
        try:
            made = value()
            made = await made if inspect.isawaitable(made) else made
        except Exception as error:
            raise AuthorFault("could not start", f"{name} raised {explain(error)}") from error
        if is_server(made):
            return made
        value, name = made, f"what {name} returns"
    raise Fault("could not start", f"{name} is {_kind(value)}; accepted is {ACCEPTED}")


async def listen(server: object, limits: Limits, watch: Watch) -> Told:
    """List a server object as a client would over stdio.

    Its lifespan runs, since tools may be registered there. Where it fails, say for want of a database, the server is
    listed without it and a note says so. Raises Fault.
    """
    try:
        return await _listen(server, limits, watch, alive=True)
    except _LifespanError as error:
        told = await _listen(server, limits, watch, alive=False)
        note = f"listed without the server's lifespan, which raised {explain(error.cause)}"
        return replace(told, notes=(note, *told.notes))


class _LifespanError(Exception):
    """The server's lifespan failed before anything was listed."""

    def __init__(self, cause: Exception) -> None:
        self.cause = cause
        super().__init__(str(cause))


async def _listen(server: object, limits: Limits, watch: Watch, *, alive: bool) -> Told:
    low = _low_levels(server)[0]
    failed: list[Exception] = []

    @asynccontextmanager
    async def lifespan(_: object) -> AsyncIterator[Any]:
        async with AsyncExitStack() as stack:
            try:
                # fastmcp 2.13 to 3 refuse to run where this was not entered; their own clients enter it the same way
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

    running = copy.copy(low)  # the author's object stays as it is: others may use it at the same time
    running.lifespan = lifespan if alive else nothing
    wire = _Wire(asyncio.get_running_loop(), limits, watch)
    serving = asyncio.create_task(_serve(running, wire))
    serving.add_done_callback(wire.end)
    try:
        told = await asyncio.to_thread(list_tools, wire, limits, watch)
    except Fault as fault:
        if failed:
            raise _LifespanError(failed[0]) from fault
        raise
    finally:
        ended = serving.done()
        wire.close()
        await _finish(serving, 0.0 if watch.over else _CLOSING_SECONDS)
    error = None if ended or serving.cancelled() or not serving.done() else serving.exception()
    return replace(told, notes=(*told.notes, f"it raised {explain(error)} while it ended")) if error else told


async def _serve(low: Any, wire: _Wire) -> None:
    streams = importlib.import_module("mcp.server.stdio").stdio_server
    # a server whose lifespan fails would leave them open
    async with streams(wire, wire) as (reading, writing), aclosing(reading), aclosing(writing):
        await low.run(reading, writing, low.create_initialization_options())


async def _finish(serving: asyncio.Task[None], seconds: float) -> None:
    """Wait for the end of a server whose input has ended; cancel one that goes on."""
    await asyncio.wait({serving}, timeout=seconds)
    if not serving.done():
        serving.cancel()
        await asyncio.wait({serving}, timeout=_CLOSING_SECONDS)


class _Wire:
    """Both ends of a connection over stdio: lines and a file for the server in its loop, a `Channel` for us outside."""

    hint = "pass what lets it answer without one"

    def __init__(self, loop: asyncio.AbstractEventLoop, limits: Limits, watch: Watch) -> None:
        self._loop = loop
        self._limits = limits
        self._watch = watch
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._answers: SimpleQueue[str | None] = SimpleQueue()  # None wakes whoever waits
        self._ended = False
        self._remark = ""

    async def __aiter__(self) -> AsyncIterator[str]:
        while (line := await self._lines.get()) is not None:
            yield line

    async def write(self, text: str) -> None:
        """Take what the server says."""
        self._answers.put(text)

    async def flush(self) -> None:
        """Nothing waits in between."""

    def end(self, serving: asyncio.Task[None]) -> None:
        """Take note that the server has ended."""
        error = None if serving.cancelled() else serving.exception()
        self._remark = f", since the server raised {explain(error)}" if error else ", since the server has ended"
        self._ended = True
        self._answers.put(None)

    def close(self) -> None:
        """End the server's input; in its loop."""
        self._lines.put_nowait(None)

    def send(self, request: Request) -> Generator[Incoming]:
        """Send a request and give all that comes from the server."""
        self.reply(request.text)
        with self._watch.waking(lambda: self._answers.put(None)):
            while True:
                text = self._answers.get()
                self._watch.check()
                if text is not None:
                    yield self._read(text.strip())
                elif self._ended:
                    return

    def notify(self, notice: Request) -> str:
        """Send a notification."""
        self.reply(notice.text)
        return ""

    def reply(self, text: str) -> None:
        """Send any message."""
        self._loop.call_soon_threadsafe(self._lines.put_nowait, f"{text}\n")

    def remark(self) -> str:
        """Why the server has ended."""
        return self._remark

    def _read(self, text: str) -> Incoming:
        if len(text) > self._limits.message_bytes or len(text.encode()) > self._limits.message_bytes:
            raise too_long("a message", self._limits.message_bytes)
        return read_message(text)


def _low_levels(value: object) -> list[Any]:
    """The low-level servers that a value is or holds: each SDK keeps its own under another private name."""
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
    optional = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [
        f"`{parameter.name}`"
        for parameter in parameters
        if parameter.default is inspect.Parameter.empty and parameter.kind not in optional
    ]


def _kind(value: object) -> str:
    if value is None:
        return "None"
    if inspect.ismodule(value):
        return f"the module `{value.__name__}`"
    kind = type(value)
    name = f"an object of `{kind.__module__}.{kind.__qualname__}`"
    if _is_asgi(value):
        return f"{name}, an ASGI application (what it serves is listed by its URL)"
    many = len(_low_levels(value))
    return f"{name} with {many} servers in it" if many else name


def _is_asgi(value: object) -> bool:
    call = type(value).__call__ if callable(value) else None
    return inspect.iscoroutinefunction(call) and len(inspect.signature(call).parameters) == 4  # self, scope, ...
