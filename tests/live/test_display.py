"""How launches are shown: what may be a secret never is."""

from __future__ import annotations

import shlex
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalint.live import Command, Endpoint, PythonObject
from catalint.live.display import MASK, Masking, mask_arguments, shown


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("npx -y server-depot /data", "npx -y server-depot /data"),
        ("depot --token abc --verbose", f"depot --token {MASK} --verbose"),
        ("depot --api-key=abc", f"depot --api-key={MASK}"),
        ("depot --authToken abc", f"depot --authToken {MASK}"),
        ("depot --author abc", "depot --author abc"),
        ("depot --token -4fA2 x", f"depot --token {MASK} x"),
        ("depot --token --verbose x", "depot --token --verbose x"),
        ("depot --password '' x", f"depot --password {MASK} x"),
        ("docker run -e DEPOT_KEY=abc image", f"docker run -e DEPOT_KEY={MASK} image"),
        ("docker run -e MODE=abc image", f"docker run -e MODE={MASK} image"),
        ("depot --mode=abc", "depot --mode=abc"),
        ("depot ghp_0123456789", f"depot {MASK}"),
        ("depot sk-live-1", f"depot {MASK}"),
        ("depot A1b2C3d4E5f6G7h8I9j0K1l2", f"depot {MASK}"),
        ("depot --header 'Authorization: Bearer x'", f"depot --header {MASK}"),
        ("depot postgres://me:pw@db/x", "depot postgres://db/x"),
        ("depot --url=https://me:pw@db/x?key=1", f"depot '--url=https://db/x?{MASK}'"),
        ("depot -H 'Authorization: Bearer x'", f"depot -H {MASK}"),
        ("depot 'X-Api-Key: x' 'X-Berth: 7'", f"depot 'X-Api-Key: {MASK}' 'X-Berth: 7'"),
        ("depot -Ddb.password=x -Dmode=y", f"depot -Ddb.password={MASK} -Dmode=y"),
        ("depot -Dpassword=x --accesskey x", f"depot -Dpassword={MASK} --accesskey {MASK}"),
        ("uvx depot==2.0", "uvx depot==2.0"),
        ("depot jdbc:postgresql://db/x?password=y", f"depot 'jdbc:postgresql://db/x?{MASK}'"),
        (
            """depot --config '{"apiKey": "x y", "mode": "z"}'""",
            f"""depot --config '{{"apiKey": "{MASK}", "mode": "z"}}'""",
        ),
        ("""depot --config '{"apiKey":"x","mode":7}'""", f"""depot --config '{{"apiKey":"{MASK}","mode":7}}'"""),
        (
            r"""sh -c 'depot --config "{\"token\":\"x\"}"'""",
            rf"""sh -c 'depot --config "{{\"token\":\"{MASK}\"}}"'""",
        ),
        (
            """depot --config '{"auth":{"kind":"none"},"key":[1],"keys":{"pin":7,"token":7}}'""",
            f"""depot --config '{{"auth":{{"kind":"none"}},"key":[1],"keys":{{"pin":7,"token":{MASK}}}}}'""",
        ),
        ("sh -c 'export KEY=x; depot --token y -v'", f"sh -c 'export KEY={MASK}; depot --token {MASK} -v'"),
        ("""sh -c 'depot --header "X: y" https://a:b@c/'""", f"""sh -c 'depot --header "{MASK}" https://c/'"""),
        ("sh -c 'KEY=x depot'", f"sh -c KEY={MASK}"),
        ("""sh -c 'depot --token "" x'""", f"""sh -c 'depot --token {MASK} x'"""),
        ("uvx mcp-server-for-the-harbour-of-2026", "uvx mcp-server-for-the-harbour-of-2026"),
        ("depot 2f1b9c4e-77aa-4b1e-9d3c-5e6f7a8b9c0d", f"depot {MASK}"),
        ("depot @scope/a-rather-long-name-of-a-package", "depot @scope/a-rather-long-name-of-a-package"),
    ],
)
def test_command(line: str, expected: str) -> None:
    assert shown(Command(tuple(shlex.split(line)))) == expected


def test_what_is_hidden_is_known() -> None:
    masking = Masking()
    masking.arguments(
        (
            *("--header", "Authorization: Bearer quay-1", "https://keeper:quay-2@a/?k=quay-3"),
            *("KEY=quay-4 depot", '{"token": "quay-5"}', "sh -c 'depot --token quay-6'"),
        )
    )
    assert {f"quay-{number}" for number in range(1, 7)} <= masking.hidden


@pytest.mark.parametrize(
    "piece", ["'", '"', "\\", "a=", "--a=", "a:b ", '"key":"', "http://", "-- ", "a-1", "$(", "'\"", '\\"']
)
def test_the_work_of_masking_is_linear(piece: str, calls: Callable[[Callable[[], object]], int]) -> None:
    def work(times: int) -> None:
        mask_arguments((piece * times, f"a {piece * times}"))

    assert calls(lambda: work(20_000)) < 6 * calls(lambda: work(5_000)) + 100


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://mcp.depot.example/mcp", "https://mcp.depot.example/mcp"),
        ("https://me:pw@mcp.depot.example:8443/mcp?key=1#x", f"https://mcp.depot.example:8443/mcp?{MASK}"),
        ("http://[::1]:8000/mcp", "http://[::1]:8000/mcp"),
        ("https://depot.example/s/A1b2C3d4E5f6G7h8I9j0K1l2/mcp", f"https://depot.example/s/{MASK}/mcp"),
        ("https://depot.example:99999/mcp", MASK),
    ],
)
def test_url(url: str, expected: str) -> None:
    assert shown(Endpoint(url)) == expected


def test_python_object() -> None:
    assert shown(PythonObject("depot.server:mcp")) == "py:depot.server:mcp"


@given(st.text(min_size=4), st.text(min_size=4))
def test_environment_and_headers_never_show(name: str, secret: str) -> None:
    assert shown(Command(("depot",), {name: secret})) == "depot"
    assert repr(secret) not in repr(Command(("depot",), {name: secret}))
    assert shown(Endpoint("https://depot.example/mcp", {name: secret})) == "https://depot.example/mcp"
    assert repr(secret) not in repr(Endpoint("https://depot.example/mcp", {name: secret}))
