"""Lists live servers: the only part that starts processes or opens connections, and only where it is asked to.

Nothing but `initialize`, `notifications/initialized`, `server/discover` and `tools/list` is ever sent, so no
tool is called.
"""

from __future__ import annotations

from catalint.live.failure import FailureKind, ServerError
from catalint.live.launch import Command, Endpoint, Launch, PythonObject, Server
from catalint.live.limits import Limits
from catalint.live.listed import Listed, Medium
from catalint.live.listing import list_servers

__all__ = [
    "Command",
    "Endpoint",
    "FailureKind",
    "Launch",
    "Limits",
    "Listed",
    "Medium",
    "PythonObject",
    "Server",
    "ServerError",
    "list_servers",
]
