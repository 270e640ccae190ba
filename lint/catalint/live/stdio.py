"""Servers that are started and spoken to over their standard input and output: a message a line, in UTF-8.

https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio
"""

from __future__ import annotations

import queue
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Generator
from contextlib import suppress
from typing import IO

from catalint.live.failure import Fault, ServerError
from catalint.live.launch import Command, Server
from catalint.live.limits import Limits
from catalint.live.lines import Intake, Lines, Tail
from catalint.live.listed import Listed
from catalint.live.messages import QUOTED, Incoming, Request
from catalint.live.processes import GRACE, describe_end, start
from catalint.live.protocol import list_tools
from catalint.live.stdout import Output
from catalint.live.watch import Watch
from catalint.quoting import shown

_CHUNK = 65_536
# Chunks that may wait to be read: what is more waits in the pipe, and the server with it.
_WAITING = 16
# How long a server that was interrupted has to end by itself.
_HURRIED = 0.2
# How long the threads that read may take to see that all is over.
_JOIN = 1.0
# How long a server that closed its output may take to end, before it is said to run still.
_LAST_WORDS = 1.0
# Answers that may wait to be written: a server that never reads them asks in vain.
_UNREAD = 1_000


def list_command(server: Server, command: Command, limits: Limits, watch: Watch) -> Listed:
    """Start a server, list its tools, and end it with all that it started. Raises ServerError."""
    try:
        channel = _Pipes(command, limits, watch)
    except Fault as fault:
        raise ServerError(server, fault.kind, fault.message) from None
    try:
        told = list_tools(channel, limits, watch)
    except Fault as fault:
        # before the end: what it writes while it is ended tells nothing
        raise ServerError(server, fault.kind, fault.message, channel.last_words) from None
    finally:
        channel.close()
    notes = (*told.notes, *channel.notes)
    return Listed(server, told.introduction, told.pages, told.protocol, "stdio", watch.spent, told.cut, notes)


class _Pipes:
    """A channel over the pipes of a process.

    Each pipe has a thread: a read or a write that blocks can be given up by nobody else, and a server that does not
    read must not keep us from reading.
    """

    hint = "give it what it needs in its environment or its arguments"

    def __init__(self, command: Command, limits: Limits, watch: Watch) -> None:
        self._watch = watch
        self._tree = start(command.arguments, command.environment, command.folder)
        self._chunks: queue.Queue[bytes | None] = queue.Queue(_WAITING)
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._stopped = threading.Event()
        self._tail = Tail()
        self._lines = Lines(limits.message_bytes)
        self._ready: deque[bytes] = deque()
        self._intake = Intake(limits.total_bytes)
        self._heard = False
        self._output = Output()
        self._is_closed = False
        process = self._tree.process
        self._threads = [
            _thread(self._write, process.stdin),
            _thread(self._read, process.stdout),
            _thread(self._drain, process.stderr),
        ]

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks on what was written to standard output and is no message."""
        return self._output.notes

    @property
    def last_words(self) -> tuple[str, ...]:
        """The last lines of standard error."""
        return self._tail.lines

    def send(self, request: Request) -> Generator[Incoming]:
        """Write a request, and give the messages that are read from then on."""
        self._post(request.text)
        self._intake.begin()
        while True:
            while self._ready:
                incoming = self._output.read(self._ready.popleft())
                if incoming:
                    self._heard = True
                    yield incoming
            chunk = self._next_chunk()
            if chunk is None:
                raise self._ended(request.method)
            self._intake.take(chunk)
            self._ready.extend(self._lines.take(chunk))

    def notify(self, notice: Request) -> str:
        """Write a notification."""
        self._watch.check()
        self._post(notice.text)
        return ""

    def reply(self, text: str) -> None:
        """Write an answer to the server."""
        if self._outgoing.qsize() > _UNREAD:
            raise Fault("protocol error", "it sends requests and does not read the answers to them")
        self._post(text)

    def remark(self) -> str:
        """What came instead of an answer, and whether what was started still runs."""
        code = self._tree.process.poll()
        return self._strays() + ("" if code is None else f"; what was started {describe_end(code)}")

    def close(self) -> None:
        """Close the input of the server, and end it and all that it started."""
        if self._is_closed:
            return
        self._is_closed = True
        self._stopped.set()
        self._outgoing.put(None)
        self._tree.end(_HURRIED if self._watch.interrupted else GRACE)
        for thread in self._threads:
            thread.join(_JOIN)
        process = self._tree.process
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream:
                _close(stream)

    def _post(self, text: str) -> None:
        self._outgoing.put(text.encode() + b"\n")

    def _next_chunk(self) -> bytes | None:
        with self._watch.waking(self._wake):
            self._watch.check()
            chunk = self._chunks.get()
            self._watch.check()
        return chunk

    def _wake(self) -> None:
        with suppress(queue.Full):  # then nobody waits
            self._chunks.put_nowait(None)

    def _ended(self, method: str) -> Fault:
        """What to say of a server that closed its output."""
        process = self._tree.process
        try:
            code = process.wait(min(_LAST_WORDS, self._watch.left))
        except subprocess.TimeoutExpired:
            return Fault("protocol error", f"it closed its output before it answered `{method}`{self._strays()}")
        self._threads[-1].join(_LAST_WORDS)  # all of standard error
        end = f"it {describe_end(code)} before it answered `{method}`"
        if self._heard:
            return Fault("protocol error", f"{end}{self._strays()}")
        if code == 0:
            end += " (does this command start a server that speaks MCP over standard input and output?)"
        return Fault("could not start", f"{end}{self._strays()}")

    def _strays(self) -> str:
        rest = self._lines.rest[: 4 * QUOTED].decode("utf-8", errors="replace").strip()
        unended = [f"its last line has no end: {shown(rest, QUOTED)}"] if rest else []
        return "".join(f"; {note}" for note in (*unended, *self._output.notes[:1]))

    def _read(self, stream: IO[bytes]) -> None:
        while chunk := _read_chunk(stream):
            self._put(chunk)
        self._put(None)

    def _put(self, chunk: bytes | None) -> None:
        """Hand on a chunk; what comes after the end of the listing is dropped, so that the server can end."""
        while not self._stopped.is_set():
            try:
                self._chunks.put(chunk, timeout=0.1)
            except queue.Full:
                continue
            return

    def _drain(self, stream: IO[bytes]) -> None:
        while chunk := _read_chunk(stream):
            self._tail.take(chunk)

    def _write(self, stream: IO[bytes]) -> None:
        """Write what is to be sent, and close the stream at the end of it, or when nobody reads any more."""
        while data := self._outgoing.get():
            try:
                while data:
                    data = data[stream.write(data) :]
            except (OSError, ValueError):
                break
        _close(stream)


def _thread(work: Callable[[IO[bytes]], None], stream: IO[bytes] | None) -> threading.Thread:
    thread = threading.Thread(target=work, args=(stream,), daemon=True)
    thread.start()
    return thread


def _read_chunk(stream: IO[bytes]) -> bytes:
    """What there is, empty at the end of it."""
    try:
        return stream.read(_CHUNK)
    except (OSError, ValueError):  # closed by us
        return b""


def _close(stream: IO[bytes]) -> None:
    with suppress(OSError):
        stream.close()
