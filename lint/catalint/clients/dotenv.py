"""Files of environment variables, a `NAME=value` a line, that entries may name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

_LARGEST = 1_000_000
_LINE = re.compile(r"""(?:export[ \t]+)?([A-Za-z_]\w*)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\r\n]*))""")
_COMMENT = re.compile(r"[ \t]+#.*")
_ESCAPES = {r"\n": "\n", r"\"": '"', r"\\": "\\"}


def read_variables(file: str) -> Mapping[str, str] | None:
    """Read the variables of a file; None if it can't be read."""
    try:
        with Path(file).open("rb") as opened:
            data = opened.read(_LARGEST)
    except (OSError, ValueError):
        return None
    return parse_variables(data.decode("utf-8", "replace"))


def parse_variables(text: str) -> dict[str, str]:
    """Read the lines of a text; what is no assignment is passed over."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        match = _LINE.match(line.strip())
        if match is None:
            continue
        name, quoted, raw, plain = match.groups()
        if quoted is not None:
            found[name] = re.sub(r"\\.", lambda escape: _ESCAPES.get(escape[0], escape[0]), quoted)
        else:
            found[name] = raw if raw is not None else _COMMENT.sub("", plain).strip()
    return found
