"""Messages of JSON-RPC, of which MCP is made: those we write, and what those of a server are."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from catalint import __version__
from catalint.live.failure import Fault
from catalint.model import Json
from catalint.quoting import describe, shown

# The revisions that begin with `initialize`, oldest first; 2024-10-07 was a draft that the first SDKs still name.
HANDSHAKE_REVISIONS = ("2024-10-07", "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
# Those in which each request says all that a handshake would.
STATELESS_REVISIONS = ("2026-07-28",)

CLIENT: dict[str, Json] = {"name": "catalint", "version": __version__}

# https://www.jsonrpc.org/specification#error_object
METHOD_NOT_FOUND = -32601
INTERNAL_ERROR = -32603
# Characters that are shown of the words of an error, and of anything else that came.
_QUOTED_WORDS = 160
QUOTED = 60


@dataclass(frozen=True)
class Request:
    """A message to send: a request, or a notification if it has no `id`.

    `revision` is the one agreed on, empty before the handshake.
    """

    method: str
    id: int | None = None
    params: Mapping[str, Json] | None = None
    revision: str = ""

    @property
    def stateless(self) -> bool:
        """Whether it carries what a handshake would have settled."""
        return self.revision in STATELESS_REVISIONS

    @property
    def text(self) -> str:
        """The message as one line of JSON, ASCII only."""
        message: dict[str, Json] = {"jsonrpc": "2.0", "method": self.method}
        if self.id is not None:
            message["id"] = self.id
        params = dict(self.params or {})
        if self.stateless:
            # https://modelcontextprotocol.io/specification/2026-07-28/basic/index#meta
            params["_meta"] = {
                "io.modelcontextprotocol/protocolVersion": self.revision,
                "io.modelcontextprotocol/clientInfo": CLIENT,
                "io.modelcontextprotocol/clientCapabilities": {},
            }
        if params:
            message["params"] = params
        return json.dumps(message, separators=(",", ":"))


@dataclass(frozen=True)
class Incoming:
    """A message of a server: its text as it came, and what that reads as."""

    text: str
    value: Json = field(repr=False)


@dataclass(frozen=True)
class Answer:
    """An answer to a request: its `id` is of that request, and `error` is null unless it was refused."""

    text: str
    id: Json
    result: Json
    error: Json
    is_tagged: bool


@dataclass(frozen=True)
class Call:
    """A request that the server makes of us."""

    id: Json
    method: str


@dataclass(frozen=True)
class Notice:
    """A notification: nothing is expected of us."""

    method: str


Message: TypeAlias = Answer | Call | Notice


def parse(text: str) -> Json:
    """Read a JSON text as leniently as the readers of servers' answers do. Raises ValueError."""
    try:
        value: Json = json.loads(text, parse_int=_integer)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    return value


def read_message(text: str) -> Incoming:
    """Read what came as a message. Raises Fault for what is no JSON."""
    try:
        return Incoming(text, parse(text))
    except ValueError as error:
        message = f"a message is no valid JSON ({describe_fault(error)}): {shown(text.strip(), QUOTED)}"
        raise Fault("protocol error", message) from None


def describe_fault(error: ValueError) -> str:
    """Say what is wrong with a JSON text, and where."""
    return f"{error.msg} at character {error.pos + 1:,}" if isinstance(error, json.JSONDecodeError) else str(error)


def understand(incoming: Incoming) -> Message | None:
    """Say what kind of message it is; None for JSON that is no message of JSON-RPC."""
    value = incoming.value
    if not isinstance(value, dict):
        return None
    method = value.get("method")
    if isinstance(method, str):
        # null is no id; and one that is no number or short text is not worth to be repeated
        number = value.get("id")
        return Call(number, method) if isinstance(number, int | float) or _is_short(number) else Notice(method)
    if ("id" in value and ("result" in value or "error" in value)) or isinstance(value.get("error"), dict):
        return Answer(
            incoming.text, value.get("id"), value.get("result"), value.get("error"), value.get("jsonrpc") == "2.0"
        )
    return None


def write_reply(call: Call) -> str:
    """Answer a request of the server: a ping is answered, all else refused, since listing needs none of it."""
    message: dict[str, Json] = {"jsonrpc": "2.0", "id": call.id}
    if call.method == "ping":
        message["result"] = {}
    else:
        message["error"] = {"code": METHOD_NOT_FOUND, "message": "catalint only lists tools"}
    return json.dumps(message, separators=(",", ":"))


def describe_error(error: Json) -> str:
    """Name an error of JSON-RPC by its code and its words."""
    if not isinstance(error, dict):
        return f"an error that is {describe(error)}"
    message = error.get("message")
    words = f" {shown(message, _QUOTED_WORDS)}" if isinstance(message, str) and message else ""
    return f"the error {describe_code(error.get('code'))}{words}"


def describe_code(code: Json) -> str:
    """A code of an error as it stands there, shortly."""
    return shown(code) if isinstance(code, str) else json.dumps(code)[:24]


def named_revisions(error: Json) -> tuple[str, ...]:
    """The protocol revisions that an error says the server would take."""
    data = error.get("data") if isinstance(error, dict) else None
    supported = data.get("supported") if isinstance(data, dict) else None
    return tuple(each for each in supported if isinstance(each, str)) if isinstance(supported, list) else ()


def name_some(revisions: Sequence[str]) -> str:
    """The first of some revisions, in quotes."""
    return ", ".join(shown(each) for each in revisions[:5]) or "none"


def _is_short(value: Json) -> bool:
    return isinstance(value, str) and len(value) <= 256


def _integer(digits: str) -> int:
    """Python refuses to read numbers of more than 4,300 digits, but their tool may be sound otherwise."""
    try:
        return int(digits)
    except ValueError:
        return 0
