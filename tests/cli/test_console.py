from __future__ import annotations

import io
import sys

import pytest

from catalint.cli import console


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    return Terminal(io.BytesIO(), encoding="ascii")


def test_a_terminal_is_coloured_unless_it_can_not(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", terminal)
    assert console.wants_color("auto")
    assert not console.wants_color("never")
    monkeypatch.setenv("TERM", "dumb")
    assert not console.wants_color("auto")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not console.wants_color("auto")
    assert console.wants_color("always")
    monkeypatch.setenv("NO_COLOR", "")
    assert console.wants_color("auto")


@pytest.mark.parametrize(("columns", "reading"), [("60", 60), ("300", 100)])
def test_width_of_a_terminal(terminal: Terminal, monkeypatch: pytest.MonkeyPatch, columns: str, reading: int) -> None:
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setenv("COLUMNS", columns)
    assert console.width() == int(columns)
    assert console.reading_width() == reading


def test_a_pipe_has_no_width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert console.width() is None
    assert console.reading_width() == 100


def test_text_for_people_is_escaped_where_the_encoding_lacks_it(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", terminal)
    console.say("ä \N{SNOWMAN}\n")
    terminal.flush()
    assert terminal.buffer.getvalue() == b"\\xe4 \\u2603\n"  # type: ignore[attr-defined]


def test_text_for_programs_is_utf_8(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", terminal)
    console.put("ä\n")
    assert terminal.buffer.getvalue() == "ä\n".encode()  # type: ignore[attr-defined]


def test_complaints_are_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    console.complain("error", "a\nb\x1b[31m")
    assert capsys.readouterr().err == "catalint: error: a\\nb\\x1b[31m\n"
