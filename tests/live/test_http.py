"""Servers under a URL: both transports, and all that may answer there instead."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any

import pytest

from catalint.live import Endpoint, Limits, Listed, Server, ServerError

List = Callable[..., Listed]
Fail = Callable[..., ServerError]
At = Callable[..., Server]

HASTY = Limits(seconds=0.7)
NAMES = ["find_free_berths", "reserve_berth", "cancel_reservation"]
TOKEN = "Bearer high-tide-at-noon"  # noqa: S105


def names(listing: Listed) -> list[str]:
    return [tool["name"] for page in listing.pages for tool in json.loads(page)["result"]["tools"]]


def sent(harbour: Any) -> list[str]:
    """What was sent to the server: the methods of messages, else those of HTTP."""
    return [message["method"] if message and "method" in message else method for method, _, _, message in harbour.seen]


@pytest.mark.parametrize("path", ["json", "events", "events-crlf", "events-cr", "pretty", "paging", "moved"])
def test_streamable_http(path: str, listed: List, at: At) -> None:
    found = listed(at(path))
    assert names(found) == NAMES
    assert (found.protocol, found.medium, found.cut, found.notes) == ("2025-11-25", "streamable-http", "", ())


def test_a_session_is_kept_and_ended(listed: List, at: At, harbour: Any) -> None:
    listed(at("json"))
    assert sent(harbour) == ["initialize", "notifications/initialized", "tools/list", "DELETE"]
    headers = [seen[2] for seen in harbour.seen]
    assert [each.get("Mcp-Session-Id") for each in headers] == [None, "quay-17", "quay-17", "quay-17"]
    assert [each.get("MCP-Protocol-Version") for each in headers] == [None, *["2025-11-25"] * 3]
    assert {each.get("Accept-Encoding") for each in headers} == {"identity"}
    assert headers[0]["User-Agent"].startswith("catalint/")


def test_a_server_without_a_handshake(listed: List, at: At, harbour: Any) -> None:
    found = listed(at("stateless"))
    assert (found.protocol, names(found), found.notes) == ("2026-07-28", NAMES, ())
    assert sent(harbour) == ["initialize", "server/discover", "tools/list"]
    for _, _, headers, message in harbour.seen[1:]:
        assert (headers["MCP-Protocol-Version"], headers["Mcp-Method"]) == ("2026-07-28", message["method"])
        meta = message["params"]["_meta"]
        assert meta["io.modelcontextprotocol/protocolVersion"] == "2026-07-28"
        assert meta["io.modelcontextprotocol/clientCapabilities"] == {}
        assert meta["io.modelcontextprotocol/clientInfo"]["name"] == "catalint"


def test_requests_of_the_server(listed: List, at: At) -> None:
    assert names(listed(at("events-asking"))) == NAMES


def test_the_first_transport(listed: List, at: At, harbour: Any) -> None:
    found = listed(at("legacy"))
    assert (found.medium, found.protocol, names(found)) == ("sse", "2024-11-05", NAMES)
    assert sent(harbour) == ["initialize", "GET", "initialize", "notifications/initialized", "tools/list"]


def test_a_transport_that_is_named(listed: List, failed: Fail, at: At, harbour: Any) -> None:
    assert listed(at("legacy", transport="sse")).medium == "sse"
    assert sent(harbour)[0] == "GET"
    assert "HTTP 404" in failed(at("legacy", transport="streamable-http")).message
    error = failed(at("json", transport="sse"))
    assert error.kind == "protocol error"
    assert "answered a request for its stream of events with HTTP 405 Method Not Allowed ('POST it')" in error.message


def test_credentials(listed: List, failed: Fail, at: At, harbour: Any) -> None:
    assert names(listed(at("authorized", headers={"Authorization": TOKEN}))) == NAMES
    error = failed(at("authorized"))
    assert (error.kind, error.message) == (
        "needs authorization",
        (
            f"{harbour.url}/authorized answered `initialize` with HTTP 401 Unauthorized and asks for Bearer "
            "('the tide table is needed'); give the credentials with --bearer-env VARIABLE or --header 'NAME: VALUE'"
        ),
    )
    error = failed(at("forbidden", headers={"authorization": "Bearer low-tide"}))
    assert error.kind == "needs authorization"
    assert error.message.endswith("; the credentials that were given are not accepted")
    assert "asks for Basic;" in failed(at("basic")).message


def test_credentials_in_the_url(failed: Fail, harbour: Any) -> None:
    url = f"http://master:p%40ss-word@127.0.0.1:{harbour.server_port}/authorized?key=tide-key-17"
    error = failed(Server("harbour", Endpoint(url)))
    assert harbour.seen[0][2]["Authorization"] == "Basic bWFzdGVyOnBAc3Mtd29yZA=="
    assert harbour.seen[0][1] == "/authorized?key=tide-key-17"
    for secret in ("master", "p%40ss", "p@ss", "tide-key-17", "bWFzdGVy"):
        assert secret not in str(error)
    assert f"http://127.0.0.1:{harbour.server_port}/authorized" in error.message


def test_secrets_that_the_server_repeats(failed: Fail, at: At) -> None:
    error = failed(at("nowhere/echo", headers={"Authorization": "Bearer low-tide-4711", "X-Key": "quay"}))
    assert "low-tide" not in str(error)


@pytest.mark.parametrize(
    ("path", "kind", "message"),
    [
        ("broken", "protocol error", "answered `initialize` with HTTP 500 Internal Server Error ('the crane is broken')"),
        ("busy", "refused", "answered `initialize` with HTTP 503 Service Unavailable (to be tried again after 30 s)"),
        ("nowhere", "protocol error", ("answered `initialize` with HTTP 404 Not Found ('Harbour office'): is the path "
                                      "right? Many servers answer under /mcp, older ones under /sse")),
        ("bad-request", "protocol error", "answered `initialize` with HTTP 400 Bad Request ('no')"),
        ("accepted", "protocol error", "`initialize` was accepted (HTTP 202) and not answered"),
        ("html", "protocol error", "is an HTML page ('Harbour office'): is this the address of MCP?"),
        ("plain-text", "protocol error", ("answered `initialize` as 'text/plain', which is neither JSON nor a stream of "
                                         "events (")),
        ("empty", "protocol error", "`initialize` was answered with an empty body"),
        ("invalid-json", "protocol error", "a message is no valid JSON (Expecting ':' delimiter at character 39): "),
        ("wrong-id", "protocol error", "`initialize` has the id 1 and was answered under the id 71"),
        ("batch", "protocol error", "`initialize` was answered with a batch, a list of messages, instead of one"),
        ("shapeless", "protocol error", "`tools/list` was answered with an object with the key 'items', without a list"),
        ("events-ended", "protocol error", "`initialize` was not answered: its stream of events ended"),
        ("circle", "protocol error", "redirects again and again"),
        ("legacy-elsewhere", "protocol error", ("has messages posted to http://localhost:9/messages, another place, to "
                                               "which no headers are sent")),
        ("legacy-refusing", "needs authorization", "answered `initialize` with HTTP 401 Unauthorized; give the "),
    ],
)  # fmt: skip
def test_what_is_no_listing(path: str, kind: str, message: str, failed: Fail, at: At) -> None:
    error = failed(at(path))
    assert (error.kind, message in error.message) == (kind, True), error


def test_redirects_to_elsewhere(failed: Fail, at: At, harbour: Any) -> None:
    error = failed(at("elsewhere", headers={"Authorization": TOKEN}))
    assert error.message == (
        f"{harbour.url}/elsewhere redirects to http://localhost:9/json?•••, another place, to which no headers are "
        "sent: give that address if it is the right one"
    )
    assert failed(at("found")).message == (
        f"{harbour.url}/found is redirected to {harbour.url}/json?•••: give that address"
    )
    assert len(harbour.seen) == 2


def test_an_event_that_is_too_long(failed: Fail, at: At) -> None:
    error = failed(at("long"), Limits(seconds=30, message_bytes=500_000))
    assert error.message == "an event is longer than 0.5 MB, which is more than is read"
    error = failed(at("json"), Limits(seconds=30, message_bytes=100))
    assert error.message == "a message is longer than 0.0001 MB, which is more than is read"


@pytest.mark.parametrize("path", ["silent", "drip", "legacy-silent"])
def test_no_answer(path: str, failed: Fail, at: At) -> None:
    error = failed(at(path), HASTY)
    assert (error.kind, error.message) == ("timed out", "no answer to `initialize` within 0.7 s")


def test_no_address_to_post_to(failed: Fail, at: At, harbour: Any) -> None:
    error = failed(at("legacy-mute"), HASTY)
    assert (error.kind, error.message) == (
        "timed out",
        f"no stream of events from {harbour.url}/legacy-mute within 0.7 s",
    )


def test_nobody_listens(failed: Fail) -> None:
    error = failed(Server("nobody", Endpoint("http://127.0.0.1:9/mcp?key=tide-key-17")))
    assert (error.kind, error.message) == (
        "refused",
        "127.0.0.1:9 refuses connections: does the server run, and on that port?",
    )


def test_a_host_that_is_not_known(failed: Fail, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("catalint.live.connection.find_proxy", lambda _: None)
    error = failed(Server("nobody", Endpoint("http://harbour.invalid/mcp")))
    assert error.kind == "refused"
    assert error.message == "the host harbour.invalid is not known: is the name right, and the network there?"


def test_tls_where_there_is_none(failed: Fail, harbour: Any) -> None:
    error = failed(Server("plain", Endpoint(harbour.url.replace("http", "https") + "/json")))
    assert error.kind == "refused"
    assert error.message.startswith(f"no TLS connection to 127.0.0.1:{harbour.server_port}: ")
    assert error.message.endswith("; does it speak http:// only?")


@pytest.mark.parametrize(
    ("url", "headers", "message"),
    [
        ("ftp://quay/mcp", {}, "its address has the scheme `ftp`: it has to begin with http:// or https://"),
        ("quay/mcp", {}, "its address has no scheme: it has to begin with http:// or https://"),
        ("http:///mcp", {}, "its address names no host"),
        ("https://quay..example/mcp", {}, "its address names no host"),
        ("https://.example/mcp", {}, "its address names no host"),
        (f"https://{'a' * 64}.example/mcp", {}, "its address names no host"),
        ("http://quay:tide/mcp", {}, "its address is no URL that can be read"),
        ("http://[quay/mcp", {}, "its address is no URL that can be read"),
        ("http://127.0.0.1:9/", {"X Key": "tide"}, "the name of a header has a character that no name has"),
        ("http://127.0.0.1:9/", {"X-Key": "low\r\ntide"}, ("the value of the header X-Key has a line end or another "
                                                          "character that no header has")),
    ],
)  # fmt: skip
def test_what_nobody_can_ask(url: str, headers: dict[str, str], message: str, failed: Fail) -> None:
    error = failed(Server("none", Endpoint(url, headers)))
    assert (error.kind, error.message) == ("could not start", message)


def test_headers_that_the_protocol_settles(listed: List, at: At, harbour: Any) -> None:
    found = listed(at("json", headers={"Accept": "text/html", "user-agent": "harbour-check"}))
    assert found.notes == ("the header Accept is not sent as given: the protocol settles it",)
    assert harbour.seen[0][2]["user-agent"] == "harbour-check"
    assert "User-Agent" not in harbour.seen[0][2]


def test_nothing_stays_open(listed: List, failed: Fail, at: At) -> None:
    listed(at("events"))
    threads = {thread.name for thread in threading.enumerate()}
    listed(at("json"))
    listed(at("legacy"))
    failed(at("drip"), HASTY)
    kept = {thread.name for thread in threading.enumerate() if "process_request_thread" not in thread.name}
    assert kept <= threads
