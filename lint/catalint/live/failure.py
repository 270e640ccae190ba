"""Why a server could not be listed."""

from __future__ import annotations

from typing import Literal, TypeAlias

from catalint.live.launch import Server

FailureKind: TypeAlias = Literal["could not start", "refused", "needs authorization", "timed out", "protocol error"]


class ServerError(Exception):
    """A server was not listed. `message` is one line without the server's name; `kind` is its class.

    `stderr` holds the last lines that a started server wrote there, as it wrote them: nothing in them can be trusted.
    """

    def __init__(self, server: Server, kind: FailureKind, message: str, stderr: tuple[str, ...] = ()) -> None:
        self.server = server
        self.kind = kind
        self.message = message
        self.stderr = stderr
        super().__init__(f"{server.name}: {kind}: {message}")
