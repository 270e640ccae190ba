"""Asks a server and finds the answer among all that it sends."""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping
from contextlib import closing
from typing import Protocol

from catalint.live.failure import Fault, Refusal
from catalint.live.messages import (
    Answer,
    Call,
    Incoming,
    Request,
    describe_code,
    describe_error,
    name_some,
    named_revisions,
    understand,
    write_reply,
)
from catalint.live.watch import TimeIsUpError, Watch
from catalint.model import Json
from catalint.quoting import describe, shown

# Codes of HTTP that servers put into errors of JSON-RPC, and what others write there in words.
_UNAUTHORIZED_CODES = frozenset((401, 403))
_UNAUTHORIZED = re.compile(
    r"\b(unauthori[sz]ed|unauthenticated|forbidden|not authori[sz]ed|authentication (is )?required|"
    r"(missing|invalid|no) (access|bearer|auth|authentication|authorization|api) (token|key))\b",
    re.IGNORECASE,
)
_MOST_NOTES = 20


class Channel(Protocol):
    """How messages get to a server and back."""

    hint: str
    """What a user can do where the server asks for authorization."""

    def send(self, request: Request) -> Generator[Incoming]:
        """Send a request and give what comes from the server, until its reader has enough.

        Raises Fault, and TimeIsUpError where the watch of the listing is over.
        """

    def notify(self, notice: Request) -> str:
        """Send a notification; a remark is given where that went wrong and does no harm."""

    def reply(self, text: str) -> None:
        """Send an answer to a request that the server made while a request of ours was open."""

    def remark(self) -> str:
        """What the channel knows of why no answer came, to end a message with."""


class Conversation:
    """The requests to one server, one after the other, each with its answer."""

    def __init__(self, channel: Channel, watch: Watch) -> None:
        self.revision = ""
        self.notes: dict[str, None] = {}
        self._channel = channel
        self._watch = watch
        self._sent = 0

    def ask(self, method: str, params: Mapping[str, Json] | None = None, *, where: str = "") -> Answer:
        """Send a request and return its answer. `where` tells it from others of its method, in messages.

        Raises Refusal where the server answers with an error, and Fault where it does not answer.
        """
        self._sent += 1
        name = f"`{method}`{where}"
        request = Request(method, self._sent, params, self.revision)
        try:
            with closing(self._channel.send(request)) as incoming:
                answer = self._find(incoming, name)
        except TimeIsUpError:
            raise Fault("timed out", self._late(name)) from None
        if not answer.is_tagged:
            self.note('its messages lack "jsonrpc": "2.0", which clients insist on')
        if answer.error is not None:
            raise self._refusal(answer, name)
        return answer

    def notify(self, method: str) -> None:
        """Send a notification."""
        try:
            remark = self._channel.notify(Request(method, revision=self.revision))
        except TimeIsUpError:
            raise Fault("timed out", self._late(f"`{method}`")) from None
        if remark:
            self.note(remark)

    def note(self, text: str) -> None:
        """Keep a remark, once, and only the first of many."""
        if len(self.notes) < _MOST_NOTES:
            self.notes[text] = None

    def _find(self, incoming: Generator[Incoming], name: str) -> Answer:
        for each in incoming:
            message = understand(each)
            if isinstance(message, Answer):
                if self._is_for_now(message, name):
                    return message
            elif isinstance(message, Call):
                self._channel.reply(write_reply(message))
            elif message is None and isinstance(each.value, list) and any(_is_message(item) for item in each.value):
                raise Fault("protocol error", f"{name} was answered with a batch, a list of messages, instead of one")
            elif message is None:
                self.note(f"it sent JSON that is no message: {describe(each.value)}")
        raise Fault("protocol error", f"{name} was not answered{self._channel.remark()}")

    def _is_for_now(self, answer: Answer, name: str) -> bool:
        """Tell the answer to the last request from one that came twice; raise for any other."""
        if answer.id == self._sent and not isinstance(answer.id, bool):
            return True
        if answer.id is None and answer.error is not None:  # a request that the server could not read
            return True
        if isinstance(answer.id, int) and not isinstance(answer.id, bool) and 0 < answer.id < self._sent:
            self.note(f"it answered request {answer.id} twice")
            return False
        message = f"{name} has the id {self._sent} and was answered under the id {_identifier(answer.id)}"
        if answer.id == str(self._sent):
            message += ", a string: an answer repeats the id as it came"
        raise Fault("protocol error", message)

    def _refusal(self, answer: Answer, name: str) -> Refusal:
        error = answer.error
        code = error.get("code") if isinstance(error, dict) else None
        words = error.get("message") if isinstance(error, dict) else ""
        number = code if isinstance(code, int) else 0
        message = f"{name} was answered with {describe_error(error)}"
        if number in _UNAUTHORIZED_CODES or (isinstance(words, str) and _UNAUTHORIZED.search(words)):
            return Refusal("needs authorization", f"{message}; {self._channel.hint}", number)
        supported = named_revisions(error)
        if supported:
            message += f", and names the protocol revisions {name_some(supported)}"
        return Refusal("protocol error", message, number, supported)

    def _late(self, name: str) -> str:
        if self._watch.interrupted:
            return f"interrupted while {name} was not answered"
        return f"no answer to {name} within {self._watch.seconds:g} s{self._channel.remark()}"


def _identifier(value: Json) -> str:
    return shown(value) if isinstance(value, str) else describe_code(value)


def _is_message(value: Json) -> bool:
    return isinstance(value, dict) and ("jsonrpc" in value or "method" in value or "result" in value)
