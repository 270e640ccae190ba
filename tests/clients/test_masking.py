"""Nothing that may be a secret is shown."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint.clients import read
from catalint.clients.masking import show_command, show_url
from catalint.output.configurations import to_json, write


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["-y", "@harbour/parcels-mcp@1.2.3", "/srv/papers"], "npx -y @harbour/parcels-mcp@1.2.3 /srv/papers"),
        (["--token", "abc", "--port", "80"], "npx --token ••• --port 80"),
        (["--apiKey=abc", "--mode=fast"], "npx --apiKey=••• --mode=fast"),
        (["--accessToken", "${TOKEN}"], "npx --accessToken ${TOKEN}"),
        (["--api-key", "${TOKEN:-abc}"], "npx --api-key •••"),
        (["--depot", "${DEPOT:-north}"], "npx --depot ${DEPOT:-•••}"),
        (["--depot", "${DEPOT:-{north}}"], "npx --depot •••"),
        (["--header", "Authorization: Bearer abc"], "npx --header •••"),
        (["-H", "X-Key:abc"], "npx -H •••"),
        (["-e", "API_KEY=abc", "-e", "API_KEY"], "npx -e API_KEY=••• -e API_KEY"),
        (["URL=postgres://a:b@db.example/x"], "npx URL=•••"),
        (["postgres://a:b@db.example/x"], "npx postgres://db.example/x"),
        (["https://a.example/mcp?key=abc&plain#part"], "npx https://a.example/mcp?•••"),
        (["sk-abcdef123456", "ghp_0123456789abcdefghij"], "npx ••• •••"),
        (["Ab3dEf6hIj9kLm2nOp5qRs8t"], "npx •••"),
        (["0b0e3a1c-5a6f-4a51-9f0e-1f6f9e8b7c6d"], "npx •••"),
        (["--read-only-for-a-very-long-time-of-the-year"], "npx --read-only-for-a-very-long-time-of-the-year"),
        (["two words", ""], "npx 'two words' ''"),
    ],
)
def test_command_lines(arguments: list[str], shown: str) -> None:
    assert show_command("npx", arguments) == shown


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://a.example/mcp", "https://a.example/mcp"),
        ("https://user@a.example:8443/mcp", "https://a.example:8443/mcp"),
        ("https://a.example/s/Ab3dEf6hIj9kLm2nOp5qRs8t/mcp", "https://a.example/s/•••/mcp"),
        ("${HOST:-https://u:p@a.example}/mcp", "${HOST:-•••}/mcp"),
    ],
)
def test_urls(url: str, shown: str) -> None:
    assert show_url(url) == shown


def test_known_values_are_masked_wherever_they_stand() -> None:
    assert show_command("serve", ["--as", "keeper-17"], ["keeper-17", "on"]) == "serve --as •••"
    assert show_url("https://a.example/keeper-17/mcp", ["keeper-17"]) == "https://a.example/•••/mcp"


SECRETS = st.text(st.sampled_from("abcdefgh0123456789-_/+= {}$:•\"'\n"), min_size=6, max_size=24)
PLACES = st.sampled_from(["plain", "${A}", "x${A}y", "${env:A}", "$A", "{env:A}", "${A:-%s}"])


@given(
    st.sampled_from([".mcp.json", "mcp.json", ".cursor/mcp.json", ".gemini/settings.json", "cline_mcp_settings.json"]),
    SECRETS,
    SECRETS,
    PLACES,
    st.data(),
)
def test_no_value_of_environment_and_headers_is_ever_shown(
    path: str, secret: str, other: str, place: str, data: st.DataObject
) -> None:
    held = secret if place == "plain" else place.replace("%s", other)
    arguments = data.draw(st.lists(st.sampled_from([held, "--flag", f"--x={held}", f"K={held}", "a b"]), max_size=4))
    local: dict[str, Any] = {"command": "serve", "args": arguments, "env": {"KEY": held, "OTHER": other}}
    remote: dict[str, Any] = {
        "url": data.draw(
            st.sampled_from(["https://a.example/mcp", f"https://a.example/{held}", f"https://{held}@a.example"])
        ),
        "headers": {"Authorization": f"Bearer {held}", "X-Other": other},
    }
    odd = {"command": "serve", "env": {"KEY": held, "WRONG": [other]}, "args": [held]}
    raw = json.dumps({"mcpServers": {"local": local, "remote": remote, "odd": odd}}).encode()
    found = read(path, raw, {"A": secret})
    seen = [
        *(text for entry in found.entries for text in (entry.shown, entry.problem, repr(entry))),
        write(found, color=False, width=None),
        json.dumps(to_json(found), ensure_ascii=False),
        repr(found),
    ]
    for value in (secret, other):
        # what stands in every text by itself tells nothing
        if value.strip("•") and not any(value in text for text in ("Bearer ", "•••", "https://a.example/mcp")):
            assert not any(value in text for text in seen)
