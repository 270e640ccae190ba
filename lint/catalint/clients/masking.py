"""How the command line or URL of an entry is shown: as launches are, with what stands for values left as it is."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Sequence

from catalint.live.display import MASK, known_values, mask_arguments, mask_text, mask_values

# What stands for a value that the file does not hold, without a default that it would.
_STAND_IN = re.compile(r"\$\{(?:env:|input:)?[A-Za-z_][\w.-]*\}|\$[A-Za-z_]\w*|\{env:[A-Za-z_]\w*\}")
_DEFAULT = re.compile(r"(\$\{[A-Za-z_]\w*):-[^{}]*+\}")
_OPEN_DEFAULT = re.compile(rf"\$\{{[A-Za-z_]\w*:-(?!{MASK}\}})")
_QUOTED = re.compile(r"[\s'\"]|^$")


def show_command(command: str, arguments: Sequence[str], secrets: Iterable[str] = ()) -> str:
    """A command line as it may be shown. `secrets` are values that must not be seen, wherever they stand."""
    known = known_values(secrets)
    # known values go first: what masks a URL writes it anew, and differently
    parts = tuple(mask_values(part, known) for part in (command, *arguments))
    shown = [
        part if _STAND_IN.fullmatch(part) else mask_values(_mask_defaults(masked), known)
        for part, masked in zip(parts, mask_arguments(parts), strict=True)
    ]
    return " ".join(shlex.quote(text) if _QUOTED.search(text) else text for text in shown)


def show_url(url: str, secrets: Iterable[str] = ()) -> str:
    """A URL as it may be shown: without user, password, query and fragment."""
    known = known_values(secrets)
    return mask_values(_mask_defaults(mask_text(mask_values(url, known))), known)


def _mask_defaults(text: str) -> str:
    """A text with masks for defaults of variables."""
    text = _DEFAULT.sub(rf"\1:-{MASK}}}", text)
    return MASK if _OPEN_DEFAULT.search(text) else text
