"""Servers that answer under a URL, by whichever transport they do."""

from __future__ import annotations

from contextlib import closing

from catalint.live.address import read_address, read_headers
from catalint.live.failure import Fault, Refusal, ServerError
from catalint.live.http import StreamableHttp
from catalint.live.launch import Endpoint, Server
from catalint.live.legacy import EventStream
from catalint.live.limits import Limits
from catalint.live.listed import Listed, Medium
from catalint.live.protocol import Told, list_tools
from catalint.live.watch import TimeIsUpError, Watch

# What a server of the first transport answers to a post, by the specification of 2026-07-28 ("Backward Compatibility").
_OLDER = frozenset((400, 404, 405))


def list_endpoint(server: Server, endpoint: Endpoint, limits: Limits, watch: Watch) -> Listed:
    """Ask a server under its URL for its tools. Raises ServerError."""
    try:
        told, medium, notes = _list(endpoint, limits, watch)
    except Fault as fault:
        raise ServerError(server, fault.kind, fault.message) from None
    notes = (*notes, *told.notes)
    return Listed(server, told.introduction, told.pages, told.protocol, medium, watch.spent, told.cut, notes)


def _list(endpoint: Endpoint, limits: Limits, watch: Watch) -> tuple[Told, Medium, tuple[str, ...]]:
    address = read_address(endpoint.url)
    headers, notes = read_headers(endpoint.headers, address)
    refusal: Refusal | None = None
    if endpoint.transport != "sse":
        with closing(StreamableHttp(address, headers, limits, watch)) as channel:
            try:
                return list_tools(channel, limits, watch), "streamable-http", notes
            except Refusal as error:
                if endpoint.transport != "auto" or channel.was_heard or error.code not in _OLDER:
                    raise
                refusal = error
    with closing(EventStream(address, headers, limits, watch)) as stream:
        try:
            stream.open()
        except TimeIsUpError:
            raise Fault("timed out", f"no stream of events from {address.shown} within {watch.seconds:g} s") from None
        except Fault as fault:
            # if it is no such server either, the first answer is the one to look into
            raise (refusal if refusal and not stream.is_open and fault.kind == "protocol error" else fault) from None
        return list_tools(stream, limits, watch), "sse", notes
