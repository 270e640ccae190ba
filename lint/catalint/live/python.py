"""Lists a server object of a Python module, in a process of its own with the Python that runs us."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import closing, nullcontext
from dataclasses import asdict, fields
from pathlib import Path
from typing import IO, Any

from catalint.live.failure import Fault, ServerError
from catalint.live.launch import PythonObject, Server
from catalint.live.limits import Limits
from catalint.live.lines import Lines, Tail
from catalint.live.listed import Listed
from catalint.live.processes import GRACE, ProcessTree, describe_end, start
from catalint.live.protocol import Told
from catalint.live.watch import Watch

_CHUNK = 65_536
# The child writes JSON texts into JSON, in ASCII: `"` takes two bytes then, and a letter of two bytes six.
_ESCAPED = 3
# What was given its time and used it up gets little more to end in.
_SHORT_GRACE = 0.2
# What the child's answers have (see `catalint.live.child`).
_TOLD = {field.name for field in fields(Told)} | {"places"}
_FAILED = {"kind", "message"}


def list_object(server: Server, limits: Limits, watch: Watch | None = None) -> Listed:
    """Import the module of a `PythonObject` in a child process and list its server object in memory.

    The child gets no more than `limits`; it and what it started have ended when this returns. What the author's code
    prints harms nothing, and is kept for the failure. A `watch` can be interrupted. Raises ServerError.
    """
    launch = server.launch
    if not isinstance(launch, PythonObject):
        raise TypeError(f"{server.name} is no server object of Python")
    begun = time.monotonic()
    folder = str(Path(launch.folder or ".").resolve())
    # -P: what lies in the working directory must not be taken for a module of ours or of the standard library; the
    # child puts the folder on the path before it imports the author's module
    command = (sys.executable, "-P", "-m", "catalint.live.child", launch.target, folder, json.dumps(asdict(limits)))
    try:
        child = _Child(start(command, {}), limits)
    except Fault as fault:
        raise ServerError(server, fault.kind, fault.message) from None
    with closing(child):
        try:
            with watch.waking(lambda: child.interrupt(watch)) if watch else nullcontext():
                told = child.wait()
        except Fault as fault:
            child.close()  # all of its standard error is read then
            raise ServerError(server, fault.kind, fault.message, child.stderr.lines) from None
    return Listed(
        server,
        introduction=told["introduction"],
        pages=tuple(told["pages"]),
        protocol=told["protocol"],
        medium="python",
        seconds=time.monotonic() - begun,
        cut=told["cut"],
        notes=tuple(told["notes"]),
        places={name: (file, line) for name, (file, line) in told["places"].items()},
    )


class _Child:
    """The process, with threads that read what it says."""

    def __init__(self, tree: ProcessTree, limits: Limits) -> None:
        self.stderr = Tail()
        self._tree = tree
        self._limits = limits
        self._doing = "starting Python"
        self._answer: Mapping[str, Any] | None = None
        self._fault: Fault | None = None
        self._done = threading.Event()
        self._interrupted = False
        process = tree.process
        self._readers = [
            threading.Thread(target=read, args=(stream,), daemon=True)
            for read, stream in ((self._read_answers, process.stdout), (self._read_stderr, process.stderr))
        ]
        if process.stdin is not None:
            process.stdin.close()
        for reader in self._readers:
            reader.start()

    def wait(self) -> Mapping[str, Any]:
        """What the server told. Raises Fault."""
        until = time.monotonic() + self._limits.seconds
        ended = self._done.wait(self._limits.seconds)
        if self._fault is not None:
            raise self._fault
        if self._answer is None and self._interrupted:
            raise Fault("timed out", f"interrupted while {self._doing}")
        late = Fault("timed out", f"no answer within {self._limits.seconds:g} s, while {self._doing}")
        if self._answer is None and not ended:
            raise late
        if self._answer is None:
            try:
                code = self._tree.process.wait(max(0.0, until - time.monotonic()))
            except subprocess.TimeoutExpired:  # its code closed what it answers through
                raise late from None
            raise Fault("could not start", f"Python {describe_end(code)} while {self._doing}")
        if "failed" in self._answer:
            raise Fault(**self._answer["failed"])
        told: Mapping[str, Any] = self._answer["told"]
        return told

    def interrupt(self, watch: Watch) -> None:
        """Let nobody wait for an answer where somebody interrupted the listing; its time is up by itself."""
        self._interrupted = watch.interrupted
        if self._interrupted:
            self._done.set()

    def close(self) -> None:
        """End the process and all that it started."""
        self._tree.end(_SHORT_GRACE if self._answer is None else GRACE)
        for reader in self._readers:
            reader.join(GRACE)

    def _read_answers(self, stream: IO[bytes]) -> None:
        try:
            self._keep_answer(stream)
        finally:
            self._done.set()

    def _keep_answer(self, stream: IO[bytes]) -> None:
        lines = Lines(_ESCAPED * self._limits.total_bytes)
        with stream:
            while chunk := stream.read(_CHUNK):
                try:
                    answers = [_read_answer(line) for line in lines.take(chunk)]
                except Fault as fault:
                    self._fault = fault
                    return
                for answer in answers:
                    self._doing = answer.get("doing", self._doing)
                    if "doing" not in answer:
                        self._answer = answer
                        return

    def _read_stderr(self, stream: IO[bytes]) -> None:
        with stream:
            while chunk := stream.read(_CHUNK):
                self.stderr.take(chunk)


def _read_answer(line: bytes) -> Mapping[str, Any]:
    """Read a line of the child. Raises Fault for what is none: the author's code runs there, and may write as well."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        answer = None
    if isinstance(answer, dict):
        told, failed = answer.get("told"), answer.get("failed")
        if isinstance(answer.get("doing"), str) or (isinstance(told, dict) and told.keys() == _TOLD):
            return answer
        if isinstance(failed, dict) and failed.keys() == _FAILED:
            return answer
    raise Fault(
        "protocol error", "its code writes to a file descriptor that is not its own, through which its process answers"
    )
