"""A server that a hook of pre-commit starts gets the programs that its author has, not those of the hook."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from catalint.live import Command, Listed, Server
from catalint.live.environment import inherited

SERVER = Path(__file__).parents[2] / "fixtures" / "servers" / "plain_stdio.py"


@pytest.fixture
def hook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The environment that pre-commit runs a hook in whose own environment we are."""
    (tmp_path / "hook" / "bin").mkdir(parents=True)
    monkeypatch.setattr("sys.prefix", str(tmp_path / "hook"))
    path = os.pathsep.join([str(tmp_path / "hook" / "bin"), "/usr/bin", "", "/bin"])
    return {"PRE_COMMIT": "1", "VIRTUAL_ENV": str(tmp_path / "hook"), "PATH": path, "KEY": "1"}


def test_programs_of_the_hook_stand_last(hook: dict[str, str], tmp_path: Path) -> None:
    last = os.pathsep.join(["/usr/bin", "", "/bin", str(tmp_path / "hook" / "bin")])
    assert inherited(hook) == {"PRE_COMMIT": "1", "PATH": last, "KEY": "1"}


@pytest.mark.parametrize(
    "change",
    [{"PRE_COMMIT": ""}, {"VIRTUAL_ENV": ""}, {"VIRTUAL_ENV": "/srv/desk/.venv"}, {"PRE_COMMIT": "", "PATH": ""}],
)
def test_any_other_environment_is_left_as_it_is(hook: dict[str, str], change: dict[str, str]) -> None:
    assert inherited(hook | change) == hook | change


@pytest.mark.skipif(sys.platform == "win32", reason="a script of the shell")
def test_a_server_is_started_by_the_programs_of_its_author(
    hook: dict[str, str], listed: Callable[..., Listed], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    theirs, ours = tmp_path / "bin" / "run-server", tmp_path / "hook" / "bin" / "run-server"
    theirs.parent.mkdir()
    for file, line in ((theirs, f"exec '{sys.executable}' '{SERVER}'"), (ours, "exit 7")):
        file.write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
        file.chmod(file.stat().st_mode | stat.S_IXUSR)
    for name, value in hook.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PATH", os.pathsep.join([str(ours.parent), str(theirs.parent), "/usr/bin", "/bin"]))
    assert listed(Server("desk", Command(("run-server",)))).pages
