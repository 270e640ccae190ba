"""A parser that reads a pattern in four dialects at once, in time linear in its length.

Sources: ECMA-262, section 22.2.1 (grammar with [UnicodeMode]); https://docs.python.org/3.11/library/re.html;
https://github.com/google/re2/wiki/Syntax and https://pkg.go.dev/regexp/syntax; https://docs.rs/regex/latest/regex/#syntax.
"""

from __future__ import annotations

import math
import re
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Literal

from catalint.expression import expression
from catalint_rules.analyses.patterns.engines import ALL, JS, LINEAR, PY, RE2, RUST, Engine, Fault
from catalint_rules.analyses.patterns.escapes import Escape, Known, read_escape

# RE2 and Go let a repetition, or those inside each other together, stand for at most so many (kMaxRepeat).
_MOST_REPEATED = 1_000
# Python and Rust count in 32 bits.
_MOST_COUNTED = 2**32 - 1

# What to write in place of a negative lookahead.
WITHOUT = 'say it as "not": {"pattern": ...}'
_COUNT = expression(r"\{(?P<low>\d+)(?P<range>,(?P<high>\d*))?\}")
_COUNT_UP_TO = expression(r"\{,(?P<high>\d+)\}")
_FLAGS = expression(r"\(\?(?P<on>[A-Za-z]*)(?P<off>-[A-Za-z]*)?(?P<end>[:)])")
_NAMED = expression(r"\(\?(?P<python>P)?<(?P<name>[^\W\d]\w*)>")
_POSIX = expression(r"\[:\^?(?:alnum|alpha|ascii|blank|cntrl|digit|graph|lower|print|punct|space|upper|word|xdigit):\]")
_BRACKETED = expression(r"\\.|\[(?:\\.|[^\]\\])*\]?", re.DOTALL)
_CAPTURING = expression(r"\((?:\?P?<(?P<name>[^=!<>][^<>]*)>|(?!\?))")


@dataclass
class _Term:
    """What stands before the cursor: how wide a text it matches, and how often counts inside of it repeat."""

    kind: Literal["nothing", "atom", "assertion", "look-around", "repetition", "final"] = "nothing"
    least: float = 0
    most: float = 0
    repeats: int = 1


@dataclass
class _Group:
    """A group that is still open, with the widths of its alternatives so far."""

    start: int
    kind: Literal["plain", "capturing", "ahead", "behind"] = "plain"
    least: float = 0
    most: float = 0
    repeats: int = 1
    alternatives: list[tuple[float, float]] = field(default_factory=list)


class Parser:
    """Reads one pattern from left to right."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._at = 0
        self._faults: list[Fault] = []
        self._groups = [_Group(0)]
        self._term = _Term()
        self._closed = 0
        self._named: set[str] = set()
        groups = [match["name"] for match in _CAPTURING.finditer(_BRACKETED.sub("", pattern))]
        self._total, self._names = len(groups), frozenset(name for name in groups if name)

    def parse(self) -> list[Fault]:
        """Read all of it and return the faults; call it once."""
        while self._at < len(self._pattern):
            char = self._pattern[self._at]
            if char == "\\":
                self._push_escape(self._escape())
            elif char == "(":
                self._open()
            elif char == ")":
                self._close()
            elif char == "[":
                self._class()
            elif char in "*+?{":
                self._repeat()
            elif char == "|":
                self._at += 1
                self._end_alternative()
            else:
                if char in "]}":
                    self._refuse(1, f"a `{char}` that closes nothing", {JS}, instead=f"\\{char}")
                self._at += 1
                self._push(_Term("assertion") if char in "^$" else _Term("atom", 1, 1))
        for group in self._groups[1:]:
            self._refuse(1, "a `(` that is never closed", ALL, "close it", start=group.start)
        return self._faults

    def _refuse(
        self,
        length: int,
        what: str,
        engines: AbstractSet[Engine],
        fix: str = "",
        *,
        instead: str | None = None,
        start: int | None = None,
    ) -> None:
        start = self._at if start is None else start
        fix = f"write `{instead}`" if instead and not fix else fix
        self._faults.append(Fault(start, start + length, what, frozenset(engines), fix, instead))

    def _push(self, term: _Term) -> None:
        """Put a term before the cursor; the one that was there goes into its alternative."""
        group, last = self._groups[-1], self._term
        group.least += last.least
        group.most += last.most
        group.repeats = max(group.repeats, last.repeats)
        self._term = term

    def _end_alternative(self) -> None:
        self._push(_Term())
        group = self._groups[-1]
        group.alternatives.append((group.least, group.most))
        group.least = group.most = 0

    # Groups

    def _open(self) -> None:
        start, pattern = self._at, self._pattern
        rest = pattern[start + 1 : start + 4]
        named = _NAMED.match(pattern, start)
        flags = _FLAGS.match(pattern, start)
        self._push(_Term())
        if not rest.startswith("?"):
            self._enter("capturing", 1)
        elif rest.startswith("?:"):
            self._enter("plain", 3)
        elif rest.startswith(("?=", "?!")):
            negative = rest[1] == "!"
            fix = WITHOUT if negative else 'write each condition as a "pattern" under "allOf"'
            self._refuse(3, f"a {'negative ' if negative else ''}lookahead `({rest[:2]}`", LINEAR, fix)
            self._enter("ahead", 3)
        elif rest.startswith(("?<=", "?<!")):
            self._refuse(4, f"a lookbehind `({rest}`", LINEAR, "match what stands before it, too")
            self._enter("behind", 4)
        elif named:
            length = len(named.group())
            refusing = {JS} if named["python"] else {PY}
            self._refuse(length, f"a named group `{named.group()}`", refusing, instead="(")
            if named["name"] in self._named:
                self._refuse(
                    length, f"the name `{named['name']}` for a second group", {JS, PY, RUST}, "name it otherwise"
                )
            self._named.add(named["name"])
            self._enter("capturing", length)
        elif rest.startswith("?>"):
            self._refuse(3, "an atomic group `(?>`", {JS, *LINEAR}, "write `(?:`")
            self._enter("plain", 3)
        elif rest.startswith("?("):
            self._refuse(3, "a condition `(?(`", {JS, *LINEAR}, "write both cases as alternatives")
            self._enter("plain", self._to(")") - start)
        elif rest.startswith("?#"):
            end = self._to(")")
            self._refuse(end - start, "a comment `(?#`", {JS, *LINEAR}, instead="", fix="leave it out")
            self._at = end
        elif rest == "?P=":
            end = self._to(")")
            fix = "spell out what may stand there"
            self._refuse(end - start, f"the back reference `{pattern[start:end]}`", {JS, *LINEAR}, fix)
            self._at = end
            self._push(_Term("atom", 0, math.inf))
        elif flags and (flags["on"] or flags["off"]):
            self._flags(flags)
        else:
            self._refuse(len(rest), f"`({rest[:2]}`", ALL, "write `(?:` for a plain group")
            self._enter("plain", 2)

    def _enter(self, kind: Literal["plain", "capturing", "ahead", "behind"], length: int) -> None:
        self._groups.append(_Group(self._at, kind))
        self._at += length

    def _to(self, char: str) -> int:
        """Where the next such character ends, or the pattern."""
        end = self._pattern.find(char, self._at)
        return len(self._pattern) if end < 0 else end + 1

    def _flags(self, match: re.Match[str]) -> None:
        on, off = set(match["on"]), set((match["off"] or "-")[1:])
        whole = match["end"] == ")"
        refusing: set[Engine] = set()
        if whole or (on | off) - set("ims"):  # JavaScript has `(?i:` from ECMAScript 2025 on
            refusing.add(JS)
        if (on | off) - set("aimsux") or off - set("imsx") or (whole and (match.start() > 0 or match["off"])):
            refusing.add(PY)
        if (on | off) - set("imsU"):
            refusing.add(RE2)
        if (on | off) - set("imsUuxR"):
            refusing.add(RUST)
        if refusing:
            fix = "spell out both cases, such as `[Aa]`" if "i" in on else "leave them out"
            self._refuse(len(match.group()), f"the flags `{match.group()}`", refusing, fix)
        if whole:
            self._at = match.end()
        else:
            self._enter("plain", len(match.group()))

    def _close(self) -> None:
        if len(self._groups) == 1:
            self._refuse(1, "a `)` that closes nothing", ALL, instead="\\)")
            self._at += 1
            self._push(_Term("atom", 1, 1))
            return
        self._end_alternative()
        group = self._groups.pop()
        self._at += 1
        least, most = min(low for low, _ in group.alternatives), max(high for _, high in group.alternatives)
        if group.kind == "behind" and least != most:
            fix = "match what stands before it, too"
            self._refuse(4, "a lookbehind of varying width", {PY}, fix, start=group.start)
        self._closed += group.kind == "capturing"
        look_around = group.kind in ("ahead", "behind")
        self._term = _Term("look-around") if look_around else _Term("atom", least, most, group.repeats)

    # Repetition

    def _repeat(self) -> None:
        char = self._pattern[self._at]
        match = _COUNT.match(self._pattern, self._at)
        if char == "{" and not match:
            self._brace()
            return
        text = match.group() if match else char
        low, high = {"*": (0.0, math.inf), "+": (1.0, math.inf), "?": (0.0, 1.0)}.get(char, (0.0, 0.0))
        repeats = self._term.repeats
        if match:
            low = float(match["low"])
            high = low if not match["range"] else float(match["high"]) if match["high"] else math.inf
            repeats = self._counted(text, low, high)
        self._refuse_repeating(text)
        self._at += len(text)
        term = self._term
        final = term.kind == "repetition"  # a possessive `a++` takes no further sign
        if not final and self._pattern.startswith("?", self._at):
            self._at += 1
            final = True
        most = 0 if 0 in (term.most, high) else term.most * high
        self._term = _Term("final" if final else "repetition", term.least * low, most, repeats)

    def _counted(self, text: str, low: float, high: float) -> int:
        """Note who refuses a count, and return how much it repeats together with those inside."""
        if high < low:
            self._refuse(len(text), f"`{text}`, which counts down", ALL, "put the smaller number first")
            return 1
        largest = low if high == math.inf else high
        if largest >= _MOST_COUNTED:
            self._refuse(len(text), f"`{text}`", {PY, RUST}, "say it by `maxLength`")
            return 1
        repeats = self._term.repeats * max(int(largest), 1)
        if repeats > _MOST_REPEATED:
            nested = "" if largest > _MOST_REPEATED else f" of what repeats already, {repeats:,} times together"
            fix = "repeat without a bound here and say it by `minLength` or `maxLength`"
            self._refuse(len(text), f"`{text}`{nested} (more than {_MOST_REPEATED:,})", {RE2}, fix)
            return 1
        return repeats

    def _refuse_repeating(self, text: str) -> None:
        kind = self._term.kind
        if kind == "nothing":
            self._refuse(len(text), f"`{text}` with nothing before it to repeat", ALL, f"write `\\{text}` for the sign")
        elif kind == "assertion":
            self._refuse(len(text), f"`{text}` behind an assertion", {JS, PY}, "leave it out")
        elif kind == "look-around":
            self._refuse(len(text), f"`{text}` behind a look-around", {JS}, "leave it out")
        elif kind == "repetition" and text == "+":
            self._refuse(1, "a possessive `+`", {JS, RE2}, "leave it out")
        elif kind in ("repetition", "final"):
            self._refuse(len(text), f"`{text}` behind another repetition", {JS, PY, RE2}, "leave it out")

    def _brace(self) -> None:
        """A `{` that begins no count: JavaScript and Rust refuse it, Python reads `{,5}` as a count."""
        match = _COUNT_UP_TO.match(self._pattern, self._at)
        if match:
            repeatable = self._term.kind in ("atom", "look-around")
            refusing = {JS, RUST} if repeatable else {JS, RUST, PY}
            self._refuse(len(match.group()), f"`{match.group()}`", refusing, instead=f"{{0,{match['high']}}}")
            self._at = match.end()
            self._push(_Term("repetition", 0, math.inf))
            return
        self._refuse(1, "a `{` that counts nothing", {JS, RUST}, instead="\\{")
        self._at += 1
        self._push(_Term("atom", 1, 1))

    # Classes

    def _class(self) -> None:
        start = self._at
        self._at += 2 if self._pattern.startswith("[^", start) else 1
        first = -1
        if self._pattern.startswith("]", self._at):
            if self._pattern.find("]", self._at + 1) < 0:
                length = self._at + 1 - start
                self._refuse(length, "a class of nothing", {PY, *LINEAR}, "leave it out", start=start)
                self._at += 1
                self._push(_Term("atom", 1, 1))
                return
            first, self._at = self._at, self._at + 1
        while self._at < len(self._pattern) and self._pattern[self._at] != "]":
            self._class_member()
        if first >= 0:
            # JavaScript reads an empty class and goes on behind it; a `[` there opens another one, for Rust inside this
            nested = "[" in self._pattern[first : self._at]
            self._refuse(1, "`]` as the first of a class", {RUST} if nested else {JS}, instead="\\]", start=first)
        if self._at >= len(self._pattern):
            self._refuse(1, "a `[` that is never closed", ALL, "close it, or write `\\[` for the sign", start=start)
        self._at += 1
        self._push(_Term("atom", 1, 1))

    def _class_member(self) -> None:
        """Read a character of a class, a range or an escape."""
        start = self._at
        low = self._class_atom()
        if self._pattern[self._at : self._at + 1] != "-" or self._pattern[self._at + 1 : self._at + 2] in ("", "]"):
            return
        self._at += 1
        if low is None:
            # `[\w-.]`: RE2 takes the hyphen for itself, Rust only before another one, for a difference of classes
            text = self._pattern[start : self._at]
            difference = self._pattern.startswith("-", self._at)
            refusing = {JS, PY} if difference else {JS, PY, RUST}
            self._refuse(
                len(text), f"`{text}` as the start of a range", refusing, instead=f"{text[:-1]}\\-", start=start
            )
            return
        high = self._class_atom()
        text = self._pattern[start : self._at]
        if high is None:
            self._refuse(len(text), f"the range `{text}`", ALL, "write `\\-` for a hyphen", start=start)
        elif high < low:
            self._refuse(len(text), f"the range `{text}`, which runs backwards", ALL, "turn it round", start=start)

    def _class_atom(self) -> int | None:
        """Read a character of a class; returns its code point, None for what stands for several."""
        posix = _POSIX.match(self._pattern, self._at)
        if posix:
            self._refuse(len(posix.group()), f"the POSIX class `{posix.group()}`", {JS}, "spell its characters out")
            self._at = posix.end()
            return None
        if self._pattern[self._at] == "\\":
            escape = self._escape(inside=True)
            return escape.code if escape.kind == "character" else None
        self._at += 1
        return ord(self._pattern[self._at - 1])

    # Escapes

    def _escape(self, *, inside: bool = False) -> Escape:
        known = Known(self._total, self._closed, self._names)
        escape = read_escape(self._pattern, self._at, known, inside=inside)
        self._at = escape.end
        if escape.fault:
            self._faults.append(escape.fault)
        return escape

    def _push_escape(self, escape: Escape) -> None:
        if escape.kind == "assertion":
            self._push(_Term("assertion"))
        elif escape.kind == "reference":
            self._push(_Term("atom", 0, math.inf))
        else:
            self._push(_Term("atom", 1, 1))
