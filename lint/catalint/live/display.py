"""How a launch is shown: the command line or address, with everything that may be a secret left out."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from urllib.parse import urlsplit

from catalint.live.launch import Command, Endpoint, Launch

MASK = "•••"
_PLAIN_MASK = "catalint-mask"  # needs no quotes in a shell
# What is shorter is found in every text, and no secret.
SHORTEST = 4

# Options and variables whose values let somebody in.
_SECRET_NAME = re.compile(
    r"(?:^|[-_.])(?:api-?key|key|token|secret|pass(?:word|wd)?|pwd|auth(?:orization)?|bearer|credentials?|cookie|dsn|"
    r"connection-?string|header)s?(?:$|[-_.])",
    re.IGNORECASE,
)
# Forms of keys that services hand out, and what is as long and as mixed as one.
_KNOWN_KEY = re.compile(
    r"(?:sk|pk|rk)[-_]\w|gh[pousr]_\w|github_pat_|glpat-|xox[abeprs]-|AKIA[0-9A-Z]|AIza|ya29\.|eyJ[\w-]+\.|hf_\w|npm_\w|"
    r"lin_\w|ntn_|secret_|fc-[0-9a-f]|Bearer\s"
)
_RANDOM = re.compile(r"(?=[^/\\]*\d)(?=[^/\\]*[A-Za-z])[A-Za-z0-9+_=-]{24,}")
_ASSIGNMENT = re.compile(r"(-{0,2}[A-Za-z_][\w.-]*=)(.*)", re.DOTALL)
_OPTION = re.compile(r"-{1,2}[A-Za-z][A-Za-z-]*(?:=.*)?", re.DOTALL)
_HUMP = re.compile(r"(?<=[a-z\d])(?=[A-Z])")
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")


def shown(launch: Launch) -> str:
    """A launch on one line. Environment and headers are left out, and so is what looks like a secret."""
    if isinstance(launch, Command):
        masked = (argument.replace(MASK, _PLAIN_MASK) for argument in mask_arguments(launch.arguments))
        return shlex.join(masked).replace(_PLAIN_MASK, MASK)
    if isinstance(launch, Endpoint):
        return mask_url(launch.url)
    return f"py:{launch.target}"


def mask_arguments(arguments: tuple[str, ...]) -> tuple[str, ...]:
    """Arguments with a mask for each that is the value of an option like `--token`, or looks like a key."""
    masked: list[str] = []
    follows = False
    for argument in arguments:
        if follows and not _OPTION.fullmatch(argument):
            masked.append(MASK)
            follows = False
            continue
        follows = argument.startswith("-") and "=" not in argument and _names_secret(argument)
        masked.append(argument if follows else mask_text(argument))
    return tuple(masked)


def in_reach(values: Iterable[str]) -> list[str]:
    """The values that can be looked for in a text, the longest first: one may be a part of another."""
    return sorted({value for value in values if len(value) >= SHORTEST}, key=lambda value: (-len(value), value))


def mask_values(text: str, values: Iterable[str]) -> str:
    """A text with a mask for each of some values, in their order."""
    for value in values:
        text = text.replace(value, MASK)
    return text


def mask_text(text: str) -> str:
    """One argument with a mask for what may be secret: the value of `KEY=value`, a URL's user and query, a key."""
    if _ADDRESS.match(text):
        return mask_url(text)
    assignment = _ASSIGNMENT.fullmatch(text)
    if assignment:
        name, value = assignment.groups()
        # without a dash it is a variable of an environment, which is where secrets are
        secret = _names_secret(name.strip("-=")) or not name.startswith("-")
        return name + (MASK if secret and value else mask_text(value))
    return MASK if _KNOWN_KEY.match(text) or _RANDOM.fullmatch(text) else text


def _names_secret(name: str) -> bool:
    return bool(_SECRET_NAME.search(_HUMP.sub("-", name)))


def mask_url(url: str) -> str:
    """A URL without user and password, and with a mask for a query, a fragment and parts of the path like keys."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return MASK
    host = f"[{host}]" if ":" in host else host
    path = "/".join(
        MASK if _KNOWN_KEY.match(part) or _RANDOM.fullmatch(part) else part for part in parts.path.split("/")
    )
    rest = f"?{MASK}" if parts.query or parts.fragment else ""
    return f"{parts.scheme}://{host}{f':{port}' if port else ''}{path}{rest}"
