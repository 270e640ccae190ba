"""Standard output of a server: messages, one a line, and what else is written there."""

from __future__ import annotations

import json
import re

from catalint.live.failure import Fault
from catalint.live.messages import QUOTED, Incoming, describe_fault, parse, understand
from catalint.quoting import shown

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
# The beginning of an object of JSON, which no log line looks like: `{`, then nothing, a key, or the end.
_OBJECT = re.compile(r'\s*\{\s*("|\}|$)')


class Output:
    """Tells messages from all else that is written to standard output, where nothing else should be."""

    def __init__(self) -> None:
        self._strays = 0
        self._first = ""
        self._has_mark = False
        self._opened = ""

    @property
    def notes(self) -> tuple[str, ...]:
        """What was found there that is no message."""
        notes = []
        if self._strays:
            what = "a line that is no message" if self._strays == 1 else f"{self._strays:,} lines that are no messages"
            notes.append(f"its standard output has {what}; logs belong on standard error ({self._first})")
        if self._has_mark:
            notes.append("its standard output begins with a byte order mark, which clients can't read")
        return tuple(notes)

    def read(self, line: bytes) -> Incoming | None:
        """Read a line; None if it is no message. Raises Fault for one that is meant as a message and broken."""
        if line.startswith(_BYTE_ORDER_MARK):
            self._has_mark = True
            line = line.removeprefix(_BYTE_ORDER_MARK)
        if not line.strip():
            return None
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            if b'"jsonrpc"' in line:
                where = f"the byte 0x{line[error.start]:02X} at position {error.start + 1:,}"
                raise Fault("protocol error", f"a message is not valid UTF-8: {where}") from None
            self._pass_over(line.decode("utf-8", errors="replace"))
            return None
        try:
            incoming = Incoming(text, parse(text))
        except ValueError as error:
            self._refuse_broken(text, error)
            self._pass_over(text)
            return None
        if understand(incoming) or isinstance(incoming.value, list):
            return incoming
        self._pass_over(text)
        return None

    def _refuse_broken(self, text: str, error: ValueError) -> None:
        """Raise for a line that no log would have."""
        begins = _OBJECT.match(text)
        if self._opened and not begins and '"jsonrpc"' in text:
            message = f"a message is spread over several lines, from {self._opened} on: each has to be one line"
            raise Fault("protocol error", message)
        if not begins:
            return
        unfinished = isinstance(error, json.JSONDecodeError) and (
            error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string")
        )
        if unfinished:
            self._opened = shown(text.strip(), QUOTED)
        if '"jsonrpc"' in text:
            what = "a message ends in the middle of its line" if unfinished else "a message is no valid JSON"
            raise Fault("protocol error", f"{what} ({describe_fault(error)}): {shown(text.strip(), QUOTED)}")

    def _pass_over(self, text: str) -> None:
        self._strays += 1
        self._first = self._first or shown(text.strip(), QUOTED)
