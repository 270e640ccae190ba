"""Lists a server object of a Python module, in a process of its own with the Python that runs us."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from catalint.live.failure import FailureKind, ServerError
from catalint.live.launch import PythonObject, Server
from catalint.live.limits import Limits
from catalint.live.listed import Listed

# What the answer may be larger than the listing: JSON texts inside JSON, in ASCII.
_ESCAPED = 6
_STDERR_LINES = 40
_STDERR_LINE_BYTES = 2_000
# How long the process may take to end by itself once it has answered.
_ENDING_SECONDS = 2.0


def list_object(server: Server, limits: Limits) -> Listed:
    """Import the module of a `PythonObject` in a child process and list its server object in memory.

    The child gets no more than `limits`; it and what it started have ended when this returns. What the author's code
    prints harms nothing, and is kept for the failure. Raises ServerError.
    """
    launch = server.launch
    if not isinstance(launch, PythonObject):
        raise TypeError(f"{server.name} is no server object of Python")
    begun = time.monotonic()
    child = _Child(server, launch, limits)
    try:
        heard = child.wait(begun + limits.seconds)
    finally:
        child.end()
    return Listed(
        server,
        introduction=heard["introduction"],
        pages=tuple(heard["pages"]),
        protocol=heard["protocol"],
        medium="python",
        seconds=time.monotonic() - begun,
        cut=heard["cut"],
        notes=tuple(heard["notes"]),
        places={name: (file, line) for name, (file, line) in heard["places"].items()},
    )


class _Child:
    """The process, with threads that read what it says."""

    def __init__(self, server: Server, launch: PythonObject, limits: Limits) -> None:
        self._server = server
        self._limits = limits
        self._doing = "starting Python"
        self._answer: Mapping[str, Any] | None = None
        self._too_large = False
        self._stderr: deque[bytes] = deque(maxlen=_STDERR_LINES)
        folder = Path(launch.folder or ".").resolve()
        # -P: what lies in the working directory must not be taken for a module of ours or of the standard library;
        # the child itself puts the folder on the path for the author's module
        command = [sys.executable, "-P", "-m", "catalint.live.child"]
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user named the module to import
                [*command, launch.target, str(folder), json.dumps(asdict(limits))],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise ServerError(server, "could not start", f"{sys.executable}: {error.strerror}") from error
        self._readers = [
            threading.Thread(target=read, args=(stream,), daemon=True)
            for read, stream in ((self._read_answers, self._process.stdout), (self._read_stderr, self._process.stderr))
        ]
        for reader in self._readers:
            reader.start()

    def wait(self, deadline: float) -> Mapping[str, Any]:
        """The answer. Raises ServerError."""
        self._readers[0].join(max(0.0, deadline - time.monotonic()))
        if self._too_large:
            raise self._error("protocol error", f"the listing is larger than {self._limits.total_bytes:,} bytes")
        if self._answer is None and self._readers[0].is_alive():
            raise self._error("timed out", f"no answer within {self._limits.seconds:g} s, while {self._doing}")
        if self._answer is None:
            code = self._process.wait()
            ended = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
            raise self._error("could not start", f"the process {ended} while {self._doing}")
        if "failed" in self._answer:
            failed = self._answer["failed"]
            raise self._error(failed["kind"], failed["message"])
        heard: Mapping[str, Any] = self._answer["heard"]
        return heard

    def end(self) -> None:
        """End the process and what it started, and close the pipes."""
        if self._answer is not None:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_ENDING_SECONDS)
        if os.name == "posix":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()
        self._process.wait()
        for reader in self._readers:
            reader.join(_ENDING_SECONDS)

    def _read_answers(self, stream: IO[bytes]) -> None:
        most = _ESCAPED * self._limits.total_bytes
        with stream:
            while line := stream.readline(most):
                if not line.endswith(b"\n"):
                    self._too_large = len(line) >= most
                    return
                answer = json.loads(line)
                if "doing" not in answer:
                    self._answer = answer
                    return
                self._doing = answer["doing"]

    def _read_stderr(self, stream: IO[bytes]) -> None:
        with stream:
            while line := stream.readline(_STDERR_LINE_BYTES):
                self._stderr.append(line.rstrip(b"\r\n"))

    def _error(self, kind: FailureKind, message: str) -> ServerError:
        self.end()  # so that all of its standard error is here
        lines = tuple(line.decode("utf-8", "replace") for line in self._stderr)
        return ServerError(self._server, kind, message, lines)
