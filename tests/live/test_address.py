"""URLs, and what of them may be shown."""

from __future__ import annotations

import pytest

from catalint.live.address import find_proxy, read_address, read_headers
from catalint.live.failure import Fault


@pytest.mark.parametrize(
    ("url", "place", "target", "authority"),
    [
        ("https://harbour.example/mcp", "harbour.example:443", "/mcp", "harbour.example"),
        ("http://harbour.example", "harbour.example:80", "/", "harbour.example"),
        ("http://harbour.example:8080/a/?b=c&d", "harbour.example:8080", "/a/?b=c&d", "harbour.example:8080"),
        ("HTTP://Harbour.Example/A b", "harbour.example:80", "/A%20b", "harbour.example"),
        ("http://[::1]:80/%7Equay", "[::1]:80", "/%7Equay", "[::1]"),
        ("https://häfen.example/büsum?q=é", "xn--hfen-loa.example:443", "/b%C3%BCsum?q=%C3%A9", "xn--hfen-loa.example"),
        ("https://a.example/x#quay", "a.example:443", "/x", "a.example"),
    ],
)
def test_addresses(url: str, place: str, target: str, authority: str) -> None:
    address = read_address(url)
    assert (address.place, address.target, address.authority) == (place, target, authority)


def test_secrets_do_not_show() -> None:
    address = read_address("https://master:tide-table@harbour.example/mcp?key=4711")
    assert address.shown == "https://harbour.example/mcp?•••"
    assert "tide-table" not in repr(address)
    assert "4711" not in repr(address)


@pytest.mark.parametrize(
    ("url", "is_loopback"),
    [
        ("http://localhost/", True),
        ("http://quay.localhost/", True),
        ("http://127.0.0.9/", True),
        ("http://[::1]/", True),
        ("http://localhost./", True),
        ("http://127.1/", True),
        ("http://0x7f.1/", True),
        ("http://[::ffff:127.0.0.1]/", True),
        ("http://[::ffff:10.0.0.1]/", False),
        ("http://127.example/", False),
        ("http://localhost.example/", False),
        ("http://10.0.0.1/", False),
        ("http://0.0.0.0/", False),
    ],
)
def test_this_machine(url: str, is_loopback: bool) -> None:
    assert read_address(url).is_loopback is is_loopback


@pytest.mark.parametrize(
    ("reference", "target", "is_same"),
    [
        ("/messages?id=1", "/messages?id=1", True),
        ("messages", "/v1/messages", True),
        ("?id=1", "/v1/sse?id=1", True),
        ("https://harbour.example:443/m", "/m", True),
        ("http://harbour.example/m", "/m", False),
        ("//other.example/m", "/m", False),
        ("https://harbour.example:444/m", "/m", False),
        ("https://harbour.example@other.example/m", "/m", False),
    ],
)
def test_references(reference: str, target: str, is_same: bool) -> None:
    address = read_address("https://harbour.example/v1/sse")
    joined = address.join(reference)
    assert (joined.target, joined.origin == address.origin) == (target, is_same)


@pytest.mark.parametrize(
    "reference", ["javascript:alert(1)", "http://[quay", "data:text/html,a", "https://quay:99999/"]
)
def test_references_to_nothing(reference: str) -> None:
    """It is the server that is at fault, not the address that the user gave."""
    with pytest.raises(Fault, match=r"https://harbour\.example/v1/sse leads to what is no address") as raised:
        read_address("https://harbour.example/v1/sse").join(reference)
    assert raised.value.kind == "protocol error"


@pytest.mark.parametrize("url", ["http://127.0.0.1/\udcff", "http://127.0.0.1/?\udcff", "http://\udcff:b@127.0.0.1/"])
def test_half_a_character(url: str) -> None:
    """An argument of bytes that are no UTF-8."""
    with pytest.raises(Fault, match="no character") as raised:
        read_address(url)
    assert raised.value.kind == "could not start"


def test_credentials_without_encryption_are_noted() -> None:
    credentials = {"Authorization": "Bearer tide"}
    (note,) = read_headers(credentials, read_address("http://harbour.example/"))[1]
    assert note == "its credentials went to harbour.example:80 unencrypted: https:// would protect them"
    for url in ("https://harbour.example/", "http://127.0.0.1/"):
        assert read_headers(credentials, read_address(url))[1] == ()
    assert len(read_headers({}, read_address("http://master:tide@harbour.example/"))[1]) == 1


def test_credentials_of_the_user_come_before_those_of_the_url() -> None:
    address = read_address("https://master:tide@harbour.example/")
    assert read_headers({}, address)[0]["Authorization"] == "Basic bWFzdGVyOnRpZGU="
    assert read_headers({"authorization": "Bearer low"}, address)[0]["authorization"] == "Bearer low"


@pytest.fixture
def proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("https_proxy", "http://master:tide@proxy.example:3128")
    monkeypatch.setenv("http_proxy", "proxy.example")
    monkeypatch.setenv("no_proxy", "inner.example")


@pytest.mark.usefixtures("proxies")
def test_proxies() -> None:
    proxy = find_proxy(read_address("https://harbour.example/"))
    assert proxy is not None
    assert (proxy.place, proxy.authorization) == ("proxy.example:3128", "Basic bWFzdGVyOnRpZGU=")
    plain = find_proxy(read_address("http://harbour.example/"))
    assert plain is not None
    assert plain.place == "proxy.example:80"
    for url in ("https://inner.example/", "https://quay.inner.example/", "https://localhost/", "http://127.0.0.1:9/"):
        assert find_proxy(read_address(url)) is None


@pytest.mark.usefixtures("proxies")
@pytest.mark.parametrize(
    ("proxy", "shown"),
    [
        ("socks5://master:tide@proxy.example:1080", "socks5://proxy.example:1080"),
        ("https://master:tide@proxy.example", "https://proxy.example"),
        ("master:tide@proxy.example:port", "•••"),
    ],
)
def test_proxies_that_we_do_not_speak_to(proxy: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", proxy)
    with pytest.raises(Fault, match=f"the proxy {shown} is none") as raised:
        find_proxy(read_address("https://harbour.example/"))
    assert raised.value.kind == "refused"
    assert "tide" not in str(raised.value)
