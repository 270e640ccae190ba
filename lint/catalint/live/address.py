"""Where a server answers: a URL taken apart, what of it may be shown, and the proxy on the way."""

from __future__ import annotations

import base64
import ipaddress
import re
import socket
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import quote, unquote, urljoin, urlsplit
from urllib.request import getproxies, proxy_bypass

from catalint.live.display import mask_url
from catalint.live.failure import Fault
from catalint.live.messages import CLIENT

_PORTS = {"http": 80, "https": 443}
# RFC 3986: what stands in paths and queries as it is; all else is percent-encoded, as browsers do.
_PATH = "/:@!$&'()*+,;=%~-._"
_QUERY = f"{_PATH}?[]|^"
# Labels of a name of a host; what else is wrong with a name, looking it up tells.
_HOST = re.compile(r"(?:[^\s\x00-\x1f\x7f/\\.]{1,63}\.)*[^\s\x00-\x1f\x7f/\\.]{1,63}\.?")
# RFC 9110, 5.6.2 and 5.5
_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_HEADER_VALUE = re.compile(r"[\t\x20-\x7e\x80-\xff]*")
# What of a request the protocol settles; a value of the user's would only break it.
_SETTLED = frozenset(
    "accept accept-encoding connection content-encoding content-length content-type host mcp-method mcp-name "
    "mcp-protocol-version mcp-session-id te transfer-encoding upgrade".split()
)


@dataclass(frozen=True)
class Address:
    """A URL of http or https. `target` is what is asked for there, `shown` what of it a message may say."""

    scheme: str
    host: str
    port: int
    target: str = field(repr=False)
    shown: str
    authorization: str = field(default="", repr=False)

    @property
    def origin(self) -> tuple[str, str, int]:
        """What must be the same for a request with secrets to go there."""
        return self.scheme, self.host, self.port

    @property
    def authority(self) -> str:
        """The value of the Host header."""
        return self.bracketed if self.port == _PORTS[self.scheme] else f"{self.bracketed}:{self.port}"

    @property
    def bracketed(self) -> str:
        """The host as it stands in a URL."""
        return f"[{self.host}]" if ":" in self.host else self.host

    @property
    def place(self) -> str:
        """The host and the port, for messages."""
        return f"{self.bracketed}:{self.port}"

    @property
    def is_loopback(self) -> bool:
        """Whether it is this machine, so that nothing leaves it."""
        host = self.host.rstrip(".")
        if host == "localhost" or host.endswith(".localhost"):
            return True
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            try:
                address = ipaddress.ip_address(socket.inet_aton(host))  # short forms such as 127.1
            except (OSError, UnicodeError):
                return False
        inner = (isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped) or address
        return inner.is_loopback

    def join(self, reference: str) -> Address:
        """The address that a reference found there means. Raises Fault for what is none."""
        base = f"{self.scheme}://{self.authority}{self.target}"
        try:
            return read_address(urljoin(base, reference.strip()))
        except (ValueError, Fault):
            raise Fault("protocol error", f"{self.shown} leads to what is no address of http or https") from None


def read_address(url: str) -> Address:
    """Take a URL apart. Raises Fault for what nobody can ask."""
    try:
        parts = urlsplit(url.strip())
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise Fault("could not start", "its address is no URL that can be read") from None
    if parts.scheme not in _PORTS:
        scheme = f"has the scheme `{parts.scheme}`" if parts.scheme else "has no scheme"
        raise Fault("could not start", f"its address {scheme}: it has to begin with http:// or https://")
    try:
        host = host.encode("idna").decode() if not host.isascii() else host
    except UnicodeError:
        host = ""
    if ":" not in host and not _HOST.fullmatch(host):
        raise Fault("could not start", "its address names no host")
    authorization = ""
    try:
        target = quote(parts.path or "/", safe=_PATH)
        if parts.query:
            target += f"?{quote(parts.query, safe=_QUERY)}"
        if parts.username or parts.password:
            pair = f"{unquote(parts.username or '')}:{unquote(parts.password or '')}"
            authorization = f"Basic {base64.b64encode(pair.encode()).decode()}"
    except UnicodeError:  # half of a character, as an argument in another encoding has it
        raise Fault("could not start", "its address holds what is no character") from None
    number = _PORTS[parts.scheme] if port is None else port
    return Address(parts.scheme, host, number, target, mask_url(url.strip()), authorization)


def read_headers(headers: Mapping[str, str], address: Address) -> tuple[dict[str, str], tuple[str, ...]]:
    """The headers to send with each request, and remarks on those that are not sent.

    Raises Fault for what no header can carry, without its value.
    """
    sent = {"User-Agent": f"{CLIENT['name']}/{CLIENT['version']}"}
    notes = []
    for name, value in headers.items():
        if not _HEADER_NAME.fullmatch(name):
            raise Fault("could not start", "the name of a header has a character that no name has")
        if not _HEADER_VALUE.fullmatch(value.strip()):
            message = f"the value of the header {name} has a line end or another character that no header has"
            raise Fault("could not start", message)
        if name.lower() in _SETTLED:
            notes.append(f"the header {name} is not sent as given: the protocol settles it")
        else:
            sent = {each: kept for each, kept in sent.items() if each.lower() != name.lower()}
            sent[name] = value.strip()
    has_own = any(name.lower() == "authorization" for name in sent)
    if address.authorization and not has_own:
        sent["Authorization"] = address.authorization
        has_own = True
    if has_own and address.scheme == "http" and not address.is_loopback:
        notes.append(f"its credentials went to {address.place} unencrypted: https:// would protect them")
    return sent, tuple(notes)


def find_proxy(address: Address) -> Address | None:
    """The proxy that the environment (`https_proxy`, `http_proxy`, `no_proxy`) or the system names for an address.

    This machine is asked directly, whatever they say. Raises Fault for a proxy that we can't speak to.
    """
    if address.is_loopback:
        return None
    url = getproxies().get(address.scheme)
    if not url or proxy_bypass(address.place):
        return None
    url = url if "://" in url else f"http://{url}"
    message = f"the proxy {mask_url(url)} is none that is spoken to in plain HTTP, which is all that we do"
    try:
        proxy = read_address(url)
    except Fault:
        raise Fault("refused", message) from None
    if proxy.scheme != "http":
        raise Fault("refused", message)
    return proxy
