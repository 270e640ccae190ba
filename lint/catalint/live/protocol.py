"""What a server is asked, whatever carries it: who it is, and which tools it has."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from catalint.live.conversation import Channel, Conversation
from catalint.live.failure import Fault, Refusal
from catalint.live.limits import Limits
from catalint.live.messages import (
    CLIENT,
    HANDSHAKE_REVISIONS,
    INTERNAL_ERROR,
    METHOD_NOT_FOUND,
    STATELESS_REVISIONS,
    Answer,
    name_some,
)
from catalint.live.watch import Watch
from catalint.model import Json
from catalint.quoting import describe, shown

# Refusals of `initialize` that another revision would not change: statuses of HTTP by which a server says that nothing
# there takes a request at all, and a fault of its own.
_FINAL = frozenset((404, 405, INTERNAL_ERROR))


@dataclass(frozen=True)
class Told:
    """What a server told, as in Listed."""

    introduction: str
    pages: tuple[str, ...]
    protocol: str
    cut: str
    notes: tuple[str, ...]


def list_tools(channel: Channel, limits: Limits, watch: Watch) -> Told:
    """Introduce ourselves and read all pages of the tools. Raises Fault."""
    talk = Conversation(channel, watch)
    introduction = _introduce(talk)
    if introduction.result.get("resultType") == "input_required":
        raise Fault("protocol error", "it asks for input of a user before it says what it is")
    try:
        pages, cut = _read_pages(talk, limits)
    except Refusal as refusal:
        if refusal.code != METHOD_NOT_FOUND or _declares_tools(introduction.result):
            raise
        talk.note("it has no tools: it declares no `tools` capability and does not know `tools/list`")
        pages, cut = [], ""
    return Told(introduction.text, tuple(pages), introduction.revision, cut, tuple(talk.notes))


@dataclass(frozen=True)
class _Introduction:
    text: str
    result: dict[str, Json]
    revision: str


def _introduce(talk: Conversation) -> _Introduction:
    """Agree on a revision: by the handshake if the server takes it, else without.

    The specification of 2026-07-28 would have a client ask `server/discover` first and fall back. We begin with
    `initialize`, because of what servers do that were written before that method was thought of: version 1.2 of the
    Python SDK never answers it and ends at the next message, so does Rust's rmcp at once (it insists on `initialize`,
    1.5 still does), and a silent server can't be told from one that `npx` is still installing. `initialize` in turn
    is understood by all of them, by servers of both eras (versions 2 of the Python and the TypeScript SDK list the
    same tools after it), and refused by those that only know the new one, whose error then leads to `server/discover`.
    """
    newest = HANDSHAKE_REVISIONS[-1]
    try:
        return _shake_hands(talk, newest)
    except Refusal as refusal:
        if refusal.kind == "needs authorization" or refusal.code in _FINAL:
            raise
        older = [revision for revision in HANDSHAKE_REVISIONS if revision in refusal.supported]
        try:
            return _shake_hands(talk, older[-1]) if older and older[-1] != newest else _discover(talk)
        except Refusal as second:
            # what names revisions says most; else it is the refusal of what every server knows
            raise (second if second.supported and not refusal.supported else refusal) from None
        except Fault:
            raise refusal from None


def _shake_hands(talk: Conversation, revision: str) -> _Introduction:
    params: dict[str, Json] = {"protocolVersion": revision, "capabilities": {}, "clientInfo": CLIENT}
    answer = talk.ask("initialize", params)
    result = _object(answer, "`initialize`")
    offered = result.get("protocolVersion")
    if not isinstance(offered, str) or not offered:
        what = "no protocol revision" if offered is None else f"{describe(offered)} as its protocol revision"
        talk.note(f"it names {what} in its answer to `initialize`")
        offered = ""
    elif offered not in HANDSHAKE_REVISIONS:
        fault = "has no `initialize`" if offered in STATELESS_REVISIONS else "nobody knows"
        talk.note(f"it answers `initialize` with the protocol revision {shown(offered)}, which {fault}")
    # one without a handshake would be spoken otherwise
    talk.revision = "" if offered in STATELESS_REVISIONS else offered
    talk.notify("notifications/initialized")
    return _Introduction(answer.text, result, offered)


def _discover(talk: Conversation) -> _Introduction:
    talk.revision = STATELESS_REVISIONS[-1]
    answer = talk.ask("server/discover")
    result = _object(answer, "`server/discover`")
    supported = result.get("supportedVersions")
    if not isinstance(supported, list):
        talk.note("its answer to `server/discover` has no list `supportedVersions`")
    elif not any(revision in supported for revision in STATELESS_REVISIONS):
        named = tuple(each for each in supported if isinstance(each, str))
        message = f"it refuses `initialize` and names no protocol revision that we know ({name_some(named)})"
        raise Refusal("protocol error", message, 0, named)
    return _Introduction(answer.text, result, talk.revision)


def _read_pages(talk: Conversation, limits: Limits) -> tuple[list[str], str]:
    """All pages, and why those that the server still names were not asked for."""
    pages: list[str] = []
    first_with: dict[bytes, int] = {}
    named_by: dict[str, int] = {}
    size = 0
    cursor = ""
    while True:
        number = len(pages) + 1
        where = f" (page {number})" if number > 1 else ""
        answer = talk.ask("tools/list", {"cursor": cursor} if cursor else None, where=where)
        result = _object(answer, f"`tools/list`{where}")
        tools = result.get("tools")
        if not isinstance(tools, list):
            message = f"`tools/list`{where} was answered with {describe(result)}, without a list `tools`"
            if result.get("resultType") == "input_required":
                message = "it asks for input of a user before it lists its tools"
            raise Fault("protocol error", message)
        pages.append(answer.text)
        size += len(answer.text.encode("utf-8", errors="replace"))
        following = result.get("nextCursor")
        if following is None or following == "":
            return pages, ""
        if not isinstance(following, str):
            return pages, f"page {number} names {describe(following)} as the cursor of the next page"
        digest = _digest(tools)
        if tools and digest in first_with:
            return pages, f"page {number} repeats page {first_with[digest]} and names a further one"
        if following in named_by:
            return pages, f"page {number} names the cursor {shown(following)} that page {named_by[following]} named"
        if number >= limits.pages:
            return pages, f"{limits.pages:,} pages are the limit"
        if size >= limits.total_bytes:
            return pages, f"its pages are over the limit of {limits.total_bytes / 1e6:,.0f} MB"
        if digest:
            first_with[digest] = number
        named_by[following] = number
        cursor = following


def _digest(tools: list[Json]) -> bytes:
    """What is the same for the same tools, however they are written; no page repeats one that is nested too deeply."""
    try:
        text = json.dumps(tools, sort_keys=True)
    except RecursionError:
        return b""
    return hashlib.sha256(text.encode()).digest()


def _object(answer: Answer, name: str) -> dict[str, Json]:
    if not isinstance(answer.result, dict):
        raise Fault("protocol error", f"{name} was answered with {describe(answer.result)}, not with an object")
    return answer.result


def _declares_tools(result: dict[str, Json]) -> bool:
    capabilities = result.get("capabilities")
    return isinstance(capabilities, dict) and capabilities.get("tools") is not None
