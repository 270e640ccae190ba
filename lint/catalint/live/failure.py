"""Why a server could not be listed."""

from __future__ import annotations

from typing import Literal, TypeAlias

from catalint.live.launch import Server

FailureKind: TypeAlias = Literal["could not start", "refused", "needs authorization", "timed out", "protocol error"]


class Fault(Exception):  # noqa: N818  # becomes a ServerError once the server is known
    """What went wrong, before it is known whose listing it ends. `message` is one line, as in ServerError."""

    def __init__(self, kind: FailureKind, message: str) -> None:
        self.kind = kind
        self.message = message
        super().__init__(f"{kind}: {message}")


class Refusal(Fault):
    """A server answered that it does not take a request, by an error of JSON-RPC or by a status of HTTP.

    `code` is that of the error or the status; `supported` the protocol revisions that the server names in it.
    """

    def __init__(self, kind: FailureKind, message: str, code: int, supported: tuple[str, ...] = ()) -> None:
        self.code = code
        self.supported = supported
        super().__init__(kind, message)


def too_long(what: str, most: int) -> Fault:
    """What to raise where a server sends more than `most` bytes in one piece."""
    return Fault("protocol error", f"{what} is longer than {most / 1e6:,g} MB, which is more than is read")


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
