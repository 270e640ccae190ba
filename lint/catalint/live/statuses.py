"""What a response of HTTP means that brings no message of MCP."""

from __future__ import annotations

import http
import re
from collections.abc import Mapping

from catalint.live.address import Address
from catalint.live.connection import Response
from catalint.live.failure import Fault, Refusal
from catalint.live.messages import Answer, Incoming, parse, understand
from catalint.quoting import shown

# What of an error page is read: enough for what it says, and its rest is not waited for.
_PAGE = 16_384
_QUOTED = 100
_CHALLENGE = re.compile(r"([A-Za-z][A-Za-z0-9._~+/-]*)(?:\s|$)")
_DESCRIPTION = re.compile(r'error(?:_description)?="([^"]{1,200})"')
_TAGS = re.compile(r"<(script|style)\b.*?</\1\s*>|<[^>]*>", re.DOTALL | re.IGNORECASE)
# Servers behind a gateway that is there while they are not, and those that are there and will take no more.
_UNAVAILABLE = frozenset((429, 502, 503, 504))

HINT = "give the credentials with --bearer-env VARIABLE or --header 'NAME: VALUE'"


def read_page(response: Response) -> bytes:
    """The beginning of a body that nobody needs as a whole."""
    page = b""
    for chunk in response.chunks():
        page += chunk
        if len(page) >= _PAGE:
            break
    return page[:_PAGE]


def find_error(page: bytes) -> Incoming | None:
    """The error of JSON-RPC that a body holds: servers send it with a status that fits."""
    try:
        incoming = Incoming(text := page.decode(), parse(text))
    except ValueError:
        return None
    message = understand(incoming)
    return incoming if isinstance(message, Answer) and message.error is not None else None


def refuse(response: Response, page: bytes, address: Address, name: str, sent: Mapping[str, str]) -> Refusal:
    """What to say of a status that is no success. `name` is of the request, `sent` are the headers of the user."""
    status = response.status
    answered = f"{address.shown} answered {name} with HTTP {status}{_phrase(status)}"
    if status in (401, 403):
        return Refusal("needs authorization", f"{answered}{_challenge(response)}; {_next_step(sent)}", status)
    if status == 407:
        return Refusal("refused", f"{answered}: the proxy wants credentials", status)
    if status in _UNAVAILABLE:
        after = response.headers.get("Retry-After", "")
        wait = f" (to be tried again after {after} s)" if after.isascii() and after.isdigit() else ""
        return Refusal("refused", f"{answered}{wait}{_quote(response, page)}", status)
    where = ": is the path right? Many servers answer under /mcp, older ones under /sse" if status == 404 else ""
    return Refusal("protocol error", f"{answered}{_quote(response, page)}{where}", status)


def describe_redirect(response: Response, address: Address) -> Fault:
    """What to say of a redirect that is not followed."""
    location = response.headers.get("Location", "")
    try:
        target = address.join(location) if location else None
    except Fault:
        target = None
    if target is None:
        return Fault("protocol error", f"{address.shown} redirects (HTTP {response.status}) to no address")
    if target.origin == address.origin:
        return Fault("protocol error", f"{address.shown} is redirected to {target.shown}: give that address")
    return Fault(
        "protocol error",
        f"{address.shown} redirects to {target.shown}, another place, to which no headers are sent: "
        "give that address if it is the right one",
    )


def describe_content(response: Response, page: bytes, address: Address, name: str) -> Fault:
    """What to say of a body that is neither JSON nor a stream of events."""
    kind = response.media_type
    if kind in ("text/html", "application/xhtml+xml"):
        return Fault(
            "protocol error", f"{address.shown} is an HTML page{_quote(response, page)}: is this the address of MCP?"
        )
    what = f"as {shown(kind)}" if kind else "without a content type"
    return Fault(
        "protocol error",
        f"{address.shown} answered {name} {what}, which is neither JSON nor a stream of events{_quote(response, page)}",
    )


def _phrase(status: int) -> str:
    try:
        return f" {http.HTTPStatus(status).phrase}"
    except ValueError:
        return ""


def _challenge(response: Response) -> str:
    """The scheme that is asked for, and what was wrong with what was given."""
    value = ", ".join(response.headers.get_all("WWW-Authenticate") or ())
    scheme = _CHALLENGE.match(value)
    if not scheme:
        return ""
    described = _DESCRIPTION.findall(value)
    why = f" ({shown(described[-1], _QUOTED)})" if described else ""
    return f" and asks for {shown(scheme.group(1))[1:-1]}{why}"


def _next_step(sent: Mapping[str, str]) -> str:
    has_credentials = any(name.lower() == "authorization" for name in sent)
    return "the credentials that were given are not accepted" if has_credentials else HINT


def _quote(response: Response, page: bytes) -> str:
    """What a page says, without its markup."""
    text = page.decode("utf-8", errors="replace")
    if "html" in response.media_type:
        title = re.search(r"<title[^>]*>(.*?)</title", text, re.DOTALL | re.IGNORECASE)
        text = title.group(1) if title else _TAGS.sub(" ", text)
    text = " ".join(text.split())
    said = text.strip(" .").lower() == _phrase(response.status).strip().lower()
    return f" ({shown(text, _QUOTED)})" if text and not said else ""
