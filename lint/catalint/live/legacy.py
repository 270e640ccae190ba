"""Servers of the first transport over HTTP: one stream of events for all answers, and another address for requests.

https://modelcontextprotocol.io/specification/2024-11-05/basic/transports#http-with-sse
"""

from __future__ import annotations

import threading
from collections.abc import Generator, Mapping
from contextlib import ExitStack

from catalint.live import statuses
from catalint.live.address import Address
from catalint.live.connection import Connection, Response
from catalint.live.events import Event, Events
from catalint.live.failure import Fault, Refusal
from catalint.live.limits import Limits
from catalint.live.lines import Intake
from catalint.live.messages import Incoming, Request, read_message
from catalint.live.watch import TimeIsUpError, Watch

# How long the threads that post may take to see that all is over.
_JOIN = 2.0
# Messages that are posted for one listing at the most: pages, and answers to requests of the server.
_POSTS = 2_000


class EventStream:
    """A channel that posts messages to the address that a stream of events names, and reads the answers there."""

    hint = statuses.HINT

    def __init__(self, address: Address, headers: Mapping[str, str], limits: Limits, watch: Watch) -> None:
        self.is_open = False
        self._address = address
        self._headers = headers
        self._limits = limits
        self._watch = watch
        self._connection = Connection(address, watch)
        self._intake = Intake(limits.total_bytes)
        self._open = ExitStack()
        self._events: Generator[Event] | None = None
        self._endpoint = address
        self._posts: list[threading.Thread] = []
        self._posting: list[Connection] = []
        self._failed: Fault | None = None
        self._has_ended = False
        self._is_closed = False

    def open(self) -> None:
        """Open the stream and read where to post. Raises Fault where it is no such stream, and `is_open` is false."""
        headers = {**self._headers, "Accept": "text/event-stream", "Cache-Control": "no-cache"}
        response = self._open.enter_context(self._connection.ask("GET", self._address.target, headers))
        name = "a request for its stream of events"
        if 300 <= response.status < 400:
            raise statuses.describe_redirect(response, self._address)
        if not 200 <= response.status < 300:
            raise self._refuse(response, statuses.read_page(response), name)
        if response.media_type != "text/event-stream":
            raise statuses.describe_content(response, statuses.read_page(response), self._address, name)
        self.is_open = True
        self._events = self._read(response)
        for event in self._events:
            if event.type == "endpoint":
                self._endpoint = self._address.join(event.data)
                break
        else:
            raise Fault("protocol error", f"the stream of events of {self._address.shown} ended at once")
        if self._endpoint.origin != self._address.origin:
            message = f"{self._address.shown} has messages posted to {self._endpoint.shown}, another place"
            raise Fault("protocol error", f"{message}, to which no headers are sent")

    def send(self, request: Request) -> Generator[Incoming]:
        """Post a request, and give the messages that the stream brings from then on."""
        self._intake.begin()
        # another thread: a server may keep this post waiting until somebody has read what it writes to the stream
        thread = threading.Thread(target=self._post, args=(request.text, f"`{request.method}`"), daemon=True)
        self._posts.append(thread)
        thread.start()
        try:
            for event in self._events or ():
                if event.type == "message" and event.data:
                    yield read_message(event.data)
        except Fault as fault:
            raise (self._failed or fault) from None
        if self._failed:
            raise self._failed

    def notify(self, notice: Request) -> str:
        """Post a notification, and wait until the server has it: it must not come after the next request."""
        self._post(notice.text, f"`{notice.method}`")
        if self._failed:
            raise self._failed
        self._watch.check()
        return ""

    def reply(self, text: str) -> None:
        """Post an answer to a request of the server."""
        if len(self._posts) > _POSTS:
            raise Fault("protocol error", f"it sends more than {_POSTS} requests")
        thread = threading.Thread(target=self._post, args=(text, "an answer to its request"), daemon=True)
        self._posts.append(thread)
        thread.start()

    def remark(self) -> str:
        """That the stream ended, where it did."""
        return ": its stream of events ended" if self._has_ended else ""

    def close(self) -> None:
        """Close all connections."""
        self._is_closed = True
        for connection in (self._connection, *self._posting):
            connection.cut()
        self._open.close()
        self._connection.close()
        for thread in self._posts:
            thread.join(_JOIN)

    def _read(self, response: Response) -> Generator[Event]:
        events = Events(self._limits.message_bytes)
        for chunk in response.chunks():
            self._intake.take(chunk)
            yield from events.take(chunk)
        self._has_ended = True

    def _post(self, text: str, name: str) -> None:
        """Post a message; what goes wrong is kept, and whoever waits for an answer is woken."""
        headers = {**self._headers, "Accept": "application/json", "Content-Type": "application/json"}
        connection = Connection(self._endpoint, self._watch)
        self._posting.append(connection)
        try:
            with connection.ask("POST", self._endpoint.target, headers, text.encode()) as response:
                page = b"" if response.media_type == "text/event-stream" else statuses.read_page(response)
                if not 200 <= response.status < 300:
                    raise self._refuse(response, page, name)
        except TimeIsUpError:
            pass
        except Fault as fault:
            if not self._is_closed:
                self._failed = fault
                self._connection.cut()
        finally:
            connection.close()

    def _refuse(self, response: Response, page: bytes, name: str) -> Refusal:
        return statuses.refuse(response, page, self._address, name, self._headers)
