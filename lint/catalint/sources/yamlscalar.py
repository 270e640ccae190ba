"""Scalars of YAML by the core schema of version 1.2, where `yes` is a text and `010` is ten."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from catalint.model import FlawKind, Json
from catalint.quoting import shown
from catalint.sources.jsonfaults import ScanError
from catalint.sources.jsonscan import read_number

if TYPE_CHECKING:
    from ruamel.yaml.events import ScalarEvent

TAG = "tag:yaml.org,2002:"
_NULL = re.compile(r"~|null|Null|NULL|")
_BOOL = re.compile(r"true|True|TRUE|false|False|FALSE")
_INT = re.compile(r"[-+]?[0-9]+")
_OCTAL_OR_HEX = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NO_FLOAT = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
# Python reads such numbers at any length, but writes none of more than 4,300 decimal digits.
_LONGEST_POWER_OF_TWO = 3_000
_SURROGATE = re.compile("[\ud800-\udfff]")


def read_scalar(event: ScalarEvent, offset: int) -> tuple[Json, FlawKind | None]:
    """Return the value of a scalar and what is odd about it; raises ScanError at `offset` for a tag it does not fit."""
    text: str = event.value
    tag = event.tag
    if tag is None and event.style is None:
        return _plain(text)
    if tag in (None, "!", f"{TAG}str"):
        return read_text(text)
    value, flaw = _plain(text)
    kinds: dict[str, type | tuple[type, ...]] = {
        f"{TAG}int": int,
        f"{TAG}float": (int, float),
        f"{TAG}bool": bool,
        f"{TAG}null": type(None),
    }
    if tag not in kinds:
        raise ScanError(offset, f"the tag {shown(tag)} is not read", quoted=tag)
    if not isinstance(value, kinds[tag]) or (isinstance(value, bool) and tag != f"{TAG}bool"):
        raise ScanError(offset, f"{shown(text)} is no {tag.removeprefix(TAG)}", quoted=text)
    return value, flaw


def _plain(text: str) -> tuple[Json, FlawKind | None]:
    if _NULL.fullmatch(text):
        return None, None
    if _BOOL.fullmatch(text):
        return text[0] in "tT", None
    if _INT.fullmatch(text) or _FLOAT.fullmatch(text):
        number = read_number(text)
        return number, "huge-number" if number in (float("inf"), float("-inf")) else None
    if _OCTAL_OR_HEX.fullmatch(text):
        if len(text) > _LONGEST_POWER_OF_TWO:
            return float("inf"), "huge-number"
        return int(text[2:], 8 if text[1] == "o" else 16), None
    if _NO_FLOAT.fullmatch(text):
        return float(text.replace(".", "")), "not-a-number"
    return read_text(text)


def read_text(text: str) -> tuple[str, FlawKind | None]:
    r"""Join what is written as two escapes (`\ud83d\ude00`): JSON means one character, YAML's parser two halves."""
    if not _SURROGATE.search(text):
        return text, None
    joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    sound = _SURROGATE.sub("\ufffd", joined)
    return sound, None if sound == joined else "lone-surrogate"
