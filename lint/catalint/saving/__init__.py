"""Saves what a server listed, so that it can be committed and reviewed: the dump, and beside it where it came from."""

from __future__ import annotations

from catalint.saving.dump import dump_text
from catalint.saving.lock import LOCK_SUFFIX, Lock, digest, digests, instructions_digest, lock_text, read_lock

__all__ = ["LOCK_SUFFIX", "Lock", "digest", "digests", "dump_text", "instructions_digest", "lock_text", "read_lock"]
