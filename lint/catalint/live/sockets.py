"""Opens sockets within the time of a listing, through a proxy and with TLS where an address asks for them."""

from __future__ import annotations

import errno
import http.client
import os
import queue
import selectors
import socket
import ssl
import threading
import time
from typing import TypeAlias

from catalint.live.address import Address
from catalint.live.failure import Fault
from catalint.live.watch import TimeIsUpError, Watch

# One of several addresses of a host may be dead, as IPv6 often is, and must not use up the time of the others.
_ATTEMPT = 5.0
# Nothing wakes what waits for a connection, so it looks at the watch now and then.
_NOW_AND_THEN = 0.1
_UNDER_WAY = frozenset((0, errno.EINPROGRESS, errno.EWOULDBLOCK, getattr(errno, "WSAEWOULDBLOCK", 0)))
_Resolved: TypeAlias = "list[tuple[socket.AddressFamily, socket.SocketKind, int, str, tuple[str, int]]]"


def open_socket(address: Address, watch: Watch) -> socket.socket:
    """Connect to the host and port of an address. Raises OSError, and Fault or TimeIsUpError where time is up."""
    resolved = _resolve(address, watch)
    first_error: OSError | None = None
    for position, (family, kind, protocol, _, where) in enumerate(resolved, 1):
        opened = socket.socket(family, kind, protocol)
        try:
            _connect(opened, where, watch.left if position == len(resolved) else min(watch.left, _ATTEMPT), watch)
        except OSError as error:
            opened.close()
            first_error = first_error or error
            if watch.left == 0.0:
                raise Fault("timed out", f"no connection to {address.place} within {watch.seconds:g} s") from None
        except BaseException:
            opened.close()
            raise
        else:
            return opened
    raise first_error or OSError(f"no address for {address.place}")


def tunnel(opened: socket.socket, address: Address, proxy: Address) -> None:
    """Have a proxy lead a connection on to an address. Raises Fault where it does not."""
    lines = [f"CONNECT {address.place} HTTP/1.1", f"Host: {address.place}"]
    if proxy.authorization:
        lines.append(f"Proxy-Authorization: {proxy.authorization}")
    opened.sendall("\r\n".join((*lines, "", "")).encode("ascii"))
    response = http.client.HTTPResponse(opened, method="CONNECT")
    try:
        response.begin()
        if response.status != http.client.OK:
            wants = ": it wants credentials" if response.status == http.client.PROXY_AUTHENTICATION_REQUIRED else ""
            message = f"the proxy {proxy.place} does not lead to {address.place} (HTTP {response.status}){wants}"
            raise Fault("refused", message)
    finally:
        response.close()


def secure(opened: socket.socket, address: Address) -> ssl.SSLSocket:
    """Prepare TLS with the certificates of the system, or those that SSL_CERT_FILE and SSL_CERT_DIR name."""
    context = ssl.create_default_context()
    context.set_alpn_protocols(["http/1.1"])
    return context.wrap_socket(opened, server_hostname=address.host, do_handshake_on_connect=False)


def _connect(opened: socket.socket, where: tuple[str, int], seconds: float, watch: Watch) -> None:
    """Connect within some seconds. Raises OSError, and TimeIsUpError where somebody interrupts the listing."""
    until = time.monotonic() + max(0.01, seconds)
    opened.setblocking(False)
    code = opened.connect_ex(where)
    if code in _UNDER_WAY:
        with selectors.DefaultSelector() as selector:
            selector.register(opened, selectors.EVENT_WRITE)
            while not selector.select(min(_NOW_AND_THEN, max(0.0, until - time.monotonic()))):
                if watch.interrupted:
                    raise TimeIsUpError
                if time.monotonic() >= until:
                    raise TimeoutError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))
        code = opened.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
    if code:
        raise OSError(code, os.strerror(code))
    opened.setblocking(True)
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _resolve(address: Address, watch: Watch) -> _Resolved:
    """Look up a host. The system's look-up takes as long as it likes, so it is left behind if it takes too long."""
    found: queue.SimpleQueue[_Resolved | OSError | None] = queue.SimpleQueue()  # None wakes who waits

    def look_up() -> None:
        try:
            found.put(socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM))  # type: ignore[arg-type]
        except OSError as error:
            found.put(error)
        except UnicodeError:  # a label of more than 63 characters
            found.put(socket.gaierror("no valid name"))

    threading.Thread(target=look_up, daemon=True).start()
    with watch.waking(lambda: found.put(None)):
        result = found.get()
    if watch.interrupted:
        raise TimeIsUpError
    if result is None:
        raise Fault("timed out", f"the name of {address.host} was not resolved within {watch.seconds:g} s")
    if isinstance(result, OSError):
        raise result
    return result
