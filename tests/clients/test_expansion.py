"""Values of the environment get into a text by the rules of each client, and what has none is named."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from catalint.clients.dotenv import parse_variables
from catalint.clients.expansion import Expansion, Variables, expander
from catalint.clients.known import BY_NAME, UNKNOWN

VARIABLES = Variables({"PORT": "8080", "EMPTY": "", "HOME": "/home/keeper"}, str(Path("/srv/desk")))


def expand(client: str, text: str) -> tuple[str, Expansion]:
    expansion = Expansion()
    return expander(BY_NAME.get(client, UNKNOWN), VARIABLES, expansion)(text), expansion


@pytest.mark.parametrize(
    ("client", "text", "expected"),
    [
        ("claude-code", "a${PORT}b", "a8080b"),
        ("claude-code", "${PORT:-1}/${NONE:-2}/${EMPTY:-3}", "8080/2/"),
        ("claude-code", "$PORT ${env:PORT}", "$PORT ${env:PORT}"),
        ("claude-desktop", "${PORT}", "${PORT}"),
        ("cursor", "${env:PORT}${pathSeparator}${/}", f"8080{os.sep}{os.sep}"),
        ("cursor", "${userHome} ${workspaceFolderBasename}", "/home/keeper desk"),
        ("cursor", "${PORT} $PORT", "${PORT} $PORT"),
        ("vscode", "${workspaceFolder}", str(Path("/srv/desk"))),
        ("windsurf", "${env:PORT}", "8080"),
        ("gemini-cli", "$PORT ${PORT} ${NONE:-1} $5 $", "8080 8080 1 $5 $"),
        ("codex", "$PORT ${PORT}", "$PORT ${PORT}"),
        ("opencode", "{env:PORT} ${PORT}", "8080 ${PORT}"),
        ("copilot-cli", "$PORT ${PORT:-1}", "8080 8080"),
        ("kiro", "${PORT}", "8080"),
        ("", "${PORT} ${env:PORT} $PORT", "8080 8080 $PORT"),
    ],
)
def test_values(client: str, text: str, expected: str) -> None:
    put, expansion = expand(client, text)
    assert (put, expansion.names, expansion.reasons) == (expected, [], [])


def test_values_of_the_environment_are_kept_and_folders_are_not() -> None:
    assert expand("", "${PORT} ${NONE:-north}")[1].values == ["8080", "north"]
    assert expand("cursor", "${env:PORT} ${workspaceFolder} ${/}")[1].values == ["8080"]
    assert "8080" not in repr(expand("", "${PORT}")[1])


@pytest.mark.parametrize(
    ("client", "text", "names", "reasons"),
    [
        ("claude-code", "${A} ${B:-} ${C}", ["A", "C"], []),
        ("claude-code", "${workspaceFolder}", ["workspaceFolder"], []),
        ("vscode", "${env:A} ${input:a-b}", ["A", "input:a-b"], []),
        ("vscode", "${command:pick}", [], ["takes a value from `${command:…}`, which only the editor knows"]),
        ("gemini-cli", "$A", ["A"], []),
        ("opencode", "{env:A}", ["A"], []),
    ],
)
def test_what_has_no_value(client: str, text: str, names: list[str], reasons: list[str]) -> None:
    shown, expansion = expand(client, text)
    assert (expansion.names, expansion.reasons) == (names, reasons)
    assert all(name in shown for name in names)


def test_values_are_put_in_once() -> None:
    variables = Variables({"A": "${B}", "B": "b"})
    assert expander(BY_NAME["claude-code"], variables, Expansion())("${A}") == "${B}"


def test_a_text_of_beginnings_takes_linear_time() -> None:
    expansion = Expansion()
    for text in ("${A:-" * 50_000, "${env:" * 50_000, "{file:" * 50_000, "${{ secrets" * 50_000):
        for client in (*BY_NAME.values(), UNKNOWN):
            assert expander(client, VARIABLES, expansion)(text) == text
    assert expansion == Expansion()


def test_files_of_variables() -> None:
    text = """
# comment
A=1
export B = two words # not this
C="with \\"quotes\\" and\\nlines # kept"
D='raw $A'
E=
no assignment
"""
    assert parse_variables(text) == {
        "A": "1",
        "B": "two words",
        "C": 'with "quotes" and\nlines # kept',
        "D": "raw $A",
        "E": "",
    }
