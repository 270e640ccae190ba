"""What a server of the command line is called where nobody named it."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

from catalint.live.display import mask_arguments
from catalint.live.launch import Command, Endpoint, Launch

_FALLBACK = "server"
# What starts something else, and the options of these that take a value of their own.
_LAUNCHERS = re.compile(
    r"(npx|npm|pnpm|yarn|bunx?|node|deno|uvx?|pipx|tsx|ts-node|python[\d.]*|py|dotnet|java|go|cargo|docker|podman|env)"
    r"(\.exe|\.cmd)?"
)
_VERBS = frozenset(("run", "exec", "dlx", "x", "tool", "--"))
_WITH_VALUE = frozenset(
    "--from --with --package --python --directory --project -e --env -v --volume --name --network --mount -p --publish "
    "-cp --add-opens --import --loader --require -r".split()
)
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=(?!=).*", re.DOTALL)
_VERSION = re.compile(r"(?<=.)[@:=]+[^@:=/]*$")
_SUFFIX = re.compile(r"\.(py|pyz|js|mjs|cjs|ts|mts|jar|dll|exe|sh|rb|php|go)$")
# Names stand in pointers, globs and file names: what has a meaning in these is left out.
_ODD = re.compile(r"[^\w.-]+")


def derive(launch: Launch) -> str:
    """A short name: of a URL its host, of a Python object its module, of a command the package or script it starts."""
    if isinstance(launch, Endpoint):
        return _clean(_host(launch.url))
    if isinstance(launch, Command):
        return _clean(_started(launch.arguments))
    module = launch.target.rpartition(":")[0] or launch.target
    return _clean(_SUFFIX.sub("", Path(module).name))


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _started(arguments: tuple[str, ...]) -> str:
    skip = False
    # what holds a secret is no name: one that is called by a part of it would show in every line
    for argument, masked in zip(arguments, mask_arguments(arguments), strict=True):
        if skip:
            skip = False
        elif argument.startswith("-") and argument != "--":
            skip = argument in _WITH_VALUE
        elif argument == masked and argument not in _VERBS and not _ASSIGNMENT.fullmatch(argument):
            name = re.split(r"[/\\]", argument.rstrip("/\\"))[-1]
            if not _LAUNCHERS.fullmatch(name):
                return _SUFFIX.sub("", _VERSION.sub("", name))
    return re.split(r"[/\\]", arguments[0])[-1] if arguments else ""


def _clean(text: str) -> str:
    return _ODD.sub("-", text).strip("-.") or _FALLBACK
