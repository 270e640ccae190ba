"""The rule stale-dump."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from catalint import Catalog, CatalogRule, Context, Finding, Json, Meta, NoOptions, Severity, Tool
from catalint_rules.wording import fit, names, quote

_LISTED = 50
# In the words of people, in the order in which they are looked at.
_PARTS: Mapping[str, str] = {
    "name": "number of entries",  # tools are matched by name, so all that can differ there is how often it is listed
    "title": "title",
    "description": "description",
    "inputSchema": "input schema",
    "outputSchema": "output schema",
    "annotations": "annotations",
}


@dataclass(frozen=True)
class _Change:
    """A tool that differs, and the keys in which it does."""

    tool: str
    keys: tuple[str, ...]

    @property
    def parts(self) -> str:
        """What differs, in words."""
        return " and ".join(dict.fromkeys(_PARTS.get(key, quote(key)) for key in self.keys))


@dataclass(frozen=True)
class _Difference:
    """How what a server lists differs from what was saved."""

    added: Sequence[str]
    removed: Sequence[str]
    changed: Sequence[_Change]
    moved: bool
    instructions: bool

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed or self.moved or self.instructions)


class StaleDump(CatalogRule[NoOptions]):
    """What the server lists now is not what its committed dump holds."""

    meta = Meta(
        "stale-dump",
        "Committed dump differs from what the server lists",
        Severity.ERROR,
        audience="client",
        precision="very-high",
        tags=("stability", "trust"),
        evidence=("https://modelcontextprotocol.io/specification/2026-07-28/server/tools",),
    )

    def check_catalog(self, catalog: Catalog, ctx: Context) -> Iterator[Finding]:
        """Compare a live catalog with its dump, if the run has both."""
        if catalog.saved is None:
            return
        found = _compare(catalog.saved, catalog)
        if not found:
            return
        refresh = f"catalint dump --start --only {shlex.quote(catalog.server)}"
        what = "; ".join(_said(found))
        yield self.finding(
            catalog.at(),
            fit(
                f"The dump is not what the server lists now: {what}",
                f"The dump is not what the server lists now: {'; '.join(_counted(found))}",
                action=f"Refresh it: `{refresh}`",
            ),
            detail="\n".join(_lines(found)),
            data={
                "added": list(found.added),
                "removed": list(found.removed),
                "changed": {change.tool: list(change.keys) for change in found.changed},
                "moved": found.moved,
                "command": refresh,
            },
        )


def _compare(saved: Catalog, live: Catalog) -> _Difference:
    before, after = _by_name(saved.tools), _by_name(live.tools)
    changed = [
        _Change(name, keys)
        for name, tools in before.items()
        if name in after and (keys := tuple(_differing(tools, after[name])))
    ]
    kept = [tool.name for tool in live.tools if tool.name in before]
    order = [tool.name for tool in saved.tools if tool.name in after]
    return _Difference(
        added=[name for name in after if name not in before],
        removed=[name for name in before if name not in after],
        changed=changed,
        moved=kept != order and Counter(kept) == Counter(order),
        instructions=_text(saved.envelope.get("instructions")) != _text(live.envelope.get("instructions"))
        and _introduced(saved),
    )


def _by_name(tools: Sequence[Tool]) -> Mapping[str, list[Tool]]:
    found: dict[str, list[Tool]] = {}
    for tool in tools:
        found.setdefault(tool.name, []).append(tool)
    return found


def _differing(before: Sequence[Tool], after: Sequence[Tool]) -> Iterator[str]:
    if len(before) != len(after):
        yield "name"
        return
    keys = list(dict.fromkeys(key for tool in (*before, *after) for key in tool.raw))
    for key in sorted(keys, key=lambda key: list(_PARTS).index(key) if key in _PARTS else len(_PARTS)):
        if any(_canonical(old.raw, key) != _canonical(new.raw, key) for old, new in zip(before, after, strict=True)):
            yield key


def _canonical(raw: Mapping[str, Json], key: str) -> Any:
    """A part as text: to Python 1, 1.0 and true are equal, and the order of keys is of no meaning."""
    return json.dumps(raw[key], sort_keys=True) if key in raw else None


def _introduced(saved: Catalog) -> bool:
    """Whether the dump has what the server says of itself; one of another tool may hold the tools alone."""
    return bool({"protocolVersion", "serverInfo", "instructions"} & saved.envelope.keys())


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""


def _said(found: _Difference) -> Iterator[str]:
    if found.added:
        yield f"{names(found.added)} {'is' if len(found.added) == 1 else 'are'} new"
    if found.removed:
        yield f"{names(found.removed)} {'is' if len(found.removed) == 1 else 'are'} gone"
    if len(found.changed) == 1:
        yield f"{quote(found.changed[0].tool)} differs in its {found.changed[0].parts}"
    elif found.changed:
        yield f"{names([change.tool for change in found.changed])} differ"
    yield from _rest(found)


def _counted(found: _Difference) -> Iterator[str]:
    counts = ((found.added, "new"), (found.removed, "gone"), (found.changed, "changed"))
    yield ", ".join(f"{len(tools)} {what}" for tools, what in counts if tools)
    yield from _rest(found)


def _rest(found: _Difference) -> Iterator[str]:
    if found.moved:
        yield "the order of the tools differs"
    if found.instructions:
        yield "the instructions of the server differ"


def _lines(found: _Difference) -> list[str]:
    lines = [
        *(f"new: {name}" for name in found.added),
        *(f"gone: {name}" for name in found.removed),
        *(f"differs: {change.tool} ({change.parts})" for change in found.changed),
    ]
    return lines[:_LISTED]
