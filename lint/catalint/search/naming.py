"""The names under which clients show tools to a model: most put the server's name in front, and a search sees it.

A naming is `none`, the name of a client, a template such as `{server}_{tool}`, or what the client puts before each
name, such as `mcp__{server}__`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from catalint.errors import UserError
from catalint.model import Tool

Naming: TypeAlias = Callable[[Tool], str]

SERVER = "{server}"
TOOL = "{tool}"

_NOT_CLAUDE_CODE = re.compile(r"[^A-Za-z0-9_-]")
_NOT_GEMINI_CLI = re.compile(r"[^A-Za-z0-9_.:-]")
_LONGEST_OF_GEMINI_CLI = 63
_KEPT_BY_GEMINI_CLI = 30


def bare(tool: Tool) -> str:
    """Give a tool's own name."""
    return tool.name


def claude_code(tool: Tool) -> str:
    """Give the name that Claude Code uses: `mcp__server__tool`, what is no ASCII letter, digit, _ or - made _.

    https://code.claude.com/docs/en/mcp
    """
    return _NOT_CLAUDE_CODE.sub("_", f"mcp__{tool.server}__{tool.name}")


def gemini_cli(tool: Tool) -> str:
    """Give the name that Gemini CLI uses: `mcp_server_tool`; of more than 63 characters the first and last 30.

    https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md
    """
    name = _NOT_GEMINI_CLI.sub("_", f"mcp_{tool.server}_{tool.name}")
    if len(name) <= _LONGEST_OF_GEMINI_CLI:
        return name
    return f"{name[:_KEPT_BY_GEMINI_CLI]}...{name[-_KEPT_BY_GEMINI_CLI:]}"


CLIENTS: Mapping[str, Naming] = {"claude-code": claude_code, "gemini-cli": gemini_cli}


def parse(text: str) -> Naming:
    """Return the naming that a text asks for; raises UserError if it is none of those that there are.

    A prefix has to end in a separator, so that a client that is not known here is not taken for one.
    """
    if text in ("", "none"):
        return bare
    if text in CLIENTS:
        return CLIENTS[text]
    template = text if TOOL in text else text + TOOL
    rest = template.replace(SERVER, "").replace(TOOL, "")
    if "{" in rest or "}" in rest or (template != text and text[-1].isalnum()):
        raise UserError(
            f"no client or prefix {text!r}: give {', '.join(CLIENTS)}, none or a prefix like mcp__{SERVER}__"
        )
    # parts between the fields, so that a name that looks like a field stays a name
    parts = re.split(r"(\{server\}|\{tool\})", template)
    return lambda tool: "".join({SERVER: tool.server, TOOL: tool.name}.get(part, part) for part in parts)
