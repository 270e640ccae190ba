"""Changes of a tool: made, told as a JSON Patch, and as one replacement in a file."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from catalint import Fix, Json, Path, Tool
from catalint.location import to_pointer
from catalint.schema import follow
from catalint_rules.targets.judging import Problem

Operation: TypeAlias = dict[str, Json]

# What says something about a schema without allowing or forbidding a value.
ANNOTATIONS = frozenset(
    ("description", "title", "default", "examples", "deprecated", "readOnly", "writeOnly", "$comment")
)


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of one value: what stands at a path of the tool becomes something else, or goes where there is none."""

    path: Path
    value: Json = None
    remove: bool = False


@dataclass(frozen=True, slots=True)
class Rewrite:
    """Changes that go together. `changes` says which values the schema takes or refuses from now on, empty for none."""

    edits: Sequence[Edit]
    changes: str = ""


Maker: TypeAlias = Callable[[Problem, Tool], Iterator[Rewrite]]
"""What to try for a problem of a tool, the best first."""


def apply(raw: Mapping[str, Json], edits: Sequence[Edit]) -> dict[str, Json]:
    """A copy of a tool object with changes made in their order."""
    changed: dict[str, Json] = copy.deepcopy(dict(raw))
    for edit in edits:
        parent: Any = follow(changed, edit.path[:-1])
        if edit.remove:
            del parent[edit.path[-1]]
        else:
            parent[edit.path[-1]] = copy.deepcopy(edit.value)
    return changed


def to_patch(before: Json, after: Json, path: Path = ()) -> Iterator[Operation]:
    """The operations that make one value the other, each as deep inside as it can be."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in before:
            if key not in after:
                yield {"op": "remove", "path": to_pointer((*path, key))}
            else:
                yield from to_patch(before[key], after[key], (*path, key))
        for key in after:
            if key not in before:
                yield {"op": "add", "path": to_pointer((*path, key)), "value": after[key]}
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from to_patch(old, new, (*path, index))
    elif type(before) is not type(after) or before != after:  # 1 is no True
        yield {"op": "replace", "path": to_pointer(path), "value": after}


def to_fix(tool: Tool, raw: Mapping[str, Json], rewrite: Rewrite) -> Fix | None:
    """One replacement that makes all changes: of the smallest value around them, less than the tool."""
    paths = [edit.path[:-1] if edit.remove or not _stands(tool, edit.path) else edit.path for edit in rewrite.edits]
    common = paths[0]
    for path in paths[1:]:
        shared = 0
        while shared < min(len(common), len(path)) and common[shared] == path[shared]:
            shared += 1
        common = common[:shared]
    # a tool as a whole may be written in other keys than those of MCP
    if not common:
        return None
    text = f"Rewrite it; {rewrite.changes}" if rewrite.changes else "Rewrite it; the same values are valid"
    return Fix(tool.at(*common), follow(dict(raw), common), text)


def _stands(tool: Tool, path: Path) -> bool:
    parent = follow(dict(tool.raw), path[:-1])
    return path[-1] in parent if isinstance(parent, dict) else True
