"""What somebody meant by an input that can't be read: servers are started and named in ways that have to be known."""

# ruff: noqa: PTH110, PTH112, PTH113
# os.path says no to a name that is too long or holds a NUL, where pathlib raises.

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from catalint.live.display import mask_arguments, mask_text
from catalint.report import Unread

_INTERPRETERS = {".py": "python", ".js": "node", ".mjs": "node", ".cjs": "node"}
_ADDRESS = re.compile(r"(?:localhost|[\w-]+(?:\.[\w-]+)+):\d+(?:/\S*)?|localhost(?:/\S*)?")
_OBJECT = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*:[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
# Hidden files and folders are not searched, and what is no catalog is passed over.
_CONFIGURATIONS = (".mcp.json", "mcp.json", ".vscode/mcp.json", ".cursor/mcp.json", ".codex/config.toml")
_MOST = 80


def explain(unread: Sequence[Unread], inputs: Sequence[str]) -> tuple[Unread, ...]:
    """The inputs that could not be read, with what to write instead where it shows what was meant.

    What is not there may be a part of a command, or an address with a password in it: it is shown as such.
    """
    if not unread:
        return ()
    missing = [name for name in inputs if not os.path.exists(name)]
    # the first word alone is a command: `python server.py` without the -- before it
    command = inputs[0] if missing[:1] == [inputs[0]] and _is_program(inputs[0]) else ""
    return tuple(_explain(each, inputs, command) for each in unread)


def _explain(unread: Unread, inputs: Sequence[str], command: str) -> Unread:
    hint = next(_hints(unread.path, inputs, command), "")
    if unread.path in inputs and not os.path.lexists(unread.path):
        unread = replace(unread, path=mask_text(unread.path))
    return replace(unread, message=f"{unread.message} ({hint})") if hint else unread


def _hints(name: str, inputs: Sequence[str], command: str) -> Iterator[str]:
    if name not in inputs:
        return
    if name == command:
        line = " ".join(mask_arguments(inputs))
        yield f"a command stands behind --: `-- {line if len(line) <= _MOST else f'{command} ...'}`"
    interpreter = _INTERPRETERS.get(Path(name).suffix.lower())
    if interpreter and not command and os.path.isfile(name):
        named = f"name the server in it `py:{name}`, or start it" if interpreter == "python" else "start the server"
        yield f"{named} with `-- {interpreter} {name}`"
    if os.path.isdir(name):
        found = (file for file in (Path(name, each) for each in _CONFIGURATIONS) if file.is_file())
        yield from (f"the configuration of a client is read if it is named itself: {file.as_posix()}" for file in found)
    if os.path.exists(name):
        return
    if _OBJECT.fullmatch(name):
        yield f"a server object in Python is named `py:{name}`"
    if "://" in name:
        yield "a server answers under a URL of http:// or https://"
    if _ADDRESS.fullmatch(name):
        yield f"a URL begins with http:// or https://: `http://{name}`"


def _is_program(name: str) -> bool:
    return Path(name).name == name and shutil.which(name) is not None
