"""How the command line or URL of an entry is shown: as launches are, with what stands for values left as it is."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Sequence

from catalint.live.display import MASK, in_reach, mask_arguments, mask_text, mask_values

# What stands for a value that the file does not hold, without a default that it would.
_STAND_IN = re.compile(r"\$\{(?:env:|input:)?[A-Za-z_][\w.-]*\}|\$[A-Za-z_]\w*|\{env:[A-Za-z_]\w*\}")
_DEFAULT = re.compile(r"(\$\{[A-Za-z_]\w*):-[^{}]*+\}")
_OPEN_DEFAULT = re.compile(rf"\$\{{[A-Za-z_]\w*:-(?!{MASK}\}})")
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,30}://[^\s'\"]*")
# The option of curl for a header, which its name does not tell.
_HEADER_OPTION = "-H"
_QUOTED = re.compile(r"[\s'\"]|^$")


def show_command(command: str, arguments: Sequence[str], secrets: Iterable[str] = ()) -> str:
    """A command line as it may be shown. `secrets` are values that must not be seen, wherever they stand."""
    known = _known(secrets)
    # known values go first: what masks a URL writes it anew, and differently
    parts = tuple(mask_values(part, known) for part in (command, *arguments))
    shown: list[str] = []
    for before, part, masked in zip(("", *parts), parts, mask_arguments(parts), strict=False):
        if _STAND_IN.fullmatch(part):
            shown.append(part)
        else:
            shown.append(MASK if before == _HEADER_OPTION else mask_values(_mask(masked), known))
    return " ".join(shlex.quote(text) if _QUOTED.search(text) else text for text in shown)


def show_url(url: str, secrets: Iterable[str] = ()) -> str:
    """A URL as it may be shown: without user, password, query and fragment."""
    known = _known(secrets)
    return mask_values(_mask(mask_text(mask_values(url, known))), known)


def _known(secrets: Iterable[str]) -> list[str]:
    return in_reach(each for secret in secrets for each in (secret, secret.strip()))


def _mask(text: str) -> str:
    """A text with masks for defaults of variables and for what URLs in it may hide."""
    text = _DEFAULT.sub(rf"\1:-{MASK}}}", text)
    return MASK if _OPEN_DEFAULT.search(text) else _URL.sub(lambda match: mask_text(match[0]), text)
