"""Text of others in XML: what it can't hold, or a reader would not see, is a visible escape."""

from __future__ import annotations

import re

from catalint.output.terminal import escape

# `escape` leaves of what XML 1.0 forbids (section 2.2, Char) these two alone.
_FORBIDDEN = re.compile("[\ufffe\uffff]")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def character_data(text: str) -> str:
    """A text on one line, for the content of an element or the value of an attribute in double quotes."""
    shown = _FORBIDDEN.sub(lambda match: f"\\u{ord(match.group()):04x}", escape(text))
    return shown.translate(_ENTITIES)
