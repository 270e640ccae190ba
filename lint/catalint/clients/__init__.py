"""Reads the configuration files of MCP clients: which servers they would start, and with what.

Nothing here starts or asks a server. Values of environment variables, headers and whatever else looks like a secret are
in the servers that `read` makes, and in no text.
"""

from __future__ import annotations

from catalint.clients.configuration import Configuration, Entry, ToolFilter
from catalint.clients.reader import looks_like, read

__all__ = ["Configuration", "Entry", "ToolFilter", "looks_like", "read"]
