"""Reading files that a user names and that may have no end: a device, a pipe that somebody goes on filling."""

from __future__ import annotations

import errno
from pathlib import Path

MOST_BYTES = 64_000_000
"""As many as of an input; the largest of these files are baselines, with 200 bytes for a finding."""


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """The bytes of a file. Raises OSError if it can't be read, and for one of more than `most` bytes."""
    with path.open("rb") as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"larger than the {most // 1_000_000:,} MB that are read")
    return data
