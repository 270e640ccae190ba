"""The lock beside a dump: where and when it was listed, and digests of the tools and the server's instructions."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from catalint import records
from catalint.errors import InputError
from catalint.model import Catalog, Tool

LOCK_SUFFIX = ".lock"
"""What a lock's file name has behind that of its dump."""
_VERSION = 1


@dataclass(frozen=True)
class Lock:
    """Where a dump came from. `source` is the command or address as it may be shown, `listed` a time in UTC (ISO 8601).

    `tools` has a digest for each tool by its name, and `instructions` is that of what the server tells models on their
    use, empty where it tells nothing. `protocol` is the revision of MCP that was spoken, `server` what the server calls
    itself and its version.
    """

    source: str
    listed: str
    protocol: str
    server: Mapping[str, str] = field(default_factory=dict)
    tools: Mapping[str, str] = field(default_factory=dict)
    instructions: str = ""


def digest(value: Any) -> str:
    """SHA-256 of a tool or a text, an object's keys sorted: their order changes nothing, any other edit does."""
    canonical = json.dumps(value, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(canonical.encode("ascii")).hexdigest()


def instructions_digest(catalog: Catalog) -> str:
    """The digest of a server's instructions, empty if it gives none."""
    return digest(catalog.instructions) if catalog.instructions else ""


def digests(tools: Iterable[Tool]) -> dict[str, str]:
    """A digest by name; tools of one name, which no client can tell apart, get one together."""
    alike: dict[str, list[Tool]] = {}
    for tool in tools:
        alike.setdefault(tool.name, []).append(tool)
    return {
        name: digest(dict(same[0].raw) if len(same) == 1 else [dict(tool.raw) for tool in same])
        for name, same in alike.items()
    }


def lock_text(lock: Lock) -> str:
    """The text of a lock: JSON, the tools in the order of the dump."""
    fields = {
        "version": _VERSION,
        "source": lock.source,
        "listed": lock.listed,
        "protocol": lock.protocol,
        "server": dict(lock.server),
        "instructions": lock.instructions,
        "tools": dict(lock.tools),
    }
    return json.dumps(fields, indent=2) + "\n"


def read_lock(path: str, text: str) -> Lock:
    """Read a lock; raises InputError, with line and column where the text is no JSON."""
    value = records.read(path, text, "lock", _VERSION)
    texts: dict[str, Any] = {key: value.get(key) for key in ("source", "listed", "protocol", "instructions")}
    maps: dict[str, Any] = {key: value.get(key) for key in ("server", "tools")}
    if not all(isinstance(text, str) for text in texts.values()) or not all(map(_is_map, maps.values())):
        raise InputError(path, "is no lock: a field is missing or of another type")
    return Lock(**texts, **maps)


def _is_map(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(item, str) for item in value.values())
