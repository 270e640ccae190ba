"""Lists servers side by side."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import contextmanager

from catalint.live.concealing import conceal
from catalint.live.failure import ServerError
from catalint.live.launch import Command, Endpoint, Server
from catalint.live.limits import Limits
from catalint.live.listed import Listed
from catalint.live.watch import Watch

_DEFAULTS = Limits()
# On Windows nothing interrupts a wait, so it has to end now and then.
_NOW_AND_THEN = 0.2


def list_servers(
    servers: Sequence[Server], limits: Limits = _DEFAULTS, waiting: Callable[[Sequence[str]], None] | None = None
) -> list[Listed | ServerError]:
    """Start or ask the servers, all at the same time, and say of each what it lists or why it was not listed.

    The order is that of the servers. Nothing is raised for a server that fails. An exception in this thread
    (KeyboardInterrupt, or SystemExit for a SIGTERM) ends all listings and what they started, and goes on. `waiting` is
    told now and then, in this thread, which servers have not answered yet.
    """
    if not servers:
        return []
    run = _Run(limits)
    pool = ThreadPoolExecutor(max(1, min(len(servers), limits.together)), thread_name_prefix="listing")
    try:
        with _ended_properly():
            futures = [pool.submit(run.list, server) for server in servers]
            while wait(futures, _NOW_AND_THEN, FIRST_EXCEPTION).not_done and not any(
                future.done() and future.exception() for future in futures
            ):
                if waiting:
                    waiting([server.name for server, future in zip(servers, futures, strict=True) if not future.done()])
            return [future.result() for future in futures]
    finally:
        run.stop()
        pool.shutdown(cancel_futures=True)


class _Run:
    """The listings that are under way."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._lock = threading.Lock()
        self._watches: set[Watch] = set()
        self._is_stopped = False

    def list(self, server: Server) -> Listed | ServerError:
        """List one server."""
        watch = Watch(self._limits.seconds)
        with self._lock:
            self._watches.add(watch)
            if self._is_stopped:
                watch.interrupt()
        try:
            return conceal(_list(server, self._limits, watch))
        except ServerError as error:
            return conceal(error)
        finally:
            watch.close()
            with self._lock:
                self._watches.discard(watch)

    def stop(self) -> None:
        """End all listings."""
        with self._lock:
            self._is_stopped = True
            for watch in self._watches:
                watch.interrupt()


def _list(server: Server, limits: Limits, watch: Watch) -> Listed:
    if isinstance(server.launch, Command):
        from catalint.live.stdio import list_command

        return list_command(server, server.launch, limits, watch)
    if isinstance(server.launch, Endpoint):
        from catalint.live.endpoint import list_endpoint

        return list_endpoint(server, server.launch, limits, watch)
    from catalint.live.python import list_object

    return list_object(server, limits, watch)


@contextmanager
def _ended_properly() -> Iterator[None]:
    """Turn a SIGTERM into SystemExit: else what was started would stay, as where a CI job is cancelled."""
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGTERM) != signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, _exit)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _exit(number: int, _frame: object) -> None:
    # what a shell reports of a process that a signal ended
    raise SystemExit(128 + number)
