"""Lists servers side by side."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait

from catalint.live.concealing import conceal
from catalint.live.failure import ServerError
from catalint.live.launch import Command, Endpoint, Server
from catalint.live.limits import Limits
from catalint.live.listed import Listed
from catalint.live.signals import Signals
from catalint.live.watch import Watch

_DEFAULTS = Limits()
# Nothing interrupts a wait, so it has to end now and then.
_NOW_AND_THEN = 0.1


def list_servers(
    servers: Sequence[Server], limits: Limits = _DEFAULTS, waiting: Callable[[Sequence[str]], None] | None = None
) -> list[Listed | ServerError]:
    """Start or ask the servers, all at the same time, and say of each what it lists or why it was not listed.

    The order is that of the servers. Nothing is raised for a server that fails. Ctrl-C, SIGTERM and SIGHUP end all
    listings and what they started, and are raised (KeyboardInterrupt, SystemExit) when that is done; more of them
    change nothing until then. `waiting` is told now and then, in this thread, which servers have not answered yet.
    """
    if not servers:
        return []
    run = _Run(limits)
    with Signals() as signals:
        pool = ThreadPoolExecutor(max(1, min(len(servers), limits.together)), thread_name_prefix="listing")
        try:
            futures = [pool.submit(run.list, server) for server in servers]
            while not signals.came and wait(futures, _NOW_AND_THEN, FIRST_EXCEPTION).not_done:
                for future in futures:
                    if future.done():
                        future.result()  # an exception there is a bug of ours
                if waiting:
                    waiting([server.name for server, future in zip(servers, futures, strict=True) if not future.done()])
        finally:
            run.stop()
            pool.shutdown(cancel_futures=True)
        signals.raise_first()
    return [future.result() for future in futures]


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
            return conceal(_list(server, self._limits, watch), os.environ)
        except ServerError as error:
            return conceal(error, os.environ)
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
