"""The clients whose files are known: how a file is told, and how values of the environment get into it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

# braces: ${NAME} and ${NAME:-default}. env: ${env:NAME} and what editors know, such as ${workspaceFolder} and
# ${input:id}. dollar: $NAME, too. curly: {env:NAME} and {file:path}. secrets: ${{ secrets.NAME }}.
Notation: TypeAlias = Literal["braces", "env", "dollar", "curly", "secrets"]


@dataclass(frozen=True)
class Client:
    """A client: `files` matches the paths of its files, `folders` how many folders up from a file its project begins.

    `comments` says that its JSON may have comments and commas at the end. `source` documents all that.
    """

    name: str
    title: str
    source: str
    files: str = ""
    comments: bool = False
    notations: tuple[Notation, ...] = ()
    projects: Mapping[str, int] = field(default_factory=dict)

    def has(self, path: str) -> bool:
        """Whether a path, with slashes, is that of one of its files."""
        return bool(self.files) and bool(re.search(rf"(?:^|/)(?:{self.files})$", path, re.IGNORECASE))


CLIENTS = (
    Client(
        "claude-code",
        "Claude Code",
        "https://code.claude.com/docs/en/mcp",
        r"\.mcp\.json|\.claude\.json|\.claude-plugin/plugin\.json",
        notations=("braces",),
        projects={r"\.mcp\.json": 0, r"\.claude-plugin/plugin\.json": 1},
    ),
    Client(
        "claude-desktop",
        "Claude Desktop",
        "https://modelcontextprotocol.io/docs/develop/connect-local-servers",
        r"claude_desktop_config\.json",
    ),
    Client(
        "cursor",
        "Cursor",
        "https://cursor.com/docs/context/mcp",
        r"\.cursor/mcp\.json",
        comments=True,
        notations=("env",),
        projects={r"\.cursor/mcp\.json": 1},
    ),
    Client(
        "windsurf",
        "Windsurf",
        "https://docs.windsurf.com/windsurf/cascade/mcp",
        r"(?<!antigravity/)mcp_config\.json",
        notations=("env",),
    ),
    Client(
        "vscode",
        "VS Code",
        "https://code.visualstudio.com/docs/copilot/reference/mcp-configuration",
        r"\.vscode/(?:mcp|settings)\.json|Code[^/]*/User/(?:mcp|settings)\.json",
        comments=True,
        notations=("env",),
        projects={r"\.vscode/(?:mcp|settings)\.json": 1},
    ),
    Client(
        "gemini-cli",
        "Gemini CLI",
        "https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md",
        r"\.gemini/settings\.json|gemini-extension\.json",
        comments=True,
        notations=("dollar", "braces"),
        projects={r"\.gemini/settings\.json": 1},
    ),
    Client(
        "codex",
        "Codex",
        "https://github.com/openai/codex/blob/main/codex-rs/config/src/mcp_types.rs",
        r"\.codex/config\.toml",
        projects={r"\.codex/config\.toml": 1},
    ),
    Client(
        "zed",
        "Zed",
        "https://github.com/zed-industries/zed/blob/main/docs/src/ai/mcp.md",
        r"\.?zed/settings\.json",
        comments=True,
        projects={r"\.zed/settings\.json": 1},
    ),
    Client(
        "opencode",
        "opencode",
        "https://opencode.ai/docs/mcp-servers",
        r"opencode\.jsonc?",
        comments=True,
        notations=("curly",),
        projects={r"opencode\.jsonc?": 0},
    ),
    Client("cline", "Cline", "https://docs.cline.bot/mcp/configuring-mcp-servers", r"cline_mcp_settings\.json"),
    Client(
        "roo",
        "Roo Code",
        "https://docs.roocode.com/features/mcp/using-mcp-in-roo",
        r"\.roo/mcp\.json|mcp_settings\.json",
        notations=("env",),
        projects={r"\.roo/mcp\.json": 1},
    ),
    Client(
        "copilot-cli",
        "Copilot CLI",
        "https://docs.github.com/en/copilot/how-tos/copilot-cli/customize-copilot/add-mcp-servers",
        r"mcp-config\.json|\.github/mcp\.json",
        notations=("dollar", "braces"),
        projects={r"\.github/mcp\.json": 1},
    ),
    Client(
        "lmstudio",
        "LM Studio",
        "https://lmstudio.ai/docs/app/mcp",
        r"\.lmstudio/mcp\.json",
        notations=("env",),
    ),
    Client(
        "kiro",
        "Kiro",
        "https://kiro.dev/docs/mcp/configuration",
        r"\.kiro/settings/mcp\.json",
        notations=("braces",),
        projects={r"\.kiro/settings/mcp\.json": 2},
    ),
    Client(
        "amazon-q",
        "Amazon Q",
        "https://docs.aws.amazon.com/amazonq/latest/qdeveloper-ug/mcp-ide.html",
        r"\.amazonq/mcp\.json|amazonq/mcp\.json",
        notations=("env", "braces"),
        projects={r"\.amazonq/mcp\.json": 1},
    ),
    Client(
        "continue",
        "Continue",
        "https://docs.continue.dev/customize/deep-dives/mcp",
        r"\.continue/(?:config\.yaml|mcpServers/[^/]+\.ya?ml)",
        comments=True,
        notations=("secrets",),
    ),
)
BY_NAME: Mapping[str, Client] = {client.name: client for client in CLIENTS}
# A file that no client's path tells: everything that some client takes is taken.
UNKNOWN = Client("", "", "", comments=True, notations=("env", "braces"))


def client_of_path(path: str) -> Client | None:
    """The client that keeps its servers in a file of this path; None if the path does not tell."""
    slashed = path.replace("\\", "/")
    return next((client for client in CLIENTS if client.has(slashed)), None)


def project_of(path: str, client: Client) -> int | None:
    """How many folders above that of a file its project begins; None for a file that belongs to no project."""
    slashed = path.replace("\\", "/")
    return next(
        (up for files, up in client.projects.items() if re.search(rf"(?:^|/){files}$", slashed, re.IGNORECASE)), None
    )
