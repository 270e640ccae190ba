"""Which tools changed since somebody reviewed them: a catalog against the digests of its lock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Drift:
    """Names of tools, each list in the order of the catalog or of the lock.

    `lock` is the lock as it is shown, `listed` when it was written, `subject` which catalog was held against it.
    `unreadable` entries of the catalog are no tools or nested too deep: no digest speaks for them.
    """

    lock: str
    listed: str
    subject: str
    changed: tuple[str, ...]
    added: tuple[str, ...]
    removed: tuple[str, ...]
    unreadable: int = 0

    @property
    def any(self) -> bool:
        """Whether anything differs."""
        return bool(self.changed or self.added or self.removed)


def find_drift(lock: str, listed: str, subject: str, locked: Mapping[str, str], found: Mapping[str, str]) -> Drift:
    """Hold digests by name against those of a lock."""
    return Drift(
        lock,
        listed,
        subject,
        tuple(name for name, digest in found.items() if name in locked and locked[name] != digest),
        tuple(name for name in found if name not in locked),
        tuple(name for name in locked if name not in found),
    )
