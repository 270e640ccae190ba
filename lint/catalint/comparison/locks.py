"""What changed since somebody reviewed it: a catalog against the digests of its lock."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from catalint.wording import number


@dataclass(frozen=True, slots=True)
class Drift:
    """Names of tools, each list in the order of the catalog or of the lock.

    `lock` is the lock as it is shown, `listed` when it was written, `subject` which catalog was held against it.
    `instructions` says that the server tells models something else on its use. `unreadable` entries of the catalog are
    no tools or nested too deep: no digest speaks for them.
    """

    lock: str
    listed: str
    subject: str
    changed: tuple[str, ...]
    added: tuple[str, ...]
    removed: tuple[str, ...]
    instructions: bool = False
    unreadable: int = 0

    @property
    def any(self) -> bool:
        """Whether anything differs."""
        return bool(self.changed or self.added or self.removed or self.instructions)


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


def differing(drifts: Iterable[Drift]) -> str:
    """What differs, in numbers: `2 tools and the instructions of 1 server`; empty if nothing does."""
    drifts = tuple(drifts)
    names = {name for drift in drifts for name in (*drift.changed, *drift.added, *drift.removed)}
    servers = sum(drift.instructions for drift in drifts)
    tools = number(len(names), "tool") if names else ""
    guides = f"the instructions of {number(servers, 'server')}" if servers else ""
    return " and ".join(filter(None, (tools, guides)))
