"""How a command line or a URL is shown: with its secrets masked. What may be one is taken for one."""

from __future__ import annotations

import math
import re
import shlex
from collections import Counter
from collections.abc import Iterable, Sequence

MASK = "•••"

# Options whose value is a secret, by the end of their name: --api-key, --accessToken, -token, --header.
_SECRET_OPTION = re.compile(
    r"-{1,2}[\w.-]*(?:token|secret|password|passwd|passphrase|credentials?|(?:access|account|api|private|secret)[_-]?key"
    r"|authorization|connection[_-]?string|(?:database|db|redis|mongo(?:db)?|postgres)[_-]?ur[il])"
    r"|-{1,2}(?:[\w.-]*[._-])?(?:auth|bearer|cookie|dsn|headers?|jwt|key|pass|pat|pwd|session|signature)|-H",
    re.IGNORECASE,
)
_ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_.-]*)=(.*)", re.DOTALL)
_OPTION_ASSIGNMENT = re.compile(r"(-{1,2}[A-Za-z][\w.-]*)=(.*)", re.DOTALL)
_HEADER = re.compile(r"([A-Za-z][A-Za-z0-9-]*):(?!//)[ \t]*(.+)", re.DOTALL)
# A stand-in for a value that the file does not hold, without a default that it would.
_PLACEHOLDER = re.compile(r"\$\{(?:env:|input:)?[A-Za-z_][\w.-]*\}|\$[A-Za-z_]\w*|\{env:[A-Za-z_]\w*\}")
_DEFAULT = re.compile(r"(\$\{[A-Za-z_]\w*):-[^{}]*+\}")
_OPEN_DEFAULT = re.compile(rf"\$\{{[A-Za-z_]\w*:-(?!{MASK}\}})")
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,30}://[^\s'\"]*")
_URL_PARTS = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*://)([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?", re.DOTALL)
# Fixed beginnings of keys that their issuers document.
_KEY = re.compile(
    r"\b(?:sk-|sk_|pk_|rk_|gh[pousr]_|github_pat_|glpat-|AKIA|ASIA|AIza|GOCSPX-|xox[abeoprs]-|xapp-|gsk_|r8_|hf_|npm_|pypi-"
    r"|do[opr]_v1_|dapi|shp(?:at|ca|pa|ss)_|glsa_|lin_api_|PMAK-|sbp_|hvs\.|eyJ|ATATT|SG\.|figd_|ntn_|secret_|tvly-|ctx7sk)"
    r"[\w.=/+-]{6,}"
)
_LONG = re.compile(r"[A-Za-z0-9_+/=-]{20,}")
_UUID = re.compile(r"\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b")
# Random text has 3.5 bits a character and more from 20 characters on, and digits among its letters; names have not.
_LEAST_BITS = 3.5
_LEAST_DIGITS = 3
# A shorter value may stand in any word.
_LEAST_KNOWN = 4
_QUOTED = re.compile(r"[\s'\"]|^$")


def show_command(command: str, arguments: Sequence[str], secrets: Iterable[str] = ()) -> str:
    """A command line as it may be shown. `secrets` are values that must not be seen, wherever they stand."""
    known = [secret for secret in secrets if len(secret) >= _LEAST_KNOWN]
    shown = [_without(_mask_text(command), known)]
    hidden = False
    for argument in arguments:
        shown.append(_without(_mask_value(argument) if hidden else _mask_argument(argument), known))
        hidden = bool(_SECRET_OPTION.fullmatch(argument))
    return " ".join(shlex.quote(text) if _QUOTED.search(text) else text for text in shown)


def show_url(url: str, secrets: Iterable[str] = ()) -> str:
    """A URL as it may be shown: without user, password, values of its query and fragment."""
    known = [secret for secret in secrets if len(secret) >= _LEAST_KNOWN]
    return _without(_mask_text(url), known)


def _without(text: str, secrets: Iterable[str]) -> str:
    for secret in sorted(secrets, key=len, reverse=True):
        text = text.replace(secret, MASK)
    return text


def _mask_argument(argument: str) -> str:
    assigned = _OPTION_ASSIGNMENT.fullmatch(argument)
    if assigned:
        option, value = assigned.groups()
        hidden = _SECRET_OPTION.fullmatch(option)
        return f"{option}={_mask_value(value) if hidden else _mask_text(value)}"
    assigned = _ASSIGNMENT.fullmatch(argument)
    if assigned:
        return f"{assigned[1]}={_mask_value(assigned[2])}"
    return _mask_text(argument)


def _mask_value(value: str) -> str:
    """A value that is a secret: of a header its name stays, and a stand-in for what the file does not hold."""
    if _PLACEHOLDER.fullmatch(value):
        return value
    header = _HEADER.fullmatch(value)
    return f"{header[1]}: {MASK}" if header else MASK


def _mask_text(text: str) -> str:
    """A text with what looks like a secret masked: keys, random texts, and what a URL may hide."""
    text = _DEFAULT.sub(rf"\1:-{MASK}}}", text)
    if _OPEN_DEFAULT.search(text):
        return MASK
    return _mask_keys(_URL.sub(lambda match: _mask_url(match[0]), text))


def _mask_keys(text: str) -> str:
    text = _UUID.sub(MASK, _KEY.sub(MASK, text))
    return _LONG.sub(lambda match: _mask_random(match[0]), text)


def _mask_random(text: str) -> str:
    # a path or a name of several words is long, too: each part by itself
    if "/" in text and not text.endswith("="):
        return "/".join(_mask_random(part) if len(part) >= 20 else part for part in text.split("/"))
    counts = Counter(text)
    bits = -sum(count / len(text) * math.log2(count / len(text)) for count in counts.values())
    digits = sum(char.isdigit() for char in text)
    return MASK if bits >= _LEAST_BITS and digits >= _LEAST_DIGITS and len(text) >= 20 else text


def _mask_url(url: str) -> str:
    match = _URL_PARTS.fullmatch(url)
    if match is None:
        return _mask_keys(url)
    scheme, host, path, query, fragment = match.groups()
    if "@" in host:
        host = f"{MASK}@{host.rpartition('@')[2]}"
    shown = scheme + _mask_keys(host) + "/".join(_mask_keys(part) for part in path.split("/"))
    if query and len(query) > 1:
        fields = (field.partition("=") for field in query[1:].split("&"))
        shown += "?" + "&".join(f"{_mask_keys(name)}={MASK}" if equals else MASK for name, equals, _ in fields)
    return shown + (f"#{MASK}" if fragment else "")
