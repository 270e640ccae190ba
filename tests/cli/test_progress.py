from __future__ import annotations

import io
import sys
from collections.abc import Callable

import pytest

from catalint.cli.progress import progress

ERASE = "\r\x1b[K"


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """What somebody without patience sees on a terminal, told of some names in turn."""

    def tell(*told: tuple[str, ...], term: str = "xterm", stream: io.StringIO | None = None) -> str:
        # here, since pytest changes the streams between a fixture and its test
        terminal = Terminal() if stream is None else stream
        monkeypatch.setattr(sys, "stderr", terminal)
        monkeypatch.setenv("TERM", term)
        monkeypatch.setenv("COLUMNS", "40")
        with progress() as line:
            for names in told:
                line.tell(names)
        return terminal.getvalue()

    monkeypatch.setattr("catalint.cli.progress._PATIENCE", 0.0)
    return tell


def test_one_line_that_is_gone_at_the_end(shown: Callable[..., str]) -> None:
    seen = shown(("harbour", "quay"), ("harbour", "quay"), ("quay",), ())
    assert seen == f"{ERASE}waiting for harbour, quay{ERASE}waiting for quay{ERASE}"


def test_it_is_gone_when_a_run_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("catalint.cli.progress._PATIENCE", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)

    def run() -> None:
        with progress() as line:
            line.tell(("quay",))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run()
    assert terminal.getvalue() == f"{ERASE}waiting for quay{ERASE}"


def test_it_fits_and_obeys_no_name(shown: Callable[..., str]) -> None:
    seen = shown(("\x1b[2J", *(f"server-{index}" for index in range(40))))
    (text,) = seen.removesuffix(ERASE).split(ERASE)[1:]
    assert text.startswith("waiting for \\x1b[2")
    assert len(text) == 39


def test_nothing_is_shown_at_first(shown: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("catalint.cli.progress._PATIENCE", 600.0)
    assert shown(("quay",)) == ""


def test_nothing_is_shown_elsewhere(shown: Callable[..., str]) -> None:
    assert shown(("quay",), term="dumb") == ""
    assert shown(("quay",), stream=io.StringIO()) == ""
