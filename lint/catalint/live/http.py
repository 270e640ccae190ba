"""Servers that answer under one URL, each message with a response of its own: Streamable HTTP.

https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http
https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager, suppress

from catalint.live import statuses
from catalint.live.address import Address
from catalint.live.connection import Connection, Response
from catalint.live.events import Events
from catalint.live.failure import Fault, Refusal, too_long
from catalint.live.limits import Limits
from catalint.live.lines import Intake
from catalint.live.messages import STATELESS_REVISIONS, Incoming, Request, read_message
from catalint.live.watch import TimeIsUpError, Watch
from catalint.quoting import shown

# Redirects that keep the method and the body, and how many are followed: one for a slash, one for a prefix, one more.
_KEEPING = frozenset((307, 308))
_REDIRECTS = 3
# How long a server has to hear that its session is over; it ends without that too.
_FAREWELL = 2.0
# Requests of a server that are answered while it owes us one answer.
_REPLIES = 100
# What names a session or a revision has to be visible ASCII.
_VISIBLE = re.compile(r"[\x21-\x7e]{1,1024}")


class StreamableHttp:
    """A channel that posts each message; an answer comes as JSON or in a stream of events."""

    hint = statuses.HINT

    def __init__(self, address: Address, headers: Mapping[str, str], limits: Limits, watch: Watch) -> None:
        self.was_heard = False
        self._address = address
        self._headers = headers
        self._limits = limits
        self._watch = watch
        self._connection = Connection(address, watch)
        self._intake = Intake(limits.total_bytes)
        self._session = ""
        self._revision = ""
        self._replies = 0
        self._remark = ""

    def send(self, request: Request) -> Generator[Incoming]:
        """Post a request, and give the messages of the response."""
        self._intake.begin()
        self._revision = request.revision
        self._replies = 0
        name = f"`{request.method}`"
        with self._post(request.text, request) as response:
            if not 200 <= response.status < 300:
                messages = iter((self._refused(response, name),))
            elif response.status in (202, 204):
                raise Fault("protocol error", f"{name} was accepted (HTTP {response.status}) and not answered")
            else:
                if request.method == "initialize":
                    self._session = self._read_session(response)
                messages = self._read(response, name)
            for each in messages:
                self.was_heard = True
                yield each

    def notify(self, notice: Request) -> str:
        """Post a notification."""
        with self._post(notice.text, notice) as response:
            # a stream of events would never end
            page = b"" if response.media_type == "text/event-stream" else statuses.read_page(response)
            if 200 <= response.status < 300:
                return ""
            refusal = self._refuse(response, page, f"`{notice.method}`")
            if refusal.kind == "needs authorization":
                raise refusal
            return refusal.message

    def reply(self, text: str) -> None:
        """Post an answer to a request that came in a stream of events; nobody waits for what becomes of it."""
        if self._revision in STATELESS_REVISIONS:
            return  # neither side may, since 2026-07-28
        self._replies += 1
        if self._replies > _REPLIES:
            raise Fault("protocol error", f"it sends more than {_REPLIES} requests instead of an answer")
        connection = Connection(self._address, self._watch)
        try:
            with suppress(Fault), connection.ask("POST", self._address.target, self._for(None), text.encode()):
                pass
        finally:
            connection.close()

    def remark(self) -> str:
        """How the last response ended."""
        return self._remark

    def close(self) -> None:
        """End the session, if there is one, and close the connection."""
        self._connection.close()
        if not self._session or self._watch.interrupted:
            return
        watch = Watch(_FAREWELL)
        connection = Connection(self._address, watch)
        try:
            with suppress(Fault, TimeIsUpError), connection.ask("DELETE", self._address.target, self._for(None)):
                pass
        finally:
            connection.close()
            watch.close()

    @contextmanager
    def _post(self, text: str, request: Request) -> Iterator[Response]:
        """Post a message, to where redirects within the same origin lead."""
        for _ in range(_REDIRECTS + 1):
            asked = self._connection.ask("POST", self._address.target, self._for(request), text.encode())
            with asked as response:
                if not 300 <= response.status < 400:
                    yield response
                    return
                location = response.headers.get("Location", "")
                if response.status not in _KEEPING or not location:
                    raise statuses.describe_redirect(response, self._address)
                target = self._address.join(location)
                if target.origin != self._address.origin:
                    raise statuses.describe_redirect(response, self._address)
                statuses.read_page(response)
            self._address = target
        raise Fault("protocol error", f"{self._address.shown} redirects again and again")

    def _for(self, request: Request | None) -> dict[str, str]:
        """The headers of a message; of one that is no request of ours, None."""
        revision = request.revision if request else self._revision
        headers = {
            **self._headers,
            "Accept": "application/json, text/event-stream",
            "Content-Type": "application/json",
        }
        if self._session:
            headers["Mcp-Session-Id"] = self._session
        if _VISIBLE.fullmatch(revision):
            headers["MCP-Protocol-Version"] = revision
        if request and request.stateless:
            headers["Mcp-Method"] = request.method
        return headers

    def _read_session(self, response: Response) -> str:
        session = response.headers.get("Mcp-Session-Id") or ""
        if session and not _VISIBLE.fullmatch(session):
            raise Fault("protocol error", "it names a session by what is no visible ASCII, or too long")
        return session

    def _refused(self, response: Response, name: str) -> Incoming:
        """The error that a status comes with. Raises Refusal where there is none."""
        page = statuses.read_page(response)
        error = statuses.find_error(page)
        if error and response.status not in (401, 403):
            return error
        raise self._refuse(response, page, name)

    def _refuse(self, response: Response, page: bytes, name: str) -> Refusal:
        return statuses.refuse(response, page, self._address, name, self._headers)

    def _read(self, response: Response, name: str) -> Iterator[Incoming]:
        """The messages of a response that is a success."""
        encoding = response.headers.get("Content-Encoding", "identity").strip().lower()
        if encoding not in ("", "identity"):
            raise Fault("protocol error", f"{name} was answered in the encoding {shown(encoding)}, not asked for")
        if response.media_type == "text/event-stream":
            yield from self._read_events(response)
        elif response.media_type == "application/json":
            yield self._read_json(response, name)
        else:
            page = statuses.read_page(response)
            raise statuses.describe_content(response, page, self._address, name)

    def _read_json(self, response: Response, name: str) -> Incoming:
        body = bytearray()
        for chunk in response.chunks():
            body += chunk
            if len(body) > self._limits.message_bytes:
                raise too_long("a message", self._limits.message_bytes)
        try:
            text = body.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise Fault("protocol error", f"{name} was answered in no valid UTF-8 ({error.reason})") from None
        if not text.strip():
            raise Fault("protocol error", f"{name} was answered with an empty body")
        return read_message(text)

    def _read_events(self, response: Response) -> Iterator[Incoming]:
        events = Events(self._limits.message_bytes)
        self._remark = ""
        for chunk in response.chunks():
            self._intake.take(chunk)
            for event in events.take(chunk):
                if event.type == "message" and event.data:
                    yield read_message(event.data)
        self._remark = ": its stream of events ended" + (" within an event" if events.is_within else "")
