"""Connections: through proxies, with TLS, and to what speaks no HTTP."""

from __future__ import annotations

import socket
import socketserver
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from catalint.live import Endpoint, Limits, Listed, Server, ServerError

List = Callable[..., Listed]
Fail = Callable[..., ServerError]

# A key and a certificate for localhost and 127.0.0.1, made for these tests alone.
CERTIFICATE = Path(__file__).with_name("loopback.pem")


class Proxy(socketserver.ThreadingTCPServer):
    """Leads all that it is asked for to one port of this machine. `asked` are the first lines and credentials."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", 0), Forward)
        self.port = port
        self.status = 200
        self.asked: list[tuple[str, str]] = []


class Forward(socketserver.StreamRequestHandler):
    server: Proxy

    def handle(self) -> None:
        lines = []
        while (line := self.rfile.readline().decode().strip()) != "":
            lines.append(line)
        if not lines:
            return
        credentials = [line for line in lines if line.lower().startswith("proxy-authorization")]
        self.server.asked.append((lines[0], "".join(credentials)))
        if self.server.status != 200:
            self.wfile.write(f"HTTP/1.1 {self.server.status} No\r\nContent-Length: 0\r\n\r\n".encode())
            return
        with socket.create_connection(("127.0.0.1", self.server.port)) as onward:
            if lines[0].startswith("CONNECT"):
                self.wfile.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            else:
                method, url, version = lines[0].split()
                path = "/" + url.split("/", 3)[3]
                onward.sendall("\r\n".join((f"{method} {path} {version}", *lines[1:], "", "")).encode())
            back = threading.Thread(target=pump, args=(onward, self.connection))
            back.start()
            pump(self.rfile, onward)
            back.join()


def pump(source: Any, target: socket.socket) -> None:
    with suppress(OSError):
        read = source.recv if isinstance(source, socket.socket) else source.read1
        while data := read(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)


@contextmanager
def serving(server: socketserver.BaseServer) -> Iterator[None]:
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def proxy(harbour: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Proxy]:
    """A proxy that the environment names for all hosts."""
    for name in ("no_proxy", "NO_PROXY", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.delenv(name, raising=False)
    server = Proxy(harbour.server_port)
    with serving(server):
        for name in ("http_proxy", "https_proxy"):
            monkeypatch.setenv(name, f"http://master:tide@127.0.0.1:{server.server_address[1]}")
        yield server


@pytest.fixture
def secured(harbour_module: Any) -> Iterator[Any]:
    """The plain servers behind TLS."""
    server = harbour_module.Harbour()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    with serving(server):
        yield server
        server.closing.set()


def test_a_proxy_for_http(listed: List, proxy: Proxy) -> None:
    assert listed(Server("quay", Endpoint("http://harbour.example/events"))).pages
    assert proxy.asked[0] == (
        "POST http://harbour.example/events HTTP/1.1",
        "Proxy-Authorization: Basic bWFzdGVyOnRpZGU=",
    )


def test_a_proxy_is_not_asked_for_this_machine(listed: List, proxy: Proxy, harbour: Any) -> None:
    assert listed(Server("quay", Endpoint(f"{harbour.url}/json"))).pages
    assert proxy.asked == []


def test_a_proxy_for_https(listed: List, proxy: Proxy, secured: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    monkeypatch.setattr("catalint.live.address.Address.is_loopback", False)
    proxy.port = secured.server_port
    assert listed(Server("quay", Endpoint("https://localhost/json"))).pages
    assert proxy.asked[0] == ("CONNECT localhost:443 HTTP/1.1", "Proxy-Authorization: Basic bWFzdGVyOnRpZGU=")


@pytest.mark.parametrize(("status", "why"), [(407, ": it wants credentials"), (502, "")])
def test_a_proxy_that_refuses(status: int, why: str, failed: Fail, proxy: Proxy) -> None:
    proxy.status = status
    error = failed(Server("quay", Endpoint("https://harbour.example/json")))
    place = f"127.0.0.1:{proxy.server_address[1]}"
    assert (error.kind, error.message) == (
        "refused",
        f"the proxy {place} does not lead to harbour.example:443 (HTTP {status}){why}",
    )


def test_a_certificate_that_is_trusted(listed: List, secured: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    for path in ("json", "events", "paging"):
        assert listed(Server("quay", Endpoint(f"https://localhost:{secured.server_port}/{path}"))).pages


def test_a_certificate_that_is_not_trusted(failed: Fail, secured: Any) -> None:
    error = failed(Server("quay", Endpoint(f"https://127.0.0.1:{secured.server_port}/json")))
    assert error.kind == "refused"
    assert error.message == (
        f"127.0.0.1:{secured.server_port} has a certificate that is not trusted: self-signed certificate; "
        "SSL_CERT_FILE names a file with further authorities"
    )


def test_time_that_is_up_within_tls(failed: Fail, secured: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    error = failed(Server("quay", Endpoint(f"https://localhost:{secured.server_port}/drip")), Limits(seconds=0.5))
    assert (error.kind, error.message) == ("timed out", "no answer to `initialize` within 0.5 s")


def test_tls_that_never_comes(failed: Fail) -> None:
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        place = f"127.0.0.1:{deaf.getsockname()[1]}"
        error = failed(Server("quay", Endpoint(f"https://{place}/json")), Limits(seconds=0.5))
    assert (error.kind, error.message) == ("timed out", "no answer to `initialize` within 0.5 s")


@pytest.mark.parametrize(
    ("greeting", "message"),
    [
        (b"220 harbour ESMTP\r\n", "what {} answered is no HTTP (BadStatusLine)"),
        (b"", "{} closed the connection without an answer"),
        (
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{",
            "http://{}/ broke off in",
        ),
        (b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{", "broke off"),
        (b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", "broke off"),
        (b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 200, "what {} answered has more headers than are read"),
        (b"HTTP/1.1 200 OK\r\nA: " + b"b" * 70_000, "what {} answered has a header that is longer than is read"),
        (b"HTTP/1.1 307 No\r\nContent-Length: 0\r\n\r\n", "http://{}/ redirects (HTTP 307) to no address"),
        (
            b"HTTP/1.1 307 No\r\nLocation: ftp://a/\r\nContent-Length: 0\r\n\r\n",
            "http://{}/ leads to what is no address",
        ),
        (
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n\r\n{}",
            "`initialize` was answered in the encoding 'gzip', not asked for",
        ),
    ],
)
def test_what_is_no_answer(greeting: bytes, message: str, failed: Fail) -> None:
    class Greet(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.recv(65536)
            self.request.sendall(greeting)

    server = socketserver.TCPServer(("127.0.0.1", 0), Greet)
    with serving(server):
        error = failed(Server("quay", Endpoint(f"http://127.0.0.1:{server.server_address[1]}/")))
    assert error.kind == "protocol error"
    assert message.format(f"127.0.0.1:{server.server_address[1]}") in error.message


def test_a_connection_that_the_server_gives_up(listed: List) -> None:
    """It says that it keeps the connection, and closes it: the next request takes another."""
    bodies = [
        b'{"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}}}',
        b"",
        b'{"jsonrpc": "2.0", "id": 2, "result": {"tools": []}}',
    ]

    class Forgetful(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.recv(65536)
            body = bodies.pop(0)
            head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
            self.request.sendall(head.encode() + body)

    with serving(server := socketserver.TCPServer(("127.0.0.1", 0), Forgetful)):
        found = listed(Server("quay", Endpoint(f"http://127.0.0.1:{server.server_address[1]}/")))
    assert found.pages == ('{"jsonrpc": "2.0", "id": 2, "result": {"tools": []}}',)
    assert bodies == []
