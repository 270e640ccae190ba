"""A connection to a server of HTTP that never waits longer than its listing may take."""

from __future__ import annotations

import http.client
import socket
import ssl
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from email.message import Message

from catalint.live.address import Address, find_proxy
from catalint.live.failure import Fault
from catalint.live.sockets import open_socket, secure, tunnel
from catalint.live.watch import TimeIsUpError, Watch

_CHUNK = 65_536


class Response:
    """A response of HTTP: its status, its headers, and its body as it comes."""

    def __init__(self, raw: http.client.HTTPResponse, connection: Connection) -> None:
        self.status = raw.status
        self.headers: Message = raw.headers
        self.is_read = False
        self._raw = raw
        self._connection = connection

    @property
    def media_type(self) -> str:
        """The type of the body in small letters, empty if none is named."""
        return (self.headers.get("Content-Type") or "").partition(";")[0].strip().lower()

    def chunks(self) -> Generator[bytes]:
        """The body. Raises Fault if it ends early, and TimeIsUpError."""
        left = None if self._raw.chunked else self._raw.length
        while left is None or left > 0:
            with self._connection.translated():
                chunk = self._raw.read1(_CHUNK if left is None else min(_CHUNK, left))
                if not chunk and left:
                    raise http.client.IncompleteRead(b"")
            if not chunk:
                break
            if left is not None:
                left -= len(chunk)
            yield chunk
        self.is_read = True


class Connection:
    """Requests to one origin, one after the other, over one connection as long as the server keeps it."""

    def __init__(self, address: Address, watch: Watch) -> None:
        self._address = address
        self._watch = watch
        self._proxy = find_proxy(address)
        self._socket: socket.socket | None = None
        self._http: http.client.HTTPConnection | None = None

    @contextmanager
    def ask(self, method: str, target: str, headers: Mapping[str, str], body: bytes = b"") -> Iterator[Response]:
        """Send a request and give the response, to be read while the block runs.

        Raises Fault where there is no connection or no response of HTTP, and TimeIsUpError.
        """
        with self._watch.waking(self.cut):
            with self.translated():
                raw = self._exchange(method, target, headers, body)
            response = Response(raw, self)
            try:
                yield response
            finally:
                raw.close()
                # what is not read to its end can't be followed by another response
                if raw.will_close or not response.is_read:
                    self.close()

    def cut(self) -> None:
        """Let nothing more come, from any thread: what waits for it sees the end."""
        opened = self._socket
        if opened:
            with suppress(OSError):
                # the method of an SSLSocket would also take its state away from whoever reads just now
                socket.socket.shutdown(opened, socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection; the next request opens another."""
        opened, self._socket, self._http = self._socket, None, None
        if opened:
            with suppress(OSError):
                opened.close()

    def _exchange(self, method: str, target: str, headers: Mapping[str, str], body: bytes) -> http.client.HTTPResponse:
        is_reused = self._http is not None
        try:
            return self._send(method, target, headers, body)
        except (http.client.RemoteDisconnected, ConnectionError):
            self.close()
            # a server may give up a connection that nobody used, which is seen only when somebody uses it
            if not is_reused or self._watch.over:
                raise
            return self._send(method, target, headers, body)

    def _send(self, method: str, target: str, headers: Mapping[str, str], body: bytes) -> http.client.HTTPResponse:
        connection = self._http or self._open()
        if self._proxy and self._address.scheme == "http":
            target = f"http://{self._address.authority}{target}"
        connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
        connection.putheader("Host", self._address.authority)
        connection.putheader("Accept-Encoding", "identity")
        for name, value in headers.items():
            connection.putheader(name, value)
        if self._proxy and self._proxy.authorization and self._address.scheme == "http":
            connection.putheader("Proxy-Authorization", self._proxy.authorization)
        if body:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body or None)
        return connection.getresponse()

    def _open(self) -> http.client.HTTPConnection:
        self._socket = open_socket(self._proxy or self._address, self._watch)
        self._watch.check()
        if self._address.scheme == "https":
            if self._proxy:
                tunnel(self._socket, self._address, self._proxy)
            secured = secure(self._socket, self._address)
            self._socket = secured
            self._watch.check()
            secured.do_handshake()
        self._http = http.client.HTTPConnection(self._address.host, self._address.port)
        self._http.sock = self._socket
        return self._http

    @contextmanager
    def translated(self) -> Iterator[None]:
        """Say what an error of the network means; what was cut off at the end of the time is none."""
        try:
            self._watch.check()
            yield
            self._watch.check()
        except (OSError, http.client.HTTPException) as error:
            self.close()
            if self._watch.over:
                raise TimeIsUpError from None
            raise _explain(error, self._address, self._proxy) from None


def _explain(error: OSError | http.client.HTTPException, address: Address, proxy: Address | None) -> Fault:
    place = f"{address.place} (through the proxy {proxy.place})" if proxy else address.place
    match error:
        case ssl.SSLCertVerificationError():
            return Fault(
                "refused",
                f"{place} has a certificate that is not trusted: {error.verify_message}"
                "; SSL_CERT_FILE names a file with further authorities",
            )
        case ssl.SSLError():
            reason = (error.reason or "no reason given").replace("_", " ").lower()
            return Fault("refused", f"no TLS connection to {place}: {reason}; does it speak http:// only?")
        case socket.gaierror():
            name = (proxy or address).host
            return Fault("refused", f"the host {name} is not known: is the name right, and the network there?")
        case ConnectionRefusedError():
            return Fault("refused", f"{place} refuses connections: does the server run, and on that port?")
        case http.client.RemoteDisconnected() | ConnectionError():
            return Fault("protocol error", f"{place} closed the connection without an answer")
        case http.client.IncompleteRead():
            return Fault("protocol error", f"{address.shown} broke off in the middle of an answer")
        case http.client.LineTooLong():
            return Fault("protocol error", f"what {place} answered has a header that is longer than is read")
        case http.client.HTTPException() if type(error) is http.client.HTTPException:
            return Fault("protocol error", f"what {place} answered has more headers than are read")
        case http.client.HTTPException():
            return Fault("protocol error", f"what {place} answered is no HTTP ({type(error).__name__})")
    return Fault("refused", f"no connection to {place}: {error.strerror or type(error).__name__}")
