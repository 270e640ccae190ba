"""What several folders of tests need: a measure of work, and the runner of GitHub Actions as far as it reads a log.

The rules of the runner are those of its source: src/Runner.Common/ActionCommand.cs and
src/Runner.Worker/ActionCommandManager.cs in https://github.com/actions/runner.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes to be made and tried depends on what else the machine does.
settings.register_profile("catalint", deadline=None, suppress_health_check=(HealthCheck.too_slow,))
settings.load_profile("catalint")

_COMMANDS = frozenset(
    "add-mask add-matcher add-path debug echo endgroup error group notice remove-matcher save-state set-env set-output"
    " stop-commands warning".split()
)


class Obeyed(NamedTuple):
    """A command that a runner would carry out."""

    name: str
    properties: dict[str, str]
    data: str


def obey(line: str, token: str = "") -> Obeyed | None:
    """What the runner takes a line of a log for, by its two grammars; None for a line that is shown.

    The newer form begins the line, blanks aside; the older one may stand anywhere. Only commands that exist count, and
    while commands are stopped the `token` that lets them go on.
    """
    if line.lstrip().startswith("::"):
        info, colons, data = line.lstrip()[2:].partition("::")
        command = _command(info, ",", {"%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ",", "%25": "%"}, token)
        if colons and command:
            return Obeyed(*command, _replace(data, {"%0D": "\r", "%0A": "\n", "%25": "%"}))
    if "##[" in line:
        info, bracket, data = line.partition("##[")[2].partition("]")
        escapes = {"%3B": ";", "%0D": "\r", "%0A": "\n", "%5D": "]", "%25": "%"}
        command = _command(info, ";", escapes, token)
        if bracket and command:
            return Obeyed(*command, _replace(data, escapes))
    return None


def carry_out(log: str) -> list[Obeyed]:
    """The commands of a whole log that are carried out, without those that stop commands and let them go on."""
    found = []
    token = ""
    for line in re.split("\r\n|\r|\n", log):
        command = obey(line, token)
        if command is None:
            continue
        if token:
            token = "" if command.name == token else token
        elif command.name == "stop-commands":
            token = command.data
        else:
            found.append(command)
    assert not token, "commands are stopped to the end of the step"
    return found


def _command(info: str, separator: str, escapes: Mapping[str, str], token: str) -> tuple[str, dict[str, str]] | None:
    name, _, properties = info.partition(" ")
    if name.lower() not in {*_COMMANDS, token or "error"}:
        return None
    pairs = (part.split("=", 1) for part in properties.strip().split(separator) if "=" in part)
    return name.lower(), {key: _replace(value, escapes) for key, value in pairs}


def _replace(text: str, escapes: Mapping[str, str]) -> str:
    for escape, char in escapes.items():
        text = text.replace(escape, char)
    return text


@pytest.fixture(scope="session")
def calls() -> Callable[[Callable[[], object]], int]:
    """Counts the calls of functions that some work takes: its size, which is the same on every machine."""

    def count(work: Callable[[], object]) -> int:
        events: Counter[str] = Counter()
        sys.setprofile(lambda *step: events.update((step[1],)))
        try:
            work()
        finally:
            sys.setprofile(None)
        return events["call"] + events["c_call"]

    return count


@pytest.fixture(scope="session")
def runner() -> Callable[[str], Obeyed | None]:
    """Reads one line of a log."""
    return obey


@pytest.fixture(scope="session")
def runner_of_log() -> Callable[[str], list[Obeyed]]:
    """Reads a whole log."""
    return carry_out
