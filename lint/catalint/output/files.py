"""Files that output goes to, and the repository that they are seen from."""

from __future__ import annotations

import os
from pathlib import Path

from catalint.errors import UserError


def find_root(directory: Path) -> Path:
    """The nearest folder, from `directory` upwards, that holds `.git`; `directory` itself if there is none.

    `.git` may be a file: work trees and submodules have one.
    """
    start = directory.resolve()
    return next((folder for folder in (start, *start.parents) if (folder / ".git").exists()), start)


def is_there(path: Path) -> bool:
    """Whether a path names something that can be seen; `Path.exists` raises OSError for names that are too long."""
    try:
        return path.exists()
    except OSError:
        return False


def follow_links(path: Path) -> Path:
    """Follow symbolic links as far as they lead; `Path.resolve` raises RuntimeError for one that leads to itself."""
    return Path(os.path.realpath(path))


def save(path: Path, text: str) -> None:
    """Write a text as UTF-8 so that a reader sees either the old file or the whole new one.

    Symbolic links are followed, permissions of an existing file kept, folders not made. What is no regular file (a
    pipe, `/dev/stdout`) is written to directly. Raises UserError if the file can't be written.
    """
    data = text.encode("utf-8", "backslashreplace")
    try:
        target = follow_links(path)
        if target.is_symlink():
            raise UserError(f"{path}: can't be written: a symbolic link that leads to itself")
        if target.exists() and not target.is_file():
            with target.open("wb") as stream:
                stream.write(data)
            return
        _replace(target, data)
    except OSError as error:
        raise UserError(f"{path}: can't be written: {error.strerror or error}") from error


def _replace(target: Path, data: bytes) -> None:
    import tempfile

    descriptor, name = tempfile.mkstemp(prefix=f".{target.name[:64]}.", suffix=".tmp", dir=target.parent)
    draft = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        draft.chmod(_mode(target))
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def _mode(target: Path) -> int:
    if target.exists():
        return target.stat().st_mode & 0o7777
    # mkstemp makes files private; a new file should get what the user's umask gives, which can only be read by setting
    mask = os.umask(0o022)
    os.umask(mask)
    return 0o666 & ~mask
