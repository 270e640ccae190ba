"""A started program with all that it starts itself: found, and ended."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from shutil import which
from typing import Literal

import psutil

from catalint.live.display import mask_text
from catalint.live.environment import inherited
from catalint.live.failure import Fault

# In the environment of all that a server starts, so that what left its parent, group and session is still found.
_MARK = "CATALINT_STARTED"
# How long a server may take to end when its input ends, and again when it is told to; what it does then is up to it
# (flush a log, close a database), and 20 of them are waited for at the same time.
GRACE = 1.0
_STEP = 0.01
# A process may start others while it is ended: all are looked for anew, but not for ever.
_ROUNDS = 5
# Characters of a name in a message: a path is hardly ever longer, and what is may be a megabyte.
_LONGEST_NAME = 300


class ProcessTree:
    """A program that was started in a session of its own, and its descendants.

    `process` has pipes for all three streams, which are the caller's to read and to close.
    """

    def __init__(self, process: subprocess.Popen[bytes], mark: str) -> None:
        self.process = process
        self._mark = mark
        self._known: dict[int, psutil.Process] = {}

    def end(self, grace: float = GRACE) -> None:
        """Wait until all are gone by themselves, then tell them to end, then kill them; `grace` seconds each.

        Standard input is to be closed before: that is how a server learns that nobody needs it any more.
        """
        self._gone(self._look(), grace)
        if self._signal("terminate"):
            self._gone(self._known.values(), grace)
        for _ in range(_ROUNDS):
            if not self._signal("kill"):
                break
            self._gone(self._known.values(), GRACE)

    def _look(self) -> list[psutil.Process]:
        """All that live of the tree but its root: seen before, descendants, in its session, or with the mark."""
        found = {process.pid: process for process in self._known.values() if _lives(process)}
        if self.process.poll() is None:
            with suppress(psutil.Error):
                root = psutil.Process(self.process.pid)
                found |= {process.pid: process for process in root.children(recursive=True)}
        pids = psutil.pids()
        # The number of the root names its session as long as somebody is in it, and is given to nobody else so long.
        is_reused = self.process.poll() is not None and self.process.pid in pids
        for pid in pids:
            if pid not in found and pid != self.process.pid:
                with suppress(psutil.Error):
                    process = psutil.Process(pid)
                    if (not is_reused and self._is_in_session(pid)) or self._has_mark(process):
                        found[pid] = process
        self._known = {pid: process for pid, process in found.items() if _lives(process)}
        return list(self._known.values())

    def _is_in_session(self, pid: int) -> bool:
        if sys.platform == "win32":
            return False
        try:
            return os.getsid(pid) == self.process.pid
        except OSError:
            return False

    def _has_mark(self, process: psutil.Process) -> bool:
        try:
            return process.environ().get(_MARK) == self._mark
        # what belongs to others, ended meanwhile, or has an environment that can't be read is none of ours
        except (psutil.Error, OSError):
            return False

    def _signal(self, stop: Literal["terminate", "kill"]) -> bool:
        """Send a signal to all that live; False if none does."""
        found = self._look()
        for process in found:
            with suppress(psutil.Error):
                getattr(process, stop)()
        if self.process.poll() is not None:
            return bool(found)
        with suppress(OSError):
            getattr(self.process, stop)()
        return True

    def _gone(self, found: Iterable[psutil.Process], grace: float) -> None:
        """Wait until those and the root are gone. The root is our child: its status must be read by Popen alone."""
        until = time.monotonic() + grace
        left = list(found)
        while (self.process.poll() is None or left) and time.monotonic() < until:
            time.sleep(_STEP)
            left = [process for process in left if _lives(process)]


def start(arguments: Sequence[str], environment: Mapping[str, str], folder: str = "") -> ProcessTree:
    """Start a program with pipes for its three streams.

    It gets our environment with `environment` added, and a session of its own: Ctrl-C in our terminal is for us to
    handle. Raises Fault if it can't be started, in words that tell why.
    """
    if not arguments or not arguments[0]:
        raise Fault("could not start", "there is no command")
    mark = secrets.token_hex(16)
    merged = {**inherited(os.environ), **_named_as_here(environment), _MARK: mark}
    program = arguments[0]
    if sys.platform == "win32":
        # CreateProcess finds no npx.cmd by the name `npx`, which a shell would
        program = which(program, path=merged.get("PATH")) or program
    try:
        process = subprocess.Popen(  # noqa: S603
            (program, *arguments[1:]),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=folder or None,
            env=merged,
            start_new_session=sys.platform != "win32",
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
            | getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except (OSError, ValueError) as error:
        raise Fault("could not start", _reason(error, arguments[0], folder)) from None
    return ProcessTree(process, mark)


def describe_end(code: int) -> str:
    """Say how a process ended."""
    if code < 0:
        try:
            return f"was killed by {signal.Signals(-code).name}"
        except ValueError:
            return f"was killed by signal {-code}"
    return f"exited with code {code}" if code < 0x80000000 else f"exited with code 0x{code:08X}"


def _lives(process: psutil.Process) -> bool:
    try:
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False


def _named_as_here(environment: Mapping[str, str]) -> dict[str, str]:
    """Names of variables on Windows have no case, and ours are in capitals there."""
    return {(name.upper() if sys.platform == "win32" else name): value for name, value in environment.items()}


def _reason(error: OSError | ValueError, program: str, folder: str) -> str:
    name = f"`{_shorten(mask_text(program))}`"
    if folder and not os.path.isdir(folder):  # noqa: PTH112 - says no to a name that is too long, where pathlib raises
        return f"the folder {_shorten(folder)} is {'no folder' if os.path.exists(folder) else 'missing'}"  # noqa: PTH110
    if isinstance(error, ValueError):
        return f"{name} can't be started: a name or a value of its environment or arguments has a character of no use"
    path = Path(folder, program)
    if isinstance(error, FileNotFoundError):
        words = program.split()
        if len(words) > 1 and which(words[0]):
            return f"no program is called {name}: give the command and its arguments as words of their own"
        if os.sep not in program:
            near = " (there is a file of that name here: ./ before it would start that)" if path.is_file() else ""
            return f"{name} was not found on the PATH: is it installed?{near}"
        if path.exists():
            return f"{name} could not be started: the program that its first line names is missing"
        return f"the file {name} is missing"
    if isinstance(error, PermissionError):
        if path.is_dir():
            return f"{name} is a folder"
        if path.is_file():
            return f"{name} is not executable: start it with its interpreter (python, node), or chmod +x"
        return f"{name} may not be started: {error.strerror}"
    return f"{name} could not be started: {error.strerror}"


def _shorten(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
