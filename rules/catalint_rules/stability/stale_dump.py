"""The rule stale-dump."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from catalint import Catalog, CatalogRule, Context, Finding, Json, Meta, NoOptions, Severity
from catalint_rules.stability.listings import Difference, compare
from catalint_rules.wording import fit, names, quote

_LISTED = 50


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
        found = compare(catalog.saved, catalog)
        around = _around(found, catalog.saved, catalog)
        if not (found.added or found.removed or found.changed or around):
            return
        refresh = f"catalint dump --start --only {shlex.quote(catalog.server)}"
        yield self.finding(
            catalog.at(),
            fit(
                f"The dump is not what the server lists now: {'; '.join((*_said(found), *around))}",
                f"The dump is not what the server lists now: {'; '.join((*_counted(found), *around))}",
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


def _instructions_differ(saved: Catalog, live: Catalog) -> bool:
    said, says = saved.envelope.get("instructions"), live.envelope.get("instructions")
    return _introduced(saved) and _text(said) != _text(says)


def _introduced(saved: Catalog) -> bool:
    """Whether the dump has what the server says of itself; one of another tool may hold the tools alone."""
    return bool({"protocolVersion", "serverInfo", "instructions"} & saved.envelope.keys())


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""


def _said(found: Difference) -> Iterator[str]:
    if found.added:
        yield f"{names(found.added)} {'is' if len(found.added) == 1 else 'are'} new"
    if found.removed:
        yield f"{names(found.removed)} {'is' if len(found.removed) == 1 else 'are'} gone"
    if len(found.changed) == 1:
        yield f"{quote(found.changed[0].tool)} differs in its {found.changed[0].parts}"
    elif found.changed:
        yield f"{names([change.tool for change in found.changed])} differ"


def _counted(found: Difference) -> tuple[str, ...]:
    counts = ((found.added, "new"), (found.removed, "gone"), (found.changed, "changed"))
    counted = ", ".join(f"{len(tools)} {what}" for tools, what in counts if tools)
    return (counted,) if counted else ()


def _around(found: Difference, saved: Catalog, live: Catalog) -> list[str]:
    """What differs beside the tools themselves, in words."""
    differs = {
        "the order of the tools differs": found.moved,
        "the entries that are no tools differ": _broken(saved) != _broken(live),
        "the instructions of the server differ": _instructions_differ(saved, live),
    }
    return [words for words, is_so in differs.items() if is_so]


def _broken(catalog: Catalog) -> list[tuple[str, str]]:
    return [(entry.reason, entry.name) for entry in catalog.broken]


def _lines(found: Difference) -> list[str]:
    lines = [
        *(f"new: {name}" for name in found.added),
        *(f"gone: {name}" for name in found.removed),
        *(f"differs: {change.tool} ({change.parts})" for change in found.changed),
    ]
    return lines[:_LISTED]
