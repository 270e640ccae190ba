"""From the globs that a server's `code:` lists to files, without following links to folders and within bounds."""

# ruff: noqa: PTH113, PTH118, PTH122
# os.path takes names as they are, where pathlib raises for some that a hostile tree may hold.

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from catalint.locate.languages import BY_SUFFIX

MAX_FILES = 20_000
"""Files that one server's globs may stand for; the largest public server has some 3,000 files of source."""
MAX_FOLDERS = 50_000
"""Folders that are looked into for one server."""

# What others wrote or a build made: no line of it is the author's to change. A glob that names such a folder means it.
LEFT_OUT = frozenset(("node_modules", "__pycache__", "venv", "site-packages", "dist", "vendor", "bower_components"))
# They declare types of what stands elsewhere.
_DECLARATIONS = (".d.ts", ".d.mts", ".d.cts", ".min.js", ".map")
_MAX_BRACES = 64
_BRACES = re.compile(r"\{([^{}]*,[^{}]*)\}")
_MAGIC = re.compile(r"[*?\[{]")


@dataclass(frozen=True)
class CodeFiles:
    """The files of one server's source. `root` is the folder that the globs are relative to; `notes` are for users."""

    paths: tuple[Path, ...]
    root: Path
    notes: tuple[str, ...] = ()


def expand(globs: Iterable[str], folder: Path) -> CodeFiles:
    """Expand globs, relative to a folder: `*`, `?`, `[…]`, `{a,b}` and `**` for any number of folders.

    A folder stands for all source files in it. Hidden folders, installed packages and what a build makes are left out
    unless a glob names them. Files come in the order of the globs and sorted in each, each once. Nothing is raised: a
    glob that stands for nothing is a note.
    """
    seen: dict[str, Path] = {}
    notes: list[str] = []
    budget = _Budget(MAX_FOLDERS)
    for glob in globs:
        found = False
        for pattern in _expand_braces(glob):
            for path in _matches(pattern, folder, budget):
                found = True
                if len(seen) < MAX_FILES:
                    seen.setdefault(os.path.realpath(path), path)
        if not found:
            notes.append(f"the code glob {glob!r} matches no file")
    if len(seen) >= MAX_FILES:
        notes.append(f"the code globs match more than {MAX_FILES:,} files: tools are looked for in the first ones")
    elif budget.left <= 0:
        notes.append(f"more than {MAX_FOLDERS:,} folders of code: tools are looked for in the first ones")
    return CodeFiles(tuple(seen.values()), folder, tuple(notes))


@dataclass
class _Budget:
    left: int


def _expand_braces(glob: str) -> Iterator[str]:
    pending, count = [glob], 0
    while pending and count < _MAX_BRACES:
        pattern = pending.pop(0)
        match = _BRACES.search(pattern)
        if match is None:
            count += 1
            yield pattern
        else:
            choices = match.group(1).split(",")[:_MAX_BRACES]
            pending.extend(pattern[: match.start()] + choice + pattern[match.end() :] for choice in choices)


def _matches(glob: str, folder: Path, budget: _Budget) -> Iterator[Path]:
    parts = [part for part in glob.replace("\\", "/").split("/") if part not in ("", ".")]
    fixed: list[str] = []
    while parts and not _MAGIC.search(parts[0]):
        fixed.append(parts.pop(0))
    start = folder / ("/" if glob.startswith("/") else "") / os.path.join("", *fixed) if "\0" not in glob else None
    if start is None:
        return
    if not parts:
        if os.path.isfile(start):
            yield start
            return
        parts = ["**", "*"]
    named = frozenset(part for part in parts if not _MAGIC.search(part))
    only_code = "." not in parts[-1]
    depth = None if "**" in parts else len(parts)
    for name in _walk(str(start), named, depth, budget):
        if name.endswith(_DECLARATIONS):
            continue
        if only_code and os.path.splitext(name)[1].lower() not in BY_SUFFIX:
            continue
        if _fits(name.split("/"), parts):
            yield start / name


def _fits(names: Sequence[str], pattern: Sequence[str]) -> bool:
    """Whether the folders and the file of a path fit the segments of a glob; `**` is any number of folders."""
    # the segments of the glob that may come next, so that no path is tried twice
    reached = {0}
    for position, name in enumerate(names):
        is_file = position == len(names) - 1
        following: set[int] = set()
        for index in _past_stars(reached, pattern):
            if index < len(pattern) and pattern[index] == "**":
                following.add(index)
            elif index < len(pattern) and fnmatchcase(name, pattern[index]):
                following.add(index + 1)
        reached = following
        if is_file:
            return len(pattern) in _past_stars(reached, pattern)
    return False


def _past_stars(reached: Iterable[int], pattern: Sequence[str]) -> set[int]:
    """Segments and those behind a `**`, which may also stand for no folder."""
    found: set[int] = set()
    for start in reached:
        index = start
        found.add(index)
        while index < len(pattern) and pattern[index] == "**":
            index += 1
            found.add(index)
    return found


def _walk(start: str, named: frozenset[str], depth: int | None, budget: _Budget) -> Iterator[str]:
    """Yield the files below a folder with their paths from there, sorted; links to folders are not followed."""
    for place, folders, names in os.walk(start):
        budget.left -= 1
        if budget.left < 0:
            return
        inside = os.path.relpath(place, start).replace(os.sep, "/")
        prefix = "" if inside == "." else f"{inside}/"
        kept = [name for name in folders if name in named or not (name.startswith(".") or name in LEFT_OUT)]
        folders[:] = sorted(kept) if depth is None or prefix.count("/") < depth - 1 else []
        yield from (prefix + name for name in sorted(names) if not name.startswith("."))
