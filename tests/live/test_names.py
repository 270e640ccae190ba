"""What servers of the command line are called."""

from __future__ import annotations

import pytest

from catalint.live import Command, Endpoint, PythonObject
from catalint.live.names import derive


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("npx -y @scope/server-depot@1.2.0 /data", "server-depot"),
        ("npx --package @scope/depot depot-server", "depot-server"),
        ("uvx mcp-server-depot --repository x", "mcp-server-depot"),
        ("uvx --from git+https://example.org/x depot==2.0", "depot"),
        ("uv run --directory /a server.py", "server"),
        ("python3.12 -m depot.server", "depot.server"),
        ("/usr/bin/python server.py", "server"),
        ("node dist/index.js", "index"),
        ("docker run -i --rm -e KEY ghcr.io/org/depot-server:latest", "depot-server"),
        ("env A=b python x.py", "x"),
        ("./depot --stdio", "depot"),
        ("uvx --index-url https://keeper:tide@example.org depot", "depot"),
        ("npx --token tide depot", "depot"),
        ("python", "python"),
        ("-", "server"),
        ("'a b/c d.exe'", "c-d"),
    ],
)
def test_command(line: str, name: str) -> None:
    import shlex

    assert derive(Command(tuple(shlex.split(line)))) == name


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://user:secret@mcp.depot.example/sse?key=1", "mcp.depot.example"),
        ("http://127.0.0.1:8000/mcp", "127.0.0.1"),
        ("http://[::1]:8000/mcp", "1"),
        ("http://[", "server"),
        ("http://", "server"),
    ],
)
def test_url(url: str, name: str) -> None:
    assert derive(Endpoint(url)) == name


@pytest.mark.parametrize(
    ("target", "name"), [("depot.server:mcp", "depot.server"), ("src/depot.py:mcp", "depot"), ("src/depot.py", "depot")]
)
def test_python_object(target: str, name: str) -> None:
    assert derive(PythonObject(target)) == name
