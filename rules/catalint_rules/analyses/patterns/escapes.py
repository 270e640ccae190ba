r"""What follows a backslash, in four dialects.

Sources: ECMA-262, section 22.2.1 (CharacterEscape and CharacterClassEscape with [UnicodeMode]);
https://docs.python.org/3.11/library/re.html; https://github.com/google/re2/wiki/Syntax;
https://docs.rs/regex/latest/regex/#syntax.
"""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Literal, TypeAlias

from catalint.expression import expression
from catalint_rules import words
from catalint_rules.analyses.patterns.engines import ALL, JS, LINEAR, PY, RE2, RUST, Engine, Fault

Kind: TypeAlias = Literal["character", "class", "assertion", "reference"]

_CONTROLS = {"f": 12, "n": 10, "r": 13, "t": 9, "v": 11}
_HEX_DIGITS = {"x": 2, "u": 4, "U": 8}
_SYNTAX = frozenset("^$\\.*+?()[]{}|/")
_BRACED = expression(r"\{([^{}]*)\}")
_NUMBER = expression(r"[1-9][0-9]{0,4}")
_OCTAL = expression(r"[0-7]{1,3}")
_GROUP_NAME = expression(r"<([^<>]*)>")
_CATEGORY = expression(r"[CLMNPSZ][a-z]?")
_SCRIPT = expression(r"[A-Z][a-z]+(?:_[A-Z][a-z]+)*")
_SCRIPT_EXPRESSION = expression(r"(?:Script|sc|Script_Extensions|scx|General_Category|gc)=\w+")


@dataclass(frozen=True, slots=True)
class Escape:
    """An escape that ends at `end`: a character with its code point, a class, an assertion or a back reference."""

    end: int
    kind: Kind = "character"
    code: int = -1
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Known:
    """What a back reference may name: the groups in all the pattern, and those that are closed by now."""

    total: int
    closed: int
    names: frozenset[str]


def read_escape(pattern: str, start: int, known: Known, *, inside: bool = False) -> Escape:
    """Read the escape whose backslash is at `start`; `inside` says that it stands in a class."""
    char = pattern[start + 1 : start + 2]
    end = start + 2
    if not char:
        return _refused(pattern, (start, start + 1), "a `\\` at the end", ALL, instead="\\\\")
    if char in "dDsSwW":
        return Escape(end, "class")
    if char in _CONTROLS:
        return Escape(end, code=_CONTROLS[char])
    if char in "bB" and not inside:
        return Escape(end, "assertion")
    if char in "0123456789":
        return _number(pattern, start, known, inside=inside)
    if char in _HEX_DIGITS:
        return _code_point(pattern, start, char)
    if char in "pP":
        return _property(pattern, start)
    if char == "c":
        return _control(pattern, start)
    if char.isascii() and char.isalpha():
        return _inside(pattern, start, char) if inside else _letter(pattern, start, char, known)
    if char in _SYNTAX or (inside and char == "-"):
        return Escape(end, code=ord(char))
    # Python, RE2 and Rust take a backslash before any sign, JavaScript in the mode `u` only where it has a meaning
    refusing = {JS} if char.isascii() else {JS, *LINEAR}
    return _refused(pattern, (start, end), f"`\\{char}`, which is no escape there", refusing, instead=char)


def _refused(
    pattern: str,
    span: tuple[int, int],
    what: str,
    engines: AbstractSet[Engine],
    fix: str = "",
    *,
    instead: str | None = None,
    kind: Kind = "character",
    code: int | None = None,
) -> Escape:
    if instead is not None and not fix:
        fix = f"write `{instead}`"
    start, end = span
    value = ord(pattern[min(end, len(pattern)) - 1]) if code is None else code
    fault = Fault(start, end, what, frozenset(engines), fix, instead) if engines else None
    return Escape(end, kind, value, fault)


def _number(pattern: str, start: int, known: Known, *, inside: bool) -> Escape:
    octal = _OCTAL.match(pattern, start + 1)
    if pattern[start + 1] == "0" and octal:
        lone = len(octal.group()) == 1 and not pattern[octal.end() : octal.end() + 1].isdigit()
        refusing = {RUST} if lone else {RUST, JS}
        instead = "\\x00" if lone else None
        code = int(octal.group(), 8)
        what = f"`\\{octal.group()}`"
        return _refused(pattern, (start, octal.end()), what, refusing, "write `\\xHH`", instead=instead, code=code)
    # two digits or more may be an octal number for RE2, and are one in a class of Python's
    octal_for_re2 = octal is not None and len(octal.group()) > 1
    if inside:
        end = octal.end() if octal else start + 2
        refusing = {JS, RUST} | (set() if octal else {PY}) | (set() if octal_for_re2 else {RE2})
        value = int(octal.group(), 8) if octal else None
        what = f"`{pattern[start:end]}` in a class"
        return _refused(pattern, (start, end), what, refusing, "write `\\xHH`", code=value)
    match = _NUMBER.match(pattern, start + 1)
    number, end = (int(match.group()), match.end()) if match else (0, start + 2)
    refusing = {RUST} | (set() if octal_for_re2 else {RE2})
    refusing |= ({JS} if number > known.total else set()) | ({PY} if number > known.closed else set())
    what, fix = f"the back reference `\\{number}`", "spell out what may stand there"
    return _refused(pattern, (start, end), what, refusing, fix, kind="reference")


def _code_point(pattern: str, start: int, char: str) -> Escape:
    digits = re.compile(rf"[0-9A-Fa-f]{{{_HEX_DIGITS[char]}}}").match(pattern, start + 2)
    braced = None if digits else _BRACED.match(pattern, start + 2)
    end = digits.end() if digits else braced.end() if braced else start + 2
    text = pattern[start:end]
    number = digits.group() if digits else braced[1] if braced else ""
    code = int(number, 16) if re.fullmatch(r"[0-9A-Fa-f]{1,8}", number) else -1
    if not 0 <= code <= 0x10FFFF:
        return _refused(pattern, (start, end), f"`{text}`, which is no character", ALL, "write the character itself")
    surrogate = 0xD800 <= code <= 0xDFFF
    refusing: set[Engine] = set() if char == "x" else {RE2} if char == "u" else {RE2, JS}
    if braced:
        refusing |= {PY} if char == "u" else {PY, JS}
    if surrogate:
        refusing |= {RUST}
    itself = chr(code)
    printable = itself.isprintable() and not surrogate
    instead = (f"\\{itself}" if itself in _SYNTAX or itself == "-" else itself) if printable else None
    return _refused(
        pattern, (start, end), f"`{text}`", refusing, "write the character itself", instead=instead, code=code
    )


def _property(pattern: str, start: int) -> Escape:
    braced = _BRACED.match(pattern, start + 2)
    short = pattern[start + 2 : start + 3]
    if not braced:
        known = _CATEGORY.fullmatch(short) is not None
        fix = f"write `{pattern[start : start + 2]}{{{short if known else 'L'}}}`"
        end = start + 2 + len(short)
        return _refused(pattern, (start, end), f"`{pattern[start:end]}`", {JS, PY} if known else ALL, fix, kind="class")
    name = braced[1]
    alone = name in words.vocabulary("unicode_properties")
    expression = _SCRIPT_EXPRESSION.fullmatch(name) is not None
    script = not alone and _SCRIPT.fullmatch(name.removeprefix("^")) is not None
    refusing = {PY}
    if not alone and not expression:
        refusing |= {JS}
    if not script and name.removeprefix("^") != "Any" and not _CATEGORY.fullmatch(name.removeprefix("^")):
        refusing |= {RE2}
    if name.startswith("^") or not (alone or expression or script):
        refusing |= {RUST}
    fix = "list the ranges, such as `[A-Za-z]`" if refusing == {PY} else "name a category, such as `\\p{L}`"
    text = pattern[start : braced.end()]
    return _refused(pattern, (start, braced.end()), f"`{text}`", refusing, fix, kind="class")


def _control(pattern: str, start: int) -> Escape:
    letter = pattern[start + 2 : start + 3]
    if not (letter.isascii() and letter.isalpha()):
        return _refused(pattern, (start, start + 2), "`\\c`", ALL, instead="c")
    code = ord(letter) % 32
    return _refused(pattern, (start, start + 3), f"`\\c{letter}`", {PY, RE2}, instead=f"\\x{code:02x}", code=code)


def _inside(pattern: str, start: int, char: str) -> Escape:
    """A letter without a meaning in a class, or with one in few dialects."""
    what = f"`\\{char}` in a class"
    if char == "b":
        return _refused(pattern, (start, start + 2), what, LINEAR, instead="\\x08", code=8)
    if char == "a":
        return _refused(pattern, (start, start + 2), what, {JS}, instead="\\x07", code=7)
    return _refused(pattern, (start, start + 2), what, ALL, f"write `{char}` for the letter")


def _letter(pattern: str, start: int, char: str, known: Known) -> Escape:
    """A letter without a meaning, or with one in few dialects."""
    end = start + 2
    if char == "A":
        return _refused(pattern, (start, end), "`\\A`", {JS}, instead="^", kind="assertion")
    if char in "zZ":  # Python has `\z` from 3.14 on
        refusing = {JS, PY} if char == "z" else {JS, *LINEAR}
        return _refused(pattern, (start, end), f"`\\{char}`", refusing, instead="$", kind="assertion")
    if char == "k":
        match = _GROUP_NAME.match(pattern, end)
        end = match.end() if match else end
        refusing = {PY, *LINEAR} if match and match[1] in known.names else set(ALL)
        what, fix = f"the back reference `{pattern[start:end]}`", "spell out what may stand there"
        return _refused(pattern, (start, end), what, refusing, fix, kind="reference")
    if char == "a":
        return _refused(pattern, (start, end), "`\\a`", {JS, RUST}, instead="\\x07", code=7)
    if char in "QEC":
        return _refused(pattern, (start, end), f"`\\{char}`", {JS, PY, RUST}, "escape the signs one by one")
    return _refused(pattern, (start, end), f"`\\{char}`, which is no escape", ALL, f"write `{char}` for the letter")
