"""Values of the environment in a configuration: what stands for them, by the rules of each client."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from catalint.clients.known import Client

_NAME = r"[A-Za-z_][A-Za-z0-9_]*"
_PATTERNS = {
    "braces": rf"\$\{{(?P<braces>{_NAME})(?::-(?P<default>[^{{}}]*+))?\}}",
    "env": r"\$\{(?P<env>(?:env|input|config|command|file):[^{}]*+"
    r"|userHome|workspaceFolder(?:Basename)?|workspaceRoot|pathSeparator|cwd|/)\}",
    "dollar": rf"\$(?P<dollar>{_NAME})",
    "curly": r"\{(?P<curly>(?:env|file):[^{}]*+)\}",
    "secrets": r"\$\{\{\s*(?P<secrets>[^{}]*+)\}\}",
}
_INPUT = "input:"


@dataclass(frozen=True)
class Variables:
    """What values may come from: the environment, and folders that editors know. `project` is that of the file."""

    environment: Mapping[str, str] = field(repr=False)
    project: str = ""

    @property
    def home(self) -> str:
        """The user's home folder."""
        return self.environment.get("HOME") or self.environment.get("USERPROFILE") or os.path.expanduser("~")  # noqa: PTH111


@dataclass
class Expansion:
    """What came of putting values in.

    `names` are environment variables and `input:id` that have no value, `reasons` tell of what is not read here.
    `values` are those that were put in for variables of the environment.
    """

    names: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    values: list[str] = field(default_factory=list, repr=False)


def expander(client: Client, variables: Variables, expansion: Expansion) -> Callable[[str], str]:
    """A function that puts values into a text as the client does; what has none stays. `expansion` tells of both."""
    if not client.notations:
        return lambda text: text
    pattern = re.compile("|".join(_PATTERNS[notation] for notation in client.notations))

    def value(match: re.Match[str]) -> str:
        found = {name: text for name, text in match.groupdict().items() if text is not None}
        default = found.pop("default", None)
        ((notation, text),) = found.items()
        if notation in ("braces", "dollar"):
            known = variables.environment.get(text, default)
        elif notation == "secrets":
            known = None
        else:
            known = _editor_value(text, variables)
        if known is None:
            _note(notation, text, expansion)
            return match[0]
        if notation != "env" or ":" in text:  # folders that an editor knows are no secrets
            expansion.values.append(known)
        return known

    return lambda text: pattern.sub(value, text) if "$" in text or "{" in text else text


def _editor_value(text: str, variables: Variables) -> str | None:
    kind, colon, name = text.partition(":")
    if colon:
        return variables.environment.get(name) if kind == "env" else None
    folder = variables.project or os.getcwd()  # noqa: PTH109
    return {
        "userHome": variables.home,
        "workspaceFolder": folder,
        "workspaceRoot": folder,
        "workspaceFolderBasename": os.path.basename(folder),  # noqa: PTH119
        "cwd": folder,
    }.get(text, os.sep)


def _note(notation: str, text: str, expansion: Expansion) -> None:
    kind, colon, name = text.partition(":")
    if notation in ("braces", "dollar") or (colon and kind == "env"):
        expansion.names.append(name if colon else text)
    elif notation == "env" and text.startswith(_INPUT):
        expansion.names.append(text)
    elif notation == "secrets":
        expansion.reasons.append("takes a value from the client's secrets, which are not known here")
    elif kind == "file":
        expansion.reasons.append("takes a value from another file, which is not read here")
    else:
        expansion.reasons.append(f"takes a value from `${{{kind}:…}}`, which only the editor knows")
