"""Runs in processes of their own, so that one that hangs or dies is a fault like any other."""

from __future__ import annotations

import faulthandler
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from multiprocessing import connection, get_context
from pathlib import Path
from typing import Any

import psutil
from dumpfuzz import dumps, runs
from dumpfuzz.dumps import Dump
from dumpfuzz.runs import Command, Fault, Outcome

# What a process may take beyond the limit of a command, in seconds of processor time: a run has up to three commands,
# and where the garbage of the last run is collected is chance. A process is not asked more often than it has runs.
_GRACE = 4
_RUNS = 400
_LOOK = 0.2
_START = 60.0
_SPAWN = get_context("spawn")


@dataclass(frozen=True)
class Job:
    """A dump to run: that of a number, or one that is given, with the commands to run on it."""

    number: int
    seed: int
    dump: Dump | None = None
    wanted: tuple[Command, ...] = ()

    def carry_out(self, limit: float) -> Outcome:
        """Make the dump and run it."""
        dump = self.dump or dumps.make(self.seed, self.number)
        return replace(runs.run(dump, self.wanted or runs.commands(self.number), limit), story=dump.story)


@dataclass
class _Worker:
    """A process and what it is busy with."""

    limit: float
    log: Path
    process: Any = None
    line: Any = None
    job: Job | None = None
    left: int = _RUNS
    used: float = 0.0
    since: float = field(default_factory=time.monotonic)

    def start(self) -> None:
        self.line, other = _SPAWN.Pipe()
        self.process = _SPAWN.Process(target=_serve, args=(other, self.limit, str(self.log)), daemon=True)
        self.process.start()
        other.close()
        self.left = _RUNS

    def take(self, job: Job) -> None:
        """Begin a job."""
        if self.process is None or not self.left:
            self.stop()
            self.start()
        self.job, self.used, self.since = job, self._processor_time(), time.monotonic()
        self.left -= 1
        self.line.send(job)

    def look(self) -> Outcome | None:
        """The outcome of the job, None while it runs; a process that takes too long is ended."""
        try:
            if self.line.poll():
                found: Outcome = self.line.recv()
                return found
        except (EOFError, OSError):
            self.process.join()
            code = self.process.exitcode
            self.stop()
            return Outcome((Fault("process died", f"exit code {code}\n{self._said()}"),))
        taken = self._processor_time() - self.used
        if taken > _GRACE * self.limit and time.monotonic() - self.since > _START:
            self.stop()
            return Outcome((Fault("hangs", f"ended after {taken:.0f} s\n{self._said()}"),), taken)
        return None

    def stop(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.line.close()
            self.process = None

    def _processor_time(self) -> float:
        try:
            times = psutil.Process(self.process.pid).cpu_times()
        except psutil.Error:
            return self.used
        return float(times.user + times.system)

    def _said(self) -> str:
        """Where the process was when it took too long, or what it died of."""
        return self.log.read_text(errors="replace")[-6_000:] if self.log.exists() else ""


def work(jobs: Iterable[Job], *, together: int, limit: float) -> Iterator[tuple[Job, Outcome]]:
    """Carry out jobs, so many at a time; yields them as they end."""
    waiting = iter(jobs)
    with tempfile.TemporaryDirectory(prefix="dumpfuzz-") as folder:
        workers = [_Worker(limit, Path(folder, f"{number}.log")) for number in range(together)]
        try:
            busy = [worker for worker in workers if _next(worker, waiting)]
            while busy:
                connection.wait([worker.line for worker in busy], _LOOK)
                for worker in list(busy):
                    outcome = worker.look()
                    if outcome is not None and worker.job is not None:
                        yield worker.job, outcome
                        if not _next(worker, waiting):
                            busy.remove(worker)
        finally:
            for worker in workers:
                worker.stop()


def _next(worker: _Worker, waiting: Iterator[Job]) -> bool:
    job = next(waiting, None)
    if job is not None:
        worker.take(job)
    return job is not None


def _serve(line: Any, limit: float, log: str) -> None:
    """Carry out what comes, in a process of its own."""
    sys.dont_write_bytecode = True
    with Path(log).open("w") as errors:
        faulthandler.enable(errors)
        while True:
            try:
                job = line.recv()
            except EOFError:
                return
            errors.truncate(0)
            faulthandler.dump_traceback_later(_GRACE * limit / 2, file=errors)
            outcome = job.carry_out(limit)
            faulthandler.cancel_dump_traceback_later()
            line.send(outcome)
