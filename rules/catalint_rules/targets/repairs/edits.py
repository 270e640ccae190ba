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
    """A tool object with changes made in their order; what they leave alone is shared with the one before."""
    changed: Json = dict(raw)
    for edit in edits:
        changed = _changed(changed, edit.path, edit)
    return changed if isinstance(changed, dict) else {}


def _changed(value: Json, path: Path, edit: Edit) -> Json:
    step, *rest = path
    copied: Any = copy.copy(value)
    if rest:
        copied[step] = _changed(copied[step], tuple(rest), edit)
    elif edit.remove:
        del copied[step]
    else:
        copied[step] = edit.value
    result: Json = copied
    return result


def find_property(edits: Sequence[Edit]) -> str | None:
    """The parameter that all changes lie in; None where they are about more than one, or about anything else."""
    first = edits[0].path[:3]
    if first[:-1] != ("inputSchema", "properties") or any(edit.path[:3] != first for edit in edits):
        return None
    return str(first[-1])


def isolate_property(raw: Mapping[str, Json], name: str) -> dict[str, Json]:
    """An input schema with one parameter of a tool as it is, without its texts and under another name.

    What is asked of a parameter is asked of it alone, and neither its texts nor its name change the answers to what a
    rewrite of it could change.
    """
    schema = raw.get("inputSchema")
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(schema, dict) or not isinstance(properties, dict):
        return {}
    kept: dict[str, Json] = {keyword: schema[keyword] for keyword in ("$schema", "type") if keyword in schema}
    return {**kept, "properties": {"value": _without_texts(properties[name])}}


def _without_texts(value: Json) -> Json:
    if isinstance(value, list):
        return [_without_texts(item) for item in value]
    if isinstance(value, dict):
        return {
            key: _without_texts(item)
            for key, item in value.items()
            if not (isinstance(item, str) and key in ("description", "title"))
        }
    return value


def to_patch(before: Json, after: Json, path: Path = ()) -> Iterator[Operation]:
    """The operations that make one value the other, each as deep inside as it can be."""
    if before is after:
        return
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
