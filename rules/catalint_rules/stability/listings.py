"""How two listings of one server differ."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from catalint import Catalog, Json, Tool
from catalint_rules.wording import quote

# In the words of people, in the order in which they are looked at.
_PARTS: Mapping[str, str] = {
    "name": "number of entries",  # tools are matched by name, so all that can differ there is how often it is listed
    "title": "title",
    "description": "description",
    "inputSchema": "input schema",
    "outputSchema": "output schema",
    "annotations": "annotations",
}


@dataclass(frozen=True, eq=False)
class Change:
    """A tool that differs: its name, the keys in which it does, and what it was and is."""

    tool: str
    keys: tuple[str, ...]
    before: Tool
    after: Tool

    @property
    def parts(self) -> str:
        """What differs, in words."""
        return " and ".join(dict.fromkeys(_PARTS.get(key, quote(key)) for key in self.keys))


@dataclass(frozen=True, eq=False)
class Difference:
    """How a listing differs from one before: tools by name. `moved` where those that are in both come in another order.

    `reordered` are tools that differ in nothing but the order of keys in their JSON.
    """

    added: Sequence[str]
    removed: Sequence[str]
    changed: Sequence[Change]
    moved: bool
    reordered: Sequence[Change] = ()


def compare(before: Catalog, after: Catalog) -> Difference:
    """Compare two listings; the order of keys in objects is of no meaning, that of tools is."""
    old, new = _by_name(before.tools), _by_name(after.tools)
    both = [name for name in old if name in new]
    changed = [_change(name, old[name], new[name], keys) for name in both if (keys := _differing(old[name], new[name]))]
    differing = {change.tool for change in changed}
    reordered = [
        _change(name, old[name], new[name], keys)
        for name in both
        if name not in differing and (keys := _reordered(old[name], new[name]))
    ]
    order = [tool.name for tool in before.tools if tool.name in new]
    kept = [tool.name for tool in after.tools if tool.name in old]
    return Difference(
        added=[name for name in new if name not in old],
        removed=[name for name in old if name not in new],
        changed=changed,
        moved=order != kept and Counter(order) == Counter(kept),
        reordered=reordered,
    )


def _by_name(tools: Iterable[Tool]) -> Mapping[str, list[Tool]]:
    found: dict[str, list[Tool]] = {}
    for tool in tools:
        found.setdefault(tool.name, []).append(tool)
    return found


def _change(name: str, before: Sequence[Tool], after: Sequence[Tool], keys: tuple[str, ...]) -> Change:
    return Change(name, keys, before[0], after[0])


def _differing(before: Sequence[Tool], after: Sequence[Tool]) -> tuple[str, ...]:
    if len(before) != len(after):
        return ("name",)
    return tuple(_keys(before, after, ordered=False))


def _reordered(before: Sequence[Tool], after: Sequence[Tool]) -> tuple[str, ...]:
    """Keys whose values have their own keys in another order; those of the tool itself are written anew by clients."""
    return tuple(_keys(before, after, ordered=True))


def _keys(before: Sequence[Tool], after: Sequence[Tool], *, ordered: bool) -> Iterator[str]:
    keys = list(dict.fromkeys(key for tool in (*before, *after) for key in tool.raw))
    for key in sorted(keys, key=lambda key: list(_PARTS).index(key) if key in _PARTS else len(_PARTS)):
        pairs = zip(before, after, strict=True)
        if any(_text(old.raw, key, ordered=ordered) != _text(new.raw, key, ordered=ordered) for old, new in pairs):
            yield key


def _text(raw: Mapping[str, Json], key: str, *, ordered: bool) -> Any:
    """A part as text: to Python 1, 1.0 and true are equal."""
    return json.dumps(raw[key], sort_keys=not ordered) if key in raw else None
