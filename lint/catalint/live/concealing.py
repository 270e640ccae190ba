"""Takes secrets of a launch out of what a server says: it may repeat them in an error or on standard error."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from urllib.parse import unquote, urlsplit

from catalint.live.display import MASK, SHORTEST, in_reach, mask_arguments, mask_values
from catalint.live.failure import ServerError
from catalint.live.launch import Command, Endpoint, Launch
from catalint.live.listed import Listed


def conceal(outcome: Listed | ServerError) -> Listed | ServerError:
    """The outcome of a listing with a mask for each secret in its message, standard error or notes.

    What the server lists stays as it came.
    """
    secrets = in_reach(_secrets(outcome.server.launch))
    if not secrets:
        return outcome
    if isinstance(outcome, Listed):
        notes = tuple(_masked(note, secrets) for note in outcome.notes)
        return replace(outcome, notes=notes, cut=_masked(outcome.cut, secrets))
    stderr = tuple(_masked(line, secrets) for line in outcome.stderr)
    return ServerError(outcome.server, outcome.kind, _masked(outcome.message, secrets), stderr)


def _masked(text: str, secrets: Iterable[str]) -> str:
    for secret in secrets:
        text = mask_values(text, (secret,))
        # a quote may have been cut within the secret
        for end in range(len(secret) - 1, SHORTEST - 1, -1):
            if f"{secret[:end]}…" in text:
                text = text.replace(f"{secret[:end]}…", f"{MASK}…")
    return text


def _secrets(launch: Launch) -> set[str]:
    """The values that may be secret, as they are and as they look in JSON and in quotes."""
    found = {each for each in _values(launch) if len(each) >= SHORTEST}
    found |= {json.dumps(each, ensure_ascii=ascii_only)[1:-1] for each in found for ascii_only in (True, False)}
    return found | {repr(each)[1:-1] for each in found}


def _values(launch: Launch) -> Iterator[str]:
    if isinstance(launch, Command):
        yield from launch.environment.values()
        for argument, masked in zip(launch.arguments, mask_arguments(launch.arguments), strict=True):
            if masked != argument:
                yield from _of_url(argument)
                hidden = re.fullmatch("(.*)".join(map(re.escape, masked.split(MASK))), argument, re.DOTALL)
                yield from hidden.groups() if hidden else ()
    elif isinstance(launch, Endpoint):
        yield from _of_url(launch.url)
        for value in launch.headers.values():
            yield value.strip()
            # the scheme before a token is none
            yield from value.split()[1:]


def _of_url(url: str) -> Iterator[str]:
    try:
        parts = urlsplit(url)
        user, password = parts.username or "", parts.password or ""
    except ValueError:
        return
    for each in (user, password, parts.query, *(pair.partition("=")[2] for pair in parts.query.split("&"))):
        yield each
        yield unquote(each)
    if user or password:
        yield base64.b64encode(f"{unquote(user)}:{unquote(password)}".encode()).decode()
