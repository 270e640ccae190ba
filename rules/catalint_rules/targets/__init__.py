"""The clients and protocol revisions that a catalog can be checked for."""

from __future__ import annotations

# `mcp` is the newest revision; the others are those that clients in the field still speak.
REVISIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")

NAMES = (
    "mcp",
    *(f"mcp-{revision}" for revision in REVISIONS),
    "anthropic",
    "anthropic-strict",
    "bedrock",
    "chatgpt-directory",
    "claude-code",
    "claude-desktop",
    "claude-directory",
    "copilot-cli",
    "copilot-intellij",
    "copilot-studio",
    "cursor",
    "gemini",
    "gemini-cli",
    "kimi",
    "llama-cpp",
    "lmstudio",
    "mistral",
    "openai",
    "openai-legacy",
    "openai-strict",
    "opencode",
    "vertex",
    "vscode",
    "windsurf",
)

DEFAULT = ("mcp", "anthropic", "openai")
