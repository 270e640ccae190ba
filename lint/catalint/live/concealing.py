"""Takes secrets of a launch out of what a server says: it may repeat them in an error or on standard error."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from urllib.parse import quote, quote_plus

from catalint.live.display import MASK, SHORTEST, Masking, in_reach, known_values, mask_values, names_secret
from catalint.live.failure import ServerError
from catalint.live.launch import Command, Endpoint, Server
from catalint.live.listed import Listed

# A variable of ours that is called like a secret may hold the name of a file or a word for yes: these are shorter.
_SHORTEST_INHERITED = 8
# Working directories, which shells keep in variables that are called like passwords.
_FOLDERS = frozenset(("PWD", "OLDPWD"))
# How a value may be written: as a string of JSON or of Python, in a URL, and once more as one of these.
_TIMES = 2
_CUT = "…"


def conceal(outcome: Listed | ServerError, inherited: Mapping[str, str]) -> Listed | ServerError:
    """The outcome of a listing with a mask for each secret in its message, standard error or notes.

    `inherited` is the environment that what is started has from us. What the server lists stays as it came.
    """
    secrets = _written(_values(outcome.server, inherited))
    if not secrets:
        return outcome
    if isinstance(outcome, Listed):
        notes = tuple(_masked(note, secrets) for note in outcome.notes)
        return replace(outcome, notes=notes, cut=_masked(outcome.cut, secrets))
    stderr = tuple(_masked(line, secrets) for line in outcome.stderr)
    return ServerError(outcome.server, outcome.kind, _masked(outcome.message, secrets), stderr)


def _masked(text: str, secrets: Iterable[str]) -> str:
    text = mask_values(text, secrets)
    if _CUT in text:
        for secret in secrets:
            text = _without_beginning(text, secret)
    return text


def _without_beginning(text: str, secret: str) -> str:
    """A text without the beginning of a secret within which it was cut."""
    kept = []
    for piece in text.split(_CUT)[:-1]:
        longest = min(len(secret) - 1, len(piece))
        length = next((size for size in range(longest, SHORTEST - 1, -1) if piece.endswith(secret[:size])), 0)
        kept.append(f"{piece[: len(piece) - length]}{MASK}" if length else piece)
    return _CUT.join((*kept, text.rsplit(_CUT, maxsplit=1)[-1]))


def _written(values: Iterable[str]) -> list[str]:
    """Values as they may stand in a text."""
    found = set(values)
    for _ in range(_TIMES):
        found |= {form for each in found for form in _forms(each)}
    return in_reach(found)


def _forms(value: str) -> Iterator[str]:
    yield json.dumps(value)[1:-1]
    yield json.dumps(value, ensure_ascii=False)[1:-1]
    yield repr(value)[1:-1]
    for write in (quote, quote_plus):
        yield write(value, errors="replace")
        yield write(value, safe="", errors="replace")


def _values(server: Server, inherited: Mapping[str, str]) -> Iterator[str]:
    """The values that may be secret."""
    launch = server.launch
    masking = Masking()
    held = [*server.values]
    if isinstance(launch, Endpoint):
        masking.url(launch.url)
        held.extend(launch.headers.values())
    else:
        held.extend(
            value
            for name, value in inherited.items()
            if names_secret(name) and name not in _FOLDERS and len(value) >= _SHORTEST_INHERITED
        )
    if isinstance(launch, Command):
        masking.arguments(launch.arguments)
        held.extend(launch.environment.values())
    yield from known_values(held)
    yield from in_reach(masking.hidden)
