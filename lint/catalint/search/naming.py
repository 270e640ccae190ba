"""The names under which clients show tools to a model: most put the server's name in front, and a search sees it.

A naming is `none`, the name of a client, a template such as `{server}_{tool}`, or what the client puts before each
name, such as `mcp__{server}__`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from catalint.errors import UserError
from catalint.model import Tool

if TYPE_CHECKING:
    from catalint import target

Naming: TypeAlias = Callable[[Tool], str]

SERVER = "{server}"
TOOL = "{tool}"

# What is no prefix or template, and so has to be the name of a client.
_NAME = re.compile(r"[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*")


def bare(tool: Tool) -> str:
    """Give a tool's own name."""
    return tool.name


def of_client(naming: target.Naming, plugin: str = "") -> Naming:
    """Give the names that a client makes of those of its servers and tools; of one that is not known, the tool's."""
    return (lambda tool: naming.write(tool.name, tool.server, plugin)) if naming.seen else bare


def parse(text: str, clients: Callable[[], Mapping[str, target.Naming]] = dict) -> Naming:
    """Return the naming that a text asks for; raises UserError if it is none of those that there are.

    `clients` tells what is known of clients; it is asked only where the text may be the name of one. A prefix has to
    end in a separator, so that a client that is not known is not taken for one.
    """
    if text in ("", "none"):
        return bare
    known = clients() if _NAME.fullmatch(text) else {}
    if text in known:
        return of_client(known[text])
    template = text if TOOL in text else text + TOOL
    rest = template.replace(SERVER, "").replace(TOOL, "")
    if "{" in rest or "}" in rest or (template != text and text[-1].isalnum()):
        names = "".join(f"{name}, " for name, naming in known.items() if naming.seen)
        raise UserError(f"no client or prefix {text!r}: give {names}none or a prefix like mcp__{SERVER}__")
    # parts between the fields, so that a name that looks like a field stays a name
    parts = re.split(r"(\{server\}|\{tool\})", template)
    return lambda tool: "".join({SERVER: tool.server, TOOL: tool.name}.get(part, part) for part in parts)
